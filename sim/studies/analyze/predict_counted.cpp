// predict_counted.cpp - what is exact: counted over the network's own routes.

#include <fmt/format.h>

#include <algorithm>

#include "model/analysis/broadcast_load.h"
#include "model/analysis/tail_delay.h"
#include "model/topology/route.h"
#include "sim/studies/analyze/predict.h"

namespace turnpike::sim {

namespace {

constexpr std::size_t kMostTimedNodes = 1100;  // every pair's way is walked

// Mean over all pairs, weighted by the traffic, each message timed on its way flit by flit.
double timed_latency(const Subject& subject, unsigned flits) {
  const model::Network& network = subject.network;
  const model::Wiring wiring(network);
  model::TailDelay tail(network, subject.packets_of(flits));
  double latency = 0;
  double sent = 0;
  for (model::NodeId s = 0; s < network.nodes(); ++s) {
    for (model::NodeId d = 0; d < network.nodes(); ++d) {
      const double share = subject.share(s, d);
      if (share == 0) continue;
      // With a local channel for each first hop, a message that finds no queue takes e-cube's.
      model::NodeId from = network.first_terminal(s);
      const model::NodeId to = network.first_terminal(d);
      if (network.packets && network.packets->first_hop && s != d) {
        from += model::bit_to_correct(network.router.routing, network.terminals[from].address ^
                                                                  network.terminals[to].address);
      }
      const std::uint64_t paths = network.paths_between(from, to);
      const int turns = __builtin_popcountll(paths);
      for (int turn = 0; turn < turns; ++turn) {
        const unsigned path = model::path_in_turn(paths, static_cast<unsigned>(turn));
        const auto way = model::route_by(network, wiring, from, to, path);
        latency += share / turns * static_cast<double>(tail.message_latency(way));
      }
      sent += share;
    }
  }
  return sent > 0 ? latency / sent : 0;
}

// Flits of every message follow one another: checked of the shortest and the longest.
bool is_plain(const Subject& subject) {
  const std::vector<LengthShare> lengths = length_shares(subject.experiment.traffic);
  const auto plain = [&](const LengthShare& length) {
    return model::TailDelay(subject.network, subject.packets_of(length.flits)).is_plain();
  };
  return plain(lengths.front()) && plain(lengths.back());
}

void predict_zero_load(const Subject& subject, const model::ChannelLoads& loads,
                       Predictions& predictions) {
  predictions.set("zero_load.hops", loads.hops);
  const std::string note = loads.has_choice ? "mean over an even split of ways" : "";
  if (is_plain(subject)) {
    const double head =
        1 + subject.network.router.pipeline_cycles * (loads.hops + 1) + loads.wire_cycles;
    return predictions.set("zero_load.latency", head + subject.mean_sent_flits() - 1, note);
  }
  if (subject.experiment.traffic.length_kind == model::LengthKind::exponential) {
    return predictions.refuse("zero_load.latency",
                              "not covered: lengths that vary where flits do not follow one "
                              "another");
  }
  if (subject.network.nodes() > kMostTimedNodes) {
    return predictions.refuse(
        "zero_load.latency",
        fmt::format("not covered: flits that do not follow one another, over {} nodes",
                    kMostTimedNodes));
  }
  double latency = 0;
  for (const LengthShare& length : length_shares(subject.experiment.traffic)) {
    latency += length.share * timed_latency(subject, length.flits);
  }
  predictions.set("zero_load.latency", latency, "flits wait for credits or tails on the way");
}

// Channels at their configured load; above saturation they are full and the count means nothing.
void predict_load(const Subject& subject, const model::ChannelLoads& loads,
                  Predictions& predictions) {
  // Of each flit of a message so many are sent.
  const double filled = subject.mean_sent_flits() / subject.mean_flits();
  const double saturation = loads.saturation(subject.network) / filled;
  predictions.set("saturation.counted", saturation);
  if (subject.load() >= saturation) {
    const std::string reason =
        fmt::format("outside the model: load {} is at or above saturation.counted, {:.4g}",
                    subject.load(), saturation);
    predictions.refuse("load.utilisation_mean", reason);
    predictions.refuse("load.utilisation_max", reason);
    return;
  }
  double sum = 0;
  double most = 0;
  for (model::ChannelId id = 0; id < loads.channel.size(); ++id) {
    sum += loads.channel[id];
    most = std::max(most, loads.channel[id]);
  }
  if (loads.channel.empty()) {
    predictions.refuse("load.utilisation_mean", "not covered: no channels");
    predictions.refuse("load.utilisation_max", "not covered: no channels");
    return;
  }
  const auto channels = static_cast<double>(loads.channel.size());
  predictions.set("load.utilisation_mean", subject.load() * filled * sum / channels);
  predictions.set("load.utilisation_max", subject.load() * filled * most);
}

}  // namespace

void predict_counted(const Subject& subject, Analysis& analysis) {
  const std::string reason = first_reason({subject.why_not_counted()});
  if (!reason.empty()) {
    for (const char* key : {"zero_load.latency", "zero_load.hops", "load.utilisation_mean",
                            "load.utilisation_max", "saturation.counted"}) {
      analysis.predictions.refuse(key, reason);
    }
    return;
  }
  analysis.loads = model::count_loads(subject.network, subject.share);
  predict_zero_load(subject, *analysis.loads, analysis.predictions);
  if (subject.broadcasts() > 0) {
    const model::BroadcastSpec& broadcast = subject.experiment.traffic.broadcast;
    model::BroadcastTree tree;
    tree.is_fixed = broadcast.base == model::BroadcastBase::fixed;
    tree.by_router = broadcast.kind == model::BroadcastKind::router;
    model::mix_in_broadcasts(subject.network, tree, subject.broadcasts(), *analysis.loads);
  }
  predict_load(subject, *analysis.loads, analysis.predictions);
}

}  // namespace turnpike::sim
