// What docs/timing.md section 7 promises of one packet router, asked of the model and of the RTL.

#include <gtest/gtest.h>

#include <vector>

#include "Vpacket_router_cube.h"
#include "Vpacket_router_one_vc.h"
#include "Vpacket_router_stored.h"
#include "tests/modules/components/packet_router/packet_router_fixture.h"

namespace turnpike::test {
namespace {

template <class RouterKind>
class PacketRouterTest : public PacketRouterFixture<RouterKind> {};

using Kinds = testing::Types<PacketKindUnderTest<ModelPacketRouter, 2, true>,
                             PacketKindUnderTest<RtlPacketRouter<Vpacket_router_cube>, 2, true>,
                             PacketKindUnderTest<ModelPacketRouter, 1, true>,
                             PacketKindUnderTest<RtlPacketRouter<Vpacket_router_one_vc>, 1, true>,
                             PacketKindUnderTest<ModelPacketRouter, 2, false>,
                             PacketKindUnderTest<RtlPacketRouter<Vpacket_router_stored>, 2, false>>;
TYPED_TEST_SUITE(PacketRouterTest, Kinds, PacketRouterNames);

TYPED_TEST(PacketRouterTest, AFlitLosesOneCycleOrWaitsForItsTail) {
  // From node 2 to node 3 by output 0, three flits: the head is on the pins in cycle 0.
  const unsigned first = TypeParam::kCutThrough ? 0 : 2;
  for (unsigned cycle = 0; cycle < 6; ++cycle) {
    if (cycle < 3) this->send(1, this->flit(3, kUnicast, cycle == 0, cycle == 2, cycle));
    this->tick();
    ASSERT_EQ(this->out_.out_valid, cycle >= first && cycle < first + 3 ? 1u : 0u) << cycle;
    if (!this->leaves(0)) continue;
    const unsigned index = cycle - first;
    EXPECT_TRUE(this->out_.out_flit[0] == this->flit(3, kUnicast, index == 0, index == 2, index));
    EXPECT_EQ(this->out_.out_vc[0], 0u);
  }
}

TYPED_TEST(PacketRouterTest, ABroadcastLeavesByAllItsOutputsAtOnce) {
  // The spanning binomial tree, highest dimension first: a packet that came by dimension d goes on
  // in those below it, and to the node itself.
  const struct {
    PortId in;
    model::PortMask outputs;
  } cases[] = {{0, 0b0001000}, {1, 0b0010001}, {2, 0b0100011}, {3, 0b0000111}, {6, 0b0000111}};
  for (const auto& [in, outputs] : cases) {
    this->send(in, this->packet(0, kBroadcast));
    EXPECT_EQ(this->tick().out_valid, outputs) << "from input " << in;
    this->credit_all();
    EXPECT_EQ(this->out_.in_credit[in], 1u);
    for (PortId port = 0; port < 7; ++port) {
      EXPECT_TRUE(!this->leaves(port) || this->out_.out_vc[port] == 0);
    }
  }
}

TYPED_TEST(PacketRouterTest, ANearNeighbourBroadcastGoesToTheNeighboursOfItsSet) {
  for (const model::Address set : {1u, 5u, 6u, 7u}) {
    this->send(6, this->packet(set, kNearNeighbours));
    EXPECT_EQ(this->tick().out_valid, set);
    this->credit_all();
  }
  for (const PortId in : {0u, 1u, 2u}) {
    this->send(in, this->packet(7, kNearNeighbours));
    EXPECT_EQ(this->tick().out_valid, 1u << (3 + in)) << "it has arrived";
    this->credit_all();
  }
}

TYPED_TEST(PacketRouterTest, ItsLocalPortSaysTheFirstHopOfAPacket) {
  // From node 2 to node 5 all three dimensions differ; e-cube begins with 2.
  for (const PortId hop : {0u, 1u, 2u}) {
    this->send(3 + hop, this->packet(5));
    EXPECT_EQ(this->tick().out_valid, 1u << hop);
    EXPECT_EQ(this->out_.out_vc[hop], hop == 2 ? 0 : TypeParam::kVcs - 1) << "contrary";
    this->credit_all();
  }
  // The last local port leaves it to e-cube, as other routers do.
  for (const PortId in : {6u, 0u}) {
    this->send(in, this->packet(5));
    EXPECT_EQ(this->tick().out_valid, 0b100u);
    EXPECT_EQ(this->out_.out_vc[2], 0u);
    this->credit_all();
  }
}

TYPED_TEST(PacketRouterTest, APacketLeavesByTheLocalPortOfTheInputItCameBy) {
  for (PortId in = 0; in < 7; ++in) {
    this->send(in, this->packet(2));
    EXPECT_EQ(this->tick().out_valid, 1u << (in < 3 ? 3 + in : in));
    this->credit_all();
  }
}

TYPED_TEST(PacketRouterTest, APacketWithoutAWayIsDiscardedAndReportedFromTheNextCycleOn) {
  const struct {
    PortId in;
    model::Address to;
    unsigned kind;
  } lost[] = {{3, 6, kUnicast},         // bit 0 is right already
              {6, 0, kNearNeighbours},  // to nobody
              {0, 0, 3}};               // reserved
  for (const auto& [in, to, kind] : lost) {
    this->restart();
    EXPECT_FALSE(this->tick().error);
    this->send(in, this->packet(to, kind));
    EXPECT_TRUE(this->tick().error) << "kind " << kind;
    EXPECT_NE(this->out_.in_credit[in], 0u) << "its place is free";
    for (int cycle = 0; cycle < 5; ++cycle) {
      EXPECT_TRUE(this->tick().error);
      EXPECT_TRUE(this->out_.idle);
    }
  }
}

TYPED_TEST(PacketRouterTest, PacketsDoNotMixOnAChannel) {
  // From three inputs to output 0, three flits each.
  std::vector<unsigned> sources;
  for (unsigned cycle = 0; cycle < 20; ++cycle) {
    this->credit_all();
    for (const PortId in : {1u, 2u, 6u}) {
      if (cycle < 3) this->send(in, this->flit(3, kUnicast, cycle == 0, cycle == 2, in));
    }
    this->tick();
    if (this->leaves(0)) sources.push_back(this->number_of(this->out_.out_flit[0]));
  }
  EXPECT_EQ(sources, (std::vector<unsigned>{1, 1, 1, 2, 2, 2, 6, 6, 6}));
}

TYPED_TEST(PacketRouterTest, InputsAreGrantedInTurn) {
  std::vector<unsigned> sources;
  for (unsigned cycle = 0; cycle < 40; ++cycle) {
    this->credit_all();
    for (const PortId in : {1u, 2u, 6u}) {
      if (cycle < 2 || (this->out_.in_credit[in] & 1) != 0) {
        this->send(in, this->packet(3, kUnicast, in));
      }
    }
    this->tick();
    if (this->leaves(0)) sources.push_back(this->number_of(this->out_.out_flit[0]));
  }
  ASSERT_GE(sources.size(), 39u);
  const unsigned turns[] = {1, 2, 6};
  for (std::size_t i = 0; i < sources.size(); ++i) EXPECT_EQ(sources[i], turns[i % 3]) << i;
}

TYPED_TEST(PacketRouterTest, AHeadLeavesWhenTheReceiverHasRoomForAWholePacket) {
  // Four places, packets of up to three flits: after two flits two are left, too few.
  unsigned sent = 0;
  for (unsigned cycle = 0; cycle < 10; ++cycle) {
    if (cycle < 3) this->send(1, this->packet(3, kUnicast, cycle));
    this->tick();
    sent += this->leaves(0) ? 1 : 0;
  }
  EXPECT_EQ(sent, 2u);
  EXPECT_EQ(this->out_.queue[0], 1u);
  this->credit(0, 0);
  this->tick();
  EXPECT_TRUE(this->leaves(0)) << "the credit counts in its own cycle";
  EXPECT_EQ(this->out_.queue[0], 0u);
}

TYPED_TEST(PacketRouterTest, QueueShowsTheSlotsThatAreNotFree) {
  this->use_up_credits();
  for (unsigned packets = 1; packets <= TypeParam::kSlotsOfVc0; ++packets) {
    this->send(1, this->packet(3));
    this->tick();
    EXPECT_EQ(this->out_.queue[0], packets);
    EXPECT_EQ(this->out_.in_credit[1], 1u);
  }
  this->send(1, this->packet(3));
  this->tick();
  EXPECT_EQ(this->out_.queue[0], TypeParam::kSlotsOfVc0) << "no slot for it";
  EXPECT_EQ(this->out_.in_credit[1], 0u);
  this->credit(0, 0);
  this->tick();
  EXPECT_TRUE(this->leaves(0));
  EXPECT_EQ(this->out_.queue[0], TypeParam::kSlotsOfVc0 - 1) << "free from this cycle on";
  this->tick();
  EXPECT_EQ(this->out_.queue[0], TypeParam::kSlotsOfVc0) << "and taken in it";
}

TYPED_TEST(PacketRouterTest, ContraryPacketsCannotTakeTheLastSlot) {
  // From node 2 to node 5 by dimension 0, which e-cube corrects last.
  if (TypeParam::kVcs == 1) this->use_up_credits();
  for (unsigned packets = 0; packets < 4; ++packets) {
    this->send(3, this->packet(5));
    this->tick();
    EXPECT_TRUE(!this->leaves(0) || this->out_.out_vc[0] == 1);
  }
  EXPECT_EQ(this->out_.queue[0], 2u);
  this->send(1, this->packet(3));
  this->tick();
  if (TypeParam::kVcs == 1) {
    EXPECT_EQ(this->out_.queue[0], 3u) << "it has the last one";
  } else {
    EXPECT_TRUE(this->leaves(0)) << "it passes those that wait";
    EXPECT_EQ(this->out_.out_vc[0], 0u);
  }
}

TYPED_TEST(PacketRouterTest, OtherPacketsCannotTakeTheLastSlotOfContraryOnes) {
  if (TypeParam::kVcs == 1) return;  // they have none of their own
  this->fill_slots();
  this->send(1, this->packet(3));
  this->tick();
  EXPECT_EQ(this->out_.queue[0], 2u);
  this->send(3, this->packet(5));
  this->tick();
  EXPECT_TRUE(this->leaves(0));
  EXPECT_EQ(this->out_.out_vc[0], 1u);
}

TYPED_TEST(PacketRouterTest, APacketIsCopiedToEachOutputAsItGetsASlot) {
  // Output 0 is full. A broadcast goes to 1 and 2 at once and stays until it got to 0 as well.
  this->fill_slots();
  for (unsigned cycle = 0; cycle < 9; ++cycle) {
    if (cycle < 3) this->send(6, this->flit(0, kBroadcast, cycle == 0, cycle == 2, cycle));
    this->tick();
    EXPECT_EQ(this->out_.in_credit[6], 0u) << "it is kept";
    EXPECT_FALSE(this->leaves(0));
  }
  EXPECT_FALSE(this->out_.idle);
  std::vector<unsigned> copies;
  unsigned credits = 0;
  for (int cycle = 0; cycle < 20; ++cycle) {
    this->credit(0, 0, cycle < 2);
    this->credit_all();
    this->tick();
    credits += this->out_.in_credit[6];
    EXPECT_EQ(this->out_.out_valid & 0b110u, 0u) << "they have it";
    if (!this->leaves(0) || this->kind_of(this->out_.out_flit[0]) != kBroadcast) continue;
    copies.push_back(this->number_of(this->out_.out_flit[0]));
  }
  EXPECT_EQ(copies, (std::vector<unsigned>{0, 1, 2}));
  EXPECT_EQ(credits, 3u);
}

TYPED_TEST(PacketRouterTest, IsIdleWhileNothingIsStoredOrOnTheOutputs) {
  EXPECT_TRUE(this->router_->eval().idle);
  for (unsigned cycle = 0; cycle < 3; ++cycle) {
    this->send(1, this->flit(3, kUnicast, cycle == 0, cycle == 2));
    EXPECT_FALSE(this->tick().idle);
  }
  for (unsigned cycle = 0; cycle < (TypeParam::kCutThrough ? 0u : 2u); ++cycle) {
    EXPECT_FALSE(this->tick().idle);
  }
  EXPECT_TRUE(this->tick().idle);
}

TYPED_TEST(PacketRouterTest, NothingHappensWhileEnableIsLow) {
  this->use_up_credits();
  this->send(1, this->packet(3));
  this->tick();
  const PacketRouterOut before = this->out_;
  for (int cycle = 0; cycle < 5; ++cycle) {
    this->in_.enable = false;
    this->send(2, this->packet(0, 3));
    this->credit(0, 0);
    this->tick();
    EXPECT_EQ(this->out_.out_valid, before.out_valid);
    EXPECT_EQ(this->out_.in_credit, before.in_credit);
    EXPECT_EQ(this->out_.queue, before.queue);
  }
  EXPECT_FALSE(this->tick().error);
  EXPECT_EQ(this->out_.queue[0], 1u) << "the credits did not count";
  EXPECT_FALSE(this->router_->is_violated());
}

TYPED_TEST(PacketRouterTest, NeighboursThatBreakTheirDutyAreReported) {
  const auto breach = [this] { return this->router_->breach_of_tick(this->in_); };
  this->fill_slots();
  for (unsigned flits = 0; flits < 4; ++flits) {  // packets of one and three
    this->send(1, this->flit(3, kUnicast, flits < 2, flits == 0 || flits == 3));
    this->tick();
  }
  this->send(1, this->packet(3));
  EXPECT_NE(breach(), "") << "there is no room for it";
  this->restart();
  this->credit(4, 0);
  EXPECT_NE(breach().find("credit_for_each_flit"), std::string::npos);
  this->restart();
  this->send(1, this->flit(3, kUnicast, false, false));
  EXPECT_NE(breach().find("a_head_after_each_tail"), std::string::npos);
  this->restart();
  for (unsigned cycle = 0; cycle < 3; ++cycle) {
    this->send(1, this->flit(3, kUnicast, cycle == 0, false));
    this->tick();
  }
  this->send(1, this->flit(3, kUnicast, false, true));
  EXPECT_NE(breach(), "") << "the packet is too long";
  this->restart();
  this->send(1, this->flit(3, kUnicast, true, false));
  this->tick();
  this->send(1, this->flit(3, kUnicast, false, true), 1);
  EXPECT_NE(breach(), "") << "another VC in the middle of a packet, or one that does not exist";
}

}  // namespace
}  // namespace turnpike::test
