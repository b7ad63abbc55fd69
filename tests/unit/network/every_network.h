// every_network.h - one small network of every kind, for promises that hold on all of them.

#pragma once

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "model/network/event_log.h"
#include "model/network/model_engine.h"
#include "tests/support/experiment.h"
#include "tests/support/scratch_folder.h"
#include "tests/unit/topology/express_networks.h"
#include "tests/unit/topology/named_topologies.h"

namespace turnpike::test {

struct NamedTopology {
  const char* name;
  model::TopologySpec spec;
};

inline std::vector<NamedTopology> every_topology() {
  using model::ExpressDecomposition;
  using model::Topology;
  model::TopologySpec switches = ten_switches();
  switches.hosts.assign(10, 2);
  return {
      {"Array5", spec_of(Topology::mesh, {5})},
      {"Mesh4x3", spec_of(Topology::mesh, {4, 3})},
      {"Mesh3x2x2LowestFirst", spec_of(Topology::mesh, {3, 2, 2}, true, false)},
      {"Torus4x3", spec_of(Topology::torus, {4, 3})},
      {"Torus2x5", spec_of(Topology::torus, {2, 5})},
      {"Ring8", spec_of(Topology::torus, {8})},
      {"OneWayTorus3x4", spec_of(Topology::torus, {3, 4}, false)},
      {"Hypercube4", spec_of(Topology::hypercube, {2, 2, 2, 2})},
      {"Butterfly3Ary3Fly", spec_of(Topology::butterfly, {3, 3, 3})},
      {"TenSwitches", switches},
      {"Ring5WithTwo", named(Topology::ring, {5}, 2)},
      {"Star4", named(Topology::star, {4}, 2)},
      {"FullMesh4", named(Topology::full_mesh, {4}, 2)},
      {"Cmesh3x2", named(Topology::cmesh, {3, 2}, 2)},
      {"Ctorus4x3", named(Topology::ctorus, {4, 3}, 2)},
      {"HyperX3x2", named(Topology::hyperx, {3, 2}, 2)},
      {"FlattenedButterfly3Ary3Flat", named(Topology::flattened_butterfly, {3, 3, 3})},
      {"Dragonfly2", named(Topology::dragonfly, {2}, 2)},
      {"FatTree2Ary3Tree", named(Topology::fat_tree, {2, 2, 2})},
      {"QuadTree2", named(Topology::tree, {4, 4})},
      {"ElevatorMesh2x3x3", named(Topology::elevator_mesh, {2, 3, 3}, 0, {{"elevators", {1, 4}}})},
      {"Circulant9", named(Topology::circulant, {9}, 0, {{"offsets", {1, 3}}})},
      {"ExpressArray13", express_array(13, {2}, 2, {2, 1})},
      {"ExpressArray14Interleaved", interleaved(express_array(14, {4}, 1, {2}))},
      {"ExpressArray17Full", decomposed(express_array(17, {2}, 3), ExpressDecomposition::full)},
      {"ExpressArray13TopOnly",
       decomposed(express_array(13, {2}, 2), ExpressDecomposition::top_only)},
      {"ExpressRing12", express_ring(12, {2}, 2)},
      {"ExpressOneWayTorus6x4", with_express(spec_of(Topology::torus, {6, 4}, false), {2})},
      {"ExpressJointMesh6x5", joint(with_express(spec_of(Topology::mesh, {6, 5}), {2}))},
  };
}

inline std::string name_of(const NamedTopology& topology) { return topology.name; }

// Keeps the events of a run.
struct EventRecorder final : model::EventSink {
  std::vector<model::Event> events;
  void record(const model::Event& event) override { events.push_back(event); }
};

// A network that carries the messages of a trace to the end.
class TraceRun {
 public:
  // `trace`: lines "cycle source destination flits".
  TraceRun(const Experiment& experiment, const std::string& trace)
      : experiment_(experiment), network_(experiment.build()) {
    experiment_.traffic.pattern = model::Pattern::trace;
    experiment_.traffic.file = (folder_.path() / "trace.txt").string();
    std::ofstream(experiment_.traffic.file) << trace;
    traffic_ = std::make_unique<model::Traffic>(experiment_.traffic, network_, 1);
    engine_ = model::make_model_engine(network_, *traffic_, experiment_.run);
    engine_->log_events(&log_);
  }

  const model::Network& network() const { return network_; }
  model::ModelEngine& engine() { return *engine_; }
  const std::vector<model::Event>& events() const { return log_.events; }

  // False: packets were still under way after `limit` cycles.
  bool drain(model::Cycle limit) {
    while (engine_->now() < limit && !engine_->drained()) engine_->advance(64);
    return engine_->drained();
  }

 private:
  ScratchFolder folder_;
  Experiment experiment_;
  model::Network network_;
  std::unique_ptr<model::Traffic> traffic_;
  EventRecorder log_;
  std::unique_ptr<model::ModelEngine> engine_;
};

}  // namespace turnpike::test
