// bank_driver.h - the terminals of the model (model/network/terminals.h) behind the pins of SystemC
// modules.
//
// They serve a node as a whole: if it has several local channels, all its terminals read their
// inputs before the first of them drives its outputs.

#pragma once

#include <memory>
#include <vector>

#include "model/network/terminals.h"
#include "sim/hardware/systemc/terminal_module.h"

namespace turnpike::sim {

class BankDriver final : public TerminalDriver {
 public:
  // `network` and `traffic` outlive it.
  BankDriver(const model::Network& network, model::Traffic& traffic, const model::RunSpec& run);

  void begin_cycle(model::Cycle now) override;
  bool sees_first() const override { return network_.local_channels > 1; }
  void see(model::NodeId terminal, const TerminalInputs& inputs) override {
    seen_[terminal] = inputs;
  }
  TerminalOutputs cycle(model::NodeId terminal, const TerminalInputs& inputs) override;

  void visit_state(model::StateStream& state) { terminals_->visit_state(state); }

  // Statistics.
  model::Terminals& terminals() { return *terminals_; }
  const model::Terminals& terminals() const { return *terminals_; }
  // Events of all packets go to the end of `log` from now on; null: no more.
  void log_events(std::vector<model::Event>* log) { log_ = log; }

 private:
  const model::Network& network_;
  std::unique_ptr<model::Terminals> terminals_;
  std::vector<model::TerminalInputs> seen_;   // [terminal], of several local channels
  std::vector<model::TerminalOutputs> next_;  // [local channel] of the node that drives
  model::Cycle now_ = 0;
  std::vector<model::Event>* log_ = nullptr;
};

}  // namespace turnpike::sim
