// axi4_exercise.h - an AXI4 network in the model under random bursts of all its managers, with a
// memory behind each subordinate's port.

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "model/axi/axi4_ends.h"
#include "model/axi/axi4_model.h"
#include "model/axi/axi4_software.h"
#include "model/axi/axi4_traffic.h"

namespace turnpike::model {

class Axi4Exercise {
 public:
  // `network` outlives it. `board_beats`: the most beats of a burst, if the managers and memories
  // are those of an FPGA (docs/fpga.md); empty: bursts of all kinds, and memories that stall. Those
  // of an FPGA do not stop, and keep their address map.
  Axi4Exercise(const Network& network, const Axi4NetworkSpec& spec, std::uint64_t seed,
               std::optional<unsigned> board_beats = {});

  const std::vector<Axi4Port>& ports() const { return model_->ports(); }
  Cycle now() const { return model_->now(); }
  // The pins of all buses in cycle now(), [port]: what each side drives. `pace`: probability that a
  // manager begins a read, and a write, in a cycle. Once a cycle, before advance().
  void drive(double pace);
  const Axi4Manager& manager(std::size_t port) const { return managers_[port]; }
  const Axi4Subordinate& subordinate(std::size_t port) const { return subordinates_[port]; }
  // The control block, if there is one: the pins of the software, and those of the block.
  const AxiLiteIn* software() const { return software_ ? &software_pins_ : nullptr; }
  const AxiLiteOut* control() const { return model_->control(); }
  // Ends the cycle. Throws NetworkError where a manager or a memory sees what is wrong.
  void advance();

  // The memory at a port takes and answers nothing from now on.
  void stop(std::size_t port);

  // Software loads this address map as soon as all requests are answered; until it is done no other
  // begins.
  void load_map(const std::vector<Axi4Region>& regions) { next_map_ = regions; }

  // Every request is answered, and the address map is loaded.
  bool is_done() const;
  // The counts of the manager at a port; all 0 at other ports.
  Axi4Counts counts(std::size_t port) const;
  // With a control block: what its counters hold, and what software has read of them.
  const Axi4CounterMap& counter_map() const { return model_->counter_map(); }
  const std::vector<std::uint64_t>& counters() const { return model_->counts(); }
  const Axi4Software& reader() const { return software_.value(); }

 private:
  std::unique_ptr<Axi4Model> model_;
  std::vector<std::unique_ptr<Axi4ManagerEnd>> traffic_;  // [port] of a manager
  std::vector<std::unique_ptr<Axi4MemoryEnd>> memories_;  // [port] of a subordinate
  std::vector<Axi4ManagerTraffic*> random_traffic_;       // those that are not of an FPGA
  std::vector<Axi4MemoryTraffic*> random_memories_;       // [port] of a subordinate
  std::vector<Axi4Manager> managers_;
  std::vector<Axi4Subordinate> subordinates_;
  std::optional<Axi4Software> software_;
  AxiLiteIn software_pins_;
  std::vector<Axi4Region> next_map_;  // empty: none
  bool is_loading_ = false;

  void add_random(std::size_t port, const Axi4NetworkSpec& spec, std::uint64_t seed);
  void add_board(const Axi4NetworkSpec& spec, std::uint64_t seed, unsigned beats);
  bool is_quiet() const;
  void follow_load();
};

}  // namespace turnpike::model
