// report.h - what an experiment on a paper leaves: parameters, tables, plots and judged claims.
//
// Plain data. report_text.h writes it as text, Markdown, CSV and JSON, figure_plot.h draws it. A
// verdict is computed from measured numbers by a rule of the claim's own code; `rule` states it.

#pragma once

#include <string>
#include <vector>

#include "papers/measured.h"
#include "sim/experiment/results/result_keys.h"

namespace turnpike::sim {

enum class Verdict {
  holds,
  in_part,
  contradicted,
  misprint,     // not as it is printed; a correction that the claim names holds
  not_decided,  // the paper leaves open what decides it, or our sample cannot tell
  not_judged,   // what it needs was not measured in this run
};
const char* verdict_text(Verdict verdict);
// In the order of the counts on a page: all but not_judged, which has no count.
const std::vector<Verdict>& all_verdicts();

// One sentence of the paper beside our numbers.
struct Judgement {
  std::string id;     // "latency_fixed_512"
  std::string claim;  // the paper's, with its section
  std::string paper;  // the paper's number
  std::string ours;
  Verdict verdict = Verdict::not_judged;
  std::string reason;  // why it does not hold, or how far it does; empty: it holds
  std::string rule;    // when it holds, when in part
  std::string given;   // what of the experiment is the paper's
  std::string chosen;  // what is ours
};

struct Parameter {
  std::string name;
  std::string value;
  bool open = false;  // the paper leaves it open
};

// A cell of a table: words, or a number and how it is shown.
struct Cell {
  Cell(const char* words) : text(words) {}             // NOLINT: a table is written as a list
  Cell(std::string words) : text(std::move(words)) {}  // NOLINT
  Cell(const Measured& number, int decimals);

  std::string text;
  Measured number;  // known: a number
};

struct Table {
  std::string id;  // file name without .csv
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
  std::string note;  // below it
};

struct PlotPoint {
  double x = 0;
  double y = 0;
  double error = 0;  // half width
};

// Curves of formulas are lines, what was measured are points.
enum class PlotStyle { line, points, line_and_points };

struct PlotSeries {
  std::string label;  // empty: not in the key, the colour's other series has it
  std::vector<PlotPoint> points;
  bool dashed = false;
  PlotStyle style = PlotStyle::line_and_points;
  unsigned colour = 0;     // the same number, the same colour; 0: by its place among the series
  bool is_hollow = false;  // its points
};

struct Plot {
  std::string id;  // file name without .svg
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<PlotSeries> series;
  bool log_x = false;
  bool log_y = false;
  double x_limit = 0;  // upper end of the axis; 0: as the points need
  double y_limit = 0;
};

struct Section {
  std::string title;
  std::vector<std::string> paragraphs;
  std::vector<Table> tables;
  std::vector<Plot> plots;
};

struct PaperReport {
  std::string paper;     // "buzzard"
  std::string citation;  // who, what, when
  std::string engine;
  std::string command;  // that makes it again
  std::vector<std::uint64_t> seeds;
  bool quick = false;
  std::vector<Parameter> parameters;
  std::vector<Judgement> judgements;
  std::vector<std::string> summary;  // lines
  std::vector<Section> sections;
  bool interrupted = false;
  // What is broken (a mismatch, a message lost), not what contradicts the paper.
  std::vector<std::string> failures;
};

}  // namespace turnpike::sim
