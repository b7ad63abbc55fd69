// Random networks: whatever `check` accepts runs without a complaint. And the fuzz bites.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>

#include "sim/base/text_file.h"
#include "sim/experiment/config/schema.h"
#include "sim/experiment/config/settings.h"
#include "tests/network_fuzz/tally.h"
#include "tests/support/deadlock_ring.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

// The seeds of `make test`, in parts that can run at the same time.
constexpr std::uint64_t kFirstSeed = 1'000'001;
constexpr std::uint64_t kRunsOfAPart = 100;

class NetworkFuzzTest : public testing::TestWithParam<unsigned> {};

TEST_P(NetworkFuzzTest, WhatIsAcceptedRunsWithoutAComplaint) {
  const ScratchFolder work;
  const std::uint64_t first = kFirstSeed + GetParam() * kRunsOfAPart;
  Tally tally;
  for (std::uint64_t seed = first; seed < first + kRunsOfAPart; ++seed) {
    const FuzzCase fuzz_case = make_case(seed);
    tally.add(fuzz_case, judge_below(work.path(), fuzz_case));
  }
  for (const std::string& complaint : tally.complaints) ADD_FAILURE() << complaint;
  // Most are to run, and to the end.
  EXPECT_GT(tally.passed, kRunsOfAPart * 8 / 10) << tally.to_text();
  EXPECT_GT(tally.emptied, kRunsOfAPart / 2) << tally.to_text();
  EXPECT_GT(tally.on_threads, 0u) << tally.to_text();
  EXPECT_GT(tally.in_lockstep, 0u) << tally.to_text();
  EXPECT_GT(tally.machines, 0u) << tally.to_text();
}

INSTANTIATE_TEST_SUITE_P(Seeds, NetworkFuzzTest, testing::Range(0u, 4u));

TEST(FuzzCaseTest, ASeedIsOneCase) {
  const FuzzCase once = make_case(77);
  const FuzzCase again = make_case(77);
  EXPECT_EQ(again.toml, once.toml);
  EXPECT_EQ(again.files, once.files);
  EXPECT_NE(make_case(78).toml, once.toml);
}

TEST(FuzzCaseTest, EveryKeyAndEveryWordIsReached) {
  std::map<std::string, std::set<std::string>> seen;  // of each key: its values
  for (std::uint64_t seed = 1; seed <= 6000; ++seed) {
    const sim::Settings settings = sim::parse_settings(make_case(seed).toml, "case.toml");
    for (const sim::Setting& setting : settings.list) {
      seen[setting.key].insert(sim::found_text(setting.value));
    }
  }
  for (const sim::Key& key : sim::schema()) {
    if (key.name.rfind("axi.", 0) == 0) continue;  // of `emit` and `axi`: a run does not read them
    EXPECT_EQ(seen.count(key.name), 1u) << key.name;
    for (const std::string& word : key.words) {
      EXPECT_EQ(seen[key.name].count('"' + word + '"'), 1u) << key.name << " = " << word;
    }
  }
}

// Faults between the engines and the judge: each must be seen.
class FuzzJudgeTest : public testing::Test {
 protected:
  // A mesh on two threads.
  FuzzJudgeTest() {
    mesh_.toml =
        "[network]\ntopology = \"mesh\"\nradix = 4\ndimensions = 2\n[traffic]\nload = 0.3\n"
        "[run]\nwarmup = 0\nmeasurement = 200\nmax_cycles = 400\nthreads = 2\n";
  }

  // What the judge says when `spoil` has had the outcome and the event log of each run.
  template <class Spoil>
  Judgement judge_spoilt(Spoil spoil) {
    return judge(mesh_, folder_.path(),
                 [&](const sim::Experiment& experiment, const model::Network& network,
                     const sim::RunOptions& options) {
                   sim::RunOutcome outcome = sim::run_experiment(experiment, network, options);
                   std::string log = sim::read_text_file(options.events);
                   spoil(experiment, outcome, log);
                   std::ofstream(options.events) << log;
                   return outcome;
                 });
  }

  void expect_complaint(const Judgement& judgement, const std::string& part) {
    EXPECT_EQ(judgement.verdict, Verdict::complaint);
    EXPECT_NE(judgement.text.find(part), std::string::npos) << judgement.text;
  }

  FuzzCase mesh_;
  ScratchFolder folder_;
};

TEST_F(FuzzJudgeTest, ASoundRunPasses) {
  const Judgement judgement =
      judge_spoilt([](const sim::Experiment&, sim::RunOutcome&, std::string&) {});
  EXPECT_EQ(judgement.verdict, Verdict::passed) << judgement.text;
  EXPECT_GT(judgement.emptied, 100u);
  EXPECT_GT(judgement.deliveries, 100u);
}

TEST_F(FuzzJudgeTest, ADeliveryThatIsDoubledIsSeen) {
  const Judgement judgement =
      judge_spoilt([](const sim::Experiment&, sim::RunOutcome&, std::string& log) {
        const std::size_t at = log.rfind(",delivered,");
        const std::size_t line = log.rfind('\n', at) + 1;
        log += log.substr(line, log.find('\n', at) + 1 - line);
      });
  expect_complaint(judgement, "the event log delivers what is not under way: ");
}

TEST_F(FuzzJudgeTest, ADeliveryToAnotherNodeIsSeen) {
  const Judgement judgement =
      judge_spoilt([](const sim::Experiment&, sim::RunOutcome&, std::string& log) {
        // cycle,delivered,source,packet,destination,...
        std::size_t at = log.find(",delivered,") + 11;
        for (int commas = 0; commas < 2; ++commas) at = log.find(',', at) + 1;
        log.replace(at, log.find(',', at) - at, "99");
      });
  expect_complaint(judgement, "the event log delivers what is not under way: ");
}

TEST_F(FuzzJudgeTest, AFigureThatDependsOnThreadsIsSeen) {
  const Judgement judgement =
      judge_spoilt([](const sim::Experiment& experiment, sim::RunOutcome& outcome, std::string&) {
        if (experiment.run.threads == 2) ++outcome.results.latency_max;
      });
  expect_complaint(judgement, "2 threads differ from one in the figures, line ");
  EXPECT_NE(judgement.text.find("latency_max"), std::string::npos) << judgement.text;
}

TEST_F(FuzzJudgeTest, AnOrderThatDependsOnThreadsIsSeen) {
  const Judgement judgement =
      judge_spoilt([](const sim::Experiment& experiment, sim::RunOutcome&, std::string& log) {
        if (experiment.run.threads == 1) return;
        const std::size_t last = log.rfind('\n', log.size() - 2) + 1;
        const std::size_t before = log.rfind('\n', last - 2) + 1;
        log = log.substr(0, before) + log.substr(last) + log.substr(before, last - before);
      });
  expect_complaint(judgement, "2 threads differ from one in the event log, line ");
}

TEST_F(FuzzJudgeTest, AMessageThatIsLostIsSeen) {
  const Judgement judgement =
      judge_spoilt([](const sim::Experiment& experiment, sim::RunOutcome& outcome, std::string&) {
        if (experiment.traffic.pattern == model::Pattern::trace) --outcome.results.packets;
      });
  expect_complaint(judgement, " arrived, 0 did not");
}

TEST_F(FuzzJudgeTest, AStandstillOfWhatCannotDeadlockIsSeen) {
  const Judgement judgement = judge_spoilt([](const sim::Experiment&, sim::RunOutcome& outcome,
                                              std::string&) { outcome.standstill.emplace(); });
  expect_complaint(judgement, "stands still, though it cannot deadlock: ");
}

TEST_F(FuzzJudgeTest, ASinkThatBlamesTheNetworkIsSeen) {
  const Judgement judgement =
      judge_spoilt([](const sim::Experiment&, sim::RunOutcome&, std::string&) {
        throw model::NetworkError("cycle 663: node 22 received a packet that was never sent to it");
      });
  expect_complaint(judgement, "a run failed: cycle 663: node 22 received");
}

TEST_F(FuzzJudgeTest, ARefusalThatSaysWhatIsAllowedIsNoComplaint) {
  mesh_.toml += "watchdog = 0\n";
  const auto nothing = [](const sim::Experiment&, sim::RunOutcome&, std::string&) {};
  EXPECT_EQ(judge_spoilt(nothing).verdict, Verdict::refused);
}

TEST_F(FuzzJudgeTest, WhatCanDeadlockIsRunWhereItMay) {
  mesh_.toml = fmt::format(
      "[network]\ntopology = \"torus\"\nradix = {}\ndimensions = 1\ndirection = "
      "\"unidirectional\"\n[router]\nvirtual_channels = 1\nbuffer_depth = 2\n"
      "[traffic]\npattern = \"trace\"\nfile = \"messages\"\n[run]\nwatchdog = 500\n",
      kRingNodes);
  mesh_.files = {{"messages", messages_that_block_each_other()}};
  const auto nothing = [](const sim::Experiment&, sim::RunOutcome&, std::string&) {};
  EXPECT_EQ(judge_spoilt(nothing).verdict, Verdict::can_deadlock);
  mesh_.allow_deadlock = true;
  const Judgement judgement = judge_spoilt(nothing);
  EXPECT_EQ(judgement.verdict, Verdict::passed) << judgement.text;
  EXPECT_TRUE(judgement.stood_still);
}

TEST(TallyTest, AComplaintTellsSeedConfigurationAndCommand) {
  FuzzCase fuzz_case;
  fuzz_case.seed = 4711;
  fuzz_case.toml = "[network]\n";
  Judgement judgement;
  judgement.verdict = Verdict::complaint;
  judgement.text = "broken";
  Tally tally;
  tally.add(fuzz_case, judgement);
  ASSERT_EQ(tally.complaints.size(), 1u);
  for (const char* part : {"seed 4711: broken\n", "[network]\n", "make fuzz N=1 SEED=4711\n"}) {
    EXPECT_NE(tally.complaints[0].find(part), std::string::npos) << part;
  }
}

}  // namespace
}  // namespace turnpike::test
