// schema_workload.cpp - the rows of [workload]: the kinds of sources, and the keys of each.

#include "sim/experiment/config/schema_rows.h"
#include "sim/experiment/config/schema_tables.h"

namespace turnpike::sim {

namespace {

Key row_of(const model::Workload& workload, const model::WorkloadKey& said) {
  Key key;
  key.name = std::string("workload.") + said.name;
  key.type = ValueType::integer;
  key.least = said.least;
  key.most = said.most;
  key.unit = said.unit;
  key.meaning = fmt::format("{}: {}", workload.word, said.meaning);
  key.source = "own choice";
  key.default_text = fmt::format("{}", said.by_default);
  key.store = [name = said.name](Experiment& e, const Value& value) {
    e.traffic.workload_values[name] = *value.integer();
  };
  key.show = [&workload, &said](const Experiment& e) {
    return e.traffic.workload == &workload
               ? fmt::format("{}", model::workload_value(e.traffic, said))
               : std::string();
  };
  return key;
}

}  // namespace

void add_workload_rows(std::vector<Key>& rows) {
  Key kind = descriptor_row(
      "workload.kind", model::workloads(),
      {"", "what the nodes send: traffic is what [traffic] says, others say it themselves",
       "own choice"},
      [](auto& e) -> auto& { return e.traffic.workload; });
  kind.show = [show = kind.show](const Experiment& e) {
    return e.traffic.workload == model::Workload::traffic ? std::string() : show(e);
  };
  rows.push_back(kind);
  for (const model::Workload* workload : model::workloads()) {
    for (std::size_t k = 0; k < workload->key_count; ++k) {
      rows.push_back(row_of(*workload, workload->keys[k]));
    }
  }
}

}  // namespace turnpike::sim
