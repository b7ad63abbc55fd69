// turnpike_graph.cpp - the graph of a network: turnpike_graph.h.

#include <algorithm>
#include <vector>

#include "api/call.h"
#include "api/turnpike.h"
#include "model/topology/network.h"

namespace model = turnpike::model;
using turnpike::api::call_or_reply;
using turnpike::api::check_size;
using turnpike::api::Failure;
using turnpike::api::require_not_null;
using turnpike::api::Session;
using turnpike::api::write_struct;

namespace {

void check_index(const char* what, uint32_t found, std::size_t count) {
  if (found < count) return;
  throw Failure(TURNPIKE_ERROR_ARGUMENT,
                count == 0 ? fmt::format("{}: found {}, but there is none", what, found)
                           : fmt::format("{}: found {}, allowed: 0 .. {}", what, found, count - 1));
}

// Returns how many there are.
uint32_t copy_numbers(const std::vector<unsigned>& from, uint32_t (&to)[TURNPIKE_MAX_DIMENSIONS]) {
  const std::size_t count = std::min<std::size_t>(from.size(), TURNPIKE_MAX_DIMENSIONS);
  std::copy_n(from.begin(), count, to);
  return static_cast<uint32_t>(count);
}

static_assert(static_cast<int>(model::ComponentKind::packet_router) == TURNPIKE_PACKET_ROUTER);

}  // namespace

turnpike_status turnpike_get_shape(turnpike_network* network, turnpike_shape* shape) {
  return call_or_reply(network, [&](Session& session) {
    check_size(shape, "shape");
    const model::Network& graph = session.network();
    turnpike_shape s{};
    s.nodes = graph.nodes();
    s.components = static_cast<uint32_t>(graph.components.size());
    s.channels = static_cast<uint32_t>(graph.channels.size());
    s.local_channels = graph.local_channels;
    s.virtual_channels = graph.router.virtual_channels;
    s.buffer_depth = graph.router.buffer_depth;
    s.flit_bits = graph.router.format.flit_bits;
    s.message_classes = graph.router.routing.message_classes;
    s.dimensions = copy_numbers(graph.radix, s.radix);
    write_struct(s, shape);
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_get_component(turnpike_network* network, uint32_t component,
                                       turnpike_component* description) {
  return call_or_reply(network, [&](Session& session) {
    check_size(description, "description");
    const model::Network& graph = session.network();
    check_index("component", component, graph.components.size());
    turnpike_component c{};
    c.kind = static_cast<uint32_t>(graph.components[component].kind);
    c.ports = graph.ports_of(component);
    c.coordinates_count =
        copy_numbers(model::component_coordinates(graph, component), c.coordinates);
    write_struct(c, description);
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_get_channel(turnpike_network* network, uint32_t channel,
                                     turnpike_channel* description) {
  return call_or_reply(network, [&](Session& session) {
    check_size(description, "description");
    const model::Network& graph = session.network();
    check_index("channel", channel, graph.channels.size());
    const model::Channel& wire = graph.channels[channel];
    turnpike_channel c{};
    c.from = wire.from;
    c.from_port = wire.from_port;
    c.to = wire.to;
    c.to_port = wire.to_port;
    c.latency = wire.latency;
    c.level = wire.level;
    c.length = wire.length;
    c.phits = wire.phits;
    c.clock_ratio = wire.clock_ratio;
    write_struct(c, description);
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_get_node(turnpike_network* network, uint32_t node,
                                  turnpike_node* description) {
  return call_or_reply(network, [&](Session& session) {
    check_size(description, "description");
    const model::Network& graph = session.network();
    check_index("node", node, graph.nodes());
    const model::NodeId first = graph.first_terminal(node);
    const model::Terminal& terminal = graph.terminals[first];
    turnpike_node n{};
    n.inject_component = terminal.inject.component;
    n.inject_port = terminal.inject.port;
    n.eject_component = terminal.eject.component;
    n.eject_port = terminal.eject.port;
    n.coordinates_count = copy_numbers(model::terminal_coordinates(graph, first), n.coordinates);
    write_struct(n, description);
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_topology(turnpike_network* network, const char** word) {
  return call_or_reply(network, [&](Session& session) {
    require_not_null(word, "word");
    *word = session.network().topology->word;
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_component_name(turnpike_network* network, uint32_t component,
                                        const char** name) {
  return call_or_reply(network, [&](Session& session) {
    require_not_null(name, "name");
    check_index("component", component, session.network().components.size());
    session.name_text = model::component_name(session.network(), component);
    *name = session.name_text.c_str();
    return TURNPIKE_OK;
  });
}
