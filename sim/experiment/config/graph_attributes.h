// graph_attributes.h - graphs whose nodes and links have attributes: node-link JSON, GraphML, DOT.
//
// Nodes are switches; `terminals` of a node, or `hosts`, is how many terminals it has. Links have
// `latency` and `latency_back` in registers, and `phits` and `clock_ratio` of a narrow one. A
// directed link goes one way; the opposite direction is another link. The readers skip other
// attributes, and a remark names them.

#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "sim/experiment/config/graph_builder.h"

namespace turnpike::sim {

class AttributedGraph {
 public:
  using Attributes = std::map<std::string, std::string>;  // an empty value says nothing

  explicit AttributedGraph(GraphBuilder& graph) : graph_(graph) {}

  void add_node(const std::string& where, const std::string& id, const Attributes& attributes);
  // Both nodes have been added.
  void add_link(const std::string& where, const std::string& from, const std::string& to,
                const Attributes& attributes, bool is_directed);
  // An attribute of "nodes", "links" or "the graph" that means nothing here.
  void note_other(const std::string& of, const std::string& attribute);
  // Refuses one-way links whose way back has not come.
  void finish();

 private:
  using Way = std::pair<std::string, std::string>;

  GraphBuilder& graph_;
  std::set<std::string> others_;
  // Links whose way back has not come yet: where they stand, and what is said of them.
  std::multimap<Way, std::pair<std::string, LinkSaid>> one_way_;
};

// What the attributes of a link say, or the columns of its line.
LinkSaid link_said(const std::string& where, const AttributedGraph::Attributes& attributes);
// The way back has the latency of the way forth if nothing is said of it.
inline LinkSaid with_way_back(LinkSaid said) {
  if (!said.latency_back) said.latency_back = said.latency;
  return said;
}
// How many terminals a switch has.
unsigned terminals_of(const std::string& where, const std::string& text);

}  // namespace turnpike::sim
