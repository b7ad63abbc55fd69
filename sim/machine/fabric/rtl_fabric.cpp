// rtl_fabric.cpp - pins of nodes to pins of Verilated co-processors and back.

#include "sim/machine/fabric/rtl_fabric.h"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <stdexcept>
#include <string>

#include "model/common/configuration_error.h"
#include "sim/base/config_error.h"
#include "sim/hardware/systemc/hold_schedule.h"
#include "sim/hardware/trace/coprocessor_view.h"
#include "sim/hardware/trace/gtkw_file.h"

namespace turnpike::sim {
namespace {

RtlNetworkOptions without_terminals(const model::Network& network, std::uint64_t seed,
                                    const ShapeCache::Progress& progress) {
  RtlNetworkOptions options;
  options.seed = seed;
  options.progress = progress;
  options.slice_from = RtlNetworkOptions::kNeverSlice;  // machines are small, and have waveforms
  for (model::NodeId t = 0; t < network.terminals.size(); ++t) options.own_terminals.insert(t);
  return options;
}

}  // namespace

CoprocessorBank::CoprocessorBank(const sc_core::sc_module_name& name, RtlNetwork& network,
                                 const model::CoprocessorParams& params, std::uint64_t seed,
                                 const ShapeCache::Progress& progress)
    : sc_core::sc_module(name),
      network_(network),
      library_(ShapeCache(progress).load({coprocessor_shape(params)})),
      runtime_(library_->create_runtime(seed)) {
  const model::Network& graph = network.network();
  for (model::NodeId node = 0; node < graph.nodes(); ++node) {
    const std::string instance = "coprocessor_" + std::to_string(node);
    nodes_.push_back(std::make_unique<Node>());
    modules_.push_back(std::make_unique<ComponentModule>(instance.c_str(), params.ports(),
                                                         library_->create(0, *runtime_, instance)));
    ComponentModule& module = *modules_.back();
    ComponentPlace place;
    place.address = graph.components[node].address;
    module.rtl().set_place(place);
    module.rtl().bind_node(&nodes_.back()->in, &nodes_.back()->out);
    for (unsigned port = 0; port < params.ports(); ++port) {
      const model::NodeId terminal = graph.first_terminal(node) + port;
      module.in[port].bind(network.ejection(terminal));
      module.out[port].bind(network.injection(terminal));
    }
  }
  SC_METHOD(edge);
  sensitive << network.clk().posedge_event();
  dont_initialize();
}

void CoprocessorBank::reset() {
  for (const auto& module : modules_) module->reset();
  for (const auto& node : nodes_) node->is_awake = true;
}

// A co-processor sleeps when it is idle and nothing is on its pins.
void CoprocessorBank::edge() {
  const auto parity = static_cast<unsigned>(network_.now() & 1);
  if (waveform_ != nullptr) trace_edge(parity);
  for (std::size_t i = 0; i < modules_.size(); ++i) {
    const Node& node = *nodes_[i];
    if (node.is_traced || (!node.is_awake && modules_[i]->is_quiet(parity))) continue;
    modules_[i]->tick(parity);
    look_after(i);
  }
}

void CoprocessorBank::trace_edge(unsigned parity) {
  const auto traced = [this](auto action) {
    for (std::size_t i = 0; i < modules_.size(); ++i) {
      if (nodes_[i]->is_traced) action(i);
    }
  };
  const std::uint64_t time = network_.now() * NetworkClock::kPeriodNs;
  traced([&](std::size_t i) { modules_[i]->settle(parity); });
  waveform_->dump(time);
  traced([&](std::size_t i) { modules_[i]->fall(); });
  waveform_->dump(time + NetworkClock::kPeriodNs / 2);
  traced([&](std::size_t i) {
    modules_[i]->rise(parity);
    look_after(i);
  });
}

// Waveforms leave this edge out, as in RtlNetwork::hold.
void CoprocessorBank::hold() {
  const auto parity = static_cast<unsigned>(network_.now() & 1);
  for (std::size_t i = 0; i < modules_.size(); ++i) {
    const Node& node = *nodes_[i];
    if (!node.is_traced && !node.is_awake && modules_[i]->is_quiet(parity)) continue;
    modules_[i]->begin_hold(parity);
    modules_[i]->end_hold(parity);
  }
}

void CoprocessorBank::look_after(std::size_t index) {
  Node& node = *nodes_[index];
  node.is_awake = modules_[index]->outputs().is_busy != 0 || node.in.instruction_valid != 0;
}

void CoprocessorBank::open_waveform(const std::string& path,
                                    const std::vector<model::NodeId>& nodes) {
  std::unique_ptr<RtlWaveform> waveform(runtime_->create_waveform());
  for (const model::NodeId node : nodes) {
    waveform->add(modules_[node]->rtl());
    nodes_[node]->is_traced = true;
  }
  waveform_ = std::make_unique<WaveformFile>(std::move(waveform), path);
}

void CoprocessorBank::check_waveform() {
  if (waveform_ != nullptr && waveform_->has_failed()) close_waveform();
}

void CoprocessorBank::close_waveform() {
  const std::unique_ptr<WaveformFile> waveform = std::move(waveform_);
  for (const auto& node : nodes_) node->is_traced = false;
  if (waveform != nullptr) waveform->close();
}

RtlFabric::RtlFabric(const model::Network& network, const model::CoprocessorParams& params,
                     std::uint64_t seed, const ShapeCache::Progress& progress, bool starts)
    : params_(params),
      seed_(seed),
      network_("network", network, terminals_, without_terminals(network, seed, progress)),
      bank_("coprocessors", network_, params, seed, progress),
      inputs_(network.nodes()),
      outputs_(network.nodes()) {
  if (starts) start();
}

void RtlFabric::start() {
  network_.start();
  bank_.reset();
  collect();
}

void RtlFabric::show_inputs() {
  for (model::NodeId node = 0; node < nodes(); ++node) {
    const model::CoprocessorIn& from = inputs_[node];
    NodeInputs& to = bank_.inputs(node);
    to.system_base = from.system_base;
    to.system_size_log2 = from.system_size_log2;
    to.instruction_valid = from.instruction_valid ? 1 : 0;
    to.operation = from.operation;
    to.pointer = from.pointer;
    to.memory_ready = from.memory_ready ? 1 : 0;
    to.memory_response = from.memory_response ? 1 : 0;
    to.memory_data = from.memory_read_data;
    to.watch_valid = from.watch_valid ? 1 : 0;
    to.watch_address = from.watch_address;
    to.watch_bytes = from.watch_bytes;
    const std::uint16_t* queue = network_.modules()[node]->outputs().queue;
    std::copy_n(queue, params_.dimensions, to.queue);
  }
}

void RtlFabric::trace(MachineTrace trace) {
  trace_ = std::move(trace);
  if (trace_.nodes.empty()) {
    trace_.nodes.resize(nodes());
    std::iota(trace_.nodes.begin(), trace_.nodes.end(), model::NodeId{0});
  }
  for (const model::NodeId node : trace_.nodes) {
    if (node < nodes()) continue;
    throw model::ConfigurationError("trace", std::to_string(node),
                                    "node 0 .. " + std::to_string(nodes() - 1));
  }
}

void RtlFabric::follow_trace() {
  if (trace_.file.empty()) return;
  keep_if_whole([this] {
    if (now_ == trace_.from) open_waveforms();
    bank_.check_waveform();
    network_.check_waveform();
    if (now_ == trace_.to) close_waveforms();
  });
}

template <class Step>
void RtlFabric::keep_if_whole(Step step) {
  try {
    step();
  } catch (const ConfigError&) {
    remove_coprocessor_view(trace_.file);
    remove_view(trace_.routers_file());
    throw;
  }
}

// Node and router have the same number.
void RtlFabric::open_waveforms() {
  bank_.open_waveform(trace_.file, trace_.nodes);
  network_.open_waveform(trace_.routers_file(), {trace_.nodes.begin(), trace_.nodes.end()});
  CoprocessorView view;
  view.nodes = trace_.nodes;
  view.marker = view.from = trace_.from;
  write_coprocessor_view(trace_.file, params_, view);
  WaveformView routers;
  routers.components = {trace_.nodes.begin(), trace_.nodes.end()};
  routers.ports.resize(network_.network().ports_of(routers.components.front()));
  std::iota(routers.ports.begin(), routers.ports.end(), model::PortId{0});
  routers.marker = routers.from = trace_.from;
  write_gtkw(trace_.routers_file(), network_.network(), routers);
}

void RtlFabric::close_waveforms() {
  bank_.close_waveform();
  network_.close_waveform();
}

void RtlFabric::finish() {
  keep_if_whole([this] { close_waveforms(); });
}

void RtlFabric::advance() {
  follow_trace();
  if (!follows_clock_) {
    show_inputs();
    network_.advance(1);
  }
  ++now_;
  if (holds_ && is_held(seed_, now_)) {
    network_.hold(now_);
    bank_.hold();
  }
  collect();
  if (const char* violation = bank_.violation()) {
    throw model::NetworkError("cycle " + std::to_string(now_) + ": " + violation);
  }
}

void RtlFabric::collect() {
  for (model::NodeId node = 0; node < nodes(); ++node) {
    if (bank_.is_awake(node) || !outputs_[node].idle) collect(node);
  }
}

void RtlFabric::collect(model::NodeId node) {
  const NodeOutputs& from = bank_.outputs(node);
  model::CoprocessorOut& to = outputs_[node];
  to.instruction_ready = from.instruction_ready != 0;
  to.memory_valid = from.memory_valid != 0;
  to.memory_write = from.memory_write != 0;
  to.memory_fence = from.memory_fence != 0;
  to.memory_address = from.memory_address;
  to.memory_data = from.memory_data;
  to.memory_strobe = from.memory_strobe;
  to.watch_exception = from.watch_exception != 0;
  to.sent = from.sent != 0;
  to.received = from.received != 0;
  to.error_valid = from.error_valid != 0;
  to.error_code = from.error_code;
  to.error_pointer = from.error_pointer;
  to.idle = from.idle != 0;
  const ComponentModule& module = bank_.module(node);
  const auto parity = static_cast<unsigned>(now_ & 1);
  const PortActivity shown = module.outputs().outputs;
  to.out_valid = shown.flits;
  for (model::PortId port = 0; port < params_.ports(); ++port) {
    const bool has_credit = (shown.credits >> port & 1) != 0;
    to.in_credit[port] = has_credit ? module.credited(port, parity).credit : 0;
    if ((shown.flits >> port & 1) == 0) continue;
    const ChannelPins& pins = module.sent(port, parity);
    to.out_vc[port] = pins.vc;
    to.out_flit[port].word[0] = pins.flit[0];
    to.out_flit[port].word[1] = params_.flit_bits + 2 > 64 ? pins.flit[1] : 0;
  }
}

}  // namespace turnpike::sim
