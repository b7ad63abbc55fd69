// interchange_route.h - the routing unit of an interchange.
//
// Mirror of rtl/interchange/interchange_route.v and express_distance.v; the function is in
// model/common/interchange_routing.h.

#pragma once

#include "model/common/interchange_routing.h"

namespace turnpike::model {

class InterchangeRoute {
 public:
  using Identity = InterchangePlace;

  explicit InterchangeRoute(const InterchangeRouting& params) : params_(params) {}

  Route operator()(const InterchangePlace& self, Address destination, PortId in_port,
                   VcId in_vc) const {
    return interchange_route(params_, self, destination, in_port, in_vc);
  }

 private:
  InterchangeRouting params_;
};

}  // namespace turnpike::model
