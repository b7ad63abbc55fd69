// loaded_part.h - Agarwal 1991, V: Figs. 11, 13 and 14, computed.

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::agarwal {

void add_loaded(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::agarwal
