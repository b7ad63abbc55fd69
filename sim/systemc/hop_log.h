// hop_log.h - the heads on the wires of the hardware as events (docs/event_log.md).

#pragma once

#include <optional>
#include <vector>

#include "model/network/event_log.h"
#include "model/network/hop_reader.h"
#include "sim/systemc/rtl_network.h"

namespace turnpike::sim {

class HopLog {
 public:
  // `network` outlives it.
  explicit HopLog(const RtlNetwork& network);

  // The heads on the output pins of all components in cycle `now`, which is the present one.
  void add_hops(model::Cycle now, std::vector<model::Event>& to);

 private:
  void add_hop(model::ComponentId component, model::PortId port, model::Cycle now,
               std::vector<model::Event>& to);

  const RtlNetwork& rtl_;
  std::vector<model::NodeId> node_at_;      // [address]
  std::optional<model::HopReader> reader_;  // of the packets of message terminals
};

}  // namespace turnpike::sim
