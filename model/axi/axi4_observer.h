// axi4_observer.h - turns the events of a cycle on the channels and at the ports of an AXI4 network
// into increments of the control block's counters. Mirror of rtl/adapters/channel_monitor.v and
// axi4_port_monitor.v.

#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "model/adapters/axi4_bus.h"
#include "model/adapters/axi4_counters.h"
#include "model/axi/axi4_ports.h"
#include "model/network/model_engine.h"
#include "model/topology/network.h"

namespace turnpike::model {

// A channel that is counted: the links of the network in their order, then of each port the channel
// into the network and the one out of it.
struct Axi4Channel {
  enum class Kind { link, into, out_of };
  Kind kind = Kind::link;
  std::size_t number = 0;  // of the link, or of the port
  unsigned depth = 0;      // places of a VC in the buffer behind it
  unsigned latency = 0;    // cycles that a credit takes
};
std::vector<Axi4Channel> axi4_channels(const Network& network, const std::vector<Axi4Port>& ports);
Axi4CounterMap axi4_counter_map(const Network& network, const std::vector<Axi4Port>& ports);

class Axi4Observer {
 public:
  // Both outlive it.
  Axi4Observer(const Network& network, const std::vector<Axi4Port>& ports);

  const Axi4CounterMap& map() const { return map_; }
  // Pins of the present cycle: of all components, of all adapters and of all buses.
  void observe(const std::vector<ComponentOutputs>& components,
               const std::vector<Axi4ChannelOut>& adapters,
               const std::vector<Axi4Manager>& managers,
               const std::vector<Axi4Subordinate>& subordinates);
  // Increments in that cycle, [counter].
  const std::vector<std::uint32_t>& events() const { return events_; }

 private:
  // On the pins of a channel's sender.
  struct Pins {
    bool valid = false;
    unsigned vc = 0;
    std::uint64_t credits = 0;
  };
  struct Occupancy {
    std::vector<unsigned> of_vc;
    std::deque<std::uint64_t> credits;  // on their way
  };
  struct Waiting {
    std::uint32_t reads = 0;  // taken, not answered
    std::uint32_t writes = 0;
    std::uint32_t timeouts = 0;
  };

  Pins pins_of(const Axi4Channel& channel, const std::vector<ComponentOutputs>& components,
               const std::vector<Axi4ChannelOut>& adapters) const;
  void observe_channel(std::size_t number, Pins pins);
  void observe_port(std::size_t number, const Axi4Manager& manager,
                    const Axi4Subordinate& subordinate);

  const Network& network_;
  const std::vector<Axi4Port>& ports_;
  std::vector<Axi4Channel> channels_;
  Axi4CounterMap map_;
  std::vector<Occupancy> occupancy_;  // [channel]
  std::vector<Waiting> waiting_;      // [port]
  std::vector<std::uint32_t> events_;
};

}  // namespace turnpike::model
