// channel_meter.h - the load of the channels while packets were measured, and the mean occupancy of
// the buffers over the ends of windows.

#pragma once

#include <cstdint>
#include <vector>

#include "model/network/engine.h"
#include "model/statistics/results.h"
#include "model/statistics/run_control.h"

namespace turnpike::model {

class ChannelMeter {
 public:
  // `network` outlives it.
  explicit ChannelMeter(const Network& network) : network_(network) {}

  void start(const Engine& engine);
  void sample(Engine& engine);
  void stop(Engine& engine);

  // Between start and stop. Needs results.accepted.
  void fill(Results& results) const;

  void visit_state(StateStream& state);
  // The state that was read, of a run in this phase.
  void check(const StateStream& state, Phase phase) const;

 private:
  const Network& network_;
  std::vector<std::uint64_t> before_;  // [component * ports + port]
  std::vector<std::uint64_t> after_;
  std::vector<double> occupancy_;  // [lane] summed over samples
  std::uint64_t samples_ = 0;
  Cycle started_ = 0;
  Cycle cycles_ = 0;
};

}  // namespace turnpike::model
