// shahrabi.h - the experiments of Shahrabi & Ould-Khaoua, On the communication latency of wormhole
// routed interconnection networks.

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::shahrabi {

PaperReport run_shahrabi(const PaperOptions& options);

// What it saves when packet routers copy a broadcast instead of the nodes.
void add_replication(const PaperOptions& options, PaperReport& report);

// For Paper::run_lockstep_point.
Json run_lockstep_point(const std::string& point, const PaperOptions& options);

}  // namespace turnpike::sim::shahrabi
