// A component of one's own: a SystemC module takes the place of a router.
//
// A line of three routers; the one in the middle is replaced by a bare wire that passes flits
// and credits on, one cycle later. Packets between the ends must still arrive, in order and whole,
// in exactly the time of the router that was there.

#include <gtest/gtest.h>

#include <fstream>
#include <systemc>

#include "sim/hardware/systemc/bank_driver.h"
#include "sim/hardware/systemc/rtl_network.h"
#include "tests/support/experiment.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

class Wire : public sc_core::sc_module {
 public:
  sc_core::sc_in_clk clk{"clk"};
  sc_core::sc_port<sim::FlitInIf> in{"in"};
  sc_core::sc_port<sim::FlitOutIf> out{"out"};

  SC_HAS_PROCESS(Wire);

  explicit Wire(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    SC_METHOD(edge);
    sensitive << clk.pos();
    dont_initialize();
  }

 private:
  void edge() {
    if (in->valid()) out->send(in->vc(), in->flit());
    in->return_credit(out->credit());
  }
};

TEST(OwnComponentTest, AWireTakesThePlaceOfARouter) {
  const ScratchFolder scratch;
  std::ofstream(scratch.path() / "messages") << "10 0 2 2\n10 2 0 1\n60 0 2 1\n";
  Experiment experiment = on(model::Topology::mesh, {3});
  experiment.router.virtual_channels = 2;
  experiment.router.buffer_depth = 2;
  experiment.traffic.pattern = model::Pattern::trace;
  experiment.traffic.file = (scratch.path() / "messages").string();
  const model::Network network = experiment.build();
  model::Traffic traffic(experiment.traffic, network, 1);
  sim::BankDriver terminals(network, traffic, {});
  sim::RtlNetworkOptions options;
  options.own_components = {1};
  sim::RtlNetwork rtl("network", network, terminals, options);

  // Port 0 leads to router 2, port 1 to router 0.
  Wire up("up");
  up.clk(rtl.clk());
  up.in(rtl.input(1, 1));
  up.out(rtl.output(1, 0));
  Wire down("down");
  down.clk(rtl.clk());
  down.in(rtl.input(1, 0));
  down.out(rtl.output(1, 1));

  rtl.start();
  terminals.terminals().restart_collector({0, 100});
  rtl.advance(100);
  const model::Collector collected = terminals.terminals().collected();
  EXPECT_EQ(collected.totals().packets_delivered, 3u);
  EXPECT_EQ(collected.totals().flits_delivered, 4u);
  // Queued in t, the head on the pins in t+1, through three components: there in t+4; its second
  // flit a cycle later.
  EXPECT_EQ(collected.totals().latency_sum, 5u + 4u + 4u);
}

}  // namespace
}  // namespace turnpike::test
