// message_driver.h - the terminals of model/network/message_bank.h behind the pins of SystemC
// modules.
//
// The bank serves a node as a whole, so all its terminals show what they see before the first of
// them drives.

#pragma once

#include <vector>

#include "model/network/message_bank.h"
#include "sim/systemc/bank_driver.h"

namespace turnpike::sim {

class MessageDriver final : public BankDriver {
 public:
  MessageDriver(const model::Network& network, model::Traffic& traffic, std::uint64_t seed,
                double sink_stall);

  void begin_cycle(model::Cycle now) override;
  bool sees_first() const override { return true; }
  void see(model::NodeId terminal, const TerminalInputs& inputs) override;
  TerminalOutputs cycle(model::NodeId terminal, const TerminalInputs& inputs) override;

  model::Collector collected() override { return bank_.collected(); }
  void restart_collector(model::MeasurementWindow window) override {
    bank_.restart_collector(window);
  }
  std::uint64_t packets_outstanding() override { return bank_.messages_outstanding(); }
  std::uint64_t measured_outstanding() override { return bank_.measured_outstanding(); }
  bool drained() override { return bank_.drained(); }
  std::uint64_t flits_consumed() const override { return bank_.flits_consumed(); }
  void log_events(std::vector<model::Event>* log) override { log_ = log; }

 private:
  const model::Network& network_;
  model::MessageBank bank_;
  std::vector<model::TerminalInputs> seen_;   // [terminal]
  std::vector<model::TerminalOutputs> next_;  // [local channel] of the node that drives
  model::Cycle now_ = 0;
  std::vector<model::Event>* log_ = nullptr;
};

}  // namespace turnpike::sim
