// graph_edges.cpp - graphs as an edge list (CSV), and as node-link JSON, which networkx writes.
//
// A line of an edge list is a link, or, without `to`, a switch and how many terminals it has:
//   from,to,latency,latency_back,phits,clock_ratio,terminals
// Only `from` and `to` are needed. A node-link object has the same as attributes of nodes
// and links (graph_attributes.h).

#include <algorithm>

#include "sim/base/csv_line.h"
#include "sim/base/parse_json.h"
#include "sim/experiment/config/graph_attributes.h"

namespace turnpike::sim {

namespace {

constexpr const char* kEdgeColumns =
    "from, to, latency, latency_back, phits, clock_ratio, terminals";

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
    static const std::set<std::string> known = {"from",  "to",          "latency",  "latency_back",
                                                "phits", "clock_ratio", "terminals"};
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
    const LinkSaid said = link_said(where_, row);
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
      if (said.latency || said.latency_back || !row["phits"].empty() ||
          !row["clock_ratio"].empty()) {
        GraphBuilder::refuse(where_, "a latency or a width without to", "nothing");
      }
      return graph_.add_terminals(where_, from, terminals_of(where_, terminals));
    }
    graph_.add_link(where_, from, to, with_way_back(said));
  }

  std::string name_;
  GraphBuilder& graph_;
  std::string where_;
  std::vector<std::string> columns_;
};

class NodeLinkReader {
 public:
  NodeLinkReader(const std::string& name, GraphBuilder& graph) : name_(name), read_(graph) {}

  void read(const Json& json) {
    const char* links = json.is_object() && json.contains("edges") ? "edges" : "links";
    if (!json.is_object() || !json.contains("nodes") || !json["nodes"].is_array() ||
        !json.contains(links) || !json[links].is_array()) {
      GraphBuilder::refuse(name_, "no node-link graph",
                           "an object with the lists nodes and links (or edges)");
    }
    const std::set<std::string> known = {"directed", "multigraph", "graph", "nodes", links};
    for (const auto& [key, value] : json.items()) {
      if (known.count(key) == 0) read_.note_other("the graph", key);
    }
    const Json directed = json.value("directed", Json(false));
    if (!directed.is_boolean()) {
      GraphBuilder::refuse(name_ + ", directed", GraphBuilder::shown(directed.dump()),
                           "true or false");
    }
    std::size_t number = 0;
    for (const Json& node : json["nodes"]) {
      const std::string where = fmt::format("{}, node {}", name_, ++number);
      read_.add_node(where, text_of(where, node, "id"), attributes_of(node, {"id"}));
    }
    number = 0;
    for (const Json& link : json[links]) {
      const std::string where = fmt::format("{}, link {}", name_, ++number);
      read_.add_link(where, text_of(where, link, "source"), text_of(where, link, "target"),
                     attributes_of(link, {"source", "target", "key"}), directed.get<bool>());
    }
    read_.finish();
  }

 private:
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

  // What an object has beside these keys. Of a list, such as hosts in Python, the length counts.
  static AttributedGraph::Attributes attributes_of(const Json& object,
                                                   const std::set<std::string>& without) {
    AttributedGraph::Attributes attributes;
    for (const auto& [key, value] : object.items()) {
      if (without.count(key) != 0 || value.is_null()) continue;
      attributes[key] = value.is_array() ? std::to_string(value.size()) : value.dump();
    }
    return attributes;
  }

  std::string name_;
  AttributedGraph read_;
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
