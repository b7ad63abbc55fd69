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

// Flits that sit still, a head that can never be routed, a flit that came out wrong.
struct NetworkError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Interval in which packets are measured; packets queued in [start, end) count.
struct MeasurementWindow {
  Cycle start = 0;
  Cycle end = 0;
  bool counts_nodes = false;  // what each node and flow offered and got, too
};

class Engine {
 public:
  virtual ~Engine() = default;

  virtual const Network& network() const = 0;
  // Cycles completed since reset.
  virtual Cycle now() const = 0;
  // Runs `cycles` more; throws NetworkError when the network breaks its promises.
  virtual void advance(Cycle cycles) = 0;

  // Terminal statistics since the last restart of the collector; until the next call.
  virtual const Collector& collected() = 0;
  // Forgets what was collected; from now on packets queued in `window` are measured.
  virtual void restart_collector(MeasurementWindow window) = 0;
  // In the measured window, where it counts nodes; else empty. Of backlogs see BacklogGrowth.
  virtual NodeTable node_table(bool with_flows) = 0;
  virtual void read_backlogs(std::vector<std::int64_t>& backlogs) = 0;
  // Moves the end of that window, not yet passed, to a later cycle.
  virtual void measure_until(Cycle end) = 0;
  // Packets queued but not yet delivered, and how many of them are in the measured window.
  virtual std::uint64_t packets_outstanding() = 0;
  virtual std::uint64_t measured_outstanding() = 0;

  // Packets of the class that wait at the node: queued, and their heads not yet sent. Of messages
  // of several packets, those that are not yet sent whole.
  virtual QueueLength waiting(NodeId node, unsigned message_class) const = 0;
  // Between cycles. From the next one on the node's sinks consume no flit of the class, or they do
  // again (docs/timing.md, section 5). Flits that are held are no standstill.
  virtual void hold(NodeId node, unsigned message_class, bool is_held) = 0;

  // Flits that left each component port since reset, index component * max_ports() + port.
  virtual std::vector<std::uint64_t> flits_sent() const = 0;
  // Flits in each input VC now, index (component * max_ports() + port) * VCs + vc; empty if
  // unknown.
  virtual std::vector<std::uint32_t> flits_buffered() const { return {}; }
  // Samples of flits_buffered(), one in each cycle in which the first is called, are added up: at
  // once, or not before the second is called.
  virtual void sample_buffers(std::vector<double>& sums) {
    const std::vector<std::uint32_t> buffered = flits_buffered();
    sums.resize(buffered.size());
    for (std::size_t i = 0; i < buffered.size(); ++i) sums[i] += buffered[i];
  }
  virtual void finish_samples(std::vector<double>& /*sums*/) {}
  // True once no message will ever come again and none is under way.
  virtual bool drained() = 0;
  // Appends what was delivered since the last call, by the cycle of the last flit, then by the node
  // and by the source; only under traffic that is offered, otherwise nothing is kept.
  virtual void take_deliveries(std::vector<Delivery>& to) = 0;

  // Events of all packets from now on; `sink` outlives the engine. Null: no more.
  virtual void log_events(EventSink* sink) = 0;

  // Between cycles: all that later cycles depend on, but for the traffic. Read by another engine of
  // the same kind, configuration and threads, before its first cycle, once it logs events or does
  // not. Throws StateError.
  virtual bool has_state() const { return false; }
  virtual void visit_state(StateStream& /*state*/) {
    throw StateError("this engine does not write its state");
  }
};

}  // namespace turnpike::model
