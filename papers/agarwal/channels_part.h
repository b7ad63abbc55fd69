// channels_part.h - Agarwal 1991, III-C: tori and meshes with channels both ways, measured.

#pragma once

#include <vector>

#include "papers/agarwal/measured_points.h"

namespace turnpike::sim::agarwal {

void add_channels(const PaperOptions& options, PaperReport& report);

std::vector<Judgement> judge_channels(const std::vector<MeasuredPoint>& points);

}  // namespace turnpike::sim::agarwal
