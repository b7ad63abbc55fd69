// legal_traffic.h - random neighbours of one router or interchange that keep all their duties.
//
// They send a flit only where a credit stands for a free place, packets whole and unmixed on each
// VC, destinations that exist, and give back one credit for each flit that they got. What the
// component shows must be told to observe() before the next cycle is drawn.

#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "model/common/routing.h"
#include "tests/modules/support/components.h"
#include "tests/modules/support/draws.h"

namespace turnpike::test {

// What they must know of the component.
struct Neighbourhood {
  unsigned vcs;
  model::FlitFormat format;
  std::vector<unsigned> depths;  // [port] flits per VC
  // Of a head that came in by this port and VC; empty: any destination has a way on.
  std::function<model::Route(model::Address, model::PortId, model::VcId)> route;
  // What a neighbour or a source puts on the route pins with it; empty: anything.
  std::function<std::uint64_t(model::Address, model::PortId, model::VcId)> pins;
  model::PortMask sources = ~model::PortMask{0};  // heads without a way come only by these ports
};

inline void put_route(model::Router::In& in, model::PortId port, std::uint64_t route) {
  in.in_route[port] = route;
}
template <class In>
void put_route(In&, model::PortId, std::uint64_t) {}  // no such pins

// Drives model::Router::In or model::Interchange::In.
template <class In>
class LegalTraffic {
 public:
  // `quiet`: the component's own pins, and nothing on the channels.
  LegalTraffic(Neighbourhood neighbourhood, const In& quiet, std::uint64_t seed)
      : its_(std::move(neighbourhood)), quiet_(quiet), draws_(seed) {
    reset();
  }

  // Heads for destinations that do not exist: legal on the pins, but they stay for ever.
  void send_unroutable_heads() { unroutable_ = 0.05; }

  void reset() {
    credits_.clear();
    for (const unsigned depth : its_.depths) credits_.insert(credits_.end(), its_.vcs, depth);
    owed_.assign(credits_.size(), 0);
    is_open_.assign(credits_.size(), 0);
    routes_.assign(credits_.size(), 0);
  }

  const In& quiet() const { return quiet_; }

  // The input pins of the next cycle.
  In draw() {
    if (cycle_++ % 100 == 0) change_load();
    In in = quiet();
    if (draws_.chance(0.05)) return junk(in);
    for (model::PortId port = 0; port < ports(); ++port) {
      if (draws_.chance(load_)) send(in, port);
      for (model::VcId vc = 0; vc < its_.vcs; ++vc) {
        unsigned& owed = owed_[lane(port, vc)];
        if (owed == 0 || !draws_.chance(returning_)) continue;
        in.out_credit[port] |= 1u << vc;
        --owed;
      }
    }
    return in;
  }

  // What the component shows in the cycle after one that counted.
  void observe(const model::CoreOut& out) {
    for (model::PortId port = 0; port < ports(); ++port) {
      for (model::VcId vc = 0; vc < its_.vcs; ++vc) {
        credits_[lane(port, vc)] += out.in_credit[port] >> vc & 1;
      }
      if ((out.out_valid >> port & 1) == 0) continue;
      ++owed_[lane(port, out.out_vc[port])];
      ++delivered_;
    }
  }

  unsigned delivered() const { return delivered_; }
  Draws& draws() { return draws_; }

 private:
  unsigned ports() const { return static_cast<unsigned>(its_.depths.size()); }
  unsigned lane(model::PortId port, model::VcId vc) const { return port * its_.vcs + vc; }

  void change_load() {
    const double loads[] = {0.05, 0.3, 0.7, 1};
    load_ = loads[draws_.below(4)];
    returning_ = loads[draws_.below(4)];
  }

  // A cycle that does not count: nobody may look at its pins.
  In junk(In in) {
    in.enable = false;
    in.in_valid = draws_.below(1u << ports());
    for (model::PortId port = 0; port < ports(); ++port) {
      in.in_vc[port] = draws_.below(its_.vcs);
      in.in_flit[port] = data();
      put_route(in, port, draws_.below(1u << ports()));
      in.out_credit[port] = draws_.below(1u << its_.vcs);
    }
    return in;
  }

  model::PinFlit data() {
    model::PinFlit flit;
    for (unsigned bit = 0; bit < its_.format.flit_bits; bit += 64) {
      const unsigned width = its_.format.flit_bits - bit;
      flit.word[bit / 64] = width < 64 ? draws_.bits() >> (64 - width) : draws_.bits();
    }
    return flit;
  }

  void send(In& in, model::PortId port) {
    const model::VcId vc = draws_.below(its_.vcs);
    const unsigned l = lane(port, vc);
    if (credits_[l] == 0) return;
    --credits_[l];
    const bool is_head = is_open_[l] == 0;
    const bool is_tail = draws_.chance(0.35);
    is_open_[l] = is_tail ? 0 : 1;
    model::PinFlit flit = data();
    if (is_head) {
      flit.word[0] &= ~its_.format.address_mask();
      const model::Address to = destination(port, vc);
      flit.word[0] |= to;
      routes_[l] = its_.pins ? its_.pins(to, port, vc) : draws_.below(1u << ports());
    }
    const unsigned head = its_.format.flit_bits;
    flit.word[head / 64] |= std::uint64_t{is_head} << head % 64;
    flit.word[(head + 1) / 64] |= std::uint64_t{is_tail} << (head + 1) % 64;
    in.in_valid |= 1u << port;
    in.in_vc[port] = vc;
    in.in_flit[port] = flit;
    put_route(in, port, routes_[l]);
  }

  // One that can stand there: that has a way on, and on a torus not one that has gone round twice.
  model::Address destination(model::PortId port, model::VcId vc) {
    const bool is_lost = draws_.chance(unroutable_) && (its_.sources >> port & 1) != 0;
    for (;;) {
      const model::Address drawn = draws_.below(1u << its_.format.address_bits);
      if (!its_.route) return drawn;
      const model::Route route = its_.route(drawn, port, vc);
      if (is_lost ? route.outputs == 0 : route.vcs != 0) return drawn;
    }
  }

  Neighbourhood its_;
  In quiet_;
  Draws draws_;
  double load_ = 0;
  double returning_ = 0;
  double unroutable_ = 0;
  std::vector<unsigned> credits_;      // [input lane]
  std::vector<unsigned> owed_;         // [output lane] credits
  std::vector<char> is_open_;          // [input lane] a tail is still to come
  std::vector<std::uint64_t> routes_;  // [input lane] of the packet there
  unsigned cycle_ = 0;
  unsigned delivered_ = 0;
};

}  // namespace turnpike::test
