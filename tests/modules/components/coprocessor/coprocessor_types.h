// coprocessor_types.h - the co-processors that the behaviour tests run on.

#pragma once

#include "Vcoprocessor_eight.h"
#include "Vcoprocessor_eight_narrow.h"
#include "Vcoprocessor_eight_wide.h"
#include "tests/modules/support/coprocessor_bench.h"
#include "tests/modules/support/coprocessor_messages.h"
#include "tests/modules/support/coprocessor_pins.h"

namespace turnpike::test {

// A cube of 8 nodes, eight system buffers of 256 bytes: four of them for messages without a
// receive.
struct ModelOfEight : ModelCoprocessor {
  using ModelCoprocessor::ModelCoprocessor;
  static CoprocessorParams params() {
    CoprocessorParams params;
    params.dimensions = 3;
    params.flit_bits = 16;
    params.buffer_depth = 12;
    params.system_buffers = 8;
    return params;
  }
};

// The same with channels of 64 and of 8 bits.
struct WideModel : ModelCoprocessor {
  using ModelCoprocessor::ModelCoprocessor;
  static CoprocessorParams params() {
    CoprocessorParams params = ModelOfEight::params();
    params.flit_bits = 64;
    params.buffer_depth = 4;
    return params;
  }
};
struct NarrowModel : ModelCoprocessor {
  using ModelCoprocessor::ModelCoprocessor;
  static CoprocessorParams params() {
    CoprocessorParams params = ModelOfEight::params();
    params.flit_bits = 8;
    params.buffer_depth = 20;
    params.virtual_channels = 1;
    return params;
  }
};

// The hardware of the same shape.
template <class Top, class Model>
struct RtlOf : RtlCoprocessor<Top> {
  using RtlCoprocessor<Top>::RtlCoprocessor;
  static CoprocessorParams params() { return Model::params(); }
};
using RtlOfEight = RtlOf<Vcoprocessor_eight, ModelOfEight>;
using WideRtl = RtlOf<Vcoprocessor_eight_wide, WideModel>;
using NarrowRtl = RtlOf<Vcoprocessor_eight_narrow, NarrowModel>;

using CoprocessorTypes =
    ::testing::Types<ModelOfEight, WideModel, NarrowModel, RtlOfEight, WideRtl, NarrowRtl>;

template <class Component>
class CoprocessorTest : public ::testing::Test {
 protected:
  static constexpr std::uint32_t kNode = 5;
  using Bench = CoprocessorBench<Component>;

  static BenchSpec spec(std::uint64_t seed = 1) {
    BenchSpec spec;
    spec.params = Component::params();
    spec.node = kNode;
    spec.seed = seed;
    return spec;
  }
  // With a memory that stalls and answers late.
  static BenchSpec slow_spec(std::uint64_t seed) {
    BenchSpec slow = spec(seed);
    slow.stall = 0.3;
    slow.jitter = 7;
    slow.credit_delay = 0.2;
    return slow;
  }
  static constexpr unsigned kBroadcasts = 3;  // stream

  // Posts a receive and lets it take effect.
  static void post(Bench& bench, std::uint32_t block, std::uint32_t source, std::uint32_t type,
                   std::uint32_t length, std::uint32_t buffer) {
    bench.receive_block(block, source, type, length, buffer);
    bench.instruct(Operation::receive, block);
    bench.settle();
  }
  // Words of a receive block after the match.
  static void expect_block(Bench& bench, std::uint32_t block, std::uint32_t source,
                           std::uint32_t type, std::uint32_t length, std::uint32_t buffer) {
    EXPECT_EQ(bench.word(block + 8), source);
    EXPECT_EQ(bench.word(block + 12), type);
    EXPECT_EQ(bench.word(block + 16), length);
    EXPECT_EQ(bench.word(block + 20), buffer);
  }
  // A message from another node, which comes by collector `port`.
  static void arrive(Bench& bench, unsigned port, std::uint32_t source, std::uint32_t type,
                     const Bytes& data, unsigned stream = 0) {
    for (const Packet& packet : packets_of({kNode, source, stream}, type, data)) {
      bench.arrive(port, packet);
    }
  }
};

using Flags = std::vector<std::uint32_t>;
constexpr std::uint32_t kAny = 0xffffffffu;
constexpr std::uint32_t kAnyType = 1u << 16;

}  // namespace turnpike::test
