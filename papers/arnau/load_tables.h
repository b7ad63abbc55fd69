// load_tables.h - a network over its loads, as tables and plots.

#pragma once

#include <string>
#include <vector>

#include "papers/arnau/claims.h"
#include "papers/arnau/study.h"
#include "papers/report.h"

namespace turnpike::sim::arnau {

// All loads: traffic, latencies, index and weighted index with their squares.
Table loads_table(const Study& study);

// Index and weighted index over the simulation points.
Plot index_plot(const Study& study, const std::string& id, const std::string& title);
// Their means over several networks, with the standard deviation as bars.
Plot mean_index_plot(const std::vector<Study>& studies, const std::string& id,
                     const std::string& title);

// Both indices of each network at low load and in deep saturation, then mean and standard
// deviation over the networks.
Table family_table(const std::vector<Study>& studies, const std::string& id,
                   const std::string& title);

Indices indices_at(const Study& study, unsigned load);
FamilyFacts family_facts(const std::vector<Study>& studies);

}  // namespace turnpike::sim::arnau
