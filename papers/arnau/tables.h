// tables.h - tables of equivalent distances: of the paper's networks and of many random ones.

#pragma once

#include <vector>

#include "papers/arnau/cases.h"
#include "papers/arnau/claims.h"

namespace turnpike::sim::arnau {

TableFacts table_facts();

// Indices of the lengths of shortest legal routes in the place of latencies, over the pairs that
// send to each other: where nothing waits, latency follows these lengths.
Indices route_indices(const Case& one, const Distances& distances);

// Table 2, the networks of the experiments, index of route lengths over many random networks.
void add_tables(PaperReport& report);

}  // namespace turnpike::sim::arnau
