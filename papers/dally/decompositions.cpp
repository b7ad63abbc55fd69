// decompositions.cpp - every pair over each decomposition of Fig. 5.

#include "papers/dally/decompositions.h"

#include <fmt/format.h>

#include <algorithm>

#include "papers/dally/load_runs.h"
#include "papers/sheet.h"

namespace turnpike::sim::dally {

namespace {

constexpr unsigned kLevels = 3;
constexpr model::Cycle kApart = 100;
constexpr const char* kNames[kDecompositions] = {"single", "full", "no_ascent", "top_only"};
constexpr const char* kFigures[kDecompositions] = {"5a", "5b", "5c", "5d"};

std::string text_of(const DecomposedArray& array, unsigned kind) {
  return array_text(array.nodes, fmt::format("spacing = {}\nlevels = {}\ndecomposition = \"{}\"",
                                             array.spacing, kLevels, kNames[kind]));
}

// Of an array of several periods: each place of a period once. Places that are alike to an
// interchange of some level are in all periods alike, those at its ends and those in its middle.
std::vector<model::NodeId> sources_of(const DecomposedArray& array) {
  const unsigned period = array.spacing * array.spacing * array.spacing;
  const unsigned periods = array.nodes / period;
  std::vector<model::NodeId> sources;
  const bool is_long = array.nodes > 64;
  for (model::NodeId node = 0; node < array.nodes; ++node) {
    const unsigned place = node % period;
    const unsigned digits = place + place / array.spacing + place / array.spacing / array.spacing;
    if (!is_long || node / period == digits % periods) sources.push_back(node);
  }
  return sources;
}

QuietRun all_pairs(const DecomposedArray& array, unsigned kind) {
  QuietRun run;
  run.network = experiment_from(text_of(array, kind), "array");
  for (const model::NodeId from : sources_of(array)) {
    for (model::NodeId to = 0; to < array.nodes; ++to) {
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
  double channels = 0;  // mean, those inside interchanges not counted
  int least = 0;
  int most = 0;
  unsigned more = 0;     // pairs
  unsigned detours = 0;  // pairs with more channels, those inside interchanges not counted
};

std::size_t outside(const Way& way) { return way.hops() - way.channels_of(kInside); }

Extra extra_of(const std::vector<Way>& ways, const std::vector<Way>& than) {
  Extra extra;
  for (std::size_t p = 0; p < ways.size(); ++p) {
    const int hops = static_cast<int>(ways[p].hops()) - static_cast<int>(than[p].hops());
    extra.least = p == 0 ? hops : std::min(extra.least, hops);
    extra.most = p == 0 ? hops : std::max(extra.most, hops);
    extra.more += hops > 0;
    const int channels = static_cast<int>(outside(ways[p])) - static_cast<int>(outside(than[p]));
    extra.detours += channels > 0;
    extra.channels += channels;
    extra.mean += hops;
  }
  extra.mean /= static_cast<double>(ways.size());
  extra.channels /= static_cast<double>(ways.size());
  return extra;
}

Table hop_table(const Part& part, const DecompositionStudy& study) {
  // With the source among the destinations, at no hops.
  const DecomposedArray& last = study.arrays.back();
  const double share = (last.nodes - 1.0) / last.nodes;
  Table table =
      part.table("decompositions", {{"k", last.nodes},
                                    {"no_ascent", share * last.mean_hops(Modules::no_ascent)},
                                    {"top_only", share * last.mean_hops(Modules::top_only)}});
  for (const DecomposedArray& array : study.arrays) {
    for (unsigned kind = 0; kind < kDecompositions; ++kind) {
      const Extra extra = extra_of(array.ways[kind], array.of(Modules::single));
      table.rows.push_back({exact(array.nodes), exact(array.spacing), kNames[kind], kFigures[kind],
                            exact(array.mean_hops(static_cast<Modules>(kind)), 4),
                            exact(extra.mean, 4), exact(extra.least), exact(extra.most)});
    }
  }
  return table;
}

Values extra_values(const DecompositionStudy& study, Modules kind, Modules than) {
  std::string modules;
  std::string channels;
  double least_modules = 1e9;
  double least_channels = 1e9;
  for (const DecomposedArray& array : study.arrays) {
    const Extra extra = extra_of(array.of(kind), array.of(than));
    least_modules = std::min(least_modules, extra.mean);
    least_channels = std::min(least_channels, extra.channels);
    add_to_list(modules, fmt::format("{:+.2f} (k = {})", extra.mean, array.nodes));
    add_to_list(channels, fmt::format("{:+.2f}, more for {} of {} pairs", extra.channels,
                                      extra.detours, array.of(kind).size()));
  }
  return {{"modules", modules},
          {"channels", channels},
          {"least_modules", least_modules},
          {"least_channels", least_channels}};
}

}  // namespace

double DecomposedArray::mean_hops(Modules kind) const {
  double sum = 0;
  for (const Way& way : of(kind)) sum += static_cast<double>(way.hops());
  return sum / static_cast<double>(of(kind).size());
}

bool DecompositionStudy::run(const PaperOptions& options) {
  arrays = {{64, 2, {}}};
  if (!options.quick) arrays.push_back({256, 4, {}});
  std::vector<QuietRun> runs;
  for (const DecomposedArray& array : arrays) {
    for (unsigned kind = 0; kind < kDecompositions; ++kind) runs.push_back(all_pairs(array, kind));
  }
  if (!run_quiet(runs, options, "decompositions")) return false;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    arrays[r / kDecompositions].ways[r % kDecompositions] = runs[r].ways;
  }
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
