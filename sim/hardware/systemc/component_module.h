// component_module.h - a component's hardware as a SystemC module with channel ports.
//
// It has no process of its own: RtlNetwork runs one process for the edge and calls tick() for the
// modules in which something can happen. A module whose component is a lane of a bank is clocked
// with the others there (component_bank.h).

#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "model/common/state_stream.h"
#include "model/common/types.h"
#include "sim/hardware/rtl_components/component_abi.h"
#include "sim/hardware/systemc/flit_channel.h"

namespace turnpike::sim {

class ComponentModule final : public sc_core::sc_module {
 public:
  sc_core::sc_vector<sc_core::sc_port<FlitInIf>> in;    // [input port]
  sc_core::sc_vector<sc_core::sc_port<FlitOutIf>> out;  // [output port]

  ComponentModule(const sc_core::sc_module_name& name, unsigned ports,
                  std::unique_ptr<RtlComponent> component);
  // A lane, which outlives the module or its use.
  ComponentModule(const sc_core::sc_module_name& name, unsigned ports, RtlComponent& lane);
  // Another component, not yet reset, takes the place of the present one. After elaboration.
  void replace(std::unique_ptr<RtlComponent> component);

  RtlComponent& rtl() { return *component_; }

  // Nothing arrives and nothing inside can move: a clock edge would change nothing.
  bool is_quiet(unsigned parity) const { return !arrivals_.at[parity].any() && last_.is_busy == 0; }

  // A flit is on the input pins in the cycle with `parity`, the one that comes next.
  bool has_arrivals(unsigned parity) const { return arrivals_.at[parity].flits != 0; }

  // The edge that ends the cycle with `parity`.
  void tick(unsigned parity) {
    component_->tick(parity, take(parity), &last_);
    deliver(parity ^ 1u);
  }

  // The same in steps, for waveforms.
  void settle(unsigned parity) { component_->settle(parity, take(parity)); }
  void fall() { component_->fall(); }
  void rise(unsigned parity) {
    component_->rise(parity, &last_);
    deliver(parity ^ 1u);
  }

  // A clock edge that does not count, in the cycle with `parity`, whose inputs stay to be taken
  // (component_abi.h).
  void begin_hold(unsigned parity) { component_->begin_hold(parity, arrivals_.at[parity]); }
  void end_hold(unsigned parity) { component_->end_hold(parity, &last_); }

  // The parts of tick(), for a bank: what arrives in the cycle with `parity`; where the component
  // writes what it shows after its edge; what that is to the neighbours in the next cycle.
  PortActivity take(unsigned parity) {
    const PortActivity inputs = arrivals_.at[parity];
    arrivals_.at[parity] = {};
    return inputs;
  }
  EdgeResult& result() { return last_; }
  void deliver(unsigned parity);

  void reset();

  // The output pins of the present cycle: who is high, and the wires of a port.
  const EdgeResult& outputs() const { return last_; }
  const ChannelPins& sent(model::PortId port, unsigned parity) const {
    return out_wires_[port]->at[parity];
  }
  const ChannelPins& credited(model::PortId port, unsigned parity) const {
    return in_wires_[port]->at[parity];
  }
  // Since reset: [output port].
  const std::vector<std::uint64_t>& flits_sent() const { return flits_sent_; }

  // Everything a later cycle depends on.
  struct Checkpoint {
    std::vector<std::uint8_t> rtl;
    Arrivals arrivals;
    EdgeResult last;
    std::vector<ChannelWires> wires;  // into input ports

    void visit_state(model::StateStream& state) {
      state.list(rtl);
      state.value(arrivals);
      state.value(last);
      state.list(wires);
    }
  };
  void save(Checkpoint& to);
  void restore(const Checkpoint& from);
  // What it counts.
  void visit_counts(model::StateStream& state) { state.list(flits_sent_); }

 private:
  void end_of_elaboration() override;
  void start_of_simulation() override;

  std::unique_ptr<RtlComponent> owned_;
  RtlComponent* component_;
  Arrivals arrivals_;
  EdgeResult last_;
  std::vector<std::uint64_t> flits_sent_;  // [output port]
  std::vector<Listener> receivers_;        // [output port] of its flits
  std::vector<Listener> senders_;          // [input port] of its credits
  std::vector<ChannelWires*> in_wires_;    // [input port]
  std::vector<ChannelWires*> out_wires_;   // [output port]
};

inline void ComponentModule::deliver(unsigned parity) {
  for (std::uint32_t left = last_.outputs.flits; left != 0; left &= left - 1) {
    const auto port = static_cast<unsigned>(__builtin_ctz(left));
    const Listener& to = receivers_[port];
    to.arrivals->at[parity].flits |= to.bit;
    ++flits_sent_[port];
  }
  for (std::uint32_t left = last_.outputs.credits; left != 0; left &= left - 1) {
    const Listener& to = senders_[static_cast<unsigned>(__builtin_ctz(left))];
    to.arrivals->at[parity].credits |= to.bit;
  }
}

}  // namespace turnpike::sim
