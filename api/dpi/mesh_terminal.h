// mesh_terminal.h - a source of random packets and a sink that checks every flit.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/common/random.h"
#include "model/router/lookahead.h"
#include "model/router/router.h"

namespace turnpike::dpi {

// Packets under way: destination by source and number.
class PacketBook {
 public:
  void send(model::Address source, std::uint32_t number, model::Address destination) {
    under_way_[{source, number}] = destination;
    ++sent_;
  }
  // Whether there is such a packet for this node; it is under way no more.
  bool take(model::Address source, std::uint32_t number, model::Address destination) {
    const auto found = under_way_.find({source, number});
    if (found == under_way_.end() || found->second != destination) return false;
    under_way_.erase(found);
    return true;
  }
  std::uint64_t sent() const { return sent_; }
  std::uint64_t under_way() const { return under_way_.size(); }

 private:
  std::map<std::pair<model::Address, std::uint32_t>, model::Address> under_way_;
  std::uint64_t sent_ = 0;
};

class MeshTerminal {
 public:
  // At local port `local` of the router of a node, counted from 0. `geometry` says how addresses
  // are made of coordinates, also where routers have tables.
  MeshTerminal(const model::RouterParams& router, const model::RoutingParams& geometry,
               model::Address address, model::Address limit, unsigned local, unsigned packet_flits);

  void reset();

  // On the pins of the router's local port in this cycle.
  void drive(model::Router::In& in) const;
  // The edge that ends a cycle in which the router showed `out`. `begins`: a packet for the node
  // `destination` is to be sent when none is under way. Throws std::logic_error.
  void tick(const model::Router::Out& out, bool begins, model::Address destination,
            PacketBook& book);

  bool is_sending() const { return left_ > 0; }

 private:
  struct Open {
    bool is_open = false;
    model::Address source = 0;
    std::uint32_t number = 0;
    unsigned index = 0;
  };

  void take_flit(model::VcId vc, const model::PinFlit& flit, PacketBook& book);
  void send_flit(PacketBook& book);
  // "node 6", or the address in a flit that no node has.
  std::string place_text(model::Address address) const;

  const model::RouterParams router_;
  const model::RoutingParams geometry_;
  model::Lookahead lookahead_;
  model::Address address_;
  model::Address limit_;
  unsigned local_;
  model::PortId port_;  // of the router
  unsigned packet_flits_;

  std::vector<unsigned> credits_;  // [VC]
  std::vector<Open> open_;         // [VC] packet that is coming in
  unsigned left_ = 0;              // flits of the packet that goes out
  model::VcId vc_ = 0;
  model::Address destination_ = 0;
  std::uint32_t number_ = 0;  // terminals of a node share its packets' numbers out
  std::uint64_t route_ = 0;

  bool valid_ = false;  // the pins of this cycle
  model::VcId out_vc_ = 0;
  model::PinFlit flit_;
  model::VcMask credit_ = 0;
};

}  // namespace turnpike::dpi
