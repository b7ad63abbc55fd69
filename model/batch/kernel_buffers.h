// kernel_buffers.h - the input buffers, the selection of VCs, and the starvation guard.

#pragma once

#include "model/batch/kernel.h"

namespace turnpike::model {
namespace {

// Updates the buffers of an input port, and the packets that hold output VCs.
template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::keep(unsigned i) {
  const KernelPort& port = s.port[i];
  Word stays = no_lane<Word>();
  for (unsigned h = 0; h < halves_of(); ++h) {
    const Half& half = halves[i][h];
    Word leaves = no_lane<Word>();
    Word taken[kMostVcs];
    for (unsigned w = 0; w < vcs(); ++w) taken[w] = no_lane<Word>();
    for (unsigned x = 0; x < port.outputs; ++x) {
      leaves |= half.request[x];
      const Word of_class[2] = {half.request[x] & ~half.upper, half.request[x] & half.upper};
      for (unsigned w = 0; w < vcs(); ++w) {
        taken[w] |= of_class[class_of(w)] & outputs[port.output[x]].offered[w];
      }
    }
    if (selects()) select(port, i, h);
    for (unsigned v = first_vc(h); v < end_vc(h); ++v) {
      keep_vc(port, i, v, leaves, half.tail, taken, stays);
    }
  }
  stays_ |= stays;
}

template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::keep_vc(
    const KernelPort& port, unsigned i, unsigned v, const Word& leaves, const Word& tail,
    const Word* taken, Word& stays) {
  Word* vc = vc_of(port, v);
  const Input& input = inputs[i][v];
  const Word* channel = in[i];
  const Word holding = vc[2 * depth()];
  const Word pop = input.from_buffer & leaves;
  const Word granted = pop | (input.from_pins & leaves);
  const Word push = channel[v] & ~(input.from_pins & leaves);
  left_ |= vc[s.watched()] & (~input.waiting | (pins_now + port.credits_at)[v]);
  stays |= vc[s.watched()] & input.waiting & ~granted;
  (pins + port.credits_at)[v] = granted;
  const Word holds = (holding | granted) & ~(granted & tail);
  vc[2 * depth()] = holds;
  Word* held_vc = vc + s.held_vc();
  const Word begins = granted & ~holding;
  for (unsigned w = 0; w < vcs(); ++w) held_vc[w] = holds & (held_vc[w] | (begins & taken[w]));
  Word* held = vc + s.held_output();
  for (unsigned x = 0; x < port.outputs; ++x) held[x] = holds & input.route[x];
  shift(vc, pop, push, push & channel[s.tail()]);
  store_head(port, i, vc, pop & ~holding, push & channel[s.head()]);
}

template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::shift(
    Word* vc, const Word& pop, const Word& push, const Word& tail) const {
  Word* tails = vc + depth();
  Word before = push;  // lanes in which the slot below is full, and a flit comes
  for (unsigned k = 0; k < depth(); ++k) {
    const Word next_full = k + 1 < depth() ? vc[k + 1] : no_lane<Word>();
    const Word next_tail = k + 1 < depth() ? tails[k + 1] : no_lane<Word>();
    const Word full = choose(pop, next_full, vc[k]);
    tails[k] = choose(pop, next_tail, tails[k]) | (before & ~full & tail);
    vc[k] = full | before;
    before &= full;
  }
}

template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::store_head(
    const KernelPort& port, unsigned i, Word* vc, const Word& pop, const Word& push) {
  if (!any_lane(push | pop)) return;
  const unsigned stride = s.entry_stride(port.outputs, port.in_planes);
  Word* heads = vc + s.heads(port.outputs);
  Word* entry = vc + s.entry(port.outputs);
  const Word* route = of_pins[i];
  Word before = push;
  for (unsigned e = 0; e < s.entries; ++e, entry += stride) {
    const bool is_last = e + 1 == s.entries;
    const Word next_full = is_last ? no_lane<Word>() : heads[e + 1];
    const Word full = choose(pop, next_full, heads[e]);
    const Word here = before & ~full;
    heads[e] = full | before;
    before &= full;
    for (unsigned x = 0; x < port.outputs; ++x) {
      if (!is_last) entry[x] = choose(pop, entry[stride + x], entry[x]);
      entry[x] = choose(here, route[x], entry[x]);
    }
    const Word* info = in[i] + s.info();
    store_planes(entry + port.outputs, info, 0, s.id_planes, is_last ? 0 : stride, pop, here);
    store_planes(entry + port.outputs, info, s.id_room, s.id_room + port.in_planes,
                 is_last ? 0 : stride, pop, here);
  }
}

template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::store_planes(
    Word* entry, const Word* info, unsigned first, unsigned end, unsigned stride, const Word& pop,
    const Word& here) const {
  for (unsigned plane = first; plane < end; ++plane) {
    Word kept = entry[plane];
    if (stride != 0) kept = choose(pop, entry[stride + plane], kept);
    entry[plane] = choose(here, info[plane], kept);
  }
}

// 2.6
template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::select(
    const KernelPort& port, unsigned i, unsigned h) {
  const unsigned first = first_vc(h);
  const unsigned end = end_vc(h);
  const Word* channel = in[i];
  Word empty = no_lane<Word>();
  Word arrives = no_lane<Word>();
  Word streams = no_lane<Word>();
  Word favoured = no_lane<Word>();
  Word other = no_lane<Word>();
  for (unsigned v = first; v < end; ++v) {
    const Word* vc = vc_of(port, v);
    const Input& input = inputs[i][v];
    const Word is_selected = vc[s.selected()];
    const Word can_go = input.waiting & input.may_go;
    empty |= is_selected & ~input.waiting;
    arrives |= channel[v];
    streams |= is_selected & can_go & vc[2 * depth()] & ~vc[depth()];
    favoured |= can_go & input.privileged;
    other |= can_go & ~is_selected;
  }
  const Word follows = empty & arrives & ~favoured;
  Word open = ~favoured & ~follows;
  const Word to_other = open & other & ~streams;
  open &= ~to_other;
  choose_next(port, i, first, end, favoured, follows, to_other, open & empty, open & ~empty);
}

// In lanes that select another VC: the first VC above the selected one, cyclically, that can go or,
// in other lanes, that waits.
template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::choose_next(
    const KernelPort& port, unsigned i, unsigned first, unsigned end, const Word& favoured,
    const Word& follows, const Word& to_other, const Word& to_waiting, const Word& stays) {
  Word next[kMostVcs];
  Word wanted[kMostVcs];
  Word above = no_lane<Word>();
  Word done = no_lane<Word>();
  for (unsigned v = first; v < end; ++v) {
    const Word is_selected = vc_of(port, v)[s.selected()];
    const Input& input = inputs[i][v];
    const Word can_go = input.waiting & input.may_go;
    wanted[v] = (to_other & can_go & ~is_selected) | (to_waiting & input.waiting);
    next[v] = (favoured & can_go & input.privileged) | (follows & in[i][v]) |
              (stays & is_selected) | (wanted[v] & above & ~done);
    done |= wanted[v] & above;
    above |= is_selected;
  }
  for (unsigned v = first; v < end; ++v) {
    next[v] |= wanted[v] & ~done;
    done |= wanted[v];
  }
  const Word none = to_waiting & ~done;  // all buffers are empty
  for (unsigned v = first; v < end; ++v) {
    Word& selected = vc_of(port, v)[s.selected()];
    selected = next[v] | (none & selected);
  }
}

// 2.7
template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::watch() {
  Word* guard = row + s.guard_at;
  const Word leaves = active & left_;
  Word carry = active & ~left_ & ~guard[s.due()];
  for (unsigned plane = 0; plane < s.wait_planes; ++plane) {
    Word& wait = guard[s.wait() + plane];
    const Word start = (s.wait_start >> plane & 1) != 0 ? all_lanes<Word>() : no_lane<Word>();
    const Word stepped = wait ^ carry;
    carry &= wait;
    wait = choose(leaves, start, stepped);
  }
  guard[s.due()] = (guard[s.due()] | carry) & ~leaves;
  guard[s.stayed()] = stays_;
  // The watched VC moves on in the lanes that leave.
  Word last = vc_of(s.port[s.ports - 1], vcs() - 1)[s.watched()];
  for (unsigned i = 0; i < s.ports; ++i) {
    for (unsigned v = 0; v < vcs(); ++v) {
      Word& watched = vc_of(s.port[i], v)[s.watched()];
      const Word before = watched;
      watched = choose(leaves, last, before);
      last = before;
    }
  }
}

}  // namespace
}  // namespace turnpike::model
