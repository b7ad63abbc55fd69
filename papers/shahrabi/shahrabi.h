// shahrabi.h - the experiments of Shahrabi & Ould-Khaoua, On the communication latency of wormhole
// routed interconnection networks.

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::shahrabi {

PaperReport run_shahrabi(const PaperOptions& options);

// For Paper::run_lockstep_point.
Json run_lockstep_point(const std::string& point, const PaperOptions& options);

}  // namespace turnpike::sim::shahrabi
