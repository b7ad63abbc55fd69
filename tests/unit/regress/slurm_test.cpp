// Job scripts, and the answers of squeue.

#include "sim/studies/regress/slurm.h"

#include <gtest/gtest.h>

#include "sim/base/config_error.h"

namespace turnpike::test {
namespace {

using sim::JobState;

TEST(SlurmTest, AScriptHasTheOptionsAndBecomesTheCommand) {
  sim::SlurmOptions options;
  options.partition = "night";
  options.time = "1-02:00:00";
  options.mem = "4G";
  options.cpus = 8;
  EXPECT_EQ(sim::job_script(options, {"TURNPIKE_SHAPES='/a b'"}, "turnpike regress"),
            "#!/bin/sh\n#SBATCH --partition=night\n#SBATCH --time=1-02:00:00\n#SBATCH --mem=4G\n"
            "#SBATCH --ntasks=1\n#SBATCH --cpus-per-task=8\n#SBATCH --requeue\n"
            "#SBATCH --open-mode=append\n\nexport TURNPIKE_SHAPES='/a b'\n"
            "exec turnpike regress\n");
}

TEST(SlurmTest, AValueThatIsMoreThanAValueIsRefused) {
  for (const char* wrong : {"a b", "a\n#SBATCH --uid=0", "$(id)", "a'b", "a;b"}) {
    sim::SlurmOptions options;
    options.partition = wrong;
    EXPECT_THROW(sim::check_slurm_options(options), sim::ConfigError) << wrong;
  }
}

TEST(SlurmTest, QuotesMakeAnyTextAWord) {
  EXPECT_EQ(sim::in_shell_quotes("a b"), "'a b'");
  EXPECT_EQ(sim::in_shell_quotes("it's $HOME"), "'it'\\''s $HOME'");
}

TEST(SlurmTest, AJobIsUnderWayAsLongAsAnyTaskMayRun) {
  EXPECT_EQ(sim::state_in(""), JobState::ended);
  EXPECT_EQ(sim::state_in("RUNNING None\n"), JobState::under_way);
  EXPECT_EQ(sim::state_in("PENDING Priority\nPENDING JobHeldAdmin\n"), JobState::under_way);
  EXPECT_EQ(sim::state_in("PENDING launch failed requeued held\n"), JobState::stuck);
  EXPECT_EQ(sim::state_in("PENDING DependencyNeverSatisfied\n"), JobState::stuck);
}

}  // namespace
}  // namespace turnpike::test
