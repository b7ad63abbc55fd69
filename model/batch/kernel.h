// kernel.h - a cycle of the routers and sources of all lanes, for any width of words.
//
// The rules of docs/timing.md, 2, are Boolean functions here. Each is evaluated for all lanes at
// once, and takes the same time whatever happens. The code was written from that page and not from
// model/router, whose step is made for one network and visits only lanes with a flit. The tests of
// model/batch compare the two on all pins (docs/decisions.md, 34).

#pragma once

#include "model/batch/kernel_shape.h"
#include "model/batch/kernel_words.h"

namespace turnpike::model {
namespace {

// One cycle of one router. kPorts, kVcs and kDepth: 0 where they are known when it runs only.
// kClasses: KernelShape::classes.
template <class Word, unsigned kPorts, unsigned kVcs, unsigned kDepth, unsigned kClasses>
class KernelRouter {
 public:
  static constexpr unsigned kMostPorts = kPorts != 0 ? kPorts : kBatchPorts;
  static constexpr unsigned kMostVcs = kVcs != 0 ? kVcs : kBatchVcs;
  static constexpr unsigned kHalves = kVcs == 1 ? 1 : 2;

  // The state of an input VC in a cycle, and of a half of the VCs of an input port.
  struct Input {
    Word waiting;      // its buffer is not empty
    Word from_buffer;  // it is presented
    Word from_pins;
    Word may_go;  // its front flit
    Word privileged;
    Word upper;              // its front flit, a head, takes class 1
    Word route[kMostPorts];  // [place of an output] of its front flit
  };
  struct Half {
    Word request[kMostPorts];  // [place of an output]; then the grants
    Word held_vc[kMostVcs];    // of the packet whose flit is presented
    Word head;
    Word upper;  // it is a head that takes class 1
    Word tail;
    Word pins_pass;
    Word info[kBatchPlanes];  // of the head that is presented
  };
  struct Output {            // [class]
    Word open[kClasses];     // it has an offer for all heads
    Word offer[kClasses];    // it has one
    Word closing[kClasses];  // it is closed in the next cycle
    Word with_credit[kMostVcs];
    Word offered[kMostVcs];
  };

  // Words before narrower members, which leaves no holes.
  Word left_{};   // the watched VC was empty, or a flit of it left in the cycle before
  Word stays_{};  // it has a flit, and none leaves
  Word active;
  Output outputs[kMostPorts];
  Input inputs[kMostPorts][kMostVcs];
  Half halves[kMostPorts][kHalves];
  Word of_pins[kMostPorts][kMostPorts];  // [input][place of an output] where the head there goes
  const KernelShape& s;
  Word* row;                         // the router's state
  const Word* place;                 // bits of its address, each for all lanes
  const Word* datelines;             // KernelMemory
  const Word* pins_now;              // its pins
  Word* pins;                        // those of the next cycle
  const Word* in[kMostPorts];        // the channel that leads to each input
  const Word* returned[kMostPorts];  // credits that come back to each output
  std::uint64_t now = 0;
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
  TURNPIKE_LANES unsigned class_of(unsigned vc) const {
    return kClasses == 1 ? 0 : vc < vcs() / 2 ? 0 : 1;
  }
  // A class of one VC has no register for its offer (docs/timing.md, 2.3).
  TURNPIKE_LANES bool is_alone(unsigned vc) const {
    if (kClasses == 1) return vcs() == 1;
    return (class_of(vc) == 0 ? vcs() / 2 : vcs() - vcs() / 2) == 1;
  }
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
  TURNPIKE_LANES void take_credits(const KernelPort& port, const Word* credit, Output& out);
  TURNPIKE_LANES void route_of_pins(const KernelPort& port, const Word* channel, Word* route) const;
  TURNPIKE_LANES void present(unsigned i, const Word& privileged);
  TURNPIKE_LANES void find_route(const KernelPort& port, const Word* vc, Input& input,
                                 const Word& arrives, const Word* way) const;
  TURNPIKE_LANES void examine(unsigned i, unsigned v, const Word* vc, Input& input);
  TURNPIKE_LANES void find_classes(unsigned i, unsigned v, const Word* vc, const Input& input,
                                   Word (*allowed)[kMostPorts]) const;
  TURNPIKE_LANES Word favour(const KernelPort& port, Input& input, const Word& holding,
                             const Word& head, const Word (*allowed)[kMostPorts]);
  TURNPIKE_LANES void request(const KernelPort& port, Half& half, const Word* channel, unsigned h,
                              unsigned i, const Word& stored);
  TURNPIKE_LANES void arbitrate(unsigned o);
  TURNPIKE_LANES void send(unsigned o);
  TURNPIKE_LANES void find_planes(const KernelPort& port, Half& half, const Word* channel,
                                  unsigned h, unsigned i, unsigned first, unsigned end);
  TURNPIKE_LANES void send_planes(const KernelPort& port, unsigned o, Word* info, unsigned first,
                                  unsigned end);
  TURNPIKE_LANES void offer(const KernelPort& port, const Output& out, const Word* sent,
                            const Word* head, const Word& tail);
  TURNPIKE_LANES void add_to_sum(Word* sums, Word* carries, Word lanes) const;
  TURNPIKE_LANES void keep(unsigned i);
  TURNPIKE_LANES void keep_vc(const KernelPort& port, unsigned i, unsigned v, const Word& leaves,
                              const Word& tail, const Word* taken, Word& stays);
  TURNPIKE_LANES void shift(Word* vc, const Word& pop, const Word& push, const Word& tail) const;
  TURNPIKE_LANES void store_head(const KernelPort& port, unsigned i, Word* vc, const Word& pop,
                                 const Word& push);
  TURNPIKE_LANES void store_planes(Word* entry, const Word* info, unsigned first, unsigned end,
                                   unsigned stride, const Word& pop, const Word& here) const;
  TURNPIKE_LANES void select(const KernelPort& port, unsigned i, unsigned h);
  TURNPIKE_LANES void choose_next(const KernelPort& port, unsigned i, unsigned first, unsigned end,
                                  const Word& favoured, const Word& follows, const Word& to_other,
                                  const Word& to_waiting, const Word& stays);
  TURNPIKE_LANES void watch();
};

}  // namespace
}  // namespace turnpike::model
