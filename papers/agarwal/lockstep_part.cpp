// lockstep_part.cpp - short runs on small networks, all outputs compared in every cycle.

#include "papers/agarwal/lockstep_part.h"

#include <fmt/format.h>

#include "papers/agarwal/network_case.h"
#include "papers/lockstep_points.h"
#include "papers/network_runs.h"

namespace turnpike::sim::agarwal {

namespace {

// Hardware of 256 takes minutes to compile; at these loads so few are as good.
constexpr unsigned kBuffers = 16;

LockstepRun lockstep_run(const char* id, NetworkCase network, double rho) {
  network = at_utilisation(network, rho);
  constexpr Lengths kShort = {200, 1000};
  Experiment experiment = experiment_from(configuration(network, kShort), name_of(network));
  experiment.router.packets.slots = kBuffers;
  return {id, fmt::format("{}, {} packet buffers", name_of(network), kBuffers), experiment};
}

std::vector<LockstepRun> lockstep_runs() {
  return {lockstep_run("torus", {Shape::torus, 10, 2, 4, 0, 1}, .5),
          lockstep_run("small_torus", {Shape::torus, 4, 3, 4, 0, 1}, .7),
          lockstep_run("locality", {Shape::torus, 10, 2, 4, 0, .5}, .5),
          lockstep_run("mesh", {Shape::mesh, 8, 2, 4, 0, 1}, .4),
          lockstep_run("indirect", {Shape::butterfly, 4, 3, 8, 0, 1}, .5)};
}

}  // namespace

Json run_lockstep_point(const std::string& point, const PaperOptions& options) {
  return run_lockstep(lockstep_runs(), point, options);
}

void add_lockstep(const PaperOptions& options, PaperReport& report) {
  add_lockstep_runs("agarwal", lockstep_runs(), options, report);
}

}  // namespace turnpike::sim::agarwal
