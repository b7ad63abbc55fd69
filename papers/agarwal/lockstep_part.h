// lockstep_part.h - networks of Agarwal 1991 with the hardware beside the model.

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::agarwal {

Json run_lockstep_point(const std::string& point, const PaperOptions& options);
void add_lockstep(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::agarwal
