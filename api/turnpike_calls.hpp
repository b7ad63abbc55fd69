// turnpike_calls.hpp - the part of turnpike.hpp that C calls back, and options as C has them.

#ifndef TURNPIKE_CALLS_HPP
#define TURNPIKE_CALLS_HPP

#include <turnpike_values.hpp>

#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <vector>

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

inline const char* or_null(const std::string& text) {
  return text.empty() ? nullptr : text.c_str();
}

inline std::vector<const char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<const char*> pointers;
  pointers.reserve(texts.size());
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  return pointers;
}

// What all of it points to is the caller's: `overrides` are those of the options.
inline turnpike_options for_c(const Options& options, Calls& calls,
                              const std::vector<const char*>& overrides) {
  turnpike_options c{};
  c.size = sizeof c;
  c.overrides = overrides.data();
  c.overrides_count = overrides.size();
  c.engine = or_null(options.engine);
  c.threads = options.threads;
  c.queue_limit = options.queue_limit;
  c.drawn_traffic = options.drawn_traffic ? 1 : 0;
  c.allow_deadlock = options.allow_deadlock ? 1 : 0;
  c.mismatch_folder = or_null(options.mismatch_folder);
  c.in_systemc = options.in_systemc ? 1 : 0;
  c.queue_limit_flits = options.queue_limit_flits;
  c.ordered_classes = options.ordered_classes;
  c.flit_bytes = options.flit_bytes;
  c.header_flits = options.header_flits;
  c.packet_bytes = options.packet_bytes;
  if (options.on_build) {
    calls.on_build = options.on_build;
    c.on_build = [](void* user, const char* what) {
      auto& heard = *static_cast<Calls*>(user);
      heard.guarded([&] { heard.on_build(what); });
    };
    c.user = &calls;
  }
  return c;
}

// The same: `scopes` are those of the options.
inline turnpike_run_options for_c(const RunOptions& options, Calls& calls,
                                  const std::vector<const char*>& scopes) {
  turnpike_run_options c{};
  c.size = sizeof c;
  c.folder = or_null(options.folder);
  c.events = or_null(options.events);
  c.trace = or_null(options.trace);
  c.trace_from = options.trace_from;
  c.trace_to = options.trace_to;
  c.trace_scopes = scopes.data();
  c.trace_scopes_count = scopes.size();
  c.checkpoint = or_null(options.checkpoint);
  c.checkpoint_every = options.checkpoint_every;
  c.from_checkpoint = or_null(options.from_checkpoint);
  calls.on_progress = options.on_progress;
  if (options.on_progress) {
    c.on_progress = [](void* user, std::uint64_t cycle, const char* phase) {
      auto& heard = *static_cast<Calls*>(user);
      bool goes_on = false;
      heard.guarded([&] { goes_on = heard.on_progress(cycle, phase); });
      return std::int32_t{goes_on};
    };
    c.user = &calls;
  }
  return c;
}

}  // namespace turnpike::detail

#endif  // TURNPIKE_CALLS_HPP
