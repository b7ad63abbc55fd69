// Legal turns: those that packets make, and no others.

#include "model/router/turns.h"

#include <gtest/gtest.h>

#include <vector>

#include "model/router/lookahead.h"

namespace turnpike::test {
namespace {

using model::Address;
using model::PortId;
using model::RoutingKind;
using model::Turns;

model::RouterParams router(RoutingKind kind, unsigned dimensions, unsigned coordinate_bits,
                           bool highest_first, unsigned network_ports, unsigned local_ports) {
  model::RouterParams params;
  params.ports = network_ports + local_ports;
  params.local_ports = local_ports;
  params.routing = {kind, dimensions,    coordinate_bits, highest_first,
                    4,    network_ports, local_ports};
  return params;
}

bool exists(const model::RoutingParams& p, Address address, Address limit) {
  for (unsigned d = 0; d < p.dimensions; ++d) {
    if (model::coordinate(address, d, p.coordinate_bits) >
        model::coordinate(limit, d, p.coordinate_bits)) {
      return false;
    }
  }
  return true;
}

// The turns of all packets between all nodes, from each terminal port.
Turns turns_on_all_ways(const model::RouterParams& params, Address limit) {
  const model::RoutingParams& p = params.routing;
  Turns turns{};
  const unsigned addresses = 1u << p.dimensions * p.coordinate_bits;
  for (Address from = 0; from < addresses; ++from) {
    for (Address to = 0; to < addresses; ++to) {
      if (!exists(p, from, limit) || !exists(p, to, limit)) continue;
      for (PortId port = params.network_ports(); port < params.ports; ++port) {
        PortId in = port;
        Address node = from;
        for (;;) {
          const model::PortMask outputs = compute_route(p, node, limit, to, in, 0).outputs;
          turns[in] |= outputs;
          const auto output = static_cast<PortId>(__builtin_ctz(outputs));
          if (output >= params.network_ports()) break;
          const model::NextRouter next = p.kind.function->behind(p, node, limit, output);
          node = next.node;
          in = next.port;
        }
      }
    }
  }
  return turns;
}

void expect_turns(const model::RouterParams& params, Address limit) {
  Turns made = turns_on_all_ways(params, limit);
  Turns legal = legal_turns(params);
  for (PortId in = 0; in < params.ports; ++in) {
    if (in >= params.network_ports()) {
      // To a terminal: which one depends on the port alone; with LOOPBACK all are legal.
      const model::PortMask terminals = ((1u << params.local_ports) - 1) << params.network_ports();
      EXPECT_EQ(legal[in] & terminals, params.loopback ? terminals : 0u) << "from input " << in;
      made[in] &= ~terminals;
      legal[in] &= ~terminals;
      EXPECT_EQ(legal[in], made[in]) << "from input " << in;
      continue;
    }
    const model::PortMask network = (1u << params.network_ports()) - 1;
    EXPECT_EQ(legal[in] & network, made[in] & network) << "from input " << in;
    EXPECT_EQ(legal[in] & made[in], made[in]) << "to a terminal from input " << in;
  }
}

TEST(TurnsTest, OfMeshesAreThoseOfTheirPackets) {
  expect_turns(router(RoutingKind::mesh, 2, 2, true, 4, 1), 0b1111);
  expect_turns(router(RoutingKind::mesh, 3, 2, false, 6, 2), 0b101010);
}

TEST(TurnsTest, OfToriAreThoseOfTheirPackets) {
  expect_turns(router(RoutingKind::torus_bidirectional, 2, 3, true, 4, 1), 044);
  expect_turns(router(RoutingKind::torus_bidirectional, 3, 3, false, 6, 1), 0444);
  expect_turns(router(RoutingKind::torus_unidirectional, 3, 2, true, 3, 1), 0b101010);
  expect_turns(router(RoutingKind::torus_unidirectional, 2, 2, false, 2, 1), 0b1111);
}

TEST(TurnsTest, OfHypercubesAreThoseOfTheirPackets) {
  expect_turns(router(RoutingKind::hypercube, 4, 1, true, 4, 1), 0b1111);
  expect_turns(router(RoutingKind::hypercube, 3, 1, false, 3, 2), 0b111);
}

TEST(TurnsTest, WithoutLoopbackNoPacketComesBackToATerminal) {
  model::RouterParams params = router(RoutingKind::mesh, 2, 2, true, 4, 2);
  params.loopback = false;
  expect_turns(params, 0b1111);
}

TEST(TurnsTest, OfButterfliesAndTablesAreAllButTheWayBack) {
  const Turns tags = legal_turns(router(RoutingKind::destination_tag, 3, 2, true, 4, 0));
  for (PortId in = 0; in < 4; ++in) EXPECT_EQ(tags[in], 0b1111u);
  model::RouterParams params = router(RoutingKind::table, 2, 2, true, 4, 2);
  params.loopback = false;
  const Turns table = legal_turns(params);
  for (PortId in = 0; in < 4; ++in) EXPECT_EQ(table[in], 0b111111u & ~(1u << in));
  for (PortId in = 4; in < 6; ++in) EXPECT_EQ(table[in], 0b001111u);
}

// A router with more ports than its dimensions need.
TEST(TurnsTest, PortsOfNoDimensionHaveNone) {
  const Turns turns = legal_turns(router(RoutingKind::mesh, 1, 3, true, 4, 1));
  EXPECT_EQ(turns[2] | turns[3], 0u);
  for (const PortId in : {0u, 1u, 4u}) EXPECT_EQ(turns[in] & 0b01100u, 0u);
}

}  // namespace
}  // namespace turnpike::test
