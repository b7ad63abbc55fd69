// shahrabi.h - the experiments of Shahrabi & Ould-Khaoua, On the communication latency of wormhole
// routed interconnection networks.

#pragma once

#include "papers/lockstep_points.h"
#include "papers/papers.h"

namespace turnpike::sim::shahrabi {

PaperReport run_shahrabi(const PaperOptions& options);

// What it saves when packet routers copy a broadcast instead of the nodes.
void add_replication(const PaperOptions& options, PaperReport& report);

// Its networks, shorter, for the hardware beside the model.
std::vector<LockstepRun> lockstep_runs();

}  // namespace turnpike::sim::shahrabi
