// lane_network.cpp - reset of all lanes, and heads that enter.

#include "model/batch/lane_network.h"

#include "model/batch/kernels.h"
#include "model/common/check.h"

namespace turnpike::model {
namespace {

// What of a near cache the state of routers may take, bytes.
constexpr std::size_t kNearCache = std::size_t{1} << 20;
constexpr unsigned kMostTogether = 8;

constexpr unsigned kNodeBits = 22;  // of the number of nodes

// For a sample at the end of each window of statistics/run_control.cpp, and where a phase ends.
unsigned sample_planes(unsigned depth, Cycle max_cycles) {
  unsigned planes = 1;
  while ((depth * (max_cycles / 100 + 100)) >> planes != 0) ++planes;
  return planes;
}

}  // namespace

const BatchKernel& batch_kernel(std::size_t routers) {
#ifdef __x86_64__
  const bool has_avx512 =
      __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
      __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  if (routers > kAvx2Kernel.width && has_avx512) return kAvx512Kernel;
  if (routers > 1 && __builtin_cpu_supports("avx2") != 0) return kAvx2Kernel;
#else
  static_cast<void>(routers);
#endif
  return kWordKernel;
}

LaneNetwork::LaneNetwork(const Network& network, const BatchTraffic& traffic,
                         const BatchKernel& kernel)
    : network_(network),
      kernel_(kernel),
      layout_(kernel_layout(network, traffic, kernel.width)),
      routers_(shape().groups * shape().router_stride, kernel.width),
      pins_(2 * shape().parity_stride, kernel.width),
      sources_(shape().groups * shape().source_stride, kernel.width),
      starts_(std::size_t{shape().groups} * shape().vcs, kernel.width),
      places_(std::size_t{32} * shape().groups, kernel.width),
      datelines_(std::size_t{2} * shape().ports * shape().groups, kernel.width),
      eject_at_(shape().port[shape().ports - 1].pins_at),
      sample_planes_(sample_planes(shape().depth, traffic.max_cycles)),
      samples_(buffers() * sample_planes_),
      consumed_(shape().levels + kNodeBits) {
  set_coordinates();
  set_datelines();
  set_blocks();
  reset();
}

void LaneNetwork::set_coordinates() {
  const KernelShape& s = shape();
  for (const Terminal& terminal : network_.terminals) {
    std::uint64_t way = 0;
    for (unsigned n = 0; n < s.steps; ++n) {
      const KernelStep& step = s.step[n];
      const unsigned at = coordinate(terminal.address >> step.coordinate, 0, step.bits);
      way |= std::uint64_t{at} << step.plane;
    }
    coordinates_.push_back(way);
  }
  for (ComponentId r = 0; r < s.routers; ++r) {
    for (unsigned bit = 0; bit < 32; ++bit) {
      if ((network_.components[r].address >> bit & 1) == 0) continue;
      places_.at(32 * group_of(r) + bit)[place_of(r)] = ~std::uint64_t{0};
    }
  }
}

// The dateline of a ring is its wrap-around channel (docs/timing.md, 3).
void LaneNetwork::set_datelines() {
  const KernelShape& s = shape();
  for (ComponentId r = 0; r < s.routers; ++r) {
    const std::size_t words = 2 * s.ports * group_of(r);
    for (unsigned n = 0; n < s.steps; ++n) {
      const KernelStep& step = s.step[n];
      if (!step.has_dateline) continue;
      const Address at =
          coordinate(network_.components[r].address >> step.coordinate, 0, step.bits);
      const bool is_top = at == coordinate(network_.limit >> step.coordinate, 0, step.bits);
      const auto mark = [&](std::size_t word) {
        datelines_.at(words + word)[place_of(r)] = ~std::uint64_t{0};
      };
      // What goes up comes in by the port that faces the lower neighbour.
      const unsigned from_below = s.ports + (step.has_pairs ? step.down : step.up);
      if (is_top) mark(step.up);
      if (at == 0) mark(from_below);
      if (!step.has_pairs) continue;
      if (at == 0) mark(step.down);
      if (is_top) mark(s.ports + step.up);
    }
  }
}

void LaneNetwork::set_blocks() {
  const KernelShape& s = shape();
  const std::size_t words = s.router_stride + 2 * s.pins_stride + s.source_stride;
  const std::size_t bytes = words * s.width * 8;
  for (const Channel& channel : network_.channels) {
    const auto from = static_cast<unsigned>(group_of(channel.from));
    const auto to = static_cast<unsigned>(group_of(channel.to));
    block_size_ = std::max(block_size_, std::max(from, to) - std::min(from, to));
  }
  if (s.groups * bytes <= kNearCache || blocks() < 4) {
    block_size_ = s.groups;
    return;
  }
  const std::size_t fit = kNearCache / (bytes * block_size_);
  cycles_together_ = static_cast<unsigned>(std::clamp<std::size_t>(fit, 2, kMostTogether));
}

KernelMemory LaneNetwork::memory() {
  return {routers_.at(0),          pins_.at(0),
          sources_.at(0),          starts_.at(0),
          places_.at(0),           datelines_.at(0),
          layout_.channels.data(), layout_.credits.data(),
          layout_.in_order.data(), layout_.credits_in.data()};
}

void LaneNetwork::reset() {
  const KernelShape& s = shape();
  for (unsigned group = 0; group < s.groups; ++group) {
    const std::size_t row = group * s.router_stride;
    for (unsigned p = 0; p < s.ports; ++p) {
      reset_input(row, s.port[p]);
      reset_output(row, s.port[p]);
    }
    routers_.fill(row + s.port[0].in_at + s.watched());
    for (unsigned plane = 0; plane < s.wait_planes; ++plane) {
      if ((s.wait_start >> plane & 1) != 0) routers_.fill(row + s.guard_at + s.wait() + plane);
    }
    reset_sources(group);
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
  }
  for (unsigned c = 0; c < s.classes; ++c) {
    const unsigned first = c == 0 ? 0 : s.vcs / 2;
    const unsigned end = c + 1 == s.classes ? s.vcs : s.vcs / 2;
    const std::size_t out = row + port.out_at + std::size_t{first} * s.out_words();
    if (end > first + 1) routers_.fill(out + s.offered());
    routers_.fill(row + port.port_at + s.roomy() + c);
  }
}

void LaneNetwork::reset_sources(unsigned group) {
  const KernelShape& s = shape();
  const std::size_t sources = group * s.source_stride;
  for (VcId vc = 0; vc < s.vcs; ++vc) {
    const std::size_t of_vc = sources + std::size_t{vc} * s.source_vc_words();
    for (unsigned k = 0; k < s.depth; ++k) sources_.fill(of_vc + k);
  }
  sources_.fill(sources + s.turn());
}

void LaneNetwork::carry_numbers(std::uint32_t end) {
  KernelShape& s = layout_.shape;
  while (end > std::uint32_t{1} << s.id_planes) ++s.id_planes;
  require(s.id_planes <= s.id_room, "as many packets as the buffers of a network hold");
}

void LaneNetwork::begin_message(NodeId node, VcId vc, unsigned lane, Cycle now, std::uint32_t flits,
                                std::uint32_t number, NodeId destination) {
  const KernelShape& s = shape();
  const unsigned place = place_of(node);
  const std::size_t of_vc = source_at(node) + std::size_t{vc} * s.source_vc_words();
  sources_.set_number(of_vc + s.left_over(), s.left_planes, place, lane, flits - 1);
  sources_.set(of_vc + s.under_way(), place, lane, flits > 1);
  const std::size_t channel = pins_at(now + 1) + s.inject_at + group_of(node) * s.inject_stride;
  if (flits == 1) pins_.set(channel + s.tail(), place, lane, true);
  pins_.set_number(channel + s.info(), s.id_planes, place, lane, number);
  pins_.set_number(channel + s.info() + s.id_room, s.port[s.ports - 1].in_planes, place, lane,
                   way_between(node, destination));
}

// The planes of a head that begins its way.
std::uint64_t LaneNetwork::way_between(NodeId from, NodeId to) const {
  const KernelShape& s = shape();
  std::uint64_t way = coordinates_[to];
  for (unsigned n = 0; n < s.steps; ++n) {
    const KernelStep& step = s.step[n];
    const auto at = [&](std::uint64_t planes) {
      return static_cast<std::uint32_t>(planes >> step.plane &
                                        ((std::uint64_t{1} << step.bits) - 1));
    };
    const std::uint32_t here = at(coordinates_[from]);
    const std::uint32_t there = at(coordinates_[to]);
    const Address top = coordinate(network_.limit >> step.coordinate, 0, step.bits);
    const bool up = is_way_up(network_.router.routing, here, there, top);
    if (step.has_pairs) way |= std::uint64_t{!up} << (step.plane + step.bits);
    const bool wraps = up ? there < here : there > here;
    if (step.has_dateline) way |= std::uint64_t{wraps} << (step.plane + step.way_planes());
  }
  return way;
}

}  // namespace turnpike::model
