// predict_hypercube.cpp - wormhole hypercubes (Shahrabi & Ould-Khaoua; Buzzard & Mudge 1988).

#include <optional>

#include "model/analysis/buzzard.h"
#include "model/analysis/shahrabi.h"
#include "sim/analyze/predict.h"

namespace turnpike::sim {

namespace {

namespace shahrabi = model::shahrabi;

std::string why_no_hypercube(const Subject& subject) {
  return subject.is(model::TopologyKind::hypercube)
             ? ""
             : "topology " + shown(subject.experiment, "network.topology");
}

shahrabi::Load load_of(const Subject& subject, shahrabi::Variant variant) {
  shahrabi::Load load;
  load.dimensions = static_cast<unsigned>(subject.experiment.topology.radix.size());
  load.virtual_channels = subject.network.router.virtual_channels;
  load.flits = subject.mean_flits();
  load.rate = subject.rate();
  load.variant = variant;
  return load;
}

void predict_variant(const Subject& subject, shahrabi::Variant variant, const std::string& note,
                     Predictions& predictions) {
  const bool is_printed = variant == shahrabi::Variant::printed;
  const shahrabi::Load load = load_of(subject, variant);
  set_if_inside(
      predictions, is_printed ? "load.shahrabi_printed" : "load.shahrabi_counted",
      [&] { return shahrabi::unicast_latency(load); }, note);
  set_if_inside(
      predictions, is_printed ? "saturation.shahrabi_printed" : "saturation.shahrabi_counted",
      [&] { return shahrabi::saturation_rate(load) * load.flits; }, note);
}

void predict_shahrabi(const Subject& subject, Predictions& predictions) {
  const std::string reason =
      first_reason({why_no_hypercube(subject), subject.has_packets() ? "packet routers" : "",
                    subject.why_not_uniform(), subject.why_not_one_length()});
  if (!reason.empty()) {
    for (const char* key :
         {"zero_load.shahrabi", "load.shahrabi_printed", "load.shahrabi_counted",
          "load.shahrabi_here", "saturation.shahrabi_printed", "saturation.shahrabi_counted"}) {
      predictions.refuse(key, reason);
    }
    return;
  }
  const std::string note = subject.experiment.traffic.pattern == model::Pattern::uniform
                               ? "the form lets no node send to itself"
                               : "";
  shahrabi::Load idle = load_of(subject, shahrabi::Variant::counted);
  idle.rate = 0;
  set_if_inside(
      predictions, "zero_load.shahrabi", [&] { return shahrabi::unicast_latency(idle); }, note);
  predict_variant(subject, shahrabi::Variant::printed, note, predictions);
  predict_variant(subject, shahrabi::Variant::counted, note, predictions);
  const std::optional<double> base = predictions.at("zero_load.latency").value;
  const Prediction& counted = predictions.at("load.shahrabi_counted");
  if (!counted.value) {
    predictions.refuse("load.shahrabi_here", counted.reason);
  } else if (!base) {
    predictions.refuse("load.shahrabi_here", "not covered: no zero_load.latency");
  } else {
    predictions.set("load.shahrabi_here",
                    *counted.value + *base - predictions.value("zero_load.shahrabi"), note);
  }
}

void predict_buzzard(const Subject& subject, Predictions& predictions) {
  const bool stores = subject.network.packets && !subject.network.packets->cut_through;
  const std::string reason =
      first_reason({why_no_hypercube(subject), stores ? "store-and-forward" : "",
                    subject.why_not_counted(), subject.why_not_one_length()});
  if (!reason.empty()) return predictions.refuse("zero_load.buzzard", reason);
  const double hops = predictions.value("zero_load.hops");
  const double flits = subject.mean_flits();
  predictions.set("zero_load.buzzard",
                  subject.has_packets()
                      ? model::buzzard::packet_times(flits, flits, hops, 1, 1).long_message
                      : model::buzzard::wormhole_times(flits, flits, hops).long_message);
}

}  // namespace

void predict_hypercube(const Subject& subject, Predictions& predictions) {
  predict_shahrabi(subject, predictions);
  predict_buzzard(subject, predictions);
}

}  // namespace turnpike::sim
