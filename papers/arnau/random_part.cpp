// random_part.cpp - six networks of 16 switches, 24 switches, 20 switches under four patterns.

#include "papers/arnau/random_part.h"

#include "papers/arnau/load_tables.h"

namespace turnpike::sim::arnau {

bool add_sixteen_switches(const PaperOptions& options, PaperReport& report, Findings& findings) {
  std::vector<Study> studies;
  for (unsigned which = 1; which <= kSixteens; ++which) {
    studies.emplace_back(StudySpec{sixteen_switches(which), all_loads(), {}, 0});
  }
  if (!run_studies(studies, options, "16 switches")) return false;
  findings.sixteen = family_facts(studies);
  Section section;
  section.title = "Six random networks of 16 switches";
  section.plots = {mean_index_plot(
      studies, "index_16",
      "Correlation index over traffic, six networks of 16 switches (bars: standard deviation)")};
  section.tables = {
      family_table(studies, "networks_16", "Six networks of 16 switches, uniform traffic")};
  for (const Study& study : studies) section.tables.push_back(loads_table(study));
  report.sections.push_back(std::move(section));
  return true;
}

bool add_twenty_four_switches(const PaperOptions& options, PaperReport& report,
                              Findings& findings) {
  std::vector<Study> studies;
  studies.emplace_back(StudySpec{twenty_four_switches(), all_loads(), {}, 0});
  if (!run_studies(studies, options, "24 switches")) return false;
  std::vector<Indices> indices;
  for (unsigned load = 0; load < kLoads; ++load) {
    indices.push_back(indices_at(studies.front(), load));
  }
  findings.large = indices;
  Section section;
  section.title = "24 switches (figure 9)";
  section.plots = {
      index_plot(studies.front(), "figure_9", "Figure 9: correlation index, 24 switches")};
  section.tables = {loads_table(studies.front())};
  report.sections.push_back(std::move(section));
  return true;
}

bool add_twenty_switches(const PaperOptions& options, PaperReport& report, Findings& findings) {
  std::vector<Study> studies;
  for (const Pattern pattern : kPatterns) {
    studies.emplace_back(StudySpec{twenty_switches(pattern), all_loads(), {}, 0});
  }
  if (!run_studies(studies, options, "20 switches")) return false;
  findings.twenty = family_facts(studies);
  Section section;
  section.title = "20 switches, four kinds of traffic (figure 10)";
  section.plots = {
      index_plot(studies[1], "figure_10",
                 "Figure 10: correlation index, 20 switches, bit reversal"),
      mean_index_plot(studies, "index_20",
                      "Correlation index, 20 switches, four kinds of traffic (bars: standard "
                      "deviation)")};
  section.tables = {family_table(studies, "patterns_20", "20 switches, four kinds of traffic")};
  for (const Study& study : studies) section.tables.push_back(loads_table(study));
  report.sections.push_back(std::move(section));
  return true;
}

}  // namespace turnpike::sim::arnau
