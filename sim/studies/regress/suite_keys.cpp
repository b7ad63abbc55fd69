// suite_keys.cpp - the rows.

#include "sim/studies/regress/suite_keys.h"

#include <fmt/format.h>

#include <limits>

#include "model/common/input_limits.h"
#include "sim/experiment/config/schema_rows.h"
#include "sim/machine/programs/collectives.h"
#include "sim/machine/programs/machine_limits.h"

namespace turnpike::sim {

namespace {

constexpr std::int64_t kMostSeeds = 1'000'000;
constexpr std::int64_t kMostSeconds = 604'800;
constexpr const char* kCase = "case.NAME.";

using CaseRow = RowOf<SuiteCase>;

template <class Row>
Row with(Row row, std::string default_text, std::string form = "") {
  row.default_text = std::move(default_text);
  row.form = std::move(form);
  return row;
}

CaseRow config_row() {
  CaseRow row = detail::named<SuiteCase>(
      "case.NAME.config", ValueType::texts,
      {"", "configuration, relative to the suite; several: a point for each", ""});
  row.store = [](SuiteCase& one, const Value& value) {
    if (value.text()) one.config_names.push_back(*value.text());
    if (!value.list()) return;
    for (const Value& name : *value.list()) one.config_names.push_back(*name.text());
  };
  return row;
}

CaseRow seeds_row() {
  CaseRow row =
      with(detail::named<SuiteCase>(
               "case.NAME.seeds", ValueType::integer_or_list,
               {"", "how many seeds are derived for each combination; or the seeds", ""}),
           "1", fmt::format("integer 1 .. {}, or a list of seeds, each once", kMostSeeds));
  row.least = 1;
  row.most = kMostSeeds;
  row.elements = {0, model::kMaxSeed};
  row.store = [](SuiteCase& one, const Value& value) {
    if (value.integer()) one.seed_count = static_cast<unsigned>(*value.integer());
    if (!value.list()) return;
    for (const Value& seed : *value.list()) {
      one.seeds.push_back(static_cast<std::uint64_t>(*seed.integer()));
    }
  };
  return row;
}

CaseRow engines_row() {
  CaseRow row = with(detail::named<SuiteCase>("case.NAME.engines", ValueType::words,
                                              {"", "a point for each, with the same seed", ""}),
                     "[\"lockstep\"]");
  row.words = model::texts_of(kEngineWords);
  row.store = [](SuiteCase& one, const Value& value) {
    one.engines.clear();
    for (const Value& word : *value.list()) {
      one.engines.push_back(model::value_of(kEngineWords, *word.text()).value());
    }
  };
  return row;
}

CaseRow latency_row() {
  CaseRow row =
      with(detail::named<SuiteCase>(
               "case.NAME.expect.latency", ValueType::interval,
               {"", "the mean latency must lie in this interval, both ends included", ""}),
           "", "[low, high], cycles");
  row.high = std::numeric_limits<double>::max();
  row.store = [](SuiteCase& one, const Value& value) {
    one.expect.latency = {number_in((*value.list())[0]), number_in((*value.list())[1])};
  };
  return row;
}

CaseRow accepted_row() {
  CaseRow row =
      with(real_row<SuiteCase>(
               "case.NAME.expect.accepted_at_least", 0, std::numeric_limits<double>::max(),
               {"", "accepted traffic, flits per node and cycle", ""},
               [](auto& one) -> auto& { return one.expect.accepted_at_least; }),
           "", "number, 0 or more");
  row.may_be_auto = false;
  return row;
}

CaseRow digest_row() {
  CaseRow row = text_row<SuiteCase>(
      "case.NAME.expect.events_sha256",
      {"",
       "SHA-256 of the event log that `run --events FILE.csv` writes; for a case with one "
       "configuration, combination and seed",
       ""},
      [](auto& one) -> auto& { return one.expect.events_sha256; });
  row.type = ValueType::digest;
  return row;
}

// One that only the reader of configurations knows.
CaseRow table_row(const char* name, const char* form, const char* meaning) {
  return with(detail::named<SuiteCase>(name, ValueType::table, {"", meaning, ""}), "", form);
}

RowOf<MachinePoint> program_row() {
  RowOf<MachinePoint> row = text_row<MachinePoint>(
      "case.NAME.machine.program",
      {"",
       "instead of a configuration: a hypercube with co-processors that runs this program "
       "(engines lockstep, rtl, model)",
       ""},
      [](auto& machine) -> auto& { return machine.program; });
  row.type = ValueType::word;
  row.words = {"all", "random"};
  for (const Collective& collective : collectives()) row.words.emplace_back(collective.name);
  return row;
}

RowOf<MachinePoint> flit_bits_row() {
  RowOf<MachinePoint> row = integer_row<MachinePoint>(
      "case.NAME.machine.flit_bits", 8, 64, {"", "width of a channel", ""},
      [](auto& machine) -> auto& { return machine.flit_bits; });
  row.type = ValueType::choice;
  row.choices = kChannelWidths;
  return row;
}

template <class Rows>
void append(const Rows& rows, std::vector<KeyRow>& to) {
  to.insert(to.end(), rows.begin(), rows.end());
}

}  // namespace

const std::vector<RowOf<Suite>>& suite_rows() {
  static const std::vector<RowOf<Suite>> rows = {
      with(text_row<Suite>(
               "suite.name", {"", "seeds are derived from it", ""},
               [](auto& suite) -> auto& { return suite.name; }),
           "(name of the file)", "text"),
      integer_row<Suite>(
          "suite.seed", 0, model::kMaxSeed, {"", "seeds are derived from it", ""},
          [](auto& suite) -> auto& { return suite.seed; }),
      integer_row<Suite>(
          "suite.time_limit", 1, kMostSeconds,
          {"", "seconds after which a point is ended and has failed", ""},
          [](auto& suite) -> auto& { return suite.time_limit; }),
      real_row<Suite>(
          "suite.cross_check", 0, 1,
          {"",
           "share of the points with sliced hardware that run on Verilated hardware too, and must "
           "come to the same",
           ""},
          [](auto& suite) -> auto& { return suite.cross_check; }),
  };
  return rows;
}

const std::vector<RowOf<SuiteCase>>& case_rows() {
  static const std::vector<CaseRow> rows = {
      config_row(),
      table_row("case.NAME.set", "a table: keys of a configuration",
                "what every point of the case sets; without `config`, the whole configuration"),
      table_row("case.NAME.sweep", "a table: keys, each with a list of values",
                "a point for every combination of values"),
      seeds_row(),
      engines_row(),
      boolean_row<SuiteCase>(
          "case.NAME.allow_deadlock",
          {"", "run networks that `turnpike check` finds able to deadlock", ""},
          [](auto& one) -> auto& { return one.allow_deadlock; }),
      with(
          integer_row<SuiteCase>(
              "case.NAME.time_limit", 1, kMostSeconds, {"", "seconds for a point of this case", ""},
              [](auto& one) -> auto& { return one.time_limit; }),
          "(that of the suite)"),
      boolean_row<SuiteCase>(
          "case.NAME.expect.deadlock", {"", "the run must end in a deadlock; else none may", ""},
          [](auto& one) -> auto& { return one.expect.deadlock; }),
      latency_row(),
      accepted_row(),
      table_row("case.NAME.expect.workload", "a table: figures, each with [low, high]",
                "each of these figures of the workload (docs/workloads.md) must lie in its "
                "interval, both ends included"),
      with(text_row<SuiteCase>(
               "case.NAME.expect.equal_to",
               {"",
                "figures must be those of this results.json, or of the point of the same name in "
                "this regress.json; relative to the suite",
                ""},
               [](auto& one) -> auto& { return one.expect.equal_to; }),
           "", "a file"),
      digest_row(),
  };
  return rows;
}

const std::vector<RowOf<MachinePoint>>& machine_rows() {
  static const std::vector<RowOf<MachinePoint>> rows = {
      program_row(),
      integer_row<MachinePoint>(
          "case.NAME.machine.dimensions", kCubeDimensions.least, kCubeDimensions.most,
          {"", "of the cube: 2^n nodes", ""},
          [](auto& machine) -> auto& { return machine.dimensions; }),
      flit_bits_row(),
      integer_row<MachinePoint>(
          "case.NAME.machine.bytes", kBlockBytes.least, kBlockBytes.most,
          {"", "size of a node's block", ""}, [](auto& machine) -> auto& { return machine.bytes; }),
      integer_row<MachinePoint>(
          "case.NAME.machine.messages", 1, 1'000'000'000, {"", "of program random", ""},
          [](auto& machine) -> auto& { return machine.messages; }),
      real_row<MachinePoint>(
          "case.NAME.machine.stall", 0, kMostStall,
          {"", "probability that memory takes no request in a cycle", ""},
          [](auto& machine) -> auto& { return machine.stall; }),
      integer_row<MachinePoint>(
          "case.NAME.machine.extra_latency", kExtraLatency.least, kExtraLatency.most,
          {"", "cycles that a read of memory takes longer, at most", ""},
          [](auto& machine) -> auto& { return machine.extra_latency; }),
  };
  return rows;
}

std::vector<KeyRow> suite_keys() {
  std::vector<KeyRow> keys;
  append(suite_rows(), keys);
  append(case_rows(), keys);
  append(machine_rows(), keys);
  return keys;
}

SchemaJson suite_schema() {
  SchemaJson top = {{"$schema", kDraft},
                    {"title", "turnpike.suite"},
                    {"description", "A suite of `turnpike regress`, as a TOML library reads it."}};
  top.update(empty_table());
  SchemaJson one_case = empty_table();
  for (const KeyRow& key : suite_keys()) {
    const bool is_of_case = key.name.rfind(kCase, 0) == 0;
    const std::string name = is_of_case ? key.name.substr(std::string(kCase).size()) : key.name;
    add_to_schema(is_of_case ? one_case : top, name, key);
  }
  top["properties"]["case"] = {{"type", "object"},
                               {"minProperties", 1},
                               {"propertyNames", {{"pattern", "^[A-Za-z0-9_-]+$"}}},
                               {"additionalProperties", one_case}};
  top["required"] = {"case"};
  return top;
}

}  // namespace turnpike::sim
