// generated_graph.cpp - the network of a descriptor's links, and the table of its routes.

#include "model/topology/generated_graph.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "model/topology/build.h"
#include "model/topology/builders.h"
#include "model/topology/network.h"
#include "model/topology/routed_graph.h"

namespace turnpike::model {

namespace {

constexpr unsigned kMaxRouters = 65536;

// Follows all packets for one destination after another, and writes a row for each place in which
// one can stand. Places that no packet reaches have no rows, so they close no circle.
class RowFiller {
 public:
  RowFiller(const TopologySpec& topology, const GeneratedGraph& kind, Network& network)
      : topology_(topology), kind_(kind), network_(network), graph_(network, "auto") {
    needed_ = std::max(kind.layers(topology), 1u);
    make_layers(network, needed_, "auto");
    const unsigned there_are = network.router.routing.layers;
    shares_.assign(needed_, 0);
    for (unsigned i = 0; i < there_are; ++i) shares_[i * needed_ / there_are] |= 1u << i;
    mark_.resize(network.channels.size() * needed_);
  }

  void fill() {
    for (ComponentId to = 0; to < graph_.routers(); ++to) {
      const std::vector<NodeId>& all = graph_.terminals_at(to);
      if (!kind_.routes_by_terminal && !all.empty()) fill_to(to, all, 0);
      for (unsigned i = 0; kind_.routes_by_terminal && i < all.size(); ++i) {
        fill_to(to, {all[i]}, i);
      }
    }
    set_exits(network_);
  }

 private:
  struct Arrival {
    ChannelId channel;
    unsigned layer;
  };

  // `terminals` of `to`, the first of which is number `terminal` there, have the same routes.
  void fill_to(ComponentId to, const std::vector<NodeId>& terminals, unsigned terminal) {
    std::fill(mark_.begin(), mark_.end(), false);
    for (ComponentId here = 0; here < graph_.routers(); ++here) {
      if (here == to || graph_.terminals_at(here).empty()) continue;
      const RouterParams& router = network_.router;
      for (PortId in = router.network_ports(); in < router.ports; ++in) {
        go_on({here, here, 0, to, terminal}, terminals, in, 1);
      }
    }
    while (!arrived_.empty()) {
      const auto [id, layer] = arrived_.back();
      arrived_.pop_back();
      const Channel& channel = network_.channels[id];
      if (channel.to == to) continue;
      go_on({channel.to, channel.from, layer, to, terminal}, terminals, channel.to_port,
            shares_[layer]);
    }
  }

  // `on`: layers of the hardware on which it stands there.
  void go_on(const GeneratedGraph::Head& head, const std::vector<NodeId>& terminals, PortId in,
             unsigned on) {
    const GeneratedGraph::Ways ways = kind_.ways(topology_, head);
    PortMask outputs = 0;
    unsigned next_layers = 0;
    for (unsigned left = ways.layers; left != 0; left &= left - 1) {
      next_layers |= shares_.at(static_cast<unsigned>(__builtin_ctz(left)));
    }
    for (const RoutedGraph::Way& way : graph_.ways_from(head.here)) {
      if (std::find(ways.next.begin(), ways.next.end(), way.to) == ways.next.end()) continue;
      if (way.port == in) continue;
      outputs |= PortMask{1} << way.port;
      for (unsigned left = ways.layers; left != 0; left &= left - 1) {
        arrive(way.channel, static_cast<unsigned>(__builtin_ctz(left)));
      }
    }
    if (outputs == 0) throw std::logic_error("a rule that leads to no neighbour");
    for (const NodeId node : terminals) {
      for (unsigned left = on; left != 0; left &= left - 1) {
        set_row(network_, head.here, in, static_cast<unsigned>(__builtin_ctz(left)),
                network_.terminals[node].address, outputs, next_layers);
      }
    }
  }

  void arrive(ChannelId channel, unsigned layer) {
    const std::size_t state = std::size_t{channel} * needed_ + layer;
    if (mark_[state]) return;
    mark_[state] = true;
    arrived_.push_back({channel, layer});
  }

  const TopologySpec& topology_;
  const GeneratedGraph& kind_;
  Network& network_;
  RoutedGraph graph_;
  unsigned needed_ = 1;
  std::vector<unsigned> shares_;  // [layer of the rule] layers of the hardware
  std::vector<bool> mark_;        // [channel, layer of the rule]
  std::vector<Arrival> arrived_;
};

void fill_by_rule(const TopologySpec& topology, Network& network) {
  const auto& kind = static_cast<const GeneratedGraph&>(*topology.kind);
  if (kind.layers(topology) == 0) return TableRouting::layered_shortest.fill(topology, network);
  RowFiller(topology, kind, network).fill();
}

constexpr TableRouting rule_routing() {
  TableRouting routing{"auto", "the rule of the topology"};
  routing.fill = fill_by_rule;
  return routing;
}
constexpr TableRouting kByRule = rule_routing();

// All radixes small, a dimension left out, one radix smaller, fewer terminals, fewer values of a
// key of its own. The descriptor says which of them can be.
class SmallerGraphs {
 public:
  using Fit = std::function<void(TopologySpec&, const std::vector<unsigned>& old)>;

  SmallerGraphs(const GeneratedGraph& kind, const TopologySpec& topology, Fit fit)
      : kind_(kind), topology_(topology), fit_(std::move(fit)) {}

  std::vector<TopologySpec> all() {
    const std::vector<unsigned>& radix = topology_.radix;
    for (const unsigned k : {2u, 3u, 4u}) {
      std::vector<unsigned> small = radix;
      for (unsigned& one : small) one = std::min(one, k);
      add_radix(small);
    }
    for (std::size_t d = radix.size(); d-- > 0 && radix.size() > 1;) {
      std::vector<unsigned> without = radix;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(d));
      add_radix(without);
    }
    for (std::size_t d = 0; d < radix.size(); ++d) {
      for (const unsigned k : {radix[d] / 2, radix[d] - 1}) {
        std::vector<unsigned> less = radix;
        less[d] = k;
        if (kind_.radix == RadixRule::equal) less.assign(radix.size(), k);
        if (k >= 2) add_radix(less);
      }
    }
    add_hosts();
    add_own_values();
    return std::move(all_);
  }

 private:
  void add_radix(const std::vector<unsigned>& radix) {
    TopologySpec spec = topology_;
    spec.radix = radix;
    fit_(spec, topology_.radix);
    add(std::move(spec));
  }

  void add_hosts() {
    TopologySpec spec = topology_;
    spec.hosts = {1};
    if (kind_.takes_hosts) add(std::move(spec));
  }

  void add_own_values() {
    for (const TopologyKey& key : kind_.keys()) {
      const std::size_t values = topology_.own(key.name).size();
      for (std::size_t i = 0; i < values && values > 1; ++i) {
        TopologySpec spec = topology_;
        std::vector<unsigned>& own = spec.own_values[key.name];
        own.erase(own.begin() + static_cast<std::ptrdiff_t>(i));
        add(std::move(spec));
      }
      TopologySpec spec = topology_;
      spec.own_values[key.name] = {1};
      if (values == 1) add(std::move(spec));
    }
  }

  static std::size_t size_of(const TopologySpec& built) {
    return built.links.size() + built.hosts.size() +
           std::accumulate(built.hosts.begin(), built.hosts.end(), std::size_t{0});
  }

  void add(TopologySpec spec) {
    try {
      check_shape(spec);
    } catch (const ConfigurationError&) {
      return;
    }
    const bool is_smaller = size_of(kind_.with_links(spec)) < size_of(kind_.with_links(topology_));
    if (is_smaller) all_.push_back(std::move(spec));
  }

  const GeneratedGraph& kind_;
  const TopologySpec& topology_;
  Fit fit_;
  std::vector<TopologySpec> all_;
};

[[noreturn]] void refuse_size(const std::string& found, const std::string& allowed) {
  throw ConfigurationError("network.radix", found, allowed);
}

std::string whole(double number) {
  return number < 1e15 ? std::to_string(static_cast<std::uint64_t>(number)) : "more than 10^15";
}

}  // namespace

GeneratedGraph::Size GeneratedGraph::size_of_grid(const TopologySpec& topology) const {
  const double routers = detail::product_of_any(topology.radix);
  double ports = hosts(topology);
  for (const unsigned k : topology.radix) ports += k == 2 ? 1 : 2;
  return {routers, routers * hosts(topology), ports};
}

GeneratedGraph::Ways GeneratedGraph::ways(const TopologySpec&, const Head&) const {
  throw std::logic_error("a topology without a rule");
}

AddressLayout GeneratedGraph::layout(const TopologySpec& topology) const {
  const auto terminals = static_cast<std::size_t>(std::max(size(topology).terminals, 1.0));
  return {1, detail::bits_for(terminals - 1)};
}

void GeneratedGraph::check(const TopologySpec& topology) const {
  if (topology.hosts.size() > 1) {
    throw ConfigurationError("network.hosts", std::to_string(topology.hosts.size()) + " numbers",
                             std::string("one number for all with topology \"") + word + "\"");
  }
  if (!topology.hosts.empty() && topology.hosts.front() == 0) {
    throw ConfigurationError("network.hosts", "0",
                             std::string("1 .. 31 with topology \"") + word + "\"");
  }
  check_shape_of(topology);
  const Size its = size(topology);
  if (its.ports > kMaxPorts) {
    refuse_size("routers of " + whole(its.ports) + " ports",
                "at most " + std::to_string(kMaxPorts) + " ports, terminals included");
  }
  if (its.routers > kMaxRouters) {
    refuse_size(whole(its.routers) + " routers",
                "at most " + std::to_string(kMaxRouters) + " routers");
  }
}

TopologySpec GeneratedGraph::with_links(const TopologySpec& topology) const {
  Plan its = plan(topology);
  TopologySpec result = topology;
  result.links = std::move(its.links);
  result.hosts = std::move(its.hosts);
  result.names = std::move(its.names);
  return result;
}

std::vector<TopologySpec> GeneratedGraph::smaller(const TopologySpec& topology) const {
  return SmallerGraphs(*this, topology,
                       [this](TopologySpec& spec, const auto& old) { fit_own_values(spec, old); })
      .all();
}

Network GeneratedGraph::build(const TopologySpec& topology, const RouterSpec& router,
                              const LinkSpec& link) const {
  TopologySpec switches = with_links(topology);
  const bool is_own = topology.tables == nullptr || topology.tables->fill == nullptr;
  if (is_own) switches.tables = &kByRule;
  Network network = detail::build_switches(switches, router, link);
  network.said = std::make_shared<const TopologySpec>(topology);
  if (is_own) fill_by_rule(topology, network);
  return network;
}

std::vector<unsigned> GeneratedGraph::coordinates(const Network& network,
                                                  ComponentId router) const {
  return coordinates_of(*network.said, router);
}

bool GeneratedGraph::place(const Network& network, Drawing& drawing) const {
  draw(*network.said, drawing);
  return true;
}

std::string GeneratedGraph::group(const Network& network, const Channel& channel) const {
  return group_of(*network.said, channel);
}

namespace detail {

std::uint32_t number_of_digits(const std::vector<unsigned>& radix,
                               const std::vector<unsigned>& digits) {
  std::uint32_t number = 0;
  for (std::size_t d = radix.size(); d-- > 0;) number = number * radix[d] + digits[d];
  return number;
}

std::size_t dimension_to_correct(const TopologySpec& topology, const std::vector<unsigned>& here,
                                 const std::vector<unsigned>& there) {
  std::size_t found = here.size();
  for (std::size_t d = 0; d < here.size(); ++d) {
    if (here[d] == there[d]) continue;
    if (topology.highest_first || found == here.size()) found = d;
  }
  return found;
}

void draw_circle(unsigned routers, Drawing& drawing) {
  const double turn = 2 * std::acos(-1.0) / routers;
  const double radius = std::max(1.0, 0.6 / std::sin(std::min(turn / 2, 1.0)));
  for (unsigned r = 0; r < routers; ++r) {
    drawing.components.push_back({radius * std::sin(turn * r), -radius * std::cos(turn * r)});
  }
}

void draw_grid(const std::vector<unsigned>& radix, Drawing& drawing) {
  const unsigned routers = product(radix);
  for (unsigned r = 0; r < routers; ++r) {
    const std::vector<unsigned> at = digits_of(radix, r);
    Spot spot{1.0 * at[0], at.size() > 1 ? 1.0 * at[1] : 0};
    double step = radix[0] + 1.0;
    for (std::size_t d = 2; d < at.size(); ++d) {
      spot.x += step * at[d];
      step *= radix[d] + 0.5;
    }
    drawing.components.push_back(spot);
  }
}

void draw_bent_grid(const std::vector<unsigned>& radix, Drawing& drawing) {
  const auto bend = [&](unsigned at, unsigned k) {
    const double middle = (k - 1) / 2.0;
    return k < 3 ? 0 : 0.9 * (1 - (at - middle) * (at - middle) / (middle * middle));
  };
  draw_grid(radix, drawing);
  for (ComponentId r = 0; r < drawing.components.size(); ++r) {
    const std::vector<unsigned> at = digits_of(radix, r);
    Spot& spot = drawing.components[r];
    spot = {1.6 * spot.x, 1.6 * spot.y};
    if (at.size() > 1) spot.x += bend(at[1], radix[1]);
    spot.y += bend(at[0], radix[0]);
    for (std::size_t d = 2; d < at.size(); ++d) spot.y += 0.8 * at[d];
  }
}

double ring_load(unsigned k) {
  const unsigned half = (k - 1) / 2;
  const unsigned nearer = half * (half + 1) / 2;
  return (nearer + (k % 2 == 0 ? (k + 3) / 4 : 0)) / static_cast<double>(k);
}

bool is_up_in_ring(unsigned here, unsigned there, unsigned k) {
  const unsigned distance = (there + k - here) % k;
  return 2 * distance == k ? here % 2 == 0 : 2 * distance < k;
}

unsigned dateline_layers(unsigned here, unsigned there, unsigned k, bool up, bool continues,
                         unsigned layer) {
  const bool is_dateline = up ? here == k - 1 : here == 0;
  const bool is_ahead = !is_dateline && (up ? there < here : there > here);
  const bool has_crossed = continues && (up ? here == 0 : here == k - 1);
  unsigned layers = 0;
  if (!is_ahead) layers |= 2;
  if (!has_crossed && !(continues && layer == 1)) layers |= 1;
  return layers;
}

}  // namespace detail

}  // namespace turnpike::model
