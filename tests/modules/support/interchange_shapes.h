// interchange_shapes.h - the parameters of the Verilated interchanges of CMakeLists.txt, for the
// model.

#pragma once

#include <array>
#include <initializer_list>

#include "model/interchange/interchange_params.h"

namespace turnpike::test {

struct ExpressLevel {
  unsigned channels;
  std::uint32_t distance;
};

inline model::InterchangeRouting express_routing(unsigned dimensions, unsigned coordinate_bits,
                                                 bool is_aligned,
                                                 std::initializer_list<ExpressLevel> levels) {
  model::InterchangeRouting routing;
  routing.dimensions = dimensions;
  routing.coordinate_bits = coordinate_bits;
  routing.is_aligned = is_aligned;
  routing.levels = 0;
  for (const ExpressLevel& level : levels) {
    routing.channels[routing.levels] = level.channels;
    routing.distance[routing.levels] = level.distance;
    ++routing.levels;
  }
  return routing;
}

inline model::InterchangeParams interchange_shape(const model::InterchangeRouting& routing,
                                                  unsigned vcs, unsigned depth,
                                                  unsigned express_depth, unsigned flit_bits) {
  model::InterchangeParams params;
  params.routing = routing;
  params.routing.virtual_channels = vcs;
  params.buffer_depth = depth;
  params.express_depth = express_depth;
  params.format = {flit_bits, routing.dimensions * routing.coordinate_bits};
  return params;
}

// Vinterchange_line and Vinterchange_line_pipeline_2
inline model::InterchangeParams line_interchange(unsigned pipeline_cycles) {
  model::InterchangeParams params =
      interchange_shape(express_routing(1, 6, true, {{2, 4}, {1, 16}}), 2, 3, 5, 32);
  params.pipeline_cycles = pipeline_cycles;
  params.patience = 6;
  return params;
}

// Vinterchange_ring
inline model::InterchangeParams ring_interchange() {
  model::InterchangeRouting routing = express_routing(2, 4, false, {{3, 3}});
  routing.is_ring = true;
  model::InterchangeParams params = interchange_shape(routing, 3, 5, 2, 70);
  params.patience = 9;
  return params;
}

// Vinterchange_up
inline model::InterchangeParams up_interchange() {
  model::InterchangeRouting routing = express_routing(1, 5, true, {{1, 2}, {1, 4}, {2, 8}});
  routing.is_ring = true;
  routing.bidirectional = false;
  model::InterchangeParams params = interchange_shape(routing, 4, 4, 4, 32);
  params.pipeline_cycles = 2;
  params.room = 1;
  params.patience = 20;
  return params;
}

// Vinterchange_joint
inline model::InterchangeParams joint_interchange() {
  model::InterchangeRouting routing = express_routing(2, 3, true, {{1, 2}});
  routing.is_joint = true;
  model::InterchangeParams params = interchange_shape(routing, 2, 2, 3, 32);
  params.patience = 12;
  return params;
}

// Vinterchange_joint_3d
inline model::InterchangeParams joint_3d_interchange() {
  model::InterchangeRouting routing = express_routing(3, 3, false, {{1, 2}, {1, 5}});
  routing.is_joint = true;
  routing.highest_first = false;
  model::InterchangeParams params = interchange_shape(routing, 1, 3, 3, 16);
  params.patience = 12;
  return params;
}

// Vinterchange_adapter
inline model::InterchangeParams adapter_interchange() {
  model::InterchangeParams params = interchange_shape(express_routing(1, 4, true, {}), 2, 4, 4, 32);
  params.pace = 4;
  params.patience = 16;
  return params;
}

// Vinterchange_paced
inline model::InterchangeParams paced_interchange() {
  model::InterchangeParams params =
      interchange_shape(express_routing(1, 2, true, {{1, 2}}), 1, 1, 1, 8);
  params.pace = 7;
  params.patience = 1;
  return params;
}

// All outputs of a place lead somewhere.
inline model::PortMask all_ports(const model::InterchangeRouting& routing) {
  return static_cast<model::PortMask>((1ull << routing.ports()) - 1);
}

}  // namespace turnpike::test
