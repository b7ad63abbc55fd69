// subject.h - a configuration under analysis, with values that several predictions need.

#pragma once

#include <string>
#include <vector>

#include "model/analysis/channel_load.h"
#include "model/topology/network.h"
#include "sim/experiment/config/experiment.h"

namespace turnpike::sim {

// Of what is counted pair by pair; larger networks keep the closed forms.
constexpr std::size_t kMostCountedNodes = 4096;

struct LengthShare {
  unsigned flits = 0;
  double share = 1;  // of the messages
};
// The distribution of message lengths; of an exponential all but 10^-12 of it.
std::vector<LengthShare> length_shares(const model::TrafficSpec& traffic);

struct Subject {
  const Experiment& experiment;
  const model::Network& network;
  model::TrafficShare share;  // empty: a trace

  double nodes() const { return static_cast<double>(network.nodes()); }
  // The same with what fills short packets up to their header.
  double mean_sent_flits() const;
  double load() const { return experiment.traffic.load; }
  double mean_flits() const;
  // Messages per node and cycle.
  double rate() const { return load() / mean_flits(); }
  // Share of the messages that are broadcasts.
  double broadcasts() const { return experiment.traffic.broadcast.fraction; }
  double dimensions() const { return static_cast<double>(experiment.topology.radix.size()); }
  double radix() const { return experiment.topology.radix.at(0); }

  bool is(const model::Topology* kind) const { return experiment.topology.kind == kind; }
  // Its routes are in tables, and no coordinates tell where it is thinnest.
  bool has_tables() const { return network.router.routing.kind.function->looks_up(); }
  bool has_packets() const { return experiment.router.kind == model::RouterKind::packet; }

  // Why not, as the end of a sentence that a closed form is not for this; empty: it is.
  std::string why_not_uniform() const;  // destinations, the source included or not
  std::string why_not_one_radix() const;
  std::string why_not_one_length() const;
  std::string why_not_unicast() const;  // no broadcasts
  std::string why_not_counted() const;  // pair by pair

  // Flits of each packet of a message of that many, as the terminals make them.
  std::vector<unsigned> packets_of(unsigned flits) const;
};

// A key's value as the configuration would have it: "\"tornado\"".
std::string shown(const Experiment& experiment, const std::string& key);

}  // namespace turnpike::sim
