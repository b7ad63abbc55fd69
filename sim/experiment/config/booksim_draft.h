// booksim_draft.h - a configuration during its conversion from BookSim: the keys read and the keys
// written.

#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/common/printable.h"
#include "sim/base/config_error.h"
#include "sim/experiment/config/booksim_file.h"

namespace turnpike::sim {

struct BookSimDraft {
  BookSimFile file;
  std::string path;
  unsigned classes = 1;
  std::map<std::string, std::vector<std::string>> tables;  // lines of TOML; "traffic.class 0"
  std::vector<std::string> remarks;

  void set(const std::string& table, const std::string& key, const std::string& value) {
    tables[table].push_back(fmt::format("{} = {}", key, value));
  }
  void set(const std::string& table, const std::string& key, unsigned value) {
    set(table, key, std::to_string(value));
  }

  void remark(const std::string& key, const std::string& text) {
    const auto found = file.entries().find(key);
    const std::string said =
        found == file.entries().end() ? key : key + " = " + model::excerpt(found->second.value);
    remarks.push_back(fmt::format("{}: {}: {}", file.where(key), said, text));
  }

  [[noreturn]] void refuse(const std::string& key, const std::string& allowed) {
    throw ConfigError(fmt::format("{}: key '{}': found {}, allowed: {}", file.where(key), key,
                                  model::excerpt(file.text(key, "nothing")), allowed));
  }

  unsigned positive(const std::string& key, unsigned by_default) {
    const unsigned value = file.whole(key, by_default);
    if (value == 0) refuse(key, "at least 1");
    return value;
  }
};

// Text in quotes of TOML.
std::string toml_text(const std::string& text);

// The keys of one topic each; docs/booksim.md.
void convert_network(BookSimDraft& draft);  // topology, routing, router
void convert_traffic(BookSimDraft& draft);  // classes, traffic or a batch

}  // namespace turnpike::sim
