// What docs/timing.md promises of one router, said once and asked of the model and of the RTL.

#include <gtest/gtest.h>

#include <vector>

#include "Vrouter_mesh.h"
#include "Vrouter_mesh_pipeline_2.h"
#include "tests/modules/support/components.h"
#include "tests/modules/support/router_shapes.h"

namespace turnpike::test {
namespace {

using Flit = model::Router::Flit;

// Ports of the router at (3, 3) of a mesh of 6 x 6.
constexpr model::PortId kUp0 = 0;
constexpr model::PortId kDown0 = 1;  // input 1 comes from the lower neighbour
constexpr model::PortId kUp1 = 2;
constexpr model::PortId kDown1 = 3;
constexpr model::PortId kLocal = 4;
constexpr model::Address kToUp0 = 035;  // leaves by output 0
constexpr model::Address kToUp1 = 053;  // leaves by output 2
constexpr model::Address kHere = 033;
constexpr model::Address kNowhere = 006;

template <class Router, unsigned kPipeline>
struct Kind {
  using Type = Router;
  static constexpr unsigned kCyclesPerHop = kPipeline;
};

template <class RouterKind>
class RouterTest : public testing::Test {
 protected:
  static constexpr unsigned kPipeline = RouterKind::kCyclesPerHop;
  static constexpr unsigned kDepth = 3;
  static constexpr unsigned kPatience = 6;

  RouterTest() : router_(mesh_router(kPipeline)) {
    in_ = quiet();
    router_.reset(in_);  // its address is on the pins before the first flit
  }

  static RouterIn quiet() {
    RouterIn in;
    in.node = kHere;
    in.limit = 055;
    return in;
  }
  static Flit flit(model::Address destination, bool is_head, bool is_tail, unsigned number = 0) {
    const std::uint64_t low = destination | std::uint64_t{number} << 8;
    Flit flit;
    flit.word[0] = low | (is_head ? 1ull << 32 : 0) | (is_tail ? 1ull << 33 : 0);
    return flit;
  }
  static Flit packet(model::Address destination, unsigned number = 0) {  // of one flit
    return flit(destination, true, true, number);
  }

  // On the pins of this cycle.
  void send(model::PortId port, model::VcId vc, const Flit& flit) {
    in_.in_valid |= 1u << port;
    in_.in_vc[port] = vc;
    in_.in_flit[port] = flit;
    std::uint64_t& route = routes_[port][vc];  // body flits have that of their head
    if ((flit.word[0] >> 32 & 1) != 0) {
      route = ahead_.at(kHere, quiet().limit, flit.word[0] & 077, port, vc);
    }
    in_.in_route[port] = route;
  }
  void credit(model::PortId port, model::VcId vc) { in_.out_credit[port] |= 1u << vc; }
  // Ends the cycle; what the next one shows.
  const RouterOut& tick() {
    router_.tick(in_);
    in_ = quiet();
    return out_ = router_.eval();
  }
  // From the cycle in which flits are on the input pins to that in which they could be on the
  // outputs.
  const RouterOut& hop() {
    for (unsigned cycle = 0; cycle < kPipeline; ++cycle) tick();
    return out_;
  }
  bool leaves(model::PortId port) const { return (out_.out_valid >> port & 1) != 0; }
  std::string breach() { return router_.breach_of_tick(in_); }

  model::Lookahead ahead_{mesh_router(kPipeline).routing};
  std::uint64_t routes_[5][2] = {};
  typename RouterKind::Type router_;
  RouterIn in_;
  RouterOut out_;
};

using Kinds = testing::Types<Kind<ModelRouter, 1>, Kind<RtlRouter<Vrouter_mesh>, 1>,
                             Kind<ModelRouter, 2>, Kind<RtlRouter<Vrouter_mesh_pipeline_2>, 2>>;
class Names {
 public:
  template <class RouterKind>
  static std::string GetName(int) {
    const bool is_model = std::is_same_v<typename RouterKind::Type, ModelRouter>;
    return (is_model ? "Model" : "Rtl") + std::to_string(RouterKind::kCyclesPerHop);
  }
};
TYPED_TEST_SUITE(RouterTest, Kinds, Names);

TYPED_TEST(RouterTest, AFlitWithNothingInItsWayTakesPipelineCycles) {
  for (const model::PortId port : {kDown0, kUp1, kDown1, kLocal}) {
    this->send(port, 1, this->packet(kToUp0, port));
    for (unsigned cycle = 1; cycle < this->kPipeline; ++cycle) {
      EXPECT_EQ(this->tick().out_valid, 0u);
    }
    this->tick();
    EXPECT_EQ(this->out_.out_valid, 1u << kUp0) << "from port " << port;
    EXPECT_TRUE(this->out_.out_flit[kUp0] == this->packet(kToUp0, port));
    this->credit(kUp0, this->out_.out_vc[kUp0]);
    EXPECT_EQ(this->tick().out_valid, 0u);
  }
}

TYPED_TEST(RouterTest, TheCreditIsOnThePinsInTheCycleAfterTheFlitLeft) {
  this->send(kDown1, 1, this->packet(kHere));
  for (unsigned cycle = 1; cycle < this->kPipeline; ++cycle) {
    EXPECT_EQ(this->tick().in_credit[kDown1], 0u) << "it is in its buffer";
  }
  EXPECT_EQ(this->tick().in_credit[kDown1], 0b10u);
  EXPECT_TRUE(this->leaves(kLocal));
  EXPECT_EQ(this->tick().in_credit[kDown1], 0u);
}

TYPED_TEST(RouterTest, AHeadTakesTheVcOnOfferAndTheTailFreesIt) {
  this->send(kDown0, 0, this->flit(kToUp0, true, false));
  EXPECT_EQ(this->hop().out_vc[kUp0], 0u);
  this->send(kDown0, 1, this->flit(kToUp0, true, false));
  this->hop();
  ASSERT_TRUE(this->leaves(kUp0));
  EXPECT_EQ(this->out_.out_vc[kUp0], 1u);
  this->send(kDown1, 0, this->packet(kToUp0));
  this->hop();
  EXPECT_FALSE(this->leaves(kUp0)) << "both VCs are held";
  this->send(kDown0, 1, this->flit(0, false, true));
  this->hop();
  ASSERT_TRUE(this->leaves(kUp0));
  EXPECT_EQ(this->out_.out_vc[kUp0], 1u) << "the tail follows its head";
  this->tick();
  EXPECT_FALSE(this->leaves(kUp0)) << "the VC of a tail is offered two cycles later";
  this->tick();
  ASSERT_TRUE(this->leaves(kUp0));
  EXPECT_EQ(this->out_.out_vc[kUp0], 1u);
}

TYPED_TEST(RouterTest, FlitsOfAVcLeaveInTheirOrderAndUnmixed) {
  std::vector<Flit> sent[2];
  std::vector<Flit> came[2];  // [output VC]
  for (unsigned number = 0; number < this->kDepth; ++number) {
    for (model::VcId vc = 0; vc < 2; ++vc) {
      const Flit flit =
          this->flit(kToUp1, number == 0, number + 1 == this->kDepth, 2 * number + vc);
      sent[vc].push_back(flit);
      this->send(kDown1, vc, flit);
      this->tick();
      if (this->leaves(kUp1)) {
        came[this->out_.out_vc[kUp1]].push_back(this->out_.out_flit[kUp1]);
      }
    }
  }
  for (int cycle = 0; cycle < 10; ++cycle) {
    this->tick();
    if (this->leaves(kUp1)) came[this->out_.out_vc[kUp1]].push_back(this->out_.out_flit[kUp1]);
  }
  EXPECT_TRUE(came[0] == sent[0]);
  EXPECT_TRUE(came[1] == sent[1]);
}

TYPED_TEST(RouterTest, PacketsFollowEachOtherWithoutABubble) {
  unsigned gaps = 0;
  unsigned delivered = 0;
  bool owes = false;
  for (unsigned cycle = 0; cycle < 20 + this->kPipeline; ++cycle) {
    const unsigned place = cycle % 2;  // packets of two flits, now on this VC, now on that
    if (owes) this->credit(kUp0, this->out_.out_vc[kUp0]);
    if (cycle < 20) {
      this->send(kDown0, cycle / 2 % 2, this->flit(kToUp0, place == 0, place == 1, cycle));
    }
    this->tick();
    owes = this->leaves(kUp0);
    delivered += owes ? 1 : 0;
    if (cycle + 1 >= this->kPipeline && cycle + 1 < 20 + this->kPipeline && !owes) ++gaps;
  }
  EXPECT_EQ(delivered, 20u);
  EXPECT_EQ(gaps, 0u);
}

TYPED_TEST(RouterTest, WithoutReturnedCreditsTheFlitsOfABufferLeaveAndNoMore) {
  unsigned left = 0;
  for (unsigned number = 0; number < 4 * this->kDepth; ++number) {
    if (number < 2 * this->kDepth) {
      this->send(kDown0, 1, this->flit(kToUp0, number == 0, false, number));
    }
    this->tick();
    left += this->leaves(kUp0) ? 1 : 0;
  }
  EXPECT_EQ(left, this->kDepth);
  this->credit(kUp0, 0);
  this->tick();
  this->tick();
  EXPECT_TRUE(this->leaves(kUp0)) << "a credit can be spent in the cycle after it came";
  for (unsigned cycle = 0; cycle < 10; ++cycle) EXPECT_EQ(this->tick().out_valid, 0u);
}

// Of three inputs that always have a flit for one output, one stands alone in its half of the tree:
// shares differ.
TYPED_TEST(RouterTest, EveryInputThatCompetesForAnOutputGetsAFifthAtLeast) {
  constexpr unsigned kCycles = 600;
  const std::vector<model::PortId> inputs = {kDown0, kUp1, kDown1};
  std::vector<unsigned> room(5, this->kDepth);
  std::vector<unsigned> served(5, 0);
  for (unsigned cycle = 0; cycle < kCycles; ++cycle) {
    for (const model::PortId port : inputs) {
      if (room[port] == 0) continue;
      --room[port];
      this->send(port, 0, this->packet(kToUp0));
    }
    if (this->leaves(kUp0)) this->credit(kUp0, this->out_.out_vc[kUp0]);
    this->tick();
    for (const model::PortId port : inputs) {
      room[port] += this->out_.in_credit[port] & 1;
      served[port] += this->out_.in_credit[port] & 1;
    }
  }
  for (const model::PortId port : inputs) EXPECT_GE(served[port], kCycles / 5 - 5) << port;
}

TYPED_TEST(RouterTest, AHeadFromATerminalWaitsForAnEmptyVc) {
  for (unsigned number = 0; number < 2; ++number) {  // one place of each VC is taken
    this->send(kDown0, number, this->packet(kToUp0, number));
    this->hop();
    ASSERT_TRUE(this->leaves(kUp0));
  }
  this->send(kLocal, 0, this->packet(kToUp0, 9));
  for (int cycle = 0; cycle < 4; ++cycle) EXPECT_EQ(this->tick().out_valid, 0u);
  this->credit(kUp0, 0);
  this->tick();
  this->tick();
  EXPECT_TRUE(this->leaves(kUp0)) << "in the cycle after the credit there is room";
}

TYPED_TEST(RouterTest, OfTwoThatAskTheOneThatWasServedLastWaits) {
  for (const model::PortId first : {kDown0, kLocal}) {  // after reset the left side of the tree
    this->send(kLocal, 0, this->packet(kToUp0, kLocal));
    this->send(kDown0, 0, this->packet(kToUp0, kDown0));
    this->hop();
    ASSERT_TRUE(this->leaves(kUp0));
    EXPECT_TRUE(this->out_.out_flit[kUp0] == this->packet(kToUp0, first));
    this->credit(kUp0, this->out_.out_vc[kUp0]);
    this->tick();
    ASSERT_TRUE(this->leaves(kUp0));
    EXPECT_TRUE(this->out_.out_flit[kUp0] == this->packet(kToUp0, kDown0 + kLocal - first));
    this->credit(kUp0, this->out_.out_vc[kUp0]);
    // Flits that wait in a buffer have hints, which turn nodes too.
    if (first == kLocal || this->kPipeline == 2) break;
    this->tick();
    // Once more kDown0 alone: the node between the two turns to the terminal.
    this->send(kDown0, 0, this->packet(kToUp0, 7));
    this->hop();
    this->credit(kUp0, this->out_.out_vc[kUp0]);
    for (int cycle = 0; cycle < 3; ++cycle) this->tick();
  }
}

TYPED_TEST(RouterTest, AHeadThatWouldNeverFindRoomIsLetInByTheGuard) {
  for (unsigned number = 0; number < 2; ++number) {  // one place of each VC is taken for good
    this->send(kDown0, number, this->packet(kToUp0, number));
    this->hop();
  }
  this->send(kLocal, 1, this->packet(kToUp0, 9));
  unsigned waited = 0;
  do {
    this->tick();
    ++waited;
  } while (waited < 100 &&
           !(this->leaves(kUp0) && this->out_.out_flit[kUp0] == this->packet(kToUp0, 9)));
  EXPECT_GT(waited, this->kPatience);
  // The guard comes by after one round of the ten VCs at most, and waits for PATIENCE cycles.
  EXPECT_LE(waited, 10 + this->kPatience + 1 + this->kPipeline);
}

TYPED_TEST(RouterTest, APacketWithoutAWayIsDiscardedAndReportedFromTheNextCycleOn) {
  this->send(kDown1, 0, this->flit(kToUp1, true, false));
  this->tick();
  this->send(kDown1, 0, this->flit(0, false, true));
  this->send(kLocal, 1, this->packet(kToUp0));
  EXPECT_FALSE(this->tick().error);
  this->send(kLocal, 0, this->packet(kNowhere));
  EXPECT_TRUE(this->tick().error);
  EXPECT_FALSE(this->out_.idle) << "it comes by its buffer";
  EXPECT_EQ(this->tick().in_credit[kLocal], 1u) << "discarded in the cycle after";
  EXPECT_TRUE(this->tick().idle);
  EXPECT_TRUE(this->out_.error) << "until the reset";
  this->router_.reset(this->quiet());
  EXPECT_FALSE(this->router_.eval().error);
  this->send(kLocal, 0, this->packet(kHere));
  EXPECT_TRUE(this->tick().error) << "without LOOPBACK";
}

TYPED_TEST(RouterTest, WhatComesBehindPacketsWithoutAWayGoesOn) {
  unsigned credits = 3;  // the buffer's depth
  unsigned next = 0;     // flit: three packets of four flits without a way, then one that has one
  bool has_left = false;
  for (unsigned cycle = 0; cycle < 40; ++cycle) {
    if (next <= 12 && credits > 0) {
      const bool is_lost = next < 12;
      this->send(
          kLocal, 1,
          is_lost ? this->flit(kNowhere, next % 4 == 0, next % 4 == 3) : this->packet(kToUp1, 7));
      ++next;
      --credits;
    }
    this->tick();
    if (this->out_.in_credit[kLocal] == 2u) ++credits;
    if (this->out_.out_valid == 0) continue;
    EXPECT_TRUE(this->leaves(kUp1) && this->out_.out_flit[kUp1] == this->packet(kToUp1, 7));
    has_left = true;
  }
  EXPECT_TRUE(has_left);
  EXPECT_EQ(credits, 3u);
  EXPECT_TRUE(this->out_.idle);
  EXPECT_TRUE(this->out_.error);
}

TYPED_TEST(RouterTest, NothingHappensWhileEnableIsLow) {
  this->send(kDown0, 0, this->packet(kToUp0, 1));
  this->send(kDown1, 0, this->packet(kToUp0, 2));
  this->hop();
  const RouterOut before = this->out_;
  for (int cycle = 0; cycle < 5; ++cycle) {
    this->in_.enable = false;
    this->send(kLocal, 1, this->packet(kNowhere));
    this->credit(kDown0, 1);  // of a flit that was never sent
    this->tick();
    EXPECT_EQ(this->out_.out_valid, before.out_valid);
    EXPECT_TRUE(this->out_.out_flit[kUp0] == before.out_flit[kUp0]);
    EXPECT_EQ(this->out_.in_credit, before.in_credit);
  }
  EXPECT_EQ(this->tick().out_valid, 1u << kUp0) << "the second goes on where it stood";
  EXPECT_FALSE(this->out_.error);
  EXPECT_EQ(this->tick().out_valid, 0u);
  EXPECT_FALSE(this->router_.is_violated());
}

TYPED_TEST(RouterTest, IsIdleWhileNothingIsStoredOrOnTheOutputs) {
  EXPECT_TRUE(this->router_.eval().idle);
  this->send(kDown0, 0, this->packet(kToUp0));
  for (unsigned cycle = 0; cycle < this->kPipeline; ++cycle) EXPECT_FALSE(this->tick().idle);
  EXPECT_TRUE(this->tick().idle);
}

TYPED_TEST(RouterTest, ResetEmptiesTheRouterAndGivesAllCreditsBack) {
  for (unsigned number = 0; number < 6; ++number) {
    this->send(kDown0, number % 2, this->packet(kToUp0, number));
    this->tick();
  }
  this->send(kDown1, 0, this->flit(kToUp0, true, false));
  this->tick();
  this->router_.reset(this->quiet());
  this->out_ = this->router_.eval();
  EXPECT_TRUE(this->out_.idle);
  EXPECT_EQ(this->out_.out_valid, 0u);
  for (unsigned number = 0; number < 6; ++number) {
    this->send(kDown0, number % 2, this->packet(kToUp0, number));
    this->hop();
    EXPECT_TRUE(this->leaves(kUp0)) << "flit " << number;
  }
}

TYPED_TEST(RouterTest, AFlitWithoutACreditIsReported) {
  for (unsigned number = 0; number < 6; ++number) {  // the output is full, then the buffer
    this->send(kDown0, number % 2, this->packet(kToUp0));
    this->tick();
  }
  for (unsigned number = 0; number < this->kDepth + 2; ++number) this->tick();
  for (unsigned number = 0; number < this->kDepth; ++number) {
    this->send(kDown0, 0, this->packet(kToUp0));
    this->tick();
  }
  EXPECT_FALSE(this->router_.is_violated());
  this->send(kDown0, 0, this->packet(kToUp0));
  EXPECT_NE(this->breach().find("only_while_there_is_room"), std::string::npos);
}

TYPED_TEST(RouterTest, ABodyWithoutAHeadIsReported) {
  this->send(kUp1, 1, this->flit(0, false, true));
  EXPECT_NE(this->breach().find("a_head_after_each_tail"), std::string::npos);
}

TYPED_TEST(RouterTest, ACreditForNoFlitIsReported) {
  this->credit(kUp1, 1);
  EXPECT_NE(this->breach().find("credit"), std::string::npos);
}

TEST(ModelRouterTest, ParametersThatTheHardwareRefusesAreRefused) {
  const auto refuses = [](auto change) {
    model::RouterParams params = mesh_router(1);
    change(params);
    EXPECT_THROW(model::Router{params}, std::invalid_argument);
  };
  refuses([](model::RouterParams& params) { params.virtual_channels = 17; });
  refuses([](model::RouterParams& params) { params.buffer_depth = 0; });
  refuses([](model::RouterParams& params) { params.pipeline_cycles = 3; });
  refuses([](model::RouterParams& params) { params.patience = 0; });
}

}  // namespace
}  // namespace turnpike::test
