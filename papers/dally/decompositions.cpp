// decompositions.cpp - every pair over each decomposition of Fig. 5.

#include "papers/dally/decompositions.h"

#include <fmt/format.h>

#include <algorithm>

#include "papers/dally/load_runs.h"
#include "papers/sheet.h"

namespace turnpike::sim::dally {

namespace {

constexpr unsigned kNodes = 64;
constexpr model::Cycle kApart = 100;
constexpr const char* kNames[kDecompositions] = {"single", "full", "no_ascent", "top_only"};
constexpr const char* kFigures[kDecompositions] = {"5a", "5b", "5c", "5d"};

std::string text_of(unsigned kind) {
  return array_text(kNodes,
                    fmt::format("spacing = 2\nlevels = 3\ndecomposition = \"{}\"", kNames[kind]));
}

QuietRun all_pairs(unsigned kind) {
  QuietRun run;
  run.network = experiment_from(text_of(kind), "array");
  for (model::NodeId from = 0; from < kNodes; ++from) {
    for (model::NodeId to = 0; to < kNodes; ++to) {
      if (to != from) run.messages.push_back({kApart * run.messages.size(), from, to});
    }
  }
  return run;
}

// Interchanges of level 1, 2 and 3 stand before nodes 34, 36 and 32.
unsigned modules_before(const model::Network& network, model::Address node) {
  return static_cast<unsigned>(std::count_if(
      network.components.begin(), network.components.end(), [&](const model::Component& c) {
        return c.kind == model::ComponentKind::interchange && c.address == node;
      }));
}

// Of the hops of one kind beyond those of another.
struct Extra {
  double mean = 0;
  int least = 0;
  int most = 0;
  unsigned more = 0;     // pairs
  unsigned detours = 0;  // pairs with more channels, those inside interchanges not counted
};

Extra extra_of(const std::vector<Way>& ways, const std::vector<Way>& than) {
  Extra extra;
  for (std::size_t p = 0; p < ways.size(); ++p) {
    const int hops = static_cast<int>(ways[p].hops()) - static_cast<int>(than[p].hops());
    extra.least = p == 0 ? hops : std::min(extra.least, hops);
    extra.most = p == 0 ? hops : std::max(extra.most, hops);
    extra.more += hops > 0;
    extra.detours += ways[p].hops() - ways[p].channels_of(kInside) >
                     than[p].hops() - than[p].channels_of(kInside);
    extra.mean += hops;
  }
  extra.mean /= static_cast<double>(ways.size());
  return extra;
}

Table hop_table(const Part& part, const DecompositionStudy& study) {
  Table table = part.table("decompositions");
  for (unsigned kind = 0; kind < kDecompositions; ++kind) {
    const Extra extra = extra_of(study.ways[kind], study.of(Modules::single));
    table.rows.push_back({kNames[kind], kFigures[kind],
                          exact(study.mean_hops(static_cast<Modules>(kind)), 4),
                          exact(extra.mean, 4), exact(extra.least), exact(extra.most)});
  }
  return table;
}

Values extra_values(const DecompositionStudy& study, Modules kind, Modules than) {
  const Extra extra = extra_of(study.of(kind), study.of(than));
  return {{"mean", extra.mean}, {"least", extra.least},     {"most", extra.most},
          {"more", extra.more}, {"detours", extra.detours}, {"pairs", study.of(kind).size()}};
}

}  // namespace

double DecompositionStudy::mean_hops(Modules kind) const {
  double sum = 0;
  for (const Way& way : of(kind)) sum += static_cast<double>(way.hops());
  return sum / static_cast<double>(of(kind).size());
}

bool DecompositionStudy::run(const PaperOptions& options) {
  std::vector<QuietRun> runs;
  for (unsigned kind = 0; kind < kDecompositions; ++kind) runs.push_back(all_pairs(kind));
  if (!run_quiet(runs, options, "decompositions")) return false;
  for (unsigned kind = 0; kind < kDecompositions; ++kind) ways[kind] = runs[kind].ways;
  const model::Network network = network_of(runs[static_cast<unsigned>(Modules::full)].network);
  modules = {modules_before(network, 34), modules_before(network, 36), modules_before(network, 32)};
  return true;
}

std::vector<Judgement> judge_decompositions(const DecompositionStudy& study) {
  return Part("dally", "decompositions")
      .judge({{"modules", Values{{"j_1", study.modules[0]},
                                 {"j_2", study.modules[1]},
                                 {"j_3", study.modules[2]}}},
              {"no_ascent", extra_values(study, Modules::no_ascent, Modules::full)},
              {"top_only", extra_values(study, Modules::top_only, Modules::no_ascent)}});
}

bool add_decompositions(const PaperOptions& options, PaperReport& report) {
  DecompositionStudy study;
  if (!study.run(options)) return false;
  const Part part("dally", "decompositions");
  part.add_to(report, options.quick, judge_decompositions(study), {hop_table(part, study)});
  return true;
}

}  // namespace turnpike::sim::dally
