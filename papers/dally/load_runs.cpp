// load_runs.cpp - seeds and lengths of the runs under load.

#include "papers/dally/load_runs.h"

#include <fmt/format.h>

#include "model/topology/build.h"

namespace turnpike::sim::dally {

std::vector<std::uint64_t> load_seeds(const PaperOptions& options) {
  std::vector<std::uint64_t> seeds;
  for (unsigned i = 0; i < (options.quick ? 2u : 5u); ++i) seeds.push_back(options.seed + i);
  return seeds;
}

std::string overload(const PaperOptions& options, double load, unsigned length) {
  const unsigned measurement = options.quick ? 6000 : 20000;
  return fmt::format(
      "[traffic]\npattern = \"uniform\"\nload = {}\nlength = {}\n"
      "[run]\nwarmup = 6000\nmeasurement = {}\nmax_cycles = {}\nlatency_limit = 1000000\n",
      load, length, measurement, measurement + 6000);
}

std::string low_load(const PaperOptions& options, unsigned length) {
  const unsigned measurement = options.quick ? 40000 : 80000;
  return fmt::format(
      "[traffic]\npattern = \"uniform\"\nload = 0.02\nlength = {}\n"
      "[run]\nwarmup = 2000\nmeasurement = {}\nmax_cycles = {}\n",
      length, measurement, measurement + 50000);
}

model::Network network_of(const Experiment& experiment) {
  return build_network(experiment.topology, experiment.router, experiment.link);
}

}  // namespace turnpike::sim::dally
