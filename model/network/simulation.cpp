// simulation.cpp - an experiment on any engine: warm-up, measurement, drain, results.

#include "model/network/simulation.h"

#include <cstddef>

namespace turnpike::model {
namespace {

// What the channels carried while packets were measured, and how full the buffers were on average
// over the ends of windows.
class ChannelMeter {
 public:
  explicit ChannelMeter(const Engine& engine) : network_(engine.network()) {}

  void start(const Engine& engine) {
    before_ = engine.flits_sent();
    started_ = engine.now();
  }
  void sample(const Engine& engine) {
    const std::vector<std::uint32_t> buffered = engine.flits_buffered();
    occupancy_.resize(buffered.size());
    for (std::size_t i = 0; i < buffered.size(); ++i) occupancy_[i] += buffered[i];
    ++samples_;
  }
  void stop(const Engine& engine) {
    after_ = engine.flits_sent();
    cycles_ = engine.now() - started_;
  }

  void fill(Results& results) const {
    if (cycles_ == 0) return;
    const unsigned ports = network_.max_ports();
    const unsigned vcs = network_.router.virtual_channels;
    std::uint64_t hops = 0;
    for (const Channel& channel : network_.channels) {
      const std::size_t from = std::size_t{channel.from} * ports + channel.from_port;
      const std::uint64_t flits = (after_[from] - before_[from]) & 0xffffffffu;
      hops += flits;
      results.channel_utilisation.push_back(static_cast<double>(flits) /
                                            static_cast<double>(cycles_));
      const std::size_t to = (std::size_t{channel.to} * ports + channel.to_port) * vcs;
      for (VcId vc = 0; vc < vcs && !occupancy_.empty(); ++vc) {
        results.vc_occupancy.push_back(occupancy_[to + vc] / static_cast<double>(samples_));
      }
    }
    const double delivered = results.accepted * static_cast<double>(cycles_) * network_.nodes();
    if (delivered > 0) results.hops = static_cast<double>(hops) / delivered;
  }

 private:
  const Network& network_;
  std::vector<std::uint64_t> before_;  // [component * ports + port]
  std::vector<std::uint64_t> after_;
  std::vector<double> occupancy_;  // [lane] summed over samples
  std::uint64_t samples_ = 0;
  Cycle started_ = 0;
  Cycle cycles_ = 0;
};

}  // namespace

Simulation simulate(Engine& engine, const Traffic& traffic, const RunSpec& run,
                    const OnWindow& on_window) {
  const NodeId nodes = engine.network().nodes();
  RunControl control(run, nodes, traffic.finite());
  ChannelMeter meter(engine);
  const auto start_measuring = [&] {
    engine.restart_collector({control.measurement_start(), control.measurement_end()});
    meter.start(engine);
  };
  if (control.phase() == Phase::measurement) start_measuring();
  Simulation simulation;
  while (control.phase() != Phase::done) {
    const Phase before = control.phase();
    try {
      engine.advance(control.next_window_cycles());
    } catch (const StandstillError& error) {
      simulation.standstill = error.standstill;
      simulation.standstill_text = error.what();
      control.on_standstill(engine.now(), error.standstill.is_circle
                                              ? "deadlock: packets wait for each other in a circle"
                                              : "nothing moves");
      if (before == Phase::measurement) meter.stop(engine);
      break;
    }
    const bool drained = control.finite() && engine.drained();
    control.on_window(window_report(engine.collected(), drained));
    if (before == Phase::warmup && control.phase() == Phase::measurement) start_measuring();
    if (before == Phase::measurement) {
      meter.sample(engine);
      if (control.phase() != Phase::measurement) meter.stop(engine);
    }
    if (on_window && !on_window(engine.now(), control.phase())) {
      simulation.interrupted = true;
      break;
    }
  }
  simulation.results = make_results(engine.collected(), control, nodes, traffic.offered_load());
  if (!simulation.interrupted) meter.fill(simulation.results);
  return simulation;
}

Results results_of(const Simulation& simulation) {
  if (simulation.standstill) {
    throw StandstillError(simulation.standstill_text, *simulation.standstill);
  }
  return simulation.results;
}

}  // namespace turnpike::model
