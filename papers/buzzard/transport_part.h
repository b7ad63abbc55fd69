// transport_part.h - datagrams and circuits (Buzzard & Mudge 1988, section 3), measured and judged.

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::buzzard {

// Adds its parameters, sections and judgements.
void add_transport(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::buzzard
