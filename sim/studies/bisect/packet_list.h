// packet_list.h - the traffic of a run as a list of packets, which can be thinned out.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/topology/network.h"
#include "model/traffic/trace_source.h"
#include "sim/experiment/config/experiment.h"

namespace turnpike::sim {

// In the order of a trace file: by cycle.
using PacketList = std::vector<model::TraceLine>;

// Beside the configuration that names it.
constexpr const char* kPacketFile = "packets.trace";

// More are not kept.
constexpr std::size_t kMostPackets = 2'000'000;

// What the sources of this experiment queue in the cycles first .. last, whether a network takes it
// or not: the traffic depends on neither. None: too many.
std::optional<PacketList> packets_of(const Experiment& experiment, const model::Network& network,
                                     model::Cycle first, model::Cycle last);

// Of the trace file of an experiment. None: too many.
std::optional<PacketList> packets_in(const Experiment& experiment, model::NodeId nodes);

// "1 packet"
std::string count_text(std::size_t packets);

// As a trace file.
std::string trace_text(const PacketList& packets);

// The first one in cycle 0, the others as long behind it as they were.
PacketList from_cycle_zero(PacketList packets);

}  // namespace turnpike::sim
