// router_rtl.h - one Verilated router, driven pin by pin.
//
// In and Out are the pins of one cycle, as docs/timing.md section 1 has them. out() shows this
// cycle's outputs, which are registers; tick() is the clock edge that ends the cycle.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/common/flit.h"
#include "model/router/router_params.h"
#include "sim/rtl_components/shape_cache.h"

namespace turnpike::test {

class RouterRtl {
 public:
  using Flit = model::FlitWords<sim::kMaxFlitWords>;

  struct Pins {  // of one port
    bool valid = false;
    model::VcId vc = 0;
    Flit flit;
    model::VcMask credit = 0;  // against the flits' direction
  };
  struct In {
    explicit In(unsigned ports) : in(ports), out_credit(ports) {}
    std::vector<Pins> in;                   // [input port]; credit is unused
    std::vector<model::VcMask> out_credit;  // [output port]
  };
  struct Out {
    std::vector<Pins> out;                 // [output port]; credit is unused
    std::vector<model::VcMask> in_credit;  // [input port]
    bool error = false;
    bool idle = true;
  };

  explicit RouterRtl(const model::RouterParams& params, model::Address node = 0,
                     model::Address limit = 0, std::uint64_t seed = 1)
      : params_(params),
        library_(sim::ShapeCache().load({sim::router_shape(params)})),
        runtime_(library_->create_runtime(seed)),
        router_(library_->create(0, *runtime_, "router")),
        in_(params.ports),
        out_(params.ports) {
    for (unsigned port = 0; port < params.ports; ++port) {
      router_->bind(port, &in_[port], &out_[port]);
    }
    router_->set_place({node, limit, 0, 0, 0});
    reset();
  }

  const model::RouterParams& params() const { return params_; }
  In idle_pins() const { return In(params_.ports); }

  Out out() const {
    Out pins{std::vector<Pins>(params_.ports), std::vector<model::VcMask>(params_.ports),
             seen_.error != 0, seen_.is_busy == 0};
    for (unsigned port = 0; port < params_.ports; ++port) {
      const sim::ChannelPins& sent = out_[port].at[parity_];
      Pins& to = pins.out[port];
      to.valid = (seen_.outputs.flits >> port & 1) != 0;
      if (to.valid) {
        to.vc = sent.vc;
        for (unsigned word = 0; word * 64 < params_.format.wire_bits(); ++word) {
          to.flit.word[word] = sent.flit[word];
        }
      }
      const bool any = (seen_.outputs.credits >> port & 1) != 0;
      pins.in_credit[port] = any ? in_[port].at[parity_].credit : 0;
    }
    return pins;
  }

  void tick(const In& pins) {
    sim::PortActivity active;
    for (unsigned port = 0; port < params_.ports; ++port) {
      sim::ChannelPins& arriving = in_[port].at[parity_];
      if (pins.in[port].valid) {
        active.flits |= 1u << port;
        arriving.vc = pins.in[port].vc;
        for (unsigned i = 0; i < sim::kMaxFlitWords; ++i) {
          arriving.flit[i] = pins.in[port].flit.word[i];
        }
      }
      if (pins.out_credit[port] != 0) {
        active.credits |= 1u << port;
        out_[port].at[parity_].credit = pins.out_credit[port];
      }
    }
    router_->tick(parity_, active, &seen_);
    parity_ ^= 1;
  }

  void reset() {
    router_->reset();
    seen_ = {};
  }

  // The first REQUIRE or ENSURE that did not hold; empty: none.
  std::string violation() const {
    return runtime_->violation() == nullptr ? "" : runtime_->violation();
  }

 private:
  model::RouterParams params_;
  std::unique_ptr<sim::ShapeLibrary> library_;
  std::unique_ptr<sim::RtlRuntime> runtime_;
  std::unique_ptr<sim::RtlComponent> router_;
  std::vector<sim::ChannelWires> in_;   // [input port]
  std::vector<sim::ChannelWires> out_;  // [output port]
  sim::EdgeResult seen_;
  unsigned parity_ = 0;
};

}  // namespace turnpike::test
