// engine.h - the interface of every engine: a network that advances cycle by cycle.
//
// Engines are the reference model (model/network/model_engine.h), the Verilated hardware in
// SystemC, and the two in lockstep (sim/). All share the code of the terminals, so their statistics
// agree.

#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/common/queue_length.h"
#include "model/common/state_stream.h"
#include "model/common/types.h"
#include "model/network/event_log.h"
#include "model/statistics/collector.h"
#include "model/statistics/node_sums.h"
#include "model/topology/network.h"

namespace turnpike::model {

// A standstill, a head that can never be routed, or a flit that arrived wrong.
struct NetworkError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The measured packets are those queued in [start, end).
struct MeasurementWindow {
  Cycle start = 0;
  Cycle end = 0;
  bool counts_nodes = false;  // count the traffic of each node and flow, too
};

class Engine {
 public:
  virtual ~Engine() = default;

  virtual const Network& network() const = 0;
  // Number of cycles since reset.
  virtual Cycle now() const = 0;
  // Simulates `cycles` more cycles. Throws NetworkError when the network breaks its promises.
  virtual void advance(Cycle cycles) = 0;

  // Statistics of the terminals since the last restart; the reference is valid until the next call.
  virtual const Collector& collected() = 0;
  // Clears the statistics, and measures the packets queued in `window` from now on.
  virtual void restart_collector(MeasurementWindow window) = 0;
  // Traffic of nodes in the measured window; empty unless it counts nodes. Backlogs: BacklogGrowth.
  virtual NodeTable node_table(bool with_flows) = 0;
  virtual void read_backlogs(std::vector<std::int64_t>& backlogs) = 0;
  // Moves the end of the window, which has not passed, to a later cycle.
  virtual void measure_until(Cycle end) = 0;
  // Number of packets that are queued but not delivered: all, and those of the measured window.
  virtual std::uint64_t packets_outstanding() = 0;
  virtual std::uint64_t measured_outstanding() = 0;

  // Packets of the class that are queued at the node and whose heads are not sent. If messages have
  // several packets, messages that are not sent completely.
  virtual QueueLength waiting(NodeId node, unsigned message_class) const = 0;
  // From the next cycle on the node's sinks stop, or resume, to consume flits of the class
  // (docs/timing.md, section 5). Called between cycles. Held flits are not a standstill.
  virtual void hold(NodeId node, unsigned message_class, bool is_held) = 0;

  // Flits sent by each output port since reset, at index component * max_ports() + port.
  virtual std::vector<std::uint64_t> flits_sent() const = 0;
  // Flits in each input VC now, at index (component * max_ports() + port) * VCs + vc; empty if
  // unknown.
  virtual std::vector<std::uint32_t> flits_buffered() const { return {}; }
  // sample_buffers() adds the present flits_buffered() to the sums. An engine may postpone the
  // addition until finish_samples() is called.
  virtual void sample_buffers(std::vector<double>& sums) {
    const std::vector<std::uint32_t> buffered = flits_buffered();
    sums.resize(buffered.size());
    for (std::size_t i = 0; i < buffered.size(); ++i) sums[i] += buffered[i];
  }
  virtual void finish_samples(std::vector<double>& /*sums*/) {}
  // True if no message is under way and none will come again.
  virtual bool drained() = 0;
  // Appends the deliveries since the last call, in the order of the cycle of the last flit, then of
  // node and source. Only offered traffic keeps them.
  virtual void take_deliveries(std::vector<Delivery>& to) = 0;

  // Sends the events of all packets to `sink`, which outlives the engine; null stops them.
  virtual void log_events(EventSink* sink) = 0;

  // Visits all state on which later cycles depend, except the traffic. Called between cycles.
  // Another engine of the same kind, configuration and number of threads can read it before its
  // first cycle, after log_events(). Throws StateError.
  virtual bool has_state() const { return false; }
  virtual void visit_state(StateStream& /*state*/) {
    throw StateError("this engine does not write its state");
  }
};

}  // namespace turnpike::model
