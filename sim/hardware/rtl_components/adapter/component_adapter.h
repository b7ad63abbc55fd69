// component_adapter.h - any Verilated module with channel ports behind RtlComponent.
//
// Works for every module that keeps the one shape of a channel (in_valid_i, in_vc_i, in_flit_i,
// in_credit_o, out_valid_o, out_vc_o, out_flit_o, out_credit_i), with or without in_route_i and
// out_route_o, whatever else it has. Only what moves is copied: flits of ports with a flit, credits
// of ports with a credit.

#pragma once

#include "sim/hardware/rtl_components/adapter/checkpoint_stream.h"
#include "sim/hardware/rtl_components/adapter/members.h"
#include "sim/hardware/rtl_components/adapter/node_pins.h"
#include "sim/hardware/rtl_components/adapter/signal_bits.h"
#include "sim/hardware/rtl_components/adapter/waveform.h"
#include "sim/hardware/rtl_components/component_abi.h"
#include "verilated.h"
#include "verilated_fst_c.h"

namespace turnpike::sim {

// Shape: kPorts, kVcs, kFlitBits (head and tail included), kRouteBits and kQueueBits (of a port),
// kDrainCycles (a module without idle_o is busy for so many cycles after the last input).
template <class Top, class Root, class Shape>
class ComponentAdapter final : public TraceableComponent {
 public:
  ComponentAdapter(VerilatedContext* context, const char* name)
      : top_(context, name), root_(*top_.rootp) {
    root_.clk_i = 0;
    root_.rst_i = 1;
    if constexpr (has_enable<Root>) root_.enable_i = 1;
    top_.eval();
    root_.clk_i = 1;
  }

  ~ComponentAdapter() override { top_.final(); }

  void bind(unsigned port, ChannelWires* in, ChannelWires* out) override {
    in_[port] = in;
    out_[port] = out;
  }

  void set_place(const ComponentPlace& place) override {
    if constexpr (has_node<Root>) assign(root_.node_i, place.address);
    if constexpr (has_limit<Root>) assign(root_.limit_i, place.limit);
    if constexpr (has_dimension<Root>) assign(root_.dimension_i, place.dimension);
    if constexpr (has_connected<Root>) assign(root_.connected_i, place.connected);
    if constexpr (has_paced<Root>) assign(root_.paced_i, place.paced);
    if constexpr (has_pauses<Root>) {
      for (unsigned p = 0; p < Shape::kPorts; ++p) {
        set_bits(root_.pauses_i, p * kPausePins, kPausePins, place.pauses[p]);
      }
    }
  }

  void bind_node(const NodeInputs* in, NodeOutputs* out) override {
    node_in_ = in;
    node_out_ = out;
  }

  void write_table(unsigned port, std::uint32_t destination, std::uint32_t outputs) override {
    if constexpr (has_table<Root>) {
      root_.table_we_i = 1;
      assign(root_.table_port_i, port);
      assign(root_.table_dest_i, destination);
      assign(root_.table_mask_i, outputs);
      quiet_edge();
      root_.table_we_i = 0;
    } else {
      (void)port, (void)destination, (void)outputs;
    }
  }

  void reset() override {
    root_.rst_i = 1;
    quiet_edge();
    root_.rst_i = 0;
    drain_ = 0;
    if constexpr (has_instruction<Root>) observe_node(root_, *node_out_);
  }

  void tick(unsigned parity, PortActivity inputs, EdgeResult* result) override {
    drive(parity, inputs);
    begin_cycle();
    if constexpr (has_previous_clock<Root>) {
      root_.__Vtrigrprev__TOP__clk_i = 0;
    } else {
      root_.clk_i = 0;
      top_.eval();
      root_.clk_i = 1;
    }
    top_.eval();
    observe(parity ^ 1u, result);
  }

  void settle(unsigned parity, PortActivity inputs) override {
    drive(parity, inputs);
    begin_cycle();
    top_.eval();
  }

  void fall() override {
    root_.clk_i = 0;
    top_.eval();
  }

  void rise(unsigned parity, EdgeResult* result) override {
    root_.clk_i = 1;
    top_.eval();
    observe(parity ^ 1u, result);
  }

  // Before the edge phase_i is what it was at the last one, so that an enable made of it is low.
  void begin_hold(unsigned parity, PortActivity inputs) override {
    const std::uint32_t drain = drain_;
    drive(parity, inputs);
    drain_ = drain;
    if constexpr (has_enable<Root>) root_.enable_i = 0;
    fall();
  }

  void end_hold(unsigned parity, EdgeResult* result) override {
    root_.clk_i = 1;
    top_.eval();
    if constexpr (has_enable<Root>) {
      root_.enable_i = 1;
      top_.eval();
    }
    observe(parity, result);
  }

  void expect(const EdgeResult& result, const ChannelPins* ports) override {
    if constexpr (has_expected<Root>) {
      assign(root_.expected_valid_i, result.outputs.flits);
      assign(root_.expected_error_i, result.error);
      for (unsigned port = 0; port < kPorts; ++port) {
        expect_port(port, ports[port], result.queue[port]);
      }
    } else {
      (void)result, (void)ports;
    }
  }

  void save(CheckpointWriter& writer) override {
    SaveStream stream(writer);
    stream << top_;
    stream.write(&drain_, sizeof drain_);
    stream.flush();
  }

  void restore(CheckpointReader& reader) override {
    RestoreStream stream(reader);
    stream >> top_;
    stream.read(&drain_, sizeof drain_);
  }

  void trace(VerilatedFstC* file) override { top_.trace(file, 99); }

 private:
  static constexpr unsigned kPorts = Shape::kPorts;
  static constexpr unsigned kVcs = Shape::kVcs;
  static constexpr unsigned kFlitBits = Shape::kFlitBits;
  static constexpr unsigned kRouteBits = Shape::kRouteBits;
  static constexpr unsigned kVcBits = kVcs <= 2 ? 1 : kVcs <= 4 ? 2 : kVcs <= 8 ? 3 : 4;

  template <class Signal>
  static void assign(Signal& signal, std::uint32_t value) {
    signal = static_cast<Signal>(value);
  }

  void expect_port(unsigned port, const ChannelPins& pins, std::uint16_t queue) {
    set_bits(root_.expected_vc_i, port * kVcBits, kVcBits, pins.vc);
    for (unsigned bit = 0; bit < kFlitBits; bit += 64) {
      const unsigned width = kFlitBits - bit < 64 ? kFlitBits - bit : 64;
      set_bits(root_.expected_flit_i, port * kFlitBits + bit, width, pins.flit[bit / 64]);
    }
    set_bits(root_.expected_credit_i, port * kVcs, kVcs, pins.credit);
    if constexpr (has_expected_route<Root>) {
      set_bits(root_.expected_route_i, port * kRouteBits, kRouteBits, pins.route);
    }
    if constexpr (has_queue<Root>) {
      set_bits(root_.expected_queue_i, port * Shape::kQueueBits, Shape::kQueueBits, queue);
    }
  }

  // A clock edge with all inputs low.
  void quiet_edge() {
    assign(root_.in_valid_i, 0);
    if constexpr (has_in_route<Root>) clear(root_.in_route_i);
    clear(root_.out_credit_i);
    if constexpr (has_instruction<Root>) drive_node<Shape>(root_, *node_in_);
    begin_cycle();
    fall();
    root_.clk_i = 1;
    top_.eval();
  }

  // A cycle counts when phase_i differs from the value it had at the last edge.
  void begin_cycle() {
    if constexpr (has_phase<Root>) root_.phase_i = !root_.phase_i;
  }

  void drive(unsigned parity, PortActivity inputs) {
    assign(root_.in_valid_i, inputs.flits);
    if constexpr (has_in_route<Root>) clear(root_.in_route_i);
    for (std::uint32_t left = inputs.flits; left != 0; left &= left - 1) {
      const auto port = static_cast<unsigned>(__builtin_ctz(left));
      const ChannelPins& pins = in_[port]->at[parity];
      set_bits(root_.in_vc_i, port * kVcBits, kVcBits, pins.vc);
      if constexpr (has_in_route<Root>) {
        set_bits(root_.in_route_i, port * kRouteBits, kRouteBits, pins.route);
      }
      for (unsigned bit = 0; bit < kFlitBits; bit += 64) {
        const unsigned width = kFlitBits - bit < 64 ? kFlitBits - bit : 64;
        set_bits(root_.in_flit_i, port * kFlitBits + bit, width, pins.flit[bit / 64]);
      }
    }
    clear(root_.out_credit_i);
    for (std::uint32_t left = inputs.credits; left != 0; left &= left - 1) {
      const auto port = static_cast<unsigned>(__builtin_ctz(left));
      set_bits(root_.out_credit_i, port * kVcs, kVcs, out_[port]->at[parity].credit);
    }
    if constexpr (has_instruction<Root>) drive_node<Shape>(root_, *node_in_);
    if constexpr (!has_idle<Root>) {
      if (inputs.any()) {
        drain_ = Shape::kDrainCycles;
      } else if (drain_ != 0) {
        --drain_;
      }
    }
  }

  void observe(unsigned parity, EdgeResult* result) {
    const auto valid = static_cast<std::uint32_t>(root_.out_valid_o);
    for (std::uint32_t left = valid; left != 0; left &= left - 1) {
      const auto port = static_cast<unsigned>(__builtin_ctz(left));
      ChannelPins& pins = out_[port]->at[parity];
      pins.vc = static_cast<std::uint32_t>(get_bits(root_.out_vc_o, port * kVcBits, kVcBits));
      pins.route = 0;
      if constexpr (has_out_route<Root>) {
        pins.route = get_bits(root_.out_route_o, port * kRouteBits, kRouteBits);
      }
      for (unsigned bit = 0; bit < kFlitBits; bit += 64) {
        const unsigned width = kFlitBits - bit < 64 ? kFlitBits - bit : 64;
        pins.flit[bit / 64] = get_bits(root_.out_flit_o, port * kFlitBits + bit, width);
      }
    }
    std::uint32_t credits = 0;
    if (!is_zero(root_.in_credit_o)) {
      for (unsigned port = 0; port < kPorts; ++port) {
        const auto credit =
            static_cast<std::uint32_t>(get_bits(root_.in_credit_o, port * kVcs, kVcs));
        if (credit == 0) continue;
        in_[port]->at[parity].credit = credit;
        credits |= 1u << port;
      }
    }
    result->outputs = {valid, credits};
    // Outputs that are high must be taken back at the next edge.
    result->is_busy = result->outputs.any();
    if constexpr (has_idle<Root>) {
      result->is_busy |= root_.idle_o == 0;
    } else {
      result->is_busy |= drain_ != 0;
    }
    if constexpr (has_instruction<Root>) observe_node(root_, *node_out_);
    if constexpr (has_error<Root>) result->error = root_.error_o;
    if constexpr (has_queue<Root>) {
      for (unsigned port = 0; port < kPorts; ++port) {
        result->queue[port] = static_cast<std::uint16_t>(
            get_bits(root_.queue_o, port * Shape::kQueueBits, Shape::kQueueBits));
      }
    }
  }

  Top top_;
  Root& root_;
  ChannelWires* in_[kPorts] = {};   // [input port]
  ChannelWires* out_[kPorts] = {};  // [output port]
  const NodeInputs* node_in_ = nullptr;
  NodeOutputs* node_out_ = nullptr;
  std::uint32_t drain_ = 0;  // cycles until a module without idle_o is idle
};

}  // namespace turnpike::sim
