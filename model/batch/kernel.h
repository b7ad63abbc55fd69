// kernel.h - a cycle of the routers and sources of all lanes, for any width of words.
//
// The rules of docs/timing.md, 2, as Boolean functions: each is evaluated for all lanes at once,
// and whatever happens costs the same time. Written from that page, not from model/router, whose
// step is made for one network: it visits the lanes of a router that have a flit. Compared with it
// by the tests of model/batch, on all pins (docs/decisions.md, 32).

#pragma once

#include "model/batch/kernel_shape.h"
#include "model/batch/kernel_words.h"

namespace turnpike::model {
namespace {

// One cycle of one router. kPorts, kVcs and kDepth: 0 where they are known when it runs only.
template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth>
class KernelRouter {
 public:
  static constexpr unsigned kMostPorts = kPorts != 0 ? kPorts : kBatchPorts;
  static constexpr unsigned kMostVcs = kVcs != 0 ? kVcs : kBatchVcs;
  static constexpr unsigned kHalves = kVcs == 1 ? 1 : 2;

  const KernelShape& s;
  Word* row;                         // the router's state
  const Word* pins_now;              // its pins
  Word* pins;                        // those of the next cycle
  const Word* in[kMostPorts];        // the channel that leads to each input
  const Word* returned[kMostPorts];  // credits that come back to each output
  Word place[32];                    // bits of its address, each for all lanes
  std::uint64_t now = 0;
  Word left_{};   // the watched VC was empty, or a flit of it left in the cycle before
  Word stays_{};  // it has a flit, and none leaves

  // What a cycle knows of an input VC, and of a half of the VCs of an input port.
  struct Input {
    Word waiting;      // its buffer is not empty
    Word from_buffer;  // it is presented
    Word from_pins;
    Word may_go;  // its front flit
    Word privileged;
    Word route[kMostPorts];  // [place of an output] of its front flit
  };
  struct Half {
    Word request[kMostPorts];  // [place of an output]; then the grants
    Word held_vc[kMostVcs];    // of the packet whose flit is presented
    Word head;
    Word tail;
    Word pins_pass;
    Word info[kBatchPlanes];  // of the head that is presented
  };
  struct Output {
    Word open;     // it has an offer for all heads
    Word offer;    // it has one
    Word closing;  // it is closed in the next cycle
    Word with_credit[kMostVcs];
    Word offered[kMostVcs];
  };

  Input inputs[kMostPorts][kMostVcs];
  Half halves[kMostPorts][kHalves];
  Output outputs[kMostPorts];
  Word active;
  bool has_privileged;

  TURNPIKE_LANES KernelRouter(const KernelShape& shape) : s(shape) {}

  TURNPIKE_LANES unsigned vcs() const { return kVcs != 0 ? kVcs : s.vcs; }
  TURNPIKE_LANES unsigned depth() const { return kDepth != 0 ? kDepth : s.depth; }
  TURNPIKE_LANES unsigned halves_of() const { return kVcs == 1 ? 1 : kVcs != 0 ? 2 : s.halves; }
  TURNPIKE_LANES unsigned first_vc(unsigned half) const { return half == 0 ? 0 : (vcs() + 1) / 2; }
  TURNPIKE_LANES unsigned end_vc(unsigned half) const {
    return halves_of() == 1 || half == 1 ? vcs() : (vcs() + 1) / 2;
  }
  TURNPIKE_LANES bool selects() const { return vcs() > 2; }
  TURNPIKE_LANES Word* vc_of(const KernelPort& port, unsigned vc) const {
    return row + port.in_at + vc * port.in_stride;
  }
  TURNPIKE_LANES Word* out_of(const KernelPort& port, unsigned vc) const {
    return row + port.out_at + vc * s.out_words();
  }

  void cycle() {
    for (unsigned o = 0; o < s.ports; ++o) take_credits(s.port[o], returned[o], outputs[o]);
    active = no_lane<Word>();
    const Word* guard = row + s.guard_at;
    const Word privileged = guard[s.due()] & guard[s.stayed()];
    has_privileged = any_lane(privileged);
    for (unsigned i = 0; i < s.ports; ++i) present(i, privileged);
    for (unsigned o = 0; o < s.ports; ++o) arbitrate(o);
    for (unsigned o = 0; o < s.ports; ++o) send(o);
    for (unsigned i = 0; i < s.ports; ++i) keep(i);
    watch();
  }

 private:
  TURNPIKE_LANES void take_credits(const KernelPort& port, const Word* credit, Output& out) {
    out.offer = no_lane<Word>();
    for (unsigned w = 0; w < vcs(); ++w) {
      Word* vc = out_of(port, w);
      out.with_credit[w] = vc[s.credits()];
      count_up(vc + s.credits(), depth(), credit[w]);
      out.offered[w] = vcs() == 1 ? out.with_credit[w] & ~vc[depth()] : vc[depth() + 1];
      out.offer |= out.offered[w];
    }
    out.open = out.offer & ~row[port.port_at + s.closed()];
    out.closing = no_lane<Word>();
  }

  // [place of an output] where the head on the pins of the port goes; what the pins say where there
  // is none means nothing.
  TURNPIKE_LANES void route_of_pins(const KernelPort& port, const Word* channel,
                                    Word* route) const {
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
  TURNPIKE_LANES void present(unsigned i, const Word& privileged) {
    const KernelPort& port = s.port[i];
    const Word* channel = in[i];
    Word of_pins[kMostPorts];
    route_of_pins(port, channel, of_pins);
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
        find_route(port, vc, input, channel[v], of_pins);
        examine(port, vc, input);
      }
      request(port, half, channel, h, i, stored);
    }
  }

  TURNPIKE_LANES void find_route(const KernelPort& port, const Word* vc, Input& input,
                                 const Word& arrives, const Word* of_pins) const {
    const Word holding = vc[2 * depth()];
    const Word* entry = vc + s.entry(port.outputs);
    const Word* held = vc + s.held_output();
    const Word stored = input.waiting & ~holding;
    const Word passing = arrives & ~input.waiting & ~holding;
    for (unsigned x = 0; x < port.outputs; ++x) {
      input.route[x] = held[x] | (stored & entry[x]) | (passing & of_pins[x]);
    }
  }

  // Whether the front flit may go.
  TURNPIKE_LANES void examine(const KernelPort& port, const Word* vc, Input& input) {
    const Word holding = vc[2 * depth()];
    const Word* held_vc = vc + s.held_vc();
    Word body = no_lane<Word>();
    Word head = no_lane<Word>();
    for (unsigned x = 0; x < port.outputs; ++x) {
      const Output& out = outputs[port.output[x]];
      Word credit = no_lane<Word>();
      for (unsigned w = 0; w < vcs(); ++w) credit |= held_vc[w] & out.with_credit[w];
      body |= input.route[x] & credit;
      Word open = out.open;
      if (port.enters) open &= row[s.port[port.output[x]].port_at + s.roomy()];
      head |= input.route[x] & open;
    }
    if (has_privileged) head = favour(port, input, holding, head);
    input.may_go = choose(holding, body, head);
  }

  // 2.7: a privileged head needs no room, and keeps its output closed to others.
  TURNPIKE_LANES Word favour(const KernelPort& port, const Input& input, const Word& holding,
                             const Word& head) {
    const Word favoured = input.privileged & ~holding;
    Word may_go = head & ~favoured;
    for (unsigned x = 0; x < port.outputs; ++x) {
      Output& out = outputs[port.output[x]];
      may_go |= favoured & input.route[x] & out.offer;
      if (selects()) out.closing |= favoured & input.route[x];
    }
    return may_go;
  }

  TURNPIKE_LANES void request(const KernelPort& port, Half& half, const Word* channel, unsigned h,
                              unsigned i, const Word& stored) {
    for (unsigned x = 0; x < port.outputs; ++x) half.request[x] = no_lane<Word>();
    for (unsigned w = 0; w < vcs(); ++w) half.held_vc[w] = no_lane<Word>();
    half.head = half.tail = half.pins_pass = no_lane<Word>();
    for (unsigned v = first_vc(h); v < end_vc(h); ++v) {
      const Word* vc = vc_of(port, v);
      Input& input = inputs[i][v];
      input.from_pins = s.passes_by ? channel[v] & ~input.waiting & ~stored : no_lane<Word>();
      half.pins_pass |= input.from_pins;
      const Word presented = input.from_buffer | input.from_pins;
      const Word asks = presented & input.may_go;
      for (unsigned x = 0; x < port.outputs; ++x) half.request[x] |= asks & input.route[x];
      for (unsigned w = 0; w < vcs(); ++w) half.held_vc[w] |= presented & vc[s.held_vc() + w];
      half.head |= presented & ~vc[2 * depth()];
      half.tail |= input.from_buffer & vc[depth()];
    }
    half.tail |= half.pins_pass & channel[s.tail()];
    find_planes(port, half, channel, h, i, 0, s.id_planes);
    find_planes(port, half, channel, h, i, s.id_room, s.id_room + port.in_planes);
  }

  // 2.4: from the leaves up who asks, from the root down who is granted.
  TURNPIKE_LANES void arbitrate(unsigned o) {
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
  TURNPIKE_LANES void send(unsigned o) {
    const KernelPort& port = s.port[o];
    Output& out = outputs[o];
    Word* channel = pins + port.pins_at;
    Word head = no_lane<Word>();
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
        tail |= granted & half.tail;
        for (unsigned w = 0; w < vcs(); ++w) sent[w] |= granted & half.held_vc[w];
      }
    }
    for (unsigned w = 0; w < vcs(); ++w) sent[w] |= head & out.offered[w];
    for (unsigned w = 0; w < vcs(); ++w) channel[w] = sent[w];
    channel[s.head()] = head;
    channel[s.tail()] = tail;
    send_planes(port, o, channel + s.info(), 0, s.id_planes);
    send_planes(port, o, channel + s.info(), s.id_room, s.id_room + port.planes);
    offer(port, out, sent, head, tail);
    add_to_sum(row + port.port_at + s.sums(port.inner), row + port.port_at + s.carries(port.inner),
               any);
  }

  // What travels with heads: of the buffers, or of the pins.
  TURNPIKE_LANES void find_planes(const KernelPort& port, Half& half, const Word* channel,
                                  unsigned h, unsigned i, unsigned first, unsigned end) {
    const unsigned at = s.entry(port.outputs) + port.outputs;
    for (unsigned plane = first; plane < end; ++plane) {
      Word presented = half.pins_pass & channel[s.info() + plane];
      for (unsigned v = first_vc(h); v < end_vc(h); ++v) {
        presented |= inputs[i][v].from_buffer & vc_of(port, v)[at + plane];
      }
      half.info[plane] = presented;
    }
  }
  TURNPIKE_LANES void send_planes(const KernelPort& port, unsigned o, Word* info, unsigned first,
                                  unsigned end) {
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

  // 2.5
  TURNPIKE_LANES void offer(const KernelPort& port, const Output& out, const Word* sent,
                            const Word& head, const Word& tail) {
    Word* of_port = row + port.port_at;
    Word wanted = vcs() == 1 ? no_lane<Word>() : ~out.offer | head;  // no offer stays
    Word room = no_lane<Word>();
    for (unsigned w = 0; w < vcs(); ++w) {
      Word* vc = out_of(port, w);
      const Word has_room = vc[s.room - 1];
      if (vcs() == 1) {
        room = has_room;
      } else {
        const Word free = vc[0] & ~vc[depth()] & ~out.offered[w];
        const Word offers = (out.offered[w] & ~head) | (wanted & free);
        wanted &= ~free;
        room |= offers & has_room;
        vc[depth() + 1] = offers;
      }
      count_down(vc, depth(), sent[w]);
      vc[depth()] = (vc[depth()] | sent[w]) & ~(sent[w] & tail);
    }
    of_port[s.roomy()] = room;
    of_port[s.closed()] = out.closing;
  }

  // A level is carried into every second time that the one below it was stepped: two steps carry
  // once at most.
  TURNPIKE_LANES void add_to_sum(Word* sums, Word* carries, Word lanes) const {
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

  // What stays in the buffers of an input port, and who holds what.
  TURNPIKE_LANES void keep(unsigned i) {
    const KernelPort& port = s.port[i];
    Word stays = no_lane<Word>();
    for (unsigned h = 0; h < halves_of(); ++h) {
      const Half& half = halves[i][h];
      Word leaves = no_lane<Word>();
      Word taken[kMostVcs];
      for (unsigned w = 0; w < vcs(); ++w) taken[w] = no_lane<Word>();
      for (unsigned x = 0; x < port.outputs; ++x) {
        leaves |= half.request[x];
        for (unsigned w = 0; w < vcs(); ++w) {
          taken[w] |= half.request[x] & outputs[port.output[x]].offered[w];
        }
      }
      if (selects()) select(port, i, h);
      for (unsigned v = first_vc(h); v < end_vc(h); ++v) {
        keep_vc(port, i, v, leaves, half.tail, taken, stays);
      }
    }
    stays_ |= stays;
  }

  TURNPIKE_LANES void keep_vc(const KernelPort& port, unsigned i, unsigned v, const Word& leaves,
                              const Word& tail, const Word* taken, Word& stays) {
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

  TURNPIKE_LANES void shift(Word* vc, const Word& pop, const Word& push, const Word& tail) const {
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

  TURNPIKE_LANES void store_head(const KernelPort& port, unsigned i, Word* vc, const Word& pop,
                                 const Word& push) {
    const unsigned stride = s.entry_stride(port.outputs, port.in_planes);
    Word* heads = vc + s.heads(port.outputs);
    Word* entry = vc + s.entry(port.outputs);
    Word route[kMostPorts];
    route_of_pins(port, in[i], route);
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
  TURNPIKE_LANES void store_planes(Word* entry, const Word* info, unsigned first, unsigned end,
                                   unsigned stride, const Word& pop, const Word& here) const {
    for (unsigned plane = first; plane < end; ++plane) {
      Word kept = entry[plane];
      if (stride != 0) kept = choose(pop, entry[stride + plane], kept);
      entry[plane] = choose(here, info[plane], kept);
    }
  }

  // 2.6
  TURNPIKE_LANES void select(const KernelPort& port, unsigned i, unsigned h) {
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

  // Of the lanes in which another VC is chosen the first above the selected one, cyclically: of
  // those that can go, or of those that wait.
  TURNPIKE_LANES void choose_next(const KernelPort& port, unsigned i, unsigned first, unsigned end,
                                  const Word& favoured, const Word& follows, const Word& to_other,
                                  const Word& to_waiting, const Word& stays) {
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
  TURNPIKE_LANES void watch() {
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
};

}  // namespace
}  // namespace turnpike::model
