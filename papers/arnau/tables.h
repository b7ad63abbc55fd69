// tables.h - tables of equivalent distances: of the ten switches and of random networks.

#pragma once

#include "papers/arnau/cases.h"
#include "papers/arnau/claims.h"
#include "papers/report.h"

namespace turnpike::sim::arnau {

// Over the ten switches and as many random networks of 16, 20 and 24 switches as this says.
TableFacts table_facts(unsigned networks);

// Table 2, and the networks of the experiments.
void add_tables(unsigned networks, PaperReport& report);

}  // namespace turnpike::sim::arnau
