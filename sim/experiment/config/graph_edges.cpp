// graph_edges.cpp - graphs as an edge list (CSV), and as node-link JSON, which networkx writes.
//
// A line of an edge list is a link, or, without `to`, a switch and how many terminals it has:
//   from,to,latency,latency_back,terminals
// Only `from` and `to` are needed. A node-link object has the same as attributes of nodes
// (`terminals`) and of links (`latency`, `latency_back`). Of a directed graph each link is one way,
// and the way back another link.

#include <algorithm>

#include "sim/base/csv_line.h"
#include "sim/base/parse_json.h"
#include "sim/experiment/config/graph_builder.h"

namespace turnpike::sim {

namespace {

constexpr const char* kEdgeColumns = "from, to, latency, latency_back, terminals";

std::optional<unsigned> registers_of(const std::string& where, const char* what,
                                     const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto number = number_in_words(text, GraphBuilder::kMaxRegisters);
  if (number) return number;
  GraphBuilder::refuse(where + ", " + what, GraphBuilder::shown(text),
                       fmt::format("registers, 0 .. {}", GraphBuilder::kMaxRegisters));
}

unsigned terminals_of(const std::string& where, const std::string& text) {
  const auto number = number_in_words(text, GraphBuilder::kMaxTerminals);
  if (number) return *number;
  GraphBuilder::refuse(where + ", terminals", GraphBuilder::shown(text),
                       fmt::format("0 .. {}", GraphBuilder::kMaxTerminals));
}

class EdgeReader {
 public:
  EdgeReader(const std::string& name, GraphBuilder& graph) : name_(name), graph_(graph) {}

  void read_line(std::size_t number, const std::string& line) {
    where_ = fmt::format("{}:{}", name_, number);
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string::npos || line[first] == '#') return;
    const auto values = csv_values(line);
    if (!values) GraphBuilder::refuse(where_, "a quote without an end", "quotes in pairs");
    if (columns_.empty()) return read_columns(*values);
    if (values->size() != columns_.size()) {
      GraphBuilder::refuse(where_, fmt::format("{} values", values->size()),
                           fmt::format("{}, one for each column", columns_.size()));
    }
    std::map<std::string, std::string> row;
    for (std::size_t i = 0; i < values->size(); ++i) row[columns_[i]] = (*values)[i];
    add(row);
  }

  void finish() {
    if (columns_.empty()) GraphBuilder::refuse(name_, "no line of columns", kEdgeColumns);
  }

 private:
  void read_columns(const std::vector<std::string>& values) {
    static const std::set<std::string> known = {"from", "to", "latency", "latency_back",
                                                "terminals"};
    for (const std::string& value : values) {
      const bool is_again = std::find(columns_.begin(), columns_.end(), value) != columns_.end();
      if (known.count(value) == 0 || is_again) {
        GraphBuilder::refuse(where_, GraphBuilder::shown(value),
                             std::string("columns ") + kEdgeColumns + ", each once");
      }
      columns_.push_back(value);
    }
    for (const char* needed : {"from", "to"}) {
      if (std::find(columns_.begin(), columns_.end(), needed) != columns_.end()) continue;
      GraphBuilder::refuse(where_, fmt::format("no column {}", needed), kEdgeColumns);
    }
  }

  void add(std::map<std::string, std::string>& row) {
    const std::string& from = row["from"];
    const std::string& to = row["to"];
    const auto latency = registers_of(where_, "latency", row["latency"]);
    auto back = registers_of(where_, "latency_back", row["latency_back"]);
    const std::string& terminals = row["terminals"];
    if (to.empty() && terminals.empty()) {
      GraphBuilder::refuse(where_, "neither to nor terminals",
                           "a link, or a switch with terminals");
    }
    if (!to.empty() && !terminals.empty()) {
      GraphBuilder::refuse(where_, "to and terminals on one line",
                           "terminals on a line without to: they are those of from");
    }
    if (to.empty()) {
      if (latency || back) GraphBuilder::refuse(where_, "a latency without to", "nothing");
      return graph_.add_terminals(where_, from, terminals_of(where_, terminals));
    }
    if (!back) back = latency;
    graph_.add_link(where_, from, to, latency, back);
  }

  std::string name_;
  GraphBuilder& graph_;
  std::string where_;
  std::vector<std::string> columns_;
};

class NodeLinkReader {
 public:
  NodeLinkReader(const std::string& name, GraphBuilder& graph) : name_(name), graph_(graph) {}

  void read(const Json& json) {
    const char* links = json.is_object() && json.contains("edges") ? "edges" : "links";
    if (!json.is_object() || !json.contains("nodes") || !json["nodes"].is_array() ||
        !json.contains(links) || !json[links].is_array()) {
      GraphBuilder::refuse(name_, "no node-link graph",
                           "an object with the lists nodes and links (or edges)");
    }
    note_others("the graph", json, {"directed", "multigraph", "graph", "nodes", "links", "edges"});
    is_directed_ = json.contains("directed") && json["directed"] == true;
    std::size_t number = 0;
    for (const Json& node : json["nodes"])
      read_node(fmt::format("{}, node {}", name_, ++number), node);
    number = 0;
    for (const Json& link : json[links])
      read_link(fmt::format("{}, link {}", name_, ++number), link);
    for (const std::string& other : others_) {
      graph_.remark(other +
                    " is left out: attributes that count are terminals of nodes, and latency "
                    "and latency_back of links");
    }
    for (const auto& [way, where] : one_way_) {
      GraphBuilder::refuse(where.first,
                           GraphBuilder::shown(way.first) + " to " +
                               GraphBuilder::shown(way.second) + " without a way back",
                           "links both ways: in a directed graph two");
    }
  }

 private:
  using Way = std::pair<std::string, std::string>;

  // A name: a string or a number.
  static std::string text_of(const std::string& where, const Json& object, const char* key) {
    if (!object.is_object() || !object.contains(key)) {
      GraphBuilder::refuse(where, fmt::format("no {}", key), "a name");
    }
    const Json& value = object[key];
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number_integer()) return value.dump();
    GraphBuilder::refuse(where + ", " + key, GraphBuilder::shown(value.dump()),
                         "a name or a whole number");
  }
  // A number, or nothing.
  static std::string number_of(const Json& object, const char* key) {
    if (!object.contains(key) || object[key].is_null()) return "";
    return object[key].dump();
  }

  // What else an object has.
  void note_others(const std::string& what, const Json& object,
                   const std::set<std::string>& known) {
    for (const auto& [key, value] : object.items()) {
      if (known.count(key) == 0) others_.insert(GraphBuilder::shown(key) + " of " + what);
    }
  }

  void read_node(const std::string& where, const Json& node) {
    const std::string id = text_of(where, node, "id");
    note_others("nodes", node, {"id", "terminals"});
    if (graph_.has_switch(id)) {
      GraphBuilder::refuse(where, GraphBuilder::shown(id) + " for the second time", "once");
    }
    graph_.switch_of(where, id);
    const std::string terminals = number_of(node, "terminals");
    if (!terminals.empty()) graph_.add_terminals(where, id, terminals_of(where, terminals));
  }

  void read_link(const std::string& where, const Json& link) {
    const std::string from = text_of(where, link, "source");
    const std::string to = text_of(where, link, "target");
    note_others("links", link, {"source", "target", "key", "latency", "latency_back"});
    for (const std::string& end : {from, to}) {
      if (!graph_.has_switch(end)) {
        GraphBuilder::refuse(where, GraphBuilder::shown(end), "one of the nodes");
      }
    }
    const auto latency = registers_of(where, "latency", number_of(link, "latency"));
    auto back = registers_of(where, "latency_back", number_of(link, "latency_back"));
    if (!is_directed_) {
      if (!back) back = latency;
      return graph_.add_link(where, from, to, latency, back);
    }
    if (from == to) return graph_.add_link(where, from, to, latency, back);  // refused there
    const auto waiting = one_way_.find({to, from});
    if (waiting == one_way_.end()) {
      one_way_.emplace(Way{from, to}, std::pair{where, latency});
      return;
    }
    graph_.add_link(where, to, from, waiting->second.second, latency);
    one_way_.erase(waiting);
  }

  std::string name_;
  GraphBuilder& graph_;
  bool is_directed_ = false;
  std::set<std::string> others_;  // attributes that mean nothing here
  // Links whose way back has not come yet: where they stand, and their latency.
  std::multimap<Way, std::pair<std::string, std::optional<unsigned>>> one_way_;
};

}  // namespace

void read_edge_list(const std::string& text, const std::string& name, GraphBuilder& graph) {
  EdgeReader reader(name, graph);
  each_line(text,
            [&](std::size_t number, const std::string& line) { reader.read_line(number, line); });
  reader.finish();
}

void read_node_link(const std::string& text, const std::string& name, GraphBuilder& graph) {
  const Json json = parse_json(text);
  if (json.is_discarded()) GraphBuilder::refuse(name, "no JSON", "node-link JSON");
  NodeLinkReader(name, graph).read(json);
}

}  // namespace turnpike::sim
