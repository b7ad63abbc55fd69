// replay.cpp - the paths of a run's slowest messages.

#include "sim/studies/page/replay.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/experiment/run/run_experiment.h"

namespace turnpike::sim {
namespace {

// Does a path lead from the source to the destination, channel by channel?
bool is_whole(const PacketPath& packet, model::NodeId source, const model::Network& network) {
  if (packet.hops.empty()) return false;
  const auto starts_at = [&](model::NodeId node) {
    return network.terminals[network.first_terminal(node)].inject.component;
  };
  if (packet.hops.front().component != starts_at(source)) return false;
  for (std::size_t h = 0; h + 1 < packet.hops.size(); ++h) {
    const PathHop& hop = packet.hops[h];
    const PathHop& next = packet.hops[h + 1];
    const bool joined = std::any_of(
        network.channels.begin(), network.channels.end(), [&](const model::Channel& channel) {
          return channel.from == hop.component && channel.from_port == hop.port &&
                 channel.to == next.component;
        });
    if (!joined || next.cycle <= hop.cycle) return false;
  }
  return packet.hops.back().component ==
         network.terminals[network.first_terminal(packet.destination)].eject.component;
}

bool are_whole(const std::vector<PacketPath>& packets, const model::Delivery& message,
               const model::Network& network) {
  return !packets.empty() && std::all_of(packets.begin(), packets.end(), [&](const auto& packet) {
    return is_whole(packet, message.source, network);
  });
}

// Hands what it hears to both.
class BothListen final : public model::EventSink {
 public:
  BothListen(PathListener& paths, PlayLog& play) : paths_(paths), play_(play) {}

  void record(const model::Event& event) override {
    if (event.kind < model::EventKind::body) paths_.record(event);
    play_.record(event);
  }
  bool wants_flits() const override { return play_.wants_flits(); }

 private:
  PathListener& paths_;
  PlayLog& play_;
};

}  // namespace

PathListener::PathListener(const model::Network& network,
                           const std::vector<model::Delivery>& messages)
    : network_(network), ports_(network) {
  for (const model::Delivery& message : messages) {
    wanted_.emplace_back(message.source, message.queued);
    sources_.push_back(message.source);
  }
  std::sort(wanted_.begin(), wanted_.end());
  std::sort(sources_.begin(), sources_.end());
}

void PathListener::queue(const model::Event& event) {
  UnderWay next;
  next.packet.source = event.source;
  next.packet.destination = event.destination;
  next.packet.flits = event.flits;
  next.packet.queued = event.cycle;
  next.is_wanted =
      std::binary_search(wanted_.begin(), wanted_.end(), std::make_pair(event.source, event.cycle));
  next.place = packets_.size();
  if (next.is_wanted) packets_.push_back(next.packet);
  under_way_[{event.source, event.packet}].push_back(std::move(next));
}

// Is the event the next thing to happen to this packet?
bool PathListener::can_be(const PacketPath& packet, const model::Event& event) const {
  if (event.kind == model::EventKind::injected) return packet.injected == 0;
  if (packet.injected == 0) return false;
  if (event.kind == model::EventKind::delivered) return packet.flits == event.flits;
  if (packet.hops.empty()) {
    const model::NodeId terminal = network_.first_terminal(packet.source);
    return network_.terminals[terminal].inject.component == event.component;
  }
  const PathHop& last = packet.hops.back();
  const std::int64_t channel = ports_.channel(last.component, last.port);
  return channel >= 0 && network_.channels[static_cast<std::size_t>(channel)].to == event.component;
}

void PathListener::record(const model::Event& event) {
  // Nearly every event belongs to another source.
  if (!std::binary_search(sources_.begin(), sources_.end(), event.source)) return;
  if (event.kind == model::EventKind::head) return;
  if (event.kind == model::EventKind::queued) return queue(event);
  const auto known = under_way_.find({event.source, event.packet});
  if (known == under_way_.end()) return;
  std::vector<UnderWay>& namesakes = known->second;
  const auto found = std::find_if(namesakes.begin(), namesakes.end(), [&](const UnderWay& one) {
    return one.packet.destination == event.destination && can_be(one.packet, event);
  });
  if (found == namesakes.end()) return;
  PacketPath& packet = found->packet;
  if (event.kind == model::EventKind::injected) {
    packet.injected = event.cycle;
  } else if (event.kind == model::EventKind::hop) {
    packet.hops.push_back({event.cycle, event.component, event.port, event.vc});
  } else {
    packet.delivered = event.cycle;
  }
  if (found->is_wanted) packets_[found->place] = packet;
  if (event.kind == model::EventKind::delivered) namesakes.erase(found);
}

// A message's packets are queued in one cycle and injected one after the other; its first one is
// told by the cycle of its injection from those of other messages that the source queued then.
std::vector<PacketPath> PathListener::packets_of(const model::Delivery& message) const {
  std::vector<PacketPath> packets;
  for (const PacketPath& packet : packets_) {
    if (packet.source == message.source && packet.queued == message.queued &&
        packet.destination == message.destination && packet.injected >= message.injected) {
      packets.push_back(packet);
    }
  }
  std::sort(packets.begin(), packets.end(),
            [](const PacketPath& a, const PacketPath& b) { return a.injected < b.injected; });
  std::uint32_t flits = 0;
  std::size_t count = 0;
  while (count < packets.size() && flits < message.flits) flits += packets[count++].flits;
  packets.resize(count);
  const bool is_message = flits == message.flits && packets.front().injected == message.injected &&
                          packets.back().delivered == message.last;
  return is_message ? packets : std::vector<PacketPath>{};
}

Replay replay(const RunRecord& run, const Experiment& experiment, const model::Network& network,
              std::size_t play_bytes, const std::function<bool()>& on_window) {
  Replay replayed;
  if (run.slowest.empty() && play_bytes == 0) return replayed;
  PathListener listener(network, run.slowest);
  PlayLog play(network, play_bytes);
  BothListen both(listener, play);
  Experiment on_model = experiment;
  on_model.engine = EngineKind::model;
  RunOptions options;
  options.event_sink = &listener;
  if (play_bytes != 0) options.event_sink = &both;
  options.on_progress = [&](const Progress&) { return !on_window || on_window(); };
  const RunOutcome outcome = run_experiment(on_model, network, options);
  if (outcome.interrupted) {
    replayed.problem = "The paths are missing: the run was not repeated to its end.";
    return replayed;
  }
  if (!(outcome.results.slowest == run.slowest)) {
    replayed.problem =
        "The paths are missing: this program does not reproduce the run. Another version left it, "
        "or a file that its configuration names has changed.";
    return replayed;
  }
  replayed.play = play.to_json();
  for (const model::Delivery& message : run.slowest) {
    std::vector<PacketPath> packets = listener.packets_of(message);
    if (!are_whole(packets, message, network)) {
      packets.clear();
      replayed.problem =
          "Some paths are missing: in so narrow flits the numbers of packets repeat too soon to "
          "tell their hops apart.";
    }
    replayed.paths.push_back(std::move(packets));
  }
  return replayed;
}

}  // namespace turnpike::sim
