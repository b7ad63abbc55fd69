// indirect_part.h - Agarwal 1991, V-B: indirect networks, (13) and (14), measured.

#pragma once

#include <vector>

#include "papers/agarwal/measured_points.h"

namespace turnpike::sim::agarwal {

void add_indirect(const PaperOptions& options, PaperReport& report);

std::vector<Judgement> judge_indirect(const std::vector<MeasuredPoint>& points);

}  // namespace turnpike::sim::agarwal
