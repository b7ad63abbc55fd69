// What the VCs of an input ask for, which one sends, and on which output VC.

#include "model/router/vc_allocator.h"

#include <gtest/gtest.h>

#include <vector>

#include "Vvc_allocator_3x1.h"
#include "Vvc_allocator_5x4.h"
#include "Vvc_allocator_dateline.h"
#include "model/common/lane_mask.h"
#include "model/common/routing.h"
#include "model/router/input_unit.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

using Lanes = std::uint64_t;  // output lanes

struct Offer {  // of one input VC
  bool is_candidate = false;
  bool is_holding = false;
  model::PortMask outputs = 0;
  unsigned classes = 3;    // {class 1, class 0}, of a head on a torus
  model::PortId port = 0;  // held
  model::VcId vc = 0;
};

struct Shape {
  unsigned ports, vcs;
  bool has_classes;

  unsigned vc_bits() const { return vcs > 4 ? 3 : vcs > 2 ? 2 : 1; }
  unsigned port_bits() const { return ports > 4 ? 3 : ports > 2 ? 2 : 1; }
  unsigned route_bits() const { return ports + (has_classes ? 2 : 0); }
  unsigned offer_bits() const { return port_bits() + vc_bits() + route_bits(); }
  model::VcMask class_0() const {
    return has_classes ? model::dateline_class_0(vcs) : model::all_vcs(vcs);
  }
  std::uint64_t pack(const Offer& offer) const {
    std::uint64_t bits = offer.port;
    bits = bits << vc_bits() | offer.vc;
    if (has_classes) bits = bits << 2 | offer.classes;
    return bits << ports | offer.outputs;
  }
  // The output lanes that an offer's packet may use at all.
  Lanes permitted(const Offer& offer) const {
    if (offer.is_holding) return Lanes{1} << (offer.port * vcs + offer.vc);
    model::VcMask allowed = model::all_vcs(vcs);
    if (has_classes) {
      allowed = ((offer.classes & 1) != 0 ? class_0() : 0) |
                ((offer.classes & 2) != 0 ? model::all_vcs(vcs) & ~class_0() : 0);
    }
    Lanes lanes = 0;
    for (unsigned port = 0; port < ports; ++port) {
      if ((offer.outputs >> port & 1) != 0) lanes |= model::place<Lanes>(allowed, port * vcs);
    }
    return lanes;
  }
};

// All that an allocator reads in one cycle but the grant.
struct Situation {
  std::vector<Offer> offers;
  Lanes with_credit = ~Lanes{0};
  Lanes busy = 0;
  model::PortMask roomy = ~model::PortMask{0};
  bool is_local = false;
  unsigned privileged = 0;  // input VCs, one-hot or zero
};

template <class Top>
class Allocator {
 public:
  Allocator(std::uint64_t seed, Shape shape) : rtl(seed), shape_(shape) {
    Situation quiet;
    quiet.offers.resize(shape.vcs);
    drive(quiet);
    rtl.reset();
  }

  void drive(const Situation& now) {
    const Lanes all = (Lanes{1} << shape_.ports * shape_.vcs) - 1;
    const Lanes eligible = now.with_credit & ~now.busy & all;
    rtl->candidate_i = rtl->holding_i = 0;
    for (unsigned vc = 0; vc < shape_.vcs; ++vc) {
      const Offer& offer = now.offers[vc];
      drive_element(rtl->candidate_i, vc, 1, offer.is_candidate ? 1 : 0);
      drive_element(rtl->holding_i, vc, 1, offer.is_holding ? 1 : 0);
      drive_element(rtl->offer_i, vc, shape_.offer_bits(), shape_.pack(offer));
    }
    for (unsigned port = 0; port < shape_.ports; ++port) {
      const std::uint32_t vcs = model::field(eligible, port * shape_.vcs, shape_.vcs);
      drive_element(rtl->op_class_0_i, port, 1, (vcs & shape_.class_0()) != 0 ? 1 : 0);
      drive_element(rtl->op_class_1_i, port, 1, (vcs & ~shape_.class_0()) != 0 ? 1 : 0);
    }
    test::drive(rtl->ovc_credit_i, now.with_credit & all);
    test::drive(rtl->ovc_eligible_i, eligible);
    test::drive(rtl->op_roomy_i, now.roomy & ((1u << shape_.ports) - 1));
    test::drive(rtl->local_i, now.is_local);
    test::drive(rtl->privileged_i, now.privileged);
    grant(0, false);
  }
  void grant(model::PortMask output, bool is_privileged) {
    test::drive(rtl->op_gnt_i, output);
    test::drive(rtl->gnt_privileged_i, is_privileged);
    rtl.settle();
  }

  RtlModule<Top> rtl;

 private:
  Shape shape_;
};

constexpr Shape kFive{5, 4, false};
constexpr Shape kDateline{7, 3, true};

class VcAllocatorTest : public testing::Test {
 protected:
  VcAllocatorTest() : allocator_(1, kFive) { now_.offers.resize(kFive.vcs); }
  static Offer head(model::PortMask outputs) { return {true, false, outputs, 3, 0, 0}; }
  static Offer body(model::PortId port, model::VcId vc) {
    return {true, true, 1u << port, 3, port, vc};
  }
  unsigned requests() {
    allocator_.drive(now_);
    return allocator_.rtl->op_req_o;
  }
  static Lanes lane(model::PortId port, model::VcId vc) { return Lanes{1} << (port * 4 + vc); }

  Situation now_;
  Allocator<Vvc_allocator_5x4> allocator_;
};

TEST_F(VcAllocatorTest, AHeadAsksForOutputsWithAVcThatIsFreeAndHasACredit) {
  now_.offers[2] = head(0b01110);
  now_.busy = lane(1, 0) | lane(1, 1) | lane(2, 0) | lane(2, 1) | lane(2, 2);
  now_.with_credit = ~(lane(1, 2) | lane(1, 3));
  EXPECT_EQ(requests(), 0b01100u);
}

TEST_F(VcAllocatorTest, APacketAsksForItsOutputOnlyWhileItsVcHasACredit) {
  now_.offers[1] = body(3, 2);
  now_.busy = lane(3, 2);
  EXPECT_EQ(requests(), 0b01000u);
  now_.with_credit = ~lane(3, 2);
  EXPECT_EQ(requests(), 0u);
}

TEST_F(VcAllocatorTest, AHeadTakesTheLowestEligibleVc) {
  now_.offers[0] = head(0b00010);
  now_.busy = lane(1, 0);
  now_.with_credit = ~lane(1, 1);
  requests();
  allocator_.grant(0b00010, false);
  EXPECT_EQ(allocator_.rtl->gnt_o, 0b0001);
  EXPECT_EQ(allocator_.rtl->gnt_port_o, 1);
  EXPECT_EQ(allocator_.rtl->gnt_vc_o, 2);
}

TEST_F(VcAllocatorTest, VcsThatAskForTheSameOutputTakeTurns) {
  for (Offer& offer : now_.offers) offer = head(0b00010);
  for (unsigned turn = 0; turn < 9; ++turn) {
    requests();
    allocator_.grant(0b00010, false);
    EXPECT_EQ(allocator_.rtl->gnt_index_o, turn % 4);
    allocator_.rtl.tick();
  }
}

TEST_F(VcAllocatorTest, AHeadFromATerminalWaitsUntilTheOutputIsRoomy) {
  now_.offers[0] = head(0b00110);
  now_.roomy = 0b00100;
  EXPECT_EQ(requests(), 0b00110u);
  now_.is_local = true;
  EXPECT_EQ(requests(), 0b00100u);
}

TEST_F(VcAllocatorTest, RoomDoesNotMatterToAPacketUnderWayOrToAPrivilegedOne) {
  now_.is_local = true;
  now_.roomy = 0;
  now_.offers[0] = body(2, 1);
  EXPECT_EQ(requests(), 0b00100u);
  now_.offers[0] = head(0b01000);
  EXPECT_EQ(requests(), 0u);
  now_.privileged = 0b0001;
  EXPECT_EQ(requests(), 0b01000u);
  EXPECT_EQ(allocator_.rtl->op_privileged_req_o, 0b01000);
}

TEST_F(VcAllocatorTest, ThePrivilegedVcSendsOutOfItsTurn) {
  now_.offers[0] = head(0b00010);
  now_.offers[3] = head(0b00010);
  now_.privileged = 0b1000;
  requests();
  allocator_.grant(0b00010, true);
  EXPECT_EQ(allocator_.rtl->gnt_o, 0b1000);
}

TEST(VcAllocatorDatelineTest, AHeadTakesNoVcOfAClassThatItsRouteDoesNotPermit) {
  Allocator<Vvc_allocator_dateline> allocator(1, kDateline);  // class 0 is VC 0, class 1 VCs 1, 2
  Situation now;
  now.offers.resize(3);
  for (const unsigned classes : {1u, 2u}) {
    now.offers[0] = {true, false, 0b0010000, classes, 0, 0};
    allocator.drive(now);
    EXPECT_EQ(allocator.rtl->op_req_o, 0b0010000);
    allocator.grant(0b0010000, false);
    EXPECT_EQ(allocator.rtl->gnt_vc_o, classes == 1 ? 0 : 1);
  }
  now.busy = Lanes{0b110} << (4 * 3);
  allocator.drive(now);
  EXPECT_EQ(allocator.rtl->op_req_o, 0);
}

Situation draw_situation(Draws& draws, const Shape& shape) {
  Situation now;
  const unsigned lanes = shape.ports * shape.vcs;
  now.with_credit = draws.subset(lanes, 0.7);
  now.busy = draws.subset(lanes, 0.4);
  now.roomy = draws.subset(shape.ports, 0.5);
  now.is_local = draws.chance(0.5);
  for (unsigned vc = 0; vc < shape.vcs; ++vc) {
    Offer offer;
    offer.is_candidate = draws.chance(0.7);
    offer.is_holding = draws.chance(0.5);
    offer.port = draws.below(shape.ports);
    offer.vc = draws.below(shape.vcs);
    offer.classes = 1 + draws.below(3);
    offer.outputs = offer.is_holding ? 1u << offer.port : draws.subset(shape.ports, 0.5);
    now.offers.push_back(offer);
  }
  if (draws.chance(0.3)) now.privileged = 1u << draws.below(shape.vcs);
  return now;
}

// Of each input VC, the output lanes that it could be sent on now.
std::vector<Lanes> requests_of_model(const Situation& now, const Shape& shape) {
  std::vector<Lanes> requests;
  for (unsigned vc = 0; vc < shape.vcs; ++vc) {
    const Offer& offer = now.offers[vc];
    Lanes lanes =
        model::eligible_lanes(shape.permitted(offer), offer.is_holding, now.with_credit, now.busy);
    const bool enters = now.is_local && !offer.is_holding && (now.privileged >> vc & 1) == 0;
    for (unsigned port = 0; port < shape.ports; ++port) {
      if (!enters || (now.roomy >> port & 1) != 0) continue;
      lanes &= ~model::place<Lanes>(model::all_vcs(shape.vcs), port * shape.vcs);
    }
    requests.push_back(offer.is_candidate ? lanes : 0);
  }
  return requests;
}

model::PortMask outputs_of(Lanes lanes, const Shape& shape) {
  model::PortMask outputs = 0;
  for (unsigned port = 0; port < shape.ports; ++port) {
    const bool asks = model::field(lanes, port * shape.vcs, shape.vcs) != 0;
    outputs |= (asks ? 1u : 0u) << port;
  }
  return outputs;
}

// A grant of `output`, and what both make of it.
template <class Top>
void grant_and_compare(Allocator<Top>& allocator, const Shape& shape,
                       const std::vector<Lanes>& requests, unsigned privileged, unsigned output,
                       unsigned& turn) {
  model::VcMask wanting = privileged;
  for (unsigned vc = 0; privileged == 0 && vc < shape.vcs; ++vc) {
    wanting |= (outputs_of(requests[vc], shape) >> output & 1) << vc;
  }
  const model::VcId vc = model::pick_vc(wanting, turn);
  turn = model::turn_after(vc, shape.vcs);
  const std::uint32_t ready = model::field(requests[vc], output * shape.vcs, shape.vcs);
  allocator.grant(1u << output, privileged != 0);
  ASSERT_EQ(allocator.rtl->gnt_o, 1u << vc);
  ASSERT_EQ(allocator.rtl->gnt_index_o, vc);
  ASSERT_EQ(allocator.rtl->gnt_port_o, output);
  ASSERT_EQ(allocator.rtl->gnt_vc_o, model::lowest(ready));
}

template <class Top>
void runs_with_the_model(const Shape& shape) {
  for (const std::uint64_t seed : kSeeds) {
    Allocator<Top> allocator(seed, shape);
    Draws draws(seed);
    unsigned turn = 0;
    for (unsigned cycle = 0; cycle < 4000; ++cycle) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", cycle " << cycle);
      const Situation now = draw_situation(draws, shape);
      allocator.drive(now);
      const std::vector<Lanes> requests = requests_of_model(now, shape);
      Lanes all = 0;
      Lanes privileged = 0;
      for (unsigned vc = 0; vc < shape.vcs; ++vc) {
        all |= requests[vc];
        if ((now.privileged >> vc & 1) != 0) privileged = requests[vc];
      }
      ASSERT_EQ(allocator.rtl->op_req_o, outputs_of(all, shape));
      ASSERT_EQ(allocator.rtl->op_privileged_req_o, outputs_of(privileged, shape));
      ASSERT_EQ(allocator.rtl->gnt_o, 0);
      if (privileged != 0) {
        grant_and_compare(allocator, shape, requests, now.privileged,
                          model::lowest(privileged) / shape.vcs, turn);
      } else if (all != 0 && draws.chance(0.8)) {
        grant_and_compare(allocator, shape, requests, 0, draws.one_of(outputs_of(all, shape)),
                          turn);
      }
      if (testing::Test::HasFatalFailure()) return;
      allocator.rtl.tick();
    }
    EXPECT_FALSE(allocator.rtl.is_violated());
  }
}

TEST(VcAllocatorLockstepTest, EqualToTheModel) { runs_with_the_model<Vvc_allocator_5x4>(kFive); }

TEST(VcAllocatorLockstepTest, EqualToTheModelWithOneVc) {
  runs_with_the_model<Vvc_allocator_3x1>({3, 1, false});
}

TEST(VcAllocatorLockstepTest, EqualToTheModelWithDatelineClasses) {
  runs_with_the_model<Vvc_allocator_dateline>(kDateline);
}

}  // namespace
}  // namespace turnpike::test
