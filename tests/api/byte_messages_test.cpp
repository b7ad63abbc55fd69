// Messages in bytes come out whole, once each, and cost the flits that carry them.

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "api/turnpike.hpp"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using Bytes = std::vector<unsigned char>;

Bytes bytes_of(std::uint64_t tag, std::size_t count) {
  Bytes bytes(count);
  for (std::size_t i = 0; i < count; ++i) {
    bytes[i] = static_cast<unsigned char>(tag * 31 + i * 7 + (i >> 8));
  }
  return bytes;
}

const std::string kMeshOfBytes =
    "[network]\ntopology = 'mesh'\nradix = 4\ndimensions = 2\n[router]\nvirtual_channels = 4\n"
    "[run]\nengine = 'model'\n";
const std::string kPacketsOfBytes =
    "[network]\ntopology = 'hypercube'\ndimensions = 4\n[router]\nkind = 'packet'\n"
    "[run]\nengine = 'model'\n";

class ByteMessagesTest : public testing::TestWithParam<std::string> {};

TEST_P(ByteMessagesTest, ComeOutAsTheyWentIn) {
  Options options;
  options.packet_bytes = 20;
  Simulation net = Simulation::from_text(GetParam(), options);
  const std::size_t sizes[] = {0, 1, 3, 4, 19, 20, 21, 40, 1000, 70000};
  std::uint64_t tag = 0;
  for (std::uint32_t source = 0; source < 16; ++source) {
    for (const std::size_t size : sizes) {
      const Bytes bytes = bytes_of(tag, size);
      ASSERT_TRUE(net.send_bytes(source, (source * 5 + 3) % 16, bytes.data(), size, 0, tag++));
    }
  }
  EXPECT_EQ(net.step_until_idle(10000000), Wait::reached);
  EXPECT_EQ(net.deliveries_waiting(), 0u);  // packets of messages are none
  EXPECT_EQ(net.messages_waiting(), tag);
  std::vector<int> seen(tag);
  while (const std::optional<Message> message = net.take_message()) {
    ASSERT_LT(message->about.tag, seen.size());
    ++seen[message->about.tag];
    EXPECT_EQ(message->data, bytes_of(message->about.tag, message->about.bytes));
    EXPECT_EQ(message->about.bytes, sizes[message->about.tag % std::size(sizes)]);
    EXPECT_EQ(message->about.packets,
              message->about.bytes == 0 ? 1 : (message->about.bytes + 19) / 20);
    EXPECT_EQ(message->about.source, message->about.tag / std::size(sizes));
    EXPECT_EQ(message->about.destination, (message->about.source * 5 + 3) % 16);
    EXPECT_LT(message->about.queued, message->about.delivered);
  }
  EXPECT_EQ(std::accumulate(seen.begin(), seen.end(), 0), static_cast<int>(tag));
}

INSTANTIATE_TEST_SUITE_P(Networks, ByteMessagesTest, testing::Values(kMeshOfBytes, kPacketsOfBytes),
                         [](const auto& of) { return of.index == 0 ? "Mesh" : "Packet"; });

TEST(ByteMessagesFlitsTest, AreThoseOfHeadersAndBytes) {
  Options options;
  options.flit_bytes = 8;
  options.header_flits = 2;
  options.packet_bytes = 32;
  Simulation net = Simulation::from_text(kMeshOfBytes, options);
  const Bytes bytes(75);
  ASSERT_TRUE(net.send_bytes(0, 1, bytes.data(), bytes.size()));
  // 32, 32 and 11 bytes: 2 + 4, 2 + 4 and 2 + 2 flits.
  EXPECT_EQ(net.class_queue(0, 0).packets, 3u);
  EXPECT_EQ(net.class_queue(0, 0).flits, 16u);
}

TEST(ByteMessagesFlitsTest, ByDefaultAFlitHasTheBytesOfTheRoutersFlit) {
  Simulation net = Simulation::from_text(kMeshOfBytes);
  const Bytes bytes(256 + 5);
  ASSERT_TRUE(net.send_bytes(0, 1, bytes.data(), bytes.size()));
  EXPECT_EQ(net.shape().flit_bits, 32u);
  EXPECT_EQ(net.class_queue(0, 0).packets, 2u);
  EXPECT_EQ(net.class_queue(0, 0).flits, 66u);
}

TEST(ByteMessagesFlitsTest, AFullQueueTakesAllPacketsOrNone) {
  Options options;
  options.queue_limit_flits = 20;
  options.packet_bytes = 16;
  Simulation net = Simulation::from_text(kMeshOfBytes, options);
  const Bytes bytes(400);
  ASSERT_TRUE(net.send_bytes(0, 1, bytes.data(), 400));  // more than the limit, into an empty queue
  EXPECT_EQ(net.class_queue(0, 0).flits, 100u);
  EXPECT_FALSE(net.send_bytes(0, 1, bytes.data(), 64));
  EXPECT_EQ(net.error(), "source 0: its queue has no room within the limit of 20 flits");
  EXPECT_EQ(net.class_queue(0, 0).flits, 100u);
  ASSERT_TRUE(net.send_bytes(1, 0, bytes.data(), 40));  // 4 + 4 + 2
  ASSERT_TRUE(net.send_bytes(1, 0, bytes.data(), 40));
  EXPECT_FALSE(net.offer(1, 0, 1));
}

TEST(ByteMessagesFlitsTest, ACallbackHasTheDataAndMaySendMore) {
  Simulation net = Simulation::from_text(kMeshOfBytes);
  std::vector<Bytes> heard;
  net.on_message([&](const turnpike_message& message) {
    const auto* first = static_cast<const unsigned char*>(message.data);
    heard.emplace_back(first, first + message.bytes);
    if (message.tag == 5) return;
    const Bytes more = bytes_of(message.tag + 1, message.bytes + 100);
    EXPECT_TRUE(net.send_bytes(message.destination, message.source, more.data(), more.size(), 0,
                               message.tag + 1));
  });
  const Bytes first = bytes_of(0, 10);
  ASSERT_TRUE(net.send_bytes(2, 9, first.data(), first.size()));
  EXPECT_EQ(net.step_until_idle(100000), Wait::reached);
  ASSERT_EQ(heard.size(), 6u);
  for (std::size_t i = 0; i < heard.size(); ++i) EXPECT_EQ(heard[i], bytes_of(i, 10 + 100 * i));
}

TEST(ByteMessagesFlitsTest, WrongUseIsAnswered) {
  Simulation net = Simulation::from_text(kMeshOfBytes);
  turnpike_network* n = net.get();
  EXPECT_EQ(turnpike_send_bytes(n, 0, 1, 0, nullptr, 1, 0), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_send_bytes(n, 16, 1, 0, "x", 1, 0), TURNPIKE_ERROR_ARGUMENT);
  EXPECT_EQ(turnpike_send_bytes(n, 0, 1, 1, "x", 1, 0), TURNPIKE_ERROR_ARGUMENT);
  EXPECT_EQ(turnpike_send_bytes(n, 0, 1, 0, "x", (std::size_t{1} << 40) + 1, 0),
            TURNPIKE_ERROR_ARGUMENT);
  EXPECT_EQ(net.error(), "bytes: found 1099511627777, allowed: 0 .. 1099511627776");
  turnpike_message message{};
  EXPECT_EQ(turnpike_take_message(n, &message), TURNPIKE_ERROR_ARGUMENT);  // no size
  message.size = sizeof message;
  EXPECT_EQ(turnpike_take_message(n, &message), TURNPIKE_NONE);
  EXPECT_EQ(net.error(), "there is nothing to take");
  EXPECT_FALSE(net.take_message());
  EXPECT_EQ(turnpike_messages_waiting(n, nullptr), TURNPIKE_ERROR_NULL);
  Options options;
  options.header_flits = 65;
  EXPECT_THROW(Simulation::from_text(kMeshOfBytes, options), Error);
  options.header_flits = 0;
  options.flit_bytes = 4097;
  try {
    Simulation::from_text(kMeshOfBytes, options);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()), "options.flit_bytes: found 4097, allowed: 0 .. 4096");
  }
}

}  // namespace
}  // namespace turnpike::test
