// Lists of messages: the distributions that Buzzard & Mudge name, on every machine the same.

#include "model/traffic/message_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "model/analysis/buzzard.h"

namespace turnpike::test {
namespace {

using model::ListedMessage;
using model::ListStart;
using model::MessageListSpec;

MessageListSpec spec(unsigned messages_per_node) {
  MessageListSpec wanted;
  wanted.messages_per_node = messages_per_node;
  return wanted;
}

std::map<unsigned, std::vector<ListedMessage>> by_source(const std::vector<ListedMessage>& list) {
  std::map<unsigned, std::vector<ListedMessage>> found;
  for (const ListedMessage& message : list) found[message.source].push_back(message);
  return found;
}

TEST(MessageListTest, EveryNodeSendsItsShareInOrderOfTime) {
  const auto list = make_message_list(spec(50));
  ASSERT_EQ(list.size(), 64u * 50);
  EXPECT_TRUE(std::is_sorted(
      list.begin(), list.end(),
      [](const ListedMessage& a, const ListedMessage& b) { return a.queued < b.queued; }));
  for (const auto& [source, messages] : by_source(list)) EXPECT_EQ(messages.size(), 50u) << source;
  for (const ListedMessage& message : list) {
    EXPECT_NE(message.source, message.destination);
    EXPECT_LT(message.destination, 64u);
    EXPECT_GE(message.bytes, 1u);
    EXPECT_EQ(message.queued % 4, 0u);
  }
}

TEST(MessageListTest, LengthsAreExponentialWithTheMeanAsked) {
  for (const unsigned mean : {512u, 2048u}) {
    MessageListSpec wanted = spec(2000);
    wanted.mean_bytes = mean;
    double sum = 0;
    double squares = 0;
    double packets = 0;
    double longer = 0;
    const auto list = make_message_list(wanted);
    for (const ListedMessage& message : list) {
      sum += message.bytes;
      squares += static_cast<double>(message.bytes) * message.bytes;
      packets += static_cast<double>(model::buzzard::packets(message.bytes));
      longer += message.bytes > 2 * mean ? 1 : 0;
    }
    const auto count = static_cast<double>(list.size());
    EXPECT_NEAR(sum / count, mean, 0.012 * mean);  // 4 standard errors
    EXPECT_NEAR(std::sqrt(squares / count - sum / count * sum / count), mean, 0.03 * mean);
    EXPECT_NEAR(packets / count, model::buzzard::mean_packets(mean),
                0.012 * model::buzzard::mean_packets(mean));
    EXPECT_NEAR(longer / count, std::exp(-2), 0.004);
  }
}

TEST(MessageListTest, TimesBetweenMessagesAreNormalWithHalfTheMeanAsVariance) {
  MessageListSpec wanted = spec(2000);
  wanted.granularity = 1;
  double sum = 0;
  double squares = 0;
  double count = 0;
  double beyond = 0;
  for (const auto& [source, messages] : by_source(make_message_list(wanted))) {
    for (std::size_t k = 1; k < messages.size(); ++k) {
      const double away = static_cast<double>(messages[k].queued - messages[k - 1].queued) - 1024;
      sum += away;
      squares += away * away;
      beyond += std::abs(away) > std::sqrt(512.0) ? 1 : 0;
      ++count;
    }
  }
  EXPECT_NEAR(sum / count, 0, 0.26);
  EXPECT_NEAR(squares / count, 512 + 1.0 / 12, 8);  // and that of whole ticks
  EXPECT_NEAR(beyond / count, 0.317, 0.01);
}

TEST(MessageListTest, DestinationsAreAnyOtherNode) {
  std::map<unsigned, unsigned> offsets;
  for (const ListedMessage& message : make_message_list(spec(1000))) {
    ++offsets[message.source ^ message.destination];
  }
  ASSERT_EQ(offsets.size(), 63u);
  for (const auto& [offset, count] : offsets) EXPECT_NEAR(count, 64000 / 63.0, 140) << offset;
}

TEST(MessageListTest, NodesBeginTogetherOrSpread) {
  const auto first_time = [](ListStart start) {
    MessageListSpec wanted = spec(1);
    wanted.start = start;
    const auto list = make_message_list(wanted);
    return std::pair(list.front().queued, list.back().queued);
  };
  const auto together = first_time(ListStart::together);
  EXPECT_GT(together.first, 1024u - 136);
  EXPECT_LT(together.second, 1024u + 136);
  const auto spread = first_time(ListStart::spread);
  EXPECT_LT(spread.first, 1024u + 136);
  EXPECT_GT(spread.second, 1800u);
}

// Another machine, another compiler: the same list.
TEST(MessageListTest, TheListOfASeedIsKnown) {
  MessageListSpec wanted = spec(2);
  wanted.dimension = 2;
  wanted.granularity = 1;
  wanted.seed = 7;
  std::string text;
  for (const ListedMessage& m : make_message_list(wanted)) {
    text += std::to_string(m.queued) + " " + std::to_string(m.source) + " " +
            std::to_string(m.destination) + " " + std::to_string(m.bytes) + "\n";
  }
  EXPECT_EQ(text,
            "1034 2 0 711\n1037 1 3 75\n1048 0 2 79\n1057 3 0 735\n"
            "2030 1 0 134\n2050 2 1 954\n2090 0 1 1521\n2119 3 0 133\n");
}

TEST(MessageListTest, UtilisationCountsTwoTicksForEachByteAndHop) {
  const std::vector<ListedMessage> list = {{100, 0, 7, 50}, {300, 1, 0, 10}, {400, 2, 5, 1}};
  EXPECT_DOUBLE_EQ(ideal_link_utilisation(list, 24), 2.0 * (150 + 10 + 3) / (24 * 400));
  EXPECT_EQ(model::ideal_link_utilisation({}, 24), 0);
  EXPECT_EQ(model::ideal_link_utilisation({{0, 0, 1, 5}}, 24), 0);
}

TEST(MessageListTest, BadSpecificationsAreRefused) {
  const auto refuses = [](auto change) {
    MessageListSpec wanted = spec(1);
    change(wanted);
    EXPECT_THROW(make_message_list(wanted), std::invalid_argument);
  };
  refuses([](MessageListSpec& s) { s.dimension = 0; });
  refuses([](MessageListSpec& s) { s.dimension = 17; });
  refuses([](MessageListSpec& s) { s.messages_per_node = 0; });
  refuses([](MessageListSpec& s) { s.mean_bytes = 0; });
  refuses([](MessageListSpec& s) { s.intergeneration = 0; });
  refuses([](MessageListSpec& s) { s.intergeneration = (model::Tick{1} << 32) + 1; });
  refuses([](MessageListSpec& s) { s.granularity = 0; });
}

}  // namespace
}  // namespace turnpike::test
