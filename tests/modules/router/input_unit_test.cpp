// An input port of a router: what its VCs offer to the switch, from arrival to departure.

#include <gtest/gtest.h>

#include <deque>
#include <vector>

#include "Vinput_unit_pipeline_2.h"
#include "Vinput_unit_table.h"
#include "Vinput_unit_torus.h"
#include "model/router/route_compute.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

using model::RoutingKind;

constexpr unsigned kDataBits = 32;
constexpr std::uint64_t kHead = std::uint64_t{1} << kDataBits;
constexpr std::uint64_t kTail = std::uint64_t{2} << kDataBits;

struct Shape {
  unsigned ports, vcs, depth, pipeline, address_bits;
  model::RoutingParams routing;

  bool has_classes() const { return routing.kind == RoutingKind::torus_bidirectional; }
  unsigned vc_bits() const { return vcs > 2 ? 2 : 1; }
  unsigned port_bits() const { return 3; }
  unsigned route_bits() const { return ports + (has_classes() ? 2 : 0); }
  unsigned offer_bits() const { return port_bits() + vc_bits() + route_bits(); }
};

const Shape kTorus{5, 3, 3, 1, 6, {RoutingKind::torus_bidirectional, 2, 3, true, 3, 4}};
const Shape kPipeline2{5, 2, 4, 2, 6, {RoutingKind::mesh, 2, 3, true, 2, 4}};
const Shape kTable{6, 1, 2, 1, 4, {RoutingKind::table, 2, 3, true, 1, 4}};

constexpr model::Address kNode = 033;
constexpr model::Address kLimit = 075;
constexpr model::PortId kPort = 3;

template <class Top>
class InputUnit {
 public:
  InputUnit(std::uint64_t seed, const Shape& shape) : rtl(seed), shape_(shape) {
    rtl->enable_i = 1;
    drive(rtl->node_i, kNode & ((1u << shape.address_bits) - 1));
    drive(rtl->limit_i, kLimit & ((1u << shape.address_bits) - 1));
    rtl->port_i = kPort;
    rtl->table_we_i = 0;
    rtl->table_dest_i = 0;
    rtl->table_mask_i = 0;
    idle();
    rtl.reset();
  }
  void idle() {
    rtl->in_valid_i = 0;
    rtl->in_vc_i = 0;
    rtl->in_flit_i = 0;
    rtl->gnt_i = 0;
    rtl->gnt_index_i = 0;
    rtl->gnt_output_i = 0;
    rtl->gnt_port_i = 0;
    rtl->gnt_vc_i = 0;
  }
  void arrive(unsigned vc, std::uint64_t flit) {
    rtl->in_valid_i = 1;
    drive(rtl->in_vc_i, vc);
    drive(rtl->in_flit_i, flit);
    rtl.settle();
  }
  void grant(unsigned vc, unsigned output, unsigned output_vc) {
    rtl->gnt_i = 1;
    drive(rtl->gnt_index_i, vc);
    drive(rtl->gnt_output_i, 1u << output);
    drive(rtl->gnt_port_i, output);
    drive(rtl->gnt_vc_i, output_vc);
    rtl.settle();
  }
  void tick() {
    rtl.tick();
    idle();
    rtl.settle();
  }
  void write_table(model::Address destination, model::PortMask mask) {
    rtl->table_we_i = 1;
    drive(rtl->table_dest_i, destination);
    drive(rtl->table_mask_i, mask);
    rtl.tick();
    rtl->table_we_i = 0;
  }
  // {held port, held VC, classes, outputs} of a VC.
  std::uint64_t offer(unsigned vc) { return element(rtl->offer_o, vc, shape_.offer_bits()); }
  unsigned outputs(unsigned vc) {
    return static_cast<unsigned>(offer(vc) & ((1u << shape_.ports) - 1));
  }

  RtlModule<Top> rtl;

 private:
  Shape shape_;
};

TEST(InputUnitTest, AnArrivingFlitCompetesInTheCycleOfItsArrival) {
  InputUnit<Vinput_unit_torus> unit(1, kTorus);
  unit.arrive(1, kHead | kTail | 033);
  EXPECT_EQ(unit.rtl->candidate_o, 0b010);
  EXPECT_EQ(unit.outputs(1), 0b10000u);
  unit.grant(1, 4, 0);
  EXPECT_EQ(unit.rtl->flit_o, kHead | kTail | 033);
  unit.tick();
  EXPECT_EQ(unit.rtl->nonempty_o, 0) << "it passed by";
}

TEST(InputUnitTest, WithTwoCyclesPerHopItCompetesFromTheNextCycleOn) {
  InputUnit<Vinput_unit_pipeline_2> unit(1, kPipeline2);
  unit.arrive(1, kHead | kTail | 033);
  EXPECT_EQ(unit.rtl->candidate_o, 0);
  unit.tick();
  EXPECT_EQ(unit.rtl->candidate_o, 0b10);
  EXPECT_EQ(unit.outputs(1), 0b10000u);
}

TEST(InputUnitTest, AFlitThatIsNotGrantedIsKept) {
  InputUnit<Vinput_unit_torus> unit(1, kTorus);
  unit.arrive(2, kHead | kTail | 044);
  unit.tick();
  EXPECT_EQ(unit.rtl->nonempty_o, 0b100);
  EXPECT_EQ(unit.rtl->candidate_o, 0b100);
  unit.grant(2, 0, 1);
  EXPECT_EQ(unit.rtl->flit_o, kHead | kTail | 044);
}

TEST(InputUnitTest, APacketHoldsItsOutputVcUntilItsTailHasLeft) {
  InputUnit<Vinput_unit_torus> unit(1, kTorus);
  unit.arrive(0, kHead | 044);
  unit.grant(0, 2, 1);
  unit.tick();
  EXPECT_EQ(unit.rtl->holding_o, 0b001);
  EXPECT_EQ(unit.outputs(0), 0b00100u);
  unit.arrive(0, kTail | 5);
  unit.grant(0, 2, 1);
  unit.tick();
  EXPECT_EQ(unit.rtl->holding_o, 0);
}

TEST(InputUnitTest, AHeadThatCanNeverLeaveIsReported) {
  InputUnit<Vinput_unit_torus> unit(1, kTorus);
  unit.arrive(0, kHead | 006);  // the highest coordinates are 5 and 7
  EXPECT_EQ(unit.rtl->unroutable_o, 1);
  EXPECT_EQ(unit.outputs(0), 0u);
}

TEST(InputUnitTest, NothingIsOfferedOrStoredWhileEnableIsLow) {
  InputUnit<Vinput_unit_torus> unit(1, kTorus);
  unit.arrive(0, kHead | 044);
  unit.tick();
  unit.rtl->enable_i = 0;
  unit.arrive(1, kHead | 044);
  EXPECT_EQ(unit.rtl->candidate_o, 0);
  EXPECT_EQ(unit.rtl->unroutable_o, 0);
  unit.tick();
  EXPECT_EQ(unit.rtl->nonempty_o, 0b001);
}

TEST(InputUnitTest, AFlitOnAVcThatDoesNotExistIsReported) {
  InputUnit<Vinput_unit_torus> unit(1, kTorus);
  unit.arrive(3, kHead | 044);
  EXPECT_NE(unit.rtl.violation_of_tick().find("a flit names a VC that exists"), std::string::npos);
}

TEST(InputUnitTest, ABodyWithoutAHeadIsReported) {
  InputUnit<Vinput_unit_torus> unit(1, kTorus);
  unit.arrive(1, kTail | 5);
  EXPECT_NE(unit.rtl.violation_of_tick().find("a head after each tail"), std::string::npos);
}

TEST(InputUnitTest, AHeadInThePacketBeforeItIsReported) {
  InputUnit<Vinput_unit_torus> unit(1, kTorus);
  unit.arrive(1, kHead | 044);
  unit.tick();
  unit.arrive(1, kHead | 044);
  EXPECT_NE(unit.rtl.violation_of_tick().find("a head after each tail"), std::string::npos);
}

// One input VC, from the cycle contract: its flits, and what the packet at the front may do.
struct Vc {
  std::deque<std::uint64_t> flits;
  bool is_holding = false;
  model::PortId port = 0;  // while it holds
  model::VcId vc = 0;
  bool is_open = false;   // the tail of the last packet is still to come
  bool may_send = false;  // a candidate in this cycle
};

class Twin {
 public:
  explicit Twin(const Shape& shape)
      : vcs(shape.vcs), shape_(shape), route_(shape.routing, shape.address_bits) {
    table_.resize(std::size_t{shape.ports} << shape.address_bits);
    self_ = {kNode, kLimit, table_.data()};
  }
  model::PortMask& table(model::Address destination) {
    return table_[std::size_t{kPort} << shape_.address_bits | destination];
  }
  model::Route route(std::uint64_t head, unsigned vc) const {
    const auto mask = (std::uint64_t{1} << shape_.address_bits) - 1;
    return route_(self_, static_cast<model::Address>(head & mask), kPort, vc);
  }
  std::vector<Vc> vcs;

  // What the VC's offer must be; held port and VC count only while it holds, as the classes do not.
  void expect_offer(unsigned vc, std::uint64_t offer) const {
    const Vc& own = vcs[vc];
    const auto outputs = static_cast<model::PortMask>(offer & ((1u << shape_.ports) - 1));
    const auto route_bits = shape_.route_bits();
    if (own.is_holding) {
      ASSERT_EQ(outputs, 1u << own.port) << "VC " << vc;
      ASSERT_EQ(offer >> route_bits & ((1u << shape_.vc_bits()) - 1), own.vc) << "VC " << vc;
      ASSERT_EQ(offer >> (route_bits + shape_.vc_bits()), own.port) << "VC " << vc;
      return;
    }
    const model::Route expected = route(own.flits.front(), vc);
    ASSERT_EQ(outputs, expected.outputs) << "VC " << vc;
    if (!shape_.has_classes() || expected.outputs == 0) return;
    const model::VcMask class_0 = model::dateline_class_0(shape_.vcs);
    const std::uint64_t classes = offer >> shape_.ports & 3;
    ASSERT_EQ((classes & 1) != 0, (expected.vcs & class_0) != 0) << "VC " << vc;
    ASSERT_EQ((classes & 2) != 0, (expected.vcs & ~class_0) != 0) << "VC " << vc;
  }

 private:
  Shape shape_;
  model::RouteCompute route_;
  std::vector<model::PortMask> table_;
  model::RouterIdentity self_;
};

template <class Top>
class Lockstep {
 public:
  Lockstep(std::uint64_t seed, const Shape& shape)
      : shape_(shape), unit_(seed, shape), twin_(shape), draws_(seed) {
    if (shape.routing.kind != RoutingKind::table) return;
    for (model::Address destination = 0; destination < 1u << shape.address_bits; ++destination) {
      const model::PortMask mask = 1 + draws_.below((1u << shape.ports) - 1);
      unit_.write_table(destination, mask);
      twin_.table(destination) = mask;
    }
  }

  void cycle(double load, double service) {
    const std::uint32_t stored = nonempty();
    const int arrived = arrive(load, stored);
    compare(stored, arrived);
    if (testing::Test::HasFatalFailure()) return;
    serve(service);
    unit_.tick();
    ASSERT_EQ(unit_.rtl->nonempty_o, nonempty());
    std::uint32_t holding = 0;
    for (unsigned vc = 0; vc < shape_.vcs; ++vc) {
      holding |= (twin_.vcs[vc].is_holding ? 1u : 0u) << vc;
    }
    ASSERT_EQ(unit_.rtl->holding_o, holding);
    ASSERT_FALSE(unit_.rtl.is_violated());
  }

 private:
  std::uint32_t nonempty() const {
    std::uint32_t set = 0;
    for (unsigned vc = 0; vc < shape_.vcs; ++vc) {
      set |= (twin_.vcs[vc].flits.empty() ? 0u : 1u) << vc;
    }
    return set;
  }

  // The VC that gets a flit in this cycle, or -1.
  int arrive(double load, std::uint32_t stored) {
    for (unsigned vc = 0; vc < shape_.vcs; ++vc) {
      twin_.vcs[vc].may_send = (stored >> vc & 1) != 0;
    }
    const unsigned vc = draws_.below(shape_.vcs);
    Vc& own = twin_.vcs[vc];
    if (!draws_.chance(load) || own.flits.size() == shape_.depth) return -1;
    const bool is_tail = draws_.chance(0.4);
    const std::uint64_t flit =
        (draws_.bits() >> 32) | (own.is_open ? 0 : kHead) | (is_tail ? kTail : 0);
    own.is_open = !is_tail;
    own.flits.push_back(flit);
    own.may_send |= shape_.pipeline == 1;
    unit_.arrive(vc, flit);
    const bool is_lost = (flit & kHead) != 0 && twin_.route(flit, vc).outputs == 0;
    EXPECT_EQ(unit_.rtl->unroutable_o, is_lost);
    return static_cast<int>(vc);
  }

  void compare(std::uint32_t stored, int arrived) {
    std::uint32_t candidates = 0;
    for (unsigned vc = 0; vc < shape_.vcs; ++vc) {
      candidates |= (twin_.vcs[vc].may_send ? 1u : 0u) << vc;
    }
    unit_.rtl.settle();
    ASSERT_EQ(unit_.rtl->candidate_o, candidates);
    ASSERT_EQ(unit_.rtl->nonempty_o, stored);
    if (arrived < 0) {
      ASSERT_EQ(unit_.rtl->unroutable_o, 0);
    }
    for (unsigned vc = 0; vc < shape_.vcs; ++vc) {
      if (twin_.vcs[vc].may_send) twin_.expect_offer(vc, unit_.offer(vc));
    }
  }

  // Grants one candidate, if any; a head that can never leave is granted too, or it would stay.
  void serve(double service) {
    const std::uint32_t candidates = unit_.rtl->candidate_o;
    if (candidates == 0 || !draws_.chance(service)) return;
    const unsigned vc = draws_.one_of(candidates);
    Vc& own = twin_.vcs[vc];
    if (!own.is_holding) {
      const model::PortMask outputs = twin_.route(own.flits.front(), vc).outputs;
      own.port = draws_.one_of(outputs != 0 ? outputs : (1u << shape_.ports) - 1);
      own.vc = draws_.below(shape_.vcs);
    }
    unit_.grant(vc, own.port, own.vc);
    const std::uint64_t flit = own.flits.front();
    EXPECT_EQ(unit_.rtl->flit_o, flit);
    own.flits.pop_front();
    own.is_holding = (flit & kTail) == 0;
  }

  Shape shape_;
  InputUnit<Top> unit_;
  Twin twin_;
  Draws draws_;
};

template <class Top>
void runs_with_the_twin(const Shape& shape) {
  for (const std::uint64_t seed : kSeeds) {
    Lockstep<Top> lockstep(seed, shape);
    for (unsigned cycle = 0; cycle < 6000; ++cycle) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", cycle " << cycle);
      const bool fills = cycle / 64 % 2 == 0;
      lockstep.cycle(fills ? 0.9 : 0.5, fills ? 0.4 : 0.95);
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(InputUnitLockstepTest, TorusAgreesWithTheContract) {
  runs_with_the_twin<Vinput_unit_torus>(kTorus);
}

TEST(InputUnitLockstepTest, TwoCyclesPerHopAgreeWithTheContract) {
  runs_with_the_twin<Vinput_unit_pipeline_2>(kPipeline2);
}

TEST(InputUnitLockstepTest, TableRoutingAgreesWithTheContract) {
  runs_with_the_twin<Vinput_unit_table>(kTable);
}

}  // namespace
}  // namespace turnpike::test
