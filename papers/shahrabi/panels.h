// panels.h - the networks of Figs. 3 and 4, what is run on them, and what the model says.

#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "model/analysis/shahrabi.h"
#include "papers/papers.h"
#include "sim/experiment/config/experiment.h"

namespace turnpike::sim::shahrabi {

// One network of Figs. 3 and 4. Which of them the panels of the paper show is lost.
struct Panel {
  const char* id;  // "6-32": dimensions and flits; the name of the figure
  unsigned dimensions;
  unsigned virtual_channels;  // V
  unsigned flits;             // M
  double broadcast_share;     // beta

  unsigned nodes() const { return 1u << dimensions; }
};
const std::vector<Panel>& panels();

constexpr unsigned kStartup = 1;  // Delta, cycles

// Cycles that a message takes here and the paper does not count: the channel into the first router
// (unicast); for a copy of a broadcast that and the hop itself, which (13) leaves out.
constexpr unsigned kUncountedUnicast = 1;
constexpr unsigned kUncountedCopy = 2;

// How long and how often.
struct Effort {
  std::vector<std::uint64_t> seeds;
  // Of the load at which the model as printed ends, light to heavy: those at which it is judged,
  // and those at which it has no solution any more and the network itself is sought to saturate.
  std::vector<double> loads;
  std::vector<double> overload;
  unsigned refinements = 0;  // runs between the loads where it did not and where it did
  // Messages before the measurement and in it: so many a node, and at least so many in all.
  unsigned discarded_by_node = 0;
  unsigned discarded_in_all = 0;
  unsigned measured_by_node = 0;
  unsigned measured_in_all = 0;

  unsigned discarded(const Panel& panel) const {
    return std::max(discarded_by_node * panel.nodes(), discarded_in_all);
  }
  unsigned measured(const Panel& panel) const {
    return std::max(measured_by_node * panel.nodes(), measured_in_all);
  }
};
Effort effort(const PaperOptions& options);
// The same for one panel: a quick run of a large cube is one load, for long enough.
Effort effort(const PaperOptions& options, const Panel& panel);

// The model at a load, or at the saturation of a variant.
model::shahrabi::Load load_of(const Panel& panel, double rate, model::shahrabi::Variant variant);
double saturation(const Panel& panel, model::shahrabi::Variant variant);
// lambda_g at a share of the load at which the model as printed ends.
double rate_at(const Panel& panel, double share);

// What may differ from the paper's network.
struct Variation {
  std::string router = "wormhole";  // or "packet", then one packet a message
  std::string broadcast = "tree";   // or "router"
  std::string base = "rotating";
  unsigned messages_at_once = 0;  // of an injection channel; 0: as many as virtual channels
  std::string injection = "fair";
};

// The network with `rate` messages per node and cycle, as a user would write it.
Experiment experiment_of(const Panel& panel, double rate, unsigned discarded, unsigned measured,
                         const Variation& variation = {});

}  // namespace turnpike::sim::shahrabi
