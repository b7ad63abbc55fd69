// smaller_networks.h - networks of the same kind with fewer nodes, and destinations in them.

#pragma once

#include <string>
#include <vector>

#include "sim/studies/bisect/candidate.h"

namespace turnpike::sim {

struct SmallerNetwork {
  Candidate candidate;
  std::string text;  // "radix = [2, 4]"
};

// One after the other to be tried, the smallest first: all radixes small, a dimension left out, one
// radix smaller. Packets keep their order along a dimension: they are moved together, as close as
// they were or beside each other, or those beyond the end to the last node. Of a topology that a
// rule makes, its descriptor says what is smaller (Topology::smaller), and the numbers of terminals
// are the only dimension. None of a network without dimensions (below).
std::vector<SmallerNetwork> smaller_networks(const Candidate& candidate,
                                             const Experiment& experiment);

// An irregular network of these of its switches, of these of its links; links to switches that are
// not there are left out, as are packets from or to their terminals. Its links come as keys,
// whether they were in a file or not.
struct IrregularParts {
  std::vector<unsigned> switches;
  std::vector<std::size_t> links;

  static IrregularParts of(const Experiment& experiment);
};
Candidate irregular_of(const Candidate& candidate, const Experiment& whole,
                       const IrregularParts& parts);
// Can keys say it? Terminals are in the order of their switches, links are alike both ways.
bool can_be_said(const Experiment& experiment);

}  // namespace turnpike::sim
