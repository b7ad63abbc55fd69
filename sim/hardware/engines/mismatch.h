// mismatch.h - the first output in which hardware and model differ.

#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "model/network/engine.h"

namespace turnpike::sim {

// The signal of a violated REQUIRE or ENSURE.
constexpr const char* kOwnCheck = "its own check";

// The port whose part of a component a path names ("router_1.router.u_core.g_output[2].g_unit"):
// the first of its inputs or outputs on the way down; none: a part that serves all ports.
inline std::optional<model::PortId> port_of_path(const std::string& path) {
  const std::size_t at = std::min(path.find(".g_input["), path.find(".g_output["));
  if (at == std::string::npos) return std::nullopt;
  const std::size_t digits = path.find('[', at) + 1;
  return static_cast<model::PortId>(std::stoul(path.substr(digits)));
}

struct Mismatch {
  model::Cycle cycle = 0;
  std::size_t module = 0;  // index in RtlNetwork::modules()
  std::string component;   // its name
  model::PortId port = 0;  // 0 too where there is none
  std::string signal;      // out_valid_o, out_vc_o, out_flit_o, out_route_o, in_credit_o, queue_o,
                           // error_o
  std::string expected;    // by the model
  std::string actual;      // by the RTL
  std::uint64_t seed = 0;
  // Cycles since a flit was last on its input pins, at least 1; none: not in the cycles that were
  // run again for the waveform.
  std::optional<model::Cycle> since_flit;
  bool after_hold = false;  // the clock rose once more with enable_i low (hold_schedule.h)

  std::string to_text() const {
    const bool has_port = signal != kOwnCheck || port_of_path(actual).has_value();
    return "cycle " + std::to_string(cycle) + ", " + component +
           (has_port ? ", port " + std::to_string(port) : "") + ", " + signal + ": expected " +
           expected + ", actual " + actual + " (seed " + std::to_string(seed) +
           (after_hold ? "; after one more clock edge with enable_i low)" : ")");
  }
};

// Ends a lockstep run; what() is the whole report: the difference and what was left to look at.
struct LockstepError : model::NetworkError {
  LockstepError(const std::string& report, Mismatch first, std::vector<std::string> written)
      : model::NetworkError(report), mismatch(std::move(first)), files(std::move(written)) {}

  Mismatch mismatch;
  std::vector<std::string> files;  // waveform and view
};

}  // namespace turnpike::sim
