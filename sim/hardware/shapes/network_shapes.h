// network_shapes.h - the hardware of a network.
//
// Harness and emitter use the same list: each shape once, and the shape of each component.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "model/topology/network.h"
#include "sim/hardware/shapes/shape.h"

namespace turnpike::sim {

// Of each component: a bit for each port at which no channel and no terminal is. Routers at the
// edge of a mesh have such ports. Hardware that stands in one place only has no gates for them
// (parameter ABSENT of rtl/router/router.v).
std::vector<std::uint64_t> absent_ports(const model::Network& network);

class NetworkShapes {
 public:
  explicit NetworkShapes(const model::Network& network);

  // The routers', the interchanges', that of routers that keep a pace, then those of channels with
  // registers.
  const std::vector<Shape>& all() const { return shapes_; }
  // Indices in all().
  std::size_t of(const model::Component& component) const;
  std::size_t of(const model::Channel& channel) const;  // one with registers

 private:
  std::vector<Shape> shapes_;
  std::size_t paced_router_ = 0;
  std::map<ChannelKind, std::size_t> channels_;
};

}  // namespace turnpike::sim
