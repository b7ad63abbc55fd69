// random_networks.cpp - runs of random networks, and what they say of the paper's.

#include "papers/arnau/random_networks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace turnpike::sim::arnau {

namespace {

StudySpec spec_of(const FamilySpec& family, const Reading& reading, unsigned network,
                  Pattern pattern, const PaperOptions& options) {
  const Effort wanted = effort(options);
  StudySpec spec;
  spec.one = random_switches(family.switches, network, pattern, reading.fit);
  spec.setting = reading.setting;
  spec.messages_per_pair = wanted.messages_of_random / reading.shorter;
  spec.seeds = {options.seed + network - 1};
  spec.loads = {kLow, kDeep};
  return spec;
}

std::optional<Family> run_family(const FamilySpec& spec, const Reading& reading, bool is_first,
                                 const PaperOptions& options) {
  const Effort wanted = effort(options);
  Family family;
  family.reading = reading.label;
  family.patterns = spec.patterns;
  const unsigned networks =
      is_first || reading.with_all_networks ? wanted.networks : wanted.networks_of_readings;
  for (unsigned network = 1; network <= networks; ++network) {
    for (const Pattern pattern : spec.patterns) {
      StudySpec one = spec_of(spec, reading, network, pattern, options);
      if (is_first) one.loads = {kLow, kS8, kDeep};
      if (is_first && pattern == spec.patterns.front()) one.loads = all_loads();
      family.studies.emplace_back(std::move(one));
    }
  }
  const std::string what = fmt::format("{} switches, {}", spec.switches, reading.label);
  if (!run_studies(family.studies, options, what)) return std::nullopt;
  return family;
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation_of(const std::vector<double>& values) {
  const double mean = mean_of(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

// An index of one network at one load, for each of its patterns.
using Index = Measured (Study::*)(unsigned) const;
std::vector<double> over_patterns(const Family& family, std::size_t network, Index index,
                                  unsigned load) {
  std::vector<double> values;
  for (std::size_t pattern = 0; pattern < family.patterns.size(); ++pattern) {
    values.push_back((family.at(network, pattern).*index)(load).mean);
  }
  return values;
}

template <class Figure>
std::vector<double> over_networks(const Family& family, Figure figure) {
  std::vector<double> values;
  for (std::size_t network = 0; network < family.networks(); ++network) {
    values.push_back(figure(network));
  }
  return values;
}

// One family at two loads.
class Indices {
 public:
  Indices(const Family& family, const FamilySpec& spec, unsigned deep)
      : family_(family), papers_networks_(spec.papers_networks), deep_(deep) {}

  Measured mean(Index index, bool is_deep) const {
    return as_paper_has(means(index, is_deep), papers_networks_);
  }
  // Of each network the one load over the other.
  Measured ratio(Index index, bool is_deep_over_low) const {
    const std::vector<double> low = means(index, false);
    const std::vector<double> deep = means(index, true);
    std::vector<double> ratios;
    for (std::size_t i = 0; i < low.size(); ++i) {
      ratios.push_back(is_deep_over_low ? deep[i] / low[i] : low[i] / deep[i]);
    }
    return as_paper_has(ratios, papers_networks_);
  }
  Measured spread(Index index, bool is_deep) const {
    if (family_.patterns.size() == 1) {
      return deviation_as_paper_has(means(index, is_deep), papers_networks_);
    }
    const auto of_network = [&](std::size_t network) {
      return deviation_of(over_patterns(family_, network, index, is_deep ? deep_ : kLow));
    };
    return as_paper_has(over_networks(family_, of_network), papers_networks_);
  }

 private:
  std::vector<double> means(Index index, bool is_deep) const {
    return over_networks(family_, [&](std::size_t network) {
      return mean_of(over_patterns(family_, network, index, is_deep ? deep_ : kLow));
    });
  }

  const Family& family_;
  unsigned papers_networks_;
  unsigned deep_;
};

void add_low(FamilyFacts& facts, const std::string& reading, const Indices& of) {
  facts.low.push_back({reading, of.mean(&Study::plain_index, false)});
  facts.low_weighted.push_back({reading, of.mean(&Study::weighted_index, false)});
  facts.low_spread.push_back({reading, of.spread(&Study::plain_index, false)});
  facts.low_weighted_spread.push_back({reading, of.spread(&Study::weighted_index, false)});
}

void add_deep(FamilyFacts& facts, const std::string& reading, const Indices& of) {
  facts.deep.push_back({reading, of.mean(&Study::plain_index, true)});
  facts.deep_weighted.push_back({reading, of.mean(&Study::weighted_index, true)});
  facts.falls.push_back({reading, of.ratio(&Study::plain_index, false)});
  facts.stays.push_back({reading, of.ratio(&Study::weighted_index, true)});
  facts.deep_spread.push_back({reading, of.spread(&Study::plain_index, true)});
  facts.deep_weighted_spread.push_back({reading, of.spread(&Study::weighted_index, true)});
}

std::vector<FamilyFacts::AtLoad> loads_of(const Family& family, const FamilySpec& spec) {
  std::vector<FamilyFacts::AtLoad> loads;
  for (const unsigned load : family.at(0, 0).spec().loads) {
    const auto index = [&](std::size_t n) { return family.at(n, 0).plain_index(load).mean; };
    const auto latency = [&](std::size_t n) { return family.at(n, 0).latency(load).mean; };
    loads.push_back({load_name(load), mean_of(over_networks(family, latency)),
                     as_paper_has(over_networks(family, index), spec.papers_networks)});
  }
  return loads;
}

}  // namespace

Measured as_paper_has(const std::vector<double>& networks, unsigned papers_networks) {
  Measured result = measured(networks);
  const double share = static_cast<double>(networks.size()) / papers_networks;
  result.half_width *= std::sqrt(1 + share);
  return result;
}

Measured deviation_as_paper_has(const std::vector<double>& networks, unsigned papers_networks) {
  constexpr double kNormal95 = 1.96;
  const double deviation = deviation_of(networks);
  const auto variance = [](double n) { return 1 / (2 * (n - 1)); };  // of it, over its square
  const double both = variance(static_cast<double>(networks.size())) + variance(papers_networks);
  return {deviation, kNormal95 * deviation * std::sqrt(both)};
}

std::vector<Family> run_families(const FamilySpec& spec, const PaperOptions& options) {
  const bool is_permuted = spec.patterns.size() > 1;
  const std::vector<Reading> all =
      is_permuted ? readings_of_permutations(options) : readings(options);
  std::vector<Family> families;
  for (const Reading& reading : all) {
    auto family = run_family(spec, reading, families.empty(), options);
    if (!family) return {};
    families.push_back(std::move(*family));
  }
  return families;
}

FamilyFacts facts_of(const std::vector<Family>& families, const FamilySpec& spec) {
  FamilyFacts facts;
  facts.loads = loads_of(families.front(), spec);
  for (const Family& family : families) {
    const Indices at_s9(family, spec, kDeep);
    add_low(facts, family.reading, at_s9);
    add_deep(facts, family.reading, at_s9);
  }
  add_deep(facts, "deep saturation at S8", Indices(families.front(), spec, kS8));
  return facts;
}

}  // namespace turnpike::sim::arnau
