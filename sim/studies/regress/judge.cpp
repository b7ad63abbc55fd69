// judge.cpp - expectations against records.

#include "sim/studies/regress/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "model/common/printable.h"
#include "sim/base/config_error.h"
#include "sim/base/parse_json.h"
#include "sim/base/text_file.h"
#include "sim/experiment/config/settings.h"
#include "sim/studies/regress/regress_json.h"

namespace turnpike::sim {

namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_hexadecimal(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }

// "router 3,4" and "router_12" are routers.
std::string kind_of(const std::string& component) {
  std::string kind = component.substr(0, component.find_first_of("0123456789"));
  while (!kind.empty() && std::isalpha(static_cast<unsigned char>(kind.back())) == 0) {
    kind.pop_back();
  }
  return kind.empty() ? "component" : kind;
}

std::string with_article(const std::string& kind) {
  const bool has_vowel = std::string("aeiou").find(kind[0]) != std::string::npos;
  return (has_vowel ? "an " : "a ") + kind;
}

// Of a check of the hardware itself what it says. The pins of a flit are one: a flit that leaves
// too early shows at out_valid_o or, where another one was to leave, at out_vc_o, out_flit_o or
// out_route_o.
std::string pins_of(const MismatchPlace& place) {
  if (place.signal.rfind("out_", 0) == 0) return "out_*_o";
  if (place.check.empty()) return place.signal;
  return place.signal + ": " + message_signature(place.check);
}

bool is_orderly(PointEnd end) { return end == PointEnd::done || end == PointEnd::saturated; }

// What ended the run, where nothing else is expected.
Complaint ending(const PointRecord& record) {
  if (record.mismatch) return {record.message, mismatch_kind(*record.mismatch)};
  const PointEnd end = record.end;
  if (end == PointEnd::crashed || end == PointEnd::timed_out || end == PointEnd::error) {
    return {record.message, message_signature(record.message)};
  }
  const std::string what = end == PointEnd::unfinished ? "not finished" : to_text(end);
  const bool says_it = record.message.rfind(what, 0) == 0;
  return {record.message.empty() ? what
          : says_it              ? record.message
                                 : what + ": " + record.message,
          what + (end == PointEnd::unfinished ? "" : ", none is expected")};
}

// Of a figure that a run's own circumstances do not change.
bool is_compared(const std::string& key) {
  for (const char* other : {"name", "files", "checksums", "inputs", "config", "schema"}) {
    if (key == other) return false;
  }
  return true;
}

}  // namespace

std::string mismatch_kind(const MismatchPlace& place) {
  return fmt::format("mismatch at {}, {}", with_article(kind_of(place.component)), pins_of(place));
}

std::string message_signature(const std::string& message) {
  std::string out;
  const std::string line = message.substr(0, message.find('\n'));
  for (std::size_t at = 0; at < line.size();) {
    if (!is_digit(line[at])) {
      out += line[at++];
      continue;
    }
    const bool has_prefix = line.compare(at, 2, "0x") == 0;
    if (has_prefix) at += 2;
    while (at < line.size() && (has_prefix ? is_hexadecimal(line[at]) : is_digit(line[at]))) ++at;
    out += 'N';
  }
  return model::excerpt(out, 200);
}

void Judge::load() {
  for (const SuiteCase& one : plan_.suite.cases) {
    if (one.expect.equal_to.empty()) continue;
    try {
      stored(one.expect.equal_to);
    } catch (const ConfigError& error) {
      throw ConfigError(
          fmt::format("{}: key 'case.{}.expect.equal_to': found {}, allowed: stored results ({})",
                      one.expect.equal_to_origin.text(), one.name,
                      quoted(model::excerpt(one.expect.equal_to)), error.what()));
    }
  }
}

std::vector<Complaint> Judge::judge(std::size_t point, const PointRecord& record) {
  const RegressPoint& of_plan = plan_.points[point];
  const Expectations& expect = plan_.suite.cases[of_plan.case_index].expect;
  std::vector<Complaint> complaints;
  if (expect.deadlock) {
    if (record.end == PointEnd::deadlock) return complaints;
    complaints.push_back({fmt::format("ended as {}, a deadlock is expected", to_text(record.end)),
                          "no deadlock, one is expected", Complaint::About::no_deadlock});
    if (record.mismatch || !is_orderly(record.end)) complaints.push_back(ending(record));
    return complaints;
  }
  if (!is_orderly(record.end)) complaints.push_back(ending(record));
  if (record.figures.is_null() || record.mismatch) return complaints;
  const std::string& in_case = plan_.suite.cases[of_plan.case_index].name;
  judge_figures(expect, record.figures, in_case, complaints);
  if (plan_.reseed != 0 && of_plan.derived_seed) return complaints;  // other traffic than stored
  if (!expect.events_sha256.empty() && record.events_sha256 != expect.events_sha256) {
    complaints.push_back({fmt::format("events have the SHA-256 {}, expected {}",
                                      record.events_sha256, expect.events_sha256),
                          "other events than stored", Complaint::About::stored});
  }
  if (!expect.equal_to.empty()) compare(point, expect.equal_to, record, complaints);
  return complaints;
}

// A figure that the run does not have lies in no interval.
void Judge::judge_workload(const Expectations& expect, const Json& figures,
                           const std::string& in_case, std::vector<Complaint>& complaints) {
  for (const WorkloadInterval& wanted : expect.workload) {
    const Json workload = figures.value("workload", Json());
    const Json value =
        workload.is_null() ? Json() : workload.at("figures").value(wanted.figure, Json());
    const bool is_known = value.is_number() || value.is_boolean();
    const double number = value.is_boolean()  ? value.get<bool>()
                          : value.is_number() ? value.get<double>()
                                              : 0;
    if (is_known && number >= wanted.low && number <= wanted.high) continue;
    complaints.push_back({fmt::format("{} {}, expected {:.6g} .. {:.6g}", wanted.figure,
                                      is_known ? fmt::format("{:.6g}", number) : "is not known",
                                      wanted.low, wanted.high),
                          fmt::format("{} outside its interval, case {}", wanted.figure, in_case),
                          Complaint::About::stored});
  }
}

void Judge::judge_figures(const Expectations& expect, const Json& figures,
                          const std::string& in_case, std::vector<Complaint>& complaints) const {
  if (expect.latency) {
    const auto [low, high] = *expect.latency;
    const double latency = figures.at("latency").get<double>();
    if (!(latency >= low && latency <= high)) {
      complaints.push_back(
          {fmt::format("latency {:.4g} cycles, expected {:.4g} .. {:.4g}", latency, low, high),
           fmt::format("latency {} its interval, case {}", latency < low ? "below" : "above",
                       in_case),
           latency < low ? Complaint::About::latency_low : Complaint::About::latency_high});
    }
  }
  judge_workload(expect, figures, in_case, complaints);
  if (expect.accepted_at_least) {
    const double accepted = figures.at("accepted").get<double>();
    if (!(accepted >= *expect.accepted_at_least)) {
      complaints.push_back({fmt::format("accepted {:.4g} flits per node and cycle, expected at "
                                        "least {:.4g}",
                                        accepted, *expect.accepted_at_least),
                            "accepted traffic too low, case " + in_case,
                            Complaint::About::accepted});
    }
  }
}

const Judge::Stored& Judge::stored(const std::string& file) {
  const auto found = stored_.find(file);
  if (found != stored_.end()) return found->second;
  Json json = parse_json(read_text_file(file));
  const Json schema = json.is_object() ? json.value("schema", Json()) : Json();
  if (schema != kRunSchema && schema != kRegressSchema) {
    throw ConfigError(fmt::format(
        "{}: found schema {}, allowed: \"{}\", a run's results.json, or "
        "\"{}\", a night's regress.json",
        model::printable(file), model::excerpt(schema.dump()), kRunSchema, kRegressSchema));
  }
  Stored& all = stored_[file];
  if (schema == kRunSchema) {
    all.of_run = std::move(json);
  } else if (json.contains("points")) {
    for (Json& point : json.at("points")) {
      if (!point.is_object() || point.value("figures", Json()).is_null()) continue;
      all.of_points[point.value("point", "")] = std::move(point.at("figures"));
    }
  }
  return all;
}

void Judge::compare(std::size_t point, const std::string& file, const PointRecord& record,
                    std::vector<Complaint>& complaints) {
  const Stored& all = stored(file);
  const Json* expected = &all.of_run;
  if (expected->is_null()) {
    const auto found = all.of_points.find(plan_.points[point].name);
    if (found == all.of_points.end()) {
      complaints.push_back(
          {file + " has no such point", "no stored result", Complaint::About::stored});
      return;
    }
    expected = &found->second;
  }
  for (const auto& [key, value] : record.figures.items()) {
    if (!is_compared(key)) continue;
    const Json stored_value = expected->value(key, Json());
    if (value == stored_value) continue;
    complaints.push_back({fmt::format("{} is {}, stored {}", key, model::excerpt(value.dump()),
                                      model::excerpt(stored_value.dump())),
                          "other figures than stored", Complaint::About::stored});
    return;  // the first tells enough
  }
}

}  // namespace turnpike::sim
