// _listeners.h - functions of Python that the library calls while it runs cycles.
//
// The library calls them without Python's lock. What a function raises ends the step, which raises
// it. The package keeps the functions, and this file only knows them: a reference here would be one
// that Python's collector does not see, and would keep a network whose own function uses it.

#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <utility>

#include "turnpike.h"

namespace turnpike_python {

// A message that came out, with its bytes.
struct Message {
  turnpike_message about;
  nanobind::bytes data;
};

inline turnpike_delivery value_of(const turnpike_delivery& delivery) { return delivery; }
inline turnpike_event value_of(const turnpike_event& event) { return event; }
inline Message value_of(const turnpike_message& message) {
  return {message, nanobind::bytes(message.bytes == 0 ? "" : message.data, message.bytes)};
}

class Listeners {
 public:
  PyObject* on_delivery = nullptr;
  PyObject* on_message = nullptr;
  PyObject* on_event = nullptr;
  turnpike_network* network = nullptr;

  template <class Item, PyObject* Listeners::*function>
  static void hear(void* user, const Item* item) noexcept {
    auto& all = *static_cast<Listeners*>(user);
    if (all.thrown_) return;
    const nanobind::gil_scoped_acquire python;
    try {
      nanobind::handle(all.*function)(value_of(*item));
    } catch (...) {
      all.thrown_ = std::current_exception();
      turnpike_interrupt(all.network);
    }
  }

  // After a call that ran cycles.
  void raise_what_was_raised() {
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

 private:
  std::exception_ptr thrown_;
};

}  // namespace turnpike_python
