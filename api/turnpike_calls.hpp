// turnpike_calls.hpp - the part of turnpike.hpp that C calls back.

#ifndef TURNPIKE_CALLS_HPP
#define TURNPIKE_CALLS_HPP

#include <turnpike_values.hpp>

#include <cstdint>
#include <exception>
#include <functional>
#include <string>

namespace turnpike::detail {

// What C calls back, where it stays when a Simulation is moved.
struct Calls {
  std::function<void(const std::string&)> on_build;
  std::function<void(const Event&)> on_event;
  std::function<void(const Delivery&)> on_delivery;
  std::function<void(const turnpike_message&)> on_message;
  std::function<bool(std::uint64_t, const std::string&)> on_progress;
  std::exception_ptr thrown;
  turnpike_network* network = nullptr;  // null as long as it is made

  template <class Item, std::function<void(const Item&)> Calls::*function>
  static void hear(void* user, const Item* item) {
    auto& calls = *static_cast<Calls*>(user);
    calls.guarded([&] { (calls.*function)(*item); });
  }

  // Nothing is thrown through C; check() throws it afterwards, which the end of the step is for.
  template <class Function>
  void guarded(Function function) noexcept {
    if (thrown) return;
    try {
      function();
    } catch (...) {
      thrown = std::current_exception();
      turnpike_interrupt(network);
    }
  }
};

}  // namespace turnpike::detail

#endif  // TURNPIKE_CALLS_HPP
