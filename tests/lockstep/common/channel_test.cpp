// The RTL channel against what docs/timing.md, section 4, says: everything LATENCY cycles later.

#include <gtest/gtest.h>

#include <deque>

#include "model/common/random.h"
#include "sim/hardware/rtl_components/shape_cache.h"

namespace turnpike::test {
namespace {

constexpr std::uint64_t kSeed = 1;

struct Sample {
  bool valid = false;
  std::uint32_t vc = 0;
  std::uint64_t route = 0;
  std::uint64_t flit[sim::kMaxFlitWords] = {};
  std::uint32_t credit = 0;
};

Sample draw_sample(model::Cycle cycle, unsigned vcs, unsigned wire_bits, unsigned route_bits) {
  const model::RandomStream random(kSeed, model::Stream::test);
  Sample sample;
  sample.valid = random.draw(0, cycle) % 3 != 0;
  sample.vc = static_cast<std::uint32_t>(random.draw(1, cycle) % vcs);
  sample.route = random.draw(1002, cycle) & ((std::uint64_t{1} << route_bits) - 1);
  for (unsigned bit = 0; bit < wire_bits; bit += 64) {
    sample.flit[bit / 64] = random.draw(2 + bit, cycle);
    if (wire_bits - bit < 64) {
      sample.flit[bit / 64] &= (std::uint64_t{1} << (wire_bits - bit)) - 1;
    }
  }
  if (random.draw(1000, cycle) % 2 != 0) {
    sample.credit = static_cast<std::uint32_t>(random.draw(1001, cycle) & model::all_vcs(vcs));
  }
  return sample;
}

void delays_everything(unsigned latency, unsigned vcs, unsigned wire_bits, unsigned route_bits) {
  const auto library =
      sim::ShapeCache().load({sim::channel_shape({latency}, vcs, wire_bits, route_bits)});
  const auto runtime = library->create_runtime(kSeed);
  const auto channel = library->create(0, *runtime, "channel");
  sim::ChannelWires in;
  sim::ChannelWires out;
  channel->bind(0, &in, &out);
  channel->reset();

  std::deque<Sample> under_way(latency);
  sim::EdgeResult seen;
  for (model::Cycle cycle = 0; cycle < 2000; ++cycle) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << ", cycle " << cycle);
    const unsigned now = cycle & 1;
    const Sample& expected = under_way.front();
    ASSERT_EQ(seen.outputs.flits != 0, expected.valid);
    ASSERT_EQ(seen.outputs.credits != 0, expected.credit != 0);
    if (expected.valid) {
      ASSERT_EQ(out.at[now].vc, expected.vc);
      ASSERT_EQ(out.at[now].route, expected.route);
      for (unsigned word = 0; word * 64 < wire_bits; ++word) {
        ASSERT_EQ(out.at[now].flit[word], expected.flit[word]) << "word " << word;
      }
    }
    if (expected.credit != 0) {
      ASSERT_EQ(in.at[now].credit, expected.credit);
    }
    under_way.pop_front();

    const Sample next = draw_sample(cycle, vcs, wire_bits, route_bits);
    under_way.push_back(next);
    in.at[now].vc = next.vc;
    in.at[now].route = next.route;
    std::copy(std::begin(next.flit), std::end(next.flit), in.at[now].flit);
    out.at[now].credit = next.credit;
    channel->tick(now, {next.valid ? 1u : 0u, next.credit != 0 ? 1u : 0u}, &seen);
  }
  EXPECT_EQ(runtime->violation(), nullptr) << runtime->violation();
}

TEST(ChannelTest, LatencyOneDelaysFlitsAndCreditsByOneCycle) { delays_everything(1, 4, 34, 6); }

TEST(ChannelTest, LatencyFiveDelaysTheWidestFlitByFiveCycles) { delays_everything(5, 3, 258, 33); }

TEST(ChannelTest, AFlitForAVcThatDoesNotExistIsReported) {
  const auto library = sim::ShapeCache().load({sim::channel_shape({5}, 3, 258, 33)});
  const auto runtime = library->create_runtime(kSeed);
  const auto channel = library->create(0, *runtime, "channel_7");
  sim::ChannelWires in;
  sim::ChannelWires out;
  channel->bind(0, &in, &out);
  channel->reset();
  EXPECT_EQ(runtime->violation(), nullptr);
  in.at[0].vc = 3;
  sim::EdgeResult seen;
  channel->tick(0, {1, 0}, &seen);
  ASSERT_NE(runtime->violation(), nullptr);
  const std::string message = runtime->violation();
  EXPECT_NE(message.find("channel_7"), std::string::npos) << message;
  EXPECT_NE(message.find("a_flit_names_a_vc_that_exists"), std::string::npos) << message;
}

// 40 bits in five phits.
TEST(ChannelTest, TheRouteCrossesANarrowChannelWithItsFlit) {
  const auto library = sim::ShapeCache().load({sim::channel_shape({6, 5, 1}, 2, 34, 6)});
  const auto runtime = library->create_runtime(kSeed);
  const auto channel = library->create(0, *runtime, "channel");
  sim::ChannelWires in;
  sim::ChannelWires out;
  channel->bind(0, &in, &out);
  channel->reset();
  sim::EdgeResult seen;
  for (unsigned cycle = 0; cycle < 21; ++cycle) {
    SCOPED_TRACE(cycle);
    const unsigned now = cycle & 1;
    ASSERT_EQ(seen.outputs.flits != 0, cycle > 5 && (cycle - 6) % 5 == 0);
    if (seen.outputs.flits != 0) {
      EXPECT_EQ(out.at[now].route, 0b100001 + (cycle - 6) / 5);
      EXPECT_EQ(out.at[now].flit[0], 0x3abcdef01 - (cycle - 6) / 5);
    }
    in.at[now].route = 0b100001 + cycle / 5;
    in.at[now].flit[0] = 0x3abcdef01 - cycle / 5;
    channel->tick(now, {cycle % 5 == 0 ? 1u : 0u, 0}, &seen);
  }
  EXPECT_EQ(runtime->violation(), nullptr) << runtime->violation();
}

}  // namespace
}  // namespace turnpike::test
