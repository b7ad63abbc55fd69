// pin_network.h - a network whose components and terminals meet at pins.
//
// For packet routers, the engine; for wormhole routers a slow one (model_network.h is fast), for
// what it cannot do: several local channels a node, terminals of one's own. Only units on whose
// pins something is, or in which something goes on, are visited.

#pragma once

#include <memory>
#include <vector>

#include "model/network/model_engine.h"
#include "model/network/standstill.h"
#include "model/network/terminal_bank.h"
#include "model/network/terminal_driver.h"
#include "model/topology/network.h"

namespace turnpike::model {

class PinNetwork {
 public:
  virtual ~PinNetwork() = default;

  virtual const Network& network() const = 0;
  // Cycles completed since reset.
  virtual Cycle now() const = 0;
  // Runs `cycles` more against the driver of all terminals.
  virtual void advance(Cycle cycles, TerminalDriver& driver) = 0;

  // The nodes of each thread.
  virtual std::vector<NodeRange> node_ranges() const = 0;

  // Output pins in cycle now(); pointers are good until the next advance().
  virtual void outputs(ComponentId component, ComponentOutputs& to) const = 0;
  virtual NodeOutputs node_outputs(NodeId terminal) const = 0;
  // queue_o of a packet router in cycle now().
  virtual unsigned slots_in_use(ComponentId component, PortId port) const = 0;

  // As Engine's.
  virtual std::vector<std::uint64_t> flits_sent() const = 0;
  virtual std::vector<std::uint32_t> flits_buffered() const = 0;
  // A flit went to a port that is not connected.
  virtual bool has_lost_flits() const = 0;
  // Which packets wait for which.
  virtual Standstill find_standstill() const = 0;
  virtual std::size_t bytes_per_router() const = 0;

  // Every component is evaluated in every cycle, in a shuffled order; one thread.
  virtual void shuffle_evaluation(std::uint64_t seed) = 0;
  // From now on hops are noted, and drivers get a log; take_events() moves all that was noted.
  virtual void log_events(bool is_on) = 0;
  virtual void take_events(std::vector<Event>& to) = 0;
};

// `network` outlives it. Interchanges are not for it: throws std::invalid_argument.
std::unique_ptr<PinNetwork> make_pin_network(const Network& network, unsigned threads = 1);

}  // namespace turnpike::model
