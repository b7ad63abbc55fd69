// measure.cpp - single messages and full channels, on the reference model.

#include "sim/machine/fabric/measure.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "model/machine/machine.h"
#include "model/machine/machine_network.h"
#include "model/machine/model_fabric.h"
#include "sim/base/interrupt.h"
#include "sim/machine/fabric/machine_processor.h"
#include "sim/machine/messages/header_block.h"

namespace turnpike::sim {
namespace {

using model::Cycle;
using model::NodeId;
using model::Operation;

constexpr std::uint32_t kFirstBytes = 10;
constexpr std::uint32_t kPacketBytes = 16;
constexpr std::uint32_t kBlock = 0x1000;

std::uint32_t words(std::uint32_t address, std::uint32_t bytes) {
  return bytes == 0 ? 0 : (address % 8 + bytes + 7) / 8;
}

// A machine of the model that stands after reset.
struct Bench {
  explicit Bench(const model::CoprocessorParams& params)
      : network(model::machine_network(params)), fabric(network, params), machine(fabric, {}) {
    while (!machine.is_idle()) advance();
  }

  void put(NodeId node, std::uint32_t block, const std::array<std::uint32_t, 7>& header) {
    for (std::uint32_t i = 0; i < header.size(); ++i) {
      machine.memory(node).write_word(block + 4 * i, header[i]);
    }
  }
  void post(NodeId node, std::uint32_t block, NodeId source, std::uint32_t buffer,
            std::uint32_t bytes) {
    put(node, block, {0, 0, source, 0, bytes, buffer, 0});
    machine.issue(node, Operation::receive, block);
  }
  void send(NodeId node, std::uint32_t block, NodeId to, std::uint32_t buffer,
            std::uint32_t bytes) {
    put(node, block, {0, 0, to, 0, bytes, buffer, 0});
    machine.issue(node, Operation::send, block);
  }
  void advance() {
    stop_if_interrupted("in the middle of a measurement");
    machine.advance();
  }
  std::uint32_t flag(NodeId node, std::uint32_t block) {
    return machine.memory(node).read_word(block + header_block(Operation::send).flag);
  }

  model::Network network;
  model::ModelFabric fabric;
  model::Machine machine;
};

}  // namespace

std::uint32_t packets_of(std::uint32_t bytes) {
  return bytes <= kFirstBytes ? 1 : 1 + (bytes - kFirstBytes + kPacketBytes - 1) / kPacketBytes;
}

Cycle latency_bound(const model::CoprocessorParams& params, unsigned hops, std::uint32_t bytes,
                    std::uint32_t offset) {
  const std::uint32_t packets = packets_of(bytes);
  const std::uint32_t first = std::min(bytes, kFirstBytes);
  const std::uint32_t before_last = packets == 1 ? 0 : kFirstBytes + (packets - 2) * kPacketBytes;
  const std::uint32_t first_words = words(offset, first);
  const Cycle reads = 1 + 2 + 1 + (first_words == 0 ? 0 : first_words + 1);
  const Cycle writes = words(offset + before_last, bytes - before_last) + 1;
  return reads + Cycle{packets} * params.packet_flits() + hops + 1 + writes;
}

MessageTiming measure_message(const model::CoprocessorParams& params, unsigned hops,
                              std::uint32_t bytes, std::uint32_t offset) {
  Bench bench(params);
  const NodeId to = (NodeId{1} << hops) - 1;
  const std::uint32_t buffer = program_memory(bench.machine).data.begin + offset;
  bench.post(to, kBlock, 0, buffer, bytes);
  for (int i = 0; i < 100; ++i) bench.advance();

  MessageTiming timing{hops, bytes, 0, 0, latency_bound(params, hops, bytes, offset)};
  const Cycle start = bench.machine.now();
  bench.send(0, kBlock, to, buffer, bytes);
  while (bench.flag(to, kBlock) != kComplete) {
    if (timing.overhead == 0 && bench.fabric.outputs(0).out_valid != 0) {
      timing.overhead = bench.machine.now() - start;
    }
    if (bench.machine.now() - start > 1'000'000) throw std::logic_error("the message is lost");
    bench.advance();
  }
  timing.latency = bench.machine.now() - start;
  return timing;
}

ChannelUse measure_channels(const model::CoprocessorParams& params, std::uint32_t bytes,
                            std::uint32_t offset, Cycle cycles) {
  // Each stream has two messages under way or waiting, so that none ever lacks one.
  constexpr std::uint32_t kMessages = 2;
  Bench bench(params);
  const std::uint32_t begin = program_memory(bench.machine).data.begin;
  const std::uint32_t stride = (bytes + 64) & ~63u;
  struct Stream {
    std::array<std::uint32_t, kMessages> send_block{};
    std::array<std::uint32_t, kMessages> receive_block{};
  };
  std::vector<Stream> streams(params.dimensions);
  const auto work = [&](unsigned d, std::uint32_t m) {
    Stream& stream = streams[d];
    const NodeId to = NodeId{1} << d;
    const std::uint32_t block = kBlock + 32 * (kMessages * d + m);
    const std::uint32_t buffer = begin + offset + stride * (kMessages * d + m);
    if (bench.machine.can_issue(to) &&
        (stream.receive_block[m] == 0 || is_finished(bench.flag(to, block)))) {
      bench.post(to, stream.receive_block[m] = block, 0, buffer, bytes);
    }
    if (bench.machine.can_issue(0) &&
        (stream.send_block[m] == 0 || is_finished(bench.flag(0, block)))) {
      bench.send(0, stream.send_block[m] = block, to, buffer, bytes);
    }
  };
  const auto run = [&](Cycle end) {
    while (bench.machine.now() < end) {
      for (unsigned d = 0; d < params.dimensions; ++d) {
        for (std::uint32_t m = 0; m < kMessages; ++m) work(d, m);
      }
      bench.advance();
    }
  };
  const auto memory_words = [&] {
    return bench.machine.memory(0).words_read() + bench.machine.memory(0).words_written();
  };
  run(bench.machine.now() + 5000);
  const std::vector<std::uint64_t> before = bench.fabric.flits_sent();
  const std::uint64_t words_before = memory_words();
  run(bench.machine.now() + cycles);
  ChannelUse use;
  for (unsigned d = 0; d < params.dimensions; ++d) {
    use.share.push_back(static_cast<double>(bench.fabric.flits_sent()[d] - before[d]) /
                        static_cast<double>(cycles));
  }
  use.memory = static_cast<double>(memory_words() - words_before) / static_cast<double>(cycles);
  const double packet_words = words(offset + kFirstBytes, kPacketBytes);
  use.bound = std::min(1.0, params.packet_flits() / (packet_words * params.dimensions));
  return use;
}

}  // namespace turnpike::sim
