// graph_dot.cpp - graphs in DOT, the language of Graphviz.
//
//   graph { leaf [terminals=4]; leaf -- spine0 [latency=3]; leaf -- {spine1 spine2} }
// Graphviz' own parser, libcgraph, reads it, so chains, subgraphs and defaults are what Graphviz
// takes them for, and nodes keep their order. (The reader of Boost.Graph sorts them by name.)

#include <graphviz/cgraph.h>

#include <cstdio>
#include <memory>
#include <mutex>

#include "sim/experiment/config/graph_attributes.h"

namespace turnpike::sim {

namespace {

// libcgraph has one parser and one place for errors in a process.
std::mutex& parser_mutex() {
  static std::mutex mutex;
  return mutex;
}

std::string& errors() {
  static std::string text;
  return text;
}

int take_error(char* text) {
  errors() += text;
  return 0;
}

struct CloseGraph {
  void operator()(Agraph_t* graph) const { agclose(graph); }
};
using GraphHandle = std::unique_ptr<Agraph_t, CloseGraph>;

class DotReader {
 public:
  DotReader(const std::string& name, GraphBuilder& graph) : name_(name), read_(graph) {}

  void read(const std::string& text) {
    if (text.find('\0') != std::string::npos) GraphBuilder::refuse(name_, "a NUL byte", "text");
    if (text.empty()) GraphBuilder::refuse(name_, "no graph", "a graph in DOT");
    const std::unique_ptr<std::FILE, decltype(&std::fclose)> file(
        ::fmemopen(const_cast<char*>(text.data()), text.size(), "r"), std::fclose);
    errors().clear();
    agseterrf(take_error);
    agreadline(1);
    const GraphHandle graph(agread(file.get(), nullptr));
    refuse_errors();
    if (graph == nullptr) GraphBuilder::refuse(name_, "no graph", "a graph in DOT");
    const GraphHandle second(agread(file.get(), nullptr));
    refuse_errors();
    if (second != nullptr) GraphBuilder::refuse(name_, "a second graph", "one graph");
    take(graph.get());
    read_.finish();
  }

 private:
  // "Error: <name>: syntax error in line 3 near '}'"
  void refuse_errors() const {
    if (errors().empty()) return;
    std::string found = errors().substr(0, errors().find('\n'));
    const std::size_t syntax = found.find("syntax error");
    if (syntax != std::string::npos) found.erase(0, syntax);
    GraphBuilder::refuse(name_, model::excerpt(found, 100), "a graph in DOT");
  }

  static AttributedGraph::Attributes attributes_of(Agraph_t* graph, int kind, void* object) {
    AttributedGraph::Attributes attributes;
    for (Agsym_t* one = agnxtattr(graph, kind, nullptr); one != nullptr;
         one = agnxtattr(graph, kind, one)) {
      attributes[one->name] = agxget(object, one);
    }
    // The name of a link, and where it begins and ends at a drawn node.
    for (const char* name : {"key", "headport", "tailport"}) attributes.erase(name);
    return attributes;
  }

  void take(Agraph_t* graph) {
    for (Agnode_t* node = agfstnode(graph); node != nullptr; node = agnxtnode(graph, node)) {
      const std::string id = agnameof(node);
      read_.add_node(name_ + ", node " + GraphBuilder::shown(id), id,
                     attributes_of(graph, AGNODE, node));
    }
    const bool is_directed = agisdirected(graph) != 0;
    for (Agnode_t* node = agfstnode(graph); node != nullptr; node = agnxtnode(graph, node)) {
      for (Agedge_t* edge = agfstout(graph, node); edge != nullptr; edge = agnxtout(graph, edge)) {
        const std::string from = agnameof(agtail(edge));
        const std::string to = agnameof(aghead(edge));
        const std::string where = name_ + ", edge " + GraphBuilder::shown(from) +
                                  (is_directed ? " -> " : " -- ") + GraphBuilder::shown(to);
        read_.add_link(where, from, to, attributes_of(graph, AGEDGE, edge), is_directed);
      }
    }
  }

  std::string name_;
  AttributedGraph read_;
};

}  // namespace

void read_dot(const std::string& text, const std::string& name, GraphBuilder& graph) {
  const std::lock_guard<std::mutex> lock(parser_mutex());
  DotReader(name, graph).read(text);
}

}  // namespace turnpike::sim
