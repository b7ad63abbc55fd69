// What docs/timing.md promises of one router, pin by pin, held against the RTL.

#include <gtest/gtest.h>

#include "tests/support/experiment.h"
#include "tests/support/router_rtl.h"

namespace turnpike::test {
namespace {

constexpr model::PortId kUp0 = 0;    // to higher coordinates of dimension 0
constexpr model::PortId kDown0 = 1;  // input port 1 comes from the lower neighbour
constexpr model::PortId kUp1 = 2;
constexpr model::PortId kDown1 = 3;
constexpr model::PortId kLocal = 4;

// The router at 3,3 of the mesh that most tests share, by default.
class RouterTest : public testing::Test {
 protected:
  static model::RouterParams params(unsigned pipeline_cycles) {
    Experiment experiment;
    experiment.router.pipeline_cycles = pipeline_cycles;
    return experiment.build().router;
  }

  static model::Address address(unsigned x, unsigned y) { return x | y << 3; }
  static model::Address limit() { return address(7, 7); }

  static RouterRtl::Flit flit(model::Address destination, bool is_head, bool is_tail) {
    const model::FlitFormat format = params(1).format;
    const auto made = is_head
                          ? format.head<1>(destination, 0, model::PacketKind::unicast, 1, is_tail)
                          : format.body<1>(0, 1, 1, is_tail);
    RouterRtl::Flit wide;
    wide.word[0] = made.word[0];
    return wide;
  }

  // A flit on input port `port`, VC `vc`.
  static void arrive(RouterRtl::In& pins, model::PortId port, model::VcId vc,
                     const RouterRtl::Flit& flit) {
    pins.in[port].valid = true;
    pins.in[port].vc = vc;
    pins.in[port].flit = flit;
  }

  // Flits that leave output `port` in `cycles` cycles with nothing arriving.
  static unsigned drain(RouterRtl& router, model::PortId port, unsigned cycles) {
    unsigned flits = 0;
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      flits += router.out().out[port].valid;
      router.tick(router.idle_pins());
    }
    return flits;
  }
};

TEST_F(RouterTest, EveryOutputIsLowAfterResetWhateverTheRegistersHeldBefore) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    RouterRtl router(params(1), address(3, 3), limit(), seed);
    for (unsigned cycle = 0; cycle < 3; ++cycle) {
      const RouterRtl::Out out = router.out();
      for (model::PortId port = 0; port < router.params().ports; ++port) {
        EXPECT_FALSE(out.out[port].valid);
        EXPECT_EQ(out.in_credit[port], 0u);
      }
      EXPECT_FALSE(out.error);
      router.tick(router.idle_pins());
    }
    EXPECT_TRUE(router.out().idle);
  }
}

TEST_F(RouterTest, AnUnhinderedFlitIsOnTheOutputPinsPipelineCyclesLater) {
  for (unsigned pipeline = 1; pipeline <= 2; ++pipeline) {
    SCOPED_TRACE(testing::Message() << "pipeline " << pipeline);
    RouterRtl router(params(pipeline), address(3, 3), limit());
    RouterRtl::In pins = router.idle_pins();
    arrive(pins, kDown0, 2, flit(address(5, 3), true, true));
    router.tick(pins);
    for (unsigned wait = 1; wait < pipeline; ++wait) {
      EXPECT_FALSE(router.out().out[kUp0].valid);
      router.tick(router.idle_pins());
    }
    const RouterRtl::Out out = router.out();
    ASSERT_TRUE(out.out[kUp0].valid);
    EXPECT_EQ(out.out[kUp0].vc, 0u);  // the lowest that is free, not the one it came on
    EXPECT_EQ(out.out[kUp0].flit, pins.in[kDown0].flit);
    EXPECT_EQ(out.in_credit[kDown0], 1u << 2);
    router.tick(router.idle_pins());
    EXPECT_FALSE(router.out().out[kUp0].valid);
    EXPECT_EQ(router.out().in_credit[kDown0], 0u);
  }
}

TEST_F(RouterTest, EachDirectionLeadsWhereDimensionOrderSays) {
  const struct {
    model::Address destination;
    model::PortId output;
  } routes[] = {{address(4, 3), kUp0},   {address(2, 3), kDown0}, {address(3, 7), kUp1},
                {address(7, 0), kDown1}, {address(0, 4), kUp1},   {address(3, 3), kLocal}};
  for (const auto& route : routes) {
    SCOPED_TRACE(testing::Message() << "destination " << route.destination);
    RouterRtl router(params(1), address(3, 3), limit());
    RouterRtl::In pins = router.idle_pins();
    arrive(pins, kLocal, 0, flit(route.destination, true, true));
    router.tick(pins);
    const RouterRtl::Out out = router.out();
    for (model::PortId port = 0; port < router.params().ports; ++port) {
      EXPECT_EQ(out.out[port].valid, port == route.output) << "output " << port;
    }
  }
}

TEST_F(RouterTest, ALongPacketLeavesAtOneFlitACycleWhileCreditsReturnInTime) {
  RouterRtl router(params(1), address(3, 3), limit());
  constexpr unsigned kFlits = 40;
  for (unsigned cycle = 0; cycle < kFlits; ++cycle) {
    RouterRtl::In pins = router.idle_pins();
    arrive(pins, kDown0, 1, flit(address(5, 3), cycle == 0, cycle + 1 == kFlits));
    const RouterRtl::Out out = router.out();
    EXPECT_EQ(out.out[kUp0].valid, cycle != 0) << "cycle " << cycle;
    if (out.out[kUp0].valid) pins.out_credit[kUp0] = 1u << out.out[kUp0].vc;
    router.tick(pins);
  }
  EXPECT_TRUE(router.out().out[kUp0].valid);
  EXPECT_EQ(router.violation(), "");
}

TEST_F(RouterTest, WithoutReturnedCreditsADepthOfFlitsLeavesAndNoMore) {
  RouterRtl router(params(1), address(3, 3), limit());
  const unsigned depth = router.params().buffer_depth;
  unsigned left = 0;
  for (unsigned n = 0; n < 2 * depth; ++n) {
    RouterRtl::In pins = router.idle_pins();
    arrive(pins, kDown0, 1, flit(address(5, 3), n == 0, false));
    left += router.out().out[kUp0].valid;
    router.tick(pins);
  }
  left += drain(router, kUp0, 10);
  EXPECT_EQ(left, depth);

  RouterRtl::In credit = router.idle_pins();
  credit.out_credit[kUp0] = 1;
  router.tick(credit);
  EXPECT_TRUE(router.out().out[kUp0].valid);  // a credit can be spent in the cycle it comes
  EXPECT_EQ(drain(router, kUp0, 10), 1u);
  EXPECT_EQ(router.violation(), "");
}

TEST_F(RouterTest, EveryInputThatCompetesForAnOutputGetsAFifthAtLeast) {
  RouterRtl router(params(1), address(3, 3), limit());
  const model::PortId inputs[] = {kDown0, kUp1, kDown1};
  unsigned credits[5] = {4, 4, 4, 4, 4};
  unsigned served[5] = {};
  for (unsigned cycle = 0; cycle < 600; ++cycle) {
    RouterRtl::In pins = router.idle_pins();
    const RouterRtl::Out out = router.out();
    for (const model::PortId port : inputs) {
      if ((out.in_credit[port] & 1) != 0) {
        ++credits[port];
        ++served[port];
      }
      if (credits[port] == 0) continue;
      --credits[port];
      arrive(pins, port, 0, flit(address(5, 3), true, true));
    }
    if (out.out[kUp0].valid) pins.out_credit[kUp0] = 1u << out.out[kUp0].vc;
    router.tick(pins);
  }
  // The rotation favours each of the five inputs in turn; what falls to an input that asks for
  // nothing goes to its neighbour, so shares differ but none is below a fifth.
  for (const model::PortId port : inputs) EXPECT_GE(served[port], 600u / 5 - 5) << "input " << port;
}

TEST_F(RouterTest, AHeadThatCanNeverLeaveRaisesTheErrorUntilReset) {
  RouterRtl router(params(1), address(3, 3), address(5, 5));
  RouterRtl::In pins = router.idle_pins();
  arrive(pins, kDown0, 0, flit(address(6, 3), true, true));
  EXPECT_FALSE(router.out().error);
  router.tick(pins);
  for (unsigned cycle = 0; cycle < 5; ++cycle) {
    EXPECT_TRUE(router.out().error);
    router.tick(router.idle_pins());
  }
  router.reset();
  router.tick(router.idle_pins());
  EXPECT_FALSE(router.out().error);
}

TEST_F(RouterTest, AFlitIntoAFullBufferIsReported) {
  RouterRtl router(params(1), address(3, 3), limit());
  const unsigned depth = router.params().buffer_depth;
  for (unsigned n = 0; n < 2 * depth + 1; ++n) {
    EXPECT_EQ(router.violation(), "") << "flit " << n;
    RouterRtl::In pins = router.idle_pins();
    arrive(pins, kDown0, 1, flit(address(5, 3), n == 0, false));
    router.tick(pins);
  }
  EXPECT_NE(router.violation().find("push only while there is room"), std::string::npos)
      << router.violation();
}

TEST_F(RouterTest, ABodyWithoutAHeadIsReported) {
  RouterRtl router(params(1), address(3, 3), limit());
  RouterRtl::In pins = router.idle_pins();
  arrive(pins, kDown0, 1, flit(address(5, 3), false, false));
  router.tick(pins);
  EXPECT_NE(router.violation().find("a head after each tail"), std::string::npos)
      << router.violation();
}

TEST_F(RouterTest, ACreditThatNobodyIsOwedIsReported) {
  RouterRtl router(params(1), address(3, 3), limit());
  RouterRtl::In pins = router.idle_pins();
  pins.out_credit[kUp1] = 1u << 3;
  router.tick(pins);
  EXPECT_NE(router.violation().find("one credit for each flit"), std::string::npos)
      << router.violation();
}

}  // namespace
}  // namespace turnpike::test
