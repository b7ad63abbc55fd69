// night_page.cpp - the data of the morning page; sim/studies/page/template draws it.

#include "sim/studies/regress/night_page.h"

#include <algorithm>
#include <deque>
#include <fstream>
#include <set>
#include <sstream>

#include "sim/studies/page/fill_page.h"

namespace turnpike::sim {

namespace {

constexpr std::size_t kShownEvents = 40;
constexpr std::size_t kEventColumns = 9;

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream text(line);
  for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
  cells.resize(kEventColumns);
  return cells;
}

// The last lines of the event log that was left of a failure; none where there is no log.
Json last_events(const std::string& path) {
  Json events = {{"columns", Json::array()}, {"rows", Json::array()}};
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);  // the form
  if (!std::getline(file, line)) return events;
  events["columns"] = cells_of(line);
  std::deque<std::string> last;
  while (std::getline(file, line)) {
    last.push_back(line);
    if (last.size() > kShownEvents) last.pop_front();
  }
  for (const std::string& one : last) events["rows"].push_back(cells_of(one));
  return events;
}

Json group_json(const Plan& plan, const Collected& collected, const FailureGroup& group,
                const std::string& folder) {
  const JudgedPoint& first = collected.points[group.points.front()];
  Json json = {{"signature", group.signature},
               {"since", nullptr},
               {"points", Json::array()},
               {"complaints", Json::array()},
               {"component", nullptr},
               {"details", mismatch_details(collected, group)},
               {"repeat", repeat_command(*first.record)},
               {"files", evidence_of(folder, *first.record)},
               {"events", last_events(folder + "/failures/" + first.record->key + "/events.csv")}};
  for (const std::size_t number : group.points) json["points"].push_back(plan.points[number].name);
  for (const Complaint& complaint : first.complaints) {
    json["complaints"].push_back(complaint.text);
  }
  if (first.record->mismatch) json["component"] = first.record->mismatch->component;
  return json;
}

Json trend_json(const Trend& trend) {
  Json json = {{"nights", Json::array()},
               {"new_failures", trend.new_failures},
               {"mended", trend.mended},
               {"slower", Json::array()},
               {"drifts", Json::array()}};
  for (const PastNight& night : trend.nights) {
    json["nights"].push_back({{"night", night.night},
                              {"points", night.points},
                              {"failed", night.failed},
                              {"missing", night.missing},
                              {"cpu_seconds", night.cpu_seconds}});
  }
  for (const SlowerCase& slower : trend.slower) {
    json["slower"].push_back(
        {{"case", slower.name}, {"seconds", slower.seconds}, {"before", slower.before}});
  }
  for (const Drift& drift : trend.drifts) {
    json["drifts"].push_back({{"point", drift.point},
                              {"latency", drift.latency},
                              {"before", drift.before},
                              {"allowed", drift.allowed}});
  }
  return json;
}

// Of the cycles of a run, or of all programs of a machine.
std::uint64_t cycles_of(const JudgedPoint& point) {
  if (!point.record || !point.record->figures.is_object()) return 0;
  const Json& cycles = point.record->figures.value("cycles", Json());
  if (cycles.is_number_unsigned()) return cycles.get<std::uint64_t>();
  std::uint64_t sum = 0;
  if (cycles.is_object()) {
    for (const auto& [program, count] : cycles.items()) sum += count.get<std::uint64_t>();
  }
  return sum;
}

Json case_json(const Plan& plan, std::size_t index) {
  return {{"case", plan.suite.cases[index].name},
          {"points", 0},
          {"passed", 0},
          {"failed", 0},
          {"missing", 0},
          {"cpu_seconds", 0.0}};
}

void count_in(Json& json, const char* key) { json[key] = json[key].get<std::uint64_t>() + 1; }

// A short row a point: there may be many.
Json point_row(const Plan& plan, const JudgedPoint& point) {
  const auto figure = [&](const char* name) {
    const bool has = point.record && point.record->figures.is_object();
    return has ? point.record->figures.value(name, Json()) : Json();
  };
  return Json::array({plan.points[point.number].name, to_text(point.verdict()), figure("latency"),
                      figure("accepted"),
                      point.record ? Json(point.record->cost.cpu_seconds) : Json()});
}

}  // namespace

std::string night_page(const Plan& plan, const Collected& collected,
                       const std::optional<Trend>& trend, const std::string& folder) {
  Json data = {{"suite", plan.suite.name},
               {"night", plan.night},
               {"reseed", plan.reseed},
               {"total", plan.points.size()},
               {"passed", plan.points.size() - collected.failed - collected.missing},
               {"failed", collected.failed},
               {"missing", collected.missing},
               {"compared", compared_flit_hops(plan, collected)},
               {"groups", Json::array()},
               {"cases", Json::array()},
               {"points", Json::array()},
               {"trend", trend ? trend_json(*trend) : Json()}};
  for (std::size_t i = 0; i < collected.groups.size(); ++i) {
    data["groups"].push_back(group_json(plan, collected, collected.groups[i], folder));
    if (trend) data["groups"].back()["since"] = trend->since[i];
  }
  for (std::size_t i = 0; i < plan.suite.cases.size(); ++i) {
    data["cases"].push_back(case_json(plan, i));
  }
  double cpu_seconds = 0;
  double longest = 0;
  std::uint64_t cycles = 0;
  std::set<std::string> hosts;
  for (const JudgedPoint& point : collected.points) {
    Json& in_case = data["cases"][plan.points[point.number].case_index];
    count_in(in_case, "points");
    count_in(in_case, to_text(point.verdict()));
    data["points"].push_back(point_row(plan, point));
    if (!point.record) continue;
    const PointCost& cost = point.record->cost;
    in_case["cpu_seconds"] = in_case["cpu_seconds"].get<double>() + cost.cpu_seconds;
    cpu_seconds += cost.cpu_seconds;
    longest = std::max(longest, cost.seconds);
    cycles += cycles_of(point);
    hosts.insert(cost.host);
  }
  data["cpu_seconds"] = cpu_seconds;
  data["longest"] = longest;
  data["cycles"] = cycles;
  data["hosts"] = hosts;
  return fill_page(kNightPage, plan.suite.name, data);
}

}  // namespace turnpike::sim
