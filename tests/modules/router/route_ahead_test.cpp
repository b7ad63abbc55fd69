// The route at the next router: every router, destination and output, beside the routing function
// asked there.

#include <gtest/gtest.h>

#include "Vahead_cube.h"
#include "Vahead_mesh.h"
#include "Vahead_mesh_3d.h"
#include "Vahead_one_way.h"
#include "Vahead_torus.h"
#include "Vahead_torus_3d.h"
#include "Vdestination_tag.h"
#include "Vneighbours_cube.h"
#include "Vneighbours_mesh.h"
#include "Vneighbours_mesh_3d.h"
#include "Vneighbours_one_way.h"
#include "Vneighbours_torus.h"
#include "Vneighbours_torus_3d.h"
#include "model/router/lookahead.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

using model::Address;
using model::RoutingKind;
using model::RoutingParams;

bool exists(const RoutingParams& params, Address address, Address limit) {
  for (unsigned d = 0; d < params.dimensions; ++d) {
    const unsigned bits = params.coordinate_bits;
    if (model::coordinate(address, d, bits) > model::coordinate(limit, d, bits)) return false;
  }
  return true;
}

template <class Ahead, class Neighbours>
class NextRoute {
 public:
  explicit NextRoute(const RoutingParams& params) : params_(params), neighbours_(1) {}

  void stand_at(Address node, Address limit) {
    drive(neighbours_->node_i, node);
    drive(neighbours_->limit_i, limit);
    neighbours_.tick();
    ahead_->node_i = neighbours_->here_o;
    ahead_->above_i = neighbours_->above_o;
    ahead_->below_i = neighbours_->below_o;
    ahead_->far_i = neighbours_->far_o;
    ahead_->at_top_i = neighbours_->at_top_o;
    ahead_->at_bottom_i = neighbours_->at_bottom_o;
    ahead_->near_top_i = neighbours_->near_top_o;
    ahead_->near_bottom_i = neighbours_->near_bottom_o;
  }
  // Of a head that leaves by `output`: {late, route}; late only with dateline classes.
  std::uint64_t pins(Address destination, model::PortId output) {
    drive(ahead_->destination_i, destination);
    drive(ahead_->route_i, 1u << output);
    ahead_.settle();
    const bool is_ring = params_.kind == RoutingKind::torus_unidirectional ||
                         params_.kind == RoutingKind::torus_bidirectional;
    const unsigned ports = params_.network_ports + params_.local_ports;
    return ahead_->route_o | (is_ring && ahead_->late_o != 0 ? std::uint64_t{1} << ports : 0);
  }

 private:
  RoutingParams params_;
  RtlModule<Neighbours> neighbours_;
  RtlFunction<Ahead> ahead_;
};

template <class Ahead, class Neighbours>
void is_the_route_there(const RoutingParams& params, Address limit) {
  NextRoute<Ahead, Neighbours> next(params);
  const model::Lookahead lookahead(params);
  const unsigned addresses = 1u << params.dimensions * params.coordinate_bits;
  for (Address node = 0; node < addresses; ++node) {
    if (!exists(params, node, limit)) continue;
    next.stand_at(node, limit);
    for (Address to = 0; to < addresses; ++to) {
      if (!exists(params, to, limit)) continue;
      // By which output does it leave here? At its end by a terminal's.
      const model::PortMask outputs =
          compute_route(params, node, limit, to, params.network_ports, 0).outputs;
      const auto output = static_cast<model::PortId>(__builtin_ctz(outputs));
      ASSERT_EQ(next.pins(to, output), lookahead.behind(node, limit, to, output, 0))
          << "limit " << limit << ", from " << node << " to " << to << " by output " << output;
    }
  }
}

RoutingParams routing(RoutingKind kind, unsigned dimensions, unsigned coordinate_bits,
                      bool highest_first, unsigned network_ports, unsigned local_ports = 1) {
  return {kind, dimensions, coordinate_bits, highest_first, 2, network_ports, local_ports};
}

TEST(RouteAheadTest, OnMeshes) {
  const RoutingParams flat = routing(RoutingKind::mesh, 2, 3, true, 4);
  for (const Address limit : {077u, 064u, 012u}) {
    is_the_route_there<Vahead_mesh, Vneighbours_mesh>(flat, limit);
  }
  const RoutingParams deep = routing(RoutingKind::mesh, 3, 2, false, 6, 2);
  for (const Address limit : {0b111111u, 0b110110u}) {
    is_the_route_there<Vahead_mesh_3d, Vneighbours_mesh_3d>(deep, limit);
  }
}

TEST(RouteAheadTest, OnToriWithDatelines) {
  const RoutingParams flat = routing(RoutingKind::torus_bidirectional, 2, 3, true, 4);
  for (const Address limit : {077u, 054u, 021u}) {
    is_the_route_there<Vahead_torus, Vneighbours_torus>(flat, limit);
  }
  const RoutingParams deep = routing(RoutingKind::torus_bidirectional, 3, 2, false, 6);
  for (const Address limit : {0b111111u, 0b110110u}) {
    is_the_route_there<Vahead_torus_3d, Vneighbours_torus_3d>(deep, limit);
  }
}

TEST(RouteAheadTest, OnOneWayTori) {
  const RoutingParams params = routing(RoutingKind::torus_unidirectional, 2, 3, true, 2);
  for (const Address limit : {077u, 053u, 012u}) {
    is_the_route_there<Vahead_one_way, Vneighbours_one_way>(params, limit);
  }
}

TEST(RouteAheadTest, OnHypercubes) {
  const RoutingParams params = routing(RoutingKind::hypercube, 3, 1, true, 3, 4);
  is_the_route_there<Vahead_cube, Vneighbours_cube>(params, 0b111);
}

TEST(RouteAheadTest, OfDestinationTagsTheNextDigitIfThereIsOne) {
  const RoutingParams params = routing(RoutingKind::destination_tag, 3, 2, true, 4, 0);
  const model::Lookahead lookahead(params);
  RtlModule<Vdestination_tag> rtl(1);
  for (const Address top : {3u, 1u}) {
    drive(rtl->limit_i, top);
    for (Address stage = 0; stage < 3; ++stage) {
      drive(rtl->node_i, stage);
      rtl.tick();
      for (Address to = 0; to < 64; ++to) {
        drive(rtl->destination_i, to);
        rtl.settle();
        ASSERT_EQ(rtl->next_o & 0xfu, lookahead.behind(stage, top, to, 0, 0))
            << stage << ", " << to;
        if (stage > 0) continue;
        ASSERT_EQ(rtl->next_o & 0xfu, 0u) << "there is no router behind the last stage";
      }
    }
  }
}

}  // namespace
}  // namespace turnpike::test
