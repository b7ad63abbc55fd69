// legal_traffic.h - random neighbours of one router that keep all their duties.
//
// They send a flit only where a credit stands for a free place, packets whole and unmixed on each
// VC, destinations that exist, and give back one credit for each flit that they got. What the
// router shows must be told to observe() before the next cycle is drawn.

#pragma once

#include <vector>

#include "model/common/routing.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/routers.h"

namespace turnpike::test {

class LegalTraffic {
 public:
  LegalTraffic(const model::RouterParams& params, model::Address node, model::Address limit,
               std::uint64_t seed)
      : params_(params), node_(node), limit_(limit), draws_(seed) {
    reset();
  }

  // Heads for destinations that do not exist: legal on the pins, but they stay for ever.
  void send_unroutable_heads() { unroutable_ = 0.05; }

  void reset() {
    const std::size_t lanes = std::size_t{params_.ports} * params_.virtual_channels;
    credits_.assign(lanes, params_.buffer_depth);
    owed_.assign(lanes, 0);
    is_open_.assign(lanes, 0);
  }

  RouterIn quiet() const {
    RouterIn in;
    in.node = node_;
    in.limit = limit_;
    return in;
  }

  // The input pins of the next cycle.
  RouterIn draw() {
    if (cycle_++ % 100 == 0) change_load();
    RouterIn in = quiet();
    if (draws_.chance(0.05)) return junk(in);
    for (model::PortId port = 0; port < params_.ports; ++port) {
      if (draws_.chance(load_)) send(in, port);
      for (model::VcId vc = 0; vc < params_.virtual_channels; ++vc) {
        unsigned& owed = owed_[lane(port, vc)];
        if (owed == 0 || !draws_.chance(returning_)) continue;
        in.out_credit[port] |= 1u << vc;
        --owed;
      }
    }
    return in;
  }

  // What the router shows in the cycle after one that counted.
  void observe(const RouterOut& out) {
    for (model::PortId port = 0; port < params_.ports; ++port) {
      for (model::VcId vc = 0; vc < params_.virtual_channels; ++vc) {
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
  unsigned lane(model::PortId port, model::VcId vc) const {
    return port * params_.virtual_channels + vc;
  }

  void change_load() {
    const double loads[] = {0.05, 0.3, 0.7, 1};
    load_ = loads[draws_.below(4)];
    returning_ = loads[draws_.below(4)];
  }

  // A cycle that does not count: nobody may look at its pins.
  RouterIn junk(RouterIn in) {
    in.enable = false;
    in.in_valid = draws_.below(1u << params_.ports);
    for (model::PortId port = 0; port < params_.ports; ++port) {
      in.in_vc[port] = draws_.below(params_.virtual_channels);
      in.in_flit[port] = data();
      in.out_credit[port] = draws_.below(1u << params_.virtual_channels);
    }
    return in;
  }

  model::Router::Flit data() {
    model::Router::Flit flit;
    for (unsigned bit = 0; bit < params_.format.flit_bits; bit += 64) {
      const unsigned width = params_.format.flit_bits - bit;
      flit.word[bit / 64] = width < 64 ? draws_.bits() >> (64 - width) : draws_.bits();
    }
    return flit;
  }

  void send(RouterIn& in, model::PortId port) {
    const model::VcId vc = draws_.below(params_.virtual_channels);
    const unsigned l = lane(port, vc);
    if (credits_[l] == 0) return;
    --credits_[l];
    const bool is_head = is_open_[l] == 0;
    const bool is_tail = draws_.chance(0.35);
    is_open_[l] = is_tail ? 0 : 1;
    model::Router::Flit flit = data();
    if (is_head) {
      flit.word[0] &= ~params_.format.address_mask();
      flit.word[0] |= destination(port, vc);
    }
    const unsigned head = params_.format.flit_bits;
    flit.word[head / 64] |= std::uint64_t{is_head} << head % 64;
    flit.word[(head + 1) / 64] |= std::uint64_t{is_tail} << (head + 1) % 64;
    in.in_valid |= 1u << port;
    in.in_vc[port] = vc;
    in.in_flit[port] = flit;
  }

  // One that can stand there: that has a way on, and on a torus not one that has gone round twice.
  model::Address destination(model::PortId port, model::VcId vc) {
    const bool is_lost = draws_.chance(unroutable_);
    for (;;) {
      const model::Address drawn = draws_.below(1u << params_.format.address_bits);
      if (params_.routing.kind == model::RoutingKind::table) return drawn;
      const model::Route route = compute_route(params_.routing, node_, limit_, drawn, port, vc);
      if (is_lost ? route.outputs == 0 : route.vcs != 0) return drawn;
    }
  }

  model::RouterParams params_;
  model::Address node_;
  model::Address limit_;
  Draws draws_;
  double load_ = 0;
  double returning_ = 0;
  double unroutable_ = 0;
  std::vector<unsigned> credits_;  // [input lane]
  std::vector<unsigned> owed_;     // [output lane] credits
  std::vector<char> is_open_;      // [input lane] a tail is still to come
  unsigned cycle_ = 0;
  unsigned delivered_ = 0;
};

}  // namespace turnpike::test
