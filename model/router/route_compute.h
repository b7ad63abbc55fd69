// route_compute.h - the routing unit of an input port: the route of the head on its pins.
//
// Mirror of rtl/router/route_compute.v and route_table.v; the functions are in
// model/common/routing.h.

#pragma once

#include <cstddef>
#include <cstdint>

#include "model/common/routing.h"
#include "model/common/types.h"

namespace turnpike::model {

// What tells one router from another of the same shape.
struct RouterIdentity {
  Address node = 0;                 // node_i
  Address limit = 0;                // limit_i
  const PortMask* table = nullptr;  // RoutingKind::table: [in_port << address_bits | destination]

  static constexpr bool kCanPause = false;
};

class RouteCompute {
 public:
  using Identity = RouterIdentity;

  // `checks`: destinations may be illegal.
  RouteCompute(const RoutingParams& params, unsigned address_bits, bool checks = true)
      : params_(params), address_bits_(address_bits), checks_(checks) {
    for (unsigned bit = 0; bit < 32; ++bit) {
      dimension_of_[bit] = static_cast<std::uint8_t>(bit / params_.coordinate_bits);
    }
  }

  Route operator()(const RouterIdentity& self, Address destination, PortId in_port,
                   VcId in_vc) const {
    if (params_.kind == RoutingKind::table) {
      const std::size_t entry = (std::size_t{in_port} << address_bits_) | destination;
      return {self.table[entry], class_vcs(params_, in_vc)};
    }
    if (checks_ || params_.kind == RoutingKind::destination_tag) {
      return compute_route(params_, self.node, self.limit, destination, in_port, in_vc);
    }
    const Address differs = self.node ^ destination;
    if (differs == 0) return {local_output_behind(params_, in_port), class_vcs(params_, in_vc)};
    const unsigned d = dimension_of_[bit_to_correct(params_, differs)];
    return route_in_dimension(params_, d, self.node, self.limit, destination, in_port, in_vc);
  }

 private:
  RoutingParams params_;
  unsigned address_bits_;
  bool checks_;
  std::uint8_t dimension_of_[32];  // [bit of an address]
};

}  // namespace turnpike::model
