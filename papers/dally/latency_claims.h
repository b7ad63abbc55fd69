// latency_claims.h - what Dally says of latency over distance, against the measured messages.

#pragma once

#include <cstdint>
#include <vector>

#include "papers/dally/latency_study.h"

namespace turnpike::sim::dally {

std::vector<Judgement> judge_latency(const LatencyStudy& study);

// III-C as it is printed, without the carry and the steps into and out of interchanges; source
// below destination, a distance of i^l or more.
std::int64_t hops_as_printed(std::uint64_t source, std::uint64_t destination, unsigned spacing,
                             unsigned levels);

}  // namespace turnpike::sim::dally
