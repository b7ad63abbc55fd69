// mechanism_study.h - what the model assumes of single messages, ports and channels, measured.

#pragma once

#include <optional>
#include <vector>

#include "papers/network_runs.h"
#include "papers/shahrabi/panels.h"

namespace turnpike::sim::shahrabi {

// Latencies in a network with one message, cycles as they are here.
struct ZeroLoad {
  std::vector<double> unicast;  // [d - 1]: to a node d hops away
  double broadcast = 0;
  // Of the first broadcast:
  unsigned nodes = 0;  // that received it once
  unsigned steps = 0;  // until the last one did
};
ZeroLoad study_zero_load(const Panel& panel, std::uint64_t seed);

// Messages that go into each local channel, copies among them, as shares of all.
std::vector<double> study_ports(const Panel& panel, const PaperOptions& options);
// The same, counted: unicasts by their highest dimension, copies evenly.
std::vector<double> counted_ports(const Panel& panel);

// Copies of broadcasts and nothing else: busiest channel over the mean.
struct Balance {
  Measured rotating;
  Measured random;
  Measured fixed;
};
std::optional<Balance> study_balance(const Panel& panel, const PaperOptions& options);

}  // namespace turnpike::sim::shahrabi
