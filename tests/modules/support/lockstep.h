// lockstep.h - a whole component, hardware beside model, under random legal traffic: every output,
// every cycle.

#pragma once

#include <gtest/gtest.h>

#include "tests/modules/support/components.h"
#include "tests/modules/support/legal_traffic.h"

namespace turnpike::test {

inline void expect_equal(const model::CoreOut& rtl, const model::CoreOut& model, unsigned ports) {
  ASSERT_EQ(rtl.out_valid, model.out_valid);
  for (model::PortId port = 0; port < ports; ++port) {
    ASSERT_EQ(rtl.in_credit[port], model.in_credit[port]) << "port " << port;
    if ((model.out_valid >> port & 1) == 0) continue;
    ASSERT_EQ(rtl.out_vc[port], model.out_vc[port]) << "port " << port;
    ASSERT_TRUE(rtl.out_flit[port] == model.out_flit[port]) << "flit of port " << port;
  }
  ASSERT_EQ(rtl.error, model.error);
  ASSERT_EQ(rtl.idle, model.idle);
}

inline void expect_equal(const model::RoutedOut& rtl, const model::RoutedOut& model,
                         unsigned ports) {
  expect_equal(static_cast<const model::CoreOut&>(rtl), model, ports);
  for (model::PortId port = 0; port < ports; ++port) {
    ASSERT_EQ(rtl.out_route[port], model.out_route[port]) << "route of port " << port;
  }
}

template <class Top, class Model>
class Lockstep {
 public:
  using In = typename Model::In;

  Lockstep(const typename Model::Params& params, Neighbourhood neighbourhood, const In& quiet,
           std::uint64_t seed)
      : ports_(ports_of(params)),
        traffic_(std::move(neighbourhood), quiet, seed),
        rtl_(params, seed),
        model_(params, seed) {
    rtl_.reset(traffic_.quiet());  // its address is on the pins before the first flit
  }

  LegalTraffic<In>& traffic() { return traffic_; }
  model::CoreOut shown() { return rtl_.eval(); }

  void tick(const In& in) {
    rtl_.tick(in);
    model_.tick(in);
  }

  // Stops at the first difference.
  void run(unsigned cycles) {
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      SCOPED_TRACE(testing::Message() << "cycle " << cycle);
      if (traffic_.draws().chance(0.002)) {
        const In in = traffic_.quiet();
        rtl_.reset(in);
        model_.reset(in);
        traffic_.reset();
      } else {
        const In in = traffic_.draw();
        tick(in);
        if (in.enable) traffic_.observe(model_.eval());
      }
      expect_equal(rtl_.eval(), model_.eval(), ports_);
      if (testing::Test::HasFatalFailure()) return;
      ASSERT_FALSE(rtl_.is_violated());
    }
  }

 private:
  unsigned ports_;
  LegalTraffic<In> traffic_;
  RtlComponent<Top, Model> rtl_;
  ModelComponent<Model> model_;
};

}  // namespace turnpike::test
