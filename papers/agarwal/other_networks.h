// other_networks.h - networks that Agarwal 1991 has no figure of, measured: channels both ways
// (III-C), indirect networks (V-B), k = 2, which is outside the model.

#pragma once

#include <vector>

#include "papers/agarwal/measured_points.h"

namespace turnpike::sim::agarwal {

void add_channels(const PaperOptions& options, PaperReport& report);

std::vector<Judgement> judge_channels(const std::vector<MeasuredPoint>& points);

void add_indirect(const PaperOptions& options, PaperReport& report);

std::vector<Judgement> judge_indirect(const std::vector<MeasuredPoint>& points);

void add_small_radix(const PaperOptions& options, PaperReport& report);

// (3) and (5) for a binary n-cube when no message goes on in its dimension (rho_c = 0, in place of
// a negative share): mean wait per hop in cycles.
double clamped_wait(unsigned dimensions, double rho, unsigned flits);

}  // namespace turnpike::sim::agarwal
