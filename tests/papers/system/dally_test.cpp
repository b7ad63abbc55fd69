// `turnpike paper dally`: a short run of all parts, its files, one part alone.

#include <gtest/gtest.h>

#include <map>

#include "tests/papers/system/paper_report.h"

namespace turnpike::test {
namespace {

TEST(PaperDallyTest, QuickRunJudgesEveryClaim) {
  const TemporaryFolder folder;
  const std::string out = folder.file("dally");
  const ProgramResult result = turnpike({"paper", "dally", "--quick", "--json", "--jobs", "2",
                                         "--out", out, "--page", folder.file("dally.md")});
  ASSERT_EQ(result.status, 0) << result.error;
  const Json report = Json::parse(result.out);
  auto found = verdicts(report);
  // Those that no length of a run and no seed can change.
  const std::map<std::string, std::string> known = {
      {"curves", "holds"},
      {"equation_3", "holds"},
      {"equation_4", "misprint"},
      {"equation_5", "holds"},
      {"ascent", "misprint"},
      {"digits", "misprint"},
      {"slope_conventional", "holds"},
      {"slope_wire", "holds"},
      {"slope_flat", "holds"},
      {"slope_hierarchical", "holds"},
      {"first_express", "holds in part"},
      {"periodic_variation", "holds"},
      {"flat_wire_limited", "contradicted"},
      {"short_distances", "holds in part"},
      {"best_switches", "holds in part"},
      {"crossover", "holds"},
      {"factor_three", "holds"},
      {"i_is_alpha", "holds"},
      {"i_is_j_alpha", "holds in part"},  // quick: D up to 512 alpha, 5.0 % away
      {"root_of_distance", "holds"},
      {"base_two", "holds"},
      {"long_messages", "misprint"},
      {"twice_the_wire", "holds"},
      {"local_message", "holds"},
      {"length", "holds"},
      {"node_limited", "holds"},
      {"bisection", "holds"},
      {"m_plus_one", "holds in part"},
      {"wire_limited", "holds"},
      {"fraction_equations", "misprint"},
      {"fractions", "contradicted"},
      {"local_allocation", "holds"},
      {"modules", "holds"},
      {"no_ascent", "not decided"},
      {"top_only", "not decided"},
      {"pins", "holds"},
      {"node_width", "holds"},
      {"four_channels", "holds"},
      {"express_channels", "misprint"},
      {"chip_density", "not decided"},
      {"node_delays", "holds"},
      {"wire_density", "holds"},
  };
  // Two seeds leave these open.
  for (const char* id : {"allocation", "centre_share", "concentrator", "quadruple", "plane_latency",
                         "plane_throughput", "throughput_of_wires", "joint_interchanges"}) {
    EXPECT_NE(found[id], "not judged") << id;
    found.erase(id);
  }
  EXPECT_EQ(found, known);
  EXPECT_TRUE(report.at("failures").empty());

  expect_files(folder, {"dally.md", "dally/area.csv", "dally/claims.csv",
                        "dally/decompositions.csv", "dally/figure_4.svg", "dally/figure_4_mean.svg",
                        "dally/latency.csv", "dally/levels.csv", "dally/limits.svg",
                        "dally/plane.svg", "dally/report.json", "dally/throughput.svg"});
}

TEST(PaperDallyTest, OnePartAloneDoesNotDependOnJobs) {
  const std::vector<std::string> arguments = {"paper",   "dally",  "--figure", "levels",
                                              "--quick", "--json", "--seed",   "3"};
  const Json report = report_on_any_jobs(arguments);
  EXPECT_EQ(report.at("seeds"), Json({3, 4}));
  EXPECT_EQ(verdicts(report).size(), 4u);
}

TEST(PaperDallyTest, UnknownFigure) {
  const ProgramResult result = turnpike({"paper", "dally", "--figure", "5"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.error.find("--figure: found '5', allowed: 4, limits, throughput, levels, plane, "
                              "decompositions, area"),
            std::string::npos)
      << result.error;
}

}  // namespace
}  // namespace turnpike::test
