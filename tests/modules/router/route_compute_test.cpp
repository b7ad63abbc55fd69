// Routing units: every node, destination, input port and VC, hardware against model.

#include "model/router/route_compute.h"

#include <gtest/gtest.h>

#include <vector>

#include "Vroute_butterfly.h"
#include "Vroute_hypercube.h"
#include "Vroute_hypercube_4_local.h"
#include "Vroute_mesh.h"
#include "Vroute_mesh_lowest_first.h"
#include "Vroute_one_way_torus.h"
#include "Vroute_table_9.h"
#include "Vroute_torus.h"
#include "Vroute_torus_3d.h"
#include "Vroute_torus_one_vc.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

using model::Address;
using model::RoutingKind;
using model::RoutingParams;

struct Unit {
  RoutingParams params;
  unsigned ports;

  unsigned address_bits() const { return params.dimensions * params.coordinate_bits; }
  bool has_classes() const {
    return params.virtual_channels > 1 && (params.kind == RoutingKind::torus_unidirectional ||
                                           params.kind == RoutingKind::torus_bidirectional);
  }
  model::PortMask terminals() const {
    return ((1u << params.local_ports) - 1) << params.network_ports;
  }
  // Nodes of a network with these highest coordinates: for a butterfly the stages.
  std::vector<Address> nodes(Address limit) const {
    std::vector<Address> found;
    for (Address node = 0; node < 1u << address_bits(); ++node) {
      bool is_inside = true;
      for (unsigned d = 0; d < params.dimensions; ++d) {
        is_inside &= model::coordinate(node, d, params.coordinate_bits) <=
                     model::coordinate(limit, d, params.coordinate_bits);
      }
      const bool is_tag = params.kind == RoutingKind::destination_tag;
      if (is_tag ? node < params.dimensions : is_inside) found.push_back(node);
    }
    return found;
  }
};

// {class 1, class 0} of a set of VCs; all of a class or none of it is permitted.
unsigned classes_of(model::VcMask vcs, unsigned virtual_channels) {
  const model::VcMask class_0 = (1u << (virtual_channels / 2)) - 1;
  return ((vcs & class_0) != 0 ? 1u : 0u) | ((vcs & ~class_0) != 0 ? 2u : 0u);
}

template <class Top>
void agrees_everywhere(const Unit& unit, Address limit) {
  RtlFunction<Top> rtl;
  rtl->valid_i = 1;
  drive(rtl->limit_i, limit);
  const model::RouteCompute checking(unit.params);
  // Of a network whose destinations are all legal.
  const model::RouteCompute trusting(unit.params, false);
  for (const Address node : unit.nodes(limit)) {
    drive(rtl->node_i, node);
    for (Address destination = 0; destination < 1u << unit.address_bits(); ++destination) {
      drive(rtl->destination_i, destination);
      for (model::PortId port = 0; port < unit.ports; ++port) {
        drive(rtl->port_i, port);
        for (model::VcId vc = 0; vc < unit.params.virtual_channels; ++vc) {
          drive(rtl->vc_i, vc);
          rtl.settle();
          const model::Route expected = checking({node, limit, nullptr}, destination, port, vc);
          // Of several terminals the hardware names all, and whoever asks takes the model's one.
          const bool is_here = node == destination && expected.outputs != 0 &&
                               unit.params.kind != RoutingKind::destination_tag;
          ASSERT_EQ(rtl->outputs_o, is_here ? unit.terminals() : expected.outputs)
              << "limit " << limit << " from " << node << " to " << destination << " in port "
              << port << " VC " << vc;
          if (expected.outputs == 0) continue;
          ASSERT_EQ(expected.outputs & rtl->outputs_o, expected.outputs);
          ASSERT_EQ(trusting({node, limit, nullptr}, destination, port, vc), expected);
          if (!unit.has_classes()) continue;
          ASSERT_EQ(rtl->classes_o, classes_of(expected.vcs, unit.params.virtual_channels))
              << "limit " << limit << " from " << node << " to " << destination << " in port "
              << port << " VC " << vc;
        }
      }
    }
  }
}

// Highest coordinates in address layout.
Address limit(unsigned bits, unsigned x, unsigned y = 0, unsigned z = 0) {
  return x | y << bits | z << (2 * bits);
}

TEST(RouteComputeTest, MeshAgreesForAllPairsPortsAndVcs) {
  const Unit unit{{RoutingKind::mesh, 2, 3, true, 4, 4}, 5};
  agrees_everywhere<Vroute_mesh>(unit, limit(3, 7, 7));
  agrees_everywhere<Vroute_mesh>(unit, limit(3, 4, 6));
  agrees_everywhere<Vroute_mesh>(unit, limit(3, 1, 2));
}

TEST(RouteComputeTest, MeshOfThreeDimensionsLowestFirstAgrees) {
  const Unit unit{{RoutingKind::mesh, 3, 2, false, 4, 6, 2}, 8};
  agrees_everywhere<Vroute_mesh_lowest_first>(unit, limit(2, 3, 3, 3));
  agrees_everywhere<Vroute_mesh_lowest_first>(unit, limit(2, 2, 1, 3));
}

TEST(RouteComputeTest, TorusAgreesForAllPairsPortsAndVcs) {
  const Unit unit{{RoutingKind::torus_bidirectional, 2, 3, true, 3, 4}, 5};
  agrees_everywhere<Vroute_torus>(unit, limit(3, 7, 7));
  agrees_everywhere<Vroute_torus>(unit, limit(3, 4, 5));
  agrees_everywhere<Vroute_torus>(unit, limit(3, 1, 2));
}

TEST(RouteComputeTest, TorusWithOneVcAgrees) {
  const Unit unit{{RoutingKind::torus_bidirectional, 2, 3, true, 1, 4}, 5};
  agrees_everywhere<Vroute_torus_one_vc>(unit, limit(3, 7, 4));
}

TEST(RouteComputeTest, TorusOfThreeDimensionsLowestFirstAgrees) {
  const Unit unit{{RoutingKind::torus_bidirectional, 3, 2, false, 2, 6}, 7};
  agrees_everywhere<Vroute_torus_3d>(unit, limit(2, 3, 3, 3));
  agrees_everywhere<Vroute_torus_3d>(unit, limit(2, 3, 2, 1));
}

TEST(RouteComputeTest, OneWayTorusAgreesForAllPairsPortsAndVcs) {
  const Unit unit{{RoutingKind::torus_unidirectional, 2, 3, true, 5, 2}, 3};
  agrees_everywhere<Vroute_one_way_torus>(unit, limit(3, 7, 7));
  agrees_everywhere<Vroute_one_way_torus>(unit, limit(3, 2, 6));
}

TEST(RouteComputeTest, HypercubeAgreesForAllPairs) {
  const Unit unit{{RoutingKind::hypercube, 6, 1, true, 1, 6}, 7};
  agrees_everywhere<Vroute_hypercube>(unit, 0b111111);
}

TEST(RouteComputeTest, ArrivedPacketsLeaveByTheLocalPortOfTheirInput) {
  const Unit unit{{RoutingKind::hypercube, 3, 1, false, 2, 3, 4}, 7};
  agrees_everywhere<Vroute_hypercube_4_local>(unit, 0b111);
  for (model::PortId port = 0; port < 7; ++port) {
    EXPECT_EQ(model::compute_route(unit.params, 5, 0b111, 5, port, 0).outputs,
              1u << (3 + port % 4));
  }
}

TEST(RouteComputeTest, ButterflyAgreesForAllDestinationsAndStages) {
  const Unit unit{{RoutingKind::destination_tag, 3, 2, true, 2, 4, 0}, 4};
  agrees_everywhere<Vroute_butterfly>(unit, limit(2, 3, 3, 3));
  agrees_everywhere<Vroute_butterfly>(unit, limit(2, 2, 2, 2));
  agrees_everywhere<Vroute_butterfly>(unit, limit(2, 1, 1, 1));
}

TEST(RouteComputeTest, AsksForNothingWhileNoHeadIsOnThePins) {
  RtlFunction<Vroute_mesh> rtl;
  rtl->valid_i = 0;
  rtl->limit_i = 077;
  rtl->node_i = 011;
  rtl->port_i = 4;
  rtl->vc_i = 0;
  for (Address destination = 0; destination < 64; ++destination) {
    drive(rtl->destination_i, destination);
    rtl.settle();
    EXPECT_EQ(rtl->outputs_o, 0);
  }
}

TEST(RouteTableTest, WordsThatAreWrittenAreSeenFromTheNextCycleOn) {
  constexpr unsigned kPorts = 9;
  constexpr unsigned kAddressBits = 5;
  RoutingParams params;
  params.kind = RoutingKind::table;
  const model::RouteCompute unit(params);
  for (const std::uint64_t seed : kSeeds) {
    RtlModule<Vroute_table_9> rtl(seed);
    Draws draws(seed);
    std::vector<model::PortMask> table(std::size_t{kPorts} << kAddressBits);
    model::RouterIdentity self;
    std::vector<const model::TableWord*> lines;
    for (unsigned port = 0; port < kPorts; ++port) {
      lines.push_back(&table[std::size_t{port} << kAddressBits]);
    }
    self.lines = lines.data();
    const auto write = [&](Address destination, model::PortMask mask) {
      rtl->we_i = 1;
      drive(rtl->dest_i, destination);
      drive(rtl->mask_i, mask);
    };
    rtl->valid_i = 0;
    rtl->destination_i = 0;
    for (Address destination = 0; destination < 1u << kAddressBits; ++destination) {
      write(destination, 0);
      rtl.tick();
    }
    for (unsigned cycle = 0; cycle < 3000; ++cycle) {
      const Address destination = draws.below(1u << kAddressBits);
      const Address written = draws.below(1u << kAddressBits);
      const model::PortMask mask = draws.below(1u << kPorts);
      const bool writes = draws.chance(0.5);
      const bool reads = draws.chance(0.9);
      write(written, mask);
      drive(rtl->we_i, writes);
      drive(rtl->valid_i, reads);
      drive(rtl->destination_i, destination);
      rtl.settle();
      const model::PortMask expected = reads ? unit(self, destination, 0, 0).outputs : 0;
      ASSERT_EQ(rtl->outputs_o, expected) << "seed " << seed << ", cycle " << cycle;
      rtl.tick();
      if (writes) table[written] = mask;
    }
  }
}

}  // namespace
}  // namespace turnpike::test
