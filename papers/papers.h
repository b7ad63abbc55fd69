// papers.h - the papers whose experiments this program repeats: one row each.
//
// A new paper is a function that fills a PaperReport, in a folder of its own, and a row in
// papers.cpp.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "papers/report.h"
#include "sim/experiment/config/experiment.h"

namespace turnpike::sim {

struct PaperOptions {
  std::string figure;  // one of the paper's `figures`; empty: all
  bool quick = false;
  std::uint64_t seed = 1;
  unsigned jobs = 1;
  EngineKind engine = EngineKind::model;
  // Hears how far it is; false: stop, the report is `interrupted`.
  std::function<bool(const std::string&)> on_progress;

  bool wants(const std::string& one) const { return figure.empty() || figure == one; }
};

struct Paper {
  std::string name;
  std::string citation;
  std::vector<std::string> figures;
  std::function<PaperReport(const PaperOptions&)> run;
};

const std::vector<Paper>& papers();

}  // namespace turnpike::sim
