// expected_run.h - runs the model once more for the waveform of a difference: the expected outputs
// of some components in every cycle, and the pins of the terminals beyond the difference.
//
// The engine that found the difference keeps its state and statistics.

#pragma once

#include <memory>
#include <vector>

#include "model/network/model_engine.h"
#include "model/statistics/run_spec.h"
#include "model/traffic/traffic.h"
#include "sim/hardware/systemc/route_pins.h"
#include "sim/hardware/systemc/rtl_network.h"

namespace turnpike::sim {

class ExpectedRun {
 public:
  // In cycle 0. `modules`: indices in RtlNetwork::modules(), of which channels are passed over.
  // `rtl` outlives it.
  ExpectedRun(RtlNetwork& rtl, const model::Traffic& like, const model::RunSpec& run,
              const std::vector<std::size_t>& modules);

  // Throws Interrupted.
  void advance_to(model::Cycle cycle);
  // The next cycle.
  void step();
  // The model complained, and goes no further.
  bool is_over() const { return is_over_; }

  // What is expected in the present cycle, to the pins that waveforms show.
  void show() const;
  // What a terminal drives in the present cycle.
  model::NodeOutputs node_outputs(model::NodeId node) const {
    return is_over_ ? model::NodeOutputs() : model_->node_outputs(node);
  }

 private:
  struct Shown {
    model::ComponentId component = 0;
    std::vector<PassingRoutes> routes;  // [output port]
    EdgeResult result;
    std::vector<ChannelPins> ports;  // as of RtlComponent::expect
  };

  void look();
  void look_at(Shown& shown);

  RtlNetwork& rtl_;
  model::Traffic traffic_;
  std::unique_ptr<model::ModelEngine> model_;
  std::vector<Shown> shown_;
  model::ComponentOutputs outputs_;
  bool is_over_ = false;
};

}  // namespace turnpike::sim
