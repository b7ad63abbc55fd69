// predict_wires.cpp - bisection and pins.

#include <fmt/format.h>

#include "model/analysis/bisection.h"
#include "model/analysis/pin_count.h"
#include "sim/studies/analyze/predict.h"

namespace turnpike::sim {

namespace {

bool has_narrow_channels(const model::Network& network) {
  for (const model::Channel& channel : network.channels) {
    if (channel.is_narrow()) return true;
  }
  return false;
}

void refuse_bisection(Predictions& predictions, const std::string& reason) {
  for (const char* key : {"saturation.bisection", "wires.bisection", "wires.bisection_bits"}) {
    predictions.refuse(key, reason);
  }
}

std::string halves_note(const Subject& subject) {
  if (subject.has_tables()) {
    return "Kernighan-Lin: an upper bound of the bisection";
  }
  unsigned longest = 0;
  for (const unsigned k : subject.experiment.topology.radix) longest = std::max(longest, k);
  return longest % 2 == 0 ? ""
                          : fmt::format("{} planes against {}", longest / 2, longest - longest / 2);
}

void predict_bisection(const Subject& subject, Predictions& predictions) {
  const model::Network& network = subject.network;
  const std::string reason = first_reason({subject.why_not_counted()});
  if (!reason.empty()) return refuse_bisection(predictions, reason);
  const model::Halves halves =
      subject.has_tables() ? model::searched_halves(network) : model::middle_halves(network);
  const model::Cut cut = model::cut_between(network, halves, subject.share);
  if (cut.channels() == 0) {
    return refuse_bisection(predictions, "not covered: both halves at one switch");
  }
  const std::string note = halves_note(subject);
  const std::string no_load = first_reason({subject.why_not_unicast()});
  if (no_load.empty()) {
    predictions.set("saturation.bisection", cut.saturation, note);
  } else {
    predictions.refuse("saturation.bisection", no_load);
  }
  predictions.set("wires.bisection", cut.channels(), note);
  if (has_narrow_channels(network)) {
    predictions.refuse("wires.bisection_bits", "not covered: narrow channels");
  } else {
    predictions.set("wires.bisection_bits",
                    double{1} * cut.channels() * network.router.format.flit_bits, note);
  }
}

void predict_least(const Subject& subject, Predictions& predictions) {
  constexpr std::size_t kMostSwitches = 1024;
  std::string reason;
  const std::vector<unsigned> hosts = model::hosts_of(subject.network);
  if (!subject.has_tables()) {
    reason = "a regular network, whose bisection is known";
  } else if (hosts.size() > kMostSwitches) {
    reason = fmt::format("more than {} switches", kMostSwitches);
  } else if (hosts.size() % 2 != 0) {
    reason = "an odd number of switches";
  } else {
    for (const unsigned h : hosts) {
      if (h != hosts[0]) reason = "switches with different numbers of hosts";
    }
  }
  if (!reason.empty()) return predictions.refuse("wires.bisection_least", first_reason({reason}));
  predictions.set("wires.bisection_least",
                  2 * model::spectral_links(model::switch_graph(subject.network)));
}

// Of Agarwal's base case, as many wires as this network's width would have there.
void predict_agarwal_wires(const Subject& subject, Predictions& predictions) {
  const bool is_other = !subject.is(model::Topology::torus) ||
                        subject.experiment.topology.bidirectional ||
                        subject.experiment.topology.express.has_value();
  const std::string reason = first_reason(
      {is_other ? "not a plain unidirectional torus" : "", subject.why_not_one_radix()});
  if (!reason.empty()) {
    predictions.refuse("wires.agarwal_bisection", reason);
    predictions.refuse("wires.agarwal_pins", reason);
    return;
  }
  const double width = subject.network.router.format.flit_bits;
  predictions.set("wires.agarwal_bisection", 2 * width * subject.nodes() / subject.radix());
  predictions.set("wires.agarwal_pins", 2 * subject.dimensions() * width);
}

}  // namespace

void predict_wires(const Subject& subject, Predictions& predictions) {
  predict_bisection(subject, predictions);
  predict_least(subject, predictions);
  predict_agarwal_wires(subject, predictions);
  const model::PinCount pins = model::router_pins(subject.network);
  predictions.set("wires.router_network", pins.network);
  predictions.set("wires.router_local", pins.local);
  predictions.set("wires.router_other", pins.other);
}

}  // namespace turnpike::sim
