// random_networks.h - random networks of one size, each with one kind of traffic or several, by
// every reading.

#pragma once

#include <string>
#include <vector>

#include "papers/arnau/claims.h"
#include "papers/arnau/readings.h"
#include "papers/arnau/study.h"

namespace turnpike::sim::arnau {

// Networks of one size by one reading.
struct Family {
  std::string reading;
  std::vector<Pattern> patterns;
  std::vector<Study> studies;  // [network * patterns + pattern]

  std::size_t networks() const { return studies.size() / patterns.size(); }
  const Study& at(std::size_t network, std::size_t pattern) const {
    return studies[network * patterns.size() + pattern];
  }
};

// What the paper has of one size.
struct FamilySpec {
  unsigned switches = 0;
  std::vector<Pattern> patterns = {Pattern::uniform};
  unsigned papers_networks = 1;  // how many it has
};

// The first reading with all networks, its first pattern at all loads, others at S1, S8 and S9; the
// other readings with some networks, at S1 and S9. Empty: interrupted.
std::vector<Family> run_families(const FamilySpec& spec, const PaperOptions& options);

FamilyFacts facts_of(const std::vector<Family>& families, const FamilySpec& spec);

// Over networks of ours, as an estimate of the mean of as many networks as the paper has: the
// half width covers the chance of theirs, too.
Measured as_paper_has(const std::vector<double>& networks, unsigned papers_networks);
// The same of a standard deviation.
Measured deviation_as_paper_has(const std::vector<double>& networks, unsigned papers_networks);

}  // namespace turnpike::sim::arnau
