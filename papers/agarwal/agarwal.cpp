// agarwal.cpp - the parts of the report on Agarwal 1991; short runs of its networks on the
// hardware.

#include "papers/agarwal/agarwal.h"

#include <fmt/format.h>

#include "papers/agarwal/base.h"
#include "papers/agarwal/loaded.h"
#include "papers/agarwal/locality.h"
#include "papers/agarwal/measured_points.h"
#include "papers/agarwal/other_networks.h"
#include "papers/agarwal/validation.h"
#include "papers/network_runs.h"

namespace turnpike::sim::agarwal {

namespace {

// Hardware of 256 takes minutes to compile; at these loads so few are as good.
constexpr unsigned kBuffers = 16;

LockstepRun lockstep_run(NetworkCase network, double rho) {
  network = at_utilisation(network, rho);
  constexpr Lengths kShort = {200, 1000};
  Experiment experiment = experiment_from(configuration(network, kShort), name_of(network));
  experiment.router.packets.slots = kBuffers;
  return {fmt::format("{}, {} packet buffers", name_of(network), kBuffers), experiment};
}

}  // namespace

std::vector<LockstepRun> lockstep_runs() {
  return {lockstep_run({Shape::torus, 10, 2, 4, 0, 1}, .5),
          lockstep_run({Shape::torus, 4, 3, 4, 0, 1}, .7),
          lockstep_run({Shape::torus, 10, 2, 4, 0, .5}, .5),
          lockstep_run({Shape::mesh, 8, 2, 4, 0, 1}, .4),
          lockstep_run({Shape::butterfly, 4, 3, 8, 0, 1}, .5)};
}

std::vector<std::string> agarwal_figures() {
  std::vector<std::string> figures;
  for (unsigned figure = 2; figure <= 16; ++figure) figures.push_back(std::to_string(figure));
  figures.insert(figures.end(), {"channels", "node", "indirect", "k2"});
  return figures;
}

PaperReport run_agarwal(const PaperOptions& options) {
  PaperReport report;
  report.seeds = run_seeds(options);
  report.parameters = Part("agarwal", "common").parameters(options.quick);
  for (const auto add : {add_validation, add_channels, add_base, add_loaded, add_locality,
                         add_indirect, add_small_radix}) {
    add(options, report);
    if (report.interrupted) return report;
  }
  if (options.engine == EngineKind::lockstep) add_lockstep_runs(lockstep_runs(), options, report);
  return report;
}

}  // namespace turnpike::sim::agarwal
