// panels.cpp - the networks of Figs. 3 and 4, and how long each is run.

#include "papers/shahrabi/panels.h"

#include <fmt/format.h>

#include <cmath>

#include "papers/network_runs.h"

namespace turnpike::sim::shahrabi {

using model::shahrabi::Load;
using model::shahrabi::Variant;

const std::vector<Panel>& panels() {
  static const std::vector<Panel> all = {{"6-32", 6, 3, 32, .02},
                                         {"6-64", 6, 4, 64, .005},
                                         {"6-100", 6, 3, 100, .03},
                                         {"7-64", 7, 4, 64, .01},
                                         {"8-128", 8, 6, 128, .005}};
  return all;
}

Effort effort(const PaperOptions& options) {
  Effort effort;
  const unsigned repetitions = options.quick ? 2 : 4;
  for (unsigned i = 0; i < repetitions; ++i) effort.seeds.push_back(options.seed + i);
  effort.loads = {.2, .45, .7, .95};
  effort.overload = {1.1, 1.25, 1.4, 1.6, 1.8};
  effort.refinements = 2;
  effort.discarded_by_node = 10;
  effort.discarded_in_all = 1000;
  effort.measured_by_node = 20;
  effort.measured_in_all = 2500;
  if (options.quick) {
    effort.loads = {.5, .95};
    effort.overload = {1.2, 1.8};
    effort.refinements = 0;
    effort.discarded_by_node = 6;
    effort.discarded_in_all = 500;
    effort.measured_by_node = 12;
    effort.measured_in_all = 1200;
  }
  return effort;
}

Effort effort(const PaperOptions& options, const Panel& panel) {
  Effort of_panel = effort(options);
  if (options.quick && panel.dimensions > 7) {
    of_panel.loads = {.5};
    of_panel.overload.clear();
    of_panel.discarded_by_node = 10;
    of_panel.measured_by_node = 20;
  }
  return of_panel;
}

Load load_of(const Panel& panel, double rate, Variant variant) {
  Load load;
  load.dimensions = panel.dimensions;
  load.virtual_channels = panel.virtual_channels;
  load.flits = panel.flits;
  load.rate = rate;
  load.broadcast_share = panel.broadcast_share;
  load.variant = variant;
  return load;
}

double saturation(const Panel& panel, Variant variant) {
  return model::shahrabi::saturation_rate(load_of(panel, 0, variant));
}

double rate_at(const Panel& panel, double share) {
  return share * saturation(panel, Variant::printed);
}

Experiment experiment_of(const Panel& panel, double rate, unsigned discarded, unsigned measured,
                         const Variation& variation) {
  const bool is_packet = variation.router == "packet";
  const auto cycles = [&](unsigned messages) {
    return static_cast<std::uint64_t>(std::ceil(messages / (rate * panel.nodes())));
  };
  std::string router = fmt::format("kind = \"{}\"\n", variation.router);
  std::string at_once;
  if (is_packet) {
    router += fmt::format("packet_flits = {}\n", panel.flits);
  } else {
    const unsigned worms =
        variation.messages_at_once == 0 ? panel.virtual_channels : variation.messages_at_once;
    router += fmt::format("virtual_channels = {}\ninjection = \"{}\"\n", panel.virtual_channels,
                          variation.injection);
    at_once = fmt::format("messages_at_once = {}\n", worms);
  }
  const std::uint64_t warmup = cycles(discarded);
  const std::uint64_t measurement = cycles(measured);
  return experiment_from(
      fmt::format("[network]\ntopology = \"hypercube\"\ndimensions = {}\n\n"
                  "[router]\n{}local_channels = {}\n\n"
                  "[traffic]\npattern = \"uniform_other\"\narrivals = \"poisson\"\n"
                  "length = {}\nload = {}\nbroadcast_fraction = {}\nbroadcast = \"{}\"\n"
                  "broadcast_base = \"{}\"\nbroadcast_startup = {}\n{}\n"
                  "[run]\nwarmup = {}\nmeasurement = {}\nmax_cycles = {}\nlatency_limit = 1e9\n",
                  panel.dimensions, router, panel.dimensions, panel.flits, rate * panel.flits,
                  panel.broadcast_share, variation.broadcast, variation.base, kStartup, at_once,
                  warmup, measurement, warmup + 3 * measurement + 20000),
      fmt::format("shahrabi_{}", panel.id));
}

}  // namespace turnpike::sim::shahrabi
