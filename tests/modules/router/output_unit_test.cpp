// Credits and busy VCs of the outputs, and the lane arrays that hold them in the model.

#include "model/router/output_unit.h"

#include <gtest/gtest.h>

#include <vector>

#include "Vcredit_counter_1x1.h"
#include "Vcredit_counter_3x5.h"
#include "Voutput_unit_dateline.h"
#include "Voutput_unit_mesh.h"
#include "model/common/routing.h"
#include "model/router/vc_allocator.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

constexpr const char* kCreditDuty =
    "one credit for each flit that went out, and a credit for each that goes";

template <class Top>
class Counter {
 public:
  explicit Counter(std::uint64_t seed) : rtl(seed) {
    drive(0, 0);
    rtl.reset();
  }
  void drive(unsigned credits, unsigned spent) {
    test::drive(rtl->credit_i, credits);
    test::drive(rtl->spend_i, spent);
  }
  void tick(unsigned credits, unsigned spent) {
    drive(credits, spent);
    rtl.tick();
    drive(0, 0);
  }

  RtlModule<Top> rtl;
};

TEST(CreditCounterTest, EveryVcHasAsManyCreditsAsPlaces) {
  Counter<Vcredit_counter_3x5> counter(1);
  for (unsigned vc = 0; vc < 3; ++vc) {
    for (unsigned flit = 0; flit < 5; ++flit) {
      EXPECT_EQ(counter.rtl->available_o >> vc & 1, 1) << "VC " << vc << " flit " << flit;
      counter.tick(0, 1u << vc);
    }
    EXPECT_EQ(counter.rtl->available_o >> vc & 1, 0) << "VC " << vc;
  }
  EXPECT_FALSE(counter.rtl.is_violated());
}

TEST(CreditCounterTest, ThePortIsRoomyWhileHalfOfItsPlacesOrMoreAreFree) {
  Counter<Vcredit_counter_3x5> counter(1);  // 15 places: from 8 on
  for (unsigned free = 15; free > 6; --free) {
    EXPECT_EQ(counter.rtl->roomy_o, free >= 8) << free << " places";
    counter.tick(0, 1u << (free % 3));
  }
  counter.tick(0b001, 0);
  counter.tick(0b010, 0);
  EXPECT_EQ(counter.rtl->roomy_o, 1);
}

TEST(CreditCounterTest, ACreditAndAFlitInOneCycleLeaveTheCount) {
  Counter<Vcredit_counter_1x1> counter(1);
  counter.tick(0, 1);
  EXPECT_EQ(counter.rtl->available_o, 0);
  counter.tick(1, 1);
  EXPECT_EQ(counter.rtl->available_o, 0);
  EXPECT_FALSE(counter.rtl.is_violated());
}

TEST(CreditCounterTest, ACreditForNoFlitIsReported) {
  Counter<Vcredit_counter_3x5> counter(1);
  counter.drive(0b100, 0);
  EXPECT_NE(counter.rtl.violation_of_tick().find(kCreditDuty), std::string::npos);
}

TEST(CreditCounterTest, AFlitWithoutACreditIsReported) {
  Counter<Vcredit_counter_1x1> counter(1);
  counter.tick(0, 1);
  counter.drive(0, 1);
  EXPECT_NE(counter.rtl.violation_of_tick().find(kCreditDuty), std::string::npos);
}

// The output side of a router as the model holds it.
struct Lanes {
  Lanes(unsigned ports_, unsigned vcs_, unsigned depth_)
      : ports(ports_), vcs(vcs_), depth(depth_), planes(model::planes_for(depth)) {
    with_credit = (std::uint64_t{1} << ports * vcs) - 1;
    credits().set(with_credit, depth);
  }
  model::LaneCounters<std::uint64_t> credits() {
    return {planes.data(), static_cast<unsigned>(planes.size())};
  }
  std::uint64_t roomy() { return model::roomy_lanes(credits(), ports, vcs, depth); }
  // The end of a cycle in which credits came in and flits, some of them tails, went out.
  void tick(std::uint64_t credited, std::uint64_t sent, std::uint64_t tails) {
    with_credit = credits().step(credited & ~sent, sent & ~credited);
    busy = (busy | sent) & ~tails;
  }

  unsigned ports, vcs, depth;
  std::vector<std::uint64_t> planes;
  std::uint64_t with_credit;
  std::uint64_t busy = 0;
};

template <class Top>
class Outputs {
 public:
  Outputs(std::uint64_t seed, unsigned ports, unsigned vcs) : rtl(seed), ports_(ports), vcs_(vcs) {
    rtl->enable_i = 1;
    idle();
    rtl.reset();
  }
  void idle() {
    rtl->op_gnt_i = 0;
    rtl->op_vc_i = 0;
    rtl->op_tail_i = 0;
    rtl->out_credit_i = 0;
  }
  void send(unsigned port, unsigned vc, bool is_tail) {
    drive_element(rtl->op_gnt_i, port, 1, 1);
    drive_element(rtl->op_vc_i, port, vcs_ > 2 ? 2 : 1, vc);
    drive_element(rtl->op_tail_i, port, 1, is_tail ? 1 : 0);
  }
  void tick() {
    rtl.tick();
    idle();
    rtl.settle();
  }
  // Is a VC of the class eligible at the port? `classes` are the pins.
  void shows(std::uint64_t eligible, model::VcMask class_0, std::uint64_t class_0_pins,
             std::uint64_t class_1_pins) const {
    for (unsigned port = 0; port < ports_; ++port) {
      const std::uint32_t vcs = model::field(eligible, port * vcs_, vcs_);
      EXPECT_EQ(class_0_pins >> port & 1, (vcs & class_0) != 0) << "port " << port;
      EXPECT_EQ(class_1_pins >> port & 1, (vcs & ~class_0) != 0) << "port " << port;
    }
  }

  RtlModule<Top> rtl;

 private:
  unsigned ports_, vcs_;
};

using Mesh = Outputs<Voutput_unit_mesh>;

TEST(OutputUnitTest, AVcIsBusyFromItsHeadToItsTail) {
  Mesh outputs(1, 5, 2);
  outputs.send(3, 1, false);
  outputs.tick();
  EXPECT_EQ(outputs.rtl->ovc_eligible_o >> 6 & 3, 0b01u);
  EXPECT_EQ(outputs.rtl->ovc_credit_o >> 6 & 3, 0b11u);
  outputs.tick();
  EXPECT_EQ(outputs.rtl->ovc_eligible_o >> 6 & 3, 0b01u);
  outputs.send(3, 1, true);
  outputs.tick();
  EXPECT_EQ(outputs.rtl->ovc_eligible_o >> 6 & 3, 0b11u);
}

TEST(OutputUnitTest, ASingleFlitPacketNeverMakesItsVcBusy) {
  Mesh outputs(1, 5, 2);
  outputs.send(0, 0, true);
  outputs.tick();
  EXPECT_EQ(outputs.rtl->ovc_eligible_o & 3, 0b11u);
}

TEST(OutputUnitTest, ACreditCountsInTheCycleInWhichItIsOnThePins) {
  Mesh outputs(1, 5, 2);
  for (int flit = 0; flit < 3; ++flit) {
    outputs.send(2, 0, true);
    outputs.tick();
  }
  EXPECT_EQ(outputs.rtl->ovc_credit_o >> 4 & 1, 0u);
  outputs.rtl->out_credit_i = 1u << 4;
  outputs.rtl.settle();
  EXPECT_EQ(outputs.rtl->ovc_credit_o >> 4 & 1, 1u);
  EXPECT_EQ(outputs.rtl->ovc_eligible_o >> 4 & 1, 1u);
}

TEST(OutputUnitTest, NothingIsOfferedAndNoCreditTakenWhileEnableIsLow) {
  Mesh outputs(1, 5, 2);
  outputs.rtl->enable_i = 0;
  outputs.rtl->out_credit_i = 0x3ff;  // a fault if they were counted: all are there
  outputs.rtl.settle();
  EXPECT_EQ(outputs.rtl->ovc_credit_o, 0u);
  EXPECT_EQ(outputs.rtl->ovc_eligible_o, 0u);
  EXPECT_EQ(outputs.rtl->op_class_0_o, 0u);
  outputs.rtl.tick();
  EXPECT_FALSE(outputs.rtl.is_violated());
}

template <class Top>
void runs_with_the_lanes(unsigned ports, unsigned vcs, unsigned depth, bool has_classes) {
  const model::VcMask class_0 = has_classes ? model::dateline_class_0(vcs) : model::all_vcs(vcs);
  for (const std::uint64_t seed : kSeeds) {
    Outputs<Top> outputs(seed, ports, vcs);
    Draws draws(seed);
    Lanes lanes(ports, vcs, depth);
    for (unsigned cycle = 0; cycle < 4000; ++cycle) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", cycle " << cycle);
      for (unsigned port = 0; port < ports; ++port) {
        const std::uint64_t roomy = lanes.roomy() >> port * vcs & 1;
        ASSERT_EQ(outputs.rtl->op_roomy_o >> port & 1, roomy) << "port " << port;
      }
      const bool counts = draws.chance(0.9);
      const double returning = cycle / 100 % 2 == 0 ? 0.1 : 0.5;
      std::uint64_t credits = 0;
      for (unsigned lane = 0; lane < ports * vcs; ++lane) {
        const bool is_owed = lanes.credits().value(lane) < depth;
        if (is_owed && draws.chance(returning)) credits |= std::uint64_t{1} << lane;
      }
      drive(outputs.rtl->enable_i, counts);
      drive(outputs.rtl->out_credit_i, credits);
      outputs.rtl.settle();
      if (counts) {
        const std::uint64_t usable = lanes.with_credit | credits;
        const std::uint64_t eligible =
            model::eligible_lanes(~std::uint64_t{0}, false, usable, lanes.busy);
        ASSERT_EQ(outputs.rtl->ovc_credit_o, usable);
        ASSERT_EQ(outputs.rtl->ovc_eligible_o, eligible);
        outputs.shows(eligible, class_0, outputs.rtl->op_class_0_o, outputs.rtl->op_class_1_o);
        std::uint64_t sent = 0;
        std::uint64_t tails = 0;
        for (unsigned port = 0; port < ports; ++port) {
          const std::uint32_t ready = model::field(usable, port * vcs, vcs);
          if (ready == 0 || draws.chance(0.4)) continue;
          const unsigned vc = draws.one_of(ready);
          const bool is_tail = draws.chance(0.4);
          outputs.send(port, vc, is_tail);
          const std::uint64_t lane = std::uint64_t{1} << (port * vcs + vc);
          sent |= lane;
          if (is_tail) tails |= lane;
        }
        lanes.tick(credits, sent, tails);
      }
      outputs.tick();
    }
    EXPECT_FALSE(outputs.rtl.is_violated());
  }
}

TEST(OutputUnitTest, LockstepWithTheLanesOfTheModel) {
  runs_with_the_lanes<Voutput_unit_mesh>(5, 2, 3, false);
  runs_with_the_lanes<Voutput_unit_dateline>(7, 3, 5, true);
}

}  // namespace
}  // namespace turnpike::test
