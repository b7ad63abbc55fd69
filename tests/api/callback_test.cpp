// Deliveries and messages that the library reports by itself, and what the callback may do.

#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "api/turnpike.hpp"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

const std::string kTwoClassMesh =
    "[network]\ntopology = 'mesh'\nradix = 4\ndimensions = 2\n[router]\nmessage_classes = 2\n"
    "virtual_channels = 4\n[run]\nengine = 'model'\n";

auto key_of(const Delivery& d) {
  return std::tuple(d.tag, d.queued, d.injected, d.head, d.delivered, d.source, d.destination,
                    d.flits, d.message_class, d.hops, d.released);
}
using Keys = std::vector<decltype(key_of(Delivery{}))>;

// Requests of all nodes; each is answered in the cycle after it came out.
Delivery answer_to(const Delivery& request) {
  Delivery answer{};
  answer.source = request.destination;
  answer.destination = request.source;
  answer.tag = request.tag + 1000;
  return answer;
}
void offer_requests(Simulation& net) {
  for (std::uint32_t i = 0; i < 64; ++i) {
    ASSERT_TRUE(net.offer(i % 16, (i * 7 + i / 16) % 16, 1 + i % 5, 0, i));
  }
}

TEST(CallbackTest, RepliesFromItAreThoseOfALoopThatTakesDeliveries) {
  Keys polled;
  Simulation by_hand = Simulation::from_text(kTwoClassMesh);
  offer_requests(by_hand);
  while (by_hand.outstanding() != 0) {
    by_hand.step();
    for (const Delivery& d : by_hand.take_deliveries()) {
      polled.push_back(key_of(d));
      if (d.message_class != 0) continue;
      const Delivery answer = answer_to(d);
      ASSERT_TRUE(by_hand.offer(answer.source, answer.destination, 5, 1, answer.tag));
    }
  }
  for (const bool in_one_step : {true, false}) {
    Keys heard;
    Simulation net = Simulation::from_text(kTwoClassMesh);
    net.on_delivery([&](const Delivery& d) {
      heard.push_back(key_of(d));
      EXPECT_EQ(net.cycle(), d.delivered + 1);
      if (d.message_class != 0) return;
      const Delivery answer = answer_to(d);
      EXPECT_TRUE(net.offer(answer.source, answer.destination, 5, 1, answer.tag));
    });
    offer_requests(net);
    if (in_one_step) {
      EXPECT_TRUE(net.step(1000000));
      EXPECT_EQ(net.cycle(), 1000000u);
    } else {
      EXPECT_EQ(net.step_until_idle(100000), Wait::reached);
    }
    EXPECT_EQ(heard, polled);
    EXPECT_EQ(heard.size(), 128u);
    EXPECT_EQ(net.deliveries_waiting(), 0u);
  }
}

TEST(CallbackTest, ItMayNotRunCyclesNorTakeTheNetworkAway) {
  Simulation net = Simulation::from_text(kTwoClassMesh);
  int heard = 0;
  net.on_delivery([&](const Delivery&) {
    ++heard;
    turnpike_network* n = net.get();
    EXPECT_EQ(turnpike_step(n, 1), TURNPIKE_ERROR_BUSY);
    EXPECT_EQ(turnpike_step_until_idle(n, 1, nullptr), TURNPIKE_ERROR_BUSY);
    EXPECT_EQ(turnpike_reset(n), TURNPIKE_ERROR_BUSY);
    EXPECT_EQ(turnpike_destroy(n), TURNPIKE_ERROR_BUSY);
    EXPECT_EQ(turnpike_on_delivery(n, nullptr, nullptr), TURNPIKE_ERROR_BUSY);
    EXPECT_EQ(turnpike_offer(n, 99, 0, 1, 0, 0), TURNPIKE_ERROR_ARGUMENT);
    EXPECT_EQ(std::string(turnpike_error(n)), "source: found 99, allowed: 0 .. 15");
  });
  ASSERT_TRUE(net.offer(0, 5, 1));
  EXPECT_EQ(net.step_until_delivery(1000), Wait::reached);
  EXPECT_EQ(heard, 1);
  net.on_event([&](const Event&) {  // of the network in mid-cycle
    EXPECT_EQ(turnpike_offer(net.get(), 0, 0, 1, 0, 0), TURNPIKE_ERROR_BUSY);
  });
  ASSERT_TRUE(net.offer(0, 5, 1));
  EXPECT_EQ(net.step_until_idle(1000), Wait::reached);
}

TEST(CallbackTest, WhatItThrowsIsThrownByTheStep) {
  Simulation net = Simulation::from_text(kTwoClassMesh);
  net.on_delivery([](const Delivery&) { throw std::logic_error("of the caller"); });
  ASSERT_TRUE(net.offer(0, 5, 1));
  EXPECT_THROW(net.step(1000), std::logic_error);
  EXPECT_LT(net.cycle(), 1000u);  // which ended there
  net.on_delivery({});
  ASSERT_TRUE(net.offer(0, 5, 1));
  EXPECT_EQ(net.step_until_delivery(1000), Wait::reached);
  EXPECT_EQ(net.take_deliveries().size(), 1u);
}

TEST(CallbackTest, NoDeliveryIsLostWhereItThrowsOrInterrupts) {
  Simulation net = Simulation::from_text(kTwoClassMesh);
  std::vector<std::uint64_t> tags;
  net.on_delivery([&](const Delivery& d) {
    tags.push_back(d.tag);
    if (d.tag % 2 == 0) throw std::logic_error("of the caller");
    net.interrupt();
  });
  // Of the same distance: all come in one cycle.
  for (std::uint32_t node = 0; node < 4; ++node) ASSERT_TRUE(net.offer(node, node, 1, 0, node));
  for (unsigned calls = 0; net.outstanding() + net.deliveries_waiting() != 0; ++calls) {
    ASSERT_LT(calls, 5u);
    try {
      EXPECT_FALSE(net.step(100));
    } catch (const std::logic_error&) {
    }
  }
  EXPECT_EQ(tags, (std::vector<std::uint64_t>{0, 1, 2, 3}));
}

TEST(CallbackTest, NoDeliveryIsLostWhereAnEventOfItsCycleThrows) {
  Simulation net = Simulation::from_text(kTwoClassMesh);
  std::vector<std::uint64_t> tags;
  net.on_delivery([&](const Delivery& d) { tags.push_back(d.tag); });
  net.on_event([](const Event& event) {
    if (event.kind == TURNPIKE_EVENT_DELIVERED) throw std::logic_error("of the caller");
  });
  for (std::uint32_t node = 0; node < 4; ++node) ASSERT_TRUE(net.offer(node, node, 1, 0, node));
  EXPECT_THROW(net.step(100), std::logic_error);
  EXPECT_TRUE(tags.empty());
  EXPECT_TRUE(net.step(100));
  EXPECT_EQ(tags, (std::vector<std::uint64_t>{0, 1, 2, 3}));
}

TEST(CallbackTest, ItStaysThroughAResetAndHearsWhatWaits) {
  Simulation net = Simulation::from_text(kTwoClassMesh);
  ASSERT_TRUE(net.offer(0, 5, 1, 0, 1));
  EXPECT_EQ(net.step_until_delivery(1000), Wait::reached);
  std::vector<std::uint64_t> tags;
  net.on_delivery([&](const Delivery& d) { tags.push_back(d.tag); });
  ASSERT_TRUE(net.offer(0, 5, 1, 0, 2));
  EXPECT_TRUE(net.step(100));
  net.reset();
  ASSERT_TRUE(net.offer(0, 5, 1, 0, 3));
  EXPECT_TRUE(net.step(100));
  EXPECT_EQ(tags, (std::vector<std::uint64_t>{1, 2, 3}));
}

TEST(CallbackTest, EventsHaveTagAndClassOfTheirPacket) {
  Simulation net = Simulation::from_text(kTwoClassMesh);
  std::size_t of_packet[2] = {0, 0};
  net.on_event([&](const Event& event) {
    ASSERT_TRUE(event.tag == 70 || event.tag == 71);
    EXPECT_EQ(event.message_class, event.tag - 70);
    ++of_packet[event.tag - 70];
  });
  ASSERT_TRUE(net.offer(0, 15, 3, 0, 70));
  ASSERT_TRUE(net.offer(0, 15, 3, 1, 71));
  EXPECT_EQ(net.step_until_idle(1000), Wait::reached);
  // Queued, injected, on the output pins of seven routers, head, delivered.
  EXPECT_EQ(of_packet[0], 11u);
  EXPECT_EQ(of_packet[1], 11u);
}

}  // namespace
}  // namespace turnpike::test
