// message_driver.cpp - pins of terminals to pins of nodes and back.

#include "sim/systemc/message_driver.h"

#include <algorithm>

#include "model/network/message_engine.h"

namespace turnpike::sim {
namespace {

model::MessageBankSpec spec_of(const model::Network& network, std::uint64_t seed,
                               double sink_stall) {
  model::RunSpec run;
  run.seed = seed;
  run.sink_stall = sink_stall;
  return model::message_bank_spec(network, run);
}

}  // namespace

MessageDriver::MessageDriver(const model::Network& network, model::Traffic& traffic,
                             std::uint64_t seed, double sink_stall)
    : network_(network),
      bank_(network, &traffic, spec_of(network, seed, sink_stall), {{0, network.nodes()}}),
      seen_(network.terminals.size()),
      next_(network.local_channels) {}

void MessageDriver::begin_cycle(model::Cycle now) {
  now_ = now;
  bank_.begin_cycle(now);
  bank_.begin_partition(now, 0, log_);
}

void MessageDriver::see(model::NodeId terminal, const TerminalInputs& inputs) {
  seen_[terminal] = inputs;
}

TerminalOutputs MessageDriver::cycle(model::NodeId terminal, const TerminalInputs& inputs) {
  const model::NodeId node = network_.node_of(terminal);
  const model::NodeId first = network_.first_terminal(node);
  if (terminal == first) {
    std::fill(next_.begin(), next_.end(), model::TerminalOutputs{});
    bank_.cycle(node, 0, now_, {&seen_[first], inputs.queue}, next_.data());
  }
  return next_[terminal - first];
}

}  // namespace turnpike::sim
