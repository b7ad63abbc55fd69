// rtl_fabric.h - routers and co-processors as Verilated hardware, in SystemC.
//
// It is an RtlNetwork of packet routers with a ComponentModule for the co-processor of each node in
// place of a terminal. A second process clocks the co-processors in which something can happen at
// the same edge. The order does not matter, because registers drive all pins.

#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "model/machine/fabric.h"
#include "model/topology/network.h"
#include "sim/hardware/systemc/rtl_network.h"
#include "sim/hardware/systemc/waveform_file.h"
#include "sim/machine/fabric/fabric_spec.h"

namespace turnpike::sim {

// The co-processors, at the local channels of a network's routers.
class CoprocessorBank final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(CoprocessorBank);

  CoprocessorBank(const sc_core::sc_module_name& name, RtlNetwork& network,
                  const model::CoprocessorParams& params, std::uint64_t seed,
                  const ShapeCache::Progress& progress);

  void reset();
  // A clock edge that does not count, after the one that began the present cycle.
  void hold();
  NodeInputs& inputs(model::NodeId node) { return nodes_[node]->in; }
  const NodeOutputs& outputs(model::NodeId node) const { return nodes_[node]->out; }
  const ComponentModule& module(model::NodeId node) const { return *modules_[node]; }
  void wake(model::NodeId node) { nodes_[node]->is_awake = true; }
  bool is_awake(model::NodeId node) const { return nodes_[node]->is_awake; }
  // Text of the first violated REQUIRE or ENSURE, or null.
  const char* violation() const { return runtime_->violation(); }

  // From the present cycle on, until closed. What is traced is evaluated in every cycle. These
  // throw ConfigError when the file cannot be written (WaveformFile); it is closed then.
  void open_waveform(const std::string& path, const std::vector<model::NodeId>& nodes);
  void check_waveform();
  void close_waveform();
  bool has_waveform() const { return waveform_ != nullptr; }

 private:
  struct Node {
    NodeInputs in;
    NodeOutputs out;
    bool is_awake = true;
    bool is_traced = false;
  };

  void edge();
  void trace_edge(unsigned parity);
  // After the edge: whether something may happen in the next cycle.
  void look_after(std::size_t index);

  RtlNetwork& network_;
  std::unique_ptr<ShapeLibrary> library_;
  std::unique_ptr<RtlRuntime> runtime_;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::vector<std::unique_ptr<ComponentModule>> modules_;
  std::unique_ptr<WaveformFile> waveform_;
};

class RtlFabric final : public model::Fabric {
 public:
  // `network` as by machine_network(params); it outlives this.
  // Without `starts` the caller builds more SystemC modules and then calls start().
  RtlFabric(const model::Network& network, const model::CoprocessorParams& params,
            std::uint64_t seed, const ShapeCache::Progress& progress = {}, bool starts = true);
  // Ends elaboration and resets.
  void start();

  const model::CoprocessorParams& params() const override { return params_; }
  model::NodeId nodes() const override { return static_cast<model::NodeId>(outputs_.size()); }
  model::Cycle now() const override { return now_; }
  const model::CoprocessorOut& outputs(model::NodeId node) const override { return outputs_[node]; }
  model::CoprocessorIn& inputs(model::NodeId node) override { return inputs_[node]; }
  bool is_awake(model::NodeId node) const override { return bank_.is_awake(node); }
  void wake(model::NodeId node) override { bank_.wake(node); }
  // Runs SystemC for a cycle; or, where the caller's own SystemC processes set the pace, takes
  // notice of the edge that was (show_inputs() before it).
  // Throws ConfigError when a waveform cannot be written, as finish() does.
  void advance() override;
  void finish() override;

  // The caller calls show_inputs(), lets a rising edge pass, and then calls advance().
  void follow_clock() { follows_clock_ = true; }
  void show_inputs();

  // Hardware is being traced.
  bool is_traced() const { return bank_.has_waveform(); }
  // Before the window's first cycle. Throws model::ConfigurationError for a node that does not
  // exist.
  void trace(MachineTrace trace);

  // From now on there is an edge that does not count now and then (hold_schedule.h).
  void hold_now_and_then() { holds_ = true; }

  RtlNetwork& network() { return network_; }
  // A flit channel's output pins of a co-processor, to be compared.
  const ComponentModule& coprocessor(model::NodeId node) const { return bank_.module(node); }

 private:
  class NoTerminals final : public TerminalDriver {
   public:
    void begin_cycle(model::Cycle) override {}
    TerminalOutputs cycle(model::NodeId, const TerminalInputs&) override { return {}; }
  };

  void follow_trace();
  // Without both waveforms there are no views of them.
  template <class Step>
  void keep_if_whole(Step step);
  void open_waveforms();
  void close_waveforms();
  void collect();
  void collect(model::NodeId node);

  model::CoprocessorParams params_;
  std::uint64_t seed_;
  NoTerminals terminals_;
  RtlNetwork network_;
  CoprocessorBank bank_;
  std::vector<model::CoprocessorIn> inputs_;
  std::vector<model::CoprocessorOut> outputs_;
  MachineTrace trace_;
  model::Cycle now_ = 0;
  bool follows_clock_ = false;
  bool holds_ = false;
};

}  // namespace turnpike::sim
