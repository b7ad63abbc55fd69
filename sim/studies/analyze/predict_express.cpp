// predict_express.cpp - express cubes (Dally 1991): latency, and the load of each level.

#include <algorithm>

#include "model/analysis/agarwal.h"
#include "model/analysis/dally.h"
#include "model/analysis/express_load.h"
#include "sim/studies/analyze/predict.h"

namespace turnpike::sim {

namespace {

namespace dally = model::dally;

constexpr unsigned kMostRadix = 4096;  // all pairs of a line are walked

// Nothing, or what makes the line another one than the paper's.
std::string why_other_express(const Subject& subject) {
  const auto& express = subject.experiment.topology.express;
  if (!express) return "no express channels";
  if (express->insertion != model::ExpressInsertion::multichannel)
    return "interleaved interchanges";
  if (express->dimensions != model::ExpressDimensions::separate) return "joint interchanges";
  if (express->decomposition != model::ExpressDecomposition::single)
    return "decomposed interchanges";
  if (express->boundary) return "modules";
  for (const unsigned k : subject.experiment.topology.radix) {
    if (k > kMostRadix) return "a radix above 4096";
  }
  return "";
}

// The levels that a line of k nodes has: what build_network leaves out is left out.
dally::Spacing levels_of(const Subject& subject, unsigned k) {
  const model::TopologySpec& topology = subject.experiment.topology;
  const bool is_ring = subject.is(model::Topology::torus);
  const std::uint64_t lengths_a_line = is_ring && topology.bidirectional ? 3 : 2;
  dally::Spacing spacing = topology.express->spacing;
  if (spacing.size() == 1) spacing.assign(topology.express->levels, spacing[0]);
  std::uint64_t length = 1;
  for (std::size_t level = 0; level < spacing.size(); ++level) {
    length *= spacing[level];
    const bool fits = is_ring ? lengths_a_line * length <= k : lengths_a_line * length < k;
    if (fits) continue;
    spacing.resize(level);
    break;
  }
  return spacing;
}

// Mean over all pairs of a line or ring, a node and itself among them.
double mean_line_hops(const Subject& subject, unsigned k, const dally::Spacing& spacing) {
  const bool is_ring = subject.is(model::Topology::torus);
  const bool both_ways = subject.experiment.topology.bidirectional;
  double hops = 0;
  for (unsigned s = 0; s < k; ++s) {
    for (unsigned d = 0; d < k; ++d) {
      const unsigned ahead = (d + k - s) % k;
      if (!is_ring) {
        hops += static_cast<double>(dally::hops(s, d, spacing));
      } else if (!both_ways || 2 * ahead < k || (2 * ahead == k && s % 2 == 0)) {
        hops += static_cast<double>(dally::hops(s, std::uint64_t{s} + ahead, spacing));
      } else {
        const std::uint64_t from = std::uint64_t{s} + k;
        hops += static_cast<double>(dally::hops(from, from - (k - ahead), spacing));
      }
    }
  }
  return hops / k / k;
}

double mean_line_distance(const Subject& subject, unsigned k) {
  namespace agarwal = model::agarwal;
  if (subject.is(model::Topology::mesh)) return mean_distance(k, agarwal::Channels::mesh);
  return mean_distance(k, subject.experiment.topology.bidirectional
                              ? agarwal::Channels::bidirectional
                              : agarwal::Channels::unidirectional);
}

void predict_latency(const Subject& subject, Predictions& predictions) {
  const std::string reason = first_reason(
      {why_other_express(subject), subject.why_not_uniform(), subject.why_not_one_length()});
  if (!reason.empty()) return predictions.refuse("zero_load.dally", reason);
  double hops = 0;
  double distance = 0;
  for (const unsigned k : subject.experiment.topology.radix) {
    hops += mean_line_hops(subject, k, levels_of(subject, k));
    distance += mean_line_distance(subject, k);
  }
  dally::Delays delays;
  delays.node =
      subject.network.router.pipeline_cycles + double{1} * subject.experiment.link.cycles_per_hop;
  delays.wire = subject.experiment.link.cycles_per_unit;
  predictions.set("zero_load.dally",
                  dally::message_latency(hops, distance, subject.mean_flits(), delays),
                  subject.experiment.traffic.pattern == model::Pattern::uniform_other
                      ? "the form lets a node send to itself"
                      : "");
}

// Across the middle of a line of an array, of the level's parallel channels the mean.
std::optional<double> centre_load(const Subject& subject, unsigned level) {
  const auto& topology = subject.experiment.topology;
  const bool fits = why_other_express(subject).empty() && subject.why_not_uniform().empty() &&
                    subject.is(model::Topology::mesh) && subject.why_not_one_radix().empty();
  if (!fits) return std::nullopt;
  const unsigned k = topology.radix[0];
  const dally::Spacing spacing = levels_of(subject, k);
  if (level > spacing.size()) return std::nullopt;
  const model::CutTraffic traffic = model::centre_traffic(k, spacing, model::random_traffic());
  const std::vector<unsigned>& channels = topology.express->channels;
  const unsigned parallel = level == 0 || channels.empty()
                                ? 1
                                : channels[std::min<std::size_t>(level, channels.size()) - 1];
  return std::max(traffic.up[level], traffic.down[level]) / parallel;
}

}  // namespace

void predict_express(const Subject& subject, Analysis& analysis) {
  predict_latency(subject, analysis.predictions);
  if (!subject.experiment.topology.express || !analysis.loads) return;
  for (model::ChannelId id = 0; id < subject.network.channels.size(); ++id) {
    const unsigned level = subject.network.channels[id].level;
    while (analysis.levels.size() <= level) {
      LevelLoad row;
      row.level = static_cast<unsigned>(analysis.levels.size());
      analysis.levels.push_back(row);
    }
    LevelLoad& row = analysis.levels[level];
    const double load = subject.load() * analysis.loads->channel[id];
    ++row.channels;
    row.mean += load;
    row.most = std::max(row.most, load);
  }
  for (LevelLoad& row : analysis.levels) {
    if (row.channels > 0) row.mean /= static_cast<double>(row.channels);
    const std::optional<double> centre = centre_load(subject, row.level);
    if (centre) row.centre = *centre * subject.load();
  }
}

}  // namespace turnpike::sim
