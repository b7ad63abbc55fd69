// collectives_test.cpp - the example programs on 64 nodes of the model, and the library's errors.

#include <gtest/gtest.h>

#include <algorithm>

#include "model/machine/machine.h"
#include "model/network/engine.h"
#include "sim/machine/fabric/machine_processor.h"
#include "sim/machine/fabric/make_fabric.h"
#include "sim/machine/fabric/measure.h"
#include "sim/machine/programs/collectives.h"

namespace turnpike::test {
namespace {

using sim::Messenger;
using sim::Region;

struct Cube {
  explicit Cube(unsigned dimensions, const model::MachineSpec& spec = {})
      : fabric(make(dimensions)), machine(*fabric, spec) {}

  static sim::FabricHolder make(unsigned dimensions) {
    sim::FabricSpec spec;
    spec.params.dimensions = dimensions;
    return sim::make_fabric(spec);
  }

  sim::FabricHolder fabric;
  model::Machine machine;
};

TEST(CollectivesTest, RunOnSixtyFourNodes) {
  for (const sim::Collective& collective : sim::collectives()) {
    SCOPED_TRACE(collective.name);
    Cube cube(6);
    const model::Cycle cycles = sim::run_on_all_nodes(
        cube.machine,
        [&](Messenger& messenger, Region data) { collective.program(messenger, data, 256); });
    EXPECT_GT(cycles, 200u);
    EXPECT_LT(cycles, 100'000u);
  }
}

TEST(CollectivesTest, RunOneAfterTheOtherWithSlowMemory) {
  model::MachineSpec spec;
  spec.memory.stall = 0.4;
  spec.memory.extra_latency = 5;
  Cube cube(3, spec);
  for (const std::uint32_t bytes : {4u, 20u, 1000u}) {
    for (const sim::Collective& collective : sim::collectives()) {
      SCOPED_TRACE(collective.name);
      sim::run_on_all_nodes(cube.machine, [&](Messenger& messenger, Region data) {
        collective.program(messenger, data, bytes);
      });
    }
  }
}

// A cube of 512 nodes has more messages each way than a node has header blocks.
TEST(CollectivesTest, AllToAllTakesTurnsWhereHeaderBlocksAreFew) {
  model::MachineSpec spec;
  spec.memory.stall = 0.3;
  Cube cube(4, spec);
  for (const std::uint32_t blocks : {11u, 15u, 16u, 39u}) {  // 1, 3, 3 and 15 of 15 at a time
    SCOPED_TRACE(blocks);
    sim::run_on_all_nodes(cube.machine, [&](Messenger& all, Region data) {
      const std::uint32_t bytes = blocks * sim::HeaderBlock::kMaxBytes;
      Messenger few(all.port(), {data.begin, bytes});
      sim::all_to_all(few, {data.begin + 0x1000, data.bytes - 0x1000}, 100);
      EXPECT_EQ(few.free_blocks(), blocks);
    });
  }
}

// A program that sends something else than the others expect is caught by them.
TEST(CollectivesTest, NoticeAWrongByte) {
  Cube cube(2);
  EXPECT_THROW(
      sim::run_on_all_nodes(cube.machine,
                            [](Messenger& messenger, Region data) {
                              if (messenger.node() != 0) {
                                sim::broadcast(messenger, data, 64);
                                return;
                              }
                              messenger.wait(messenger.broadcast(0x4000, data.begin + 1, 64));
                            }),
      sim::WrongResult);
}

TEST(MessengerTest, ThrowsWhatTheCoprocessorRefused) {
  Cube cube(2);
  sim::run_on_all_nodes(cube.machine, [](Messenger& messenger, Region data) {
    const auto error_of = [&](const sim::Ticket& ticket) {
      try {
        messenger.wait(ticket);
      } catch (const sim::MessageFailure& failure) {
        return failure.error;
      }
      return model::MessageError::none;
    };
    const model::NodeId me = messenger.node();
    EXPECT_EQ(error_of(messenger.send(me, 1, data.begin, 8)), model::MessageError::own_node);
    EXPECT_EQ(error_of(messenger.send(9, 1, data.begin, 8)), model::MessageError::unknown_node);
    EXPECT_EQ(error_of(messenger.broadcast_to({}, 1, data.begin, 8)),
              model::MessageError::bad_list);
    EXPECT_EQ(error_of(messenger.broadcast_to({me ^ 1u, me ^ 1u}, 1, data.begin, 8)),
              model::MessageError::duplicate);
    EXPECT_EQ(error_of(messenger.broadcast_to({me ^ 3u}, 1, data.begin, 8)),
              model::MessageError::not_a_neighbour);
  });
}

TEST(MessengerTest, TellsOfAMessageThatDoesNotFit) {
  Cube cube(1);
  sim::run_on_all_nodes(cube.machine, [](Messenger& messenger, Region data) {
    const model::NodeId other = messenger.node() ^ 1u;
    const sim::Ticket receiving = messenger.receive(other, 5, data.begin + 1000, 30);
    const sim::Ticket sending = messenger.send(other, 5, data.begin, 31);
    EXPECT_THROW(messenger.wait(receiving), sim::MessageFailure);
    messenger.wait(sending);
  });
}

TEST(MessengerTest, GivesHeaderBlocksBack) {
  Cube cube(1);
  sim::run_on_all_nodes(cube.machine, [](Messenger& messenger, Region data) {
    const std::size_t blocks = messenger.free_blocks();
    const model::NodeId other = messenger.node() ^ 1u;
    const sim::Ticket receiving =
        messenger.receive(sim::kAnySource, Messenger::kAnyType, Messenger::kNoBuffer, 0);
    const sim::Ticket sending = messenger.send(other, 77, data.begin + 3, 100);
    EXPECT_EQ(messenger.free_blocks(), blocks - 2);
    messenger.wait(sending);
    const sim::Completion message = messenger.wait(receiving);
    EXPECT_EQ(message.source, other);
    EXPECT_EQ(message.type, 77u);
    EXPECT_EQ(message.length, 100u);
    EXPECT_NE(message.buffer, 0u);
    messenger.release(message.buffer);
    EXPECT_EQ(messenger.free_blocks(), blocks);
  });
}

TEST(MachineProcessorTest, SaysWhenProgramsNeverEnd) {
  Cube cube(1);
  EXPECT_THROW(sim::run_on_all_nodes(
                   cube.machine,
                   [](Messenger& messenger, Region data) {
                     messenger.wait(messenger.receive(messenger.node() ^ 1u, 1, data.begin, 8));
                   },
                   5000),
               model::NetworkError);
}

// Measured times lie above what memory and channels allow, and not far.
TEST(MeasureTest, LatencyIsNearItsBound) {
  model::CoprocessorParams params;
  for (const std::uint32_t bytes : {0u, 10u, 11u, 16u, 512u}) {
    for (const unsigned hops : {1u, 6u}) {
      for (const std::uint32_t offset : {0u, 3u}) {
        const sim::MessageTiming timing = sim::measure_message(params, hops, bytes, offset);
        EXPECT_GE(timing.latency, timing.bound);
        EXPECT_LE(timing.latency, timing.bound + 30);
        EXPECT_LE(timing.overhead, 20u);
      }
    }
  }
}

TEST(MeasureTest, ChannelsAreFullWhenMemoryCan) {
  model::CoprocessorParams params;
  for (const unsigned flit_bits : {8u, 16u}) {
    for (const unsigned dimensions : {3u, 6u}) {
      params.dimensions = dimensions;
      params.flit_bits = flit_bits;
      params.buffer_depth = params.packet_flits() + 2;
      for (const std::uint32_t offset : {6u, 3u}) {
        const sim::ChannelUse use = sim::measure_channels(params, 16384, offset, 40'000);
        for (const double share : use.share) {
          EXPECT_LE(share, use.bound * 1.001);
          EXPECT_GE(share, use.bound * 0.98);
        }
      }
    }
  }
}

}  // namespace
}  // namespace turnpike::test
