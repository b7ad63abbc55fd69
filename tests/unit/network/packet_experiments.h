// packet_experiments.h - small networks of packet routers of every kind.

#pragma once

#include <string>
#include <vector>

#include "model/common/random.h"
#include "model/network/message_engine.h"
#include "model/traffic/list_source.h"
#include "tests/unit/network/every_network.h"

namespace turnpike::test {

inline Experiment packet_network(const model::Topology* kind, std::vector<unsigned> radix) {
  Experiment experiment = on(kind, std::move(radix));
  experiment.router.kind = model::RouterKind::packet;
  experiment.router.virtual_channels = kind == model::Topology::torus ? 2 : 1;
  experiment.router.packets.packet_flits = 5;
  experiment.router.packets.slots = 4;
  experiment.router.buffer_depth = 7;
  return experiment;
}

// A cube whose nodes have a local channel for each dimension and one for broadcasts, packets of 20
// bytes on channels of 16 bits.
inline Experiment message_cube(unsigned dimensions, bool first_hop = true) {
  Experiment experiment =
      packet_network(model::Topology::hypercube, std::vector<unsigned>(dimensions, 2));
  experiment.router.virtual_channels = 2;
  experiment.router.flit_bits = 16;
  experiment.router.packets.packet_flits = 10;
  experiment.router.packets.first_hop = first_hop;
  experiment.router.buffer_depth = 12;
  experiment.router.local_channels = dimensions + 1;
  return experiment;
}

struct NamedExperiment {
  const char* name;
  Experiment experiment;
};

inline std::vector<NamedExperiment> every_packet_network() {
  using model::Topology;
  Experiment forwarding = packet_network(Topology::mesh, {4, 3});
  forwarding.router.packets.cut_through = false;
  Experiment wires = packet_network(Topology::torus, {4, 3});
  wires.link.cycles_per_hop = 3;
  Experiment lowest = message_cube(4);
  lowest.topology.highest_first = false;
  Experiment one_way = packet_network(Topology::torus, {3, 4});
  one_way.topology.bidirectional = false;
  Experiment wide = packet_network(Topology::mesh, {5});
  wide.router.flit_bits = 200;
  Experiment single = packet_network(Topology::mesh, {3, 3});
  single.router.flit_bits = 64;
  single.router.packets.packet_flits = 1;
  single.router.packets.slots = 256;
  single.router.buffer_depth = 2;
  Experiment narrow = packet_network(Topology::hypercube, {2, 2, 2});
  narrow.router.virtual_channels = 2;
  narrow.router.flit_bits = 8;
  narrow.router.packets.packet_flits = 20;
  narrow.router.packets.slots = 2;
  narrow.router.buffer_depth = 21;
  return {{"Mesh4x3", packet_network(Topology::mesh, {4, 3})},
          {"Mesh4x3StoreAndForward", forwarding},
          {"Array5Wide", wide},
          {"Mesh3x3SingleFlits", single},
          {"Hypercube3Narrow", narrow},
          {"Torus4x3", packet_network(Topology::torus, {4, 3})},
          {"Torus4x3LongWires", wires},
          {"OneWayTorus3x4", one_way},
          {"Butterfly3Ary3Fly", packet_network(Topology::butterfly, {3, 3, 3})},
          {"Hypercube4", packet_network(Topology::hypercube, {2, 2, 2, 2})},
          {"Hypercube4ECubeChannels", message_cube(4, false)},
          {"Hypercube4QuasiAdaptive", message_cube(4)},
          {"Hypercube4QuasiAdaptiveLowestFirst", lowest}};
}

// A network whose messages are listed.
struct ListedRun {
  ListedRun(const Experiment& experiment, const std::vector<model::ListedSend>& list)
      : network(experiment.build()),
        traffic(network, list),
        engine(model::make_message_engine(network, traffic, experiment.run,
                                          model::terminal_spec(network, experiment.run))) {}

  // False: messages were still under way after `limit` cycles.
  bool drain(model::Cycle limit) {
    while (engine->now() < limit && !engine->drained()) engine->advance(16);
    return engine->drained();
  }

  model::Network network;
  model::ListedTraffic traffic;
  std::unique_ptr<model::ModelEngine> engine;
};

// Random messages from all nodes to all nodes, of up to `longest` flits.
inline std::vector<model::ListedSend> random_messages(model::NodeId nodes, unsigned messages,
                                                      unsigned longest, model::Cycle within,
                                                      std::uint64_t seed) {
  std::vector<model::ListedSend> list;
  const auto draw = [&](unsigned what, std::uint32_t below) {
    return model::below(model::draw(seed, model::Stream::test, what, list.size()), below);
  };
  while (list.size() < messages) {
    const auto cycle = static_cast<model::Cycle>(draw(0, static_cast<std::uint32_t>(within)));
    list.push_back({cycle, draw(1, nodes), draw(2, nodes), 1 + draw(3, longest)});
  }
  return list;
}

struct NetworkCase {
  std::string name;
  Experiment experiment;
};

// All of them, and every_topology() with wormhole routers.
inline std::vector<NetworkCase> every_packet_and_wormhole_network() {
  std::vector<NetworkCase> all;
  for (const NamedExperiment& named : every_packet_network()) {
    all.push_back({std::string("Packets") + named.name, named.experiment});
  }
  for (const NamedTopology& topology : every_topology()) {
    Experiment experiment;
    experiment.topology = topology.spec;
    all.push_back({topology.name, experiment});
  }
  return all;
}

}  // namespace turnpike::test
