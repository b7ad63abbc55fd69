// routers.h - a router of the model and a Verilated one behind the same functions.
//
// Both take and show model::Router's pins; breach_of_tick() is what is printed or thrown when a
// neighbour breaks its duty in this cycle, empty when it does not.

#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "model/router/router.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {

using RouterIn = model::Router::In;
using RouterOut = model::Router::Out;

class ModelRouter {
 public:
  explicit ModelRouter(const model::RouterParams& params, std::uint64_t = 1) : router_(params) {}

  RouterOut eval() const { return router_.eval(); }
  void tick(const RouterIn& in) { router_.tick(in); }
  void reset(const RouterIn&) { router_.reset(); }
  bool is_violated() const { return false; }  // it would have thrown
  std::string breach_of_tick(const RouterIn& in) {
    try {
      router_.tick(in);
    } catch (const std::logic_error& error) {
      return error.what();
    }
    return "";
  }

 private:
  model::Router router_;
};

template <class Top>
class RtlRouter {
 public:
  explicit RtlRouter(const model::RouterParams& params, std::uint64_t seed = 1)
      : params_(params), rtl_(seed) {
    reset({});
  }

  RouterOut eval() {
    RouterOut out;
    out.out_valid = static_cast<model::PortMask>(element(rtl_->out_valid_o, 0, params_.ports));
    for (model::PortId port = 0; port < params_.ports; ++port) {
      const unsigned vcs = params_.virtual_channels;
      out.in_credit[port] = static_cast<model::VcMask>(element(rtl_->in_credit_o, port, vcs));
      if ((out.out_valid >> port & 1) == 0) continue;
      out.out_vc[port] = static_cast<model::VcId>(element(rtl_->out_vc_o, port, vc_bits()));
      for (unsigned bit = 0; bit < flit_bits(); bit += 64) {
        out.out_flit[port].word[bit / 64] =
            sim::get_bits(rtl_->out_flit_o, port * flit_bits() + bit, width_from(bit));
      }
    }
    out.error = rtl_->error_o != 0;
    out.idle = rtl_->idle_o != 0;
    return out;
  }
  void tick(const RouterIn& in) {
    drive_pins(in);
    rtl_.tick();
  }
  void reset(const RouterIn& in) {
    drive_pins(in);
    rtl_.reset();
  }
  bool is_violated() const { return rtl_.is_violated(); }
  std::string breach_of_tick(const RouterIn& in) {
    drive_pins(in);
    return rtl_.violation_of_tick();
  }

 private:
  unsigned vc_bits() const {
    unsigned bits = 1;
    while ((1u << bits) < params_.virtual_channels) ++bits;
    return bits;
  }
  unsigned flit_bits() const { return params_.format.wire_bits(); }
  unsigned width_from(unsigned bit) const {
    return flit_bits() - bit < 64 ? flit_bits() - bit : 64;
  }

  void drive_pins(const RouterIn& in) {
    drive(rtl_->enable_i, in.enable);
    drive(rtl_->node_i, in.node);
    drive(rtl_->limit_i, in.limit);
    drive(rtl_->table_we_i, in.table_we);
    drive(rtl_->table_port_i, in.table_port);
    drive(rtl_->table_dest_i, in.table_dest);
    drive(rtl_->table_mask_i, in.table_mask);
    drive(rtl_->in_valid_i, in.in_valid);
    for (model::PortId port = 0; port < params_.ports; ++port) {
      drive_element(rtl_->in_vc_i, port, vc_bits(), in.in_vc[port]);
      drive_element(rtl_->out_credit_i, port, params_.virtual_channels, in.out_credit[port]);
      for (unsigned bit = 0; bit < flit_bits(); bit += 64) {
        sim::set_bits(rtl_->in_flit_i, port * flit_bits() + bit, width_from(bit),
                      in.in_flit[port].word[bit / 64]);
      }
    }
  }

  model::RouterParams params_;
  RtlModule<Top> rtl_;
};

}  // namespace turnpike::test
