// packet_router_shapes.h - the parameters of the Verilated packet routers of CMakeLists.txt, for
// the model.

#pragma once

#include "model/packet_router/packet_router_params.h"
#include "tests/modules/support/router_shapes.h"

namespace turnpike::test {

inline model::PacketRouterParams packet_router_shape(const model::RouterParams& router,
                                                     const model::PacketSwitching& packets) {
  return {router.ports,
          router.local_ports,
          router.virtual_channels,
          router.buffer_depth,
          router.format,
          router.routing,
          packets};
}

// A router of a binary n-cube with n+1 local ports.
inline model::PacketRouterParams cube_packet_router(unsigned dimensions, unsigned vcs,
                                                    unsigned depth, unsigned flit_bits,
                                                    const model::PacketSwitching& packets) {
  return packet_router_shape(
      router_shape(2 * dimensions + 1, dimensions + 1, vcs, depth, {flit_bits, dimensions},
                   {model::RoutingKind::hypercube, dimensions, 1, true}),
      packets);
}

// Vpacket_router_cube, Vpacket_router_one_vc and Vpacket_router_stored: packets of 3 flits, 3
// slots, first hops.
inline model::PacketRouterParams small_packet_router(unsigned vcs, bool cut_through) {
  return cube_packet_router(3, vcs, 4, 16, {3, 3, cut_through, true});
}

// Vpacket_router_6_cube
inline model::PacketRouterParams six_cube_packet_router() {
  return cube_packet_router(6, 2, 10, 16, {10, 16, true, true});
}

// Vpacket_router_lowest_first
inline model::PacketRouterParams lowest_first_packet_router() {
  model::PacketRouterParams params = packet_router_shape(
      router_shape(6, 2, 1, 6, {16, 4}, {model::RoutingKind::hypercube, 4, 1, false}),
      {5, 4, true, false});
  return params;
}

// Vpacket_router_torus
inline model::PacketRouterParams torus_packet_router() {
  return packet_router_shape(
      router_shape(5, 1, 2, 7, {32, 6}, {model::RoutingKind::torus_bidirectional, 2, 3, true}),
      {5, 3, true, false});
}

// Vpacket_router_mesh
inline model::PacketRouterParams mesh_packet_router() {
  return packet_router_shape(
      router_shape(4, 2, 1, 4, {32, 3}, {model::RoutingKind::mesh, 1, 3, false}),
      {4, 256, false, false});
}

// Vpacket_router_butterfly
inline model::PacketRouterParams butterfly_packet_router() {
  return packet_router_shape(
      router_shape(4, 0, 2, 9, {64, 6}, {model::RoutingKind::destination_tag, 3, 2, true}),
      {4, 5, true, false});
}

// Vpacket_router_one_flit
inline model::PacketRouterParams one_flit_packet_router() {
  return packet_router_shape(
      router_shape(3, 1, 1, 1, {8, 2}, {model::RoutingKind::mesh, 1, 2, true}),
      {1, 1, true, false});
}

}  // namespace turnpike::test
