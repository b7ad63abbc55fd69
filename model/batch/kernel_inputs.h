// kernel_inputs.h - the flits that the input ports present and request for (docs/timing.md, 2.3).

#pragma once

#include "model/batch/kernel.h"

namespace turnpike::model {
namespace {

template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::take_credits(
    const KernelPort& port, const Word* credit, Output& out) {
  for (unsigned c = 0; c < kClasses; ++c) out.offer[c] = out.closing[c] = no_lane<Word>();
  for (unsigned w = 0; w < vcs(); ++w) {
    Word* vc = out_of(port, w);
    out.with_credit[w] = vc[s.credits()];
    count_up(vc + s.credits(), depth(), credit[w]);
    out.offered[w] = is_alone(w) ? out.with_credit[w] & ~vc[depth()] : vc[depth() + 1];
    out.offer[class_of(w)] |= out.offered[w];
  }
  for (unsigned c = 0; c < kClasses; ++c) {
    out.open[c] = out.offer[c] & ~row[port.port_at + s.closed() + c];
  }
}

// [place of an output] where the head on the pins of the port goes; what the pins say where there
// is none means nothing.
template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::route_of_pins(
    const KernelPort& port, const Word* channel, Word* route) const {
  const Word* info = channel + s.info() + s.id_room;
  Word rest = all_lanes<Word>();
  for (unsigned x = 0; x < port.outputs; ++x) route[x] = no_lane<Word>();
  for (unsigned n = port.first_step; n < s.steps; ++n) {
    const KernelStep& step = s.step[n];
    const Word* bit = info + step.plane;
    Word differs = no_lane<Word>();
    for (unsigned b = 0; b < step.bits; ++b) differs |= bit[b] ^ place[step.coordinate + b];
    const Word goes = rest & differs;
    const unsigned up = port.place[step.up];
    const unsigned down = port.place[step.down];
    if (!step.has_pairs || (n == port.first_step && !port.enters)) {  // straight on
      if (up < port.outputs) route[up] = goes;
      if (down < port.outputs) route[down] = goes;
    } else {
      route[up] = goes & ~bit[step.bits];
      route[down] = goes & bit[step.bits];
    }
    rest &= ~differs;
  }
  const unsigned local = port.place[s.ports - 1];
  if (local < port.outputs) route[local] = rest;
}

// 2.3: what the lanes of an input port present, and what they request.
template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::present(
    unsigned i, const Word& privileged) {
  const KernelPort& port = s.port[i];
  const Word* channel = in[i];
  route_of_pins(port, channel, of_pins[i]);
  for (unsigned h = 0; h < halves_of(); ++h) {
    Half& half = halves[i][h];
    Word stored = no_lane<Word>();
    for (unsigned v = first_vc(h); v < end_vc(h); ++v) {
      Word* vc = vc_of(port, v);
      Input& input = inputs[i][v];
      input.waiting = vc[0];
      active |= input.waiting;
      input.from_buffer = selects() ? vc[s.selected()] & input.waiting : input.waiting;
      stored |= input.from_buffer;
      input.privileged = privileged & vc[s.watched()];
      find_route(port, vc, input, channel[v], of_pins[i]);
      examine(i, v, vc, input);
    }
    request(port, half, channel, h, i, stored);
  }
}

template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::find_route(
    const KernelPort& port, const Word* vc, Input& input, const Word& arrives,
    const Word* way) const {
  const Word holding = vc[2 * depth()];
  const Word* entry = vc + s.entry(port.outputs);
  const Word* held = vc + s.held_output();
  const Word stored = input.waiting & ~holding;
  const Word passing = arrives & ~input.waiting & ~holding;
  for (unsigned x = 0; x < port.outputs; ++x) {
    input.route[x] = held[x] | (stored & entry[x]) | (passing & way[x]);
  }
}

// [class][place of an output] where the front flit, a head, may take the class (2.8).
template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::find_classes(
    unsigned i, unsigned v, const Word* vc, const Input& input, Word (*allowed)[kMostPorts]) const {
  const KernelPort& port = s.port[i];
  const Word* stored = vc + s.entry(port.outputs) + port.outputs + s.id_room;
  const Word* on_pins = in[i] + s.info() + s.id_room;
  for (unsigned x = 0; x < port.outputs; ++x) {
    const unsigned o = port.output[x];
    allowed[0][x] = allowed[kClasses - 1][x] = all_lanes<Word>();
    if (s.port[o].enters) continue;
    const KernelStep& step = s.step[s.port[o].first_step];
    if (!step.has_dateline) continue;
    const unsigned plane = step.plane + step.way_planes();
    const Word before = choose(input.waiting, stored[plane], on_pins[plane]);
    allowed[kClasses - 1][x] = ~before | datelines[o];
    if (x != port.straight) continue;
    allowed[0][x] = class_of(v) == 1 ? no_lane<Word>() : ~datelines[s.ports + i];
  }
}

// Says in which lanes the front flit may go, and which class it takes.
template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::examine(unsigned i,
                                                                                unsigned v,
                                                                                const Word* vc,
                                                                                Input& input) {
  const KernelPort& port = s.port[i];
  const Word holding = vc[2 * depth()];
  const Word* held_vc = vc + s.held_vc();
  Word allowed[kClasses][kMostPorts];
  if (kClasses > 1) find_classes(i, v, vc, input, allowed);
  Word body = no_lane<Word>();
  Word head = no_lane<Word>();
  input.upper = no_lane<Word>();
  for (unsigned x = 0; x < port.outputs; ++x) {
    const Output& out = outputs[port.output[x]];
    Word credit = no_lane<Word>();
    for (unsigned w = 0; w < vcs(); ++w) credit |= held_vc[w] & out.with_credit[w];
    body |= input.route[x] & credit;
    Word any = no_lane<Word>();
    for (unsigned c = 0; c < kClasses; ++c) {
      Word open = out.open[c];
      if (port.enters) open &= row[s.port[port.output[x]].port_at + s.roomy() + c];
      if (kClasses > 1) open &= allowed[c][x];
      if (kClasses > 1 && c == 0) input.upper |= input.route[x] & ~open;
      any |= open;
    }
    head |= input.route[x] & any;
  }
  if (has_privileged) head = favour(port, input, holding, head, allowed);
  input.may_go = choose(holding, body, head);
}

// 2.7: a privileged head needs no room, and keeps the offers that it may take from others.
template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES Word KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::favour(
    const KernelPort& port, Input& input, const Word& holding, const Word& head,
    const Word (*allowed)[kMostPorts]) {
  const Word favoured = input.privileged & ~holding;
  Word may_go = head & ~favoured;
  if (kClasses > 1) input.upper &= ~favoured;
  for (unsigned x = 0; x < port.outputs; ++x) {
    Output& out = outputs[port.output[x]];
    const Word goes = favoured & input.route[x];
    for (unsigned c = 0; c < kClasses; ++c) {
      const Word may = kClasses > 1 ? goes & allowed[c][x] : goes;
      may_go |= may & out.offer[c];
      if (kClasses > 1 && c == 0) input.upper |= goes & ~(may & out.offer[c]);
      if (selects()) out.closing[c] |= may;
    }
  }
  return may_go;
}

template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::request(
    const KernelPort& port, Half& half, const Word* channel, unsigned h, unsigned i,
    const Word& stored) {
  for (unsigned x = 0; x < port.outputs; ++x) half.request[x] = no_lane<Word>();
  for (unsigned w = 0; w < vcs(); ++w) half.held_vc[w] = no_lane<Word>();
  half.head = half.upper = half.tail = half.pins_pass = no_lane<Word>();
  for (unsigned v = first_vc(h); v < end_vc(h); ++v) {
    const Word* vc = vc_of(port, v);
    Input& input = inputs[i][v];
    input.from_pins = s.passes_by ? channel[v] & ~input.waiting & ~stored : no_lane<Word>();
    half.pins_pass |= input.from_pins;
    const Word presented = input.from_buffer | input.from_pins;
    const Word asks = presented & input.may_go;
    for (unsigned x = 0; x < port.outputs; ++x) half.request[x] |= asks & input.route[x];
    for (unsigned w = 0; w < vcs(); ++w) half.held_vc[w] |= presented & vc[s.held_vc() + w];
    const Word is_head = presented & ~vc[2 * depth()];
    half.head |= is_head;
    if (kClasses > 1) half.upper |= is_head & input.upper;
    half.tail |= input.from_buffer & vc[depth()];
  }
  half.tail |= half.pins_pass & channel[s.tail()];
  find_planes(port, half, channel, h, i, 0, s.id_planes);
  find_planes(port, half, channel, h, i, s.id_room, s.id_room + port.in_planes);
}

// The data that travel with heads, from the buffers or from the pins.
template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
TURNPIKE_LANES void KernelRouter<Word, kPorts, kVcs, kDepth, kClasses>::find_planes(
    const KernelPort& port, Half& half, const Word* channel, unsigned h, unsigned i, unsigned first,
    unsigned end) {
  const unsigned at = s.entry(port.outputs) + port.outputs;
  for (unsigned plane = first; plane < end; ++plane) {
    Word presented = half.pins_pass & channel[s.info() + plane];
    for (unsigned v = first_vc(h); v < end_vc(h); ++v) {
      presented |= inputs[i][v].from_buffer & vc_of(port, v)[at + plane];
    }
    half.info[plane] = presented;
  }
}

}  // namespace
}  // namespace turnpike::model
