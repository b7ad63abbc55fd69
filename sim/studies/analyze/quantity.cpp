// quantity.cpp - the table of quantities, and what is said of each.

#include "sim/studies/analyze/quantity.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace turnpike::sim {

const std::vector<Quantity>& quantities() {
  static const char* const kCycles = "cycles";
  static const char* const kLoad = "flits per node and cycle";
  static const char* const kAgarwalNetwork =
      "one radix, uniform destinations, messages of one length";
  static const char* const kAgarwalLoad =
      "one radix, uniform destinations, one length; k_d 1 or more, below saturation; switches cut "
      "through into endless queues, terminals never wait";
  static const char* const kButterflyLoad =
      "butterfly, uniform destinations, one length; below saturation; endless queues, terminals "
      "never wait";
  static const char* const kHypercubeLoad =
      "hypercube of wormhole routers, uniform destinations, one length; below saturation; a queue "
      "for each output, arrivals never wait";
  static const char* const kHypercubeTree =
      "hypercube of wormhole routers, uniform destinations, one length; broadcasts along trees "
      "whose "
      "first dimension changes";
  static const char* const kButterfly = "butterfly, uniform destinations, messages of one length";
  static const char* const kHypercube =
      "hypercube of wormhole routers, uniform destinations, messages of one length";
  static const std::vector<Quantity> rows = {
      // Without contention.
      {"zero_load.latency", "latency of a message", kCycles, "counted; docs/timing.md 5",
       "exact; with a choice of ways, the mean over an even split"},
      {"zero_load.hops", "channels on the way", "channels", "counted",
       "exact; with a choice of ways, the mean over an even split"},
      {"zero_load.agarwal", "p n k_d + B", kCycles, "Agarwal (1), (10), III-C", kAgarwalNetwork},
      {"zero_load.indirect", "n + B", kCycles, "Agarwal (13)", kButterfly},
      {"zero_load.shahrabi", "M + mean distance", kCycles, "Shahrabi (6), (33)", kHypercube},
      {"zero_load.dally", "H T_n + D T_w + L/W T_p", kCycles, "Dally (1), III-C",
       "express channels of whole interchanges, one set for each dimension; uniform destinations"},
      {"zero_load.broadcast", "latency of a broadcast", kCycles, "docs/timing.md 5",
       "exact; a tree of messages, a local channel for each dimension, buffers as deep as a "
       "message or its credits' way"},
      {"zero_load.shahrabi_broadcast", "n (M + Delta)", kCycles, "Shahrabi (1)", kHypercubeTree},
      {"zero_load.buzzard", "M + h, transmission time", kCycles, "Buzzard & Mudge 4",
       "hypercube, cut-through; h as counted"},
      {"zero_load.clocked", "clock s + wire", "T_w(2)", "Agarwal (2), (13)",
       "zero_load.agarwal or, of a butterfly, indirect; p = 1; longest wire N^(1/z-1/n)"},
      // With contention.
      {"load.utilisation_mean", "utilisation of channels, mean", "flits per cycle", "counted",
       "load up to saturation"},
      {"load.utilisation_max", "utilisation of the busiest channel", "flits per cycle", "counted",
       "load up to saturation; measured is the highest of all channels, by chance too"},
      {"load.agarwal_utilisation", "rho = m B k_d / directions", "", "Agarwal (4), (7)",
       kAgarwalNetwork},
      {"load.agarwal_wait", "wait a hop, w", kCycles, "Agarwal (6), (8)", kAgarwalLoad},
      {"load.agarwal_wait_exact", "wait a hop, exact variance", kCycles, "Agarwal (5), (8)",
       kAgarwalLoad},
      {"load.agarwal", "(p + w) n k_d + B", kCycles, "Agarwal (10), III-C", kAgarwalLoad},
      {"load.agarwal_exact", "the same, exact variance", kCycles, "Agarwal (10)", kAgarwalLoad},
      {"load.agarwal_here", "zero_load.latency + w n k_d", kCycles, "Agarwal (8)", kAgarwalLoad},
      {"load.indirect_wait", "wait a stage, w", kCycles, "Agarwal (14)", kButterflyLoad},
      {"load.indirect", "(1 + w) n + B", kCycles, "Agarwal (13)", kButterflyLoad},
      {"load.indirect_here", "zero_load.latency + w n", kCycles, "Agarwal (14)", kButterflyLoad},
      {"load.shahrabi_printed", "unicast latency, printed", kCycles, "Shahrabi (33), (11)",
       kHypercubeLoad},
      {"load.shahrabi_counted", "unicast latency, counted", kCycles, "Shahrabi (33)",
       kHypercubeLoad},
      {"load.shahrabi_broadcast_printed", "broadcast latency, printed", kCycles,
       "Shahrabi (1), (11)", kHypercubeTree},
      {"load.shahrabi_broadcast_counted", "broadcast latency, counted", kCycles, "Shahrabi (1)",
       kHypercubeTree},
      {"load.shahrabi_here", "counted, and what this hardware adds", kCycles, "Shahrabi (33)",
       kHypercubeLoad},
      // Where it ends.
      {"saturation.counted", "the fullest channel or terminal", kLoad, "Dally & Towles 3.3",
       "an upper bound if each message has one way; else of an even split"},
      {"saturation.closed", "closed form of the topology", kLoad, "docs/topologies.md",
       "named topologies by their own routes, uniform destinations"},
      {"saturation.bisection", "channels between the halves", kLoad, "Dally & Towles 3.3",
       "an upper bound for any routing"},
      {"saturation.agarwal", "directions / (B k_d) messages", kLoad, "Agarwal (4), (7)",
       "one radix, uniform destinations, messages of one length; of the mean channel"},
      {"saturation.indirect", "1 / B messages", kLoad, "Agarwal (14)", kButterfly},
      {"saturation.shahrabi_printed", "no solution, printed", kLoad, "Shahrabi (12) - (28)",
       kHypercube},
      {"saturation.shahrabi_counted", "no solution, counted", kLoad, "Shahrabi (12) - (28)",
       kHypercube},
      {"saturation.arnau", "the bottleneck under Up*/Down*", kLoad, "Arnau; turnpike distance",
       "irregular; uniform destinations but the source; an even split of ways"},
      // Wires.
      {"wires.bisection", "channels between the halves", "channels", "counted",
       "regular networks: exact; irregular: the fewest that a search found"},
      {"wires.bisection_closed", "closed form of the topology", "channels", "docs/topologies.md",
       "named topologies"},
      {"wires.bisection_bits", "their data wires", "bits", "counted",
       "regular networks: exact; irregular: the fewest that a search found"},
      {"wires.bisection_least", "channels, at least", "channels", "Fiedler 1973: lambda_2 n / 4",
       "irregular, as many hosts at each switch"},
      {"wires.agarwal_bisection", "2 W N / k", "bits", "Agarwal IV-B",
       "unidirectional torus of one radix"},
      {"wires.agarwal_pins", "2 n W, data wires of a node", "pins", "Agarwal IV-C",
       "unidirectional torus of one radix"},
      {"wires.router_network", "of a router, channels to others", "pins", "rtl, port list",
       "data, head, tail, valid, VC, credits"},
      {"wires.router_local", "of a router, channels to terminals", "pins", "rtl, port list",
       "data, head, tail, valid, VC, credits; a butterfly has its terminals on the others"},
      {"wires.router_other", "of a router, all else", "pins", "rtl, port list",
       "clock, reset, enable, address, limit, table, queues, status"},
      // Irregular networks.
      {"distance.legal", "mean of the legal distance", "channels", "Arnau", "different switches"},
      {"distance.equivalent", "mean of the equivalent distance", "channels", "Arnau",
       "different switches"},
  };
  return rows;
}

std::optional<double> Prediction::difference() const {
  if (!value || !measured || measured->value == 0) return std::nullopt;
  return (*value - measured->value) / measured->value;
}

Predictions::Predictions() {
  for (const Quantity& quantity : quantities()) {
    all_.push_back({&quantity, std::nullopt, "not covered: not asked for", "", std::nullopt});
  }
}

Prediction& Predictions::row(const std::string& key) {
  for (Prediction& prediction : all_) {
    if (key == prediction.quantity->key) return prediction;
  }
  throw std::logic_error("no quantity " + key);
}

const Prediction& Predictions::at(const std::string& key) const {
  return const_cast<Predictions*>(this)->row(key);
}

void Predictions::set(const std::string& key, double value, const std::string& note) {
  if (!std::isfinite(value)) return refuse(key, "not covered: no traffic there");
  Prediction& prediction = row(key);
  prediction.value = value;
  prediction.reason.clear();
  prediction.note = note;
}

void Predictions::add_note(const std::string& key, const std::string& note) {
  Prediction& prediction = row(key);
  prediction.note += (prediction.note.empty() || note.empty() ? "" : "; ") + note;
}

void Predictions::refuse(const std::string& key, const std::string& reason) {
  Prediction& prediction = row(key);
  prediction.value.reset();
  prediction.reason = reason;
}

void Predictions::measure(const std::string& key, const Measurement& measurement) {
  row(key).measured = measurement;
}

}  // namespace turnpike::sim
