// experiments.cpp - the networks and loads that are timed.

#include "tests/bench/experiments.h"

namespace turnpike::bench {
namespace {

model::TopologySpec array(const model::Topology* kind, unsigned radix, unsigned dimensions) {
  model::TopologySpec spec;
  spec.kind = kind;
  spec.radix.assign(dimensions, radix);
  return spec;
}

model::RouterSpec router(unsigned virtual_channels, unsigned depth, unsigned flit_bits) {
  model::RouterSpec spec;
  spec.virtual_channels = virtual_channels;
  spec.buffer_depth = depth;
  spec.flit_bits = flit_bits;
  return spec;
}

}  // namespace

std::size_t Experiment::nodes() const {
  std::size_t product = 1;
  for (const unsigned radix : topology.radix) product *= radix;
  return product;
}

const std::vector<Experiment>& comparison() {
  using Kind = model::Topology;
  static const std::vector<Experiment> all = {
      {"mesh_8x8", "8x8 mesh, 4 VCs of 4, 5-flit packets", array(Kind::mesh, 8, 2),
       router(4, 4, 32), 5, 0.19},
      {"torus_10x10", "10-ary 2-cube, 2 VCs of 8, 4-flit packets", array(Kind::torus, 10, 2),
       router(2, 8, 32), 4, 0.15},
      {"torus_10x10x10", "10-ary 3-cube, 2 VCs of 8, 4-flit packets", array(Kind::torus, 10, 3),
       router(2, 8, 32), 4, 0.14},
      {"hypercube_8", "binary 8-cube, 4 VCs of 4, 32-flit packets", array(Kind::hypercube, 2, 8),
       router(4, 4, 32), 32, 0.33},
      {"mesh_32x32", "32x32 mesh, 4 VCs of 4, 5-flit packets", array(Kind::mesh, 32, 2),
       router(4, 4, 32), 5, 0.054},
  };
  return all;
}

std::vector<Experiment> size_scaling() {
  constexpr double kChannelLoad = 0.2;
  std::vector<Experiment> all;
  for (const unsigned k : {4u, 10u, 22u, 46u, 100u}) {
    Experiment experiment;
    experiment.topology = array(model::Topology::torus, k, 3);
    // A head of the largest network carries two addresses of 21 bits, so flits are of 64.
    experiment.router = router(4, 4, 64);
    experiment.packet_flits = 4;
    experiment.half_load = kChannelLoad * 8 / k;
    experiment.name = "torus_" + std::to_string(experiment.nodes());
    experiment.title = std::to_string(k) + "-ary 3-cube, 4 VCs of 4, 4-flit packets";
    all.push_back(experiment);
  }
  return all;
}

Experiment packet_cube() {
  Experiment experiment;
  experiment.name = "packet_cube_6";
  experiment.title = "6-cube, 16 slots of 20 bytes an output, 60-flit messages";
  experiment.topology = array(model::Topology::hypercube, 2, 6);
  experiment.router = router(2, 12, 16);
  experiment.router.kind = model::RouterKind::packet;
  experiment.router.local_channels = 7;
  experiment.router.packets.packet_flits = 10;
  experiment.router.packets.first_hop = true;
  experiment.packet_flits = 60;
  experiment.half_load = 0.8;
  return experiment;
}

model::Cycle warmup_cycles(const Experiment& experiment) {
  return experiment.nodes() > 50000 ? 300 : 1000;
}

}  // namespace turnpike::bench
