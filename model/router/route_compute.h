// route_compute.h - the routing unit of an input port: the route of the head on its pins.
//
// Mirror of rtl/router/route_compute.v and route_table.v; the functions are in
// model/common/routing.h.

#pragma once

#include <cstddef>

#include "model/common/routing.h"
#include "model/common/types.h"

namespace turnpike::model {

// What tells one router from another of the same shape.
struct RouterIdentity {
  Address node = 0;                 // node_i
  Address limit = 0;                // limit_i
  const PortMask* table = nullptr;  // RoutingKind::table: [in_port << address_bits | destination]
};

class RouteCompute {
 public:
  RouteCompute(const RoutingParams& params, unsigned address_bits)
      : params_(params), address_bits_(address_bits) {}

  Route operator()(const RouterIdentity& self, Address destination, PortId in_port,
                   VcId in_vc) const {
    if (params_.kind == RoutingKind::table) {
      const std::size_t entry = (std::size_t{in_port} << address_bits_) | destination;
      return {self.table[entry], all_vcs(params_.virtual_channels)};
    }
    return compute_route(params_, self.node, self.limit, destination, in_port, in_vc);
  }

 private:
  RoutingParams params_;
  unsigned address_bits_;
};

}  // namespace turnpike::model
