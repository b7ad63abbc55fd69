// terminal_module.h - one terminal of the network: the pins of the C++ code that sends and
// receives.

#pragma once

#include <systemc>

#include "model/common/state_stream.h"
#include "model/common/types.h"
#include "model/network/terminal_driver.h"
#include "sim/hardware/systemc/flit_channel.h"

namespace turnpike::sim {

// What terminal n sees in the present cycle.
struct TerminalInputs : model::TerminalInputs {
  // [output port] queue_o of the packet router that its flits go to; null: another component.
  const std::uint16_t* queue = nullptr;
};

// What terminal n drives in the next cycle; the flit stays until its next cycle.
using TerminalOutputs = model::TerminalOutputs;

// The code behind all terminals of a network.
class TerminalDriver {
 public:
  virtual ~TerminalDriver() = default;
  // Once per cycle, before any terminal's cycle().
  virtual void begin_cycle(model::Cycle now) = 0;
  virtual TerminalOutputs cycle(model::NodeId node, const TerminalInputs& inputs) = 0;
  // For code that must know what all terminals of a node see before the first of them drives:
  // where sees_first() is true, see() is called for each terminal before any cycle().
  virtual bool sees_first() const { return false; }
  virtual void see(model::NodeId /*node*/, const TerminalInputs& /*inputs*/) {}
  // What node drives in the first cycle after reset is nothing.
};

class TerminalModule final : public sc_core::sc_module {
 public:
  sc_core::sc_port<FlitInIf> in{"in"};     // ejection
  sc_core::sc_port<FlitOutIf> out{"out"};  // injection

  // `queue`: see TerminalInputs.
  TerminalModule(const sc_core::sc_module_name& name, model::NodeId node,
                 const std::uint16_t* queue = nullptr)
      : sc_core::sc_module(name), node_(node), queue_(queue) {}

  // The edge that ends the cycle with `parity`.
  void tick(unsigned parity, TerminalDriver& driver);
  // Before it, for TerminalDriver::see.
  void show(unsigned parity, TerminalDriver& driver) const { driver.see(node_, inputs(parity)); }

  void reset() { arrivals_ = {}; }

  struct Checkpoint {
    Arrivals arrivals;
    ChannelWires eject;

    void visit_state(model::StateStream& state) {
      state.value(arrivals);
      state.value(eject);
    }
  };
  void save(Checkpoint& to) const { to = {arrivals_, *eject_}; }
  void restore(const Checkpoint& from) {
    arrivals_ = from.arrivals;
    *eject_ = from.eject;
  }

 private:
  void end_of_elaboration() override;
  TerminalInputs inputs(unsigned parity) const;

  model::NodeId node_;
  const std::uint16_t* queue_;
  Arrivals arrivals_;
  ChannelWires* eject_ = nullptr;
  ChannelWires* inject_ = nullptr;
};

}  // namespace turnpike::sim
