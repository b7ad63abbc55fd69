// Reports on papers: numbers with their intervals, as text, Markdown, CSV and JSON.

#include "papers/report_text.h"
#include "sim/base/text_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <vector>

#include "papers/figure_plot.h"
#include "sim/experiment/config/settings.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

using sim::Cell;
using sim::Judgement;
using sim::Measured;
using sim::PaperReport;
using sim::Table;
using sim::Verdict;

Table small_table() {
  Table table;
  table.id = "small";
  table.title = "Small";
  table.columns = {"what", "time, ticks"};
  table.rows = {{"a|b", Cell(Measured{1.25, 0.5}, 1)}, {"c \"d\"", Cell(Measured{}, 1)}};
  return table;
}

PaperReport small_report() {
  PaperReport report;
  report.citation = "A & B 1999";
  report.command = "turnpike paper ab";
  report.engine = "model";
  report.seeds = {3, 4};
  report.parameters = {{"length", "512", false}, {"buffers", "2", true}};
  Judgement j;
  j.id = "fast";
  j.claim = "2: it is fast";
  j.paper = "70 %";
  j.ours = "71 %";
  j.verdict = Verdict::in_part;
  j.reason = "not always";
  j.rule = "Holds below 70 %.";
  j.given = "the cube";
  j.chosen = "the list";
  report.judgements = {j};
  sim::Section section;
  section.title = "Times";
  section.paragraphs = {"Some."};
  section.tables = {small_table()};
  section.plots.push_back({});
  section.plots[0].id = "curve";
  section.plots[0].title = "Curve";
  report.sections = {section};
  report.summary = {"It is nearly so."};
  return report;
}

TEST(PaperReportTest, IntervalsAreStudents) {
  const Measured two = sim::measured({1, 3});
  EXPECT_DOUBLE_EQ(two.mean, 2);
  EXPECT_NEAR(two.half_width, 12.7062, 1e-9);
  const Measured five = sim::measured({1, 2, 3, 4, 5});
  EXPECT_DOUBLE_EQ(five.mean, 3);
  EXPECT_NEAR(five.half_width, 2.7764 * std::sqrt(2.5 / 5), 1e-9);
  EXPECT_TRUE(std::isinf(sim::measured({7}).half_width));
  EXPECT_FALSE(sim::measured({}).known());
  EXPECT_NEAR(sim::measured(std::vector<double>(40, 2.0)).half_width, 0, 1e-12);
}

TEST(PaperReportTest, CellsShowNumbersWithTheirInterval) {
  EXPECT_EQ(Cell(Measured{1.26, 0.5}, 1).text, "1.3 ± 0.5");
  EXPECT_EQ(Cell(Measured{1.26, 0}, 2).text, "1.26");
  EXPECT_EQ(Cell(sim::measured({2}), 0).text, "2");
  EXPECT_EQ(Cell(Measured{}, 0).text, "-");
}

TEST(PaperReportTest, CsvHasNumbersInFull) {
  EXPECT_EQ(table_csv(small_table()),
            "what,\"time, ticks\",\"time, ticks +-\"\na|b,1.25,0.5\n\"c \"\"d\"\"\",-,\n");
}

TEST(PaperReportTest, MarkdownHasClaimsRulesParametersAndPictures) {
  const std::string page = report_markdown(small_report(), "ab");
  for (const char* part :
       {"# A & B 1999\n", "`turnpike paper ab`", "Seeds 3, 4.",
        "**1 claims: 1 holds in part**\n\n- It is nearly so.\n",
        "\nThe paper's: the cube. Ours: the list.\n",
        "| 2: it is fast | 70 % | 71 % | **holds in part.** Holds below 70 %. *Why: "
        "not always.* |\n",
        "| length | 512 | gives it |\n", "| buffers | 2 | leaves it open |\n",
        "## Times\n\nSome.\n\n![Curve](ab/curve.svg)\n", "|---|---:|\n", "| a\\|b | 1.2 ± 0.5 |\n",
        "**Small** ([small.csv](ab/small.csv))"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part << "\n" << page;
  }
  EXPECT_LT(page.find("curve.svg"), page.find("## Claims"));
  EXPECT_LT(page.find("## Claims"), page.find("small.csv"));
}

// Two pictures in a row; a table of many rows is a file only.
TEST(PaperReportTest, MarkdownPairsPicturesAndLeavesLongTablesToFiles) {
  PaperReport report = small_report();
  sim::Section& section = report.sections[0];
  section.plots.resize(3);
  for (unsigned i = 1; i < 3; ++i)
    section.plots[i].id = section.plots[i].title = "p" + std::to_string(i);
  section.tables[0].rows.assign(9, section.tables[0].rows[0]);
  const std::string page = report_markdown(report, "ab");
  EXPECT_NE(page.find("| ![Curve](ab/curve.svg) | ![p1](ab/p1.svg) |\n| ![p2](ab/p2.svg) | |\n"),
            std::string::npos)
      << page;
  EXPECT_NE(page.find("- Small: 9 rows in [small.csv](ab/small.csv).\n"), std::string::npos)
      << page;
}

TEST(PaperReportTest, TextAndJsonSayTheSame) {
  PaperReport report = small_report();
  const std::string text = report_text(report);
  EXPECT_NE(text.find("holds in part  2: it is fast\n"), std::string::npos) << text;
  EXPECT_NE(text.find("paper: 70 %; ours: 71 %\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("FAILED"), std::string::npos);
  const sim::Json json = report_json(report);
  EXPECT_EQ(json["claims"][0]["verdict"], "holds in part");
  EXPECT_EQ(json["parameters"][1]["open"], true);
  EXPECT_EQ(json["tables"][0]["rows"][0][1]["half_width"], 0.5);
  EXPECT_EQ(json["tables"][0]["rows"][1][1], "-");
  report.failures = {"lost"};
  EXPECT_NE(report_text(report).find("FAILED: lost"), std::string::npos);
  EXPECT_EQ(report_json(report)["failures"][0], "lost");
}

TEST(PaperReportTest, PlotsAreDrawnWithErrorBars) {
  ScratchFolder scratch;
  sim::OutputFolder folder(scratch.path().string());
  sim::Plot plot;
  plot.id = "curve";
  plot.title = "It's a curve";
  plot.series = {{"first", {{0.1, 5, 1}, {0.2, 7, INFINITY}}, false},
                 {"last", {{0.1, 9, 0}}, true}};
  sim::StagedFiles files(folder);
  EXPECT_EQ(draw_plots({&plot}, files), "");
  files.keep();
  ASSERT_EQ(folder.files().size(), 2u);
  EXPECT_GT(std::filesystem::file_size(folder.path_of("curve.svg")), 2000u);
}

TEST(PaperReportTest, CurvesAreLinesAndMeasurementsPoints) {
  ScratchFolder scratch;
  sim::OutputFolder folder(scratch.path().string());
  sim::Plot plot;
  plot.id = "styles";
  plot.log_x = true;
  plot.x_limit = 8;
  plot.y_limit = 20;
  plot.series = {{"formula", {{1, 5, 0}, {2, 7, 0}}, true, sim::PlotStyle::line, 3},
                 {"measured", {{1, 6, 1}}, false, sim::PlotStyle::points, 3}};
  sim::StagedFiles files(folder);
  EXPECT_EQ(draw_plots({&plot}, files), "");
  files.keep();
  const std::string script = sim::read_text_file(folder.path_of("styles.gp"));
  for (const char* part :
       {"$series0 using 1:2 with lines lw 1.5 dt 2 lc 3 title 'formula', $series1",
        "$series1 using 1:2 with points pt 7 ps 0.5 lw 1.5 lc 3 title 'measured', $series1 using "
        "1:2:3 with yerrorbars",
        "set logscale x\nset xrange [0.83", ":8]\nset xtics (1, 2, 5)\nset yrange [0:20]\n"}) {
    EXPECT_NE(script.find(part), std::string::npos) << part << "\n" << script;
  }
}

}  // namespace
}  // namespace turnpike::test
