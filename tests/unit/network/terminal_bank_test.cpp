// Sinks judge what comes out by all that its flits carry: packets that overtake each other are in
// order however narrow the flits, and what is lost, doubled or damaged is noticed.

#include "model/network/terminal_bank.h"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <random>

#include "tests/unit/network/every_network.h"

namespace turnpike::test {
namespace {

using model::Cycle;
using model::NodeId;
using model::VcId;
using Flit = model::FlitWords<2>;
using Packet = std::vector<Flit>;

constexpr NodeId kSource = 0;
constexpr NodeId kSink = 7;
constexpr unsigned kVcs = 4;
constexpr unsigned kPackets = 60;
constexpr Cycle kLimit = 1000;

// Lies in the way of the packets, numbered as they come: none, one or several come out.
using Meddle = std::function<std::vector<Packet>(unsigned place, const Packet& packet)>;

std::vector<Packet> leave(unsigned, const Packet& packet) { return {packet}; }

// A wire from a source to a sink, which packets leave in an order that only a seed knows.
class Wire {
 public:
  Wire(std::vector<unsigned> radix, unsigned flit_bits, std::uint64_t seed)
      : experiment_(on(model::Topology::mesh, std::move(radix))), random_(seed) {
    experiment_.router.virtual_channels = kVcs;
    experiment_.router.flit_bits = flit_bits;
    experiment_.traffic.pattern = model::Pattern::trace;
    experiment_.traffic.file = (folder_.path() / "trace.txt").string();
    std::ofstream trace(experiment_.traffic.file);
    for (unsigned i = 0; i < kPackets; ++i) {
      trace << "0 " << kSource << " " << kSink << " " << 1 + random_() % 3 << "\n";
    }
  }

  // Empty: all was well. Else what was wrong.
  std::string complaint(const Meddle& meddle) {
    const model::Network network = experiment_.build();
    const auto nodes = static_cast<NodeId>(network.terminals.size());
    model::Traffic traffic(experiment_.traffic, network, 1);
    model::TerminalBank<2> bank(network, traffic, {}, {{0, nodes}});
    try {
      for (Cycle now = 0; now < kLimit; ++now) {
        bank.begin_cycle(now);
        bank.begin_partition(now, 0, nullptr);
        step(bank, now, meddle);
      }
      return bank.drained() ? "" : "something is under way for ever";
    } catch (const model::NetworkError& error) {
      return error.what();
    }
  }

 private:
  void step(model::TerminalBank<2>& bank, Cycle now, const Meddle& meddle) {
    model::TerminalInputs at_source;
    at_source.inject_credit = credits_;
    model::TerminalOutputs sent;
    bank.cycle(kSource, 0, now, {&at_source, nullptr}, &sent);
    credits_ = sent.valid ? 1u << sent.vc : 0;
    if (sent.valid) {
      Flit flit;
      const model::FlitFormat format{experiment_.router.flit_bits};
      std::copy(sent.flit, sent.flit + format.words(), flit.word);
      coming_[sent.vc].push_back(flit);
      if (format.is_tail(sent.flit)) {
        for (Packet& packet : meddle(packets_++, coming_[sent.vc])) {
          waiting_.push_back(std::move(packet));
        }
        coming_[sent.vc].clear();
      }
    }
    const model::TerminalInputs at_sink = next_to_come_out();
    model::TerminalOutputs credit;
    bank.cycle(kSink, 0, now, {&at_sink, nullptr}, &credit);
  }

  // Packets leave one after the other on each VC, their flits mixed with those of other VCs.
  model::TerminalInputs next_to_come_out() {
    model::TerminalInputs seen;
    const auto vc = static_cast<VcId>(random_() % kVcs);
    std::deque<Flit>& leaving = leaving_[vc];
    if (leaving.empty() && !waiting_.empty() && random_() % 2 == 0) {
      const std::size_t which = random_() % waiting_.size();
      leaving.assign(waiting_[which].begin(), waiting_[which].end());
      waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(which));
    }
    if (leaving.empty()) return seen;
    seen.valid = true;
    seen.vc = vc;
    ejected_ = leaving.front();
    seen.flit = ejected_.word;
    leaving.pop_front();
    return seen;
  }

  ScratchFolder folder_;
  Experiment experiment_;
  std::mt19937_64 random_;
  model::VcMask credits_ = 0;
  unsigned packets_ = 0;
  Packet coming_[kVcs];
  std::vector<Packet> waiting_;
  std::deque<Flit> leaving_[kVcs];
  Flit ejected_;
};

// A 5x5 mesh has addresses of 6 bits: a head flit of 14 bits has no number, one of 18 has 4 bits.
class TerminalBankTest : public testing::TestWithParam<unsigned> {
 protected:
  static std::string complaint(const Meddle& meddle, std::uint64_t seed = 1) {
    return Wire({5, 5}, GetParam(), seed).complaint(meddle);
  }
};

TEST_P(TerminalBankTest, PacketsThatOvertakeEachOtherAreInOrder) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    ASSERT_EQ(complaint(leave, seed), "") << "seed " << seed;
  }
}

TEST_P(TerminalBankTest, ALostPacketIsNoticed) {
  for (unsigned lost = 0; lost < kPackets; lost += 7) {
    const std::string said = complaint([lost](unsigned place, const Packet& packet) {
      return place == lost ? std::vector<Packet>{} : std::vector<Packet>{packet};
    });
    EXPECT_NE(said, "") << "packet " << lost;
  }
}

TEST_P(TerminalBankTest, APacketThatComesTwiceIsNoticed) {
  for (unsigned twice = 0; twice < kPackets; twice += 7) {
    const std::string said = complaint([twice](unsigned place, const Packet& packet) {
      return std::vector<Packet>(place == twice ? 2 : 1, packet);
    });
    EXPECT_NE(said, "") << "packet " << twice;
  }
}

TEST_P(TerminalBankTest, EveryBitOfEveryFlitCounts) {
  for (unsigned bit = 0; bit < GetParam() + 2; ++bit) {
    for (const unsigned damaged : {0u, 20u, 37u}) {
      for (const bool in_tail : {false, true}) {
        const std::string said = complaint([=](unsigned place, Packet packet) {
          Flit& flit = in_tail ? packet.back() : packet.front();
          if (place == damaged) flit.word[bit / 64] ^= std::uint64_t{1} << bit % 64;
          return std::vector<Packet>{packet};
        });
        EXPECT_NE(said, "") << "packet " << damaged << ", bit " << bit << ", tail: " << in_tail;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(FlitBits, TerminalBankTest,
                         testing::Values(14, 15, 16, 17, 18, 24, 32, 40, 65),
                         [](const auto& bits) { return std::to_string(bits.param); });

// Heads of 32 bits have 6 bits of number in a 64x64 mesh, body flits 16: packets 64 apart differ
// in their body flits only.
TEST(TerminalBankNumbersTest, ABodyFlitOfAPacketWithTheSameHeadIsNoticed) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    ASSERT_EQ(Wire({64, 64}, 32, seed).complaint(leave), "") << "seed " << seed;
    const std::string said = Wire({64, 64}, 32, seed).complaint([](unsigned, Packet packet) {
      if (packet.size() != 3) return std::vector<Packet>{packet};
      packet[1].word[0] ^= std::uint64_t{1} << (16 + 6);
      return std::vector<Packet>{packet};
    });
    EXPECT_NE(said.find("another packet"), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace turnpike::test
