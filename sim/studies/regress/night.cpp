// night.cpp - the files of a night.

#include "sim/studies/regress/night.h"

#include <fmt/format.h>

#include "model/common/printable.h"
#include "sim/base/staged_files.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/studies/regress/night_page.h"

namespace turnpike::sim {

namespace {

constexpr std::size_t kShownGroups = 20;

std::string group_text(const Plan& plan, const Collected& collected, const FailureGroup& group,
                       bool is_new, const std::string& folder) {
  const JudgedPoint& first = collected.points[group.points.front()];
  std::string text =
      fmt::format("\n{} x {}{}\n  point:  {}\n", group.points.size(), group.signature,
                  is_new ? " (new)" : "", model::printable(plan.points[first.number].name));
  const std::string details = mismatch_details(collected, group);
  if (!details.empty()) text += fmt::format("  where:  {}\n", model::printable(details));
  for (const Complaint& complaint : first.complaints) {
    text += fmt::format("  found:  {}\n", model::printable(complaint.text));
  }
  text += fmt::format("  repeat: {}\n", repeat_command(*first.record));
  for (const std::string& file : evidence_of(folder, *first.record)) {
    text += fmt::format("  file:   {}\n", file);
  }
  return text;
}

}  // namespace

Json leave_night(const Plan& plan, const Collected& collected, const std::optional<Trend>& trend,
                 OutputFolder& folder) {
  leave_configurations(collected, folder.path());
  const Json json = regress_json(plan, collected, folder.path());
  StagedFiles files(folder);
  files.write("regress.html", night_page(plan, collected, trend, folder.path()));
  files.write("regress.xml", junit_xml(plan, collected));
  files.write("regress.json", json_text(json));
  files.keep();
  return json;
}

std::string night_text(const Plan& plan, const Collected& collected,
                       const std::optional<Trend>& trend, const OutputFolder& folder) {
  std::string text = fmt::format("{}: {} points, {} passed, {} failed, {} missing\n",
                                 model::printable(plan.suite.name), plan.points.size(),
                                 plan.points.size() - collected.failed - collected.missing,
                                 collected.failed, collected.missing);
  const bool has_past = trend && trend->nights.size() > 1;
  if (has_past) {
    text += fmt::format(
        "against {} nights before: {} points fail anew, {} pass again, {} cases slower, {} "
        "latencies outside their interval\n",
        trend->nights.size() - 1, trend->new_failures.size(), trend->mended.size(),
        trend->slower.size(), trend->drifts.size());
  }
  for (std::size_t i = 0; i < collected.groups.size() && i < kShownGroups; ++i) {
    const bool is_new = has_past && trend->since[i] == plan.night;
    text += group_text(plan, collected, collected.groups[i], is_new, folder.path());
  }
  if (collected.groups.size() > kShownGroups) {
    text += fmt::format("\n{} more kinds of failures\n", collected.groups.size() - kShownGroups);
  }
  if (!collected.groups.empty())
    text += fmt::format("\nCommands start in {}\n", model::printable(folder.path()));
  for (const std::string& file : folder.files())
    text += fmt::format("  left: {}\n", model::printable(file));
  return text;
}

}  // namespace turnpike::sim
