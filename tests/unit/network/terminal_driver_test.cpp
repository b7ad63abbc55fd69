// C++ code of one's own at the terminals, and message banks that hear what was not said.

#include <gtest/gtest.h>

#include <functional>

#include "model/common/configuration_error.h"
#include "model/network/message_bank.h"
#include "model/network/packet_network.h"
#include "model/traffic/list_source.h"
#include "tests/unit/network/packet_experiments.h"

namespace turnpike::test {
namespace {

using model::Cycle;
using model::NodeId;
using model::NodeInputs;
using model::TerminalInputs;
using model::TerminalOutputs;
using PinFlit = model::FlitWords<1>;

// Cycles [from, to).
void advance(model::PacketNetwork<1>& components, model::TerminalDriver& driver, Cycle from,
             Cycle to) {
  for (Cycle now = from; now < to; ++now) {
    driver.begin_cycle(now);
    components.cycle_nodes(0, now, driver);
    components.cycle_components(0, now);
  }
}

// Node 0 sends one packet to node 6 by its channel 1; everyone else gives credits back.
class OnePacket final : public model::TerminalDriver {
 public:
  explicit OnePacket(const model::Network& network) : format_(network.router.format) {}

  void cycle(NodeId node, unsigned, Cycle now, const NodeInputs& seen,
             TerminalOutputs* next) override {
    for (unsigned channel = 0; channel < 4; ++channel) {
      if (!seen.channel[channel].valid) continue;
      next[channel].eject_credit = 1u << seen.channel[channel].vc;
      arrivals.push_back({node, channel, now});
    }
    if (node != 0) return;
    if (seen.queue[1] != 0 && first_queued == 0) first_queued = now;
    if (now >= 10) return;
    sent_ = format_.flit<1>(fields_, static_cast<std::uint32_t>(now), 10);
    next[1].valid = true;
    next[1].flit = sent_.word;
  }

  struct Seen {
    NodeId node;
    unsigned channel;
    Cycle cycle;
  };
  std::vector<Seen> arrivals;
  Cycle first_queued = 0;

 private:
  model::PacketFormat format_;
  std::uint64_t fields_ = format_.fields({6, model::PacketKind::unicast, 0, 1, 0});
  PinFlit sent_;
};

TEST(TerminalDriverTest, SeesAllChannelsAndTheQueuesOfItsRouter) {
  const Experiment experiment = message_cube(3);
  const model::Network network = experiment.build();
  model::PacketNetwork<1> components(network, 1);
  OnePacket driver(network);
  const auto queue = [&](Cycle now, model::PortId port) {
    model::ComponentOutputs outputs;
    components.outputs(0, now, outputs);
    return outputs.queue[port];
  };
  advance(components, driver, 0, 8);
  EXPECT_EQ(queue(8, 1), 1u);
  EXPECT_EQ(queue(8, 2), 0u);
  advance(components, driver, 8, 40);
  EXPECT_EQ(queue(40, 1), 0u);
  // On the pins in cycle 1, in a slot from cycle 2 on.
  EXPECT_EQ(driver.first_queued, 2u);
  ASSERT_EQ(driver.arrivals.size(), 10u);
  // By dimension 1, then e-cube's dimension 2: three routers, out by the channel of dimension 2.
  EXPECT_EQ(driver.arrivals.front().node, 6u);
  EXPECT_EQ(driver.arrivals.front().channel, 2u);
  EXPECT_EQ(driver.arrivals.front().cycle, 1 + 3u);
  EXPECT_EQ(driver.arrivals.back().cycle, 1 + 3 + 9u);
}

// Stands between the network and a bank, and changes what one node receives.
class Meddler final : public model::TerminalDriver {
 public:
  using Meddle = std::function<void(PinFlit& flit, bool& is_valid)>;
  Meddler(model::MessageBank& bank, Meddle meddle) : bank_(bank), meddle_(std::move(meddle)) {}

  void begin_cycle(Cycle now) override { bank_.begin_cycle(now); }
  void begin_partition(Cycle now, unsigned partition, std::vector<model::Event>* log) override {
    bank_.begin_partition(now, partition, log);
  }
  void cycle(NodeId node, unsigned partition, Cycle now, const NodeInputs& seen,
             TerminalOutputs* next) override {
    TerminalInputs in = *seen.channel;
    PinFlit flit;
    if (node == 2 && in.valid) {
      flit.word[0] = in.flit[0];
      meddle_(flit, in.valid);
      in.flit = flit.word;
    }
    bank_.cycle(node, partition, now, {&in, seen.queue}, next);
  }

 private:
  model::MessageBank& bank_;
  Meddle meddle_;
};

// What the bank says to a message of three packets from node 0 to node 2; nothing: it is content.
std::string complaint(const Meddler::Meddle& meddle) {
  const Experiment experiment = packet_network(model::Topology::mesh, {3});
  const model::Network network = experiment.build();
  model::PacketNetwork<1> components(network, 1);
  model::ListedTraffic traffic(network, {{0, 0, 2, 15}, {0, 1, 2, 5}});
  model::MessageBank bank(network, traffic, {}, components.node_ranges());
  Meddler meddler(bank, meddle);
  try {
    advance(components, meddler, 0, 100);
    if (!bank.drained()) return "something is under way for ever";
  } catch (const model::NetworkError& error) {
    return error.what();
  }
  return "";
}

TEST(MessageBankTest, IsContentWithWhatWasSent) {
  EXPECT_EQ(complaint([](PinFlit&, bool&) {}), "");
}

TEST(MessageBankTest, NoticesEveryBitOfAFlit) {
  for (unsigned which = 0; which < 20; which += 3) {
    for (unsigned bit = 0; bit < 34; ++bit) {
      unsigned seen = 0;
      const std::string said = complaint([&](PinFlit& flit, bool&) {
        if (seen++ == which) flit.word[0] ^= std::uint64_t{1} << bit;
      });
      EXPECT_NE(said, "") << "flit " << which << ", bit " << bit;
    }
  }
}

TEST(MessageBankTest, NoticesALostFlitAndALostPacket) {
  for (const unsigned lost : {1u, 5u}) {
    unsigned seen = 0;
    EXPECT_NE(complaint([&](PinFlit&, bool& is_valid) { is_valid = seen++ >= lost; }), "");
  }
}

// The flits of the second packet of a source are replaced by those of its first.
TEST(MessageBankTest, NoticesAPacketThatComesTwice) {
  std::vector<PinFlit> first;
  unsigned replaced = 0;
  const std::string said = complaint([&](PinFlit& flit, bool&) {
    const bool is_from_0 =
        replaced != 0 || first.size() % 5 != 0 || (flit.word[0] >> 16 & 0xfff) == 0;
    if (!is_from_0) return;
    if (first.size() < 5) {
      first.push_back(flit);
    } else {
      flit = first[replaced++ % 5];
    }
  });
  EXPECT_NE(said.find("out of order"), std::string::npos) << said;
}

TEST(MessageBankTest, APacketMustHoldItsHeader) {
  Experiment experiment = packet_network(model::Topology::mesh, {3});
  experiment.router.flit_bits = 8;
  experiment.router.packets.packet_flits = 3;
  const model::Network network = experiment.build();
  model::ListedTraffic traffic(network, {});
  EXPECT_THROW(model::MessageBank(network, traffic, {}, {{0, 3}}), model::ConfigurationError);
}

// Bytes 0 to 3 as a co-processor writes them.
TEST(PacketFormatTest, TheFirstTwoHalfWordsAreACoprocessors) {
  const model::PacketFormat format({16, 6});
  const std::uint64_t fields = format.fields({0x2a, model::PacketKind::broadcast, 0x15, 6, 0xbeef});
  EXPECT_EQ(fields & 0xffff, 0x2au | 1u << 6);
  EXPECT_EQ(fields >> 16 & 0xffff, 0x15u | 6u << 12);
  EXPECT_EQ(fields >> 32, 0xbeefu);
  EXPECT_EQ(format.least_flits(), 2u);
}

TEST(PacketFormatTest, WhatIsWrittenIsRead) {
  for (const unsigned address_bits : {1u, 6u, 12u, 13u, 20u, 24u}) {
    const model::PacketFormat format({64, address_bits});
    const auto address = static_cast<model::Address>((1u << address_bits) - 1);
    const model::PacketHeader read = format.header(
        format.fields({address, model::PacketKind::near_neighbour_broadcast, address - 1, 9, 77}));
    EXPECT_EQ(read.destination, address);
    EXPECT_EQ(read.kind, model::PacketKind::near_neighbour_broadcast);
    EXPECT_EQ(read.source, address - 1);
    EXPECT_EQ(read.stream, 9u);
    EXPECT_EQ(read.number, 77u);
  }
}

}  // namespace
}  // namespace turnpike::test
