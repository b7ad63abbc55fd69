// decomposition_part.cpp - every pair over each decomposition of Fig. 5.

#include "papers/dally/decomposition_part.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/analysis/dally.h"
#include "papers/dally/load_runs.h"
#include "papers/dally/verdict_rule.h"

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

Cell number(double value, int decimals = 0) { return {Measured{value, 0}, decimals}; }

Table hop_table(const DecompositionStudy& study) {
  Table table;
  table.id = "decompositions";
  table.title = "Hops of all pairs, k = 64, i = 2, l = 3; beyond those of single modules";
  table.columns = {"decomposition", "figure", "mean hops", "extra, mean", "least", "most"};
  for (unsigned kind = 0; kind < kDecompositions; ++kind) {
    const Extra extra = extra_of(study.ways[kind], study.of(Modules::single));
    table.rows.push_back({kNames[kind], kFigures[kind],
                          number(study.mean_hops(static_cast<Modules>(kind)), 4),
                          number(extra.mean, 4), number(extra.least), number(extra.most)});
  }
  table.note =
      "A module entered is a hop, so a message that goes from the local channel to level p passes "
      "p "
      "ascending modules and a descending one of Fig. 5b. With Fig. 5d a local message does not "
      "see "
      "interchanges of level 2 and higher.";
  return table;
}

Judgement modules(const DecompositionStudy& study) {
  bool all = true;
  for (unsigned j = 1; j <= 3; ++j) {
    all = all && study.modules[j - 1] == model::dally::level_one_modules(j);
  }
  return judged(
      claim_of("modules",
               "III-C, Fig. 5b: an interchange of level j decomposes into 2j - 1 of level one",
               "1, 3, 5 for j = 1, 2, 3",
               "Modules in the built network. Holds: as many for all three; in part: for j = 1."),
      fmt::format("{}, {}, {}", study.modules[0], study.modules[1], study.modules[2]),
      graded(all, study.modules[0] == 1), "other numbers are built");
}

Judgement without(const DecompositionStudy& study, Modules kind, Modules than, const char* id,
                  const char* claim, const char* names) {
  const Extra extra = extra_of(study.of(kind), study.of(than));
  return judged(
      claim_of(id, claim, "some degradation, extra hops in some cases",
               "All pairs, each module a hop. Holds: more hops for some pairs and in the mean; in "
               "part: more channels between interchanges for some pairs."),
      fmt::format("{}: {:+.2f} hops in the mean, {:+d} to {:+d}, more for {} of {} pairs; more "
                  "channels between interchanges for {}",
                  names, extra.mean, extra.least, extra.most, extra.more, study.of(kind).size(),
                  extra.detours),
      graded(extra.more > 0 && extra.mean > 0, extra.detours > 0),
      extra.detours > 0
          ? "the modules left out were hops themselves: in the mean that saves more than the "
            "detours cost"
          : "no detour is measured");
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
  return {modules(study),
          without(study, Modules::no_ascent, Modules::full, "no_ascent",
                  "III-C, Fig. 5c: the ascending interchanges can be eliminated", "5c over 5b"),
          without(study, Modules::top_only, Modules::no_ascent, "top_only",
                  "III-C, Fig. 5d: the descending interchanges can be eliminated as well",
                  "5d over 5c")};
}

bool add_decompositions(const PaperOptions& options, PaperReport& report) {
  DecompositionStudy study;
  if (!study.run(options)) return false;
  for (Judgement& judgement : judge_decompositions(study)) report.judgements.push_back(judgement);
  Section section;
  section.title = "Decompositions (III-C, Fig. 5)";
  section.tables = {hop_table(study)};
  report.sections.push_back(std::move(section));
  return true;
}

}  // namespace turnpike::sim::dally
