// graph_attributes.cpp - attributes of nodes and links as terminals and latencies.

#include "sim/experiment/config/graph_attributes.h"

#include <vector>

namespace turnpike::sim {

namespace {

// The value of an attribute, or nothing.
std::string value_of(const AttributedGraph::Attributes& attributes, const char* key) {
  const auto found = attributes.find(key);
  return found == attributes.end() ? "" : found->second;
}

// Registers of a latency; empty: none is stated. `what`: "latency" or "latency_back".
std::optional<unsigned> registers_of(const std::string& where, const char* what,
                                     const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto number = number_in_words(text, GraphBuilder::kMaxRegisters);
  if (number) return number;
  GraphBuilder::refuse(where + ", " + what, GraphBuilder::shown(text),
                       fmt::format("registers, 0 .. {}", GraphBuilder::kMaxRegisters));
}

// Phits of a flit, or cycles of a phit; empty: 1.
unsigned width_of(const std::string& where, const char* what, const std::string& text,
                  unsigned most) {
  if (text.empty()) return 1;
  const unsigned number = number_in_words(text, most).value_or(0);
  if (number != 0) return number;
  GraphBuilder::refuse(where + ", " + what, GraphBuilder::shown(text),
                       fmt::format("1 .. {}", most));
}

const std::set<std::string>& link_attributes() {
  static const std::set<std::string> all = {"latency", "latency_back", "phits", "clock_ratio"};
  return all;
}

}  // namespace

LinkSaid link_said(const std::string& where, const AttributedGraph::Attributes& attributes) {
  const auto value = [&](const char* key) { return value_of(attributes, key); };
  return {registers_of(where, "latency", value("latency")),
          registers_of(where, "latency_back", value("latency_back")),
          {width_of(where, "phits", value("phits"), model::kMaxPhits),
           width_of(where, "clock_ratio", value("clock_ratio"), model::kMaxClockRatio)}};
}

unsigned terminals_of(const std::string& where, const std::string& text) {
  const auto number = number_in_words(text, GraphBuilder::kMaxTerminals);
  if (number) return *number;
  GraphBuilder::refuse(where + ", terminals", GraphBuilder::shown(text),
                       fmt::format("0 .. {}", GraphBuilder::kMaxTerminals));
}

void AttributedGraph::add_node(const std::string& where, const std::string& id,
                               const Attributes& attributes) {
  if (graph_.has_switch(id)) {
    GraphBuilder::refuse(where, GraphBuilder::shown(id) + " for the second time", "once");
  }
  graph_.switch_of(where, id);
  for (const auto& [key, value] : attributes) {
    if (key != "terminals" && key != "hosts" && !value.empty()) note_other("nodes", key);
  }
  const std::string terminals = value_of(attributes, "terminals");
  const std::string hosts = value_of(attributes, "hosts");
  if (!terminals.empty() && !hosts.empty()) {
    GraphBuilder::refuse(where, "terminals and hosts of " + GraphBuilder::shown(id),
                         "one of them: both say how many terminals it has");
  }
  const std::string& stated = terminals.empty() ? hosts : terminals;
  if (!stated.empty()) graph_.add_terminals(where, id, terminals_of(where, stated));
}

void AttributedGraph::add_link(const std::string& where, const std::string& from,
                               const std::string& to, const Attributes& attributes,
                               bool is_directed) {
  for (const std::string* end : {&from, &to}) {
    if (!graph_.has_switch(*end)) {
      GraphBuilder::refuse(where, GraphBuilder::shown(*end), "one of the nodes");
    }
  }
  for (const auto& [key, value] : attributes) {
    if (link_attributes().count(key) == 0 && !value.empty()) note_other("links", key);
  }
  const LinkSaid said = link_said(where, attributes);
  if (!is_directed) return graph_.add_link(where, from, to, with_way_back(said));
  if (said.latency_back) {
    GraphBuilder::refuse(where + ", latency_back", std::to_string(*said.latency_back),
                         "nothing of a directed link: its way back is another link");
  }
  if (from == to) return graph_.add_link(where, from, to, said);  // refused there
  const auto waiting = one_way_.find({to, from});
  if (waiting == one_way_.end()) {
    one_way_.emplace(Way{from, to}, std::pair{where, said});
    return;
  }
  const LinkSaid& forth = waiting->second.second;
  if (!(forth.width == said.width)) {
    GraphBuilder::refuse(
        where, "phits or a clock ratio other than those of the way back, " + waiting->second.first,
        "the same both ways");
  }
  graph_.add_link(where, to, from, {forth.latency, said.latency, said.width});
  one_way_.erase(waiting);
}

void AttributedGraph::note_other(const std::string& of, const std::string& attribute) {
  others_.insert(GraphBuilder::shown(attribute) + " of " + of);
}

void AttributedGraph::finish() {
  constexpr std::size_t kMostNamed = 6;
  std::string text;
  std::size_t named = 0;
  for (const std::string& other : others_) {
    if (named++ < kMostNamed) text += (text.empty() ? "" : ", ") + other;
  }
  if (named > kMostNamed) text += fmt::format(" and {} more", named - kMostNamed);
  if (named > 0) {
    graph_.remark(
        text + (named == 1 ? " is" : " are") +
        " left out: attributes that count are terminals (or hosts) of nodes, and latency, "
        "latency_back, phits and clock_ratio of links");
  }
  for (const auto& [way, where] : one_way_) {
    GraphBuilder::refuse(where.first,
                         GraphBuilder::shown(way.first) + " to " + GraphBuilder::shown(way.second) +
                             " without a way back",
                         "links both ways: in a directed graph two");
  }
}

}  // namespace turnpike::sim
