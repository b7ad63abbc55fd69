// route_compute.h - the routing unit of an input port: the route of the head on its pins.
//
// The functions are in model/routing.

#pragma once

#include <cstddef>
#include <cstdint>

#include "model/common/routing.h"
#include "model/common/types.h"

namespace turnpike::model {

// The parameters in which routers of one shape differ.
struct RouterIdentity {
  Address node = 0;                         // node_i
  Address limit = 0;                        // limit_i
  const TableWord* const* lines = nullptr;  // with tables: [table_line()], by destination
  PortMask paced = 0;                       // outputs with a narrow channel behind them,
  const std::uint16_t* pauses = nullptr;    // pauses_i: [output port] cycles after a flit there

  unsigned pause_after(PortId output, unsigned) const { return pauses[output]; }
};

class RouteCompute {
 public:
  using Identity = RouterIdentity;

  // `checks`: destinations may be illegal.
  explicit RouteCompute(const RoutingParams& params, bool checks = true)
      : params_(params),
        route_(checks || params.kind.function->looks_up() ? compute_route
                                                          : params.kind.function->route) {}

  Route operator()(const RouterIdentity& self, Address destination, PortId in_port,
                   VcId in_vc) const {
    if (params_.kind.function->looks_up()) {
      const unsigned layer = layer_of(params_, in_vc);
      return table_route(params_, self.lines[table_line(params_, in_port, layer)][destination],
                         in_vc);
    }
    return route_(params_, self.node, self.limit, destination, in_port, in_vc);
  }

 private:
  RoutingParams params_;
  decltype(Routing::route) route_;
};

}  // namespace turnpike::model
