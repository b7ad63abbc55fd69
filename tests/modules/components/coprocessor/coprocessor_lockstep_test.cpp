// A whole co-processor, hardware beside model, under random legal traffic: every output, every
// cycle.

#include <gtest/gtest.h>

#include "Vcoprocessor_1.h"
#include "Vcoprocessor_3.h"
#include "Vcoprocessor_3_wide.h"
#include "Vcoprocessor_6.h"
#include "model/coprocessor/coprocessor.h"
#include "tests/modules/support/coprocessor_node.h"
#include "tests/modules/support/coprocessor_pins.h"

namespace turnpike::test {
namespace {

void expect_equal(const model::CoprocessorOut& rtl, const model::CoprocessorOut& model,
                  unsigned ports) {
  ASSERT_EQ(rtl.instruction_ready, model.instruction_ready);
  ASSERT_EQ(rtl.memory_valid, model.memory_valid);
  if (model.memory_valid) {
    ASSERT_EQ(rtl.memory_address, model.memory_address);
    ASSERT_EQ(rtl.memory_write, model.memory_write);
    ASSERT_EQ(rtl.memory_fence, model.memory_fence);
    ASSERT_EQ(rtl.memory_strobe, model.memory_strobe);
    ASSERT_EQ(rtl.memory_data, model.memory_data);
  }
  ASSERT_EQ(rtl.watch_exception, model.watch_exception);
  ASSERT_EQ(rtl.out_valid, model.out_valid);
  for (model::PortId port = 0; port < ports; ++port) {
    ASSERT_EQ(rtl.in_credit[port], model.in_credit[port]) << "port " << port;
    if ((model.out_valid >> port & 1) == 0) continue;
    ASSERT_EQ(rtl.out_vc[port], model.out_vc[port]) << "port " << port;
    ASSERT_EQ(rtl.out_flit[port].word[0], model.out_flit[port].word[0]) << "port " << port;
    ASSERT_EQ(rtl.out_flit[port].word[1], model.out_flit[port].word[1]) << "port " << port;
  }
  ASSERT_EQ(rtl.sent, model.sent);
  ASSERT_EQ(rtl.received, model.received);
  ASSERT_EQ(rtl.error_valid, model.error_valid);
  if (model.error_valid) {
    ASSERT_EQ(rtl.error_code, model.error_code);
    ASSERT_EQ(rtl.error_pointer, model.error_pointer);
  }
  ASSERT_EQ(rtl.idle, model.idle);
}

// Stops at the first difference. `resets`: how often everything is reset.
template <class Top>
void run(const model::CoprocessorParams& params, CoprocessorNode& node, std::uint64_t seed,
         unsigned cycles, double resets) {
  RtlCoprocessor<Top> rtl(params, seed);
  model::Coprocessor model(params);
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    SCOPED_TRACE(testing::Message() << "cycle " << cycle);
    const model::CoprocessorOut out = model.eval();
    expect_equal(rtl.eval(), out, params.ports());
    if (testing::Test::HasFatalFailure()) return;
    const model::CoprocessorIn in = node.draw();
    if (node.draws().chance(resets)) {
      rtl.reset(in);
      model.reset();
      node.reset();
    } else {
      rtl.tick(in);
      model.tick(in);
      node.tick(in, out);
    }
    if (testing::Test::HasFatalFailure()) return;
    ASSERT_FALSE(rtl.is_violated());
  }
}

template <class Top>
void agrees(const model::CoprocessorParams& params) {
  constexpr unsigned kCycles = 40000;
  for (const std::uint64_t seed : kSeeds) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    CoprocessorNode node(params, seed);
    run<Top>(params, node, seed, kCycles, 0.0001);
    if (testing::Test::HasFatalFailure()) return;
    EXPECT_GT(node.processor().finished(), 100u);
    EXPECT_GT(node.processor().refused(), 5u);
    EXPECT_GT(node.channels().begun(), 50u);
    EXPECT_GT(node.channels().left(), 100u);
  }
}

model::CoprocessorParams shape(unsigned dimensions, unsigned flit_bits, unsigned depth,
                               unsigned system_buffers) {
  model::CoprocessorParams params;
  params.dimensions = dimensions;
  params.flit_bits = flit_bits;
  params.buffer_depth = depth;
  params.system_buffers = system_buffers;
  return params;
}

TEST(CoprocessorLockstepTest, SixDimensionsAgree) { agrees<Vcoprocessor_6>(shape(6, 16, 12, 16)); }

TEST(CoprocessorLockstepTest, OneDimensionOfBytesWithOneSystemBufferAgrees) {
  agrees<Vcoprocessor_1>(shape(1, 8, 24, 1));
}

TEST(CoprocessorLockstepTest, ThreeDimensionsWithFewSystemBuffersAgree) {
  agrees<Vcoprocessor_3>(shape(3, 16, 10, 3));
}

TEST(CoprocessorLockstepTest, WideChannelsAndManySystemBuffersAgree) {
  model::CoprocessorParams params = shape(3, 64, 3, 64);
  params.virtual_channels = 1;
  agrees<Vcoprocessor_3_wide>(params);
}

// A copy was under way, its word half written; the next copy began with the second half.
TEST(CoprocessorLockstepTest, ResetBetweenTheTwoWritesOfACopiedWordIsForgotten) {
  const model::CoprocessorParams params = shape(3, 16, 10, 3);
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    CoprocessorNode node(params, seed);
    run<Vcoprocessor_3>(params, node, seed, 60000, 0.002);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace turnpike::test
