// What the C functions of api/dpi promise.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "api/dpi/turnpike_dpi.h"
#include "tests/modules/support/draws.h"

namespace turnpike::test {
namespace {

using Words = std::vector<std::uint32_t>;

class Handle {
 public:
  explicit Handle(const char* component, const char* parameters = "")
      : number_(turnpike_reference_new(component, parameters)) {
    EXPECT_GT(number_, 0) << turnpike_reference_text(0);
  }
  ~Handle() { turnpike_reference_free(number_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  operator std::int32_t() const { return number_; }

  Words inputs() const { return words(turnpike_reference_input_bits(number_)); }
  Words outputs() const { return words(turnpike_reference_output_bits(number_)); }
  std::int32_t reset() const { return turnpike_reference_cycle(number_, 1, nullptr, 0); }
  std::int32_t cycle(const Words& in) const {
    return turnpike_reference_cycle(number_, 0, in.data(), static_cast<std::int32_t>(in.size()));
  }
  Words expected() const {
    Words out = outputs();
    EXPECT_EQ(turnpike_reference_expected(number_, out.data(), static_cast<int>(out.size())), 0);
    return out;
  }
  std::int32_t check(const Words& out) const {
    return turnpike_reference_check(number_, out.data(), static_cast<std::int32_t>(out.size()));
  }
  std::string text() const { return turnpike_reference_text(number_); }

 private:
  static Words words(std::int32_t bits) {
    EXPECT_GT(bits, 0);
    return Words(static_cast<std::size_t>((bits + 31) / 32), 0);
  }

  std::int32_t number_;
};

void set_bit(Words& words, unsigned at) { words[at / 32] |= 1u << at % 32; }
void flip_bit(Words& words, unsigned at) { words[at / 32] ^= 1u << at % 32; }

// rtl/router/router.v with its defaults but for VCS 2: 5 ports, 34 bits a flit, 5 bits a route.
constexpr unsigned kNode = 1;
constexpr unsigned kLimit = kNode + 6;
constexpr unsigned kInValid = kLimit + 6 + 1 + 3 + 6 + 5;
constexpr unsigned kInRoute = kInValid + 5 + 5;
constexpr unsigned kInFlit = kInRoute + 25;
constexpr unsigned kOutFlit = 5 + 5;

// A packet of one flit from the local port of node (0, 0) up in x, to (1, 0).
Words packet_of_one_flit(const Handle& router) {
  Words in = router.inputs();
  set_bit(in, 0);  // enable
  for (unsigned bit = 0; bit < 6; ++bit) set_bit(in, kLimit + bit);
  set_bit(in, kInValid + 4);
  set_bit(in, kInRoute + 4 * 5 + 0);
  const unsigned flit = kInFlit + 4 * 34;
  set_bit(in, flit + 0);   // destination 1
  set_bit(in, flit + 32);  // head
  set_bit(in, flit + 33);  // tail
  return in;
}

TEST(ReferenceTest, AFlitIsExpectedInTheNextCycle) {
  const Handle router("router", "VCS=2");
  ASSERT_EQ(router.reset(), 0);
  ASSERT_EQ(router.cycle(packet_of_one_flit(router)), 0);
  EXPECT_EQ(turnpike_reference_now(router), 1);
  const Words out = router.expected();
  EXPECT_EQ(out[0] & 31, 1u);  // out_valid_o: port 0
  EXPECT_EQ(router.check(out), TURNPIKE_REFERENCE_EQUAL);
}

TEST(ReferenceTest, ADifferenceIsReportedWithCyclePortPinAndValues) {
  const Handle router("router", "VCS=2");
  ASSERT_EQ(router.reset(), 0);
  ASSERT_EQ(router.cycle(packet_of_one_flit(router)), 0);
  Words out = router.expected();
  flip_bit(out, kOutFlit + 31);
  EXPECT_EQ(router.check(out), TURNPIKE_REFERENCE_DIFFERENT);
  EXPECT_EQ(router.text(), "cycle 1, port 0, out_flit_o: expected 0x300000001, actual 0x380000001");
  flip_bit(out, 0);
  EXPECT_EQ(router.check(out), TURNPIKE_REFERENCE_DIFFERENT);
  EXPECT_EQ(router.text(), "cycle 1, port 0, out_valid_o: expected 0x1, actual 0x0");
}

TEST(ReferenceTest, EveryOutputBitThatMeansSomethingIsLookedAt) {
  const Handle router("router", "VCS=2");
  ASSERT_EQ(router.reset(), 0);
  ASSERT_EQ(router.cycle(packet_of_one_flit(router)), 0);
  const unsigned bits = static_cast<unsigned>(turnpike_reference_output_bits(router));
  unsigned silent = 0;
  for (unsigned bit = 0; bit < bits; ++bit) {
    Words out = router.expected();
    flip_bit(out, bit);
    silent += router.check(out) == TURNPIKE_REFERENCE_EQUAL ? 1 : 0;
  }
  EXPECT_EQ(silent, 4 * (34 + 1));  // flit and VC of the four ports that send nothing
}

TEST(ReferenceTest, NothingIsComparedBeforeTheFirstReset) {
  const Handle router("router");
  Words out = router.outputs();
  set_bit(out, 0);
  EXPECT_EQ(router.check(out), TURNPIKE_REFERENCE_EQUAL);
  EXPECT_EQ(router.cycle(router.inputs()), 0);
  EXPECT_EQ(turnpike_reference_expected(router, out.data(), 100), TURNPIKE_REFERENCE_STATE);
  ASSERT_EQ(router.reset(), 0);
  EXPECT_EQ(router.check(out), TURNPIKE_REFERENCE_DIFFERENT);
}

TEST(ReferenceTest, ABreachOfDutyIsToldAndOnlyAResetHelps) {
  const Handle router("router", "VCS=2");
  ASSERT_EQ(router.reset(), 0);
  const Words in = packet_of_one_flit(router);
  Words wrong = in;
  flip_bit(wrong, kInRoute + 4 * 5 + 1);
  EXPECT_EQ(router.cycle(wrong), TURNPIKE_REFERENCE_DUTY);
  EXPECT_EQ(router.text(),
            "cycle 0: the inputs break a duty: a flit comes with the route of its packet");
  EXPECT_EQ(router.cycle(in), TURNPIKE_REFERENCE_STATE);
  EXPECT_EQ(router.check(router.outputs()), TURNPIKE_REFERENCE_STATE);
  ASSERT_EQ(router.reset(), 0);
  EXPECT_EQ(router.cycle(in), 0);
}

TEST(ReferenceTest, BadParametersAreAnsweredWithTheirNameAndWhatIsAllowed) {
  struct Case {
    const char* component;
    const char* parameters;
    const char* text;
  };
  const Case cases[] = {
      {"switch", "", "\"switch\" is no component; allowed: router, interchange, packet_router"},
      {"router", "PORTS=33", "router: PORTS is 33; allowed: 2 to 32"},
      {"router", "PORTS=-1", "router: PORTS is -1; allowed: 2 to 32"},
      {"router", "PORTS=x", "router: PORTS is x; allowed: 2 to 32"},
      {"router", "PORTS", "router: \"PORTS\" is no parameter; allowed: NAME=VALUE"},
      {"router", "VCS=2 VCS=2", "router: VCS is given twice"},
      {"router", "LOADED=0", "router: LOADED is 0; allowed: 1"},
      {"router", "PORTS=4", "router: PORTS is 4; allowed: LOCAL_PORTS and 4 for DIMENSIONS"},
      {"router", "ADDR_W=7", "router: ADDR_W is 7; allowed: DIMENSIONS * COORD_W, which is 6"},
      {"router", "LOCAL_PORTS=0",
       "router: LOCAL_PORTS is 0; allowed: at least 1 with this ROUTING"},
      {"router", "MESSAGE_CLASSES=3", "router: MESSAGE_CLASSES is 3; allowed: a divisor of VCS"},
      {"interchange", "RING=1 VCS=1", "interchange: VCS is 1; allowed: 2 to 16 with RING=1"},
      {"interchange", "DISTANCES=3",
       "interchange: DISTANCES is 3; allowed: powers of two with ALIGNED=1"},
      {"interchange", "LEVELS=4", "interchange: DISTANCES is 256; allowed: 1 to 64"},
      {"interchange", "LEVELS=2 CHANNELS=2,9",
       "interchange: CHANNELS is 2,9; allowed: 2 to 4 numbers, the first 2 from 1 to 8"},
      {"interchange", "LEVELS=2 CHANNELS=2",
       "interchange: CHANNELS is 2; allowed: 2 to 4 numbers, the first 2 from 1 to 8"},
      {"interchange", "CHANNELS=1,",
       "interchange: CHANNELS is 1,; allowed: 1 to 4 numbers, the first 1 from 1 to 8"},
      {"interchange", "CHANNELS=1,0,0,0,0",
       "interchange: CHANNELS is 1,0,0,0,0; allowed: 1 to 4 numbers, the first 1 from 1 to 8"},
      {"packet_router", "DEPTH=4", "packet_router: DEPTH is 4; allowed: 5 to 64"},
      {"packet_router", "ROUTING=2", "packet_router: VCS is 1; allowed: 2 on a torus"},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(turnpike_reference_new(one.component, one.parameters), TURNPIKE_REFERENCE_PARAMETERS);
    EXPECT_STREQ(turnpike_reference_text(0), one.text);
  }
  EXPECT_EQ(turnpike_reference_new("packet_router", "PATIENCE=1"), TURNPIKE_REFERENCE_PARAMETERS);
  EXPECT_EQ(std::string(turnpike_reference_text(0))
                .rfind("packet_router: PATIENCE is no parameter; allowed: PORTS, ", 0),
            0u);
}

TEST(ReferenceTest, WrongHandlesNullAndShortArraysAreAnswered) {
  std::int32_t freed = 0;
  {
    const Handle router("router");
    freed = router;
    EXPECT_EQ(turnpike_reference_check(router, nullptr, 100), TURNPIKE_REFERENCE_NULL);
    ASSERT_EQ(router.reset(), 0);
    EXPECT_EQ(turnpike_reference_cycle(router, 0, nullptr, 100), TURNPIKE_REFERENCE_NULL);
    EXPECT_EQ(turnpike_reference_expected(router, nullptr, 100), TURNPIKE_REFERENCE_NULL);
    EXPECT_EQ(router.cycle(Words(2)), TURNPIKE_REFERENCE_WORDS);
    EXPECT_EQ(router.text(), "an array of 2 words; needed: 9, for 258 bits");
    EXPECT_EQ(router.check({}), TURNPIKE_REFERENCE_NULL);
    EXPECT_EQ(router.cycle(router.inputs()), 0);  // nothing has changed
  }
  for (const std::int32_t handle : {freed, 0, -1, freed + 1000}) {
    std::uint32_t word = 0;
    EXPECT_EQ(turnpike_reference_free(handle), TURNPIKE_REFERENCE_HANDLE);
    EXPECT_EQ(turnpike_reference_check(handle, &word, 1), TURNPIKE_REFERENCE_HANDLE);
    EXPECT_EQ(turnpike_reference_cycle(handle, 1, &word, 1), TURNPIKE_REFERENCE_HANDLE);
    EXPECT_EQ(turnpike_reference_expected(handle, &word, 1), TURNPIKE_REFERENCE_HANDLE);
    EXPECT_EQ(turnpike_reference_input_bits(handle), TURNPIKE_REFERENCE_HANDLE);
    EXPECT_EQ(turnpike_reference_output_bits(handle), TURNPIKE_REFERENCE_HANDLE);
    EXPECT_EQ(turnpike_reference_now(handle), TURNPIKE_REFERENCE_HANDLE);
    EXPECT_NE(std::string(turnpike_reference_text(handle)).find("no such reference"),
              std::string::npos);
  }
  EXPECT_EQ(turnpike_reference_new(nullptr, ""), TURNPIKE_REFERENCE_NULL);
  EXPECT_EQ(turnpike_reference_new("router", nullptr), TURNPIKE_REFERENCE_NULL);
}

// Whatever is on the pins: an answer, and nothing that a sanitizer hears of.
TEST(ReferenceTest, AnyPinsAreTakenOrRefused) {
  const char* const kShapes[][2] = {
      {"router", ""},
      {"router", "PORTS=32 LOCAL_PORTS=20 DIMENSIONS=3 COORD_W=10 ADDR_W=30 DATA_W=512"},
      {"router", "ROUTING=2 VCS=3 DATA_W=64"},
      {"router", "ROUTING=4 PORTS=4 LOCAL_PORTS=0 VCS=2 DIMENSIONS=3 COORD_W=2"},
      {"router", "ROUTING=5 PORTS=6 VCS=1 DEPTH=1 ADDR_W=4 PIPELINE=2"},
      {"router", "ROUTING=5 PORTS=6 VCS=6 DEPTH=2 ADDR_W=4 LAYERS=3"},
      {"router", "ROUTING=5 PORTS=6 VCS=4 DEPTH=2 ADDR_W=4 LAYERS=2 ESCAPE=1"},
      {"interchange", ""},
      {"interchange", "JOINT=1 DIMENSIONS=3 COORD_W=2 DISTANCES=2 PACE=3"},
      {"interchange", "RING=1 DIMENSIONS=3 COORD_W=2 CHANNELS=1,0,0,0 DISTANCES=2,0,0,0"},
      {"packet_router", ""},
      {"packet_router",
       "ROUTING=3 PORTS=7 LOCAL_PORTS=4 DIMENSIONS=3 COORD_W=1 ADDR_W=3 FIRST_HOP=1"},
      {"packet_router", "ROUTING=4 PORTS=3 LOCAL_PORTS=0 DIMENSIONS=3 COORD_W=2"},
  };
  Draws draws(1);
  for (const auto& shape : kShapes) {
    SCOPED_TRACE(std::string(shape[0]) + " " + shape[1]);
    const Handle component(shape[0], shape[1]);
    unsigned taken = 0;
    unsigned refused = 0;
    for (unsigned cycle = 0; cycle < 3000; ++cycle) {
      if (cycle % 4 == 0) component.reset();
      const double density = cycle % 3 == 0 ? 0.02 : 0.3;
      Words in = component.inputs();
      for (std::uint32_t& word : in) word = draws.subset(32, density);
      in[0] |= 1;
      const std::int32_t status = component.cycle(in);
      taken += status == 0 ? 1 : 0;
      refused += status == TURNPIKE_REFERENCE_DUTY ? 1 : 0;
      component.check(component.outputs());
    }
    EXPECT_GT(refused, 100u);
    EXPECT_GT(taken + refused, 100u);
  }
}

}  // namespace
}  // namespace turnpike::test
