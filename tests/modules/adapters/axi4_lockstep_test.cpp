// axi4_initiator and axi4_target beside their models under random traffic, channel to channel and
// over a network of any delay: every pin, every cycle; and what the manager and the memory see is
// right.

#include <gtest/gtest.h>

#include <deque>
#include <tuple>
#include <vector>

#include "Vaxi4_initiator_levels.h"
#include "Vaxi4_initiator_qos.h"
#include "Vaxi4_initiator_reorder.h"
#include "Vaxi4_initiator_small.h"
#include "Vaxi4_initiator_vcs.h"
#include "Vaxi4_initiator_vcs_reorder.h"
#include "Vaxi4_initiator_vcs_watched.h"
#include "Vaxi4_initiator_watched.h"
#include "Vaxi4_initiator_words.h"
#include "Vaxi4_target_levels.h"
#include "Vaxi4_target_qos.h"
#include "Vaxi4_target_small.h"
#include "Vaxi4_target_vcs.h"
#include "Vaxi4_target_vcs_watched.h"
#include "Vaxi4_target_watched.h"
#include "Vaxi4_target_words.h"
#include "model/adapters/axi4_initiator.h"
#include "model/adapters/axi4_target.h"
#include "model/axi/axi4_traffic.h"
#include "tests/modules/support/draws.h"
#include "tests/modules/support/rtl_module.h"

namespace turnpike::test {
namespace {

using model::Axi4ChannelIn;
using model::Axi4ChannelOut;
using model::Axi4Manager;
using model::Axi4Params;
using model::Axi4Request;
using model::Axi4Subordinate;
using model::WireBits;

template <class Signal>
void drive_bits(Signal& pin, unsigned width, const WireBits& bits) {
  for (unsigned at = 0; at < width; at += 32) {
    const unsigned here = std::min(32u, width - at);
    sim::set_bits(pin, at, here, bits.get(at, here));
  }
}
template <class Signal>
WireBits bits_of(const Signal& pin, unsigned width) {
  WireBits bits;
  for (unsigned at = 0; at < width; at += 32) {
    const unsigned here = std::min(32u, width - at);
    bits.put(at, here, sim::get_bits(pin, at, here));
  }
  return bits;
}

#define AXI4_DRIVE_REQUEST(rtl, port, way, request)   \
  drive(rtl->port##id_##way, (request).id);           \
  drive(rtl->port##addr_##way, (request).address);    \
  drive(rtl->port##len_##way, (request).length);      \
  drive(rtl->port##size_##way, (request).size);       \
  drive(rtl->port##burst_##way, (request).burst);     \
  drive(rtl->port##lock_##way, (request).lock);       \
  drive(rtl->port##cache_##way, (request).cache);     \
  drive(rtl->port##prot_##way, (request).protection); \
  drive(rtl->port##qos_##way, (request).qos);         \
  drive(rtl->port##region_##way, (request).region);   \
  drive(rtl->port##user_##way, (request).user)

#define AXI4_EXPECT_REQUEST(rtl, port, request)       \
  ASSERT_EQ(rtl->port##id_o, (request).id);           \
  ASSERT_EQ(rtl->port##addr_o, (request).address);    \
  ASSERT_EQ(rtl->port##len_o, (request).length);      \
  ASSERT_EQ(rtl->port##size_o, (request).size);       \
  ASSERT_EQ(rtl->port##burst_o, (request).burst);     \
  ASSERT_EQ(rtl->port##lock_o, (request).lock);       \
  ASSERT_EQ(rtl->port##cache_o, (request).cache);     \
  ASSERT_EQ(rtl->port##prot_o, (request).protection); \
  ASSERT_EQ(rtl->port##qos_o, (request).qos);         \
  ASSERT_EQ(rtl->port##region_o, (request).region);   \
  ASSERT_EQ(rtl->port##user_o, (request).user)

template <class Rtl>
void drive_channel(Rtl& rtl, const Axi4Params& params, const Axi4ChannelIn& in) {
  drive(rtl->enable_i, in.enable);
  drive(rtl->in_valid_i, in.valid);
  drive(rtl->in_vc_i, in.vc);
  drive_bits(rtl->in_flit_i, params.data_w + 2, in.flit);
  drive(rtl->out_credit_i, in.credits);
}
// A head's route leads to the next router, and all flits of a packet have it; its output is that of
// the node's dimension (the destination is above).
template <class Rtl>
void expect_channel(Rtl& rtl, const Axi4Params& params, const Axi4ChannelOut& out) {
  ASSERT_EQ(rtl->out_valid_o, out.valid);
  ASSERT_EQ(rtl->in_credit_o, out.credits);
  ASSERT_EQ(rtl->out_route_o != 0, out.valid);
  if (!out.valid) return;
  ASSERT_EQ(rtl->out_vc_o, out.vc);
  ASSERT_TRUE(bits_of(rtl->out_flit_o, params.data_w + 2) == out.flit);
}

// A network from one adapter to the other: each flit and each credit takes any time, and VCs do not
// wait for each other. Credits of several VCs may come at once.
class Axi4Network {
 public:
  explicit Axi4Network(unsigned vcs) : flits_(vcs), credits_(vcs) {}

  // What the other end sees in a cycle that counts.
  Axi4ChannelIn pass(const Axi4ChannelOut& sent, Draws& draws) {
    if (sent.valid) flits_[sent.vc].push_back(sent.flit);
    Axi4ChannelIn in;
    const unsigned vc = draws.below(static_cast<unsigned>(flits_.size()));
    if (!flits_[vc].empty() && draws.chance(0.9)) {
      in.valid = true;
      in.vc = vc;
      in.flit = flits_[vc].front();
      flits_[vc].pop_front();
    }
    for (unsigned v = 0; v < credits_.size(); ++v) {
      credits_[v] += sent.credits >> v & 1;
      if (credits_[v] == 0 || draws.chance(0.3)) continue;
      in.credits |= 1u << v;
      --credits_[v];
    }
    return in;
  }

 private:
  std::vector<std::deque<WireBits>> flits_;
  std::vector<unsigned> credits_;  // on their way
};

template <class Initiator, class Target>
class Axi4Pair {
 public:
  Axi4Pair(const Axi4Params& initiator, const Axi4Params& target, bool has_network,
           std::uint64_t seed)
      : initiator_params_(initiator),
        target_params_(target),
        draws_(seed),
        manager_(initiator, initiator.user_w, seed, 1),
        memory_(target, target.user_w, seed, 2),
        initiator_rtl_(seed),
        target_rtl_(seed),
        initiator_(initiator),
        target_(target),
        has_network_(has_network),
        there_(initiator.vcs),
        back_(initiator.vcs) {
    place(initiator_rtl_, initiator.node);
    place(target_rtl_, target.node);
    drive_pins(Axi4Manager(), Axi4Subordinate(), Axi4ChannelIn(), Axi4ChannelIn());
    initiator_rtl_.reset();
    target_rtl_.reset();
  }

  void run(unsigned cycles, double pace) {
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      SCOPED_TRACE(testing::Message() << "cycle " << cycle);
      expect_pins();
      if (testing::Test::HasFatalFailure()) return;
      tick(pace);
      ASSERT_FALSE(initiator_rtl_.is_violated() || target_rtl_.is_violated());
      if (testing::Test::HasFailure()) return;
    }
  }
  const model::Axi4ManagerTraffic& manager() const { return manager_; }
  void stop(unsigned channels) {
    memory_.stop(channels);
    manager_.expect_timeouts(target_params_.node);
  }

 private:
  template <class Rtl>
  void place(Rtl& rtl, std::uint32_t node) {
    drive(rtl->node_i, node);
    drive(rtl->router_i, node);
    drive(rtl->limit_i, 63);
    drive(rtl->home_i, 16);
  }
  static Axi4ChannelIn channel(bool enable, const Axi4ChannelOut& other) {
    return {enable, other.valid, other.vc, other.flit, other.credits};
  }
  void tick(double pace) {
    const Axi4Manager manager = manager_.drive(now_, pace);
    const Axi4Subordinate memory = memory_.drive();
    if (draws_.chance(0.05)) halts_ = draws_.chance(0.3);
    const bool enable = !halts_ || draws_.chance(0.5);
    const Axi4ChannelOut sent = initiator_.channel();
    const Axi4ChannelOut returned = target_.channel();
    Axi4ChannelIn to_initiator = channel(enable, returned);
    Axi4ChannelIn to_target = channel(enable, sent);
    if (has_network_ && enable) {
      to_target = there_.pass(sent, draws_);
      to_initiator = back_.pass(returned, draws_);
    }
    drive_pins(manager, memory, to_initiator, to_target);
    manager_.observe(now_, initiator_.bus());
    memory_.observe(target_.bus());
    initiator_rtl_.tick();
    target_rtl_.tick();
    initiator_.tick(manager, to_initiator);
    target_.tick(memory, to_target);
    ++now_;
  }
  void drive_pins(const Axi4Manager& manager, const Axi4Subordinate& memory,
                  const Axi4ChannelIn& to_initiator, const Axi4ChannelIn& to_target) {
    auto& s = initiator_rtl_;
    const unsigned width = initiator_params_.axi_data_w;
    drive(s->s_axi_awvalid_i, manager.aw_valid);
    AXI4_DRIVE_REQUEST(s, s_axi_aw, i, manager.aw);
    drive(s->s_axi_wvalid_i, manager.w_valid);
    drive_bits(s->s_axi_wdata_i, width, manager.w.data);
    drive(s->s_axi_wstrb_i, manager.w.strobes);
    drive(s->s_axi_wlast_i, manager.w.last);
    drive(s->s_axi_wuser_i, manager.w.user);
    drive(s->s_axi_bready_i, manager.b_ready);
    drive(s->s_axi_arvalid_i, manager.ar_valid);
    AXI4_DRIVE_REQUEST(s, s_axi_ar, i, manager.ar);
    drive(s->s_axi_rready_i, manager.r_ready);
    auto& m = target_rtl_;
    drive(m->m_axi_awready_i, memory.aw_ready);
    drive(m->m_axi_wready_i, memory.w_ready);
    drive(m->m_axi_bvalid_i, memory.b_valid);
    drive(m->m_axi_bid_i, memory.b.id);
    drive(m->m_axi_bresp_i, memory.b.response);
    drive(m->m_axi_buser_i, memory.b.user);
    drive(m->m_axi_arready_i, memory.ar_ready);
    drive(m->m_axi_rvalid_i, memory.r_valid);
    drive(m->m_axi_rid_i, memory.r.id);
    drive_bits(m->m_axi_rdata_i, width, memory.r.data);
    drive(m->m_axi_rresp_i, memory.r.response);
    drive(m->m_axi_rlast_i, memory.r.last);
    drive(m->m_axi_ruser_i, memory.r.user);
    drive_channel(s, initiator_params_, to_initiator);
    drive_channel(m, target_params_, to_target);
    s.settle();
    m.settle();
  }
  void expect_pins() {
    expect_initiator(initiator_.bus());
    if (testing::Test::HasFatalFailure()) return;
    expect_target(target_.bus());
    if (testing::Test::HasFatalFailure()) return;
    expect_channel(initiator_rtl_, initiator_params_, initiator_.channel());
    if (testing::Test::HasFatalFailure()) return;
    expect_channel(target_rtl_, target_params_, target_.channel());
  }
  void expect_initiator(const Axi4Subordinate& bus) {
    auto& s = initiator_rtl_;
    ASSERT_EQ(s->s_axi_awready_o, bus.aw_ready);
    ASSERT_EQ(s->s_axi_wready_o, bus.w_ready);
    ASSERT_EQ(s->s_axi_arready_o, bus.ar_ready);
    ASSERT_EQ(s->s_axi_bvalid_o, bus.b_valid);
    ASSERT_EQ(s->s_axi_rvalid_o, bus.r_valid);
    if (bus.b_valid) {
      ASSERT_EQ(s->s_axi_bid_o, bus.b.id);
      ASSERT_EQ(s->s_axi_bresp_o, bus.b.response);
      ASSERT_EQ(s->s_axi_buser_o, bus.b.user);
    }
    if (!bus.r_valid) return;
    ASSERT_EQ(s->s_axi_rid_o, bus.r.id);
    ASSERT_EQ(s->s_axi_rresp_o, bus.r.response);
    ASSERT_EQ(s->s_axi_rlast_o, bus.r.last);
    ASSERT_EQ(s->s_axi_ruser_o, bus.r.user);
    ASSERT_TRUE(bits_of(s->s_axi_rdata_o, initiator_params_.axi_data_w) == bus.r.data);
  }
  void expect_target(const Axi4Manager& bus) {
    auto& m = target_rtl_;
    ASSERT_EQ(m->m_axi_awvalid_o, bus.aw_valid);
    ASSERT_EQ(m->m_axi_wvalid_o, bus.w_valid);
    ASSERT_EQ(m->m_axi_arvalid_o, bus.ar_valid);
    ASSERT_EQ(m->m_axi_bready_o, bus.b_ready);
    ASSERT_EQ(m->m_axi_rready_o, bus.r_ready);
    ASSERT_EQ(m->m_axi_timeouts_o, bus.timeouts);
    if (bus.aw_valid) {
      AXI4_EXPECT_REQUEST(m, m_axi_aw, bus.aw);
    }
    if (bus.ar_valid) {
      AXI4_EXPECT_REQUEST(m, m_axi_ar, bus.ar);
    }
    if (!bus.w_valid) return;
    ASSERT_EQ(m->m_axi_wstrb_o, bus.w.strobes);
    ASSERT_EQ(m->m_axi_wlast_o, bus.w.last);
    ASSERT_EQ(m->m_axi_wuser_o, bus.w.user);
    ASSERT_TRUE(bits_of(m->m_axi_wdata_o, target_params_.axi_data_w) == bus.w.data);
  }

  Axi4Params initiator_params_;
  Axi4Params target_params_;
  Draws draws_;
  model::Axi4ManagerTraffic manager_;
  model::Axi4MemoryTraffic memory_;
  RtlModule<Initiator> initiator_rtl_;
  RtlModule<Target> target_rtl_;
  model::Axi4Initiator initiator_;
  model::Axi4Target target_;
  model::Cycle now_ = 0;
  bool halts_ = false;
  bool has_network_;
  Axi4Network there_;
  Axi4Network back_;
};

// The target is above the initiator in dimension 0, and has both regions.
Axi4Params initiator_of(Axi4Params params) {
  params.node = 1;
  params.regions = {{0x00000, 16, 4}, {0x10000, 16, 4}};
  return params;
}
Axi4Params target_of(Axi4Params params) {
  params.node = 4;
  params.regions = {{0x00000, 16, 4}, {0x10000, 16, 4}};
  return params;
}

template <class Initiator, class Target>
void runs_with_the_model(const Axi4Params& params, bool has_network, std::uint64_t seed) {
  Axi4Pair<Initiator, Target> pair(initiator_of(params), target_of(params), has_network, seed);
  pair.run(has_network ? 18000 : 6000, 0.3);  // there a flit takes up to nine cycles
  if (testing::Test::HasFailure()) return;
  pair.run(4000, 0.02);
  if (testing::Test::HasFailure()) return;
  const model::Axi4Counts& counts = pair.manager().counts();
  EXPECT_GT(counts.reads + counts.writes, 100u);
  EXPECT_GT(counts.errors, 5u);
  EXPECT_GT(counts.beats, 200u);
  pair.run(20000, 0.0);
  EXPECT_TRUE(pair.manager().is_done()) << "every request is answered";
}

// Channel to channel, and with a network between.
class Axi4LockstepTest : public testing::TestWithParam<std::tuple<bool, std::uint64_t>> {
 protected:
  bool has_network() const { return std::get<0>(GetParam()); }
  std::uint64_t seed() const { return std::get<1>(GetParam()); }
};

// Stores that are smaller than the longest bursts, few places for IDs; beats of several IDs mixed.
TEST_P(Axi4LockstepTest, SmallStores) {
  Axi4Params params;
  params.axi_id_w = 2;
  params.user_w = 3;
  params.reads = 3;
  params.writes = 3;
  params.per_id = 2;
  params.read_beats = 12;
  params.write_beats = 7;
  params.packet_beats = 4;
  runs_with_the_model<Vaxi4_initiator_small, Vaxi4_target_small>(params, has_network(), seed());
}

// Words of several flits, buffers of two, register slices.
TEST_P(Axi4LockstepTest, WordsOfSeveralFlits) {
  Axi4Params params;
  params.data_w = 32;
  params.depth = 2;
  params.axi_data_w = 128;
  params.axi_id_w = 7;
  params.user_w = 5;
  params.per_id = 3;
  params.slices = true;
  runs_with_the_model<Vaxi4_initiator_words, Vaxi4_target_words>(params, has_network(), seed());
}

// Three VCs a class: packets overtake each other, so an ID has one transaction at a time.
TEST_P(Axi4LockstepTest, PacketsThatOvertake) {
  Axi4Params params;
  params.vcs = 9;
  params.classes = 3;
  params.requests = 2;
  params.depth = 3;
  params.axi_data_w = 32;
  params.axi_id_w = 3;
  params.in_order = false;
  params.packet_beats = 256;
  runs_with_the_model<Vaxi4_initiator_vcs, Vaxi4_target_vcs>(params, has_network(), seed());
}

Axi4Params two_levels() {
  Axi4Params params;
  params.classes = 4;
  params.levels = 2;
  params.axi_id_w = 2;
  return params;
}

TEST_P(Axi4LockstepTest, QosSelectsTheClassOfRequestAndResponse) {
  Axi4Params params = two_levels();
  params.vcs = 4;
  params.packet_beats = 4;
  params.timeout = 150;
  params.watched = 3;
  runs_with_the_model<Vaxi4_initiator_qos, Vaxi4_target_qos>(params, has_network(), seed());
}

TEST_P(Axi4LockstepTest, QosSelectsTheClassWherePacketsOvertake) {
  Axi4Params params = two_levels();
  params.vcs = 8;
  params.depth = 3;
  params.axi_data_w = 32;
  params.in_order = false;
  params.packet_beats = 256;
  runs_with_the_model<Vaxi4_initiator_levels, Vaxi4_target_levels>(params, has_network(), seed());
}

// Reorder buffers, whose places are fewer than the beats of the longest bursts. What the initiator
// refuses itself and what the target answers are two targets.
TEST_P(Axi4LockstepTest, ReorderBuffers) {
  Axi4Params params;
  params.axi_id_w = 2;
  params.user_w = 3;
  params.reads = 3;
  params.writes = 3;
  params.per_id = 2;
  params.reorder = true;
  params.read_beats = 16;
  params.write_beats = 7;
  params.packet_beats = 4;
  runs_with_the_model<Vaxi4_initiator_reorder, Vaxi4_target_small>(params, has_network(), seed());
}

// The same where packets overtake each other.
TEST_P(Axi4LockstepTest, ReorderBuffersWherePacketsOvertake) {
  Axi4Params params;
  params.vcs = 9;
  params.classes = 3;
  params.requests = 2;
  params.depth = 3;
  params.axi_data_w = 32;
  params.axi_id_w = 3;
  params.in_order = false;
  params.packet_beats = 256;
  params.reorder = true;
  runs_with_the_model<Vaxi4_initiator_vcs_reorder, Vaxi4_target_vcs>(params, has_network(), seed());
}

// The memory stops on some channels, goes on for a while, and stops for ever: all is answered.
template <class Initiator, class Target>
void answers_in_the_place_of_the_memory(const Axi4Params& params, unsigned channels,
                                        bool has_network, std::uint64_t seed) {
  Axi4Pair<Initiator, Target> pair(initiator_of(params), target_of(params), has_network, seed);
  pair.run(500, 0.3);
  pair.stop(channels);
  pair.run(3000, 0.2);
  if (testing::Test::HasFailure()) return;
  EXPECT_GT(pair.manager().counts().timeouts, 3u);
  pair.stop(0);  // what it says now comes too late
  pair.run(2000, 0.2);
  if (testing::Test::HasFailure()) return;
  pair.stop(model::kAllChannels);
  pair.run(3000, 0.2);
  if (testing::Test::HasFailure()) return;
  pair.run(15000, 0.0);
  EXPECT_TRUE(pair.manager().is_done()) << "every request is answered";
}

TEST_P(Axi4LockstepTest, AMemoryThatStopsOnAnyChannelIsGivenUp) {
  Axi4Params params;
  params.axi_id_w = 2;
  params.packet_beats = 4;
  params.timeout = 150;
  params.watched = 3;
  for (const unsigned channel : {model::kAw, model::kW, model::kB, model::kAr, model::kR}) {
    SCOPED_TRACE(testing::Message() << "channel " << channel);
    answers_in_the_place_of_the_memory<Vaxi4_initiator_watched, Vaxi4_target_watched>(
        params, channel, has_network(), seed());
    if (HasFailure()) return;
  }
}

// Whole bursts stay together where packets overtake each other; with register slices.
TEST_P(Axi4LockstepTest, AMemoryThatStopsWherePacketsOvertakeIsGivenUp) {
  Axi4Params params;
  params.vcs = 9;
  params.classes = 3;
  params.requests = 2;
  params.depth = 3;
  params.axi_data_w = 32;
  params.axi_id_w = 3;
  params.in_order = false;
  params.packet_beats = 256;
  params.slices = true;
  params.timeout = 128;
  answers_in_the_place_of_the_memory<Vaxi4_initiator_vcs_watched, Vaxi4_target_vcs_watched>(
      params, model::kR | model::kB, has_network(), seed());
}

INSTANTIATE_TEST_SUITE_P(Seeds, Axi4LockstepTest,
                         testing::Combine(testing::Bool(), testing::Values(1, 2, 3)));

}  // namespace
}  // namespace turnpike::test
