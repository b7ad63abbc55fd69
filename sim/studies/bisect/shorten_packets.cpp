// shorten_packets.cpp - the passes over traffic: recorded, thinned out, shortened, brought forward.

#include <fmt/format.h>

#include "sim/experiment/run/network_checks.h"
#include "sim/studies/bisect/delta_debugging.h"
#include "sim/studies/bisect/shorten.h"

namespace turnpike::sim {

// A trace that the configuration names.
void Shortener::read_trace() {
  const Experiment whole = experiment();
  if (&model::workload_of(whole.traffic) != model::Workload::trace) return;
  const auto packets = packets_in(whole, build_network(whole).nodes());
  if (!packets) return;
  begin("traffic");
  Candidate candidate = best_;
  candidate.remove("traffic.pattern");
  candidate.remove("traffic.file");
  candidate.packets = packets;
  take(candidate, count_text(packets->size()) + " of the trace");
  end();
}

// The last cycles alone are tried first: 64 of them, twice as many, ...
void Shortener::record_packets() {
  const Experiment drawn = experiment();
  if (model::workload_of(drawn.traffic).is_closed_loop) return;
  begin("traffic");
  const model::Network network = build_network(drawn);
  for (model::Cycle length = kFirstLength;; length *= 2) {
    const model::Cycle first = end_ < length ? 0 : end_ - length + 1;
    const auto packets = packets_of(drawn, network, first, end_);
    if (!packets) break;
    Candidate candidate = best_;
    candidate.remove_table("traffic");
    candidate.remove_table("workload");
    for (const char* key :
         {"traffic.messages_at_once", "traffic.broadcast_fraction", "traffic.broadcast",
          "traffic.broadcast_base", "traffic.broadcast_startup"}) {
      const Setting* const stays = best_.find(key);
      if (stays != nullptr) candidate.set(key, stays->value);
    }
    for (const char* key : {"run.warmup", "run.measurement", "run.max_cycles"}) {
      candidate.remove(key);
    }
    candidate.packets = from_cycle_zero(*packets);
    if (take(candidate, fmt::format("recorded, {}", count_text(packets->size())))) break;
    if (first == 0) break;
  }
  end();
  if (best_.packets) thin_out_packets();
}

bool Shortener::thin_out_packets() {
  begin("packets");
  const std::size_t before = best_.packets->size();
  const auto with = [this](const PacketList& packets) {
    Candidate candidate = best_;
    candidate.packets = packets;
    return candidate;
  };
  const PacketList fewer = minimized<model::TraceLine>(
      *best_.packets, [&](const PacketList& packets) { return holds(with(packets)); });
  const bool any = fewer.size() < before;
  if (any) take(with(fewer), fmt::format("{} -> {}", before, fewer.size()));
  end();
  return any;
}

bool Shortener::shorten_packets() {
  begin("packet lengths");
  const std::uint64_t before = [this] {
    std::uint64_t flits = 0;
    for (const model::TraceLine& packet : *best_.packets) flits += packet.flits;
    return flits;
  }();
  Candidate all = best_;
  for (model::TraceLine& packet : *all.packets) packet.flits = 1;
  take(all, "");
  for (std::size_t i = 0; i < best_.packets->size(); ++i) {
    std::uint32_t shortest = 1;
    while (shortest < (*best_.packets)[i].flits) {
      const std::uint32_t flits = (*best_.packets)[i].flits;
      const std::uint32_t middle = shortest + (flits - shortest) / 2;
      Candidate candidate = best_;
      (*candidate.packets)[i].flits = middle;
      if (!take(candidate, "")) shortest = middle + 1;
    }
  }
  std::uint64_t flits = 0;
  for (const model::TraceLine& packet : *best_.packets) flits += packet.flits;
  if (flits < before) steps_.back().came_to = fmt::format("{} -> {} flits", before, flits);
  end();
  return flits < before;
}

// All begin with the first, or each with the one before it.
bool Shortener::bring_packets_forward() {
  if (best_.packets->empty()) return false;
  begin("packet cycles");
  const model::Cycle before = best_.packets->back().cycle;
  Candidate candidate = best_;
  candidate.packets = from_cycle_zero(*best_.packets);
  if (before != 0) take(candidate, "");
  candidate = best_;
  for (model::TraceLine& packet : *candidate.packets) packet.cycle = 0;
  take(candidate, "");
  for (std::size_t i = 1; i < best_.packets->size(); ++i) {
    const model::Cycle gap = (*best_.packets)[i].cycle - (*best_.packets)[i - 1].cycle;
    if (gap == 0) continue;
    candidate = best_;
    for (std::size_t j = i; j < candidate.packets->size(); ++j) {
      (*candidate.packets)[j].cycle -= gap;
    }
    take(candidate, "");
  }
  const model::Cycle last = best_.packets->back().cycle;
  if (last < before)
    steps_.back().came_to = fmt::format("the last in cycle {} -> {}", before, last);
  end();
  return last < before;
}

}  // namespace turnpike::sim
