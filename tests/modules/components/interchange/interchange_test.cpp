// What docs/timing.md section 6 promises of one interchange, asked of the model and of the RTL.

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "Vinterchange_line.h"
#include "Vinterchange_line_pipeline_2.h"
#include "tests/modules/support/components.h"
#include "tests/modules/support/interchange_shapes.h"

namespace turnpike::test {
namespace {

using Flit = model::PinFlit;
using model::PortId;

// Before node 16 of a line of 61 nodes: two channels of 4, one of 16 nodes each way.
constexpr PortId kUp = 0;
constexpr PortId kUpFour = 1;  // and 2
constexpr PortId kUpSixteen = 3;
constexpr PortId kDown = 4;
constexpr PortId kDownFour = 5;  // and 6
constexpr PortId kDownSixteen = 7;
constexpr model::Address kNowhere = 61;

template <class Interchange, unsigned kPipeline>
struct Kind {
  using Type = Interchange;
  static constexpr unsigned kCyclesPerHop = kPipeline;
};

template <class InterchangeKind>
class InterchangeTest : public testing::Test {
 protected:
  static constexpr unsigned kPipeline = InterchangeKind::kCyclesPerHop;
  static constexpr unsigned kDepth = 3;
  static constexpr unsigned kExpressDepth = 5;
  static constexpr unsigned kPatience = 6;

  InterchangeTest() : interchange_(line_interchange(kPipeline)) {
    in_ = quiet();
    interchange_.reset(in_);  // its address is on the pins before the first flit
  }

  InterchangeIn quiet() const {
    InterchangeIn in;
    in.place = {16, 60, 0, connected_};
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

  void send(PortId port, model::VcId vc, const Flit& flit) {
    in_.in_valid |= 1u << port;
    in_.in_vc[port] = vc;
    in_.in_flit[port] = flit;
  }
  void credit(PortId port, model::VcId vc) { in_.out_credit[port] |= 1u << vc; }
  // One for each flit that is on the outputs.
  void credit_all() {
    for (PortId port = 0; port < 8; ++port) {
      if (leaves(port)) credit(port, out_.out_vc[port]);
    }
  }
  // Ends the cycle; what the next one shows.
  const model::CoreOut& tick() {
    interchange_.tick(in_);
    in_ = quiet();
    return out_ = interchange_.eval();
  }
  const model::CoreOut& hop() {
    for (unsigned cycle = 0; cycle < kPipeline; ++cycle) tick();
    return out_;
  }
  bool leaves(PortId port) const { return (out_.out_valid >> port & 1) != 0; }

  model::PortMask connected_ = 0xff;
  typename InterchangeKind::Type interchange_;
  InterchangeIn in_;
  model::CoreOut out_;
};

using Kinds = testing::Types<Kind<ModelInterchange, 1>, Kind<RtlInterchange<Vinterchange_line>, 1>,
                             Kind<ModelInterchange, 2>,
                             Kind<RtlInterchange<Vinterchange_line_pipeline_2>, 2>>;
class Names {
 public:
  template <class InterchangeKind>
  static std::string GetName(int) {
    const bool is_model = std::is_same_v<typename InterchangeKind::Type, ModelInterchange>;
    return (is_model ? "Model" : "Rtl") + std::to_string(InterchangeKind::kCyclesPerHop);
  }
};
TYPED_TEST_SUITE(InterchangeTest, Kinds, Names);

TYPED_TEST(InterchangeTest, AMessageThatStaysLocalLosesPipelineCyclesHere) {
  for (const auto& [in, to, out] : {std::tuple{kUp, 19u, kUp}, std::tuple{kDown, 12u, kDown}}) {
    this->send(in, 1, this->packet(to));
    for (unsigned cycle = 1; cycle < this->kPipeline; ++cycle) {
      EXPECT_EQ(this->tick().out_valid, 0u);
    }
    EXPECT_EQ(this->tick().in_credit[in], 0b10u);
    EXPECT_EQ(this->out_.out_valid, 1u << out) << "to " << to;
    EXPECT_TRUE(this->out_.out_flit[out] == this->packet(to));
    this->credit_all();
    EXPECT_EQ(this->tick().out_valid, 0u);
  }
}

TYPED_TEST(InterchangeTest, TakesTheHighestLevelThatEndsAtTheDestinationOrBeforeIt) {
  // Node 16 + r going up, node 15 - r going down, by any lane.
  const auto outputs = [](unsigned r) { return r < 4 ? 0b0001u : r < 16 ? 0b0110u : 0b1000u; };
  for (PortId in = 0; in < 8; ++in) {
    const bool up = in < 4;
    for (unsigned r = 0; r < (up ? 45u : 16u); ++r) {
      this->send(in, 0, this->packet(up ? 16 + r : 15 - r));
      this->hop();
      const model::PortMask lanes = up ? outputs(r) : outputs(r) << 4;
      ASSERT_EQ(__builtin_popcount(this->out_.out_valid), 1) << "in " << in << ", r " << r;
      EXPECT_NE(this->out_.out_valid & lanes, 0u) << "in " << in << ", r " << r;
      this->credit_all();
      this->tick();  // there is room again for what enters an express channel
    }
  }
}

TYPED_TEST(InterchangeTest, AMessageKeepsItsVc) {
  for (model::VcId vc = 0; vc < 2; ++vc) {
    for (const model::Address to : {17u, 23u, 50u}) {
      this->send(kUpFour, vc, this->packet(to));
      this->hop();
      ASSERT_EQ(__builtin_popcount(this->out_.out_valid), 1);
      EXPECT_EQ(this->out_.out_vc[__builtin_ctz(this->out_.out_valid)], vc);
      this->credit_all();
    }
  }
  // And waits for it while another message holds it, the other VC being free.
  this->send(kUp, 1, this->flit(17, true, false));
  this->hop();
  ASSERT_TRUE(this->leaves(kUp));
  this->send(kUpFour, 1, this->packet(18));
  this->hop();
  EXPECT_FALSE(this->leaves(kUp));
  this->send(kUp, 1, this->flit(0, false, true));
  this->hop();
  EXPECT_TRUE(this->leaves(kUp));
  this->tick();  // the VC is free in the cycle after its tail was granted
  ASSERT_TRUE(this->leaves(kUp));
  EXPECT_TRUE(this->out_.out_flit[kUp] == this->packet(18));
}

TYPED_TEST(InterchangeTest, AllChannelsPassAFlitInEveryCycle) {
  const model::Address to[] = {16, 22, 23, 40, 15, 9, 8, 0};
  unsigned flits = 0;
  for (unsigned cycle = 0; cycle < 20 + this->kPipeline; ++cycle) {
    this->credit_all();
    for (PortId port = 0; cycle < 20 && port < 7; ++port) {  // no node is 16 before node 15 - 16
      this->send(port, cycle / 2 % 2, this->flit(to[port], cycle % 2 == 0, cycle % 2 == 1, cycle));
    }
    this->tick();
    flits += static_cast<unsigned>(__builtin_popcount(this->out_.out_valid));
  }
  EXPECT_EQ(flits, 20u * 7);
}

// Two packets on one VC, one after the other: the second finds the first channel busy.
TYPED_TEST(InterchangeTest, AHeadTakesAParallelChannelWhoseVcIsOnOffer) {
  for (unsigned cycle = 0; cycle < 6 + this->kPipeline; ++cycle) {
    this->credit_all();
    if (cycle < 5) this->send(kUp, 0, this->flit(22, cycle == 0, cycle == 4, 1));
    if (cycle >= 1 && cycle < 6) this->send(kUpFour, 0, this->flit(23, cycle == 1, cycle == 5, 2));
    this->tick();
    if (cycle + 1 < this->kPipeline) continue;
    const unsigned first = cycle + 1 - this->kPipeline;
    ASSERT_EQ(this->leaves(kUpFour), first < 5) << "cycle " << cycle;
    ASSERT_EQ(this->leaves(kUpFour + 1), first >= 1 && first < 6) << "cycle " << cycle;
  }
}

TYPED_TEST(InterchangeTest, HeadsOfParallelChannelsGoOnByTheChannelsOnWhichTheyCame) {
  this->send(kUpFour, 0, this->packet(22));
  this->send(kUpFour + 1, 0, this->packet(23));
  this->hop();
  ASSERT_TRUE(this->leaves(kUpFour) && this->leaves(kUpFour + 1));
  EXPECT_TRUE(this->out_.out_flit[kUpFour] == this->packet(22));
  EXPECT_TRUE(this->out_.out_flit[kUpFour + 1] == this->packet(23));
}

// Both look for the first channel first; a cycle later the loser finds it busy, the second free.
TYPED_TEST(InterchangeTest, AHeadThatIsNotSentTakesAnotherParallelChannel) {
  this->send(kUp, 0, this->flit(22, true, false));
  this->send(kUpFour, 0, this->packet(22));
  this->hop();
  EXPECT_TRUE(this->leaves(kUpFour));
  EXPECT_FALSE(this->leaves(kUpFour + 1));
  this->credit_all();
  this->tick();
  EXPECT_FALSE(this->leaves(kUpFour));
  EXPECT_TRUE(this->leaves(kUpFour + 1));
}

// The channel on which the head came is busy, and so is the other one until a tail leaves it.
TYPED_TEST(InterchangeTest, AHeadThatWaitsTakesTheParallelChannelThatIsFreeFirst) {
  const auto last = [](unsigned length, unsigned cycle) { return cycle + 1 == length; };
  for (unsigned cycle = 0; cycle < 12 + this->kPipeline; ++cycle) {
    this->credit_all();
    if (cycle < 10) this->send(kUpFour, 0, this->flit(22, cycle == 0, last(10, cycle), 1));
    if (cycle < 4) this->send(kUpFour + 1, 0, this->flit(22, cycle == 0, last(4, cycle), 2));
    if (cycle == 1) this->send(kUp, 0, this->packet(22, 3));
    this->tick();
    if (cycle + 1 < this->kPipeline) continue;
    const unsigned first = cycle + 1 - this->kPipeline;
    EXPECT_EQ(this->leaves(kUpFour), first < 10) << "cycle " << cycle;
    // The tail leaves in cycle 3 (two cycles a hop: 4), and its VC is free in the next one.
    EXPECT_EQ(this->leaves(kUpFour + 1), first < 5) << "cycle " << cycle;
  }
}

TYPED_TEST(InterchangeTest, WhereNoChannelOfALevelLeadsOnTheNextLowerOneServes) {
  const auto leaves_by = [this](model::PortMask connected) {
    this->connected_ = connected;
    this->in_.place.connected = connected;
    this->send(kUp, 0, this->packet(40));
    this->hop();
    this->credit_all();
    return this->out_.out_valid;
  };
  EXPECT_EQ(leaves_by(0b1001), 0b1000u);
  EXPECT_EQ(leaves_by(0b0011), 0b0010u);
  EXPECT_EQ(leaves_by(0b0101), 0b0100u);
  EXPECT_EQ(leaves_by(0b0001), 0b0001u);
}

TYPED_TEST(InterchangeTest, ExpressChannelsHaveBuffersAndCreditsOfTheirOwnDepth) {
  for (const auto& [to, port, depth] :  // it comes in and goes out there
       {std::tuple{17u, kUp, this->kDepth}, std::tuple{40u, kUpSixteen, this->kExpressDepth}}) {
    unsigned sent = 0;
    for (unsigned cycle = 0; cycle < 12; ++cycle) {
      if (cycle < depth) this->send(port, 0, this->packet(to));  // all of them leave at once
      sent += (this->tick().out_valid >> port & 1);
    }
    EXPECT_EQ(sent, depth) << "port " << port;
  }
  // What stands at the end of an express channel takes as many without any leaving.
  this->send(kUpSixteen, 0, this->packet(41));
  this->hop();
  for (unsigned number = 0; number < this->kExpressDepth - 1; ++number) {
    this->send(kUpSixteen, 0, this->packet(41));
    this->tick();
  }
  EXPECT_FALSE(this->interchange_.is_violated());
  this->send(kUpSixteen, 0, this->packet(41));
  EXPECT_NE(this->interchange_.breach_of_tick(this->in_).find("only_while_there_is_room"),
            std::string::npos);
}

// From the local channel it needs room for a whole buffer, from an express channel a credit.
TYPED_TEST(InterchangeTest, AHeadEntersAnExpressChannelWhereTheBufferBehindIsEmpty) {
  this->send(kUpSixteen, 0, this->packet(40));
  this->hop();
  ASSERT_TRUE(this->leaves(kUpSixteen));
  this->tick();  // now `room` knows of it
  this->send(kUp, 0, this->packet(40, 1));
  this->hop();
  EXPECT_FALSE(this->leaves(kUpSixteen)) << "a flit is behind";
  this->send(kUpSixteen, 0, this->packet(40, 2));
  this->hop();
  EXPECT_TRUE(this->leaves(kUpSixteen)) << "it was on an express channel";
  unsigned left = 0;
  for (unsigned cycle = 0; cycle < 6; ++cycle) {
    if (cycle < 2) this->credit(kUpSixteen, 0);
    this->tick();
    if (!this->leaves(kUpSixteen)) continue;
    EXPECT_TRUE(this->out_.out_flit[kUpSixteen] == this->packet(40, 1));
    ++left;
  }
  EXPECT_EQ(left, 1u);
}

TYPED_TEST(InterchangeTest, ABlockedFlitAdvancesInTheCycleAfterItsPlaceWasEmptied) {
  for (unsigned number = 0; number < this->kDepth; ++number) {
    this->send(kUp, 0, this->packet(17, number));
    this->hop();
    ASSERT_TRUE(this->leaves(kUp));
  }
  this->send(kUp, 0, this->packet(17, 9));
  for (unsigned cycle = 0; cycle < 5; ++cycle) {
    this->tick();
    EXPECT_FALSE(this->leaves(kUp)) << "no place is free";
  }
  this->credit(kUp, 0);
  this->tick();
  EXPECT_FALSE(this->leaves(kUp));
  this->tick();
  EXPECT_TRUE(this->leaves(kUp)) << "a credit can be spent in the cycle after it came";
}

TYPED_TEST(InterchangeTest, APacketWithoutAWayIsDiscardedAndReportedFromTheNextCycleOn) {
  this->send(kUp, 0, this->packet(20));
  EXPECT_FALSE(this->tick().error);
  this->send(kUp, 1, this->packet(kNowhere));
  EXPECT_TRUE(this->tick().error);
  for (int cycle = 0; cycle < 5; ++cycle) EXPECT_TRUE(this->tick().error);
  EXPECT_TRUE(this->out_.idle) << "its place is free";
  this->interchange_.reset(this->quiet());
  EXPECT_FALSE(this->interchange_.eval().error);
  this->send(kUpFour, 0, this->packet(15));
  EXPECT_TRUE(this->tick().error) << "it has gone past its destination";
  this->interchange_.reset(this->quiet());
  this->send(kDownSixteen, 0, this->packet(16));
  EXPECT_TRUE(this->tick().error);
}

TYPED_TEST(InterchangeTest, NothingHappensWhileEnableIsLow) {
  this->send(kUp, 0, this->packet(17, 1));
  this->send(kUpFour, 0, this->packet(17, 2));
  this->hop();
  const model::CoreOut before = this->out_;
  for (int cycle = 0; cycle < 5; ++cycle) {
    this->in_.enable = false;
    this->send(kDown, 1, this->packet(kNowhere));
    this->credit(kDown, 1);  // of a flit that was never sent
    this->tick();
    EXPECT_EQ(this->out_.out_valid, before.out_valid);
    EXPECT_EQ(this->out_.in_credit, before.in_credit);
  }
  EXPECT_EQ(this->tick().out_valid, 1u << kUp) << "the second goes on where it stood";
  EXPECT_FALSE(this->out_.error);
  EXPECT_FALSE(this->interchange_.is_violated());
}

TYPED_TEST(InterchangeTest, IsIdleWhileNothingIsStoredOrOnTheOutputs) {
  EXPECT_TRUE(this->interchange_.eval().idle);
  this->send(kDownFour, 0, this->packet(3));
  for (unsigned cycle = 0; cycle < this->kPipeline; ++cycle) EXPECT_FALSE(this->tick().idle);
  EXPECT_TRUE(this->tick().idle);
}

TYPED_TEST(InterchangeTest, EveryInputIsServedWithinABoundedTime) {
  // Four inputs, one output, one VC.
  unsigned waited[4] = {0, 0, 0, 0};
  unsigned longest = 0;
  for (unsigned cycle = 0; cycle < 400; ++cycle) {
    this->credit_all();
    for (PortId port = 0; port < 4; ++port) {
      if (cycle == 0 || (this->out_.in_credit[port] & 1) != 0) {
        this->send(port, 0, this->packet(17, port));
      }
    }
    this->tick();
    for (PortId port = 0; port < 4; ++port) {
      waited[port] = (this->out_.in_credit[port] & 1) != 0 ? 0 : waited[port] + 1;
      longest = std::max(longest, waited[port]);
    }
  }
  EXPECT_GE(longest, 3u);
  EXPECT_LE(longest, 4 * (this->kPatience + 1) + 16);
}

}  // namespace
}  // namespace turnpike::test
