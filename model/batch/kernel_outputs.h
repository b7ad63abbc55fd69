// kernel_outputs.h - the arbiters and registers of the outputs (docs/timing.md, 2.4 and 2.5).

#pragma once

#include "model/batch/kernel.h"

namespace turnpike::model {
namespace {

// 2.4: from the leaves up who asks, from the root down who is granted.
template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::arbitrate(unsigned o) {
  const KernelPort& port = s.port[o];
  Word* right_first = row + port.port_at + s.right_first();
  Word asks[4 * kMostPorts];
  Word goes[4 * kMostPorts];
  for (unsigned k = 0, leaf = 0; k < port.inputs; ++k) {
    const unsigned i = port.input[k];
    for (unsigned h = 0; h < halves_of(); ++h) {
      asks[leaf++] = halves[i][h].request[s.port[i].place[o]];
    }
  }
  for (unsigned n = 0; n < port.inner; ++n) {
    asks[port.leaves + n] = asks[port.left[n]] | asks[port.right[n]];
  }
  goes[port.leaves + port.inner - 1] = asks[port.leaves + port.inner - 1];
  for (unsigned n = port.inner; n-- > 0;) {
    const Word here = goes[port.leaves + n];
    const Word right = asks[port.right[n]] & (~asks[port.left[n]] | right_first[n]);
    goes[port.left[n]] = here & ~right;
    goes[port.right[n]] = here & right;
    right_first[n] = choose(here, ~right, right_first[n]);
  }
  for (unsigned k = 0, leaf = 0; k < port.inputs; ++k) {
    const unsigned i = port.input[k];
    for (unsigned h = 0; h < halves_of(); ++h) {
      halves[i][h].request[s.port[i].place[o]] = goes[leaf++];
    }
  }
}

// The output pins of the next cycle, and the registers of the output.
template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::send(unsigned o) {
  const KernelPort& port = s.port[o];
  Output& out = outputs[o];
  Word* channel = pins + port.pins_at;
  Word head = no_lane<Word>();
  Word upper = no_lane<Word>();
  Word tail = no_lane<Word>();
  Word any = no_lane<Word>();
  Word sent[kMostVcs];
  for (unsigned w = 0; w < vcs(); ++w) sent[w] = no_lane<Word>();
  for (unsigned k = 0; k < port.inputs; ++k) {
    const unsigned i = port.input[k];
    for (unsigned h = 0; h < halves_of(); ++h) {
      const Half& half = halves[i][h];
      const Word granted = half.request[s.port[i].place[o]];
      any |= granted;
      head |= granted & half.head;
      if (kClasses > 1) upper |= granted & half.upper;
      tail |= granted & half.tail;
      for (unsigned w = 0; w < vcs(); ++w) sent[w] |= granted & half.held_vc[w];
    }
  }
  const Word of_class[2] = {head & ~upper, head & upper};
  for (unsigned w = 0; w < vcs(); ++w) sent[w] |= of_class[class_of(w)] & out.offered[w];
  for (unsigned w = 0; w < vcs(); ++w) channel[w] = sent[w];
  channel[s.head()] = head;
  channel[s.tail()] = tail;
  send_planes(port, o, channel + s.info(), 0, s.id_planes);
  send_planes(port, o, channel + s.info(), s.id_room, s.id_room + port.planes);
  if (kClasses > 1 && !port.enters && s.step[port.first_step].has_dateline) {
    const KernelStep& step = s.step[port.first_step];
    channel[s.info() + s.id_room + step.plane + step.way_planes()] &= ~datelines[o];
  }
  offer(port, out, sent, of_class, tail);
  add_to_sum(row + port.port_at + s.sums(port.inner), row + port.port_at + s.carries(port.inner),
             any);
}

template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::send_planes(
    const KernelPort& port, unsigned o, Word* info, unsigned first, unsigned end) {
  for (unsigned plane = first; plane < end; ++plane) {
    Word sum = no_lane<Word>();
    for (unsigned k = 0; k < port.inputs; ++k) {
      const unsigned i = port.input[k];
      const unsigned x = s.port[i].place[o];
      for (unsigned h = 0; h < halves_of(); ++h) {
        sum |= halves[i][h].request[x] & halves[i][h].info[plane];
      }
    }
    info[plane] = sum;
  }
}

// 2.5. `head`: a head leaves that takes the class's offer.
template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::offer(
    const KernelPort& port, const Output& out, const Word* sent, const Word* head,
    const Word& tail) {
  Word* of_port = row + port.port_at;
  Word wanted[kClasses];
  Word room[kClasses];
  for (unsigned c = 0; c < kClasses; ++c) {
    wanted[c] = ~out.offer[c] | head[c];  // no offer stays
    room[c] = no_lane<Word>();
  }
  for (unsigned w = 0; w < vcs(); ++w) {
    const unsigned c = class_of(w);
    Word* vc = out_of(port, w);
    const Word has_room = vc[s.room - 1];
    if (is_alone(w)) {
      room[c] = has_room;
    } else {
      const Word free = vc[0] & ~vc[depth()] & ~out.offered[w];
      const Word offers = (out.offered[w] & ~head[c]) | (wanted[c] & free);
      wanted[c] &= ~free;
      room[c] |= offers & has_room;
      vc[depth() + 1] = offers;
    }
    count_down(vc, depth(), sent[w]);
    vc[depth()] = (vc[depth()] | sent[w]) & ~(sent[w] & tail);
  }
  for (unsigned c = 0; c < kClasses; ++c) {
    of_port[s.roomy() + c] = room[c];
    of_port[s.closed() + c] = out.closing[c];
  }
}

// A level is carried into every second time that the one below it was stepped: two steps carry
// once at most.
template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::add_to_sum(
    Word* sums, Word* carries, Word lanes) const {
  for (unsigned level = 0; level < s.levels; ++level) {
    const Word carry = sums[level] & lanes;
    sums[level] ^= lanes;
    if ((now >> level & 1) == 0) {
      carries[level] = carry;
      return;
    }
    lanes = carries[level] | carry;
    carries[level] = no_lane<Word>();
  }
}

}  // namespace
}  // namespace turnpike::model
