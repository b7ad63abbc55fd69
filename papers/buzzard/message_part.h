// message_part.h - Figs. 6a to 7b of Buzzard & Mudge 1988, measured and judged.

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::buzzard {

// Adds parameters, sections and judgements for the figures wanted.
void add_messages(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::buzzard
