// level_part.cpp - tables of III-E.

#include "papers/dally/level_part.h"

#include "model/analysis/dally.h"
#include "papers/dally/level_study.h"

namespace turnpike::sim::dally {

namespace {

Cell number(double value, int decimals) { return {Measured{value, 0}, decimals}; }

Table share_table(const LevelStudy& study) {
  const model::dally::Spacing spacing =
      model::dally::equal_spacing(kExampleSpacing, kExampleLevels);
  const std::vector<double> equations = model::dally::traffic_fractions(kExampleNodes, spacing);
  const std::vector<double> exact = exact_fractions();
  Table table;
  table.id = "levels";
  table.title = "Share of the messages across the centre, k = 64, i = 2, l = 3";
  table.columns = {"level", "(6), (7)", "exact count", "measured"};
  for (unsigned j = 0; j <= kExampleLevels; ++j) {
    table.rows.push_back(
        {number(j, 0), number(equations[j], 4), number(exact[j], 4), Cell(study.shares[j], 4)});
  }
  table.note =
      "Uniform traffic at 0.02 flits per node and cycle, behind the interchange before node 32, "
      "both "
      "ways.";
  return table;
}

Table split_table(const LevelStudy& study) {
  Table table;
  table.id = "levels_splits";
  table.title = "Throughput of eight channels each way, split among the levels";
  table.columns = {"channels of levels 0 to 3", "expected, times plain", "measured, times plain"};
  for (const SplitPoint& p : study.splits) {
    table.rows.push_back({split_text(p.split), number(p.expected, 2), Cell(p.times_plain, 2)});
  }
  table.note =
      "Accepted when overloaded over the plain array's. Expected: the busiest channels of any cut "
      "full, by the exact count. Parallel channels are never loaded quite alike, and overload is "
      "not fair.";
  return table;
}

}  // namespace

bool add_levels(const PaperOptions& options, PaperReport& report) {
  LevelStudy study;
  if (!study.run(options)) return false;
  report.parameters.push_back(
      {"III-E: array", "k = 64, i = 2, l = 3, eight channels each way", false});
  for (Judgement& judgement : judge_levels(study)) report.judgements.push_back(judgement);
  Section section;
  section.title = "Loads by level (III-E)";
  section.tables = {share_table(study), split_table(study)};
  report.sections.push_back(std::move(section));
  return true;
}

}  // namespace turnpike::sim::dally
