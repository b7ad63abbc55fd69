// model.cpp - the reference model as the page calls it: a configuration in, a run out, as JSON.

#include <emscripten.h>

#include <algorithm>
#include <exception>
#include <string>

#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/config/settings.h"
#include "sim/experiment/results/result_keys.h"
#include "sim/experiment/run/kept_run.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/experiment/run/run_experiment.h"
#include "sim/studies/page/network_data.h"
#include "sim/studies/page/play_log.h"

namespace turnpike::sim {
namespace {

// The run of a configuration, as `turnpike run --engine model --allow-deadlock` makes it. With
// `play_bytes` above 0 so many bytes of its events, and the network that they are of.
Json run_of(const std::string& configuration, std::size_t play_bytes) {
  const Experiment experiment = make_experiment(parse_settings(configuration, "configuration"));
  const model::Network network = build_network(experiment);
  Json answer;
  answer["remark"] = remark_on_run(experiment, network, true);
  PlayLog play(network, play_bytes);
  RunOptions options;
  if (play_bytes != 0) options.event_sink = &play;
  const RunOutcome outcome =
      located(experiment, [&] { return run_experiment(experiment, network, options); });
  answer["results"] = run_to_json(experiment, outcome);
  if (play_bytes == 0) return answer;
  answer["network"] = network_json(network, experiment.topology.text(network.components.size()));
  answer["play"] = play.to_json();
  return answer;
}

}  // namespace
}  // namespace turnpike::sim

// The answer is good until the next call. {"error": ...} if the configuration cannot be run.
extern "C" EMSCRIPTEN_KEEPALIVE const char* turnpike_page_run(const char* configuration,
                                                              unsigned play_bytes) {
  static std::string text;
  try {
    text = turnpike::sim::run_of(configuration, play_bytes).dump();
  } catch (const std::exception& error) {
    text = turnpike::sim::Json{{"error", error.what()}}.dump();
  }
  return text.c_str();
}
