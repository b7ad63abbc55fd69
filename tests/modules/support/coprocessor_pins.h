// coprocessor_pins.h - a Verilated co-processor with the pins of the model's.

#pragma once

#include <string>

#include "model/coprocessor/coprocessor_pins.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {

template <class Top>
class RtlCoprocessor {
 public:
  explicit RtlCoprocessor(const model::CoprocessorParams& params, std::uint64_t seed = 1)
      : params_(params), flit_bits_(params.flit_bits + 2), rtl_(seed) {
    while ((1u << vc_bits_) < params.virtual_channels) ++vc_bits_;
    while (1u << queue_bits_ < params.packet_slots + 1) ++queue_bits_;
    reset({});
  }

  const model::CoprocessorOut& eval() {
    model::CoprocessorOut& out = out_;
    out = {};
    out.instruction_ready = rtl_->instruction_ready_o != 0;
    out.memory_valid = rtl_->memory_valid_o != 0;
    out.memory_write = rtl_->memory_write_o != 0;
    out.memory_fence = rtl_->memory_fence_o != 0;
    out.memory_address = rtl_->memory_address_o;
    out.memory_data = rtl_->memory_data_o;
    out.memory_strobe = rtl_->memory_strobe_o;
    out.watch_exception = rtl_->watch_exception_o != 0;
    out.out_valid = static_cast<model::PortMask>(rtl_->out_valid_o);
    const unsigned vcs = params_.virtual_channels;
    for (model::PortId port = 0; port < params_.ports(); ++port) {
      out.in_credit[port] = static_cast<model::VcMask>(element(rtl_->in_credit_o, port, vcs));
      out.out_vc[port] = static_cast<model::VcId>(element(rtl_->out_vc_o, port, vc_bits_));
      for (unsigned bit = 0; bit < flit_bits_; bit += 64) {
        out.out_flit[port].word[bit / 64] =
            sim::get_bits(rtl_->out_flit_o, port * flit_bits_ + bit, width_from(bit));
      }
    }
    out.sent = rtl_->sent_o != 0;
    out.received = rtl_->received_o != 0;
    out.error_valid = rtl_->error_valid_o != 0;
    out.error_code = rtl_->error_code_o;
    out.error_pointer = rtl_->error_pointer_o;
    out.idle = rtl_->idle_o != 0;
    return out;
  }
  void tick(const model::CoprocessorIn& in) {
    drive_pins(in);
    rtl_.tick();
  }
  void reset(const model::CoprocessorIn& in) {
    drive_pins(in);
    rtl_.reset();
  }
  bool is_violated() const { return rtl_.is_violated(); }
  std::string breach_of_tick(const model::CoprocessorIn& in) {
    drive_pins(in);
    return rtl_.violation_of_tick();
  }

 private:
  unsigned width_from(unsigned bit) const { return flit_bits_ - bit < 64 ? flit_bits_ - bit : 64; }

  void drive_pins(const model::CoprocessorIn& in) {
    drive(rtl_->enable_i, in.enable);
    drive(rtl_->node_i, in.node);
    drive(rtl_->system_base_i, in.system_base);
    drive(rtl_->system_size_log2_i, in.system_size_log2);
    drive(rtl_->instruction_valid_i, in.instruction_valid);
    drive(rtl_->operation_i, in.operation);
    drive(rtl_->pointer_i, in.pointer);
    drive(rtl_->memory_ready_i, in.memory_ready);
    drive(rtl_->memory_response_i, in.memory_response);
    drive(rtl_->memory_data_i, in.memory_read_data);
    drive(rtl_->watch_valid_i, in.watch_valid);
    drive(rtl_->watch_address_i, in.watch_address);
    drive(rtl_->watch_bytes_i, in.watch_bytes);
    drive(rtl_->in_valid_i, in.in_valid);
    for (model::PortId port = 0; port < params_.ports(); ++port) {
      drive_element(rtl_->in_vc_i, port, vc_bits_, in.in_vc[port]);
      drive_element(rtl_->out_credit_i, port, params_.virtual_channels, in.out_credit[port]);
      for (unsigned bit = 0; bit < flit_bits_; bit += 64) {
        sim::set_bits(rtl_->in_flit_i, port * flit_bits_ + bit, width_from(bit),
                      in.in_flit[port].word[bit / 64]);
      }
      if (port == params_.dimensions) continue;
      drive_element(rtl_->queue_i, port, queue_bits_, in.queue[port]);
    }
  }

  model::CoprocessorParams params_;
  unsigned flit_bits_;
  unsigned vc_bits_ = 1;
  unsigned queue_bits_ = 1;
  RtlModule<Top> rtl_;
  model::CoprocessorOut out_;  // as last seen
};

}  // namespace turnpike::test
