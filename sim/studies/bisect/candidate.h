// candidate.h - a configuration that may still fail: its keys, and its packets if they are
// known.

#pragma once

#include <optional>
#include <string>

#include "sim/experiment/config/experiment.h"
#include "sim/studies/bisect/packet_list.h"

namespace turnpike::sim {

struct Candidate {
  std::vector<Setting> keys;          // what is not said has its default
  std::optional<PacketList> packets;  // instead of traffic that is drawn; a trace file

  // The first form of an experiment: what it says, with files by their full names.
  static Candidate of(const Experiment& experiment);

  const Setting* find(const std::string& key) const;
  void set(const std::string& key, Value value);
  void remove(const std::string& key);
  // "router": all keys of the table and of tables in it.
  void remove_table(const std::string& table);
};

// As a configuration whose packets are in the file `trace`, relative to it.
std::string to_toml(const Candidate& candidate, const std::string& trace);

// Throws ConfigError where it makes no sense. The packets are in the file `trace`, which is not
// read here.
Experiment experiment_of(const Candidate& candidate, const std::string& trace);

}  // namespace turnpike::sim
