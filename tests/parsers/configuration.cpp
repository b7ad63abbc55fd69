// configuration.cpp - configurations and --set: read or refused; what is read can be written in
// full and read again as the same.

#include "model/common/input_limits.h"
#include "sim/experiment/config/read_experiment.h"
#include "tests/parsers/parsers.h"

namespace turnpike::test {

namespace {

// Mistakes, and a line that counts the others.
constexpr std::size_t kMostLines = model::kMaxMistakes + 1;

void check_round_trip(const sim::Experiment& experiment) {
  const std::string full = sim::to_toml(experiment);
  const sim::Experiment again = sim::make_experiment(sim::parse_settings(full, "full.toml"));
  promise(sim::to_toml(again) == full, "written in full it reads back as the same:\n" + full);
}

}  // namespace

void check_configuration(std::string_view bytes) {
  sim::Experiment experiment;
  try {
    experiment = sim::make_experiment(sim::parse_settings(std::string(bytes), "fuzz.toml"));
  } catch (const sim::ConfigError& error) {
    const std::string message = error.what();
    promise(message.rfind("fuzz.toml", 0) == 0, "the file's name comes first: " + message);
    check_message(message, kMostLines);
    return;
  }
  check_round_trip(experiment);
}

void check_assignment(std::string_view bytes) {
  static const sim::Settings base =
      sim::parse_settings("[network]\ntopology='mesh'\nradix=4\ndimensions=2\n", "base.toml");
  sim::Experiment experiment;
  try {
    sim::Overrides overrides;
    overrides.set(std::string(bytes));
    experiment = sim::make_experiment(base, overrides);
  } catch (const sim::ConfigError& error) {
    check_message(error.what(), kMostLines);
    return;
  }
  check_round_trip(experiment);
}

}  // namespace turnpike::test
