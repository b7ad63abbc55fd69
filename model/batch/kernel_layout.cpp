// kernel_layout.cpp - which word of a row is what, which channel leads where.

#include "model/batch/kernel_layout.h"

#include <algorithm>

#include "model/router/turns.h"

namespace turnpike::model {
namespace {

unsigned bits_for(std::uint64_t most) {
  unsigned bits = 0;
  while (most >> bits != 0) ++bits;
  return bits;
}

// Order number n of the dimensions as they are corrected.
unsigned dimension_at(const RoutingParams& routing, unsigned n) {
  return routing.highest_first ? routing.dimensions - 1 - n : n;
}

void set_steps(KernelShape& shape, const RoutingParams& routing) {
  shape.steps = routing.dimensions;
  unsigned plane = 0;
  for (unsigned n = shape.steps; n-- > 0;) {  // what is corrected last travels furthest
    KernelStep& step = shape.step[n];
    const unsigned d = dimension_at(routing, n);
    step.plane = static_cast<std::uint8_t>(plane);
    step.bits = static_cast<std::uint8_t>(routing.coordinate_bits);
    step.coordinate = static_cast<std::uint8_t>(d * routing.coordinate_bits);
    step.has_pairs = routing.kind.has_pairs;
    step.has_dateline = routing.has_dateline_classes();
    step.up = static_cast<std::uint8_t>(step.has_pairs ? 2 * d : d);
    step.down = static_cast<std::uint8_t>(step.has_pairs ? 2 * d + 1 : d);
    plane += step.planes();
  }
}

// Planes of all dimensions: the one that is corrected first comes last.
unsigned all_planes(const KernelShape& shape) {
  return shape.step[0].plane + shape.step[0].planes();
}

void set_turns(KernelShape& shape, const RouterParams& router) {
  const Turns turns = legal_turns(router);
  for (PortId p = 0; p < router.ports; ++p) {
    KernelPort& port = shape.port[p];
    port.enters = p >= router.network_ports();
    std::fill_n(port.place, kBatchPorts, std::uint8_t{kBatchPorts});
    for (PortId other = 0; other < router.ports; ++other) {
      if ((turns[p] >> other & 1) != 0) {
        port.place[other] = port.outputs;
        port.output[port.outputs++] = static_cast<std::uint8_t>(other);
      }
      if ((turns[other] >> p & 1) != 0) {
        port.input[port.inputs++] = static_cast<std::uint8_t>(other);
      }
    }
    for (unsigned n = 0; n < shape.steps && !port.enters; ++n) {
      const KernelStep& step = shape.step[n];
      if (p != step.up && p != step.down) continue;
      port.first_step = static_cast<std::uint8_t>(n);
      port.planes = static_cast<std::uint8_t>(step.plane + step.planes());
    }
    const PortId straight = router.routing.kind.has_pairs ? p ^ 1u : p;
    port.straight = port.enters ? std::uint8_t{kBatchPorts} : port.place[straight];
    port.in_planes = port.enters ? static_cast<std::uint8_t>(all_planes(shape)) : port.planes;
  }
}

// The subtree below a node of the arbiter; returns its place, or -1 where no input is.
int plant(KernelPort& port, unsigned leaves, unsigned node, unsigned halves) {
  const auto join = [&](int left, int right) {
    if (left < 0 || right < 0) return std::max(left, right);
    port.left[port.inner] = static_cast<std::uint8_t>(left);
    port.right[port.inner] = static_cast<std::uint8_t>(right);
    return static_cast<int>(port.leaves) + port.inner++;
  };
  if (node < leaves) {
    const int left = plant(port, leaves, 2 * node, halves);
    return join(left, plant(port, leaves, 2 * node + 1, halves));
  }
  for (unsigned k = 0; k < port.inputs; ++k) {
    const unsigned leaf = 2 * k < leaves ? 2 * k : 2 * leaves - 1 - 2 * k;
    if (leaf != node - leaves) continue;
    const int first = static_cast<int>(k * halves);
    return halves == 1 ? first : join(first, first + 1);
  }
  return -1;
}

void set_places(KernelShape& shape) {
  std::size_t row = 0;
  std::size_t pins = 0;
  for (unsigned p = 0; p < shape.ports; ++p) {
    KernelPort& port = shape.port[p];
    unsigned leaves = 2;
    while (leaves < port.inputs) leaves *= 2;
    port.leaves = static_cast<std::uint8_t>(port.inputs * shape.halves);
    plant(port, leaves, 1, shape.halves);
    const auto take = [](std::size_t& at, std::size_t words) {
      const std::size_t start = at;
      at += words;
      return static_cast<std::uint32_t>(start);
    };
    port.in_stride = shape.in_words(port.outputs, port.in_planes);
    port.in_at = take(row, std::size_t{shape.vcs} * port.in_stride);
    port.out_at = take(row, std::size_t{shape.vcs} * shape.out_words());
    port.port_at = take(row, shape.port_words(port.inner));
    port.pins_at = take(pins, shape.channel_words(port.planes));
    port.credits_at = take(pins, shape.vcs);
  }
  shape.guard_at = row;
  shape.router_stride = row + shape.guard_words();
  shape.pins_stride = pins;
}

// A word of the group of a router, in 64 bits.
std::uint32_t bits_at(const KernelShape& shape, std::size_t start, std::size_t stride,
                      std::size_t word, unsigned router) {
  return static_cast<std::uint32_t>((start + router / shape.width * stride + word) * shape.width +
                                    router % shape.width);
}

// [group][port] whether what the routers of the group read stands in their order.
std::vector<std::uint8_t> find_order(const std::vector<std::uint32_t>& from, unsigned width) {
  std::vector<std::uint8_t> in_order;
  for (std::size_t first = 0; first < from.size(); first += width) {
    bool is_in_order = from[first] % width == 0;
    for (unsigned q = 1; q < width; ++q) is_in_order &= from[first + q] == from[first] + q;
    in_order.push_back(is_in_order ? 1 : 0);
  }
  return in_order;
}

void set_channels(const Network& network, std::size_t nothing, KernelLayout& layout) {
  const KernelShape& shape = layout.shape;
  const auto place = [&](unsigned router, PortId port) {
    return (std::size_t{router} / shape.width * shape.ports + port) * shape.width +
           router % shape.width;
  };
  const std::size_t places = std::size_t{shape.groups} * shape.ports * shape.width;
  for (std::size_t at = 0; at < places; ++at) {
    layout.channels.push_back(static_cast<std::uint32_t>(nothing * shape.width + at % shape.width));
  }
  layout.credits = layout.channels;
  for (const Channel& channel : network.channels) {
    layout.channels[place(channel.to, channel.to_port)] =
        bits_at(shape, 0, shape.pins_stride, shape.port[channel.from_port].pins_at, channel.from);
    layout.credits[place(channel.from, channel.from_port)] =
        bits_at(shape, 0, shape.pins_stride, shape.port[channel.to_port].credits_at, channel.to);
  }
  for (NodeId n = 0; n < network.nodes(); ++n) {
    layout.channels[place(n, network.terminals[n].inject.port)] =
        bits_at(shape, shape.inject_at, shape.inject_stride, 0, n);
  }
  layout.in_order = find_order(layout.channels, shape.width);
  layout.credits_in = find_order(layout.credits, shape.width);
  for (unsigned group = 0; group < shape.groups; ++group) {
    layout.credits_in[(group + 1) * shape.ports - 1] = kOfSinks;
  }
}

}  // namespace

// A packet under way has a flit in a buffer or on a channel.
unsigned number_planes(const Network& network) {
  const RouterParams& router = network.router;
  return bits_for(std::uint64_t{network.components.size()} * router.ports *
                  router.virtual_channels * (router.buffer_depth + 1));
}

KernelLayout kernel_layout(const Network& network, const BatchTraffic& traffic, unsigned width) {
  const RouterParams& router = network.router;
  KernelLayout layout;
  KernelShape& shape = layout.shape;
  shape.routers = static_cast<unsigned>(network.components.size());
  shape.width = width;
  shape.groups = (shape.routers + width - 1) / width;
  shape.ports = router.ports;
  shape.vcs = router.virtual_channels;
  shape.halves = shape.vcs == 1 ? 1 : 2;
  shape.lower = (shape.vcs + 1) / 2;
  shape.depth = router.buffer_depth;
  shape.room = router.injection_room();
  shape.classes = router.routing.has_dateline_classes() ? 2 : 1;
  shape.passes_by = router.pipeline_cycles == 1;
  shape.entries = (shape.depth + traffic.shortest - 1) / traffic.shortest;
  shape.id_room = number_planes(network);
  shape.id_planes = std::min(4u, shape.id_room);
  shape.wait_planes = bits_for(router.patience - 1);
  shape.wait_start = (1u << shape.wait_planes) - router.patience;
  shape.left_planes = bits_for(traffic.longest);
  shape.levels = bits_for(traffic.max_cycles + 1);
  set_steps(shape, router.routing);
  set_turns(shape, router);
  set_places(shape);
  shape.inject_at = shape.groups * shape.pins_stride;
  shape.inject_stride = shape.channel_words(all_planes(shape));
  const std::size_t nothing = shape.inject_at + shape.groups * shape.inject_stride;
  shape.parity_stride = nothing + shape.channel_words(all_planes(shape));
  shape.source_stride = shape.messages() + 1;
  set_channels(network, nothing, layout);
  return layout;
}

}  // namespace turnpike::model
