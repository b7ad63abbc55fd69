// machine_network.cpp - from a co-processor's parameters to the network that suits it.

#include "model/machine/machine_network.h"

#include <string>

#include "model/common/configuration_error.h"
#include "model/topology/build.h"

namespace turnpike::model {

Network machine_network(const CoprocessorParams& params) {
  if (params.dimensions < 1 || params.dimensions > 12) {
    throw ConfigurationError("machine.dimensions", std::to_string(params.dimensions), "1 .. 12");
  }
  TopologySpec topology;
  topology.kind = Topology::hypercube;
  topology.radix.assign(params.dimensions, 2);
  RouterSpec router;
  router.kind = RouterKind::packet;
  router.packets.packet_flits = params.packet_flits();
  router.packets.slots = params.packet_slots;
  router.packets.first_hop = true;
  router.local_channels = params.ports();
  router.virtual_channels = params.virtual_channels;
  router.buffer_depth = params.buffer_depth;
  router.flit_bits = params.flit_bits;
  return build_network(topology, router, LinkSpec{});
}

}  // namespace turnpike::model
