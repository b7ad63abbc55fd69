// load_tables.h - tables and plots over the loads and over the readings.

#pragma once

#include <string>
#include <vector>

#include "papers/arnau/random_networks.h"
#include "papers/arnau/study.h"
#include "papers/sheet.h"

namespace turnpike::sim::arnau {

// Ten switches at all loads.
Table loads_table(Table table, const Study& study);
// Random networks at all loads: means and standard deviations over them.
Table loads_table(Table table, const Family& family);
// Both indices by each reading.
Table readings_table(Table table, const std::vector<Family>& families, const FamilyFacts& facts);

// What the paper prints of an index; half widths are standard deviations, or half a range.
struct PrintedIndex {
  unsigned load;
  Measured value;
};
// Index and weighted index over the simulation points with what is printed of them: of the ten
// switches with intervals, of random networks with standard deviations as bars.
Plot index_plot(Plot plot, const Study& study, const std::vector<PrintedIndex>& printed,
                const std::vector<PrintedIndex>& printed_weighted);
Plot index_plot(Plot plot, const Family& family, const std::vector<PrintedIndex>& printed,
                const std::vector<PrintedIndex>& printed_weighted);

}  // namespace turnpike::sim::arnau
