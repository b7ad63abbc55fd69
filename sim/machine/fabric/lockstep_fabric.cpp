// lockstep_fabric.cpp - the comparison, pin by pin.

#include "sim/machine/fabric/lockstep_fabric.h"

namespace turnpike::sim {
LockstepFabric::LockstepFabric(const model::Network& network,
                               const model::CoprocessorParams& params, std::uint64_t seed,
                               const ShapeCache::Progress& progress, bool starts)
    : model_(network, params), rtl_(network, params, seed, progress, false) {
  model_.show_routers();
  rtl_.hold_now_and_then();
  if (starts) start();
}

void LockstepFabric::start() {
  rtl_.start();
  compare();
}

void LockstepFabric::follow_clock() {
  follows_clock_ = true;
  rtl_.follow_clock();
}

void LockstepFabric::show_inputs() {
  for (model::NodeId node = 0; node < nodes(); ++node) {
    // The channels of the hardware are its own.
    copy_inputs(node);
    if (model_.is_awake(node)) rtl_.wake(node);
  }
  rtl_.show_inputs();
}

void LockstepFabric::advance() {
  if (!follows_clock_) show_inputs();
  model_.advance();
  if (mismatch_) {
    advance_beyond();
    return;
  }
  rtl_.advance();
  try {
    compare();
  } catch (const MachineMismatch& mismatch) {
    if (!rtl_.is_traced()) throw;
    mismatch_ = mismatch;
  }
}

// The waveform holds a cycle when the next one has begun.
void LockstepFabric::advance_beyond() {
  try {
    rtl_.advance();
  } catch (const model::NetworkError&) {
    // The hardware complains about what is to be seen in the waveform.
  }
  if (now() > mismatch_->cycle + kCyclesBeyond) finish();
}

void LockstepFabric::finish() {
  rtl_.finish();
  if (mismatch_) throw MachineMismatch(*mismatch_);
}

void LockstepFabric::compare() {
  for (model::NodeId node = 0; node < nodes(); ++node) {
    compare_coprocessor(node);
    compare_channels(node);
    compare_router(node);
  }
}

void LockstepFabric::check(model::NodeId node, const char* where, const char* signal,
                           std::uint64_t expected, std::uint64_t actual, int port) {
  if (expected == actual) return;
  const std::string pin = port < 0 ? signal : signal + std::string(" ") + std::to_string(port);
  throw MachineMismatch(now(), node, where, pin, expected, actual, port);
}

// Payload counts while it is valid.
void LockstepFabric::compare_coprocessor(model::NodeId node) {
  const model::CoprocessorOut& expected = model_.outputs(node);
  const model::CoprocessorOut& actual = rtl_.outputs(node);
  const auto same = [&](const char* signal, std::uint64_t one, std::uint64_t other) {
    check(node, "coprocessor", signal, one, other);
  };
  same("instruction_ready_o", expected.instruction_ready, actual.instruction_ready);
  same("memory_valid_o", expected.memory_valid, actual.memory_valid);
  if (expected.memory_valid) {
    same("memory_write_o", expected.memory_write, actual.memory_write);
    same("memory_fence_o", expected.memory_fence, actual.memory_fence);
    same("memory_address_o", expected.memory_address, actual.memory_address);
    if (expected.memory_write) {
      same("memory_data_o", expected.memory_data, actual.memory_data);
      same("memory_strobe_o", expected.memory_strobe, actual.memory_strobe);
    }
  }
  same("watch_exception_o", expected.watch_exception, actual.watch_exception);
  same("sent_o", expected.sent, actual.sent);
  same("received_o", expected.received, actual.received);
  same("error_valid_o", expected.error_valid, actual.error_valid);
  if (expected.error_valid) {
    same("error_code_o", expected.error_code, actual.error_code);
    same("error_pointer_o", expected.error_pointer, actual.error_pointer);
  }
  same("idle_o", expected.idle, actual.idle);
}

void LockstepFabric::compare_channels(model::NodeId node) {
  const model::CoprocessorOut& expected = model_.outputs(node);
  const model::CoprocessorOut& actual = rtl_.outputs(node);
  check(node, "coprocessor", "out_valid_o", expected.out_valid, actual.out_valid);
  for (model::PortId port = 0; port < params().ports(); ++port) {
    const int at = static_cast<int>(port);
    check(node, "coprocessor", "in_credit_o", expected.in_credit[port], actual.in_credit[port], at);
    if ((expected.out_valid >> port & 1) == 0) continue;
    check(node, "coprocessor", "out_vc_o", expected.out_vc[port], actual.out_vc[port], at);
    for (unsigned word = 0; word < 2; ++word) {
      check(node, "coprocessor", "out_flit_o", expected.out_flit[port].word[word],
            actual.out_flit[port].word[word], at);
    }
  }
}

void LockstepFabric::compare_router(model::NodeId node) {
  const model::RouterOutputs& expected = model_.router_outputs(node);
  const ComponentModule& router = *rtl_.network().modules()[node];
  const EdgeResult& actual = router.outputs();
  const auto parity = static_cast<unsigned>(now() & 1);
  check(node, "router", "out_valid_o", expected.out_valid, actual.outputs.flits);
  for (model::PortId port = 0; port < model_.router_ports(); ++port) {
    const int at = static_cast<int>(port);
    const bool has_credit = (actual.outputs.credits >> port & 1) != 0;
    check(node, "router", "in_credit_o", expected.in_credit[port],
          has_credit ? router.credited(port, parity).credit : 0, at);
    check(node, "router", "queue_o", model_.slots_in_use(node, port), actual.queue[port], at);
    if ((expected.out_valid >> port & 1) == 0) continue;
    const ChannelPins& sent = router.sent(port, parity);
    check(node, "router", "out_vc_o", expected.out_vc[port], sent.vc, at);
    check(node, "router", "out_flit_o", expected.out_flit[port].word[0], sent.flit[0], at);
    if (params().flit_bits + 2 <= 64) continue;
    check(node, "router", "out_flit_o", expected.out_flit[port].word[1], sent.flit[1], at);
  }
  check(node, "router", "error_o", model_.router_error(node), actual.error);
}

}  // namespace turnpike::sim
