// flit_channel.h - a channel between SystemC modules: flits one way, credits the other.
//
// A flit that is sent at the clock edge that ends cycle t is on the pins in cycle t + 1 only.
// Modules read one half of the wires and write the other, so they may run in any order at an edge.
// Your own module needs only FlitInIf and FlitOutIf, called from a process that is sensitive to the
// rising clock edge.

#pragma once

#include <cstdint>
#include <systemc>

#include "model/common/flit.h"
#include "model/common/types.h"
#include "sim/hardware/rtl_components/component_abi.h"
#include "sim/hardware/systemc/network_clock.h"
#include "sim/hardware/systemc/route_pins.h"

namespace turnpike::sim {

// What arrives at one module, a bit per port: [parity of the cycle].
struct Arrivals {
  PortActivity at[2];
};

// Who hears of a flit or of a credit, and by which bit.
struct Listener {
  Arrivals* arrivals = nullptr;
  std::uint32_t bit = 1;
};

// The receiving end.
class FlitInIf : public virtual sc_core::sc_interface {
 public:
  virtual bool valid() const = 0;  // a flit is on the pins
  virtual model::VcId vc() const = 0;
  virtual const std::uint64_t* flit() const = 0;  // {tail, head, data} from bit 0 up
  // One bit per VC: the buffer slots that were freed in this cycle.
  virtual void return_credit(model::VcMask vcs) = 0;

  // For modules that the network dispatches itself, which use the wires directly. Attach before
  // the end of elaboration; the other end is known after it.
  virtual ChannelWires& attach_receiver(Listener listener) = 0;
  virtual Listener sender() const = 0;
};

// The sending end.
class FlitOutIf : public virtual sc_core::sc_interface {
 public:
  // The route at the next router goes with it.
  virtual void send(model::VcId vc, const std::uint64_t* flit) = 0;
  virtual model::VcMask credit() const = 0;  // credits on the pins in this cycle

  virtual ChannelWires& attach_sender(Listener listener) = 0;
  virtual Listener receiver() const = 0;
};

class FlitChannel final : public sc_core::sc_object, public FlitInIf, public FlitOutIf {
 public:
  FlitChannel(const char* name, NetworkClock& clock, const model::FlitFormat& format)
      : sc_core::sc_object(name), clock_(clock), format_(format) {}

  bool valid() const override { return (receiver_.arrivals->at[now()].flits & receiver_.bit) != 0; }
  model::VcId vc() const override { return wires_.at[now()].vc; }
  const std::uint64_t* flit() const override { return wires_.at[now()].flit; }
  void return_credit(model::VcMask vcs) override;

  // What send() puts on the route pins; it outlives this. Without it they stay zero.
  void set_routes(PassingRoutes* routes) { routes_ = routes; }
  void send(model::VcId vc, const std::uint64_t* flit) override;
  model::VcMask credit() const override {
    const bool any = (sender_.arrivals->at[now()].credits & sender_.bit) != 0;
    return any ? wires_.at[now()].credit : 0;
  }

  ChannelWires& attach_receiver(Listener listener) override;
  ChannelWires& attach_sender(Listener listener) override;
  Listener receiver() const override { return receiver_; }
  Listener sender() const override { return sender_; }

  // Once all have attached: an end that nobody attached to is cleared by the clock.
  void end_elaboration();

 private:
  unsigned now() const { return clock_.parity(); }
  unsigned next() const { return clock_.parity() ^ 1u; }

  NetworkClock& clock_;
  model::FlitFormat format_;
  PassingRoutes* routes_ = nullptr;
  ChannelWires wires_;
  Arrivals own_;  // of ends that nobody attached to
  Listener receiver_{&own_, 1};
  Listener sender_{&own_, 1};
};

}  // namespace turnpike::sim
