// surroundings.h - a network of the model around one router of the caller.
//
// All other routers of a mesh, torus or hypercube are model/router/, one object each; terminals at
// all local ports send random packets and check every flit that arrives. Model and router advance
// together, cycle by cycle. With routing tables the network is a mesh; in the first cycles all
// tables are written through their pins, an entry a cycle, and then packets begin.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "api/dpi/mesh_terminal.h"
#include "model/router/lookahead.h"
#include "model/router/router.h"

namespace turnpike::dpi {

struct SurroundingsSpec {
  model::RouterParams router;
  unsigned radix = 4;  // nodes in each dimension
  unsigned place = 0;  // number of the node whose router is somebody else's, dimension 0 first
  unsigned load = 30;  // flits that a terminal sends in 100 cycles, in the mean
  unsigned flits = 4;  // of a packet
  std::uint64_t seed = 1;
};

// Of "NAME=VALUE ...": the router's parameters, and RADIX, PLACE, LOAD, PACKET_FLITS, SEED. Throws
// std::invalid_argument.
SurroundingsSpec surroundings_spec(const std::string& text);

class Surroundings {
 public:
  explicit Surroundings(const SurroundingsSpec& spec);

  const model::RouterParams& router() const { return spec_.router; }
  // node_i of the router in the middle.
  model::Address address() const { return addresses_[spec_.place]; }
  model::Address limit() const { return limit_; }

  void reset();
  // What is on the input pins of the router in the middle in this cycle.
  const model::Router::In& inputs() const { return ins_[spec_.place]; }
  // The edge that ends the cycle, in which it showed `outputs`. Throws std::logic_error for what a
  // router must not do, and for a flit that comes where it should not or as it should not.
  void tick(const model::Router::Out& outputs);
  // Sources begin no more packets.
  void stop_sending() { is_sending_ = false; }
  std::uint64_t sent() const;       // packets, whose heads have gone
  std::uint64_t delivered() const;  // packets

 private:
  model::PortId network_ports() const { return spec_.router.ports - spec_.router.local_ports; }
  bool is_loading() const { return now_ < table_.size(); }
  const model::Router::Out& shown(unsigned node, const model::Router::Out& middle) const {
    return node == spec_.place ? middle : routers_[node]->eval();
  }
  void find_neighbours();
  void wire(const model::Router::Out& middle);
  void load_tables();

  SurroundingsSpec spec_;
  model::RoutingParams geometry_;  // the routing, or that of a mesh in place of tables
  model::Lookahead lookahead_;
  model::Address limit_ = 0;
  std::vector<model::Address> addresses_;  // [node]
  std::vector<int> behind_;                // [node * network ports + output] node; -1: none
  std::vector<std::unique_ptr<model::Router>> routers_;  // [node] null in the middle
  std::vector<MeshTerminal> terminals_;                  // [node * local ports + local port]
  std::vector<model::Router::In> ins_;                   // [node] of this cycle
  // Entries of the routing tables, in the order in which they are written.
  struct Entry {
    model::PortId port;
    unsigned layer;
    model::Address destination;
  };
  std::vector<Entry> table_;
  PacketBook book_;
  bool is_sending_ = true;
  std::uint64_t now_ = 0;
};

}  // namespace turnpike::dpi
