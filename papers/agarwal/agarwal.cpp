// agarwal.cpp - the parts of the report on Agarwal 1991, and what they have in common.

#include "papers/agarwal/agarwal.h"

#include <fmt/format.h>

#include "papers/agarwal/base_part.h"
#include "papers/agarwal/channels_part.h"
#include "papers/agarwal/indirect_part.h"
#include "papers/agarwal/loaded_part.h"
#include "papers/agarwal/locality_part.h"
#include "papers/agarwal/lockstep_part.h"
#include "papers/agarwal/measured_points.h"
#include "papers/agarwal/small_radix_part.h"
#include "papers/agarwal/validation_part.h"

namespace turnpike::sim::agarwal {

namespace {

std::vector<Parameter> parameters(const PaperOptions& options) {
  return {
      {"direct networks", "tori, channels one way, n inputs and n outputs a node, and its own",
       false},
      {"routing", "dimension order, highest first", false},
      {"switching", "virtual cut-through; a hop is one cycle; a message is one packet of B flits",
       false},
      {"queues", "at every output, 256 packets: as good as endless", false},
      {"virtual channels", "two in a torus, before and after the wrap-around channel", true},
      {"destinations", "uniform over all nodes, the source included", false},
      {"creation", "a node creates a message with probability m in each cycle", false},
      {"latency",
       "from creation to the last flit; less the cycle for which a message is in one router more "
       "than it has hops, so that zero load is n k_d + B (indirect: n + B, nothing taken off)",
       false},
      {"a node's own channel", "carries one message after the other, in and out", true},
      {"heads that come at once for one output", "enter its queue one a cycle, by turns", true},
      {"B in Figs. 2 and 3", options.quick ? "2, 8" : "2, 4, 8, 12", true},
      {"n and k in Fig. 5",
       options.quick ? "k = 10, n = 2, 3" : "k = 10, n = 2, 3; k = 4, n = 2, 4", true},
      {"l in Fig. 12",
       options.quick ? "l^(1/2) = 0.5, 0.9, 1" : "l^(1/2) = 0.3, 0.5, 0.7, 0.8, 0.9, 1", true},
      {"window of destinations", "begins at the source, whole nodes a side", false},
      {"two-way and mesh networks",
       options.quick ? "k = 16, n = 2; B = 4"
                     : "k = 16, n = 2; k = 8, n = 3; torus also k = 9, n = 2; B = 4",
       true},
      {"s in Figs. 7a, 8a, 10a", "0, 1, 2, 4, 8, 16, 32", true},
      {"L/W in Figs. 7b, 8b", "1, 5, 10, 20, 50, 100, 200, 400", true},
      {"L in Figs. 10b, 16", "8, 40, 80, 160, 400, 800, 1600, 3200 bits", true},
      {"l in Fig. 14b", "1, 0.8, 0.6, 0.4, 0.3, 0.2, 0.1", true},
      {"length of a run",
       fmt::format("by load: warm-up {0} B / (1 - rho)^2 cycles and 500, measurement {1} times B / "
                   "(1 - rho)^2 or more",
                   options.quick ? 3 : 5, options.quick ? 4 : 8),
       true},
      {"repetitions", fmt::format("{}", run_seeds(options).size()), true},
  };
}

}  // namespace

std::vector<std::string> agarwal_figures() {
  std::vector<std::string> figures;
  for (unsigned figure = 2; figure <= 16; ++figure) figures.push_back(std::to_string(figure));
  figures.insert(figures.end(), {"channels", "node", "indirect", "k2"});
  return figures;
}

PaperReport run_agarwal(const PaperOptions& options) {
  PaperReport report;
  report.seeds = run_seeds(options);
  report.parameters = parameters(options);
  for (const auto add : {add_validation, add_channels, add_base, add_loaded, add_locality,
                         add_indirect, add_small_radix}) {
    add(options, report);
    if (report.interrupted) return report;
  }
  if (options.engine == EngineKind::lockstep) add_lockstep(options, report);
  return report;
}

}  // namespace turnpike::sim::agarwal
