// schema_workload.cpp - the rows of [workload]: the kinds of sources, and the keys of each.

#include <string>
#include <utility>
#include <vector>

#include "model/common/check.h"
#include "model/common/types.h"
#include "model/topology/build.h"
#include "model/traffic/workload_kinds.h"
#include "sim/experiment/config/schema_rows.h"
#include "sim/experiment/config/schema_tables.h"

namespace turnpike::sim {

namespace {

using model::TrafficSpec;
using model::Workload;
using model::WorkloadKey;
using WorkloadRow = RowOf<TrafficSpec>;
using Type = model::WorkloadKey::Type;

ValueType type_of(Type type) {
  switch (type) {
    case Type::integer:
      return ValueType::integer;
    case Type::number:
      return ValueType::real;
    case Type::flag:
      return ValueType::boolean;
    case Type::word:
      return ValueType::word;
    case Type::file:
      return ValueType::text;
    case Type::nodes:
      return ValueType::integer_or_list;
  }
  return ValueType::integer;
}

std::string default_of(const Workload& workload, const WorkloadKey& key) {
  switch (key.type) {
    case Type::integer:
      return fmt::format("{}", key.by_default);
    case Type::number:
      return real_to_toml(key.number_by_default);
    case Type::flag:
      return "false";
    case Type::word:
      return quoted(key.words[0]);
    case Type::file:
      return key.is_required ? fmt::format("({}: required)", workload.word) : "(none)";
    case Type::nodes:
      return quoted("all");
  }
  return "";
}

void store(model::WorkloadValue& to, Type type, const Value& value) {
  switch (type) {
    case Type::integer:
      to = *value.integer();
      return;
    case Type::number:
      to = number_in(value);
      return;
    case Type::flag:
      to = *value.boolean();
      return;
    case Type::word:
    case Type::file:
      to = *value.text();
      return;
    case Type::nodes:
      break;
  }
  std::vector<model::NodeId> nodes;
  if (value.integer()) nodes.push_back(static_cast<model::NodeId>(*value.integer()));
  for (std::size_t i = 0; value.list() && i < value.list()->size(); ++i) {
    nodes.push_back(static_cast<model::NodeId>(*(*value.list())[i].integer()));
  }
  if (value.text()) {
    to = std::string(*value.text());  // all
  } else {
    to = std::move(nodes);
  }
}

std::string text_of(const model::WorkloadValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
  if (const auto* number = std::get_if<double>(&value)) return real_to_toml(*number);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* nodes = std::get_if<std::vector<model::NodeId>>(&value)) {
    return fmt::format("[{}]", fmt::join(*nodes, ", "));
  }
  return quoted(std::get<std::string>(value));
}

WorkloadRow row_of(const Workload& workload, const WorkloadKey& said) {
  WorkloadRow key;
  key.name = said.name;
  key.type = type_of(said.type);
  key.least = said.least;
  key.most = said.most;
  key.low = said.low;
  key.high = said.high;
  key.words.assign(said.words, said.words + said.word_count);
  if (said.type == Type::nodes) {
    key.most = model::kMaxTerminals - 1;
    key.elements = {0, key.most};
    key.words = {"all"};
  }
  key.unit = said.unit;
  key.meaning = fmt::format("{}: {}", workload.word, said.meaning);
  key.source = "own choice";
  key.default_text = default_of(workload, said);
  key.store = [&said](TrafficSpec& t, const Value& value) {
    store(t.workload_values[said.name], said.type, value);
  };
  key.show = [name = std::string(said.name), by_default = key.default_text](const TrafficSpec& t) {
    if (t.workload->find_key(name) == nullptr) return std::string();
    const auto value = t.workload_values.find(name);
    if (value != t.workload_values.end()) return text_of(value->second);
    return by_default[0] == '(' ? std::string() : by_default;
  };
  return key;
}

// The row of a key that an earlier kind has too speaks of both.
void add_row(std::vector<WorkloadRow>& rows, const Workload& workload, const WorkloadKey& said) {
  WorkloadRow key = row_of(workload, said);
  for (WorkloadRow& before : rows) {
    if (before.name != key.name) continue;
    model::require(before.allowed() == key.allowed(), "keys of one name have one range");
    const std::string same = fmt::format(": {}", said.meaning);
    const std::size_t at = before.meaning.rfind(same);
    if (at != std::string::npos && at + same.size() == before.meaning.size()) {
      before.meaning.insert(at, fmt::format(", {}", workload.word));
    } else {
      before.meaning += fmt::format("; {}", key.meaning);
    }
    if (before.default_text != key.default_text) {
      model::require(said.type == Type::file, "keys of one name have one default");
      const std::string required = ": required)";
      const std::size_t end = before.default_text.rfind(required);
      model::require(end != std::string::npos, "a file that all kinds ask for");
      before.default_text.insert(end, fmt::format(", {}", workload.word));
    }
    return;
  }
  rows.push_back(std::move(key));
}

// The keys of these kinds.
std::vector<WorkloadRow> rows_of(const std::vector<const Workload*>& kinds) {
  std::vector<WorkloadRow> rows;
  for (const Workload* workload : kinds) {
    for (std::size_t k = 0; k < workload->key_count; ++k) {
      add_row(rows, *workload, workload->keys[k]);
    }
  }
  return rows;
}

}  // namespace

void add_workload_rows(std::vector<Key>& rows) {
  Key kind = descriptor_row(
      "workload.kind", model::workloads(),
      {"", "what the nodes send: traffic is what [traffic] says, others say it themselves",
       "own choice"},
      [](auto& e) -> auto& { return e.traffic.workload; });
  kind.show = [show = kind.show](const Experiment& e) {
    return e.traffic.workload == Workload::traffic ? std::string() : show(e);
  };
  rows.push_back(kind);
  for (const WorkloadRow& row : rows_of(model::workloads())) {
    rows.push_back(row_of_part(
        row, [](auto& e) -> auto& { return e.traffic; }));
    rows.back().name.insert(0, "workload.");
  }
}

TableList workload_phases() {
  TableList list;
  list.name = "workload.phase";
  list.meaning =
      "phases: a table for each phase, the first one first; a phase begins when all messages of "
      "the one before have come out";
  list.like = "[workload] with the kinds of phases, and pause";
  list.most = 10000;
  const auto phases = [](auto& e) -> auto& { return e.traffic.phases; };
  WorkloadRow kind = descriptor_row<TrafficSpec>(
      "kind", model::phase_kinds(), {"", "what the nodes send in the phase", "own choice"},
      [](auto& t) -> auto& { return t.workload; });
  kind.default_text = "(required)";
  list.keys.push_back(row_of_element(kind, phases));
  list.keys.push_back(row_of_element(
      integer_row<TrafficSpec>(
          "pause", 1, 1'000'000'000,
          {"cycles",
           "from the last flit of the phase before, or the start of the run, to the phase",
           "own choice"},
          [](auto& t) -> auto& { return t.pause; }),
      phases));
  for (const WorkloadRow& row : rows_of(model::phase_kinds())) {
    list.keys.push_back(row_of_element(row, phases));
  }
  list.make = [](Experiment& e, std::size_t count) {
    e.traffic.phases.assign(count, TrafficSpec());
  };
  list.count = [](const Experiment& e) { return e.traffic.phases.size(); };
  return list;
}

}  // namespace turnpike::sim
