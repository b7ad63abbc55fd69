// The state of a run as bytes that were changed: each is refused, or the run goes on to an end of
// its own. None crashes or hangs, and under sanitizers none touches memory that is not its own. A
// state that was not changed is never refused.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "model/network/simulation.h"
#include "tests/support/damage.h"
#include "tests/unit/network/packet_experiments.h"

namespace turnpike::test {
namespace {

using model::Topology;

struct NamedRun {
  std::string name;
  Experiment experiment;
};

void add_packet_networks(std::vector<NamedRun>& runs) {
  for (const NamedExperiment& named : every_packet_network()) {
    runs.push_back({std::string("Packets") + named.name, named.experiment});
    runs.back().experiment.traffic.load = 0.3;
    runs.back().experiment.traffic.length = 12;
  }
  for (const bool by_router : {false, true}) {
    Experiment cube = message_cube(3);
    cube.traffic.load = 0.3;
    cube.traffic.broadcast.fraction = 0.1;
    cube.traffic.broadcast.kind =
        by_router ? model::BroadcastKind::router : model::BroadcastKind::tree;
    runs.push_back({by_router ? "BroadcastsOfRouters" : "BroadcastsOfNodes", cube});
  }
  Experiment worms = on(Topology::hypercube, {2, 2, 2});
  worms.router.local_channels = 3;
  worms.traffic.load = 0.3;
  worms.traffic.broadcast.fraction = 0.1;
  worms.traffic.messages_at_once = 2;
  runs.push_back({"WormsAtOnce", worms});
}

// Routers of every shape, with what else changes a state.
std::vector<NamedRun> every_run() {
  std::vector<NamedRun> runs;
  unsigned vcs = 0;
  for (const NamedTopology& topology : every_topology()) {
    Experiment experiment;
    experiment.topology = topology.spec;
    constexpr unsigned kVcs[] = {4, 2, 8, 4, 2, 16, 4};
    experiment.router.virtual_channels = kVcs[vcs % std::size(kVcs)];
    experiment.router.pipeline_cycles = 1 + vcs % 2;
    experiment.router.patience = 3 + 5 * (vcs % 4);
    experiment.router.flit_bits = vcs % 5 == 3 ? 100 : vcs % 5 == 4 ? 512 : 32;
    experiment.link.cycles_per_hop = vcs % 3 == 1 ? 2 : 0;
    experiment.traffic.load = 0.4;
    experiment.traffic.arrivals =
        vcs % 2 == 0 ? model::Arrivals::bernoulli : model::Arrivals::poisson;
    experiment.run.sink_stall = vcs % 3 == 2 ? 0.2 : 0;
    ++vcs;
    runs.push_back({topology.name, experiment});
  }
  for (const unsigned few : {1u, 2u, 4u, 8u}) {
    Experiment mesh = on(Topology::mesh, {4, 4});
    mesh.router.virtual_channels = few;
    mesh.router.message_classes = few == 4 ? 2 : 1;
    mesh.router.patience = 4;
    mesh.traffic.load = 0.4;
    if (few == 1) mesh.traffic.generator = model::Generator::xorshift;
    runs.push_back({"Mesh4x4With" + std::to_string(few), mesh});
  }
  Experiment longer = on(Topology::mesh, {4, 4});
  longer.traffic.load = 0.4;
  longer.run.precision = 0.001;  // at cycle 700 the measurement is made longer
  runs.push_back({"MeasuredLonger", longer});
  add_packet_networks(runs);
  for (NamedRun& run : runs) {
    run.experiment.run.warmup = 300;
    run.experiment.run.measurement = 400;
    run.experiment.run.max_cycles = 1500;
    run.experiment.run.watchdog = 300;
  }
  return runs;
}

// Changes of each state; TURNPIKE_STATE_ROUNDS makes a long search.
unsigned rounds() {
  const char* wanted = std::getenv("TURNPIKE_STATE_ROUNDS");  // NOLINT(concurrency-mt-unsafe)
  return wanted == nullptr ? 12 : static_cast<unsigned>(std::strtoul(wanted, nullptr, 10));
}

// One to three places: a bit, a byte, a number of four or eight bytes.
void change(std::string& state, std::mt19937& draw) {
  for (std::size_t left = 1 + draw() % 3; left != 0; --left) {
    const std::size_t at = draw() % state.size();
    damage(state, at, draw);
  }
  if (draw() % 20 == 0) state.resize(draw() % state.size());
  if (draw() % 20 == 0) state.append(8, '\1');
}

class DamagedStateTest : public testing::TestWithParam<NamedRun> {
 protected:
  // What became of a run from its beginning or a state on.
  struct End {
    model::Results results;
    bool is_refused = false;
    bool has_failed = false;
    std::string text;
  };

  // Stopped at `at`, with its state in `to`; 0: not stopped.
  End run(const Experiment& experiment, const std::string* from, model::Cycle at,
          std::string* to) const {
    const model::Network network = experiment.build();
    model::Traffic traffic(experiment.traffic, network, experiment.run.seed);
    const auto engine = model::make_model_engine(network, traffic, experiment.run);
    EventRecorder events;
    if (has_events_) engine->log_events(&events);
    const auto goes_on = [at](model::Cycle now, model::Phase) { return at == 0 || now < at; };
    const auto write = [to](model::Cycle, bool is_last, const model::WriteState& state) {
      if (!is_last) return;
      model::StateWriter writer(*to);
      state(writer);
    };
    End end;
    try {
      if (from == nullptr) {
        end.results = model::simulate(*engine, traffic, experiment.run, goes_on, write).results;
      } else {
        model::StateReader reader(*from);
        end.results =
            model::simulate(*engine, traffic, experiment.run, goes_on, write, &reader).results;
      }
    } catch (const model::StateError& error) {
      end.is_refused = true;
      end.text = error.what();
    } catch (const model::NetworkError& error) {
      end.has_failed = true;
      end.text = error.what();
    } catch (const std::logic_error& error) {  // a component's duty (model/common/check.h)
      end.has_failed = true;
      end.text = error.what();
    }
    return end;
  }

  bool has_events_ = false;
};

TEST_P(DamagedStateTest, IsRefusedOrGoesOnToAnEnd) {
  Experiment experiment = GetParam().experiment;
  const End whole = run(experiment, nullptr, 0, nullptr);
  ASSERT_FALSE(whole.has_failed) << whole.text;
  std::mt19937 draw(11);
  unsigned refused = 0;
  unsigned all = 0;
  for (const model::Cycle at : {100u, 300u, 500u, 700u}) {
    SCOPED_TRACE(at);
    has_events_ = at == 500;
    experiment.run.threads = at == 100 ? 2 : 1;
    std::string state;
    run(experiment, nullptr, at, &state);
    if (state.empty()) continue;  // the run was over
    const End same = run(experiment, &state, 0, nullptr);
    ASSERT_FALSE(same.is_refused || same.has_failed) << same.text;
    EXPECT_EQ(same.results.latency, whole.results.latency);
    EXPECT_EQ(same.results.packets, whole.results.packets);
    EXPECT_EQ(same.results.measurement_cycles, whole.results.measurement_cycles);
    EXPECT_EQ(same.results.fairness.jain, whole.results.fairness.jain);
    EXPECT_EQ(same.results.node_table.flows.size(), whole.results.node_table.flows.size());
    for (unsigned round = 0; round < rounds(); ++round, ++all) {
      std::string changed = state;
      change(changed, draw);
      refused += run(experiment, &changed, 0, nullptr).is_refused ? 1u : 0u;
    }
  }
  RecordProperty("refused", static_cast<int>(refused));
  if (all > 20) {
    EXPECT_GT(refused, 0u) << "nothing is checked";
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, DamagedStateTest, testing::ValuesIn(every_run()),
                         [](const auto& run) { return run.param.name; });

}  // namespace
}  // namespace turnpike::test
