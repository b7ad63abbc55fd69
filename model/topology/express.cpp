// express.cpp - places, shapes and channels of the interchanges.

#include "model/topology/express.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "model/topology/builders.h"

namespace turnpike::model::detail {

namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
constexpr double kMostCycles = 65536;  // of a channel

bool operator==(const InterchangeRouting& a, const InterchangeRouting& b) {
  // All shapes of a network have the rest in common.
  return a.levels == b.levels && a.channels == b.channels && a.distance == b.distance &&
         a.is_aligned == b.is_aligned;
}

// Before node x of a line in `dimension`.
struct Spot {
  NodeId node = 0;
  unsigned dimension = 0;
  unsigned x = 0;
};

class ExpressBuilder {
 public:
  ExpressBuilder(Network& network, const ExpressRules& rules, const LinkSpec& link)
      : network_(network),
        rules_(rules),
        link_(link),
        nodes_(static_cast<NodeId>(network.components.size())),
        dimensions_(static_cast<unsigned>(network.radix.size())),
        level_(std::size_t{nodes_} * dimensions_, 0),
        module_(level_.size(), 0) {
    NodeId stride = 1;
    for (const unsigned k : network.radix) {
      stride_.push_back(stride);
      stride *= k;
    }
    for (unsigned level = 1; level <= rules.levels; ++level) {
      compositions_.push_back(compose(rules, level));
    }
  }

  void build() {
    for_all_spots([&](const Spot& spot) { level_[index(spot)] = own_level(spot); });
    if (rules_.is_joint) share_levels();
    add_modules();
    for_all_spots([&](const Spot& spot) {
      add_local_channel(spot, true);
      if (rules_.bidirectional) add_local_channel(spot, false);
    });
    for_all_spots([&](const Spot& spot) { add_express_channels(spot); });
    check_channels();
    for (const Channel& channel : network_.channels) {
      network_.components[channel.from].connected |= PortMask{1} << channel.from_port;
    }
    for (NodeId node = 0; node < nodes_; ++node) network_.components[node].connected = 0;
  }

 private:
  struct Entry {
    Component component;
    std::size_t place = 0;  // index of the spot whose first module it is
    bool is_first = false;
  };

  template <class Visit>
  void for_all_spots(Visit visit) const {
    for (NodeId node = 0; node < nodes_; ++node) {
      for (unsigned d = 0; d < dimensions_; ++d) visit(Spot{node, d, coordinate_of(node, d)});
    }
  }

  std::size_t index(const Spot& spot) const {
    return std::size_t{spot.node} * dimensions_ + spot.dimension;
  }
  unsigned coordinate_of(NodeId node, unsigned d) const {
    return node / stride_[d] % network_.radix[d];
  }

  // Length further on in a direction; nothing beyond the ends of an array.
  std::optional<Spot> further(const Spot& spot, std::uint64_t length, bool up) const {
    const unsigned k = network_.radix[spot.dimension];
    if (!rules_.is_ring && (up ? spot.x + length >= k : spot.x < length)) return std::nullopt;
    const auto step = static_cast<unsigned>(length % k);
    const unsigned x = up ? (spot.x + step) % k : (spot.x + k - step) % k;
    const NodeId line = spot.node - spot.x * stride_[spot.dimension];
    return Spot{line + x * stride_[spot.dimension], spot.dimension, x};
  }

  // The level of the interchange before this node as this dimension alone sees it; 0: none.
  std::uint8_t own_level(const Spot& spot) const {
    std::uint64_t position = spot.x;
    if (rules_.is_joint) {
      position = 0;
      for (unsigned d = 0; d < dimensions_; ++d) position += coordinate_of(spot.node, d);
    }
    for (unsigned level = rules_.levels; level >= 1; --level) {
      if (rules_.stands_at(position, level) &&
          rules_.is_joined(spot.x, level, network_.radix[spot.dimension])) {
        return static_cast<std::uint8_t>(level);
      }
    }
    return 0;
  }

  // A joint interchange has one level in all dimensions that it serves: the highest.
  void share_levels() {
    for (NodeId node = 0; node < nodes_; ++node) {
      std::uint8_t* const levels = &level_[index({node, 0, 0})];
      const std::uint8_t highest = *std::max_element(levels, levels + dimensions_);
      for (unsigned d = 0; d < dimensions_; ++d) {
        if (levels[d] != 0) levels[d] = highest;
      }
    }
  }

  // The least distance that a packet must have before it to leave on this level, if the places on
  // the way switch between their own level and the one below only (top_only): it travels one such
  // channel at least, and one of each level below, to come down again.
  std::uint64_t least_distance(const Spot& spot, unsigned level, bool up) const {
    if (level == 0) return 0;
    const std::optional<Spot> next = further(spot, rules_.length[level], up);
    const unsigned next_level = next ? level_[index(*next)] : 0;
    if (next_level < level) return kNever;
    const std::uint64_t rest = least_distance(*next, next_level == level ? level - 1 : level, up);
    return rest == kNever ? kNever : rules_.length[level] + rest;
  }

  bool is_used(const Spot& spot, unsigned level, bool up) const {
    return rules_.decomposition != ExpressDecomposition::top_only ||
           least_distance(spot, level, up) != kNever;
  }

  // top_only: the larger of the distances of both directions. A packet that could go up already,
  // but has less than that, stays where it can come down too.
  std::uint64_t top_distance(const Spot& spot, unsigned level) const {
    std::uint64_t most = rules_.length[level];
    for (unsigned d = 0; d < dimensions_; ++d) {
      if (d != spot.dimension && !rules_.is_joint) continue;
      const Spot there{spot.node, d, coordinate_of(spot.node, d)};
      for (const bool up : {true, false}) {
        const std::uint64_t least = least_distance(there, level, up);
        if (least != kNever) most = std::max(most, least);
      }
    }
    return most;
  }

  InterchangeRouting routing_of(const Composition::Module& module, const Spot& spot) const {
    const RoutingParams& router = network_.router.routing;
    InterchangeRouting routing;
    routing.dimensions = dimensions_;
    routing.coordinate_bits = router.coordinate_bits;
    routing.bidirectional = rules_.bidirectional;
    routing.is_ring = rules_.is_ring;
    routing.is_joint = rules_.is_joint;
    routing.highest_first = router.highest_first;
    routing.virtual_channels = router.virtual_channels;
    routing.levels = module.levels;
    routing.channels = module.channels;
    routing.distance = {};
    routing.is_aligned = !rules_.is_joint;
    for (unsigned p = 0; p < module.levels; ++p) {
      std::uint64_t distance = module.distance[p];
      if (rules_.decomposition == ExpressDecomposition::top_only) {
        distance = top_distance(spot, module.level);
      }
      routing.distance[p] = static_cast<std::uint32_t>(distance);
      const bool is_power = (distance & (distance - 1)) == 0;
      if (!is_power || spot.x % distance != 0) routing.is_aligned = false;
    }
    return routing;
  }

  std::uint16_t shape_of(const InterchangeRouting& routing) {
    std::vector<InterchangeParams>& shapes = network_.interchanges;
    const auto known = std::find_if(shapes.begin(), shapes.end(), [&](const InterchangeParams& s) {
      return s.routing == routing;
    });
    if (known != shapes.end()) return static_cast<std::uint16_t>(known - shapes.begin());
    if (routing.ports() > kMaxPorts) {
      throw ConfigurationError("network.express.channels",
                               "interchanges of " + std::to_string(routing.ports()) + " ports",
                               "at most " + std::to_string(kMaxPorts) + " ports");
    }
    const RouterParams& router = network_.router;
    InterchangeParams shape;
    shape.buffer_depth = router.buffer_depth;
    shape.express_depth = rules_.express_depth;
    shape.format = router.format;
    shape.routing = routing;
    shape.pipeline_cycles = router.pipeline_cycles;
    shape.patience = router.patience;
    shape.room = std::min(router.room, shape.express_depth);
    shapes.push_back(shape);
    return static_cast<std::uint16_t>(shapes.size() - 1);
  }

  const Composition& composition(const Spot& spot) const {
    return compositions_[level_[index(spot)] - 1u];
  }

  // The modules of all places, then in the order of their shapes behind the routers.
  void add_modules() {
    std::vector<Component> modules;
    std::vector<std::size_t> place;  // [module]: index of its spot
    for_all_spots([&](const Spot& spot) {
      if (level_[index(spot)] == 0) return;
      if (rules_.is_joint && !is_first_served(spot)) return;
      for (const Composition::Module& module : composition(spot).modules) {
        Component component;
        component.kind = ComponentKind::interchange;
        component.address = network_.components[spot.node].address;
        component.dimension = static_cast<std::uint8_t>(rules_.is_joint ? 0 : spot.dimension);
        component.role = module.role;
        component.level = static_cast<std::uint8_t>(module.level);
        component.shape = shape_of(routing_of(module, spot));
        modules.push_back(component);
        place.push_back(index(spot));
      }
    });
    std::vector<ComponentId> next(network_.interchanges.size() + 1, 0);
    for (const Component& module : modules) ++next[module.shape + 1u];
    next[0] = nodes_;
    for (std::size_t shape = 1; shape < next.size(); ++shape) next[shape] += next[shape - 1];
    network_.components.resize(nodes_ + modules.size());
    ids_.reserve(modules.size());
    for (std::size_t m = 0; m < modules.size(); ++m) {
      const ComponentId id = next[modules[m].shape]++;
      network_.components[id] = modules[m];
      if (m == 0 || place[m] != place[m - 1]) module_[place[m]] = static_cast<std::uint32_t>(m);
      ids_.push_back(id);
    }
    if (rules_.is_joint) share_modules();
  }

  bool is_first_served(const Spot& spot) const {
    for (unsigned d = 0; d < spot.dimension; ++d) {
      if (level_[index({spot.node, d, 0})] != 0) return false;
    }
    return true;
  }

  void share_modules() {
    for_all_spots([&](const Spot& spot) {
      if (level_[index(spot)] == 0 || is_first_served(spot)) return;
      unsigned first = 0;
      while (level_[index({spot.node, first, 0})] == 0) ++first;
      module_[index(spot)] = module_[index({spot.node, first, 0})];
    });
  }

  Attachment attachment(const Spot& spot, const Composition::Pin& pin, bool up) const {
    const ComponentId id = ids_[module_[index(spot)] + pin.module];
    const InterchangeRouting& routing =
        network_.interchanges[network_.components[id].shape].routing;
    const unsigned served = rules_.is_joint ? spot.dimension : 0;
    return {id, routing.first_port(served, up) + pin.lane};
  }

  void add_channel(const Attachment& from, const Attachment& to, std::uint64_t length,
                   unsigned level) {
    if (link_.cycles_per_unit * static_cast<double>(length) > kMostCycles) {
      throw ConfigurationError(
          "link.cycles_per_unit", std::to_string(link_.cycles_per_unit),
          "at most 65536 cycles on a channel, also on one of length " + std::to_string(length));
    }
    const unsigned latency = latency_of(link_, static_cast<double>(length));
    network_.channels.push_back({from.component, from.port, to.component, to.port, latency,
                                 static_cast<float>(length), static_cast<std::uint8_t>(level)});
  }

  // From the router at this spot to its neighbour, by way of the interchange between them.
  void add_local_channel(const Spot& spot, bool up) {
    const std::optional<Spot> next = further(spot, 1, up);
    if (!next) return;
    const unsigned d = spot.dimension;
    const PortId out = rules_.bidirectional ? 2 * d + (up ? 0 : 1) : d;
    const PortId in = rules_.bidirectional ? out ^ 1u : out;
    const Attachment from{spot.node, out};
    const Attachment to{next->node, in};
    const Spot& place = up ? *next : spot;  // it stands before the upper node
    if (level_[index(place)] == 0 || composition(place).in[0].empty()) {
      return add_channel(from, to, 1, 0);
    }
    const Composition& modules = composition(place);
    add_channel(from, attachment(place, modules.in[0][0], up), up ? 0 : 1, 0);
    add_channel(attachment(place, modules.out[0][0], up), to, up ? 1 : 0, 0);
  }

  void add_express_channels(const Spot& spot) {
    const unsigned highest = level_[index(spot)];
    if (highest == 0) return;
    for (const bool up : {true, false}) {
      if (!up && !rules_.bidirectional) continue;
      for (const auto& [from, to] : composition(spot).inner) {
        add_channel(attachment(spot, from, up), attachment(spot, to, up), 0, 0);
      }
      for (unsigned level = 1; level <= highest; ++level) add_level(spot, level, up);
    }
  }

  // The parallel channels of a level from here to the next interchange that does not let them by.
  void add_level(const Spot& spot, unsigned level, bool up) {
    const std::vector<Composition::Pin>& out = composition(spot).out[level];
    if (out.empty() || !is_used(spot, level, up)) return;
    std::uint64_t length = 0;
    std::optional<Spot> next = spot;
    do {
      length += rules_.length[level];
      next = further(*next, rules_.length[level], up);
      if (!next || level_[index(*next)] < level) return;
    } while (composition(*next).in[level].empty());
    const std::vector<Composition::Pin>& in = composition(*next).in[level];
    for (std::size_t c = 0; c < out.size(); ++c) {
      add_channel(attachment(spot, out[c], up), attachment(*next, in[c], up), length, level);
    }
  }

  void check_channels() const {
    const bool is_any = std::any_of(network_.channels.begin(), network_.channels.end(),
                                    [](const Channel& channel) { return channel.level != 0; });
    if (!is_any) {
      throw ConfigurationError("network.express.spacing", std::to_string(rules_.length[1]),
                               "less than half of the radix; torus: at most a third, one way half: "
                               "else no way would take an express channel");
    }
  }

  Network& network_;
  const ExpressRules& rules_;
  const LinkSpec& link_;
  const NodeId nodes_;
  const unsigned dimensions_;
  std::vector<NodeId> stride_;             // [dimension]
  std::vector<Composition> compositions_;  // [level - 1]
  std::vector<std::uint8_t> level_;        // [spot]: of the interchange; 0: none
  std::vector<std::uint32_t> module_;      // [spot]: its first module
  std::vector<ComponentId> ids_;           // [module]
};

}  // namespace

void connect_express(Network& network, const ExpressRules& rules, const LinkSpec& link) {
  ExpressBuilder(network, rules, link).build();
}

}  // namespace turnpike::model::detail
