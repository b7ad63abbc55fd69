// turnpike_graph.h - the part of turnpike.h about the graph of a network.

#ifndef TURNPIKE_GRAPH_H
#define TURNPIKE_GRAPH_H

#include <turnpike.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TURNPIKE_MAX_DIMENSIONS 32

typedef struct turnpike_shape {
  size_t size;
  uint32_t nodes;             // that send and receive packets: 0 .. nodes - 1
  uint32_t components;        // routers and interchanges
  uint32_t channels;          // between components, one way each
  uint32_t local_channels;    // of a node to its router
  uint32_t virtual_channels;  // of a channel
  uint32_t buffer_depth;      // flits of a virtual channel's buffer
  uint32_t flit_bits;
  uint32_t message_classes;
  uint32_t dimensions;  // 0: irregular
  uint32_t radix[TURNPIKE_MAX_DIMENSIONS];
} turnpike_shape;

enum { TURNPIKE_ROUTER = 0, TURNPIKE_INTERCHANGE = 1, TURNPIKE_PACKET_ROUTER = 2 };

typedef struct turnpike_component {
  size_t size;
  uint32_t kind;
  uint32_t ports;
  uint32_t coordinates_count;                     // 0: irregular; butterfly: stage, number
  uint32_t coordinates[TURNPIKE_MAX_DIMENSIONS];  // dimension 0 first
} turnpike_component;

typedef struct turnpike_channel {
  size_t size;
  uint32_t from;  // component
  uint32_t from_port;
  uint32_t to;  // component
  uint32_t to_port;
  uint32_t latency;      // registers on the wire, cycles
  uint32_t level;        // of an express channel, 1 and up; 0: a local one
  double length;         // in distances between neighbours
  uint32_t phits;        // of a flit; more than 1: a narrow channel. Since 1.3, as clock_ratio
  uint32_t clock_ratio;  // cycles of a phit there
} turnpike_channel;

typedef struct turnpike_node {
  size_t size;
  uint32_t inject_component;  // that its first local channel leads to, at this port
  uint32_t inject_port;
  uint32_t eject_component;  // that it comes from
  uint32_t eject_port;
  uint32_t coordinates_count;
  uint32_t coordinates[TURNPIKE_MAX_DIMENSIONS];
} turnpike_node;

// ERROR_ARGUMENT: its size.
TURNPIKE_API turnpike_status turnpike_get_shape(turnpike_network* network, turnpike_shape* shape);
// ERROR_ARGUMENT: no such component, channel or node; its size.
TURNPIKE_API turnpike_status turnpike_get_component(turnpike_network* network, uint32_t component,
                                                    turnpike_component* description);
TURNPIKE_API turnpike_status turnpike_get_channel(turnpike_network* network, uint32_t channel,
                                                  turnpike_channel* description);
TURNPIKE_API turnpike_status turnpike_get_node(turnpike_network* network, uint32_t node,
                                               turnpike_node* description);
// The word of network.topology: "mesh", "torus", ...; good as long as the network.
TURNPIKE_API turnpike_status turnpike_topology(turnpike_network* network, const char** word);
// Such as "router_3_1". ERROR_ARGUMENT: no such component.
TURNPIKE_API turnpike_status turnpike_component_name(turnpike_network* network, uint32_t component,
                                                     const char** name);

#ifdef __cplusplus
}
#endif

#endif  // TURNPIKE_GRAPH_H
