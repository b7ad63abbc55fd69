// finish_traffic.cpp - what follows from the keys of [traffic] and [workload] together.

#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

#include "model/common/joined_words.h"
#include "model/traffic/workload_kinds.h"
#include "sim/experiment/config/finishing.h"
#include "sim/experiment/config/schema_tables.h"

namespace turnpike::sim {

namespace {

class TrafficFinisher : private Finishing {
 public:
  using Finishing::Finishing;

  void run() {
    finish_workload();
    finish_drawn(e_.traffic, "traffic.");
    e_.traffic.class_shares = e_.class_shares.values;
    if (e_.traffic.classes.empty()) return;
    refuse("traffic.class_shares", "nothing with [[traffic.class]]: each class has its own load");
    if (e_.traffic.broadcast.fraction > 0) {
      refuse("traffic.broadcast_fraction", "nothing with [[traffic.class]]");
    }
    for (std::size_t c = 0; c < e_.traffic.classes.size(); ++c) {
      model::TrafficSpec& one = e_.traffic.classes[c];
      const std::string table = fmt::format("traffic.class[{}].", c);
      if (!given((table + "file"))) one.file = e_.traffic.file;
      finish_drawn(one, table);
      if (one.pattern == model::Pattern::trace) {
        complain((table + "pattern"), quoted(one.pattern->word),
                 "a pattern but trace: its messages are not drawn");
      }
    }
  }

 private:
  // Of [traffic], or of a table of [[traffic.class]], whose keys begin with `table`.
  void finish_drawn(model::TrafficSpec& traffic, const std::string& table) {
    const auto name = [&](const char* key) { return table + key; };
    const std::string file = name("file");
    const bool needs_file = traffic.pattern->takes_file;
    if (needs_file && traffic.file.empty()) {
      complain(file, "nothing", "file name: the pattern reads it");
    }
    if (!needs_file) {
      refuse(file, "only with pattern " +
                       model::joined_words(model::patterns(), true, [](const model::Pattern& one) {
                         return one.takes_file;
                       }));
    }
    if (given(file)) traffic.file = resolved(file, traffic.file);
    const bool bimodal = traffic.length_kind == model::LengthKind::bimodal;
    for (const char* key : {"length.short", "length.long", "length.long_fraction"}) {
      if (!bimodal) refuse(name(key), "only with length.kind \"bimodal\"");
    }
    if (bimodal) refuse(name("length.mean"), "nothing with length.kind \"bimodal\"");
    if (bimodal && traffic.long_length < traffic.length) {
      complain(name("length.long"), fmt::format("{}", traffic.long_length),
               fmt::format("from length.short, {}", traffic.length));
    }
    for (const char* key : {"burst_load", "burst_cycles"}) {
      if (traffic.arrivals == model::Arrivals::on_off) continue;
      refuse(name(key), "only with arrivals \"on_off\"");
    }
  }

  void finish_workload() {
    const model::Workload& chosen = *e_.traffic.workload;
    for (const Setting& setting : e_.settings.list) {
      const bool is_of_traffic = setting.key.compare(0, 8, "traffic.") == 0;
      if (is_of_traffic || setting.key.compare(0, 9, "workload.") == 0) e_.has_traffic = true;
      if (!is_of_traffic || &chosen == model::Workload::traffic) continue;
      if (setting.key == kMessagesAtOnce) continue;
      refuse(setting.key, fmt::format("nothing with workload.kind \"{}\", which says "
                                      "itself what is sent",
                                      chosen.word));
    }
    finish_kind(e_.traffic, "workload.", model::workloads());
    const bool has_phases = &chosen == model::phases_workload();
    if (!has_phases && !e_.traffic.phases.empty()) {
      complain("workload.phase[0].kind", "tables",
               fmt::format("no [[workload.phase]] with workload.kind \"{}\", only with \"{}\"",
                           chosen.word, model::phases_workload()->word));
    }
    if (has_phases && e_.traffic.phases.empty()) {
      complain("workload.kind", quoted(chosen.word), "this kind with tables [[workload.phase]]");
    }
    for (std::size_t i = 0; has_phases && i < e_.traffic.phases.size(); ++i) {
      const std::string table = fmt::format("workload.phase[{}].", i);
      if (given((table + "kind"))) {
        finish_kind(e_.traffic.phases[i], table, model::phase_kinds());
      } else {
        complain((table + "kind"), "nothing",
                 model::joined_words(model::phase_kinds(), false, [](auto&) { return true; }));
      }
    }
  }

  using Kinds = std::vector<const model::Workload*>;

  // Of [workload], or of a table of [[workload.phase]], whose keys begin with `table`.
  void finish_kind(model::TrafficSpec& spec, const std::string& table, const Kinds& kinds) {
    std::set<std::string> refused;
    for (const model::Workload* other : kinds) {
      for (std::size_t k = 0; other != spec.workload && k < other->key_count; ++k) {
        const std::string name = other->keys[k].name;
        if (!given((table + name)) || spec.workload->find_key(name)) continue;
        if (refused.insert(name).second) refuse_of_other_kind(table, name, kinds);
      }
    }
    for (std::size_t k = 0; k < spec.workload->key_count; ++k) {
      const model::WorkloadKey& key = spec.workload->keys[k];
      if (key.type != model::WorkloadKey::Type::file) continue;
      const std::string name = table + key.name;
      const auto said = spec.workload_values.find(key.name);
      if (said != spec.workload_values.end()) {
        said->second = resolved(name, std::get<std::string>(said->second));
      } else if (key.is_required) {
        complain(name, "nothing", fmt::format("file name: {}kind reads it", table));
      }
    }
  }

  void refuse_of_other_kind(const std::string& table, const std::string& name, const Kinds& kinds) {
    std::string words;
    for (const model::Workload* one : kinds) {
      if (one->find_key(name) == nullptr) continue;
      words += fmt::format("{}\"{}\"", words.empty() ? "" : " or ", one->word);
    }
    refuse((table + name), fmt::format("only with {}kind {}", table, words));
  }
};

}  // namespace

void finish_traffic(Experiment& experiment, std::vector<std::string>& errors) {
  TrafficFinisher(experiment, errors).run();
}

}  // namespace turnpike::sim
