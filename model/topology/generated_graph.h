// generated_graph.h - topologies that follow a rule: a list of links, and a table of routes.
//
// A descriptor states the links, the terminals of each router, the next routers of a packet, and
// the places of routers on a picture. This class builds the network, fills the routing tables, and
// refuses sizes that no router can have. ring.cpp is the shortest example.

#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "model/topology/drawing.h"
#include "model/topology/topology.h"
#include "model/topology/topology_spec.h"

namespace turnpike::model {

class GeneratedGraph : public Topology {
 public:
  RoutingKind routing(const TopologySpec&) const override { return RoutingKind::table; }
  AddressLayout layout(const TopologySpec& topology) const override;
  void check(const TopologySpec& topology) const override;
  Network build(const TopologySpec& topology, const RouterSpec& router,
                const LinkSpec& link) const override;
  TopologySpec with_links(const TopologySpec& topology) const override;
  std::vector<TopologySpec> smaller(const TopologySpec& topology) const override;
  std::vector<unsigned> coordinates(const Network& network, ComponentId router) const override;
  bool place(const Network& network, Drawing& drawing) const override;
  std::string group(const Network& network, const Channel& channel) const override;

  // The position of a packet's head. `from` is the neighbour from which it came, or `here` if it
  // came from a terminal; it then has no layer yet, and `layer` is 0.
  struct Head {
    ComponentId here;
    ComponentId from;
    unsigned layer;
    ComponentId to;  // the router of its destination, never `here`
    // Index of the destination among the terminals of `to`; 0 unless routes_by_terminal.
    unsigned terminal = 0;

    bool is_new() const { return from == here; }
  };
  // The neighbours to which the packet may go on, and the layers that it may take, a bit for each.
  struct Ways {
    std::vector<ComponentId> next;
    unsigned layers = 1;
  };

  bool routes_by_terminal = false;  // terminals of a router have different routes
  // Number of layers of virtual channels that the routes need. With 0 the topology uses the routes
  // of TableRouting::layered_shortest, and ways() is not called.
  virtual unsigned layers(const TopologySpec&) const { return 1; }
  virtual Ways ways(const TopologySpec& topology, const Head& head) const;

 protected:
  constexpr explicit GeneratedGraph(const char* its_word) : Topology(its_word) {
    takes_hosts = true;
    is_generated = true;
  }
  ~GeneratedGraph() = default;

  // The size of a network, computed without building it. Floating point, because the keys of a
  // configuration may describe a network of any size.
  struct Size {
    double routers = 0;
    double terminals = 0;
    double ports = 0;  // of the router with the most, including terminals
  };
  // The size of an array of routers with two neighbours in each dimension of the radix.
  Size size_of_grid(const TopologySpec& topology) const;
  struct Plan {
    std::vector<std::pair<unsigned, unsigned>> links;  // each a channel both ways
    std::vector<unsigned> hosts;                       // [router] terminals
    std::vector<std::string> names;                    // [router]; empty: by coordinates
  };

  // Checks conditions beyond the radix rule and the sizes. Throws ConfigurationError.
  virtual void check_shape_of(const TopologySpec&) const {}
  virtual Size size(const TopologySpec& topology) const = 0;
  virtual Plan plan(const TopologySpec& topology) const = 0;
  // Coordinates of a router, for its name; if empty, the name has the router's number.
  virtual std::vector<unsigned> coordinates_of(const TopologySpec&, ComponentId) const {
    return {};
  }
  virtual void draw(const TopologySpec& topology, Drawing& drawing) const = 0;
  virtual std::string group_of(const TopologySpec&, const Channel&) const { return "channels"; }
  // Changes the values of the topology's own keys, which were legal for the larger radix `old`, so
  // that they fit the radix of the spec. check() refuses a value that stays wrong.
  virtual void fit_own_values(TopologySpec&, const std::vector<unsigned>& /*old*/) const {}
  // Terminals of each router if network.hosts is not set.
  virtual unsigned usual_hosts(const TopologySpec&) const { return 1; }

  unsigned hosts(const TopologySpec& topology) const {
    return topology.hosts.empty() ? usual_hosts(topology) : topology.hosts.front();
  }
};

// Functions that several descriptors use.
namespace detail {

inline unsigned product(const std::vector<unsigned>& numbers) {
  unsigned result = 1;
  for (const unsigned n : numbers) result *= n;
  return result;
}
inline double product_of_any(const std::vector<unsigned>& numbers) {
  double result = 1;
  for (const unsigned n : numbers) result *= n;
  return result;
}
// Number of pairs of k places in a row with one place before the middle and one behind it.
inline double pairs_across(unsigned k) {
  const double before = std::floor(k / 2.0);
  return before * (k - before);
}
// The number with these digits in a mixed radix, the lowest digit first.
std::uint32_t number_of_digits(const std::vector<unsigned>& radix,
                               const std::vector<unsigned>& digits);
// The dimension that dimension order corrects first; the two differ.
std::size_t dimension_to_correct(const TopologySpec& topology, const std::vector<unsigned>& here,
                                 const std::vector<unsigned>& there);

// Routers on a circle, the first on top, neighbours 1.2 apart.
void draw_circle(unsigned routers, Drawing& drawing);
// Routers at coordinates; dimensions beyond the second lie side by side.
void draw_grid(const std::vector<unsigned>& radix, Drawing& drawing);
// Like draw_grid, with bent lines, so that a channel between any two routers of a line passes the
// routers between them at a distance.
void draw_bent_grid(const std::vector<unsigned>& radix, Drawing& drawing);

// Load of the busiest channel of a ring of k routers under uniform traffic, in flits per cycle when
// each router sends one flit per cycle. If both ways are equally long, routers with even numbers
// go up.
double ring_load(unsigned k);
// Says that packets go up in a ring of k: that way is shorter, or equally short and `here` is even.
bool is_up_in_ring(unsigned here, unsigned there, unsigned k);
// The layers that a packet may take on its next channel of a ring whose dateline lies between k - 1
// and 0. `continues` says that the packet is in the ring already, on `layer`.
unsigned dateline_layers(unsigned here, unsigned there, unsigned k, bool up, bool continues,
                         unsigned layer);

}  // namespace detail

}  // namespace turnpike::model
