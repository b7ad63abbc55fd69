// What a network around a router of one's own promises; a reference is the router in the middle.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "api/dpi/turnpike_dpi.h"

namespace turnpike::test {
namespace {

using Words = std::vector<std::uint32_t>;

std::int32_t size(const Words& words) { return static_cast<std::int32_t>(words.size()); }

class Middle {
 public:
  Middle(const std::string& router, const std::string& network)
      : router_(turnpike_reference_new("router", router.c_str())),
        around_(turnpike_surroundings_new((router + " " + network).c_str())) {
    EXPECT_GT(router_, 0) << turnpike_reference_text(0);
    EXPECT_GT(around_, 0) << turnpike_reference_text(0);
    in_.resize(static_cast<std::size_t>((turnpike_reference_input_bits(router_) + 31) / 32));
    out_.resize(static_cast<std::size_t>((turnpike_reference_output_bits(router_) + 31) / 32));
    reset();
  }
  ~Middle() {
    turnpike_reference_free(router_);
    turnpike_surroundings_free(around_);
  }
  Middle(const Middle&) = delete;
  Middle& operator=(const Middle&) = delete;

  void reset() {
    turnpike_reference_cycle(router_, 1, nullptr, 0);
    EXPECT_EQ(turnpike_surroundings_cycle(around_, 1, nullptr, 0, in_.data(), size(in_)), 0);
  }
  // `flip`: an output bit that is turned over; below 0: none.
  std::int32_t cycle(int flip = -1) {
    EXPECT_EQ(turnpike_reference_expected(router_, out_.data(), size(out_)), 0);
    if (flip >= 0) out_[static_cast<std::size_t>(flip) / 32] ^= 1u << flip % 32;
    EXPECT_EQ(turnpike_reference_cycle(router_, 0, in_.data(), size(in_)), 0)
        << turnpike_reference_text(router_);
    return turnpike_surroundings_cycle(around_, 0, out_.data(), size(out_), in_.data(), size(in_));
  }
  bool shows(unsigned port) const { return (out_[0] >> port & 1) != 0; }
  std::int32_t around() const { return around_; }
  std::int64_t sent() const { return turnpike_surroundings_packets(around_, 0); }
  std::int64_t delivered() const { return turnpike_surroundings_packets(around_, 1); }
  std::string text() const { return turnpike_reference_text(around_); }

 private:
  std::int32_t router_;
  std::int32_t around_;
  Words in_;
  Words out_;
};

TEST(SurroundingsTest, EverythingArrivesInEachKindOfNetwork) {
  const char* const kNetworks[][2] = {
      {"VCS=2", "PLACE=5"},
      {"VCS=2 ROUTING=2 DATA_W=70", "PLACE=0"},
      {"VCS=2 ROUTING=1 PORTS=3", "RADIX=3 PLACE=8 LOAD=20"},
      {"VCS=1 ROUTING=3 PORTS=5 DIMENSIONS=4 COORD_W=1 ADDR_W=4 PIPELINE=2", "PLACE=9"},
      {"VCS=4 MESSAGE_CLASSES=2", "RADIX=5 PLACE=24 PACKET_FLITS=1"},
      {"VCS=2 PORTS=7 LOCAL_PORTS=3", "PLACE=6 LOAD=10"},
      {"VCS=2 ROUTING=3 PORTS=6 LOCAL_PORTS=2 DIMENSIONS=4 COORD_W=1 ADDR_W=4", "PLACE=3 LOAD=15"},
      {"VCS=2 ROUTING=5", "PLACE=5"},
      {"VCS=3 ROUTING=5 PORTS=6 LOCAL_PORTS=2 PIPELINE=2", "RADIX=3 PLACE=4 LOAD=15"},
      {"VCS=6 ROUTING=5 LAYERS=3", "PLACE=5"},
      {"VCS=8 ROUTING=5 MESSAGE_CLASSES=2 LAYERS=2 ESCAPE=1", "PLACE=6"},
  };
  for (const auto& network : kNetworks) {
    SCOPED_TRACE(std::string(network[0]) + " " + network[1]);
    Middle middle(network[0], network[1]);
    for (unsigned cycle = 0; cycle < 1500; ++cycle) {
      ASSERT_EQ(middle.cycle(), 0) << middle.text();
    }
    EXPECT_GT(middle.delivered(), 500);
    EXPECT_GT(middle.sent(), middle.delivered());
    ASSERT_EQ(turnpike_surroundings_stop(middle.around()), 0);
    for (unsigned cycle = 0; cycle < 500; ++cycle) ASSERT_EQ(middle.cycle(), 0) << middle.text();
    EXPECT_EQ(middle.delivered(), middle.sent());
  }
}

// Flits, VCs, routes and credits that the router in the middle gets wrong are told by whoever
// gets them.
TEST(SurroundingsTest, EveryKindOfFaultOfTheMiddleIsTold) {
  constexpr unsigned kFlit = 5 + 5;
  constexpr unsigned kRoute = kFlit + 5 * 34;
  constexpr unsigned kCredit = kRoute + 25;
  struct Case {
    int flip;
    int port;  // that shows a flit in that cycle; below 0: any cycle
    const char* text;
  };
  const Case cases[] = {
      {0, 0, ""},                    // a flit is lost
      {1, -1, ""},                   // a flit that nobody sent
      {5, 0, "router of node 6: "},  // on another VC
      {kFlit + 20, 0, ""},           // another bit
      {kFlit + 4 * 34 + 20, 4, ", at node 5, VC "},
      {kFlit + 4 * 34 + 20, 4, " is not as it was sent"},
      {kRoute + 1, 0, "a flit comes with the route of its packet"},
      {kCredit, -1, ""},  // a credit too many, sooner or later
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.flip);
    Middle middle("VCS=2", "PLACE=5");
    std::int32_t status = 0;
    for (unsigned cycle = 0; cycle < 300; ++cycle) ASSERT_EQ(middle.cycle(), 0) << middle.text();
    for (unsigned cycle = 0; cycle < 3000 && status == 0; ++cycle) {
      const bool is_there = one.port < 0 || middle.shows(static_cast<unsigned>(one.port));
      status = middle.cycle(is_there ? one.flip : -1);
    }
    EXPECT_EQ(status, TURNPIKE_REFERENCE_DIFFERENT);
    EXPECT_EQ(middle.text().rfind("cycle 3", 0), 0u) << middle.text();
    EXPECT_NE(middle.text().find(one.text), std::string::npos) << middle.text();
    std::uint32_t words[16] = {};
    EXPECT_EQ(turnpike_surroundings_cycle(middle.around(), 0, words, 16, words, 16),
              TURNPIKE_REFERENCE_STATE);
  }
}

TEST(SurroundingsTest, WrongUseIsAnswered) {
  EXPECT_EQ(turnpike_surroundings_new(nullptr), TURNPIKE_REFERENCE_NULL);
  const char* const kBad[][2] = {
      {"ROUTING=4 DIMENSIONS=6 COORD_W=1", "surroundings: ROUTING is 4; allowed: 0 to 3, and 5"},
      {"ROUTING=5 ADDR_W=7", "surroundings: ADDR_W is 7; allowed: DIMENSIONS * COORD_W"},
      {"ROUTING=5 LOCAL_PORTS=0", "surroundings: LOCAL_PORTS is 0; allowed: 1 and more"},
      {"PLACE=16", "surroundings: PLACE is 16; allowed: 0 to 15"},
      {"RADIX=9", "surroundings: RADIX is 9; allowed: 2 to 8"},
      {"PORTS=6", "surroundings: PORTS is 6; allowed: 5"},
      {"DATA_W=16", "surroundings: DATA_W is 16; allowed: 2 * ADDR_W + 14 and more"},
      {"VCS=0", "router: VCS is 0; allowed: 1 to 16"},
  };
  for (const auto& bad : kBad) {
    EXPECT_EQ(turnpike_surroundings_new(bad[0]), TURNPIKE_REFERENCE_PARAMETERS);
    EXPECT_STREQ(turnpike_reference_text(0), bad[1]);
  }
  const std::int32_t router = turnpike_reference_new("router", "");
  const std::int32_t around = turnpike_surroundings_new("");
  std::uint32_t word = 0;
  EXPECT_EQ(turnpike_surroundings_cycle(router, 1, &word, 1, &word, 1), TURNPIKE_REFERENCE_HANDLE);
  EXPECT_EQ(turnpike_reference_check(around, &word, 1), TURNPIKE_REFERENCE_HANDLE);
  EXPECT_EQ(turnpike_surroundings_cycle(around, 1, &word, 1, &word, 1), TURNPIKE_REFERENCE_WORDS);
  EXPECT_EQ(turnpike_surroundings_cycle(around, 1, &word, 1, nullptr, 1), TURNPIKE_REFERENCE_NULL);
  EXPECT_EQ(turnpike_surroundings_free(around), 0);
  EXPECT_EQ(turnpike_surroundings_stop(around), TURNPIKE_REFERENCE_HANDLE);
  EXPECT_EQ(turnpike_surroundings_packets(around, 1), TURNPIKE_REFERENCE_HANDLE);
  EXPECT_EQ(turnpike_reference_free(router), 0);
}

}  // namespace
}  // namespace turnpike::test
