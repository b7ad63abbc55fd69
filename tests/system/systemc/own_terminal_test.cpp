// A terminal of one's own: a SystemC module takes the place of the network's terminals 0 and 27.
//
// This is the example to start from. The module is bound to the network's channels like any other;
// at each rising clock edge it looks at its input and says what it drives in the next cycle.

#include <gtest/gtest.h>

#include <systemc>
#include <vector>

#include "sim/hardware/systemc/bank_driver.h"
#include "sim/hardware/systemc/flit_channel.h"
#include "sim/hardware/systemc/rtl_network.h"
#include "tests/support/experiment.h"

namespace turnpike::test {
namespace {

// Sends single-flit packets to a partner one at a time: the next when the answer is back.
class Player : public sc_core::sc_module {
 public:
  sc_core::sc_in_clk clk{"clk"};
  sc_core::sc_port<sim::FlitInIf> in{"in"};
  sc_core::sc_port<sim::FlitOutIf> out{"out"};

  SC_HAS_PROCESS(Player);

  Player(const sc_core::sc_module_name& name, const model::Network& network, model::NodeId self,
         model::NodeId partner, bool serves)
      : sc_core::sc_module(name),
        format_(network.router.format),
        credits_(network.router.buffer_depth),
        self_(network.terminals[self].address),
        partner_(network.terminals[partner].address),
        has_ball_(serves) {
    SC_METHOD(edge);
    sensitive << clk.pos();
    dont_initialize();
  }

  std::vector<std::uint32_t> received;  // numbers, in order
  std::vector<model::Cycle> cycles;     // in which they came

 private:
  // The end of a cycle: pins show what was in it, calls say what is in the next one.
  void edge() {
    if ((out->credit() & 1) != 0) ++credits_;
    if (in->valid()) {
      received.push_back(format_.number(in->flit()));
      cycles.push_back(cycle_);
      in->return_credit(1u << in->vc());
      has_ball_ = true;
    }
    if (has_ball_ && credits_ > 0) {
      const auto flit = format_.head<1>(partner_, self_, model::PacketKind::unicast, sent_++, true);
      out->send(0, flit.word);
      --credits_;
      has_ball_ = false;
    }
    ++cycle_;
  }

  model::FlitFormat format_;
  unsigned credits_;  // of VC 0
  model::Address self_;
  model::Address partner_;
  bool has_ball_;
  std::uint32_t sent_ = 0;
  model::Cycle cycle_ = 0;
};

TEST(OwnTerminalTest, TwoModulesPlayBallAcrossTheNetwork) {
  Experiment experiment;
  experiment.traffic.load = 0;
  const model::Network network = experiment.build();
  model::Traffic silence(experiment.traffic, network, 1);
  sim::BankDriver others(network, silence, {});
  constexpr model::NodeId kNear = 0;  // at 0,0
  constexpr model::NodeId kFar = 27;  // at 3,3
  sim::RtlNetworkOptions options;
  options.own_terminals = {kNear, kFar};
  sim::RtlNetwork rtl("network", network, others, options);

  Player near("near", network, kNear, kFar, true);
  near.clk(rtl.clk());
  near.in(rtl.ejection(kNear));
  near.out(rtl.injection(kNear));
  Player far("far", network, kFar, kNear, false);
  far.clk(rtl.clk());
  far.in(rtl.ejection(kFar));
  far.out(rtl.injection(kFar));

  rtl.start();
  rtl.advance(200);

  // Serving takes cycle 0; the ball is on the pins in cycle 1, passes 7 routers, and the answer is
  // driven in the cycle after its arrival.
  constexpr model::Cycle kFlight = 7;
  ASSERT_GE(far.received.size(), 10u);
  for (std::size_t n = 0; n < far.received.size(); ++n) {
    EXPECT_EQ(far.received[n], n);
    EXPECT_EQ(far.cycles[n], 1 + kFlight + 2 * n * (kFlight + 1));
  }
  for (std::size_t n = 0; n < near.received.size(); ++n) {
    EXPECT_EQ(near.received[n], n);
    EXPECT_EQ(near.cycles[n], 1 + kFlight + (2 * n + 1) * (kFlight + 1));
  }
}

}  // namespace
}  // namespace turnpike::test
