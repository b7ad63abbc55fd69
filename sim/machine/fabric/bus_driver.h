// bus_driver.h - what stands at the buses of a node with an axi_coprocessor: a processor that does
// what the machine asks, and looks around; and the way to the machine's memory.
//
// The machine stands at the native pins of a co-processor (docs/timing.md, 8). An instruction
// becomes a write of *issue*, or of *operation* and *pointer*, and is taken when the write is
// answered. A transfer of the memory's bus becomes a request, with a fence where all writes before
// it had been answered when it came. In between the processor reads all registers, writes what must
// be refused, and clears interrupts. What it does is drawn, keyed by node and cycle.
//
// Events (sent, received, errors) are not told to the machine from here: a register keeps the last
// error alone.

#pragma once

#include <cstdint>
#include <deque>

#include "model/adapters/axi_pins.h"
#include "model/common/random.h"
#include "model/coprocessor/coprocessor_pins.h"

namespace turnpike::sim {

struct BusSpec {
  double stall = 0;    // probability that a ready, or a response, waits a cycle more
  double look = 0.25;  // that an idle processor reads, and that it writes, a register
  double error = 0;    // that a response of the memory says SLVERR; its data is right all the same
  std::uint64_t seed = 1;
};

class BusDriver {
 public:
  // `asked`: the machine's pins of the node; it outlives this.
  BusDriver(const BusSpec& spec, model::NodeId node, const model::CoprocessorIn& asked);

  // What the machine sees in the present cycle: instruction and memory pins.
  const model::CoprocessorOut& shown() const { return shown_; }
  // Pins in the present cycle.
  const model::AxiLiteIn& processor() const { return processor_; }
  const model::AxiIn& memory() const { return memory_; }
  // The registers that must stand before the first message have been written.
  bool is_ready() const { return is_ready_; }
  // Nothing of the machine's is under way.
  bool is_idle() const;

  // Ends cycle `now`, in which the node showed `registers` and `memory`. `may_issue`: all nodes are
  // ready.
  void tick(model::Cycle now, const model::AxiLiteOut& registers, const model::AxiOut& memory,
            bool may_issue);

 private:
  struct Write {
    std::uint32_t address = 0;
    std::uint32_t data = 0;
    std::uint32_t strobe = 0xf;
    bool is_last = false;  // of an instruction: with its answer it has been taken
  };
  struct WriteAddress {
    std::uint32_t address = 0;
    bool is_alone = false;  // all writes before it have been answered
  };
  struct Word {
    std::uint64_t data = 0;
    std::uint32_t strobe = 0;
  };

  std::uint64_t draw() { return random_.draw(node_, event_++); }
  bool is_on(double probability) { return model::chance(draw(), probability); }
  void set_up();
  void write(const Write& write);
  void next_write(bool may_issue);
  void look_around();
  void issue();
  void tick_processor(const model::AxiLiteOut& bus, bool may_issue);
  void tick_memory(const model::AxiOut& bus);
  void respond();
  void next_request();

  BusSpec spec_;
  model::NodeId node_;
  const model::CoprocessorIn& asked_;
  model::RandomStream random_;
  std::uint64_t event_ = 0;

  model::CoprocessorOut shown_;
  model::AxiLiteIn processor_;
  model::AxiIn memory_;

  // A write has three parts: its address and its data, in any order, and its answer.
  std::deque<Write> addresses_;  // to come
  std::deque<Write> words_;      // to come
  std::deque<bool> answers_;     // to come: of the last write of an instruction
  bool is_issuing_ = false;      // an instruction is among them
  bool is_set_up_ = false;
  bool is_ready_ = false;
  bool is_reading_ = false;

  std::deque<WriteAddress> write_addresses_;
  std::deque<Word> write_data_;
  std::deque<std::uint32_t> read_addresses_;
  unsigned write_answers_ = 0;              // B to come
  unsigned unanswered_ = 0;                 // writes whose B has not been taken
  std::deque<std::uint64_t> read_answers_;  // R to come
};

}  // namespace turnpike::sim
