// router_shapes.h - the parameters of the Verilated routers of CMakeLists.txt, for the model.

#pragma once

#include "model/router/router_params.h"

namespace turnpike::test {

inline model::RouterParams router_shape(unsigned ports, unsigned local_ports, unsigned vcs,
                                        unsigned depth, model::FlitFormat format,
                                        model::RoutingParams routing) {
  model::RouterParams params;
  params.ports = ports;
  params.local_ports = local_ports;
  params.virtual_channels = vcs;
  params.buffer_depth = depth;
  params.format = format;
  params.routing = routing;
  params.routing.virtual_channels = vcs;
  params.routing.network_ports = ports - local_ports;
  params.routing.local_ports = local_ports;
  params.loopback = false;
  return params;
}

// Vrouter_mesh and Vrouter_mesh_pipeline_2
inline model::RouterParams mesh_router(unsigned pipeline_cycles) {
  model::RouterParams params =
      router_shape(5, 1, 2, 3, {32, 6}, {model::RoutingKind::mesh, 2, 3, true});
  params.pipeline_cycles = pipeline_cycles;
  params.patience = 6;
  return params;
}

// Vrouter_mesh_one_vc
inline model::RouterParams mesh_one_vc_router() {
  model::RouterParams params =
      router_shape(5, 1, 1, 5, {32, 6}, {model::RoutingKind::mesh, 2, 3, true});
  params.loopback = true;
  params.patience = 12;
  return params;
}

// Vrouter_mesh_fair
inline model::RouterParams mesh_fair_router() {
  model::RouterParams params =
      router_shape(5, 1, 4, 4, {32, 6}, {model::RoutingKind::mesh, 2, 3, true});
  params.room = 1;
  params.patience = 3;
  return params;
}

// Vrouter_torus
inline model::RouterParams torus_router() {
  model::RouterParams params =
      router_shape(5, 1, 3, 5, {70, 6}, {model::RoutingKind::torus_bidirectional, 2, 3, false});
  params.patience = 9;
  return params;
}

// Vrouter_torus_classes
inline model::RouterParams torus_classes_router() {
  model::RouterParams params =
      router_shape(5, 1, 4, 4, {32, 6}, {model::RoutingKind::torus_bidirectional, 2, 3, true});
  params.routing.message_classes = 2;
  params.pipeline_cycles = 2;
  params.patience = 14;
  return params;
}

// Vrouter_turns_last
inline model::RouterParams turns_last_router() {
  model::RouterParams params =
      router_shape(5, 1, 4, 3, {32, 6}, {model::RoutingKind::torus_bidirectional, 2, 3, true});
  params.turns_last = true;
  params.patience = 6;
  return params;
}

// Vrouter_cube_turns_last: all heads between network ports turn
inline model::RouterParams cube_turns_last_router() {
  model::RouterParams params =
      router_shape(4, 1, 2, 2, {32, 3}, {model::RoutingKind::hypercube, 3, 1, true});
  params.turns_last = true;
  params.pipeline_cycles = 2;
  params.patience = 20;
  return params;
}

// Vrouter_ring_up
inline model::RouterParams ring_up_router() {
  model::RouterParams params =
      router_shape(2, 1, 2, 4, {32, 3}, {model::RoutingKind::torus_unidirectional, 1, 3, true});
  params.patience = 5;
  return params;
}

// Vrouter_table
inline model::RouterParams table_router() {
  model::RouterParams params =
      router_shape(6, 2, 4, 4, {32, 4}, {model::RoutingKind::table, 2, 3, true});
  params.pipeline_cycles = 2;
  params.patience = 20;
  return params;
}

// Vrouter_layers: of each of two message classes two layers of two VCs
inline model::RouterParams layers_router() {
  model::RouterParams params =
      router_shape(5, 1, 8, 3, {32, 4}, {model::RoutingKind::table, 2, 3, true});
  params.routing.message_classes = 2;
  params.routing.layers = 2;
  params.patience = 20;
  return params;
}

// Vrouter_no_choices: tables whose words name one output
inline model::RouterParams no_choices_router() {
  model::RouterParams params =
      router_shape(5, 1, 4, 3, {32, 4}, {model::RoutingKind::table, 2, 3, true});
  params.routing.has_choices = false;
  params.routing.layers = 2;
  params.patience = 9;
  return params;
}

// Vrouter_single_layers: layers of one VC
inline model::RouterParams single_layers_router() {
  model::RouterParams params =
      router_shape(6, 2, 3, 4, {32, 4}, {model::RoutingKind::table, 2, 3, true});
  params.routing.layers = 3;
  params.pipeline_cycles = 2;
  params.patience = 12;
  return params;
}

// Vrouter_escape: an adaptive layer and an escape in each of two message classes
inline model::RouterParams escape_router() {
  model::RouterParams params =
      router_shape(5, 1, 8, 3, {32, 4}, {model::RoutingKind::table, 2, 3, true});
  params.routing.message_classes = 2;
  params.routing.layers = 2;
  params.routing.has_escape = true;
  params.patience = 6;
  return params;
}

// Vrouter_single_escape: both of one VC
inline model::RouterParams single_escape_router() {
  model::RouterParams params =
      router_shape(6, 2, 2, 4, {32, 4}, {model::RoutingKind::table, 2, 3, true});
  params.routing.layers = 2;
  params.routing.has_escape = true;
  params.pipeline_cycles = 2;
  params.patience = 12;
  return params;
}

// Vrouter_escape_paced: with a narrow channel behind each network port
inline model::RouterParams escape_paced_router() {
  model::RouterParams params = escape_router();
  params.pace = 5;
  return params;
}

// Vrouter_paced
inline model::RouterParams paced_router() {
  model::RouterParams params = mesh_router(1);
  params.pace = 3;
  return params;
}

// Vrouter_two_locals
inline model::RouterParams two_locals_router() {
  model::RouterParams params =
      router_shape(5, 2, 2, 3, {16, 3}, {model::RoutingKind::hypercube, 3, 1, true});
  params.loopback = true;
  params.patience = 7;
  return params;
}

// Vrouter_butterfly
inline model::RouterParams butterfly_router() {
  model::RouterParams params =
      router_shape(4, 0, 2, 4, {32, 6}, {model::RoutingKind::destination_tag, 3, 2, true});
  params.patience = 8;
  return params;
}

// Vrouter_one_vc
inline model::RouterParams one_vc_router() {
  model::RouterParams params =
      router_shape(3, 1, 1, 1, {8, 2}, {model::RoutingKind::mesh, 1, 2, true});
  params.patience = 1;
  return params;
}

}  // namespace turnpike::test
