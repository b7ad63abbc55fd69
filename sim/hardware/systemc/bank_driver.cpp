// bank_driver.cpp - pins of terminals to pins of nodes and back.

#include "sim/hardware/systemc/bank_driver.h"

#include <algorithm>

namespace turnpike::sim {

BankDriver::BankDriver(const model::Network& network, model::Traffic& traffic,
                       const model::RunSpec& run)
    : network_(network),
      terminals_(model::make_terminals(network, traffic, run, {{0, network.nodes()}})),
      seen_(network.local_channels > 1 ? network.terminals.size() : 0),
      next_(network.local_channels) {}

void BankDriver::begin_cycle(model::Cycle now) {
  now_ = now;
  terminals_->begin_cycle(now);
  terminals_->begin_partition(now, 0, log_);
}

TerminalOutputs BankDriver::cycle(model::NodeId terminal, const TerminalInputs& inputs) {
  if (!sees_first()) {
    TerminalOutputs next;
    terminals_->cycle(terminal, 0, now_, {&inputs, inputs.queue}, &next);
    return next;
  }
  const model::NodeId node = network_.node_of(terminal);
  const model::NodeId first = network_.first_terminal(node);
  if (terminal == first) {
    std::fill(next_.begin(), next_.end(), TerminalOutputs{});
    terminals_->cycle(node, 0, now_, {&seen_[first], inputs.queue}, next_.data());
  }
  return next_[terminal - first];
}

}  // namespace turnpike::sim
