// kernel_cycle.h - a cycle of all routers and of all sources, and the functions of a width of
// words.

#pragma once

#include "model/batch/kernel.h"
#include "model/batch/kernel_buffers.h"
#include "model/batch/kernel_inputs.h"
#include "model/batch/kernel_outputs.h"

namespace turnpike::model {
namespace {

// Words from `first` to `end` of what `from` says for each router of a group.
template <class Word>
TURNPIKE_LANES void gather(const Word* pins, const std::uint32_t* from, unsigned first,
                           unsigned end, Word* to) {
  if constexpr (sizeof(Word) > 8) {
    constexpr unsigned kWidth = sizeof(Word) / 8;
    const std::uint64_t* const bits = reinterpret_cast<const std::uint64_t*>(pins);
    for (unsigned word = first; word < end; ++word) {
      for (unsigned router = 0; router < kWidth; ++router) {
        to[word][router] = bits[from[router] + word * kWidth];
      }
    }
  }
}

template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
void cycle_routers(const KernelShape& s, const KernelMemory& memory, KernelRange range,
                   std::uint64_t cycle) {
  using Router = KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>;
  constexpr unsigned kWidth = sizeof(Word) / 8;
  Word* const all_pins = static_cast<Word*>(memory.pins);
  Word* const now = all_pins + (cycle & 1) * s.parity_stride;
  Word* const next = all_pins + (~cycle & 1) * s.parity_stride;
  Word gathered[Router::kMostPorts][Router::kMostVcs + 2 + kBatchPlanes];
  Word credits[Router::kMostPorts][Router::kMostVcs];
  Router router(s);
  router.now = cycle;
  for (unsigned g = range.first; g < range.end; ++g) {
    router.row = static_cast<Word*>(memory.routers) + g * s.router_stride;
    router.pins_now = now + g * s.pins_stride;
    router.pins = next + g * s.pins_stride;
    router.place = static_cast<const Word*>(memory.places) + std::size_t{32} * g;
    router.datelines = static_cast<const Word*>(memory.datelines) + std::size_t{2} * s.ports * g;
    for (unsigned p = 0; p < s.ports; ++p) {
      const unsigned at = g * s.ports + p;
      const std::uint32_t* const channels = memory.channels + std::size_t{at} * kWidth;
      if (memory.in_order[at] != 0) {
        router.in[p] = now + channels[0] / kWidth;
      } else {
        router.in[p] = gathered[p];
        gather(now, channels, 0, s.info() + s.id_planes, gathered[p]);
        const unsigned planes = s.info() + s.id_room;
        gather(now, channels, planes, planes + s.port[p].in_planes, gathered[p]);
      }
      const std::uint32_t* const returned = memory.credits + std::size_t{at} * kWidth;
      // A sink gives a credit back in the cycle after the flit: that of the cycle before still
      // stands where the router is about to write.
      if (memory.credits_in[at] == kOfSinks) {
        router.returned[p] = router.pins + s.port[p].pins_at;
      } else if (memory.credits_in[at] == kInOrder) {
        router.returned[p] = now + returned[0] / kWidth;
      } else {
        router.returned[p] = credits[p];
        gather(now, returned, 0, s.vcs, credits[p]);
      }
    }
    router.left_ = no_lane<Word>();
    router.stays_ = no_lane<Word>();
    router.cycle();
  }
}

// docs/timing.md, 5. The sources of a group.
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
void cycle_sources(const KernelShape& s, const KernelMemory& memory, KernelRange range,
                   std::uint64_t cycle) {
  Word* const all_pins = static_cast<Word*>(memory.pins);
  const Word* const now = all_pins + (cycle & 1) * s.parity_stride;
  Word* const next = all_pins + (~cycle & 1) * s.parity_stride;
  for (unsigned g = range.first; g < range.end; ++g) {
    cycle_source(s, static_cast<Word*>(memory.sources) + g * s.source_stride,
                 now + g * s.pins_stride + s.port[s.ports - 1].credits_at,
                 next + s.inject_at + g * s.inject_stride,
                 static_cast<Word*>(memory.starts) + g * s.vcs);
  }
}

// The common shapes with constants, so that the loops over VCs and slots are unrolled.
template <class Word>
void cycle_any_routers(const KernelShape& s, const KernelMemory& memory, KernelRange range,
                       std::uint64_t cycle) {
  if (s.classes == 2) {
    if (s.ports == 5 && s.depth == 8 && s.vcs == 2) {
      cycle_routers<Word, 5, 2, 8, 2>(s, memory, range, cycle);
    } else {
      cycle_routers<Word, 0, 0, 0, 2>(s, memory, range, cycle);
    }
  } else if (s.ports == 5 && s.depth == 4 && s.vcs == 4) {
    cycle_routers<Word, 5, 4, 4, 1>(s, memory, range, cycle);
  } else if (s.ports == 5 && s.depth == 4 && s.vcs == 2) {
    cycle_routers<Word, 5, 2, 4, 1>(s, memory, range, cycle);
  } else {
    cycle_routers<Word, 0, 0, 0, 1>(s, memory, range, cycle);
  }
}

template <class Word>
constexpr BatchKernel kernel_of() {
  return {sizeof(Word) / 8, cycle_sources<Word>, cycle_any_routers<Word>};
}

}  // namespace
}  // namespace turnpike::model
