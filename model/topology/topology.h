// topology.h - the descriptor of a topology, which contains everything about it in one file.
//
// Reading of configurations, help, schemas, messages, results, pictures, the library and bisect ask
// the descriptor; none of them knows topologies by name. CONTRIBUTING.md explains how to add one.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/common/routing.h"
#include "model/common/types.h"

namespace turnpike::model {

struct Channel;
struct DeadlockReport;
struct Drawing;
struct LinkSpec;
struct Network;
struct RouterSpec;
struct TopologySpec;

// The values that network.radix and network.dimensions may have.
enum class RadixRule : std::uint8_t {
  none,   // nothing: the network has no dimensions
  any,    // one radix for each dimension
  equal,  // one for all dimensions
  two,    // 2, and it may be left out
  one,    // one number; dimensions may be left out
};

// A key of [network] that a topology adds: its value is an integer or a list of integers.
struct TopologyKey {
  const char* name;  // "offsets" of network.offsets
  unsigned least;
  unsigned most;
  const char* unit;
  const char* meaning;
  const char* default_text;
  const char* source;
};

// Figures of a topology that follow from a formula.
struct ClosedForms {
  // Load that fills the busiest channel under uniform traffic over the topology's own routes, in
  // flits per cycle and terminal. Channels of terminals are left out, so it may exceed 1.
  double capacity = 0;
  double bisection = 0;  // unidirectional channels between two halves
  const char* note = "";
  bool is_bound = false;  // `capacity` is an upper bound; the routes may carry less
};

// The number of bits of a coordinate in an address (docs/flit_format.md, A).
struct AddressLayout {
  unsigned dimensions = 1;
  unsigned coordinate_bits = 1;
  unsigned bits() const { return dimensions * coordinate_bits; }
};

struct Topology {
  // Topologies that formulas and tests refer to by name.
  static const Topology* const mesh;
  static const Topology* const torus;
  static const Topology* const hypercube;
  static const Topology* const butterfly;
  static const Topology* const irregular;
  static const Topology* const graph;
  static const Topology* const ring;
  static const Topology* const star;
  static const Topology* const full_mesh;
  static const Topology* const cmesh;
  static const Topology* const ctorus;
  static const Topology* const hyperx;
  static const Topology* const flattened_butterfly;
  static const Topology* const dragonfly;
  static const Topology* const fat_tree;
  static const Topology* const tree;
  static const Topology* const elevator_mesh;
  static const Topology* const circulant;

  const char* word;                    // of network.topology
  const char* router_word = "router";  // begins the names of its routers
  RadixRule radix = RadixRule::any;
  // For help, if these keys mean something else than "nodes along a dimension" and "dimensions".
  const char* radix_meaning = nullptr;
  const char* dimensions_meaning = nullptr;
  const char* hosts_default = nullptr;  // of network.hosts, where it is not 1
  // The keys of [network] that the topology takes. `takes_links`: links and anynet;
  // `takes_root`: the topology uses the tables of Up*/Down*.
  bool takes_direction = false;
  bool takes_dimension_order = false;
  bool takes_links = false;
  bool takes_file = false;  // network.file and network.format, in the place of anynet
  bool takes_root = false;
  bool takes_hosts = false;   // terminals of a router
  bool is_generated = false;  // a GeneratedGraph: terminals have numbers, no coordinates
  // Routers have integer coordinates, and channels join neighbours: may have express channels.
  bool is_grid = false;
  // Port d leads to the node whose number differs in bit d: may have several local channels, chosen
  // first hops, broadcasts and co-processors.
  bool is_cube = false;

  // The routing function of the routers, unless network.routing names another one.
  virtual RoutingKind routing(const TopologySpec& topology) const = 0;
  virtual AddressLayout layout(const TopologySpec& topology) const;
  // Checks conditions beyond the radix rule. Throws ConfigurationError.
  virtual void check(const TopologySpec&) const {}
  // Builds the graph of a spec that passed check_shape(). Throws ConfigurationError.
  virtual Network build(const TopologySpec& topology, const RouterSpec& router,
                        const LinkSpec& link) const = 0;
  // Keys of [network] that only this topology has; TopologySpec::own() returns their values.
  virtual std::vector<TopologyKey> keys() const { return {}; }
  // The spec with explicit links and hosts, if the topology is built from a list of links.
  virtual TopologySpec with_links(const TopologySpec& topology) const;
  // Smaller specs of this topology, the smallest first, for bisect. All pass check_shape(). Bisect
  // keeps the order of terminal numbers in packets. Not called for grids.
  virtual std::vector<TopologySpec> smaller(const TopologySpec&) const;
  virtual std::optional<ClosedForms> closed_forms(const TopologySpec&) const {
    return std::nullopt;
  }
  // The network in one line, such as "mesh 8 x 8"; it has `components` components.
  virtual std::string text(const TopologySpec& topology, std::size_t components) const;
  // Coordinates of a router, for its name; if empty, the name has the router's number.
  virtual std::vector<unsigned> coordinates(const Network& network, ComponentId router) const;
  // Places the components on a picture. Returns false to place them by their distances in the
  // network. Not called for grids.
  virtual bool place(const Network&, Drawing&) const { return false; }
  // The group of channels with which a picture shows or hides `channel`. Not called for grids.
  virtual std::string group(const Network& network, const Channel& channel) const;
  // Proves freedom of deadlock for a network that is too large for a search of all routes, from a
  // part that stands for all of it. Not called for networks with routing tables.
  virtual void prove_large(const Network& network, DeadlockReport& report) const;

 protected:
  constexpr explicit Topology(const char* its_word) : word(its_word) {}
  ~Topology() = default;  // they live as long as the program
};

// All topologies, in the order in which users see them.
const std::vector<const Topology*>& topologies();
// Adds a topology from outside the library, before main() reads a configuration. Returns true, so
// that the definition of a constant can call it.
bool add_topology(const Topology& topology);

// The words of the topologies with a property: "mesh, torus"; `"mesh" or "torus"`.
std::string topologies_with(bool Topology::*property);
std::string quoted_topologies_with(bool Topology::*property);

}  // namespace turnpike::model
