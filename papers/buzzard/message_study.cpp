// message_study.cpp - the five schemes carry the same lists.

#include "papers/buzzard/message_study.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/network/message_engine.h"
#include "model/topology/build.h"
#include "model/transport/transport.h"
#include "sim/base/task_pool.h"

namespace turnpike::sim::buzzard {

const SchemeRow& scheme_row(Scheme scheme) {
  using model::FirstHop;
  static const SchemeRow rows[kSchemes] = {
      {Scheme::wormhole, "wormhole", false, FirstHop::one_channel, true},
      {Scheme::wormhole_channels, "wormhole, a queue for each output", false, FirstHop::ecube,
       true},
      {Scheme::fixed, "fixed packets", true, FirstHop::one_channel, true},
      {Scheme::fixed_channels, "fixed packets, a queue for each output", true, FirstHop::ecube,
       true},
      {Scheme::adaptive, "quasi-adaptive", true, FirstHop::shortest_queue, true},
      {Scheme::fixed_stored, "fixed packets, stored", true, FirstHop::one_channel, false},
      {Scheme::fixed_channels_stored, "fixed packets, stored, a queue for each output", true,
       FirstHop::ecube, false},
      {Scheme::adaptive_stored, "quasi-adaptive, stored", true, FirstHop::shortest_queue, false},
  };
  return rows[static_cast<std::size_t>(scheme)];
}

model::Network scheme_network(Scheme scheme, unsigned dimension, const Setting& setting) {
  constexpr unsigned kPacketFlits = model::buzzard::kPacketBytes / kFlitBytes;
  model::TopologySpec topology;
  topology.kind = model::Topology::hypercube;
  topology.radix.assign(dimension, 2);
  model::RouterSpec router;
  router.flit_bits = 8 * kFlitBytes;
  router.local_channels = dimension + 1;
  router.virtual_channels = 1;
  router.buffer_depth = setting.worm_buffer;
  if (scheme_row(scheme).packets) {
    router.kind = model::RouterKind::packet;
    router.packets.packet_flits = kPacketFlits;
    router.packets.slots = setting.packet_buffers;
    router.packets.cut_through = scheme_row(scheme).cut_through;
    router.buffer_depth = kPacketFlits + 2;  // packets follow each other without a gap
  }
  if (scheme_row(scheme).first_hop == model::FirstHop::shortest_queue) {
    router.packets.first_hop = true;
    router.virtual_channels = 2;  // contrary packets have one of their own
  }
  return build_network(topology, router, {});
}

model::TerminalSpec scheme_bank(Scheme scheme) {
  model::TerminalSpec spec;
  spec.first_hop = scheme_row(scheme).first_hop;
  if (!scheme_row(scheme).packets) spec.first_flits = 1 + model::kFirstBytes / kFlitBytes;
  return spec;
}

std::uint32_t message_flits(Scheme scheme, std::uint32_t bytes) {
  if (!scheme_row(scheme).packets) return 1 + (bytes + kFlitBytes - 1) / kFlitBytes;
  return static_cast<std::uint32_t>(model::buzzard::packets(bytes)) *
         (model::buzzard::kPacketBytes / kFlitBytes);
}

std::vector<model::ListedSend> sends_of(Scheme scheme,
                                        const std::vector<model::ListedMessage>& list) {
  std::vector<model::ListedSend> sends;
  sends.reserve(list.size());
  for (const model::ListedMessage& m : list) {
    sends.push_back(
        {m.queued / kTicksPerCycle, m.source, m.destination, message_flits(scheme, m.bytes)});
  }
  return sends;
}

MessageMeans means_of(const std::vector<model::ListedMessage>& list,
                      const std::vector<model::MessageTimes>& times) {
  MessageMeans means;
  double mean_bytes = 0;
  for (const model::ListedMessage& m : list) mean_bytes += m.bytes;
  mean_bytes /= static_cast<double>(list.size());
  std::array<double, 3> of_length{};
  std::array<double, 3> of_hops{};
  for (std::size_t m = 0; m < list.size(); ++m) {
    if (!times[m].is_delivered) throw model::NetworkError("a message never arrived");
    const auto first = static_cast<double>(kTicksPerCycle * (times[m].first + 1) - list[m].queued);
    const auto last = static_cast<double>(kTicksPerCycle * (times[m].last + 1) - list[m].queued);
    means.first += first;
    means.last += last;
    means.most = std::max(means.most, last);
    means.end = std::max(means.end, last + static_cast<double>(list[m].queued));
    const int hops = __builtin_popcount(list[m].source ^ list[m].destination);
    const std::size_t length = list[m].bytes < mean_bytes / 2     ? 0
                               : list[m].bytes < 1.5 * mean_bytes ? 1
                                                                  : 2;
    const std::size_t distance = hops < 3 ? 0 : hops == 3 ? 1 : 2;
    means.first_by_length[length] += first;
    means.first_by_hops[distance] += first;
    ++of_length[length];
    ++of_hops[distance];
  }
  const auto messages = static_cast<double>(list.size());
  means.first /= messages;
  means.last /= messages;
  for (std::size_t c = 0; c < 3; ++c) {
    means.first_by_length[c] /= std::max(1.0, of_length[c]);
    means.first_by_hops[c] /= std::max(1.0, of_hops[c]);
  }
  return means;
}

Measured over_lists(const MessagePoint& point, double MessageMeans::*figure) {
  std::vector<double> values;
  for (const MessageMeans& means : point) values.push_back(means.*figure);
  return measured(values);
}

MessageMeans run_messages(Scheme scheme, const std::vector<model::ListedMessage>& list,
                          const Setting& setting) {
  const model::Network network = scheme_network(scheme, kDimension, setting);
  model::ListedTraffic messages(network, sends_of(scheme, list));
  const auto engine = model::make_message_engine(network, messages, {}, scheme_bank(scheme));
  while (!engine->drained()) engine->advance(500);
  return means_of(list, messages.times());
}

unsigned messages_per_node(const PaperOptions& options, unsigned mean_bytes, unsigned load) {
  const bool is_long = mean_bytes > 1000;
  if (options.quick) return is_long ? 3 : 8;
  const bool is_light = load >= kLightest - 2;
  const bool is_moderate = load >= kLightest - 4;
  const unsigned times = is_light ? is_long ? 4 : 10 : is_moderate ? 2 : 1;
  return times * (is_long ? 15 : 30);
}

std::vector<std::uint64_t> message_seeds(const PaperOptions& options) {
  std::vector<std::uint64_t> seeds;
  for (unsigned i = 0; i < (options.quick ? 2u : 3u); ++i) seeds.push_back(options.seed + i);
  return seeds;
}

bool MessageStudy::run(const PaperOptions& options) {
  const std::vector<std::uint64_t> seeds = message_seeds(options);
  points_.assign(std::size_t{kSchemes} * kLoads, MessagePoint(seeds.size()));
  utilisation_.assign(kLoads, std::vector<double>(seeds.size()));
  std::vector<std::function<void()>> tasks;
  for (unsigned load = 0; load < kLoads; ++load) {
    const unsigned each = messages_per_node(options, mean_bytes_, load);
    for (std::size_t s = 0; s < seeds.size(); ++s) {
      for (unsigned scheme = 0; scheme < kSchemes; ++scheme) {
        tasks.emplace_back([this, load, s, scheme, each, seed = seeds[s]] {
          const auto list = make_message_list(list_spec(mean_bytes_, load, each, seed));
          points_[std::size_t{scheme} * kLoads + load][s] =
              run_messages(static_cast<Scheme>(scheme), list);
          if (scheme == 0) utilisation_[load][s] = ideal_link_utilisation(list, kLinkDirections);
        });
      }
    }
  }
  return run_tasks(tasks, options.jobs, [&](std::size_t done) {
    return !options.on_progress ||
           options.on_progress(
               fmt::format("mean {} bytes: {} of {} runs", mean_bytes_, done, tasks.size()));
  });
}

namespace {

template <class Ratio>
Measured ratios_of(const MessagePoint& scheme, const MessagePoint& other, const Ratio& ratio) {
  std::vector<double> ratios;
  for (std::size_t s = 0; s < scheme.size(); ++s) ratios.push_back(ratio(scheme[s], other[s]));
  return measured(ratios);
}

}  // namespace

Measured MessageStudy::latency_ratio(Scheme scheme, Scheme other, unsigned load) const {
  return ratios_of(at(scheme, load), at(other, load),
                   [](const MessageMeans& a, const MessageMeans& b) { return a.first / b.first; });
}

Measured MessageStudy::bandwidth_ratio(Scheme scheme, Scheme other, unsigned load) const {
  return ratios_of(at(scheme, load), at(other, load),
                   [](const MessageMeans& a, const MessageMeans& b) {
                     return (b.last - b.first) / (a.last - a.first);
                   });
}

Measured MessageStudy::last_over_first(Scheme scheme, Scheme other, unsigned load) const {
  return ratios_of(at(scheme, load), at(other, load),
                   [](const MessageMeans& a, const MessageMeans& b) { return a.last / b.first; });
}

Measured MessageStudy::ratio_of(Scheme scheme, Scheme other, unsigned load,
                                const std::function<double(const MessageMeans&)>& figure) const {
  return ratios_of(
      at(scheme, load), at(other, load),
      [&](const MessageMeans& a, const MessageMeans& b) { return figure(a) / figure(b); });
}

}  // namespace turnpike::sim::buzzard
