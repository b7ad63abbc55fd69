// `size` of a struct is one that a header gave it; what a caller does not know is not touched.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "api/call.h"
#include "api/turnpike.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {

// As a struct of turnpike.h that grew by a field.
struct Grown {
  std::size_t size;
  std::uint64_t old_field;
  std::uint64_t new_field;
};

}  // namespace turnpike::test

template <>
constexpr std::array turnpike::api::kSizes<turnpike::test::Grown>{std::size_t{16}, std::size_t{24}};

namespace turnpike::test {
namespace {

turnpike_network* small_mesh(std::uint32_t drawn = 0) {
  turnpike_options options{};
  options.size = sizeof options;
  options.text = kSmallMesh.c_str();
  options.drawn_traffic = drawn;
  turnpike_network* network = nullptr;
  EXPECT_EQ(turnpike_create(&options, &network, nullptr), TURNPIKE_OK);
  return network;
}

// call(value) with every size that no header has.
template <class Struct, class Call>
void expect_other_sizes_refused(const char* name, Struct value, Call call) {
  for (std::size_t size = 0; size <= sizeof(Struct) + 8; ++size) {
    const auto& sizes = api::kSizes<Struct>;
    if (std::find(sizes.begin(), sizes.end(), size) != sizes.end()) continue;
    value.size = size;
    ASSERT_EQ(call(&value), TURNPIKE_ERROR_ARGUMENT) << name << ", size " << size;
  }
  value.size = sizeof value;
  EXPECT_EQ(call(&value), TURNPIKE_OK) << name;
}

TEST(StructSizeTest, ASizeThatNoHeaderGaveIsRefused) {
  turnpike_options options{};
  options.text = kSmallMesh.c_str();
  options.text_name = "a name that a size of 28 would cut in two";
  expect_other_sizes_refused("options", options, [](const turnpike_options* given) {
    turnpike_network* network = nullptr;
    const turnpike_status status = turnpike_create(given, &network, nullptr);
    turnpike_destroy(network);
    return status;
  });
  turnpike_network* drawn = small_mesh(1);
  expect_other_sizes_refused("run options", turnpike_run_options{},
                             [&](const auto* given) { return turnpike_run(drawn, given); });
  turnpike_destroy(drawn);

  turnpike_network* n = small_mesh();
  expect_other_sizes_refused("summary", turnpike_summary{},
                             [&](auto* to) { return turnpike_statistics(n, to); });
  expect_other_sizes_refused("shape", turnpike_shape{},
                             [&](auto* to) { return turnpike_get_shape(n, to); });
  expect_other_sizes_refused("component", turnpike_component{},
                             [&](auto* to) { return turnpike_get_component(n, 0, to); });
  expect_other_sizes_refused("channel", turnpike_channel{},
                             [&](auto* to) { return turnpike_get_channel(n, 0, to); });
  expect_other_sizes_refused("node", turnpike_node{},
                             [&](auto* to) { return turnpike_get_node(n, 0, to); });
  turnpike_shape shape{};
  shape.size = 28;
  EXPECT_EQ(turnpike_get_shape(n, &shape), TURNPIKE_ERROR_ARGUMENT);
  EXPECT_EQ(std::string(turnpike_error(n)), "shape.size: found 28, allowed: sizeof, " +
                                                std::to_string(sizeof shape) + " in this library");
  turnpike_destroy(n);
}

// Structs of turnpike.h 1.2, which had no size.
struct OldDelivery {
  std::uint64_t tag, queued, injected, head, delivered;
  std::uint32_t source, destination, flits, message_class, hops, reserved;
};
struct OldEvent {
  std::uint64_t cycle;
  std::uint32_t kind, source, destination, packet, component, port, vc, flits;
};

TEST(StructSizeTest, AProgramOfAnOlderHeaderGetsItsOwnDeliveriesAndEvents) {
  turnpike_options options{};
  options.size = 104;  // of turnpike.h 1.2
  options.text = kSmallMesh.c_str();
  options.queue_limit_flits = 1;  // it does not know that it has this
  turnpike_network* n = nullptr;
  ASSERT_EQ(turnpike_create(&options, &n, nullptr), TURNPIKE_OK);
  ASSERT_EQ(turnpike_record_events(n, 1), TURNPIKE_OK);
  for (std::uint64_t tag = 7; tag < 10; ++tag) {
    ASSERT_EQ(turnpike_offer(n, 0, 3, 2, 0, tag), TURNPIKE_OK);
  }
  ASSERT_EQ(turnpike_step_until_idle(n, 1000, nullptr), TURNPIKE_OK);
  const auto fits = [](const void* bytes, std::size_t from, std::size_t size) {
    const auto* byte = static_cast<const unsigned char*>(bytes);
    return std::all_of(byte + from, byte + size, [](unsigned char b) { return b == 0xee; });
  };
  OldDelivery deliveries[4];
  std::memset(deliveries, 0xee, sizeof deliveries);
  std::size_t count = 0;
  ASSERT_EQ(
      turnpike_take_deliveries(n, reinterpret_cast<turnpike_delivery*>(deliveries), 4, &count),
      TURNPIKE_OK);
  ASSERT_EQ(count, 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(deliveries[i].tag, 7 + i);
    EXPECT_EQ(deliveries[i].destination, 3u);
  }
  EXPECT_TRUE(fits(deliveries, 3 * sizeof(OldDelivery), sizeof deliveries));
  std::vector<OldEvent> events(100);
  std::memset(events.data(), 0xee, events.size() * sizeof(OldEvent));
  ASSERT_EQ(turnpike_take_events(n, reinterpret_cast<turnpike_event*>(events.data()), 100, &count),
            TURNPIKE_OK);
  ASSERT_GT(count, 15u);
  EXPECT_EQ(events[0].kind, TURNPIKE_EVENT_QUEUED);
  EXPECT_EQ(events[count - 1].kind, TURNPIKE_EVENT_DELIVERED);
  EXPECT_EQ(events[count - 1].destination, 3u);
  EXPECT_TRUE(fits(events.data(), count * sizeof(OldEvent), events.size() * sizeof(OldEvent)));
  turnpike_destroy(n);
}

TEST(StructSizeTest, AnOlderStructIsReadAndWrittenAsFarAsItGoes) {
  Grown given{16, 1, 2};
  Grown read = api::read_struct(&given, "grown");
  EXPECT_EQ(read.old_field, 1u);
  EXPECT_EQ(read.new_field, 0u);  // its default: nobody said it
  api::write_struct(Grown{24, 3, 4}, &given);
  EXPECT_EQ(given.size, 16u);
  EXPECT_EQ(given.old_field, 3u);
  EXPECT_EQ(given.new_field, 2u);
  given.size = 24;
  EXPECT_EQ(api::read_struct(&given, "grown").new_field, 2u);
  for (const std::size_t size : std::array<std::size_t, 7>{0, 8, 12, 20, 23, 25, 32}) {
    given.size = size;
    EXPECT_THROW(api::check_size(&given, "grown"), api::Failure) << size;
  }
}

}  // namespace
}  // namespace turnpike::test
