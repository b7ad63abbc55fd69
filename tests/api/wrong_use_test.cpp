// Wrong use of the C interface is answered with a status and a text, whatever is wrong.

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "api/turnpike.h"
#include "api/turnpike.hpp"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

turnpike_options options_of(const char* text) {
  turnpike_options options{};
  options.size = sizeof options;
  options.text = text;
  return options;
}

turnpike_network* small_mesh(std::uint32_t drawn = 0) {
  turnpike_options options = options_of(kSmallMesh.c_str());
  options.drawn_traffic = drawn;
  turnpike_network* network = nullptr;
  EXPECT_EQ(turnpike_create(&options, &network, nullptr), TURNPIKE_OK);
  return network;
}

// Every function that takes a network, with arguments that are fine.
std::vector<std::pair<const char*, turnpike_status>> call_all(turnpike_network* n) {
  turnpike_packet packet{};
  turnpike_delivery delivery{};
  turnpike_event event{};
  turnpike_summary summary{};
  summary.size = sizeof summary;
  turnpike_shape shape{};
  shape.size = sizeof shape;
  turnpike_component component{};
  component.size = sizeof component;
  turnpike_channel channel{};
  channel.size = sizeof channel;
  turnpike_node node{};
  node.size = sizeof node;
  turnpike_reorder_state order{};
  order.size = sizeof order;
  const char* text = nullptr;
  std::uint64_t number = 0;
  std::uint32_t count32 = 0;
  std::size_t count = 0;
  return {{"remark", turnpike_remark(n, &text)},
          {"configuration", turnpike_configuration(n, &text)},
          {"inputs", turnpike_inputs(n, &text)},
          {"offer", turnpike_offer(n, 0, 1, 5, 0, 7)},
          {"offer_packets", turnpike_offer_packets(n, &packet, 0, &count)},
          {"queue_length", turnpike_queue_length(n, 0, &count32)},
          {"class_queue", turnpike_class_queue(n, 0, 0, &number, &number)},
          {"hold_deliveries", turnpike_hold_deliveries(n, 0, 0, 0)},
          {"next_event", turnpike_next_event(n, &number)},
          {"set_queue_limit", turnpike_set_queue_limit(n, 0)},
          {"take_deliveries", turnpike_take_deliveries(n, &delivery, 1, &count)},
          {"deliveries_waiting", turnpike_deliveries_waiting(n, &count)},
          {"outstanding", turnpike_outstanding(n, &number)},
          {"cycle", turnpike_cycle(n, &number)},
          {"set_queue_limits", turnpike_set_queue_limits(n, 0, 0)},
          {"queue_space", turnpike_queue_space(n, 0, 0, &count32, &count32)},
          {"get_reorder_state", turnpike_get_reorder_state(n, &order)},
          {"on_delivery", turnpike_on_delivery(n, nullptr, nullptr)},
          {"send_bytes", turnpike_send_bytes(n, 0, 1, 0, "x", 1, 7)},
          {"messages_waiting", turnpike_messages_waiting(n, &count)},
          {"on_message", turnpike_on_message(n, nullptr, nullptr)},
          {"step", turnpike_step(n, 1)},
          {"step_until_delivery", turnpike_step_until_delivery(n, 1000, &number)},
          {"step_until_idle", turnpike_step_until_idle(n, 1000, &number)},
          {"on_event", turnpike_on_event(n, nullptr, nullptr)},
          {"record_events", turnpike_record_events(n, 1)},
          {"take_events", turnpike_take_events(n, &event, 1, &count)},
          {"events_waiting", turnpike_events_waiting(n, &count)},
          {"measure", turnpike_measure(n, 0)},
          {"statistics", turnpike_statistics(n, &summary)},
          {"channel_utilisation", turnpike_channel_utilisation(n, nullptr, 0, &count)},
          {"channel_flits", turnpike_channel_flits(n, nullptr, 0, &count)},
          {"statistics_json", turnpike_statistics_json(n, &text)},
          {"statistics_table", turnpike_statistics_table(n, &text)},
          {"get_shape", turnpike_get_shape(n, &shape)},
          {"get_component", turnpike_get_component(n, 0, &component)},
          {"get_channel", turnpike_get_channel(n, 0, &channel)},
          {"get_node", turnpike_get_node(n, 0, &node)},
          {"topology", turnpike_topology(n, &text)},
          {"component_name", turnpike_component_name(n, 0, &text)},
          {"reset", turnpike_reset(n)}};
}

TEST(WrongUseTest, ALiveNetworkAnswersEveryCall) {
  turnpike_network* network = small_mesh();
  for (const auto& [name, status] : call_all(network)) EXPECT_EQ(status, TURNPIKE_OK) << name;
  EXPECT_EQ(turnpike_destroy(network), TURNPIKE_OK);
}

TEST(WrongUseTest, NullIsNoNetwork) {
  for (const auto& [name, status] : call_all(nullptr)) {
    EXPECT_EQ(status, TURNPIKE_ERROR_NULL) << name;
  }
  EXPECT_EQ(turnpike_run(nullptr, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_STREQ(turnpike_error(nullptr), "the network is NULL");
  EXPECT_EQ(turnpike_destroy(nullptr), TURNPIKE_OK);
  turnpike_free(nullptr);
}

TEST(WrongUseTest, ADestroyedNetworkIsToldFromALiveOne) {
  turnpike_network* gone = small_mesh();
  turnpike_destroy(gone);
  turnpike_network* other = small_mesh();  // perhaps in its place
  ASSERT_NE(gone, other);
  for (const auto& [name, status] : call_all(gone)) {
    EXPECT_EQ(status, TURNPIKE_ERROR_HANDLE) << name;
  }
  EXPECT_EQ(turnpike_destroy(gone), TURNPIKE_ERROR_HANDLE);
  EXPECT_STREQ(turnpike_error(gone), "no such network");
  EXPECT_EQ(turnpike_destroy(other), TURNPIKE_OK);
}

TEST(WrongUseTest, AnyAddressMayBeGiven) {
  int variable = 0;
  for (void* address : {static_cast<void*>(&variable), reinterpret_cast<void*>(1),
                        reinterpret_cast<void*>(~std::uintptr_t{0})}) {
    auto* handle = static_cast<turnpike_network*>(address);
    for (const auto& [name, status] : call_all(handle)) {
      EXPECT_EQ(status, TURNPIKE_ERROR_HANDLE) << name;
    }
  }
}

TEST(WrongUseTest, NullWhereSomethingMustBe) {
  turnpike_network* n = small_mesh();
  EXPECT_EQ(turnpike_remark(n, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_configuration(n, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_inputs(n, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_offer_packets(n, nullptr, 1, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_queue_length(n, 0, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_take_deliveries(n, nullptr, 1, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_deliveries_waiting(n, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_take_events(n, nullptr, 1, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_events_waiting(n, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_outstanding(n, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_cycle(n, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_next_event(n, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_channel_utilisation(n, nullptr, 1, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_step_until_delivery(n, 1, nullptr), TURNPIKE_IDLE);
  EXPECT_EQ(turnpike_statistics(n, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_statistics_json(n, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_statistics_table(n, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_get_shape(n, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_get_component(n, 0, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_get_channel(n, 0, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_get_node(n, 0, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_topology(n, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_component_name(n, 0, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_STREQ(turnpike_error(n), "name is NULL");
  turnpike_destroy(n);

  turnpike_options options = options_of(kSmallMesh.c_str());
  EXPECT_EQ(turnpike_create(&options, nullptr, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_create(nullptr, &n, nullptr), TURNPIKE_ERROR_NULL);
  options.overrides_count = 1;
  EXPECT_EQ(turnpike_create(&options, &n, nullptr), TURNPIKE_ERROR_NULL);
  options = options_of(nullptr);
  EXPECT_EQ(turnpike_create(&options, &n, nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(n, nullptr);
}

TEST(WrongUseTest, NumbersOutOfRangeAreRefusedWithWhatIsAllowed) {
  turnpike_network* n = small_mesh();
  const auto said = [&] { return std::string(turnpike_error(n)); };
  EXPECT_EQ(turnpike_offer(n, 16, 0, 1, 0, 0), TURNPIKE_ERROR_ARGUMENT);
  EXPECT_EQ(said(), "source: found 16, allowed: 0 .. 15");
  EXPECT_EQ(turnpike_offer(n, 0, 16, 1, 0, 0), TURNPIKE_ERROR_ARGUMENT);
  EXPECT_EQ(said(), "destination: found 16, allowed: 0 .. 15");
  EXPECT_EQ(turnpike_offer(n, 0, 1, 0, 0, 0), TURNPIKE_ERROR_ARGUMENT);
  EXPECT_EQ(said(), "flits: found 0, allowed: 1 .. 2147483647");
  EXPECT_EQ(turnpike_offer(n, 0, 1, 0x80000000u, 0, 0), TURNPIKE_ERROR_ARGUMENT);
  EXPECT_EQ(turnpike_offer(n, 0, 1, 1, 1, 0), TURNPIKE_ERROR_ARGUMENT);
  EXPECT_EQ(said(), "message_class: found 1, allowed: 0 .. 0");
  EXPECT_EQ(turnpike_step(n, 1), TURNPIKE_OK);
  EXPECT_EQ(turnpike_step(n, ~std::uint64_t{0}), TURNPIKE_ERROR_ARGUMENT);
  std::uint64_t outstanding = 1;
  turnpike_outstanding(n, &outstanding);
  EXPECT_EQ(outstanding, 0u);  // nothing of it was taken
  turnpike_component component{};
  component.size = sizeof component;
  EXPECT_EQ(turnpike_get_component(n, 16, &component), TURNPIKE_ERROR_ARGUMENT);
  EXPECT_EQ(said(), "component: found 16, allowed: 0 .. 15");
  turnpike_destroy(n);
}

// Its condition holds, whoever asks.
TEST(WrongUseTest, AnIdleNetworkIsIdleAtOnce) {
  turnpike_network* n = small_mesh();
  std::uint64_t cycles = 7;
  EXPECT_EQ(turnpike_step_until_idle(n, 100, &cycles), TURNPIKE_OK);
  EXPECT_EQ(cycles, 0u);
  EXPECT_EQ(turnpike_step_until_delivery(n, 100, &cycles), TURNPIKE_IDLE);
  EXPECT_EQ(cycles, 0u);
  turnpike_destroy(n);
  Simulation simulation = Simulation::from_text(kSmallMesh);
  EXPECT_EQ(simulation.step_until_idle(100), Wait::reached);
  EXPECT_EQ(simulation.step_until_delivery(100), Wait::idle);
  EXPECT_EQ(simulation.cycle(), 0u);
}

TEST(WrongUseTest, DrawnAndOfferedTrafficAreNotMixed) {
  turnpike_network* offered = small_mesh();
  EXPECT_EQ(turnpike_run(offered, nullptr), TURNPIKE_ERROR_STATE);
  turnpike_destroy(offered);
  turnpike_network* drawn = small_mesh(1);
  EXPECT_EQ(turnpike_offer(drawn, 0, 1, 1, 0, 0), TURNPIKE_ERROR_STATE);
  EXPECT_EQ(turnpike_step(drawn, 1), TURNPIKE_ERROR_STATE);
  const char* text = nullptr;
  EXPECT_EQ(turnpike_statistics_json(drawn, &text), TURNPIKE_ERROR_STATE);
  EXPECT_EQ(turnpike_run(drawn, nullptr), TURNPIKE_OK);
  EXPECT_EQ(turnpike_statistics_json(drawn, &text), TURNPIKE_OK);
  turnpike_destroy(drawn);
}

TEST(WrongUseTest, ACallbackThatUsesItsNetworkIsToldThatItIsBusy) {
  struct Seen {
    turnpike_network* network;
    std::vector<turnpike_status> statuses;
  } seen{small_mesh(), {}};
  const auto callback = [](void* user, const turnpike_event*) {
    auto& s = *static_cast<Seen*>(user);
    s.statuses.push_back(turnpike_step(s.network, 1));
    s.statuses.push_back(turnpike_destroy(s.network));
  };
  turnpike_on_event(seen.network, callback, &seen);
  turnpike_offer(seen.network, 0, 5, 3, 0, 0);
  EXPECT_EQ(turnpike_step(seen.network, 100), TURNPIKE_OK);
  ASSERT_FALSE(seen.statuses.empty());
  for (const turnpike_status status : seen.statuses) EXPECT_EQ(status, TURNPIKE_ERROR_BUSY);
  EXPECT_EQ(turnpike_destroy(seen.network), TURNPIKE_OK);
}

// One thread is in a call, which a callback does not let end; the other is told so.
TEST(WrongUseTest, ASecondThreadIsToldThatTheNetworkIsBusy) {
  struct Gate {
    std::atomic<bool> is_inside{false};
    std::atomic<bool> may_leave{false};
  } gate;
  turnpike_network* n = small_mesh();
  const auto callback = [](void* user, const turnpike_event*) {
    auto& g = *static_cast<Gate*>(user);
    g.is_inside = true;
    while (!g.may_leave) std::this_thread::yield();
  };
  turnpike_on_event(n, callback, &gate);
  turnpike_offer(n, 0, 5, 3, 0, 0);
  std::thread first([&] { EXPECT_EQ(turnpike_step(n, 100), TURNPIKE_OK); });
  while (!gate.is_inside) std::this_thread::yield();
  for (const auto& [name, status] : call_all(n)) EXPECT_EQ(status, TURNPIKE_ERROR_BUSY) << name;
  EXPECT_STREQ(turnpike_error(n), "another call on this network is going on");
  gate.may_leave = true;
  first.join();
  EXPECT_EQ(turnpike_destroy(n), TURNPIKE_OK);
}

TEST(WrongUseTest, AConfigurationIsRefusedWithTheWordsOfTheProgram) {
  const TemporaryFolder folder;
  for (const std::string& wrong :
       {std::string("[network]\ntopology = 'mesh'\nradix = 0\n"),
        std::string("[router]\nvirtual_chanels = 2\n"), std::string("[network\n"),
        std::string("[traffic]\npattern = 'trace'\nfile = 'none'\n"),
        std::string("[network]\ntopology = 'torus'\nradix = 8\n[router]\nvirtual_channels = 1\n"
                    "[run]\nengine = 'model'\n")}) {
    const std::string file = folder.write("wrong.toml", wrong);
    const ProgramResult program = turnpike({"run", file});
    ASSERT_NE(program.status, 0) << wrong;
    try {
      Options options;
      options.drawn_traffic = true;
      Simulation::from_file(file, options);
      ADD_FAILURE() << wrong;
    } catch (const Error& error) {
      EXPECT_EQ("turnpike: " + std::string(error.what()) + "\n", program.error);
      EXPECT_EQ(error.status(),
                program.status == 1 ? TURNPIKE_ERROR_UNSOUND : TURNPIKE_ERROR_CONFIGURATION);
    }
  }
}

TEST(WrongUseTest, StatusesHaveWords) {
  for (int status = -20; status <= 10; ++status) {
    EXPECT_NE(std::string(turnpike_status_text(static_cast<turnpike_status>(status))), "");
  }
  EXPECT_STREQ(turnpike_status_text(TURNPIKE_QUEUE_FULL), "queue full");
}

}  // namespace
}  // namespace turnpike::test
