// standstill_figures.h - the packets that waited for each other at a standstill, as named data.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/network/standstill.h"

namespace turnpike::sim {

struct WaitingFigures {
  std::string component;
  bool is_output = false;  // packet routers: queued at an output, not in an input buffer
  model::PortId port = 0;
  model::VcId vc = 0;
  std::optional<model::ChannelId> channel;  // of that port; none: it leads to a terminal
  std::optional<model::PacketName> packet;
};

struct StandstillFigures {
  model::Cycle cycle = 0;  // in which the watchdog noticed
  bool is_deadlock = false;
  std::string report;                   // in words
  std::vector<WaitingFigures> waiting;  // each waits for the next; deadlock: the last for the first
};

StandstillFigures standstill_figures(const model::Network& network,
                                     const model::Standstill& standstill,
                                     const std::string& report);

// The value of `standstill` in results.json. Reading throws std::exception where
// it is none.
nlohmann::ordered_json standstill_json(const StandstillFigures& standstill);
StandstillFigures read_standstill(const nlohmann::ordered_json& json);

}  // namespace turnpike::sim
