// message_study.cpp - the five schemes carry the same lists.

#include "papers/buzzard/message_study.h"

#include <fmt/format.h>

#include "model/network/message_engine.h"
#include "model/topology/build.h"
#include "model/transport/transport.h"
#include "sim/base/task_pool.h"

namespace turnpike::sim::buzzard {

const SchemeRow& scheme_row(Scheme scheme) {
  using model::FirstHop;
  static const SchemeRow rows[kSchemes] = {
      {Scheme::wormhole, "wormhole", "wormhole", false, FirstHop::one_channel},
      {Scheme::wormhole_channels, "wormhole_channels", "wormhole, a queue for each output", false,
       FirstHop::ecube},
      {Scheme::fixed, "fixed", "fixed packets", true, FirstHop::one_channel},
      {Scheme::fixed_channels, "fixed_channels", "fixed packets, a queue for each output", true,
       FirstHop::ecube},
      {Scheme::adaptive, "adaptive", "quasi-adaptive packets", true, FirstHop::shortest_queue},
  };
  return rows[static_cast<std::size_t>(scheme)];
}

model::Network scheme_network(Scheme scheme, unsigned dimension, const Setting& setting) {
  constexpr unsigned kPacketFlits = model::buzzard::kPacketBytes / kFlitBytes;
  model::TopologySpec topology;
  topology.kind = model::TopologyKind::hypercube;
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
    router.buffer_depth = kPacketFlits + 2;  // packets follow each other without a gap
  }
  if (scheme == Scheme::adaptive) {
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
  for (std::size_t m = 0; m < list.size(); ++m) {
    if (!times[m].is_delivered) throw model::NetworkError("a message never arrived");
    means.first += static_cast<double>(kTicksPerCycle * (times[m].first + 1) - list[m].queued);
    means.last += static_cast<double>(kTicksPerCycle * (times[m].last + 1) - list[m].queued);
  }
  const auto messages = static_cast<double>(list.size());
  return {means.first / messages, means.last / messages};
}

MessageMeans run_messages(Scheme scheme, const std::vector<model::ListedMessage>& list,
                          const Setting& setting) {
  const model::Network network = scheme_network(scheme, kDimension, setting);
  const auto engine = model::make_message_engine(network, nullptr, {}, scheme_bank(scheme));
  engine->bank().set_list(sends_of(scheme, list));
  while (!engine->drained()) engine->advance(500);
  return means_of(list, engine->bank().times());
}

unsigned messages_per_node(const PaperOptions& options, unsigned mean_bytes) {
  if (options.quick) return mean_bytes > 1000 ? 3 : 8;
  return mean_bytes > 1000 ? 15 : 30;
}

std::vector<std::uint64_t> message_seeds(const PaperOptions& options) {
  std::vector<std::uint64_t> seeds;
  for (unsigned i = 0; i < (options.quick ? 2u : 3u); ++i) seeds.push_back(options.seed + i);
  return seeds;
}

bool MessageStudy::run(const PaperOptions& options) {
  const std::vector<std::uint64_t> seeds = message_seeds(options);
  const unsigned each = messages_per_node(options, mean_bytes_);
  points_.assign(std::size_t{kSchemes} * kLoads, {});
  for (MessagePoint& point : points_) {
    point.first.resize(seeds.size());
    point.last.resize(seeds.size());
  }
  utilisation_.assign(kLoads, std::vector<double>(seeds.size()));
  std::vector<std::function<void()>> tasks;
  for (unsigned load = 0; load < kLoads; ++load) {
    for (std::size_t s = 0; s < seeds.size(); ++s) {
      for (unsigned scheme = 0; scheme < kSchemes; ++scheme) {
        tasks.emplace_back([this, load, s, scheme, each, seed = seeds[s]] {
          const auto list = make_message_list(list_spec(mean_bytes_, load, each, seed));
          const MessageMeans means = run_messages(static_cast<Scheme>(scheme), list);
          MessagePoint& point = points_[std::size_t{scheme} * kLoads + load];
          point.first[s] = means.first;
          point.last[s] = means.last;
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

Measured MessageStudy::latency_ratio(Scheme scheme, Scheme other, unsigned load) const {
  std::vector<double> ratios;
  for (std::size_t s = 0; s < at(scheme, load).first.size(); ++s) {
    ratios.push_back(at(scheme, load).first[s] / at(other, load).first[s]);
  }
  return measured(ratios);
}

Measured MessageStudy::bandwidth_ratio(Scheme scheme, Scheme other, unsigned load) const {
  const auto spread = [&](Scheme which, std::size_t s) {
    return at(which, load).last[s] - at(which, load).first[s];
  };
  std::vector<double> ratios;
  for (std::size_t s = 0; s < at(scheme, load).first.size(); ++s) {
    ratios.push_back(spread(other, s) / spread(scheme, s));
  }
  return measured(ratios);
}

}  // namespace turnpike::sim::buzzard
