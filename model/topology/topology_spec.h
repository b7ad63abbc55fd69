// topology_spec.h - the user's description of a network: the [network], [router] and [link] tables.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/common/words.h"
#include "model/topology/network.h"
#include "model/topology/route_rows.h"
#include "model/topology/table_routing.h"
#include "model/topology/used_pairs.h"

namespace turnpike::model {

// Limits of a narrow channel: the phits of a flit, and the cycles of a phit.
constexpr unsigned kMaxPhits = 64;
constexpr unsigned kMaxClockRatio = 16;
struct LinkWidth {
  unsigned phits = 1;        // of a flit, 1 .. kMaxPhits and to the bits of a flit
  unsigned clock_ratio = 1;  // cycles of a phit, 1 .. kMaxClockRatio

  unsigned crossing() const { return phits * clock_ratio; }  // cycles of a flit
  bool is_narrow() const { return crossing() > 1; }
  friend bool operator==(const LinkWidth& a, const LinkWidth& b) {
    return a.phits == b.phits && a.clock_ratio == b.clock_ratio;
  }
};

// [network.express]: interchanges and express channels in a mesh or torus (Dally 1991, III).
enum class ExpressInsertion : std::uint8_t { multichannel, interleaved };  // Fig. 2a, 2b
inline constexpr Word<ExpressInsertion> kInsertionWords[] = {
    {ExpressInsertion::multichannel, "multichannel"},
    {ExpressInsertion::interleaved, "interleaved"}};
enum class ExpressDimensions : std::uint8_t { separate, joint };  // Fig. 6a, 6b
inline constexpr Word<ExpressDimensions> kExpressDimensionsWords[] = {
    {ExpressDimensions::separate, "separate"}, {ExpressDimensions::joint, "joint"}};
enum class ExpressDecomposition : std::uint8_t {
  single,     // Fig. 5a: one module
  full,       // Fig. 5b: 2j-1 modules of level one
  no_ascent,  // Fig. 5c: j modules, without the ascending ones
  top_only,   // Fig. 5d: the top module alone
};
inline constexpr Word<ExpressDecomposition> kDecompositionWords[] = {
    {ExpressDecomposition::single, "single"},
    {ExpressDecomposition::full, "full"},
    {ExpressDecomposition::no_ascent, "no_ascent"},
    {ExpressDecomposition::top_only, "top_only"}};

// Channels between modules (Dally 1991, III-G, Fig. 7): all that end on the lower side of the
// interchanges before the nodes that are multiples of `nodes`.
struct BoundarySpec {
  unsigned nodes = 0;  // a module's, in each dimension: a multiple of the top level's distance
  unsigned phits = 1;  // phits of a flit, 1 .. 64
  unsigned clock_ratio = 1;  // cycles of a phit, 1 .. 16
  unsigned channels = 0;     // express channels of the top level across it; 0: as elsewhere
};

struct ExpressSpec {
  std::vector<unsigned> spacing;   // one per level: mixed radix; one value: the same on all levels
  unsigned levels = 1;             // 1 .. 4
  std::vector<unsigned> channels;  // in parallel, one per level or one for all; empty: 1
  ExpressInsertion insertion = ExpressInsertion::multichannel;
  ExpressDimensions dimensions = ExpressDimensions::separate;
  ExpressDecomposition decomposition = ExpressDecomposition::single;
  unsigned buffer_depth = 0;  // flits per VC at the end of an express channel; 0: a router's
  std::optional<BoundarySpec> boundary;
};

// The reader's interpretation of ambiguous statements of an anynet file.
struct AnynetReading {
  std::size_t links_from_both_sides = 0;  // stated from either end, and one link
  std::size_t assumed_cycles = 0;         // channels without a latency in a file that states some
};

struct TopologySpec {
  const Topology* kind = Topology::mesh;
  std::vector<unsigned> radix;       // one per dimension
  bool bidirectional = true;         // takes_direction
  bool highest_first = true;         // dimension order
  const Routing* routing = nullptr;  // none: that of the topology, or tables:
  const TableRouting* tables = nullptr;
  std::vector<unsigned> clock_domains;  // of each switch; empty: all have one
  std::vector<RouteRow> routes;         // of tables that take rows
  unsigned paths = 16;  // of tables that have paths: addresses of a terminal, 2 .. 64
  // The pairs that the rows must have routes for, of a network without tables; none: all pairs.
  std::function<UsedPairs(const Network&)> routed_pairs;
  // takes_links and takes_root; `hosts` also of a generated graph: one number, or none.
  std::vector<std::pair<unsigned, unsigned>> links;  // switch pairs, each a channel both ways
  // Per link, in cycles beyond the sender's output register; none: as LinkSpec says. An empty list:
  // no link has one.
  std::vector<std::optional<unsigned>> link_latency;
  std::vector<std::optional<unsigned>>
      link_latency_back;                    // second to first; empty: as link_latency
  std::vector<LinkWidth> link_width;        // of both ways; empty: no link is narrow
  std::vector<unsigned> hosts;              // terminals per switch, switch 0 first
  std::vector<unsigned> terminal_switches;  // switch of each terminal; empty: as hosts
  std::vector<std::string> names;           // of the switches, unique words of Verilog; or empty
  std::optional<unsigned> root;             // Up*/Down* root; none: best_root()
  bool tries_every_root = false;  // without `root`: all switches, however long the search takes
  AnynetReading anynet;
  // Grids only.
  std::optional<ExpressSpec> express;
  std::map<std::string, std::vector<unsigned>> own_values;  // of Topology::keys()

  RoutingKind routing_kind() const {
    RoutingKind its = kind->routing(*this);
    if (tables != nullptr) return RoutingKind::table;
    if (routing != nullptr) its.function = routing;
    return its;
  }
  bool has_own_routing() const {
    return tables != nullptr || routing_kind() != kind->routing(*this);
  }
  bool routes_up_down() const {
    return kind->takes_root && (tables == nullptr || tables == &TableRouting::up_down);
  }
  // The bits of an address: those of the topology, and above them those of a path.
  unsigned path_bits() const {
    unsigned count = tables != nullptr && tables->has_paths ? paths : 1;
    for (const RouteRow& row : routes) count = std::max(count, row.path.value_or(0) + 1);
    unsigned bits = 0;
    while (1u << bits < count) ++bits;
    return bits;
  }
  unsigned address_bits() const { return kind->layout(*this).bits() + path_bits(); }
  // The word of network.routing; has_own_routing().
  const char* routing_word() const { return tables != nullptr ? tables->word : routing->word; }
  // The value of a key of the topology; empty if it is not set.
  const std::vector<unsigned>& own(const std::string& key) const {
    static const std::vector<unsigned> nothing;
    const auto found = own_values.find(key);
    return found == own_values.end() ? nothing : found->second;
  }
  unsigned own_number(const std::string& key, unsigned by_default) const {
    return own(key).empty() ? by_default : own(key).front();
  }
  // "mesh 8 x 8", of a network with that many components.
  std::string text(std::size_t components) const { return kind->text(*this, components); }
};

enum class RouterKind : std::uint8_t { wormhole, packet };
inline constexpr Word<RouterKind> kRouterWords[] = {{RouterKind::wormhole, "wormhole"},
                                                    {RouterKind::packet, "packet"}};

struct RouterSpec {
  RouterKind kind = RouterKind::wormhole;
  PacketSwitching packets;      // kind packet
  unsigned local_channels = 1;  // cubes: channels each way between a node and its router
  unsigned virtual_channels = 4;
  unsigned buffer_depth = 4;
  unsigned flit_bits = 32;
  unsigned pipeline_cycles = 1;
  unsigned patience = 256;
  bool turns_last = false;       // wormhole: heads that turn go last, docs/timing.md, 2.4
  unsigned message_classes = 1;  // wormhole: equal parts of the VCs, docs/timing.md, 2.9
  // A delivered message of one may need one of the next to be sent: a request its reply.
  std::vector<unsigned> class_order;
  // Wormhole: ROOM, the credits that a VC must have for a new packet (docs/timing.md, 2.5). 0: all,
  // packets under way go first; 1: a new packet is treated as they are.
  unsigned room = 0;
};

struct LinkSpec {
  double cycles_per_unit = 0;   // T_w: extra registers per unit of wire length, rounded up
  unsigned cycles_per_hop = 0;  // extra registers on every channel between components, its length
                                // aside: T_n beyond a router's own cycles
};

}  // namespace turnpike::model
