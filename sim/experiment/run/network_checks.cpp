// network_checks.cpp - building a network and refusing what cannot run.

#include "sim/experiment/run/network_checks.h"

#include <fmt/format.h>

#include <optional>

#include "model/analysis/credit_limit.h"
#include "model/network/message_bank.h"
#include "model/topology/build.h"
#include "model/topology/deadlock.h"
#include "model/topology/validate.h"
#include "sim/experiment/run/axi_checks.h"

namespace turnpike::sim {

void throw_located(const Experiment& experiment, const model::ConfigurationError& error) {
  // The links of a file are the file's.
  std::string key = error.key;
  if (key == "network.links" && !experiment.anynet.empty()) key = "network.anynet";
  if (key == "network.links" && !experiment.graph.empty()) key = "network.file";
  throw ConfigError(complaint(experiment.settings, key, error.value, error.allowed));
}

model::Network build_network(const Experiment& experiment) {
  return located(experiment, [&] {
    model::Network network =
        model::build_network(experiment.topology, experiment.router, experiment.link);
    check_axi(experiment, network);
    const model::TrafficSpec& traffic = experiment.traffic;
    model::check_packet_flits(
        network, traffic.broadcast.fraction > 0 || model::workload_of(traffic).hears_deliveries);
    return network;
  });
}

std::string refuse_unsound(const model::Network& network, bool allow_deadlock) {
  // Above, `turnpike check` does it; a run need not wait for it.
  if (network.nodes() <= model::kMaxTerminalsAllPairs) {
    const model::ValidationReport validation = model::validate(network);
    if (!validation.valid()) {
      throw CheckFailure("the network is unsound: " + validation.problems.front());
    }
  }
  if (allow_deadlock) return "";
  const model::DeadlockReport report = model::check_deadlock(network);
  if (!report.checked) {
    return "not checked for deadlock: " + report.method;
  }
  if (!report.deadlock_free) {
    const unsigned message_classes = network.router.routing.message_classes;
    const bool lacks_classes =
        network.router.routing.kind.has_rings && network.router.virtual_channels == message_classes;
    throw CheckFailure(
        "the network can deadlock (--allow-deadlock runs it all the same):\n" +
        model::cycle_text(network, report) +
        (lacks_classes
             ? fmt::format("router.virtual_channels = {} makes two dateline classes{}, "
                           "which open it",
                           2 * message_classes, message_classes > 1 ? " of each message class" : "")
             : ""));
  }
  return "";
}

std::string buffer_remark(const model::Network& network) {
  const std::optional<model::CreditLimit> limit = model::tightest_credit_limit(network);
  if (!limit) return "";
  std::string text = fmt::format(
      "buffers are smaller than a round trip: on {} credits come back after {} cycles, so a "
      "virtual "
      "channel, with room for {} flits, carries at most {:.3f} flits per cycle, and all {} "
      "together "
      "{:.3f}",
      model::channel_name(network, limit->channel), limit->round_trip, limit->depth, limit->alone,
      network.router.virtual_channels, limit->together);
  const bool is_express = network.channels[limit->channel].level != 0;
  if (limit->round_trip <= model::kMaxDepth && !network.packets) {
    text += fmt::format("; {} = {} removes this limit",
                        is_express ? "network.express.buffer_depth" : "router.buffer_depth",
                        limit->round_trip);
  }
  return text;
}

}  // namespace turnpike::sim
