// kernel_cycle.h - a cycle of all routers and of all sources, and the table of a width of words.

#pragma once

#include "model/batch/kernel.h"
#include "model/batch/kernel_buffers.h"
#include "model/batch/kernel_inputs.h"
#include "model/batch/kernel_outputs.h"

namespace turnpike::model {
namespace {

template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth>
void cycle_routers(const KernelShape& s, const KernelMemory& memory, std::uint64_t cycle) {
  Word* const all_pins = static_cast<Word*>(memory.pins);
  Word* const now = all_pins + (cycle & 1) * s.parity_stride;
  Word* const next = all_pins + (~cycle & 1) * s.parity_stride;
  KernelRouter<Word, kPorts, kVcs, kDepth> router(s);
  router.now = cycle;
  for (unsigned r = 0; r < s.routers; ++r) {
    router.row = static_cast<Word*>(memory.routers) + r * s.router_stride;
    router.pins_now = now + r * s.pins_stride;
    router.pins = next + r * s.pins_stride;
    for (unsigned p = 0; p < s.ports; ++p) {
      router.in[p] = now + memory.channels[r * s.ports + p];
      const std::uint32_t credits = memory.credits[r * s.ports + p];
      // A sink gives a credit back in the cycle after the flit: that of the cycle before still
      // stands where the router is about to write.
      router.returned[p] = credits == kOwnChannel ? router.pins + s.port[p].pins_at : now + credits;
    }
    for (unsigned bit = 0; bit < 32; ++bit) {
      router.place[bit] =
          (memory.addresses[r] >> bit & 1) != 0 ? all_lanes<Word>() : no_lane<Word>();
    }
    router.left_ = no_lane<Word>();
    router.stays_ = no_lane<Word>();
    router.cycle();
  }
}

// docs/timing.md, 5. A source of a node.
template <class Word>
TURNPIKE_LANES void cycle_source(const KernelShape& s, Word* source, const Word* credit,
                                 Word* channel, Word* starts) {
  const unsigned vcs = s.vcs;
  const unsigned stride = s.source_vc_words();
  const Word waits = source[s.messages()];
  Word ready[kBatchVcs];
  Word at_turn[kBatchVcs];
  for (unsigned v = 0; v < vcs; ++v) {
    Word* vc = source + v * stride;
    count_up(vc, s.depth, credit[v]);
    ready[v] = vc[0] & (waits | vc[s.under_way()]);
    at_turn[v] = vc[s.turn()];
  }
  // The first ready one at or above the turn, cyclically.
  Word chosen[kBatchVcs];
  Word above = no_lane<Word>();
  Word done = no_lane<Word>();
  for (unsigned v = 0; v < vcs; ++v) {
    above |= at_turn[v];
    chosen[v] = ready[v] & above & ~done;
    done |= chosen[v];
  }
  for (unsigned v = 0; v < vcs; ++v) {
    const Word first = ready[v] & ~done;
    chosen[v] |= first;
    done |= first;
  }
  Word tail = no_lane<Word>();
  for (unsigned v = 0; v < vcs; ++v) {
    Word* vc = source + v * stride;
    count_down(vc, s.depth, chosen[v]);
    const Word goes_on = chosen[v] & vc[s.under_way()];
    // One flit less is left; with the last one the packet ends.
    Word* left = vc + s.left_over();
    Word borrow = goes_on;
    Word none = all_lanes<Word>();
    for (unsigned plane = 0; plane < s.left_planes; ++plane) {
      const Word bit = left[plane];
      left[plane] = bit ^ borrow;
      borrow &= ~bit;
      none &= ~left[plane];
    }
    const Word ends = goes_on & none;
    vc[s.under_way()] &= ~ends;
    tail |= ends;
    starts[v] = chosen[v] & ~goes_on;
    channel[v] = chosen[v];
    Word* after = source + (v + 1 == vcs ? 0 : v + 1) * stride;
    after[s.turn()] = choose(done, chosen[v], after[s.turn()]);
  }
  Word head = no_lane<Word>();
  for (unsigned v = 0; v < vcs; ++v) head |= starts[v];
  channel[s.head()] = head;
  channel[s.tail()] = tail;
}

template <class Word>
void cycle_sources(const KernelShape& s, const KernelMemory& memory, std::uint64_t cycle) {
  Word* const all_pins = static_cast<Word*>(memory.pins);
  const Word* const now = all_pins + (cycle & 1) * s.parity_stride;
  Word* const next = all_pins + (~cycle & 1) * s.parity_stride;
  for (unsigned n = 0; n < s.routers; ++n) {
    cycle_source(s, static_cast<Word*>(memory.sources) + n * s.source_stride,
                 now + n * s.pins_stride + s.port[s.ports - 1].credits_at,
                 next + s.inject_at + n * s.inject_stride,
                 static_cast<Word*>(memory.starts) + n * s.vcs);
  }
}

// The common shapes with constants, so that the loops over VCs and slots are unrolled.
template <class Word>
void cycle_any_routers(const KernelShape& s, const KernelMemory& memory, std::uint64_t cycle) {
  if (s.ports == 5 && s.depth == 4 && s.vcs == 4) {
    cycle_routers<Word, 5, 4, 4>(s, memory, cycle);
  } else if (s.ports == 5 && s.depth == 4 && s.vcs == 2) {
    cycle_routers<Word, 5, 2, 4>(s, memory, cycle);
  } else {
    cycle_routers<Word, 0, 0, 0>(s, memory, cycle);
  }
}

template <class Word>
constexpr BatchKernel kernel_of() {
  return {8 * sizeof(Word), cycle_sources<Word>, cycle_any_routers<Word>};
}

}  // namespace
}  // namespace turnpike::model
