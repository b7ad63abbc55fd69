// terminals.h - the sources and sinks of all nodes, as engines and the harness see them.
//
// There are two kinds. TerminalBank sends each message as one packet of a wormhole network with one
// local channel at each node, which is the fast case. MessageBank splits messages into packets,
// over any number of local channels, with lists and broadcasts. Both count alike (terminal_parts.h)
// and stall alike (stalling_sinks.h).

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/network/engine.h"
#include "model/network/terminal_driver.h"
#include "model/statistics/run_spec.h"
#include "model/traffic/traffic.h"

namespace turnpike::model {

// The choice of a message's local channel, in nodes with one for each dimension.
enum class FirstHop : std::uint8_t {
  ecube,  // the dimension that e-cube corrects first
  // Quasi-adaptive (Buzzard & Mudge 1988, section 5.1): of those that bring it nearer, the one
  // where the fewest messages wait at the node, then the fewest packets at the router's output,
  // then the first in e-cube order.
  shortest_queue,
  // None: all messages of the node go by the first local channel, one after the other. Not where
  // the local channel says the first hop.
  one_channel,
};

struct TerminalSpec {
  std::uint64_t seed = 1;
  double sink_stall = 0;  // probability that a sink consumes nothing in a cycle
  FirstHop first_hop = FirstHop::ecube;
  unsigned first_flits = 0;  // flits that are the first part of a message; 0: the first packet
};

// The properties of the terminals that follow from network and run. If local channels choose the
// first hop, a node takes the shortest queue.
TerminalSpec terminal_spec(const Network& network, const RunSpec& run);

// Nodes [first, end) of one thread.
struct NodeRange {
  NodeId first = 0;
  NodeId end = 0;
};

class Terminals : public TerminalDriver {
 public:
  // Statistics; between cycles only. See Engine.
  virtual const Collector& collected() = 0;
  virtual void restart_collector(MeasurementWindow window) = 0;
  virtual NodeTable node_table(bool with_flows) = 0;
  virtual void read_backlogs(std::vector<std::int64_t>& backlogs) = 0;
  virtual void measure_until(Cycle end) = 0;
  virtual std::uint64_t packets_outstanding() = 0;
  virtual bool drained() = 0;
  // See Engine.
  virtual QueueLength waiting(NodeId node, unsigned message_class) const = 0;
  virtual void hold(NodeId node, unsigned message_class, bool is_held) = 0;
  virtual bool has_holds() const = 0;
  // No message is queued or under way: without another one no cycle changes anything here.
  virtual bool is_still() const = 0;
  // See Engine.
  virtual void take_deliveries(std::vector<Delivery>& to) = 0;
  virtual std::uint64_t flits_consumed() const = 0;
  // Credits of the source, and flits that wait in the sink, of a terminal's VC.
  virtual unsigned credits(NodeId terminal, VcId vc) const = 0;
  virtual unsigned flits_waiting(NodeId terminal, VcId vc) const = 0;
  // See Engine.
  virtual void visit_state(StateStream& state) = 0;
};

// Creates the terminals of a network. `network` and `traffic` outlive them. The partitions cover
// all nodes in order and begin at multiples of 64. Throws ConfigurationError.
std::unique_ptr<Terminals> make_terminals(const Network& network, Traffic& traffic,
                                          const RunSpec& run, std::vector<NodeRange> partitions);

}  // namespace turnpike::model
