// graph_file.cpp - which format a graph has, and names that Verilog takes.

#include "sim/experiment/config/graph_file.h"

#include <algorithm>

#include "sim/experiment/config/graph_builder.h"

namespace turnpike::sim {

namespace {

struct Format {
  const char* word;
  std::vector<const char*> endings;
  void (*read)(const std::string& text, const std::string& name, GraphBuilder& graph);
};

const std::vector<Format>& formats() {
  static const std::vector<Format> all = {
      {"anynet", {".anynet"}, read_any_anynet},
      {"csv", {".csv"}, read_edge_list},
      {"json", {".json"}, read_node_link},
      {"graphml", {".graphml"}, read_graphml},
      {"dot", {".dot", ".gv"}, read_dot},
      {"ibnetdiscover", {".ibnet", ".ibnetdiscover", ".topo"}, read_netlist},
  };
  return all;
}

// Words that are no names in Verilog-2005 and SystemVerilog, of those that people give to switches.
bool is_keyword(const std::string& name) {
  static const std::set<std::string> words = {
      "always",  "and",      "assign",   "begin",   "bit",      "buf",      "bufif0",  "case",
      "cell",    "clocking", "config",   "edge",    "else",     "end",      "enum",    "event",
      "for",     "force",    "fork",     "if",      "input",    "int",      "join",    "large",
      "library", "logic",    "medium",   "module",  "nand",     "new",      "nor",     "not",
      "or",      "output",   "pmos",     "program", "property", "pull0",    "pull1",   "rand",
      "reg",     "release",  "scalared", "small",   "solve",    "string",   "strong0", "strong1",
      "super",   "supply0",  "supply1",  "table",   "tag",      "task",     "this",    "time",
      "tran",    "tri",      "type",     "use",     "var",      "vectored", "wait",    "wand",
      "weak0",   "weak1",    "while",    "wire",    "wor",      "xnor",     "xor"};
  return words.count(name) != 0;
}

// A name as an identifier of Verilog and SystemC.
std::string safe_name(const std::string& name) {
  std::string safe;
  for (const char c : name) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    safe += fits || c == '_' ? c : '_';
  }
  const bool is_digit = safe[0] >= '0' && safe[0] <= '9';
  if (is_digit) safe.insert(0, "switch_");
  if (safe[0] == '_') safe.insert(0, "switch");
  if (is_keyword(safe)) safe += "_";
  return safe;
}

}  // namespace

const std::vector<std::string>& graph_formats() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> list;
    for (const Format& one : formats()) list.emplace_back(one.word);
    return list;
  }();
  return words;
}

GraphReading read_graph(const std::string& text, const std::string& name,
                        const std::string& format) {
  const auto ends_with = [&](const std::string& end) {
    return name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
  };
  std::string endings;
  for (const Format& one : formats()) {
    const bool is_it = format == "auto"
                           ? std::any_of(one.endings.begin(), one.endings.end(), ends_with)
                           : format == one.word;
    if (is_it) {
      GraphBuilder graph;
      one.read(text, model::printable(name), graph);
      return graph.finish(model::printable(name));
    }
    for (const char* ending : one.endings)
      endings += (endings.empty() ? "" : ", ") + std::string(ending);
  }
  GraphBuilder::refuse(model::printable(name), "an ending that says no format",
                       endings + ", or network.format");
}

unsigned GraphBuilder::switch_of(const std::string& where, const std::string& name) {
  const auto known = number_.find(name);
  if (known != number_.end()) return known->second;
  if (name.empty()) refuse(where, "a switch without a name", "a name");
  const std::string safe = safe_name(name);
  const auto [other, is_new] = original_.emplace(safe, name);
  if (!is_new) {
    refuse(where, shown(name),
           "a name that differs from " + shown(other->second) +
               " in letters, digits or underscores: both are " + safe + " in Verilog");
  }
  const auto number = static_cast<unsigned>(number_.size());
  if (number >= 65536) refuse(where, "more than 65536 switches", "at most 65536");
  number_.emplace(name, number);
  reading_.spec.names.push_back(safe);
  reading_.spec.hosts.push_back(0);
  return number;
}

void GraphBuilder::add_link(const std::string& where, const std::string& a, const std::string& b,
                            const LinkSaid& said) {
  if (a == b) refuse(where, "a link of " + shown(a) + " with itself", "links between two switches");
  const unsigned first = switch_of(where, a);
  reading_.spec.links.emplace_back(first, switch_of(where, b));
  has_latency_ |= said.latency.has_value() || said.latency_back.has_value();
  reading_.spec.link_latency.push_back(said.latency);
  reading_.spec.link_latency_back.push_back(said.latency_back);
  reading_.spec.link_width.push_back(said.width);
  if (said.width.phits <= reading_.most_phits) return;
  reading_.most_phits = said.width.phits;
  reading_.most_phits_at = where;
}

void GraphBuilder::add_terminals(const std::string& where, const std::string& name,
                                 unsigned count) {
  const unsigned at = switch_of(where, name);
  unsigned& hosts = reading_.spec.hosts[at];
  if (count > kMaxTerminals || hosts + count > kMaxTerminals) {
    refuse(where, fmt::format("{} terminals at {}", std::uint64_t{hosts} + count, shown(name)),
           fmt::format("at most {}", kMaxTerminals));
  }
  hosts += count;
  reading_.says_terminals = true;
  reading_.spec.terminal_switches.insert(reading_.spec.terminal_switches.end(), count, at);
}

GraphReading GraphBuilder::finish(const std::string& file) {
  if (number_.empty()) refuse(file, "no switches", "at least 1 switch");
  if (reading_.says_terminals && reading_.spec.terminal_switches.empty()) {
    refuse(file, "no terminals", "at least 1 terminal");
  }
  if (!has_latency_) {
    reading_.spec.link_latency.clear();
    reading_.spec.link_latency_back.clear();
  }
  const auto is_narrow = [](const model::LinkWidth& width) { return width.is_narrow(); };
  auto& widths = reading_.spec.link_width;
  if (std::none_of(widths.begin(), widths.end(), is_narrow)) widths.clear();
  if (!reading_.says_terminals) reading_.spec.hosts.clear();
  return std::move(reading_);
}

std::vector<std::string> words_in(const std::string& line) {
  std::vector<std::string> words;
  std::size_t at = 0;
  while ((at = line.find_first_not_of(" \t\r\v\f", at)) != std::string::npos) {
    const std::size_t end = std::min(line.find_first_of(" \t\r\v\f", at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

std::optional<unsigned> number_in_words(const std::string& word, unsigned most) {
  if (word.empty() || word.size() > 9) return std::nullopt;
  if (word.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  const auto number = static_cast<unsigned>(std::stoul(word));
  if (number > most) return std::nullopt;
  return number;
}

}  // namespace turnpike::sim
