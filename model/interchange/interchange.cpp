// interchange.cpp - an interchange alone: its parameters.

#include "model/interchange/interchange.h"

#include <algorithm>

namespace turnpike::model {
namespace {

void check_routing(const InterchangeRouting& routing) {
  require_value(routing.levels <= kMaxExpressLevels, "levels", routing.levels, "0 to 4");
  require_value(is_within(routing.coordinate_bits, 1, 30), "coordinate_bits",
                routing.coordinate_bits, "1 to 30");
  for (unsigned level = 0; level < routing.levels; ++level) {
    const unsigned distance = routing.distance[level];
    require_value(is_within(routing.channels[level], 1, kMaxExpressChannels), "channels",
                  routing.channels[level], "1 to 8");
    require_value(is_within(distance, 1, 1u << routing.coordinate_bits), "distance", distance,
                  "1 to 2^coordinate_bits");
    require_value(!routing.is_aligned || (distance & (distance - 1)) == 0, "distance", distance,
                  "a power of two if aligned");
  }
  require_value(!routing.is_joint || (routing.bidirectional && !routing.is_ring), "is_joint", 1,
                "0 on a ring and in one direction");
  require_value(is_within(routing.ports(), 2, kMaxPorts), "ports", routing.ports(), "2 to 32");
}

InterchangeParams checked(InterchangeParams params) {
  check_routing(params.routing);
  const unsigned vcs = params.virtual_channels();
  require_value(is_within(vcs, params.routing.is_ring ? 2 : 1, kMaxVcs), "virtual_channels", vcs,
                "1 to 16, on a ring 2 to 16 (dateline classes)");
  require_value(is_within(params.buffer_depth, 1, kMaxDepth), "buffer_depth", params.buffer_depth,
                "1 to 64");
  require_value(is_within(params.express_depth, 1, kMaxDepth), "express_depth",
                params.express_depth, "1 to 64");
  require_value(is_within(params.format.flit_bits, kMinFlitBits, kMaxFlitBits), "flit_bits",
                params.format.flit_bits, "8 to 512");
  require_value(is_within(params.pipeline_cycles, 1, 2), "pipeline_cycles", params.pipeline_cycles,
                "1 or 2");
  require_value(is_within(params.patience, 1, 65535), "patience", params.patience, "1 to 65535");
  require_value(params.room <= params.express_depth, "room", params.room,
                "0 (default) or 1 to express_depth");
  require_value(is_within(params.pace, 1, 1024), "pace", params.pace, "1 to 1024");
  params.checks_routes = true;
  return params;
}

}  // namespace

Interchange::Interchange(const Params& params)
    : params_(checked(params)),
      lookahead_(params_.routing),
      pins_(make_interchange_core<kMaxFlitWords, AnyShape<WidestMask>>(
          params_, {params_.ports(), std::max(params_.buffer_depth, params_.express_depth)})) {}

}  // namespace turnpike::model
