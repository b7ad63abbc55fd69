// All instructions between all nodes of a cube: every byte right, flags in order, nothing written
// that should not be, no system buffer lost.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/modules/components/coprocessor/coprocessor_types.h"
#include "tests/modules/support/coprocessor_cluster.h"

namespace turnpike::test {
namespace {

constexpr std::uint32_t kAdaptive = 1u << 30;
constexpr std::uint32_t kUnchecked = 1u << 31;
constexpr std::uint32_t kMaxLength = 400;
constexpr std::uint32_t kBlocks = 0x4000;
constexpr std::uint32_t kBuffers = 0x20000;
constexpr std::uint32_t kBufferRoom = 512;

// How receives ask for the messages of a run.
enum class Matching { exact, any_source, any };

struct SentMessage {
  Operation operation;
  std::uint32_t block;
  std::uint32_t type;
  std::uint32_t buffer;
  Bytes data;
  std::vector<std::uint32_t> destinations;
  bool wants_null = false;  // its receive has a null pointer, and is posted before
};

struct PostedReceive {
  std::uint32_t block;
  std::uint32_t capacity;
  std::uint32_t buffer;
  std::uint32_t source = 0;
  unsigned index = 0;  // of the message
  bool is_posted = false;
  bool is_done = false;
};

struct Processor {
  std::vector<SentMessage> messages;
  std::vector<PostedReceive> receives;
  std::vector<std::pair<Operation, std::uint32_t>> program;  // backwards
  unsigned expected = 0;                                     // messages
  unsigned null_receives = 0;                                // posted and not done
};

template <class Component>
class Exchange {
 public:
  Exchange(const BenchSpec& spec, Matching matching, unsigned messages)
      : cluster_(spec), matching_(matching), draws_(spec.seed), processors_(cluster_.nodes()) {
    for (std::uint32_t node = 0; node < cluster_.nodes(); ++node) {
      for (unsigned i = 0; i < messages; ++i) add_message(node, i);
    }
    for (std::uint32_t node = 0; node < cluster_.nodes(); ++node) add_receives(node);
    for (std::uint32_t node = 0; node < cluster_.nodes(); ++node) shuffle(node);
  }

  void run() {
    for (unsigned cycle = 0; cycle < 4000000; ++cycle) {
      cluster_.advance();
      check_accesses();
      if (cycle % 16 == 0) {
        for (std::uint32_t node = 0; node < cluster_.nodes(); ++node) process(node);
      }
      if (cycle % 256 == 0 && is_done()) return;
      if (::testing::Test::HasFailure()) return;
    }
    FAIL() << "not all messages arrived";
  }

  void expect_all_buffers_free() {
    for (std::uint32_t node = 0; node < cluster_.nodes(); ++node) {
      auto& bench = cluster_[node];
      EXPECT_TRUE(bench.errors.empty());
      const unsigned buffers = bench.spec().params.system_buffers;
      for (std::uint32_t i = 0; i < buffers - buffers / 2; ++i) {
        for (const Packet& packet : packets_of({node, node ^ 1, 0}, i, Bytes(30, 1))) {
          bench.arrive(0, packet);
        }
      }
      bench.settle();
      EXPECT_TRUE(bench.is_at_rest()) << "node " << node << " lost a system buffer";
    }
  }
  unsigned exceptions() const { return exceptions_; }

 private:
  void add_message(std::uint32_t node, unsigned index) {
    auto& bench = cluster_[node];
    auto& own = processors_[node];
    SentMessage message;
    const std::uint32_t length =
        draws_.chance(0.3) ? kLengths[draws_.below(8)] : draws_.below(kMaxLength + 1);
    message.data = random_bytes(draws_, length);
    message.type = index;  // so that source and type tell it from all others
    message.block = next_block(node, 128);
    message.buffer = kBuffers + kBufferRoom * buffers_[node]++ + draws_.below(16);
    bench.set_bytes(message.buffer, message.data);
    if (draws_.chance(0.8)) {
      message.operation = Operation::send;
      const std::uint32_t destination = node ^ (1 + draws_.below(cluster_.nodes() - 1));
      message.destinations = {destination};
      message.wants_null =
          matching_ == Matching::exact && length <= 224 && null_limit() != 0 && draws_.chance(0.4);
      bench.send_block(message.block, destination,
                       message.type | (draws_.chance(0.5) ? kAdaptive : 0), length, message.buffer);
    } else if (draws_.chance(0.5)) {
      message.operation = Operation::broadcast;
      for (std::uint32_t to = 0; to < cluster_.nodes(); ++to) {
        if (to != node) message.destinations.push_back(to);
      }
      bench.broadcast_block(message.block, message.type, length, message.buffer);
    } else {
      message.operation = Operation::near_neighbour_broadcast;
      for (std::uint32_t set = 1 + draws_.below(cluster_.nodes() - 1); set != 0; set &= set - 1) {
        message.destinations.push_back(node ^ (set & -set));
      }
      bench.broadcast_block(message.block, message.type, length, message.buffer,
                            message.destinations);
    }
    own.program.emplace_back(message.operation, message.block);
    for (const std::uint32_t to : message.destinations) {
      ++processors_[to].expected;
      incoming_[to].push_back({node, index});
    }
    own.messages.push_back(std::move(message));
  }

  void add_receives(std::uint32_t node) {
    for (const auto& [source, index] : incoming_[node]) {
      const SentMessage& message = processors_[source].messages[index];
      PostedReceive receive;
      receive.block = next_block(node, 32);
      const auto length = static_cast<std::uint32_t>(message.data.size());
      receive.source = source;
      receive.index = index;
      receive.capacity = matching_ != Matching::exact ? kMaxLength
                         : draws_.chance(0.1)         ? length / 2
                                                      : length;
      receive.buffer =
          message.wants_null ? 0 : kBuffers + kBufferRoom * buffers_[node]++ + draws_.below(16);
      const std::uint32_t type = matching_ == Matching::any ? kAnyType : message.type;
      cluster_[node].receive_block(receive.block, matching_ == Matching::exact ? source : kAny,
                                   type | (draws_.chance(0.2) ? kUnchecked : 0), receive.capacity,
                                   receive.buffer);
      processors_[node].program.emplace_back(Operation::receive, receive.block);
      processors_[node].receives.push_back(receive);
    }
  }

  void shuffle(std::uint32_t node) {
    auto& program = processors_[node].program;
    for (std::size_t i = program.size(); i > 1; --i) {
      std::swap(program[i - 1], program[draws_.below(static_cast<std::uint32_t>(i))]);
    }
  }

  std::uint32_t next_block(std::uint32_t node, std::uint32_t size) {
    const std::uint32_t block = kBlocks + block_bytes_[node];
    block_bytes_[node] += size;
    return block;
  }

  // What the processor of a node does now and then.
  void process(std::uint32_t node) {
    auto& bench = cluster_[node];
    auto& own = processors_[node];
    if (!own.program.empty() && bench.instructions_left() < 2 && draws_.chance(0.3)) {
      // The last one, or another if that must wait.
      std::swap(own.program[draws_.below(static_cast<std::uint32_t>(own.program.size()))],
                own.program.back());
      const auto [operation, block] = own.program.back();
      if (may_be_issued(node, operation, block)) {
        bench.instruct(operation, block);
        own.program.pop_back();
      }
    }
    for (PostedReceive& receive : own.receives) {
      if (!receive.is_done) look_at(node, receive);
    }
  }
  // So many receives with a null pointer can be posted at a time.
  unsigned null_limit() { return cluster_[0].spec().params.system_buffers / 2; }
  // A receive with a null pointer waits for a buffer to be released, its message for the receive.
  bool may_be_issued(std::uint32_t node, Operation operation, std::uint32_t block) {
    auto& own = processors_[node];
    if (operation == Operation::receive) {
      const auto receive =
          std::find_if(own.receives.begin(), own.receives.end(),
                       [&](const PostedReceive& each) { return each.block == block; });
      if (receive->buffer == 0 && own.null_receives == null_limit()) return false;
      own.null_receives += receive->buffer == 0 ? 1 : 0;
      receive->is_posted = true;
      return true;
    }
    const auto message = std::find_if(own.messages.begin(), own.messages.end(),
                                      [&](const SentMessage& each) { return each.block == block; });
    if (!message->wants_null) return true;
    const auto index = static_cast<unsigned>(message - own.messages.begin());
    const auto& receives = processors_[message->destinations[0]].receives;
    return std::any_of(receives.begin(), receives.end(), [&](const PostedReceive& each) {
      return each.source == node && each.index == index && each.is_posted;
    });
  }
  // Accesses of the cycle before got an exception, or what they read is right.
  void check_accesses() {
    for (const auto& [node, is_right] : accesses_) {
      const bool exception = cluster_[node].eval().watch_exception;
      EXPECT_TRUE(exception || is_right) << "node " << node;
      exceptions_ += exception ? 1 : 0;
    }
    accesses_.clear();
  }
  void look_at(std::uint32_t node, PostedReceive& receive) {
    auto& bench = cluster_[node];
    const std::uint32_t flag = bench.word(receive.block + 24);
    if (flag == 0) return;
    const std::uint32_t source = bench.word(receive.block + 8);
    const std::uint32_t length = bench.word(receive.block + 16);
    const std::uint32_t buffer = bench.word(receive.block + 20);
    const SentMessage* message = find(node, source, bench.word(receive.block + 12), length);
    ASSERT_NE(message, nullptr) << "node " << node << ", from " << source;
    if (flag == 1) {
      if (bench.in.watch_valid || receive.buffer == 0 || receive.capacity < length) return;
      // An access now: refused, or right.
      const std::uint32_t at = draws_.below(length);
      const std::uint8_t byte = bench.bytes(buffer + at, 1)[0];
      accesses_.emplace_back(node, byte == message->data[at]);
      bench.in.watch_valid = true;
      bench.in.watch_address = buffer + at;
      bench.in.watch_bytes = 1;
      return;
    }
    const bool is_cut = receive.buffer != 0 && receive.capacity < length;
    ASSERT_EQ(flag, is_cut ? error_flag(MessageError::too_long) : 3u);
    const std::uint32_t there = is_cut ? receive.capacity : length;
    EXPECT_EQ(bench.bytes(buffer, there),
              Bytes(message->data.begin(), message->data.begin() + there));
    EXPECT_TRUE(receive.buffer == 0 || receive.buffer == buffer);
    if (receive.buffer == 0) {
      bench.instruct(Operation::release, buffer);
      --processors_[node].null_receives;
    }
    receive.is_done = true;
    bench.forbid(receive.block, 32);
    if (receive.buffer != 0) bench.forbid(receive.buffer, receive.capacity);
    if (receive.buffer != 0) bench.set_bytes(receive.buffer, Bytes(receive.capacity));
    --own_expected(node);
  }
  unsigned& own_expected(std::uint32_t node) { return processors_[node].expected; }

  // The message that a block tells of.
  const SentMessage* find(std::uint32_t node, std::uint32_t source, std::uint32_t type,
                          std::uint32_t length) {
    for (const SentMessage& message : processors_.at(source).messages) {
      if (message.type != type || message.data.size() != length) continue;
      const auto& to = message.destinations;
      if (std::find(to.begin(), to.end(), node) == to.end()) continue;
      return &message;
    }
    return nullptr;
  }

  bool is_done() {
    for (std::uint32_t node = 0; node < cluster_.nodes(); ++node) {
      if (!processors_[node].program.empty() || processors_[node].expected != 0) return false;
      for (const SentMessage& message : processors_[node].messages) {
        const bool is_send = message.operation == Operation::send;
        if (cluster_[node].flags(message.block, !is_send) != Flags{1, 3}) return false;
      }
    }
    return cluster_.is_at_rest();
  }

  CoprocessorCluster<Component> cluster_;
  Matching matching_;
  Draws draws_;
  std::vector<Processor> processors_;
  std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, unsigned>>> incoming_;
  std::map<std::uint32_t, std::uint32_t> block_bytes_;
  std::map<std::uint32_t, std::uint32_t> buffers_;
  std::vector<std::pair<std::uint32_t, bool>> accesses_;  // node, whether the byte was right
  unsigned exceptions_ = 0;
};

template <class Component>
class CoprocessorClusterTest : public CoprocessorTest<Component> {};
TYPED_TEST_SUITE(CoprocessorClusterTest, CoprocessorTypes);

TYPED_TEST(CoprocessorClusterTest, AllInstructionsBetweenAllNodes) {
  for (const Matching matching : {Matching::exact, Matching::any_source, Matching::any}) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      Exchange<TypeParam> exchange(this->slow_spec(seed), matching, 60);
      exchange.run();
      if (this->HasFailure()) return;
      EXPECT_GT(exchange.exceptions(), 10u);
      exchange.expect_all_buffers_free();
      if (this->HasFailure()) return;
    }
  }
}

// Other cubes, of the model alone.
TEST(CoprocessorShapesTest, CubesOfOtherSizes) {
  struct Shape {
    unsigned dimensions;
    unsigned flit_bits;
    unsigned depth;
    unsigned system_buffers;
    unsigned messages;
  };
  const Shape shapes[] = {
      {1, 8, 20, 1, 100}, {2, 64, 1, 3, 60}, {4, 32, 3, 64, 20}, {6, 16, 12, 16, 6}};
  for (const Shape& shape : shapes) {
    SCOPED_TRACE(shape.dimensions);
    BenchSpec spec;
    spec.params.dimensions = shape.dimensions;
    spec.params.flit_bits = shape.flit_bits;
    spec.params.buffer_depth = shape.depth;
    spec.params.system_buffers = shape.system_buffers;
    spec.system_base = 0xc0000;
    spec.stall = 0.2;
    spec.jitter = 3;
    Exchange<ModelCoprocessor> exchange(spec, Matching::exact, shape.messages);
    exchange.run();
    if (::testing::Test::HasFailure()) return;
    exchange.expect_all_buffers_free();
  }
}

// The largest cube: sources of 12 bits, thirteen streams.
TEST(CoprocessorShapesTest, OneNodeOf4096) {
  BenchSpec spec;
  spec.params.dimensions = 12;
  spec.node = 4095;
  CoprocessorBench<ModelCoprocessor> bench(spec);
  Draws draws(12);
  const Bytes data = random_bytes(draws, 100);
  bench.set_bytes(kBuffers, data);
  bench.send_block(kBlocks, 0x5ff, 0xffff, 100, kBuffers);  // dimensions 11 and 9
  bench.receive_block(kBlocks + 64, 0xabc, 7, 100, kBuffers + 512);
  bench.receive_block(kBlocks + 128, kAny, 8, 100, kBuffers + 1024);
  bench.instruct(Operation::send, kBlocks);
  bench.instruct(Operation::receive, kBlocks + 64);
  bench.advance(13u << 12);  // the context memory is cleared
  bench.settle();
  for (const std::uint32_t type : {7u, 8u}) {
    for (const Packet& packet : packets_of({1u << 12, 0xabc, 12}, type, data)) {
      bench.arrive(0, packet);
    }
  }
  bench.settle();
  bench.instruct(Operation::receive, kBlocks + 128);
  bench.settle();
  EXPECT_EQ(bench.sent_packets[11], packets_of({0x5ff, 4095, 11}, 0xffff, data));
  EXPECT_EQ(bench.flags(kBlocks), (Flags{1, 3}));
  EXPECT_EQ(bench.flags(kBlocks + 64), (Flags{1, 3}));
  EXPECT_EQ(bench.flags(kBlocks + 128), Flags{3});
  EXPECT_EQ(bench.bytes(kBuffers + 512, 100), data);
  EXPECT_EQ(bench.bytes(kBuffers + 1024, 100), data);
}

}  // namespace
}  // namespace turnpike::test
