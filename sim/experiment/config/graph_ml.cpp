// graph_ml.cpp - GraphML, as networkx, yEd, igraph and others write it.
//
//   <key id="d0" for="node" attr.name="terminals" attr.type="int"/>
//   <graph edgedefault="undirected">
//     <node id="leaf"><data key="d0">4</data></node>
//     <edge source="leaf" target="spine"/>
// Expat reads the XML. (The reader of Boost.Graph forgets the ids of nodes, which are their names.)

#include <expat.h>

#include <memory>
#include <vector>

#include "sim/experiment/config/graph_attributes.h"

namespace turnpike::sim {

namespace {

constexpr unsigned kMostNested = 32;

class GraphMlReader {
 public:
  GraphMlReader(const std::string& name, GraphBuilder& graph)
      : name_(name), graph_(graph), parser_(XML_ParserCreateNS(nullptr, '|'), XML_ParserFree) {
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), on_start, on_end);
    XML_SetCharacterDataHandler(parser_.get(), on_text);
    XML_SetSkippedEntityHandler(parser_.get(), on_entity);
  }

  void read(const std::string& text) {
    const bool is_xml =
        XML_Parse(parser_.get(), text.data(), static_cast<int>(text.size()), 1) == XML_STATUS_OK;
    if (refusal_) throw *refusal_;
    if (!is_xml) {
      GraphBuilder::refuse(where(), XML_ErrorString(XML_GetErrorCode(parser_.get())), "GraphML");
    }
    if (graphs_ == 0) GraphBuilder::refuse(name_, "no element graph", "GraphML with one graph");
    for (Element& node : nodes_) {
      complete(node, "node");
      read_.add_node(node.where, node.id, node.attributes);
    }
    for (Element& edge : edges_) {
      complete(edge, "edge");
      read_.add_link(edge.where, edge.from, edge.to, edge.attributes, edge.is_directed);
    }
    read_.finish();
  }

 private:
  using Attributes = AttributedGraph::Attributes;

  struct Element {  // a node or an edge
    std::string where;
    std::string id;
    std::string from;
    std::string to;
    bool is_directed = false;
    std::map<std::string, std::string> data;  // [key]
    Attributes attributes;
  };
  struct Key {
    std::string of;  // "node", "edge", "all" ...
    std::string name;
    std::string by_default;
  };

  // C code stands between a handler and the caller: no exception may pass it.
  template <class Action>
  static void guarded(void* user, const Action& action) {
    auto& reader = *static_cast<GraphMlReader*>(user);
    if (reader.refusal_) return;
    try {
      action(reader);
    } catch (const model::ConfigurationError& error) {
      reader.refusal_ = error;
      XML_StopParser(reader.parser_.get(), XML_FALSE);
    }
  }
  static void on_start(void* user, const char* name, const char** attributes) {
    guarded(user, [&](GraphMlReader& reader) { reader.start(local(name), attributes); });
  }
  static void on_end(void* user, const char* name) {
    guarded(user, [&](GraphMlReader& reader) { reader.end(local(name)); });
  }
  static void on_text(void* user, const char* text, int length) {
    auto& reader = *static_cast<GraphMlReader*>(user);
    if (reader.value_ != nullptr && reader.depth_ == reader.value_depth_) {
      reader.value_->append(text, static_cast<std::size_t>(length));
    }
  }
  static void on_entity(void* user, const char* name, int) {
    guarded(user, [&](const GraphMlReader& reader) {
      GraphBuilder::refuse(reader.where(), "entity " + GraphBuilder::shown(name),
                           "text without entities of other files");
    });
  }

  // "http://graphml.graphdrawing.org/xmlns|node" is "node".
  static std::string local(const std::string& name) {
    const std::size_t bar = name.rfind('|');
    return bar == std::string::npos ? name : name.substr(bar + 1);
  }

  std::string where() const {
    return fmt::format("{}:{}", name_, XML_GetCurrentLineNumber(parser_.get()));
  }

  static Attributes attributes_of(const char** list) {
    Attributes attributes;
    for (; list[0] != nullptr; list += 2) attributes[local(list[0])] = list[1];
    return attributes;
  }

  std::string needed(const Attributes& attributes, const char* element, const char* name) const {
    const auto found = attributes.find(name);
    if (found != attributes.end()) return found->second;
    GraphBuilder::refuse(where(), fmt::format("an element {} without {}", element, name), name);
  }

  void start(const std::string& name, const char** list) {
    if (++depth_ > kMostNested) {
      GraphBuilder::refuse(where(), "more than 32 nested elements", "at most 32");
    }
    if (value_ != nullptr) return;  // below data: another program's, such as a picture
    const Attributes attributes = attributes_of(list);
    if (depth_ == 1 && name != "graphml") {
      GraphBuilder::refuse(where(), "element " + GraphBuilder::shown(name), "graphml");
    }
    if (name == "key") return start_key(attributes);
    if (name == "graph") return start_graph(attributes);
    if (name == "node") return start_node(attributes);
    if (name == "edge") return start_edge(attributes);
    if (name == "data") return start_data(attributes);
    if (name == "default" && key_ != nullptr) return start_value(key_->by_default);
    if (name == "desc") return start_value(left_out_);
    if (name == "port" || name == "graphml") return;
    GraphBuilder::refuse(where(), "element " + GraphBuilder::shown(name),
                         "graphml, key, default, graph, node, edge, data, port or desc");
  }

  void start_key(const Attributes& attributes) {
    const std::string id = needed(attributes, "key", "id");
    for (const auto& [attribute, value] : attributes) {
      const bool is_known = attribute == "id" || attribute == "for" || attribute == "attr.name" ||
                            attribute == "attr.type" || attribute == "yfiles.type";
      if (is_known) continue;
      GraphBuilder::refuse(where(), GraphBuilder::shown(attribute) + " of a key",
                           "id, for, attr.name, attr.type");
    }
    const auto name = attributes.find("attr.name");
    const auto of = attributes.find("for");
    const auto [place, is_new] =
        keys_.emplace(id, Key{of == attributes.end() ? "all" : of->second,
                              name == attributes.end() ? id : name->second, ""});
    if (!is_new) {
      GraphBuilder::refuse(where(), "key " + GraphBuilder::shown(id) + " for the second time",
                           "once");
    }
    key_ = &place->second;
  }

  void start_graph(const Attributes& attributes) {
    if (++graphs_ > 1) {
      GraphBuilder::refuse(where(), "a second graph", "one graph, without graphs in its nodes");
    }
    const std::string is = needed(attributes, "graph", "edgedefault");
    is_directed_ = direction(is == "directed"     ? "true"
                             : is == "undirected" ? "false"
                                                  : is,
                             "\"directed\" or \"undirected\"");
  }

  bool direction(const std::string& text, const char* allowed) const {
    if (text == "true" || text == "false") return text == "true";
    GraphBuilder::refuse(where(), GraphBuilder::shown(text), allowed);
  }

  void start_node(const Attributes& attributes) {
    nodes_.emplace_back();
    element_ = &nodes_.back();
    element_->where = where();
    element_->id = needed(attributes, "node", "id");
  }

  void start_edge(const Attributes& attributes) {
    edges_.emplace_back();
    element_ = &edges_.back();
    element_->where = where();
    element_->from = needed(attributes, "edge", "source");
    element_->to = needed(attributes, "edge", "target");
    const auto own = attributes.find("directed");
    element_->is_directed =
        own == attributes.end() ? is_directed_ : direction(own->second, "\"true\" or \"false\"");
  }

  void start_data(const Attributes& attributes) {
    const std::string key = needed(attributes, "data", "key");
    if (keys_.count(key) == 0) {
      GraphBuilder::refuse(where(), "data of key " + GraphBuilder::shown(key),
                           "a key that an element key declares before");
    }
    if (element_ == nullptr) return start_value(left_out_);
    const auto [place, is_new] = element_->data.emplace(key, "");
    if (!is_new) {
      GraphBuilder::refuse(
          where(), "data of key " + GraphBuilder::shown(key) + " for the second time", "once");
    }
    start_value(place->second);
  }

  void start_value(std::string& value) {
    value_ = &value;
    value_depth_ = depth_;
  }

  void end(const std::string& name) {
    if (value_ != nullptr && depth_ == value_depth_) value_ = nullptr;
    --depth_;
    if (value_ != nullptr) return;
    if (name == "key") key_ = nullptr;
    if (name == "node" || name == "edge") element_ = nullptr;
  }

  // Data by the names of their keys, and defaults.
  void complete(Element& element, const char* kind) const {
    for (const auto& [id, key] : keys_) {
      if (key.of != kind && key.of != "all") continue;
      const auto stated = element.data.find(id);
      const std::string& value = stated == element.data.end() ? key.by_default : stated->second;
      const std::vector<std::string> words = words_in_all(value);
      if (!words.empty())
        element.attributes[key.name] = words[0] + (words.size() > 1 ? " ..." : "");
    }
    for (const auto& [id, value] : element.data) {
      const Key& key = keys_.at(id);
      if (key.of == kind || key.of == "all") continue;
      GraphBuilder::refuse(element.where, "data of key " + GraphBuilder::shown(id),
                           fmt::format("a key for {}s: this one is for {}", kind, key.of));
    }
  }

  static std::vector<std::string> words_in_all(std::string text) {
    for (char& c : text) {
      if (c == '\n') c = ' ';
    }
    return words_in(text);
  }

  std::string name_;
  GraphBuilder& graph_;
  std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser_;
  AttributedGraph read_{graph_};
  std::optional<model::ConfigurationError> refusal_;
  unsigned depth_ = 0;
  unsigned graphs_ = 0;
  bool is_directed_ = false;
  std::map<std::string, Key> keys_;
  Key* key_ = nullptr;            // inside its element
  Element* element_ = nullptr;    // likewise
  std::string* value_ = nullptr;  // to which text goes
  unsigned value_depth_ = 0;
  std::string left_out_;
  std::vector<Element> nodes_;
  std::vector<Element> edges_;
};

}  // namespace

void read_graphml(const std::string& text, const std::string& name, GraphBuilder& graph) {
  GraphMlReader(name, graph).read(text);
}

}  // namespace turnpike::sim
