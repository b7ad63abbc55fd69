// regress_json.cpp - what the night came to, for programs.

#include "sim/studies/regress/regress_json.h"

#include <fmt/format.h>

#include "model/common/printable.h"
#include "sim/studies/page/fill_page.h"

namespace turnpike::sim {

namespace {

Json point_json(const Plan& plan, const JudgedPoint& point, const std::string& folder) {
  const RegressPoint& planned = plan.points[point.number];
  Json json = {{"point", planned.name},
               {"case", plan.suite.cases[planned.case_index].name},
               {"engine", to_text(planned.engine)},
               {"seed", planned.seed},
               {"key", plan.keys[point.number]},
               {"verdict", to_text(point.verdict())},
               {"end", nullptr},
               {"complaints", Json::array()},
               {"mismatch", nullptr},
               {"figures", nullptr},
               {"repeat", nullptr},
               {"files", Json::array()}};
  if (!point.record) return json;
  json["end"] = to_text(point.record->end);
  json["figures"] = point.record->figures;
  for (const Complaint& complaint : point.complaints) {
    json["complaints"].push_back({{"text", complaint.text}, {"signature", complaint.signature}});
  }
  if (const auto& mismatch = point.record->mismatch) {
    json["mismatch"] = mismatch_json(mismatch);
  }
  if (!point.failed()) return json;
  json["repeat"] = repeat_command(*point.record);
  json["files"] = evidence_of(folder, *point.record);
  return json;
}

// No character that XML 1.0 forbids: printable() has no control characters, and makes what is no
// UTF-8 readable; line breaks are told as in its words.
std::string xml_text(const std::string& text) { return markup_text(model::printable(text)); }

struct Tally {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t skipped = 0;
  double seconds = 0;

  void add(const JudgedPoint& point) {
    ++tests;
    failures += point.failed() ? 1 : 0;
    skipped += point.record ? 0 : 1;
    seconds += point.record ? point.record->cost.seconds : 0;
  }
  std::string attributes() const {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3f}\"",
                       tests, failures, skipped, seconds);
  }
};

std::string test_case(const Plan& plan, const JudgedPoint& point) {
  const RegressPoint& planned = plan.points[point.number];
  std::string text =
      fmt::format("    <testcase classname=\"{}.{}\" name=\"{}\" time=\"{:.3f}\"",
                  xml_text(plan.suite.name), xml_text(plan.suite.cases[planned.case_index].name),
                  xml_text(planned.name), point.record ? point.record->cost.seconds : 0.0);
  if (!point.record) return text + "><skipped message=\"not run\"/></testcase>\n";
  if (point.complaints.empty()) return text + "/>\n";
  std::string all;
  for (const Complaint& complaint : point.complaints) all += xml_text(complaint.text) + "\n";
  return text + fmt::format(
                    ">\n      <failure type=\"{}\" message=\"{}\">{}repeat: {}</failure>\n"
                    "    </testcase>\n",
                    xml_text(point.complaints.front().signature),
                    xml_text(point.complaints.front().text), all,
                    xml_text(repeat_command(*point.record)));
}

}  // namespace

Json regress_json(const Plan& plan, const Collected& collected, const std::string& folder) {
  Json json = {{"schema", kRegressSchema},
               {"suite", plan.suite.name},
               {"seed", plan.suite.seed},
               {"reseed", plan.reseed},
               {"program", program_hash()},
               {"total", plan.points.size()},
               {"passed", plan.points.size() - collected.failed - collected.missing},
               {"failed", collected.failed},
               {"missing", collected.missing},
               {"compared_flit_hops", compared_flit_hops(plan, collected)},
               {"groups", Json::array()},
               {"points", Json::array()}};
  for (const FailureGroup& group : collected.groups) {
    Json names = Json::array();
    for (const std::size_t number : group.points) names.push_back(plan.points[number].name);
    json["groups"].push_back({{"signature", group.signature}, {"points", std::move(names)}});
  }
  for (const JudgedPoint& point : collected.points) {
    json["points"].push_back(point_json(plan, point, folder));
  }
  return json;
}

std::string junit_xml(const Plan& plan, const Collected& collected) {
  Tally all;
  std::string suites;
  std::size_t at = 0;  // the points of a case follow one another
  for (std::size_t i = 0; i < plan.suite.cases.size(); ++i) {
    Tally tally;
    std::string tests;
    for (; at < plan.points.size() && plan.points[at].case_index == i; ++at) {
      tally.add(collected.points[at]);
      all.add(collected.points[at]);
      tests += test_case(plan, collected.points[at]);
    }
    suites += fmt::format("  <testsuite name=\"{}\" {}>\n{}  </testsuite>\n",
                          xml_text(plan.suite.cases[i].name), tally.attributes(), tests);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"{}\" {}>\n{}</testsuites>\n",
      xml_text(plan.suite.name), all.attributes(), suites);
}

}  // namespace turnpike::sim
