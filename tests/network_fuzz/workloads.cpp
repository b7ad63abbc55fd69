// workloads.cpp - [workload]: every kind with any of its keys, as its descriptor says, and files
// that fit most of the networks.

#include <fmt/ranges.h>

#include <cstring>

#include "model/traffic/workload.h"
#include "model/traffic/workload_kinds.h"
#include "tests/network_fuzz/sketch.h"
#include "tests/support/netrace_writer.h"

namespace turnpike::test {
namespace {

using model::WorkloadKey;
using Type = model::WorkloadKey::Type;

std::string graph_text(Sketch& s) {
  std::string text = "id,source,destination,flits,after,delay\n";
  for (unsigned id = 0, count = s.draw.between(1, 80); id < count; ++id) {
    text += fmt::format("{},{},{},{},", id, s.draw.below(s.nodes), s.draw.below(s.nodes),
                        s.draw.between(1, 9));
    if (id > 0 && s.draw.chance(70)) text += fmt::format("{}", s.draw.below(id));
    text += fmt::format(",{}\n", s.draw.between(1, 30));
  }
  return text;
}

// Of rate_matrix in each of its formats.
std::string rates_text(Sketch& s, const std::string& format) {
  std::string text;
  if (format == "\"matrix\"") {
    for (unsigned row = 0; row < s.nodes; ++row) {
      for (unsigned column = 0; column < s.nodes; ++column) {
        text += s.draw.chance(80) ? "0 " : "0.02 ";
      }
      text += '\n';
    }
    return text;
  }
  for (unsigned node = 0; node < s.nodes; ++node) {
    text += fmt::format("{} {} 0.0{}", node, s.draw.below(s.nodes), s.draw.between(1, 9));
    if (format == "\"flows\"" && s.draw.chance(50)) {
      text += fmt::format(" {} 0 0.01 50", s.draw.between(1, 8));
    }
    text += '\n';
  }
  return text;
}

std::string matrix_text(Sketch& s) {
  const unsigned most = s.nodes > 20 ? 3 : 40;  // of a unit, which may be KiB: the log is kept
  std::string text;
  for (unsigned row = 0; row < s.nodes; ++row) {
    for (unsigned column = 0; column < s.nodes; ++column) {
      text += s.draw.chance(85) ? "0," : fmt::format("{},", s.draw.below(most));
    }
    text.back() = '\n';
  }
  return text;
}

std::string nodes_text(Sketch& s) {
  if (s.draw.chance(40)) return "\"all\"";
  std::vector<unsigned> nodes;
  const unsigned step = s.draw.between(1, 3);
  for (unsigned node = s.draw.below(2); node < s.nodes; node += step) nodes.push_back(node);
  if (nodes.empty()) nodes.push_back(0);
  return fmt::format("[{}]", fmt::join(nodes, ", "));
}

std::string value_text(Sketch& s, const WorkloadKey& key) {
  switch (key.type) {
    case Type::integer: {
      const std::int64_t value = key.least + s.draw.pick({0, 0, 1, 2, 5, 40});
      return fmt::format("{}", std::min(value, key.most));
    }
    case Type::number:
      return fmt::format("{:.3f}", std::min(key.high, key.low + s.draw.pick({0.0, 0.1, 0.5, 1.0})));
    case Type::flag:
      return s.draw.pick({"true", "false"});
    case Type::word:
      return fmt::format("\"{}\"", key.words[s.draw.below(static_cast<unsigned>(key.word_count))]);
    case Type::nodes:
      return nodes_text(s);
    case Type::file:
      break;
  }
  return "";
}

// `key = value` of a kind, first of all its kind.
std::vector<std::string> lines_of(Sketch& s, const model::Workload& kind) {
  std::vector<std::string> lines = {fmt::format("kind = \"{}\"", kind.word)};
  std::string format = "\"flows\"";
  for (std::size_t k = 0; k < kind.key_count; ++k) {
    const WorkloadKey& key = kind.keys[k];
    // A long run tells no more than a short one.
    const bool is_long = std::strcmp(key.name, "batch") == 0 || std::strcmp(key.name, "bytes") == 0;
    if (key.type == Type::file || (!is_long && s.draw.chance(50))) continue;
    const std::string value = value_text(s, key);
    if (std::strcmp(key.name, "format") == 0) format = value;
    lines.push_back(fmt::format("{} = {}", key.name, value));
  }
  if (kind.find_key("file") == nullptr) return lines;
  const std::string name = fmt::format("workload{}.txt", s.files.size());
  const std::string word = kind.word;
  s.files.emplace_back(name, word == "rate_matrix" ? rates_text(s, format)
                             : word == "transfers" ? matrix_text(s)
                             : word == "netrace"
                                 ? compressed(netrace_bytes_of(random_netrace(60), 20))
                                 : graph_text(s));
  lines.push_back(fmt::format("file = \"{}\"", name));
  return lines;
}

}  // namespace

void draw_workload(Sketch& s) {
  constexpr const char* kTable = "workload";
  const auto any_of = [&](const std::vector<const model::Workload*>& kinds) {
    return kinds[s.draw.below(static_cast<unsigned>(kinds.size()))];
  };
  const model::Workload& kind = *any_of(model::workloads());
  for (const std::string& line : lines_of(s, kind)) s.tables[kTable].push_back(line);
  if (&kind != model::phases_workload()) return;
  std::vector<std::string> phases;
  for (unsigned i = s.draw.between(1, 3); i > 0; --i) {
    std::vector<std::string> lines = lines_of(s, *any_of(model::phase_kinds()));
    if (s.draw.chance(50)) lines.push_back(fmt::format("pause = {}", s.draw.between(1, 90)));
    phases.push_back(fmt::format("{{{}}}", fmt::join(lines, ", ")));
  }
  s.set(kTable, "phase", fmt::format("[{}]", fmt::join(phases, ", ")));
}

}  // namespace turnpike::test
