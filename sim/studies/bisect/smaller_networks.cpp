// smaller_networks.cpp - coordinates are mapped dimension by dimension.

#include "sim/studies/bisect/smaller_networks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "model/common/configuration_error.h"
#include "model/topology/build.h"

namespace turnpike::sim {

namespace {

using model::RadixRule;

constexpr unsigned kSmallest = 2;

// [coordinate in the old network] coordinate in the new one.
using CoordinateMap = std::vector<unsigned>;

// How the packets come to a network with fewer coordinates in a dimension.
enum class Style { as_close, side_by_side, at_the_end };

CoordinateMap map_of(Style style, const std::set<unsigned>& used, unsigned radix,
                     unsigned smaller) {
  CoordinateMap map(radix, smaller - 1);
  unsigned rank = 0;
  for (unsigned old = 0; old < radix; ++old) {
    unsigned place = old;
    if (style == Style::as_close && !used.empty()) place = old - std::min(old, *used.begin());
    if (style == Style::side_by_side) place = rank;
    map[old] = std::min(place, smaller - 1);
    if (used.count(old) != 0) ++rank;
  }
  return map;
}

class Regular {
 public:
  Regular(const Candidate& candidate, const Experiment& experiment)
      : candidate_(candidate),
        topology_(experiment.topology),
        rule_(topology_.kind->radix),
        radix_(topology_.radix),
        used_(radix_.size()) {
    if (!candidate_.packets) return;
    for (const model::TraceLine& packet : *candidate_.packets) {
      for (const model::NodeId node : {packet.source, packet.destination}) {
        const std::vector<unsigned> at = model::digits_of(radix_, node);
        for (std::size_t d = 0; d < radix_.size(); ++d) used_[d].insert(at[d]);
      }
    }
  }

  std::vector<SmallerNetwork> all() {
    if (rule_ != RadixRule::two) add_small_everywhere();
    for (std::size_t d = radix_.size(); d-- > 0 && radix_.size() > 1;) add_without(d);
    for (std::size_t d = 0; d < radix_.size() && rule_ == RadixRule::any; ++d) {
      for (const unsigned smaller : smaller_than(radix_[d])) {
        std::vector<unsigned> radix = radix_;
        radix[d] = smaller;
        add(radix);
      }
    }
    return std::move(all_);
  }

 private:
  // Not each: what lies between is tried when the network above it has been found to fail.
  static std::vector<unsigned> smaller_than(unsigned radix) {
    std::vector<unsigned> values;
    for (unsigned value = kSmallest; value + 1 < radix; value += std::max(1u, value / 3)) {
      values.push_back(value);
    }
    if (radix > kSmallest) values.push_back(radix - 1);
    return values;
  }

  void add_small_everywhere() {
    for (const unsigned smaller : {2u, 3u, 4u}) {
      std::vector<unsigned> radix = radix_;
      for (unsigned& one : radix) one = std::min(one, smaller);
      if (radix != radix_) add(radix);
    }
  }

  void add_without(std::size_t dimension) {
    std::vector<unsigned> radix = radix_;
    radix.erase(radix.begin() + static_cast<std::ptrdiff_t>(dimension));
    std::vector<CoordinateMap> maps;
    for (std::size_t d = 0; d < radix_.size(); ++d) {
      maps.push_back(map_of(Style::at_the_end, {}, radix_[d], d == dimension ? 1 : radix_[d]));
    }
    add(radix, maps, dimension);
  }

  // With the same dimensions.
  void add(const std::vector<unsigned>& radix) {
    std::set<std::vector<CoordinateMap>> tried;
    for (const Style style : {Style::as_close, Style::side_by_side, Style::at_the_end}) {
      std::vector<CoordinateMap> maps;
      for (std::size_t d = 0; d < radix.size(); ++d) {
        const Style here = radix[d] == radix_[d] ? Style::at_the_end : style;
        maps.push_back(map_of(here, used_[d], radix_[d], radix[d]));
      }
      if (tried.insert(maps).second) add(radix, maps, radix.size());
      if (!candidate_.packets) return;  // traffic that is drawn finds its nodes itself
    }
  }

  void add(const std::vector<unsigned>& radix, const std::vector<CoordinateMap>& maps,
           std::size_t left_out) {
    if (!can_be(radix)) return;
    SmallerNetwork smaller{candidate_, ""};
    Candidate& candidate = smaller.candidate;
    candidate.remove("network.radix");
    candidate.remove("network.dimensions");
    if (rule_ == RadixRule::any) {
      ValueList list;
      for (const unsigned one : radix) list.push_back(Value{static_cast<std::int64_t>(one)});
      candidate.set("network.radix", Value{list});
      smaller.text = fmt::format("radix [{}]", fmt::join(radix, ", "));
    } else {
      if (rule_ == RadixRule::equal) {
        candidate.set("network.radix", Value{static_cast<std::int64_t>(radix[0])});
        smaller.text = fmt::format("radix {}, ", radix[0]);
      }
      candidate.set("network.dimensions", Value{static_cast<std::int64_t>(radix.size())});
      smaller.text += fmt::format("{} dimensions", radix.size());
    }
    if (candidate.packets) {
      for (model::TraceLine& packet : *candidate.packets) {
        packet.source = moved(packet.source, radix, maps, left_out);
        packet.destination = moved(packet.destination, radix, maps, left_out);
      }
    }
    all_.push_back(std::move(smaller));
  }

  bool can_be(const std::vector<unsigned>& radix) const {
    model::TopologySpec smaller = topology_;
    smaller.radix = radix;
    try {
      model::check_shape(smaller);
    } catch (const model::ConfigurationError&) {
      return false;
    }
    return true;
  }

  model::NodeId moved(model::NodeId node, const std::vector<unsigned>& radix,
                      const std::vector<CoordinateMap>& maps, std::size_t left_out) const {
    const std::vector<unsigned> at = model::digits_of(radix_, node);
    model::NodeId to = 0;
    std::size_t new_dimension = radix.size();
    for (std::size_t d = radix_.size(); d-- > 0;) {
      if (d == left_out) continue;
      to = to * radix[--new_dimension] + maps[d][at[d]];
    }
    return to;
  }

  const Candidate& candidate_;
  const model::TopologySpec& topology_;
  RadixRule rule_;
  std::vector<unsigned> radix_;
  std::vector<std::set<unsigned>> used_;  // [dimension] coordinates of packets' ends
  std::vector<SmallerNetwork> all_;
};

// Networks of a rule: their descriptor says how they shrink. Terminals have numbers, which are one
// dimension for packets.
class Generated {
 public:
  Generated(const Candidate& candidate, const model::TopologySpec& topology)
      : candidate_(candidate), topology_(topology), terminals_(terminals_of(topology)) {
    if (!candidate_.packets) return;
    for (const model::TraceLine& packet : *candidate_.packets) {
      used_.insert({packet.source, packet.destination});
    }
  }

  std::vector<SmallerNetwork> all() {
    for (const model::TopologySpec& smaller : topology_.kind->smaller(topology_)) add(smaller);
    return std::move(all_);
  }

 private:
  static unsigned terminals_of(const model::TopologySpec& topology) {
    const std::vector<unsigned> hosts = topology.kind->with_links(topology).hosts;
    return std::accumulate(hosts.begin(), hosts.end(), 0u);
  }

  static Value list_of(const std::vector<unsigned>& numbers) {
    ValueList list;
    for (const unsigned one : numbers) list.push_back(Value{static_cast<std::int64_t>(one)});
    return Value{list};
  }

  // What keys have to say.
  SmallerNetwork said(const model::TopologySpec& smaller) const {
    SmallerNetwork result{candidate_, fmt::format("radix [{}]", fmt::join(smaller.radix, ", "))};
    Candidate& candidate = result.candidate;
    candidate.remove("network.dimensions");
    if (smaller.kind->radix == RadixRule::any) {
      candidate.set("network.radix", list_of(smaller.radix));
    } else {
      candidate.set("network.radix", Value{static_cast<std::int64_t>(smaller.radix[0])});
    }
    if (smaller.kind->radix == RadixRule::equal) {
      candidate.set("network.dimensions", Value{static_cast<std::int64_t>(smaller.radix.size())});
    }
    if (smaller.hosts != topology_.hosts) {
      candidate.set("network.hosts", Value{static_cast<std::int64_t>(smaller.hosts[0])});
      result.text += fmt::format(", hosts {}", smaller.hosts[0]);
    }
    for (const auto& [key, values] : smaller.own_values) {
      if (values == topology_.own(key)) continue;
      candidate.set("network." + key, list_of(values));
      result.text += fmt::format(", {} [{}]", key, fmt::join(values, ", "));
    }
    for (const auto& [key, values] : topology_.own_values) {
      if (smaller.own(key).empty()) candidate.remove("network." + key);
    }
    return result;
  }

  void add(const model::TopologySpec& smaller) {
    const SmallerNetwork network = said(smaller);
    const unsigned terminals = terminals_of(smaller);
    std::set<CoordinateMap> tried;
    for (const Style style : {Style::as_close, Style::side_by_side, Style::at_the_end}) {
      const CoordinateMap map = map_of(style, used_, terminals_, terminals);
      if (!tried.insert(map).second) continue;
      all_.push_back(network);
      if (!candidate_.packets) return;  // traffic that is drawn finds its nodes itself
      for (model::TraceLine& packet : *all_.back().candidate.packets) {
        packet.source = map[packet.source];
        packet.destination = map[packet.destination];
      }
    }
  }

  const Candidate& candidate_;
  const model::TopologySpec& topology_;
  unsigned terminals_;
  std::set<unsigned> used_;  // ends of packets
  std::vector<SmallerNetwork> all_;
};

unsigned switches_of(const Experiment& experiment) {
  auto count = static_cast<unsigned>(experiment.topology.hosts.size());
  for (const auto& [a, b] : experiment.topology.links) count = std::max({count, a + 1, b + 1});
  return count;
}

}  // namespace

std::vector<SmallerNetwork> smaller_networks(const Candidate& candidate,
                                             const Experiment& experiment) {
  const model::Topology& kind = *experiment.topology.kind;
  if (kind.radix == RadixRule::none) return {};
  if (kind.is_generated) return Generated(candidate, experiment.topology).all();
  return Regular(candidate, experiment).all();
}

IrregularParts IrregularParts::of(const Experiment& experiment) {
  IrregularParts parts;
  parts.switches.resize(switches_of(experiment));
  std::iota(parts.switches.begin(), parts.switches.end(), 0u);
  parts.links.resize(experiment.topology.links.size());
  std::iota(parts.links.begin(), parts.links.end(), std::size_t{0});
  return parts;
}

bool can_be_said(const Experiment& experiment) {
  const model::TopologySpec& topology = experiment.topology;
  // A row that says a width says a latency too.
  for (std::size_t i = 0; i < topology.link_width.size(); ++i) {
    if (topology.link_latency.empty() || !topology.link_latency[i]) return false;
  }
  return std::is_sorted(topology.terminal_switches.begin(), topology.terminal_switches.end()) &&
         (topology.link_latency_back.empty() ||
          topology.link_latency_back == topology.link_latency);
}

Candidate irregular_of(const Candidate& candidate, const Experiment& whole,
                       const IrregularParts& parts) {
  const model::TopologySpec& topology = whole.topology;
  const auto integer = [](std::uint64_t value) { return Value{static_cast<std::int64_t>(value)}; };
  std::map<unsigned, unsigned> number;  // [old switch]
  for (const unsigned old : parts.switches) {
    const auto next = static_cast<unsigned>(number.size());
    number[old] = next;
  }
  ValueList links;
  for (const std::size_t link : parts.links) {
    const auto [a, b] = topology.links[link];
    if (number.count(a) == 0 || number.count(b) == 0) continue;
    ValueList one = {integer(number[a]), integer(number[b])};
    const auto& latency = topology.link_latency;
    if (!latency.empty() && latency[link]) one.push_back(integer(*latency[link]));
    if (!topology.link_width.empty() && !(topology.link_width[link] == model::LinkWidth{})) {
      one.push_back(integer(topology.link_width[link].phits));
      one.push_back(integer(topology.link_width[link].clock_ratio));
    }
    links.push_back(Value{one});
  }
  ValueList hosts;
  std::vector<std::optional<model::NodeId>> terminal;  // [old terminal]
  model::NodeId next = 0;
  for (unsigned old = 0; old < topology.hosts.size(); ++old) {
    const bool stays = number.count(old) != 0;
    if (stays) hosts.push_back(integer(topology.hosts[old]));
    for (unsigned i = 0; i < topology.hosts[old]; ++i) {
      terminal.push_back(stays ? std::optional<model::NodeId>(next++) : std::nullopt);
    }
  }
  Candidate smaller = candidate;
  for (const char* key : {"network.anynet", "network.file", "network.format", "network.root",
                          "network.links", "network.hosts"}) {
    smaller.remove(key);
  }
  smaller.set("network.links", Value{links});
  smaller.set("network.hosts", Value{hosts});
  const auto root = topology.root ? number.find(*topology.root) : number.end();
  if (root != number.end()) smaller.set("network.root", integer(root->second));
  if (!smaller.packets) return smaller;
  PacketList kept;
  for (model::TraceLine packet : *smaller.packets) {
    if (!terminal[packet.source] || !terminal[packet.destination]) continue;
    packet.source = *terminal[packet.source];
    packet.destination = *terminal[packet.destination];
    kept.push_back(packet);
  }
  smaller.packets = kept;
  return smaller;
}

}  // namespace turnpike::sim
