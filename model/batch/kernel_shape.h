// kernel_shape.h - a network of lanes as plain numbers, for the kernels of all word widths.
//
// A lane is one run of a network, and there are 64 lanes. A word has 64 bits, one for each lane,
// for each router of a group. Processors with wider words thus have more routers in a group, and
// the state of a network stays small enough for a near cache. The state of a group is a row of
// words, and this header gives the meaning of each word (docs/timing.md, 2.2, names the registers).
// The header contains plain data only: the files that include it are compiled for processors that
// the rest of the program does not require, so they may not contain code of the standard library.

#pragma once

#include <cstddef>
#include <cstdint>

namespace turnpike::model {

constexpr unsigned kLanes = 64;
constexpr unsigned kBatchPorts = 16;  // of a router, at most
constexpr unsigned kBatchVcs = 16;
constexpr unsigned kBatchDepth = 16;   // counts are unary, a word for each flit
constexpr unsigned kBatchPlanes = 64;  // of what travels with a head
constexpr unsigned kBatchSteps = 16;   // dimensions

// A dimension, in the order in which it is corrected. Its planes travel with each head: the bits of
// the destination's coordinate, then, where ports come in pairs, whether the way goes down, and
// with dateline classes whether the dateline is still before the packet.
struct KernelStep {
  std::uint8_t plane;  // the first one, counted behind those of the packet's number
  std::uint8_t bits;
  std::uint8_t coordinate;  // its lowest bit in an address
  std::uint8_t up;          // output ports; equal where ports do not come in pairs
  std::uint8_t down;
  bool has_pairs;
  bool has_dateline;
  constexpr unsigned way_planes() const { return bits + (has_pairs ? 1u : 0u); }
  constexpr unsigned planes() const { return way_planes() + (has_dateline ? 1u : 0u); }
};

struct KernelPort {
  // As an input: the outputs of packets from it, and the place of each output among them.
  std::uint8_t outputs;
  std::uint8_t output[kBatchPorts];
  std::uint8_t place[kBatchPorts];
  bool enters;              // packets enter the network by it
  std::uint8_t straight;    // place of the output that goes on in its dimension and direction
  std::uint8_t first_step;  // its own; steps before it are behind packets that come in here
  // As an output: the inputs of packets for it.
  std::uint8_t inputs;
  std::uint8_t input[kBatchPorts];
  // Planes behind those of the packet's number: of heads that leave by it, and that come in.
  std::uint8_t planes;
  std::uint8_t in_planes;
  // The arbiter's tree as an output: leaves are counted input by input, lane by lane; inner nodes
  // come behind them, children before parents, the root last (docs/timing.md, 2.4).
  std::uint8_t leaves;
  std::uint8_t inner;
  std::uint8_t left[2 * kBatchPorts];
  std::uint8_t right[2 * kBatchPorts];
  // Words from the start of the router's row: input VC 0, output VC 0, the output itself, and
  // its channel from the start of the router's pins; then the credits of the input.
  std::uint32_t in_at;
  std::uint32_t in_stride;  // from VC to VC
  std::uint32_t out_at;
  std::uint32_t port_at;
  std::uint32_t pins_at;
  std::uint32_t credits_at;
};

struct KernelShape {
  unsigned routers;
  unsigned width;   // routers of a group
  unsigned groups;  // the last one may have fewer routers; nothing leads to the places behind them
  unsigned ports;
  unsigned vcs;
  unsigned halves;  // of the VCs of an input port: its lanes into the switch
  unsigned lower;   // VCs of the first one
  unsigned depth;
  unsigned room;
  unsigned classes;  // 2: dateline classes, of VCs 0 .. vcs / 2 - 1 and of the others
  bool passes_by;    // PIPELINE 1
  unsigned steps;
  unsigned entries;      // heads that a buffer can hold at a time
  unsigned id_planes;    // of the packet's number that are in use
  unsigned id_room;      // of these, that there is room for
  unsigned wait_planes;  // of the starvation guard
  unsigned wait_start;   // so that PATIENCE more overflow
  unsigned left_planes;  // flits of a message that a source has still to send
  unsigned levels;       // of the counters of flits
  KernelStep step[kBatchSteps];
  KernelPort port[kBatchPorts];
  // In words.
  std::size_t guard_at;
  std::size_t router_stride;
  std::size_t pins_stride;  // from group to group
  std::size_t inject_at;    // the first sources' channels, behind the routers' pins
  std::size_t inject_stride;
  std::size_t parity_stride;
  std::size_t source_stride;

  // An input VC. Buffers are shifted: the front flit is in slot 0.
  constexpr unsigned full() const { return 0; }       // [slot] it holds a flit
  constexpr unsigned tails() const { return depth; }  // [slot] that is a tail
  constexpr unsigned holding() const { return 2 * depth; }
  constexpr unsigned selected() const { return 2 * depth + 1; }
  constexpr unsigned watched() const { return 2 * depth + 2; }
  constexpr unsigned held_vc() const { return 2 * depth + 3; }        // [output VC]
  constexpr unsigned held_output() const { return held_vc() + vcs; }  // [place of an output]
  constexpr unsigned heads(unsigned outputs) const { return held_output() + outputs; }  // [entry]
  // [entry] the route here, then what travels with a head.
  constexpr unsigned entry(unsigned outputs) const { return heads(outputs) + entries; }
  constexpr unsigned entry_stride(unsigned outputs, unsigned planes) const {
    return outputs + id_room + planes;
  }
  constexpr unsigned in_words(unsigned outputs, unsigned planes) const {
    return entry(outputs) + entries * entry_stride(outputs, planes);
  }
  // An output VC.
  constexpr unsigned credits() const { return 0; }  // [credit] there are more than so many
  constexpr unsigned busy() const { return depth; }
  constexpr unsigned offered() const { return depth + 1; }
  constexpr unsigned out_words() const { return depth + 2; }
  // An output.
  constexpr unsigned roomy() const { return 0; }                                     // [class]
  constexpr unsigned closed() const { return classes; }                              // [class]
  constexpr unsigned right_first() const { return 2 * classes; }                     // [inner node]
  constexpr unsigned sums(unsigned inner) const { return right_first() + inner; }    // [level]
  constexpr unsigned carries(unsigned inner) const { return sums(inner) + levels; }  // [level]
  constexpr unsigned port_words(unsigned inner) const { return carries(inner) + levels; }
  // The guard.
  constexpr unsigned due() const { return 0; }
  constexpr unsigned stayed() const { return 1; }
  constexpr unsigned wait() const { return 2; }  // [plane]
  constexpr unsigned guard_words() const { return 2 + wait_planes; }
  // A channel: the VC of a flit, one-hot, then these.
  constexpr unsigned head() const { return vcs; }
  constexpr unsigned tail() const { return vcs + 1; }
  constexpr unsigned info() const { return vcs + 2; }  // [plane], of heads
  constexpr unsigned channel_words(unsigned planes) const { return info() + id_room + planes; }
  // A VC of a source; behind all of them whether messages wait.
  constexpr unsigned under_way() const { return depth; }  // behind its credits
  constexpr unsigned turn() const { return depth + 1; }
  constexpr unsigned left_over() const { return depth + 2; }  // [plane]
  constexpr unsigned source_vc_words() const { return depth + 2 + left_planes; }
  constexpr unsigned messages() const { return vcs * source_vc_words(); }
};

// The memory of a batch, in words of the kernel's width.
struct KernelMemory {
  void* routers;
  void* pins;  // of even cycles, then of odd ones; the last channel is of zeros
  void* sources;
  void* starts;        // [group][vc] sources that begin a message
  const void* places;  // [group][32] the bits of addresses
  // [group][2 * port] output `port` leads over a dateline; behind it, input `port` comes from there
  const void* datelines;
  // Where pins come from, counted in 64 bits within a parity's pins. Routers of a group whose
  // neighbours are a group in the same order read whole words.
  const std::uint32_t* channels;   // [group][input][router] the channel
  const std::uint32_t* credits;    // [group][output][router] the credits
  const std::uint8_t* in_order;    // [group][input] whether `channels` are a group in order
  const std::uint8_t* credits_in;  // [group][output] CreditsFrom
};
enum CreditsFrom : std::uint8_t { kScattered, kInOrder, kOfSinks };

// Groups of routers with their nodes: [first, end).
struct KernelRange {
  unsigned first;
  unsigned end;
};

// A width of words.
struct BatchKernel {
  unsigned width;  // routers
  // The flits of the sources of some nodes in a cycle, except the heads of messages.
  void (*sources)(const KernelShape&, const KernelMemory&, KernelRange, std::uint64_t cycle);
  // One cycle of some routers.
  void (*routers)(const KernelShape&, const KernelMemory&, KernelRange, std::uint64_t cycle);
};

}  // namespace turnpike::model
