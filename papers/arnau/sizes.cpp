// sizes.cpp - the experiments on random networks of 16, 20 and 24 switches.

#include <fmt/format.h>

#include "papers/arnau/experiments.h"
#include "papers/arnau/load_tables.h"

namespace turnpike::sim::arnau {

namespace {

// A section's names in the sheet, and what the paper prints of it.
struct SizeSection {
  FamilySpec spec;
  const char* part;
  const char* plot;
  std::vector<PrintedIndex> printed;
  std::vector<PrintedIndex> printed_weighted;
};

bool add_size(const SizeSection& section, const PaperOptions& options, PaperReport& report,
              std::optional<FamilyFacts>& found) {
  const std::vector<Family> families = run_families(section.spec, options);
  if (families.empty()) return false;
  found = facts_of(families, section.spec);
  const Part part("arnau", section.part);
  const unsigned switches = section.spec.switches;
  Table readings = part.table("readings", {{"switches", switches}});
  readings.id = fmt::format("readings_{}", switches);
  Table loads = part.table("loads", {{"switches", switches}});
  loads.id = fmt::format("loads_{}", switches);
  const Effort wanted = effort(options);
  part.add_to(report, options.quick, {},
              {readings_table(std::move(readings), families, *found),
               loads_table(std::move(loads), families.front())},
              {index_plot(part.plot(section.plot), families.front(), section.printed,
                          section.printed_weighted)},
              {{"networks", wanted.networks}, {"some", wanted.networks_of_readings}});
  return true;
}

}  // namespace

bool add_sixteen_switches(const PaperOptions& options, PaperReport& report, Measurements& found) {
  return add_size({{16, {Pattern::uniform}, 6},
                   "sixteen",
                   "index_16",
                   {{kLow, {81.9, 2}}, {kDeep, {46, 12}}},
                   {{kLow, {89.9, 2}}, {kDeep, {83.2, 7}}}},
                  options, report, found.sixteen);
}

bool add_twenty_four_switches(const PaperOptions& options, PaperReport& report,
                              Measurements& found) {
  const Measured light = {75, 5};
  const Measured near_saturation = {27.5, 2.5};
  return add_size({{24, {Pattern::uniform}, 1},
                   "twenty_four",
                   "figure_9",
                   {{0, light},
                    {1, light},
                    {2, light},
                    {3, light},
                    {4, light},
                    {5, near_saturation},
                    {kDeep, {20, 0}}},
                   {{kLow, {90, 0}}, {kDeep, {80, 0}}}},
                  options, report, found.large);
}

bool add_twenty_switches(const PaperOptions& options, PaperReport& report, Measurements& found) {
  return add_size(
      {{20,
        {Pattern::bit_reversal, Pattern::uniform, Pattern::perfect_shuffle, Pattern::butterfly},
        1},
       "twenty",
       "figure_10",
       {{kLow, {96.4, 2}}, {kDeep, {58.5, 13}}},
       {{kLow, {99.1, .4}}, {kDeep, {86.2, 1}}}},
      options, report, found.twenty);
}

}  // namespace turnpike::sim::arnau
