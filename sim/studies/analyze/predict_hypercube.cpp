// predict_hypercube.cpp - wormhole hypercubes (Shahrabi & Ould-Khaoua; Buzzard & Mudge 1988).

#include <optional>

#include "model/analysis/buzzard.h"
#include "model/analysis/shahrabi.h"
#include "model/analysis/tail_delay.h"
#include "model/topology/route.h"
#include "sim/studies/analyze/predict.h"

namespace turnpike::sim {

namespace {

namespace shahrabi = model::shahrabi;

std::string why_no_hypercube(const Subject& subject) {
  return subject.is(model::Topology::hypercube)
             ? ""
             : "topology " + shown(subject.experiment, "network.topology");
}

shahrabi::Load load_of(const Subject& subject, shahrabi::Variant variant) {
  shahrabi::Load load;
  load.dimensions = static_cast<unsigned>(subject.experiment.topology.radix.size());
  load.virtual_channels = subject.network.router.virtual_channels;
  load.flits = subject.mean_flits();
  load.rate = subject.rate();
  load.broadcast_share = subject.broadcasts();
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
  if (load.broadcast_share == 0) return;
  set_if_inside(
      predictions,
      is_printed ? "load.shahrabi_broadcast_printed" : "load.shahrabi_broadcast_counted",
      [&] {
        return shahrabi::broadcast_latency(load, subject.experiment.traffic.broadcast.startup);
      },
      note);
}

// Nothing, or what makes the broadcasts others than the paper's.
std::string why_other_broadcasts(const Subject& subject) {
  const model::BroadcastSpec& broadcast = subject.experiment.traffic.broadcast;
  if (subject.broadcasts() == 0) return "";
  if (broadcast.kind == model::BroadcastKind::router) return "broadcasts by the routers";
  return broadcast.base == model::BroadcastBase::fixed ? "broadcasts from one first dimension" : "";
}

void predict_shahrabi(const Subject& subject, Predictions& predictions) {
  const std::string reason = first_reason(
      {why_no_hypercube(subject), subject.has_packets() ? "packet routers" : "",
       why_other_broadcasts(subject), subject.why_not_uniform(), subject.why_not_one_length()});
  if (!reason.empty()) {
    for (const char* key : {"zero_load.shahrabi", "load.shahrabi_printed", "load.shahrabi_counted",
                            "load.shahrabi_here", "load.shahrabi_broadcast_printed",
                            "load.shahrabi_broadcast_counted", "zero_load.shahrabi_broadcast",
                            "saturation.shahrabi_printed", "saturation.shahrabi_counted"}) {
      predictions.refuse(key, reason);
    }
    return;
  }
  const std::string note = subject.experiment.traffic.pattern == model::Pattern::uniform
                               ? "the form lets no node send to itself"
                               : "";
  for (const char* key : {"zero_load.shahrabi_broadcast", "load.shahrabi_broadcast_printed",
                          "load.shahrabi_broadcast_counted"}) {
    predictions.refuse(key, "not covered: no broadcasts");
  }
  shahrabi::Load idle = load_of(subject, shahrabi::Variant::counted);
  idle.rate = 0;
  if (subject.broadcasts() > 0) {
    set_if_inside(predictions, "zero_load.shahrabi_broadcast", [&] {
      return shahrabi::broadcast_latency(idle, subject.experiment.traffic.broadcast.startup);
    });
  }
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

// All n steps: a start-up, and a message of one hop, which is alone on its way.
void predict_broadcast(const Subject& subject, Predictions& predictions) {
  const model::Network& network = subject.network;
  const model::BroadcastSpec& broadcast = subject.experiment.traffic.broadcast;
  const bool by_router = broadcast.kind == model::BroadcastKind::router;
  const bool are_alone = network.local_channels >= network.radix.size();
  const std::string reason = first_reason(
      {why_no_hypercube(subject), subject.broadcasts() > 0 ? "" : "no broadcasts",
       by_router ? "broadcasts by the routers" : "",
       are_alone ? "" : "fewer local channels than dimensions", subject.why_not_one_length()});
  if (!reason.empty()) return predictions.refuse("zero_load.broadcast", reason);
  model::TailDelay tail(network, subject.packets_of(subject.experiment.traffic.length));
  const auto step = model::route(network, 0, network.first_terminal(1));
  predictions.set(
      "zero_load.broadcast",
      subject.dimensions() * static_cast<double>(broadcast.startup + tail.message_latency(step)));
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
  predict_broadcast(subject, predictions);
  predict_shahrabi(subject, predictions);
  predict_buzzard(subject, predictions);
}

}  // namespace turnpike::sim
