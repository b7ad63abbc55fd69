// A reset in mid-run: afterwards the hardware is like new, whatever it was doing.

#include <gtest/gtest.h>

#include <memory>

#include "model/network/model_engine.h"
#include "sim/hardware/engines/comparator.h"
#include "sim/hardware/systemc/bank_driver.h"
#include "sim/hardware/systemc/rtl_network.h"
#include "tests/support/experiment.h"

namespace turnpike::test {
namespace {

// Terminals that can be replaced while the network stays.
class Replaceable final : public sim::TerminalDriver {
 public:
  void use(std::unique_ptr<sim::TerminalDriver> driver) { driver_ = std::move(driver); }
  void begin_cycle(model::Cycle now) override { driver_->begin_cycle(now); }
  sim::TerminalOutputs cycle(model::NodeId node, const sim::TerminalInputs& inputs) override {
    return driver_->cycle(node, inputs);
  }

 private:
  std::unique_ptr<sim::TerminalDriver> driver_;
};

TEST(ResetTest, NothingOfARunSurvivesAResetInItsMiddle) {
  Experiment experiment;
  experiment.traffic.load = 0.4;
  const model::Network network = experiment.build();
  Replaceable terminals;
  sim::RtlNetwork rtl("network", network, terminals, {});
  rtl.start();

  model::Traffic before(experiment.traffic, network, 1);
  model::RunSpec stalling;
  stalling.sink_stall = 0.2;
  terminals.use(std::make_unique<sim::BankDriver>(network, before, stalling));
  rtl.advance(777);

  rtl.reset();
  EXPECT_EQ(rtl.now(), 0u);
  model::RunSpec run;
  run.seed = 2;
  model::Traffic after(experiment.traffic, network, run.seed);
  model::Traffic twin(experiment.traffic, network, run.seed);
  terminals.use(std::make_unique<sim::BankDriver>(network, after, run));
  const auto model = model::make_model_engine(network, twin, run);
  sim::Comparator comparator(rtl, *model, run.seed);
  for (model::Cycle cycle = 0; cycle < 1000; ++cycle) {
    const auto difference = comparator.compare(cycle);
    ASSERT_FALSE(difference.has_value()) << difference->to_text();
    model->advance(1);
    rtl.advance(1);
  }
}

}  // namespace
}  // namespace turnpike::test
