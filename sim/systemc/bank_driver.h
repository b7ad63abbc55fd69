// bank_driver.h - the terminals of the model behind the pins of SystemC modules: those of
// model/network/terminal_bank.h, or of model/network/message_bank.h (message_driver.h).

#pragma once

#include <memory>
#include <vector>

#include "model/network/terminal_bank.h"
#include "sim/systemc/terminal_module.h"

namespace turnpike::sim {

// The terminal bank for any flit width.
class BankDriver : public TerminalDriver {
 public:
  virtual model::Collector collected() = 0;
  virtual void restart_collector(model::MeasurementWindow window) = 0;
  virtual std::uint64_t packets_outstanding() = 0;
  virtual std::uint64_t measured_outstanding() = 0;
  virtual bool drained() = 0;
  virtual std::uint64_t flits_consumed() const = 0;
  // Events of all packets go to the end of `log` from now on; null: no more.
  virtual void log_events(std::vector<model::Event>* log) = 0;
};

template <unsigned kWords>
class BankDriverOf final : public BankDriver {
 public:
  BankDriverOf(const model::Network& network, model::Traffic& traffic, std::uint64_t seed,
               double sink_stall)
      : bank_(network, traffic, seed, sink_stall,
              {{0, static_cast<model::NodeId>(network.terminals.size())}}),
        flits_(network.terminals.size()) {}

  void begin_cycle(model::Cycle now) override {
    now_ = now;
    bank_.begin_cycle(now);
    bank_.begin_partition(now, 0, log_);
  }

  // The steps of TerminalBank::cycle, without its copies.
  TerminalOutputs cycle(model::NodeId node, const TerminalInputs& seen) override {
    TerminalOutputs next;
    for (model::VcMask left = seen.inject_credit; left != 0; left &= left - 1) {
      bank_.credit(node, static_cast<model::VcId>(__builtin_ctz(left)));
    }
    next.valid = bank_.send(node, now_, next.vc, flits_[node]);
    next.flit = flits_[node].word;
    if (!seen.valid && !bank_.has_stalls()) return next;
    model::FlitWords<kWords> flit;
    if (seen.valid) {
      for (unsigned i = 0; i < kWords; ++i) flit.word[i] = seen.flit[i];
    }
    if (!bank_.has_stalls()) {
      bank_.consume(node, 0, now_, seen.vc, flit);
      next.eject_credit = 1u << seen.vc;
      return next;
    }
    const std::optional<model::VcId> arrived =
        seen.valid ? std::optional<model::VcId>(seen.vc) : std::nullopt;
    const std::optional<model::VcId> freed = bank_.store_and_consume(node, 0, now_, arrived, flit);
    if (freed) next.eject_credit = 1u << *freed;
    return next;
  }

  model::Collector collected() override { return bank_.collected(); }
  void restart_collector(model::MeasurementWindow window) override {
    bank_.restart_collector(window);
  }
  std::uint64_t packets_outstanding() override { return bank_.packets_outstanding(); }
  std::uint64_t measured_outstanding() override { return bank_.measured_outstanding(); }
  bool drained() override { return bank_.drained(); }
  std::uint64_t flits_consumed() const override { return bank_.flits_consumed(); }
  void log_events(std::vector<model::Event>* log) override { log_ = log; }

 private:
  model::TerminalBank<kWords> bank_;
  std::vector<model::FlitWords<kWords>> flits_;  // [node] on the injection pins
  model::Cycle now_ = 0;
  std::vector<model::Event>* log_ = nullptr;
};

// For the kind of terminals and the flit width of `network`. `network` and `traffic` must outlive
// it.
std::unique_ptr<BankDriver> make_bank_driver(const model::Network& network, model::Traffic& traffic,
                                             std::uint64_t seed, double sink_stall);

}  // namespace turnpike::sim
