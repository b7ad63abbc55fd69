// The page of `turnpike report` plays what happened: from the events of a lockstep run its script
// finds as many flits in each buffer and as many credits at each output VC, in each cycle, as there
// are by the model's buffers and pins, which are those of the hardware. Of packet routers, whose
// events do not tell input buffers from slots, it finds the flits in each router.

#include <gtest/gtest.h>

#include <deque>
#include <fstream>
#include <string>
#include <vector>

#include "sim/base/child_process.h"
#include "sim/hardware/engines/lockstep_engine.h"
#include "sim/studies/page/play_log.h"
#include "tests/lockstep/network/networks.h"
#include "tests/support/places.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

using sim::Json;

// Index and flits of the buffers that are not empty, one after the other.
Json filled_buffers(const model::Engine& engine) {
  Json json = Json::array();
  const std::vector<std::uint32_t> flits = engine.flits_buffered();
  for (std::size_t i = 0; i < flits.size(); ++i) {
    if (flits[i] == 0) continue;
    json.push_back(i);
    json.push_back(flits[i]);
  }
  return json;
}

// The credits of an output VC (docs/timing.md, 2.2), counted from the pins of both its ends.
class CreditCounts {
 public:
  explicit CreditCounts(const model::Network& network) : network_(network) {
    for (const model::Channel& channel : network.channels) {
      add(channel.from, channel.from_port, channel.latency);
    }
    for (const model::Terminal& terminal : network.terminals) {
      add(terminal.eject.component, terminal.eject.port, 0);
    }
  }

  // Of those that are not full at the begin of the present cycle: the number that play_state.js
  // has for it (lineAt), credits, and so on.
  Json present(const model::ModelEngine& model) {
    Json json = Json::array();
    model::ComponentOutputs pins;
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      Output& output = outputs_[i];
      model.outputs(output.component, pins);
      if ((pins.valid >> output.port & 1) != 0) --output.credits[pins.vc[output.port]];
      for (std::size_t vc = 0; vc < output.credits.size(); ++vc) {
        if (output.credits[vc] == depth()) continue;
        const std::size_t line = (std::size_t{output.component} * 128 + output.port) * 32 + vc;
        json.push_back(line);
        json.push_back(output.credits[vc]);
      }
      output.on_wires.push_back(credit_pins(model, i));
      if (output.on_wires.size() <= output.latency) continue;
      const model::VcMask back = output.on_wires.front();
      output.on_wires.pop_front();
      for (std::size_t vc = 0; vc < output.credits.size(); ++vc) {
        output.credits[vc] += back >> vc & 1;
      }
    }
    return json;
  }

 private:
  struct Output {
    model::ComponentId component;
    model::PortId port;
    unsigned latency;
    std::vector<unsigned> credits;       // [vc]
    std::deque<model::VcMask> on_wires;  // a mask for each cycle
  };

  unsigned depth() const { return network_.router.buffer_depth; }
  void add(model::ComponentId component, model::PortId port, unsigned latency) {
    outputs_.push_back({component,
                        port,
                        latency,
                        std::vector<unsigned>(network_.router.virtual_channels, depth()),
                        {}});
  }
  // Of the receiver behind output `i`.
  model::VcMask credit_pins(const model::ModelEngine& model, std::size_t i) const {
    const std::size_t channels = network_.channels.size();
    if (i >= channels) {
      return model.node_outputs(static_cast<model::NodeId>(i - channels)).eject_credit;
    }
    model::ComponentOutputs pins;
    model.outputs(network_.channels[i].to, pins);
    return pins.credit[network_.channels[i].to_port];
  }

  const model::Network& network_;
  std::vector<Output> outputs_;  // those of channels, then those of terminals
};

// The flits in each component, counted from the pins around it: those that came before this cycle,
// less those that are on its output pins now or were.
class FlitsInside {
 public:
  explicit FlitsInside(const model::Network& network)
      : network_(network), inside_(network.components.size(), 0) {}

  Json present(const model::ModelEngine& model) {
    std::vector<int> coming(inside_.size(), 0);  // on input pins: inside from the next cycle on
    for (model::ComponentId id = 0; id < inside_.size(); ++id) {
      model::ComponentOutputs pins;
      model.outputs(id, pins);
      inside_[id] -= __builtin_popcount(pins.valid);
      for (const model::Channel& channel : network_.channels) {
        if (channel.from == id) coming[channel.to] += pins.valid >> channel.from_port & 1;
      }
    }
    for (std::size_t t = 0; t < network_.terminals.size(); ++t) {
      if (!model.node_outputs(static_cast<model::NodeId>(t)).valid) continue;
      ++coming[network_.terminals[t].inject.component];
    }
    Json json = inside_;
    for (std::size_t id = 0; id < inside_.size(); ++id) inside_[id] += coming[id];
    return json;
  }

 private:
  const model::Network& network_;  // its channels have no registers
  std::vector<int> inside_;
};

void play_equals_run(const Experiment& experiment, model::Cycle cycles) {
  const ScratchFolder scratch;
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
  sim::LockstepOptions options;
  options.folder = scratch.path();
  sim::LockstepEngine engine(network, traffic, experiment.run, options);
  sim::PlayLog log(network, std::size_t{1} << 30);
  engine.log_events(&log);
  Json run;
  CreditCounts counts(network);
  FlitsInside flits(network);
  for (model::Cycle t = 0; t < cycles; ++t) {
    if (network.packets) {
      run["inside"].push_back(flits.present(engine.model()));
    } else {
      run["buffers"].push_back(filled_buffers(engine));
      run["credits"].push_back(counts.present(engine.model()));
    }
    engine.advance(1);
  }
  run["cycles"] = cycles;
  run["play"] = log.to_json();
  run["components"] = network.components.size();
  run["vcs"] = network.router.virtual_channels;
  run["depth"] = network.router.buffer_depth;
  Json& channels = run["channels"] = Json::array();
  for (const model::Channel& channel : network.channels) {
    channels.push_back({channel.from, channel.from_port, channel.to, channel.to_port});
  }
  const std::string file = scratch.path() / "run.json";
  std::ofstream(file) << run;
  sim::ChildProcess node({"node", source_path("tests/page/play_test.js"), file});
  node.wait();
  EXPECT_EQ(node.exit_status(), 0) << node.standard_output() << node.standard_error();
}

TEST(PlayTest, MeshWithStalledSinks) {
  Experiment experiment;
  experiment.traffic.load = 0.5;
  experiment.run.sink_stall = 0.3;
  play_equals_run(experiment, 400);
}

TEST(PlayTest, TorusWithLongWiresAndTwoCycleHops) { play_equals_run(torus_with_long_wires(), 400); }

TEST(PlayTest, UnidirectionalTorusWithTheShallowestBuffers) {
  Experiment experiment = shallow_one_way_torus();
  experiment.router.flit_bits = 24;  // room for numbers: the log tells all packets apart
  play_equals_run(experiment, 400);
}

TEST(PlayTest, TorusWithMessageClasses) { play_equals_run(torus_with_classes(), 400); }

TEST(PlayTest, TorusOfPacketRouters) {
  Experiment experiment = on_torus({5, 4}, true);
  experiment.router.kind = model::RouterKind::packet;
  experiment.router.virtual_channels = 2;
  experiment.router.packets.packet_flits = 5;
  experiment.router.packets.slots = 4;
  experiment.router.buffer_depth = 7;
  experiment.router.flit_bits = 64;  // the log tells all packets apart
  experiment.traffic.length = 8;
  experiment.traffic.load = 0.3;
  experiment.run.sink_stall = 0.2;
  play_equals_run(experiment, 400);
}

}  // namespace
}  // namespace turnpike::test
