// A Simulation that was moved from answers every call as a NULL network does.

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "api/turnpike.hpp"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using Call = std::function<void(Simulation&)>;

const std::vector<std::pair<const char*, Call>>& calls() {
  static const std::vector<std::pair<const char*, Call>> all = {
      {"remark", [](Simulation& s) { s.remark(); }},
      {"configuration", [](Simulation& s) { s.configuration(); }},
      {"inputs", [](Simulation& s) { s.inputs(); }},
      {"reset", [](Simulation& s) { s.reset(); }},
      {"offer", [](Simulation& s) { (void)s.offer(0, 1, 1); }},
      {"offer a packet", [](Simulation& s) { (void)s.offer(Packet{}); }},
      {"offer packets", [](Simulation& s) { (void)s.offer(std::vector<Packet>(2)); }},
      {"queue_length", [](Simulation& s) { s.queue_length(0); }},
      {"set_queue_limit", [](Simulation& s) { s.set_queue_limit(1); }},
      {"class_queue", [](Simulation& s) { s.class_queue(0, 0); }},
      {"set_queue_limits", [](Simulation& s) { s.set_queue_limits(1, 1); }},
      {"queue_space", [](Simulation& s) { s.queue_space(0); }},
      {"reorder_state", [](Simulation& s) { s.reorder_state(); }},
      {"send_bytes", [](Simulation& s) { (void)s.send_bytes(0, 1, "x", 1); }},
      {"take_message", [](Simulation& s) { s.take_message(); }},
      {"messages_waiting", [](Simulation& s) { s.messages_waiting(); }},
      {"on_delivery", [](Simulation& s) { s.on_delivery([](const Delivery&) {}); }},
      {"on_message", [](Simulation& s) { s.on_message([](const turnpike_message&) {}); }},
      {"clock_period", [](Simulation& s) { s.clock_period(); }},
      {"time_ns", [](Simulation& s) { s.time_ns(); }},
      {"step_until_ns", [](Simulation& s) { s.step_until_ns(1); }},
      {"save", [](Simulation& s) { s.save("never written"); }},
      {"restore", [](Simulation& s) { s.restore("never read"); }},
      {"hold_deliveries", [](Simulation& s) { s.hold_deliveries(0); }},
      {"next_event", [](Simulation& s) { s.next_event(); }},
      {"take_deliveries", [](Simulation& s) { s.take_deliveries(); }},
      {"deliveries_waiting", [](Simulation& s) { s.deliveries_waiting(); }},
      {"outstanding", [](Simulation& s) { s.outstanding(); }},
      {"cycle", [](Simulation& s) { s.cycle(); }},
      {"step", [](Simulation& s) { s.step(); }},
      {"step_until_delivery", [](Simulation& s) { s.step_until_delivery(1); }},
      {"step_until_idle", [](Simulation& s) { s.step_until_idle(1); }},
      {"on_event", [](Simulation& s) { s.on_event([](const Event&) {}); }},
      {"on_event, none", [](Simulation& s) { s.on_event(nullptr); }},
      {"record_events", [](Simulation& s) { s.record_events(); }},
      {"events_waiting", [](Simulation& s) { s.events_waiting(); }},
      {"take_events", [](Simulation& s) { s.take_events(); }},
      {"measure", [](Simulation& s) { s.measure(); }},
      {"run", [](Simulation& s) { s.run(); }},
      {"run with progress",
       [](Simulation& s) {
         RunOptions options;
         options.on_progress = [](std::uint64_t, const std::string&) { return true; };
         s.run(options);
       }},
      {"statistics", [](Simulation& s) { s.statistics(); }},
      {"channel_utilisation", [](Simulation& s) { s.channel_utilisation(); }},
      {"channel_flits", [](Simulation& s) { s.channel_flits(); }},
      {"statistics_json", [](Simulation& s) { s.statistics_json(); }},
      {"statistics_table", [](Simulation& s) { s.statistics_table(); }},
      {"shape", [](Simulation& s) { s.shape(); }},
      {"topology", [](Simulation& s) { s.topology(); }},
      {"component", [](Simulation& s) { s.component(0); }},
      {"component_name", [](Simulation& s) { s.component_name(0); }},
      {"channel", [](Simulation& s) { s.channel(0); }},
      {"node", [](Simulation& s) { s.node(0); }},
  };
  return all;
}

void expect_no_network(Simulation& simulation) {
  EXPECT_EQ(simulation.get(), nullptr);  // NOLINT(clang-analyzer-cplusplus.Move): the test's point
  EXPECT_EQ(simulation.error(), "the network is NULL");
  for (const auto& [name, call] : calls()) {
    try {
      call(simulation);
      ADD_FAILURE() << name << " threw nothing";
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), TURNPIKE_ERROR_NULL) << name;
      EXPECT_STREQ(error.what(), "the network is NULL") << name;
    }
  }
}

TEST(MovedFromTest, ASimulationThatWasMovedFromAnswersAsNull) {
  Simulation first = Simulation::from_text(kSmallMesh);
  Simulation second = std::move(first);
  expect_no_network(first);  // NOLINT(bugprone-use-after-move)
  Simulation third = Simulation::from_text(kSmallMesh);
  third = std::move(second);
  expect_no_network(second);  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(third.shape().nodes, 16u);
}

TEST(MovedFromTest, ASimulationThatIsMovedIntoAgainIsWhole) {
  Simulation first = Simulation::from_text(kSmallMesh);
  Simulation second = std::move(first);
  first = Simulation::from_text(kSmallMesh);
  unsigned events = 0;
  first.on_event([&](const Event&) { ++events; });
  EXPECT_TRUE(first.offer(0, 15, 5));
  EXPECT_EQ(first.step_until_idle(1000), Wait::reached);
  EXPECT_GT(events, 0u);
}

}  // namespace
}  // namespace turnpike::test
