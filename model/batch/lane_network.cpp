// lane_network.cpp - reset of all lanes, heads that enter, and what is counted of a lane.

#include "model/batch/lane_network.h"

#include <algorithm>

#include "model/batch/kernels.h"
#include "model/common/check.h"

namespace turnpike::model {

const BatchKernel& batch_kernel(unsigned lanes) {
  const BatchKernel* chosen = &kWordKernel;
#ifdef __x86_64__
  if (lanes > chosen->lanes && __builtin_cpu_supports("avx2") != 0) chosen = &kAvx2Kernel;
  const bool has_avx512 =
      __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
      __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  if (lanes > chosen->lanes && has_avx512) chosen = &kAvx512Kernel;
#else
  static_cast<void>(lanes);
#endif
  return *chosen;
}

LaneNetwork::LaneNetwork(const Network& network, const BatchTraffic& traffic,
                         const BatchKernel& kernel)
    : network_(network),
      kernel_(kernel),
      layout_(kernel_layout(network, traffic)),
      routers_(shape().routers * shape().router_stride, kernel.lanes),
      pins_(2 * shape().parity_stride, kernel.lanes),
      sources_(shape().routers * shape().source_stride, kernel.lanes),
      starts_(std::size_t{shape().routers} * shape().vcs, kernel.lanes) {
  for (const Terminal& terminal : network.terminals) {
    eject_at_.push_back(terminal.eject.component * shape().pins_stride +
                        shape().port[terminal.eject.port].pins_at);
  }
  reset();
}

KernelMemory LaneNetwork::memory() {
  return {routers_.at(0),          pins_.at(0),
          sources_.at(0),          starts_.at(0),
          layout_.channels.data(), layout_.credits.data(),
          layout_.addresses.data()};
}

void LaneNetwork::reset() {
  const KernelShape& s = shape();
  for (unsigned r = 0; r < s.routers; ++r) {
    const std::size_t row = r * s.router_stride;
    for (unsigned p = 0; p < s.ports; ++p) {
      reset_input(row, s.port[p]);
      reset_output(row, s.port[p]);
    }
    routers_.fill(row + s.port[0].in_at + s.watched());
    for (unsigned plane = 0; plane < s.wait_planes; ++plane) {
      if ((s.wait_start >> plane & 1) != 0) routers_.fill(row + s.guard_at + s.wait() + plane);
    }
    reset_source(r);
  }
}

void LaneNetwork::reset_input(std::size_t row, const KernelPort& port) {
  for (const unsigned vc : {0u, shape().lower}) {
    if (vc == shape().vcs) continue;  // there is one half
    routers_.fill(row + port.in_at + std::size_t{vc} * port.in_stride + shape().selected());
  }
}

void LaneNetwork::reset_output(std::size_t row, const KernelPort& port) {
  const KernelShape& s = shape();
  for (VcId vc = 0; vc < s.vcs; ++vc) {
    const std::size_t out = row + port.out_at + std::size_t{vc} * s.out_words();
    for (unsigned k = 0; k < s.depth; ++k) routers_.fill(out + s.credits() + k);
    if (vc == 0 && s.vcs > 1) routers_.fill(out + s.offered());
  }
  routers_.fill(row + port.port_at + s.roomy());
}

void LaneNetwork::reset_source(NodeId node) {
  const KernelShape& s = shape();
  for (VcId vc = 0; vc < s.vcs; ++vc) {
    const std::size_t of_vc = source_at(node) + std::size_t{vc} * s.source_vc_words();
    for (unsigned k = 0; k < s.depth; ++k) sources_.fill(of_vc + k);
  }
  sources_.fill(source_at(node) + s.turn());
}

void LaneNetwork::carry_numbers(std::uint32_t end) {
  KernelShape& s = layout_.shape;
  while (end > std::uint32_t{1} << s.id_planes) ++s.id_planes;
  require(s.id_planes <= s.id_room, "as many packets as the buffers of a network hold");
}

void LaneNetwork::begin_message(NodeId node, VcId vc, LaneBit lane, Cycle now, std::uint32_t flits,
                                std::uint32_t number, NodeId destination) {
  const KernelShape& s = shape();
  const std::size_t of_vc = source_at(node) + std::size_t{vc} * s.source_vc_words();
  for (unsigned plane = 0; plane < s.left_planes; ++plane) {
    sources_.set(of_vc + s.left_over() + plane, lane, (flits - 1) >> plane & 1);
  }
  sources_.set(of_vc + s.under_way(), lane, flits > 1);
  const std::size_t channel = pins_at(now + 1) + s.inject_at + node * s.inject_stride;
  if (flits == 1) pins_.set(channel + s.tail(), lane, true);
  for (unsigned plane = 0; plane < s.id_planes; ++plane) {
    pins_.set(channel + s.info() + plane, lane, number >> plane & 1);
  }
  const Address here = network_.terminals[node].address;
  const Address there = network_.terminals[destination].address;
  for (unsigned n = 0; n < s.steps; ++n) {
    const KernelStep& step = s.step[n];
    const std::size_t info = channel + s.info() + s.id_room + step.plane;
    const unsigned from = coordinate(here >> step.coordinate, 0, step.bits);
    const unsigned to = coordinate(there >> step.coordinate, 0, step.bits);
    for (unsigned bit = 0; bit < step.bits; ++bit) pins_.set(info + bit, lane, to >> bit & 1);
    if (step.has_pairs) pins_.set(info + step.bits, lane, to < from);
  }
}

// A carry that waits counts two of its level.
std::uint64_t LaneNetwork::sent(ComponentId component, PortId port, LaneBit lane) const {
  const KernelShape& s = shape();
  const std::size_t row = component * s.router_stride + s.port[port].port_at;
  const unsigned inner = s.port[port].inner;
  std::uint64_t flits = 0;
  for (unsigned level = 0; level < s.levels; ++level) {
    flits += std::uint64_t{routers_.get(row + s.sums(inner) + level, lane)} << level;
    flits += std::uint64_t{routers_.get(row + s.carries(inner) + level, lane)} << (level + 1);
  }
  return flits;
}

std::vector<std::uint64_t> LaneNetwork::flits_sent(LaneBit lane) const {
  std::vector<std::uint64_t> flits;
  flits.reserve(std::size_t{shape().routers} * shape().ports);
  for (ComponentId r = 0; r < shape().routers; ++r) {
    for (PortId p = 0; p < shape().ports; ++p) flits.push_back(sent(r, p, lane));
  }
  return flits;
}

std::vector<std::uint32_t> LaneNetwork::flits_buffered(LaneBit lane) const {
  const KernelShape& s = shape();
  std::vector<std::uint32_t> buffered;
  buffered.reserve(std::size_t{s.routers} * s.ports * s.vcs);
  for (ComponentId r = 0; r < s.routers; ++r) {
    for (PortId p = 0; p < s.ports; ++p) {
      for (VcId vc = 0; vc < s.vcs; ++vc) {
        const std::size_t in =
            r * s.router_stride + s.port[p].in_at + std::size_t{vc} * s.port[p].in_stride;
        std::uint32_t flits = 0;
        while (flits < s.depth && routers_.get(in + s.full() + flits, lane)) ++flits;
        buffered.push_back(flits);
      }
    }
  }
  return buffered;
}

// What was sent to the sinks, but for the flits on their pins.
std::uint64_t LaneNetwork::flits_consumed(LaneBit lane, Cycle now) const {
  std::uint64_t flits = 0;
  for (NodeId node = 0; node < network_.nodes(); ++node) {
    const Attachment& eject = network_.terminals[node].eject;
    flits += sent(eject.component, eject.port, lane);
    for (VcId vc = 0; vc < shape().vcs; ++vc) {
      flits -= pins_.get(pins_at(now) + eject_at_[node] + vc, lane) ? 1 : 0;
    }
  }
  return flits;
}

}  // namespace turnpike::model
