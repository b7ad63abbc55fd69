// route_pins.h - the values of the route pins of a network's channels (docs/timing.md, 2.1).
//
// Networks of the model have no route pins: they compute the route of a head at its router. This
// file calls the same function one channel earlier, for the router at the end of the channel.

#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "model/common/state_stream.h"
#include "model/router/lookahead.h"
#include "model/topology/network.h"

namespace turnpike::sim {

class RoutePins {
 public:
  // `network` outlives it.
  explicit RoutePins(const model::Network& network);

  // Where a flit is routed next: an input port of a router; or there is no router.
  struct Place {
    static constexpr model::ComponentId kNone = ~model::ComponentId{0};
    model::ComponentId router = kNone;
    model::PortId port = 0;
    std::uint64_t without_router = 0;  // then this is on the pins
  };
  // Of what comes to `at`: there, or, at an interchange, at the router behind it.
  Place place_at(model::Attachment at) const;
  // Of what leaves by an output port of a component; express channels have no route.
  Place place_behind(model::ComponentId component, model::PortId port) const;

  // With a head that comes to `place` on VC `vc`.
  std::uint64_t of_head(const Place& place, model::VcId vc, const std::uint64_t* flit) const;

 private:
  const model::Network& network_;
  model::Lookahead lookahead_;
  bool exist_;                                   // the routers have such pins, and routes on them
  std::uint64_t late_;                           // the bit `late`; 0: there is none
  std::size_t stride_;                           // the most ports that a component has
  std::vector<const model::Channel*> channels_;  // [component * stride + output port]
  // Where there are interchanges.
  std::unordered_map<model::Address, model::ComponentId> router_at_;
};

// Of one place: a body flit has the route of its head.
class PassingRoutes {
 public:
  // `pins` outlives it.
  PassingRoutes(const RoutePins& pins, const RoutePins::Place& place, unsigned virtual_channels)
      : pins_(&pins), place_(place), under_way_(virtual_channels) {}

  // On the pins with this flit; in the flits' order.
  std::uint64_t next(model::VcId vc, const std::uint64_t* flit, bool is_head) {
    if (is_head) under_way_[vc] = pins_->of_head(place_, vc, flit);
    return under_way_[vc];
  }

  void visit_state(model::StateStream& state) { state.list(under_way_); }

 private:
  const RoutePins* pins_;
  RoutePins::Place place_;
  std::vector<std::uint64_t> under_way_;  // [vc]
};

}  // namespace turnpike::sim
