// base_part.h - Agarwal 1991, IV and appendix: latency without contention, computed.

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::agarwal {

void add_base(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::agarwal
