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

// What network.radix and network.dimensions may say.
enum class RadixRule : std::uint8_t {
  none,   // nothing: the network has no dimensions
  any,    // one radix for each dimension
  equal,  // one for all dimensions
  two,    // 2, and it may be left out
  one,    // one number; dimensions may be left out
};

// A key of [network] that a topology brings along: an integer or a list of them.
struct TopologyKey {
  const char* name;  // "offsets" of network.offsets
  unsigned least;
  unsigned most;
  const char* unit;
  const char* meaning;
  const char* default_text;
  const char* source;
};

// What is known of a topology without counting.
struct ClosedForms {
  // Flits per cycle and terminal at which the fullest channel is full under uniform traffic, by the
  // topology's own routes; terminals are not looked at, so it may exceed 1.
  double capacity = 0;
  double bisection = 0;  // unidirectional channels between two halves
  const char* note = "";
  bool is_bound = false;  // the capacity: its own routes may carry less
};

// How many bits of an address are a coordinate's (docs/flit_format.md, A).
struct AddressLayout {
  unsigned dimensions = 1;
  unsigned coordinate_bits = 1;
  unsigned bits() const { return dimensions * coordinate_bits; }
};

struct Topology {
  // Those that formulas and tests ask for by name.
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
  // What they mean where it is not "nodes along a dimension" and "dimensions", for help.
  const char* radix_meaning = nullptr;
  const char* dimensions_meaning = nullptr;
  const char* hosts_default = nullptr;  // of network.hosts, where it is not 1
  // Keys of [network] that only some topologies take. `takes_links`: links and anynet;
  // `takes_root`: its tables are those of Up*/Down*.
  bool takes_direction = false;
  bool takes_dimension_order = false;
  bool takes_links = false;
  bool takes_file = false;  // network.file and network.format, in the place of anynet
  bool takes_root = false;
  bool takes_hosts = false;   // terminals of a router
  bool is_generated = false;  // a GeneratedGraph: terminals have numbers, no coordinates
  // Routers at whole coordinates, channels between neighbours: may have express channels.
  bool is_grid = false;
  // Port d leads to the node that differs in bit d of its number: may have several local channels,
  // chosen first hops, broadcasts and co-processors.
  bool is_cube = false;

  // Of its routers, unless network.routing names another function.
  virtual RoutingKind routing(const TopologySpec& topology) const = 0;
  virtual AddressLayout layout(const TopologySpec& topology) const;
  // What the radix rule does not say. Throws ConfigurationError.
  virtual void check(const TopologySpec&) const {}
  // Of a spec that check_shape() has passed. Throws ConfigurationError.
  virtual Network build(const TopologySpec& topology, const RouterSpec& router,
                        const LinkSpec& link) const = 0;
  // Its keys of [network] beside those of all; their values are in TopologySpec::own().
  virtual std::vector<TopologyKey> keys() const { return {}; }
  // The same with the links and hosts that it is built of, if that is how it is built.
  virtual TopologySpec with_links(const TopologySpec& topology) const;
  // Of its kind, with fewer routers or terminals, the smallest first: bisect tries them. Each has
  // passed check_shape(). Packets keep the order of their terminals' numbers. A grid is not asked.
  virtual std::vector<TopologySpec> smaller(const TopologySpec&) const;
  virtual std::optional<ClosedForms> closed_forms(const TopologySpec&) const {
    return std::nullopt;
  }
  // "mesh 8 x 8", of a network with that many components.
  virtual std::string text(const TopologySpec& topology, std::size_t components) const;
  // Of a router; empty: it is known by its number.
  virtual std::vector<unsigned> coordinates(const Network& network, ComponentId router) const;
  // Where components lie on a picture. False: as far from each other as in the network. A grid is
  // not asked.
  virtual bool place(const Network&, Drawing&) const { return false; }
  // What channels are shown or hidden with. A grid is not asked.
  virtual std::string group(const Network& network, const Channel& channel) const;
  // Of a network that is too large for all routes: a part that stands for all. Networks with
  // routing tables are not asked.
  virtual void prove_large(const Network& network, DeadlockReport& report) const;

 protected:
  constexpr explicit Topology(const char* its_word) : word(its_word) {}
  ~Topology() = default;  // they live as long as the program
};

// In the order in which they are listed for users.
const std::vector<const Topology*>& topologies();
// One from outside the library, before main() reads a configuration. Returns true, so that it can
// be called where a constant of the file is defined.
bool add_topology(const Topology& topology);

// The words of those with a property: "mesh, torus"; `"mesh" or "torus"`.
std::string topologies_with(bool Topology::*property);
std::string quoted_topologies_with(bool Topology::*property);

}  // namespace turnpike::model
