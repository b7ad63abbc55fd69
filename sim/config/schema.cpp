// schema.cpp - the rows of [network] and [link], and what fits a row.

#include "sim/config/schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "model/common/input_limits.h"
#include "model/topology/build.h"
#include "sim/config/schema_rows.h"
#include "sim/config/schema_tables.h"

namespace turnpike::sim {

namespace {

Key radix_row() {
  Key key = integer_or_list_row(
      "network.radix", 2, model::kMaxTerminals,
      {"nodes",
       "nodes along a dimension, k; one number for all or a list, dimension 0 first; "
       "butterfly: ports a side of a switch; a network has at most 4194304 nodes",
       "Dally 1991; Agarwal 1991"},
      [](auto& e) -> auto& { return e.radix; });
  key.show = [](const Experiment& e) { return list_text(e.topology.radix); };
  key.default_text = "(required; hypercube: 2)";
  return key;
}

Key dimensions_row() {
  Key key = integer_row(
      "network.dimensions", 1, 24,
      {"dimensions", "dimensions, n; butterfly: stages; may be left out where radix is a list",
       "Dally 1991; Agarwal 1991"},
      [](auto& e) -> auto& { return e.dimensions; });
  key.may_be_auto = false;
  key.show = [](const Experiment& e) {
    return e.topology.radix.empty() ? "" : fmt::format("{}", e.topology.radix.size());
  };
  key.default_text = "(required unless radix is a list)";
  return key;
}

// Shows the row only for the topologies in which it means something.
template <class Condition>
Key shown_for(Key key, Condition condition) {
  key.show = [show = key.show, condition](const Experiment& e) {
    return condition(e.topology.kind) ? show(e) : std::string();
  };
  return key;
}

bool is_torus(model::TopologyKind kind) { return kind == model::TopologyKind::torus; }
bool is_irregular(model::TopologyKind kind) { return kind == model::TopologyKind::irregular; }
bool has_dimension_order(model::TopologyKind kind) {
  return !is_irregular(kind) && kind != model::TopologyKind::butterfly;
}

Key links_row() {
  Key key = detail::named("network.links", ValueType::links,
                          {"",
                           "irregular: a channel each way between two switches; a third number "
                           "is the registers on each, in the place of cycles_per_unit",
                           "Arnau"});
  key.least = 0;
  key.most = 65535;
  key.store = [](Experiment& e, const Value& value) {
    e.topology.links.clear();
    e.topology.link_latency.clear();
    bool has_latency = false;
    for (const Value& link : *value.list()) {
      const ValueList& ends = *link.list();
      e.topology.links.emplace_back(static_cast<unsigned>(*ends[0].integer()),
                                    static_cast<unsigned>(*ends[1].integer()));
      std::optional<unsigned>& latency = e.topology.link_latency.emplace_back();
      if (ends.size() > 2) latency = static_cast<unsigned>(*ends[2].integer());
      has_latency |= latency.has_value();
    }
    if (!has_latency) e.topology.link_latency.clear();
  };
  key.show = [](const Experiment& e) -> std::string {
    if (e.topology.links.empty() || !e.anynet.empty()) return "";
    std::string text;
    for (std::size_t i = 0; i < e.topology.links.size(); ++i) {
      const auto& [a, b] = e.topology.links[i];
      text += fmt::format("{}[{}, {}", i == 0 ? "" : ", ", a, b);
      const auto& latency = e.topology.link_latency;
      if (!latency.empty() && latency[i]) text += fmt::format(", {}", *latency[i]);
      text += "]";
    }
    return "[" + text + "]";
  };
  key.default_text = "(irregular: this or anynet)";
  return key;
}

Key root_row() {
  Key key = integer_row(
      "network.root", 0, 65535,
      {"switch",
       "irregular: root of Up*/Down*; auto: the one whose fullest channel carries least uniform "
       "traffic, of all that can be tried in a second or two; best: of all",
       "Arnau"},
      [](auto& e) -> auto& { return e.topology.root; });
  key.words = {"best"};
  key.store = [store = key.store](Experiment& e, const Value& value) {
    store(e, value);
    e.topology.tries_every_root = value.text() && *value.text() == "best";
  };
  key.show = [show = key.show](const Experiment& e) {
    return e.topology.tries_every_root ? "\"best\"" : show(e);
  };
  return shown_for(key, is_irregular);
}

void add_network_rows(std::vector<Key>& rows) {
  Key topology = word_row(
      "network.topology", {"mesh", "torus", "hypercube", "butterfly", "irregular"},
      {"", "shape of the network", "docs/timing.md 3"},
      [](auto& e) -> auto& { return e.topology.kind; });
  topology.default_text = "(required)";
  rows.push_back(topology);
  rows.push_back(radix_row());
  rows.push_back(dimensions_row());
  const auto bidirectional = [](auto& e) -> auto& { return e.topology.bidirectional; };
  const Key direction = word_row(
      "network.direction", {"bidirectional", "unidirectional"},
      {"", "torus: channels both ways round a ring, or one way", "Agarwal 1991"}, bidirectional);
  rows.push_back(shown_for(true_first(direction, bidirectional), is_torus));
  const auto highest_first = [](auto& e) -> auto& { return e.topology.highest_first; };
  const Key order = word_row(
      "network.dimension_order", {"highest_first", "lowest_first"},
      {"", "mesh, torus, hypercube: the dimension that is corrected first", "Agarwal 1991"},
      highest_first);
  rows.push_back(shown_for(true_first(order, highest_first), has_dimension_order));
  rows.push_back(links_row());
  Key anynet = text_row(
      "network.anynet", {"file", "irregular: the network in BookSim's anynet format", "BookSim"},
      [](auto& e) -> auto& { return e.anynet; });
  anynet.default_text = "(irregular: this or links)";
  rows.push_back(anynet);
  Key hosts = integer_or_list_row(
      "network.hosts", 0, 31,
      {"terminals",
       "irregular: terminals of a switch; one number for all or a list, switch 0 first", "Arnau"},
      [](auto& e) -> auto& { return e.hosts; });
  hosts.show = [](const Experiment& e) {
    return e.anynet.empty() ? list_text(e.topology.hosts) : std::string();
  };
  hosts.default_text = "1";
  rows.push_back(hosts);
  rows.push_back(root_row());
}

void add_link_rows(std::vector<Key>& rows) {
  rows.push_back(real_row(
      "link.cycles_per_unit", 0, 1000,
      {"cycles", "registers per unit of wire length beyond the sender's, rounded up",
       "Dally 1991, T_w"},
      [](auto& e) -> auto& { return e.link.cycles_per_unit; }));
  rows.push_back(integer_row(
      "link.cycles_per_hop", 0, 1000,
      {"cycles",
       "registers on every channel between routers or interchanges, its length aside: delay of a "
       "node beyond pipeline_cycles",
       "Dally 1991, T_n"},
      [](auto& e) -> auto& { return e.link.cycles_per_hop; }));
}

bool is_word_of(const Key& key, const Value& value) {
  return value.text() &&
         std::find(key.words.begin(), key.words.end(), *value.text()) != key.words.end();
}

std::string bad_integer(const Key& key, const Value& value) {
  const std::int64_t* number = value.integer();
  return number && *number >= key.least && *number <= key.most ? "" : found_text(value);
}

std::string bad_real(const Key& key, const Value& value) {
  if (!value.real() && !value.integer()) return found_text(value);
  const double number = value.real() ? *value.real() : static_cast<double>(*value.integer());
  const bool fits = number >= key.low && number <= key.high;  // false for nan
  return fits ? "" : found_text(value);
}

// A system takes no name with a zero in it, and reads it as far as that.
std::string bad_file_name(const Value& value) {
  const std::string* text = value.text();
  const bool fits = text && !text->empty() && text->size() <= model::kMaxFileName &&
                    text->find('\0') == std::string::npos;
  return fits ? "" : found_text(value);
}

std::string bad_list(const Key& key, const Value& value) {
  if (!value.list()) return bad_integer(key, value);
  if (value.list()->empty()) return found_text(value);
  for (const Value& element : *value.list()) {
    const std::string bad = bad_integer(key, element);
    if (!bad.empty()) return bad + " in " + found_text(value);
  }
  return "";
}

std::string bad_links(const Key& key, const Value& value) {
  if (!value.list()) return found_text(value);
  if (value.list()->empty()) return found_text(value);
  for (const Value& link : *value.list()) {
    if (!link.list() || link.list()->size() < 2 || link.list()->size() > 3) return found_text(link);
    for (const Value& end : *link.list()) {
      if (!bad_integer(key, end).empty()) return found_text(link);
    }
  }
  return "";
}

}  // namespace

const char* to_text(EngineKind engine) {
  switch (engine) {
    case EngineKind::lockstep:
      return "lockstep";
    case EngineKind::rtl:
      return "rtl";
    case EngineKind::model:
      return "model";
    case EngineKind::emitted:
      return "emitted";
  }
  return "";
}

const std::vector<Key>& schema() {
  static const std::vector<Key> all = [] {
    std::vector<Key> rows;
    add_network_rows(rows);
    add_express_rows(rows);
    add_router_rows(rows);
    add_link_rows(rows);
    add_traffic_rows(rows);
    add_run_rows(rows);
    return rows;
  }();
  return all;
}

std::vector<std::string> key_names() {
  std::vector<std::string> names;
  for (const Key& key : schema()) names.push_back(key.name);
  return names;
}

std::string Key::allowed() const {
  const std::string range = type == ValueType::real ? fmt::format("{} .. {}", low, high)
                                                    : fmt::format("{} .. {}", least, most);
  std::string or_words = may_be_auto ? " or \"auto\"" : "";
  switch (type) {
    case ValueType::integer:
      for (const std::string& word : words) or_words += " or " + quoted(word);
      return "integer " + range + or_words;
    case ValueType::integer_or_list:
      return "integer " + range + " or list of them";
    case ValueType::real:
      return "number " + range + or_words;
    case ValueType::word: {
      std::string text;
      for (const std::string& word : words) text += (text.empty() ? "" : ", ") + quoted(word);
      return text;
    }
    case ValueType::text:
      return words.empty() ? "file name" : words.front();
    case ValueType::links:
      return "list of [switch, switch] and [switch, switch, cycles], each " + range;
  }
  return "";
}

std::string misfit(const Key& key, const Value& value) {
  if (key.may_be_auto && value.text() && *value.text() == "auto") return "";
  switch (key.type) {
    case ValueType::integer:
      return is_word_of(key, value) ? "" : bad_integer(key, value);
    case ValueType::integer_or_list:
      return bad_list(key, value);
    case ValueType::real:
      return bad_real(key, value);
    case ValueType::word:
      return is_word_of(key, value) ? "" : found_text(value);
    case ValueType::text:
      return bad_file_name(value);
    case ValueType::links:
      return bad_links(key, value);
  }
  return "";
}

}  // namespace turnpike::sim
