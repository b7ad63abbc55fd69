// schema.cpp - the rows of [network] and [link], and what fits a row.

#include "sim/experiment/config/schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "model/common/input_limits.h"
#include "model/topology/build.h"
#include "sim/experiment/config/graph_file.h"
#include "sim/experiment/config/schema_rows.h"
#include "sim/experiment/config/schema_tables.h"

namespace turnpike::sim {

namespace {

using model::topologies_with;
using model::Topology;

// "butterfly: stages; ", of each topology for which a number means something of its own.
std::string meanings(const char* Topology::*meaning) {
  std::string text;
  for (const Topology* topology : model::topologies()) {
    if (const char* own = topology->*meaning) text += fmt::format("{}: {}; ", topology->word, own);
  }
  return text;
}

Key topology_row() {
  Key key = descriptor_row(
      "network.topology", model::topologies(), {"", "shape of the network", "docs/timing.md 3"},
      [](auto& e) -> auto& { return e.topology.kind; });
  key.default_text = "(required)";
  return key;
}

Key radix_row() {
  Key key = integer_or_list_row(
      "network.radix", 2, model::kMaxTerminals,
      {"nodes",
       "nodes along a dimension, k; one number for all or a list, dimension 0 first; " +
           meanings(&Topology::radix_meaning) + "a network has at most 4194304 nodes",
       "Dally 1991; Agarwal 1991"},
      [](auto& e) -> auto& { return e.radix; });
  key.show = [](const Experiment& e) { return list_text(e.topology.radix); };
  std::string left_out;
  for (const Topology* topology : model::topologies()) {
    if (topology->radix == model::RadixRule::two)
      left_out += fmt::format("; {}: 2", topology->word);
  }
  key.default_text = "(required" + left_out + ")";
  return key;
}

Key dimensions_row() {
  Key key = integer_row(
      "network.dimensions", 1, 24,
      {"dimensions",
       "dimensions, n; " + meanings(&Topology::dimensions_meaning) +
           "may be left out where radix is a list",
       "Dally 1991; Agarwal 1991"},
      [](auto& e) -> auto& { return e.dimensions; });
  key.may_be_auto = false;
  key.show = [](const Experiment& e) {
    return e.topology.radix.empty() ? "" : fmt::format("{}", e.topology.radix.size());
  };
  std::string left_out;
  for (const Topology* topology : model::topologies()) {
    if (topology->radix != model::RadixRule::one) continue;
    left_out += (left_out.empty() ? "; " : ", ") + std::string(topology->word);
  }
  key.default_text =
      "(required unless radix is a list" + left_out + (left_out.empty() ? "" : ": 1") + ")";
  return key;
}

Key routing_row() {
  Key key = detail::named(
      "network.routing", ValueType::word,
      {"", "routing function of the routers; auto: that of the topology", "docs/timing.md 3"});
  key.words = {"auto"};
  for (const model::Routing* one : model::routings()) {
    if (!one->looks_up()) key.words.push_back(one->word);
  }
  for (const model::TableRouting* one : model::table_routings()) {
    key.words.push_back(one->word);
    key.meaning += fmt::format("; {}: {}", one->word, one->meaning);
  }
  key.store = [](Experiment& e, const Value& value) {
    e.topology.routing = nullptr;
    e.topology.tables = nullptr;
    for (const model::Routing* one : model::routings()) {
      if (!one->looks_up() && *value.text() == one->word) e.topology.routing = one;
    }
    for (const model::TableRouting* one : model::table_routings()) {
      if (*value.text() == one->word) e.topology.tables = one;
    }
  };
  key.show = [](const Experiment& e) {
    const bool is_named = e.topology.routing != nullptr || e.topology.tables != nullptr;
    return is_named ? quoted(e.topology.routing_word()) : std::string();
  };
  key.default_text = quoted("auto");
  return key;
}

Key paths_row() {
  Key key = integer_row(
      "network.paths", 2, 64,
      {"paths",
       "routing \"valiant\" or \"romm\": paths to a terminal, each by way of a "
       "router of its own; with as many as there are routers, all",
       "docs/routes.md"},
      [](auto& e) -> auto& { return e.topology.paths; });
  key.show = [show = key.show](const Experiment& e) {
    return e.topology.path_bits() == 0 ? std::string() : show(e);
  };
  return key;
}

// A key that some topologies take: it is shown for them alone, and its meaning begins with them.
Key of_some(Key key, bool Topology::*property) {
  key.meaning = topologies_with(property) + ": " + key.meaning;
  key.show = [show = key.show, property](const Experiment& e) {
    return e.topology.kind->*property ? show(e) : std::string();
  };
  return key;
}

// The keys that topologies bring along, each once.
void add_own_rows(std::vector<Key>& rows) {
  std::set<std::string> told;
  for (const Topology* topology : model::topologies()) {
    for (const model::TopologyKey& own : topology->keys()) {
      if (!told.insert(own.name).second) continue;
      const std::string name = own.name;
      Key key =
          detail::named(("network." + name).c_str(), ValueType::integer_or_list,
                        {own.unit, std::string(topology->word) + ": " + own.meaning, own.source});
      key.least = own.least;
      key.most = own.most;
      key.store = [name](Experiment& e, const Value& value) {
        std::vector<unsigned>& values = e.topology.own_values[name];
        values.clear();
        if (value.integer()) values.push_back(static_cast<unsigned>(*value.integer()));
        if (!value.list()) return;
        for (const Value& one : *value.list()) {
          values.push_back(static_cast<unsigned>(*one.integer()));
        }
      };
      key.show = [name](const Experiment& e) { return list_text(e.topology.own(name)); };
      key.default_text = own.default_text;
      rows.push_back(key);
    }
  }
}

// "(irregular: this or anynet)"
std::string links_default(const char* text) {
  return fmt::format("({}: {})", topologies_with(&Topology::takes_links), text);
}

Key links_row() {
  Key key = detail::named("network.links", ValueType::links,
                          {"",
                           "a channel each way between two switches; a third number "
                           "is the registers on each, in the place of cycles_per_unit, a fourth "
                           "and a fifth the phits of a flit and the cycles of a phit",
                           "Arnau"});
  key.least = 0;
  key.most = 65535;
  key.store = [](Experiment& e, const Value& value) {
    e.topology.links.clear();
    e.topology.link_latency.clear();
    e.topology.link_width.clear();
    bool has_latency = false;
    bool is_narrow = false;
    for (const Value& link : *value.list()) {
      const ValueList& ends = *link.list();
      e.topology.links.emplace_back(static_cast<unsigned>(*ends[0].integer()),
                                    static_cast<unsigned>(*ends[1].integer()));
      std::optional<unsigned>& latency = e.topology.link_latency.emplace_back();
      if (ends.size() > 2) latency = static_cast<unsigned>(*ends[2].integer());
      has_latency |= latency.has_value();
      model::LinkWidth& width = e.topology.link_width.emplace_back();
      if (ends.size() > 3) width.phits = static_cast<unsigned>(*ends[3].integer());
      if (ends.size() > 4) width.clock_ratio = static_cast<unsigned>(*ends[4].integer());
      is_narrow |= !(width == model::LinkWidth{});
    }
    if (!has_latency) e.topology.link_latency.clear();
    if (!is_narrow) e.topology.link_width.clear();
  };
  key.show = [](const Experiment& e) -> std::string {
    if (e.topology.links.empty() || !e.anynet.empty() || !e.graph.empty()) return "";
    std::string text;
    for (std::size_t i = 0; i < e.topology.links.size(); ++i) {
      const auto& [a, b] = e.topology.links[i];
      text += fmt::format("{}[{}, {}", i == 0 ? "" : ", ", a, b);
      const auto& latency = e.topology.link_latency;
      if (!latency.empty() && latency[i]) text += fmt::format(", {}", *latency[i]);
      const auto& widths = e.topology.link_width;
      if (!widths.empty() && !(widths[i] == model::LinkWidth{})) {
        text += fmt::format(", {}, {}", widths[i].phits, widths[i].clock_ratio);
      }
      text += "]";
    }
    return "[" + text + "]";
  };
  key.default_text = links_default("this or a file");
  return of_some(key, &Topology::takes_links);
}

Key root_row() {
  Key key = integer_row(
      "network.root", 0, 65535,
      {"switch",
       "root of Up*/Down*; auto: the one whose fullest channel carries least uniform "
       "traffic, of all that can be tried in a second or two; best: of all",
       "Arnau"},
      [](auto& e) -> auto& { return e.topology.root; });
  key.words = {"best"};
  key.store = [store = key.store](Experiment& e, const Value& value) {
    store(e, value);
    e.topology.tries_every_root = value.text() && *value.text() == "best";
  };
  key.show = [show = key.show](const Experiment& e) -> std::string {
    if (!e.topology.routes_up_down()) return "";  // no other routing has a root
    return e.topology.tries_every_root ? "\"best\"" : show(e);
  };
  return of_some(key, &Topology::takes_root);
}

void add_network_rows(std::vector<Key>& rows) {
  rows.push_back(topology_row());
  rows.push_back(radix_row());
  rows.push_back(dimensions_row());
  const auto bidirectional = [](auto& e) -> auto& { return e.topology.bidirectional; };
  static constexpr model::Word<bool> kDirections[] = {{true, "bidirectional"},
                                                      {false, "unidirectional"}};
  const Key direction =
      word_row("network.direction", kDirections,
               {"", "channels both ways round a ring, or one way", "Agarwal 1991"}, bidirectional);
  rows.push_back(of_some(direction, &Topology::takes_direction));
  const auto highest_first = [](auto& e) -> auto& { return e.topology.highest_first; };
  static constexpr model::Word<bool> kOrders[] = {{true, "highest_first"}, {false, "lowest_first"}};
  const Key order =
      word_row("network.dimension_order", kOrders,
               {"", "the dimension that is corrected first", "Agarwal 1991"}, highest_first);
  rows.push_back(of_some(order, &Topology::takes_dimension_order));
  rows.push_back(routing_row());
  Key routes = text_row(
      "network.routes", {"file", "routing \"table\": its rows, CSV or JSON", "docs/routes.md"},
      [](auto& e) -> auto& { return e.routes; });
  routes.default_text = "(required with routing \"table\")";
  rows.push_back(routes);
  rows.push_back(paths_row());
  rows.push_back(links_row());
  Key anynet = text_row(
      "network.anynet", {"file", "the network in BookSim's anynet format", "BookSim"},
      [](auto& e) -> auto& { return e.anynet; });
  anynet.default_text = links_default("this or links");
  rows.push_back(of_some(anynet, &Topology::takes_links));
  Key file = text_row(
      "network.file", {"file", "switches, links and terminals", "docs/graphs.md"},
      [](auto& e) -> auto& { return e.graph; });
  file.default_text = fmt::format("({}: this or links)", topologies_with(&Topology::takes_file));
  rows.push_back(of_some(file, &Topology::takes_file));
  Key format =
      detail::named("network.format", ValueType::word,
                    {"", "of network.file; auto: by the ending of its name", "docs/graphs.md"});
  format.words = {"auto"};
  format.words.insert(format.words.end(), graph_formats().begin(), graph_formats().end());
  format.store = [](Experiment& e, const Value& value) { e.graph_format = *value.text(); };
  format.show = [](const Experiment& e) {
    return e.graph.empty() ? std::string() : quoted(e.graph_format);
  };
  format.default_text = quoted("auto");
  rows.push_back(of_some(format, &Topology::takes_file));
  Key hosts = integer_or_list_row(
      "network.hosts", 0, 31,
      {"terminals",
       "terminals of a router; one number for all or, of links and files, a list, switch 0 first",
       "Arnau"},
      [](auto& e) -> auto& { return e.hosts; });
  hosts.show = [](const Experiment& e) {
    const bool is_said = e.anynet.empty() && e.topology.terminal_switches.empty();
    return is_said ? list_text(e.topology.hosts) : std::string();
  };
  hosts.default_text = "(1";
  for (const Topology* topology : model::topologies()) {
    if (topology->hosts_default == nullptr) continue;
    hosts.default_text += fmt::format("; {}: {}", topology->word, topology->hosts_default);
  }
  hosts.default_text += ")";
  rows.push_back(of_some(hosts, &Topology::takes_hosts));
  Key clocks = integer_or_list_row(
      "network.clock_domains", 0, 15,
      {"clocks",
       "the number of the clock of each switch, switch 0 first, such as [0, 0, 1, 1]; a link "
       "between two clocks is an asynchronous channel in emitted networks, and takes four cycles "
       "elsewhere",
       "docs/timing/channel.md 4.1"},
      [](auto& e) -> auto& { return e.clock_domains; });
  clocks.show = [](const Experiment& e) { return list_text(e.topology.clock_domains); };
  clocks.default_text = "(one clock)";
  rows.push_back(clocks);
  rows.push_back(root_row());
  add_own_rows(rows);
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

bool is_word_of(const KeyRow& key, const Value& value) {
  return value.text() &&
         std::find(key.words.begin(), key.words.end(), *value.text()) != key.words.end();
}

std::string bad_integer(const KeyRow& key, const Value& value) {
  const std::int64_t* number = value.integer();
  return number && *number >= key.least && *number <= key.most ? "" : found_text(value);
}

std::string bad_real(const KeyRow& key, const Value& value) {
  if (!value.real() && !value.integer()) return found_text(value);
  const double number = number_in(value);
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

bool is_twice(const ValueList& list, std::size_t last) {
  return std::any_of(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(last),
                     [&](const Value& before) { return to_toml(before) == to_toml(list[last]); });
}

std::string bad_list(const KeyRow& key, const Value& value) {
  if (!value.list()) return bad_integer(key, value);
  if (value.list()->empty()) return found_text(value);
  KeyRow element = key;
  if (key.elements) std::tie(element.least, element.most) = *key.elements;
  for (std::size_t i = 0; i < value.list()->size(); ++i) {
    const std::string bad = bad_integer(element, (*value.list())[i]);
    if (!bad.empty()) return bad + " in " + found_text(value);
    if (key.elements && is_twice(*value.list(), i)) return found_text(value);
  }
  return "";
}

std::string bad_words(const KeyRow& key, const Value& value) {
  if (!value.list() || value.list()->empty()) return found_text(value);
  for (std::size_t i = 0; i < value.list()->size(); ++i) {
    const bool fits = is_word_of(key, (*value.list())[i]) && !is_twice(*value.list(), i);
    if (!fits) return found_text(value);
  }
  return "";
}

std::string bad_choice(const KeyRow& key, const Value& value) {
  const auto is_it = [&](unsigned one) { return value.integer() && *value.integer() == one; };
  return std::any_of(key.choices.begin(), key.choices.end(), is_it) ? "" : found_text(value);
}

std::string bad_texts(const Value& value) {
  if (!value.list()) return bad_file_name(value);
  if (value.list()->empty()) return found_text(value);
  for (const Value& one : *value.list()) {
    if (!bad_file_name(one).empty()) return found_text(value);
  }
  return "";
}

std::string bad_digest(const Value& value) {
  const std::string* text = value.text();
  const bool fits = text && text->size() == 64 &&
                    text->find_first_not_of("0123456789abcdef") == std::string::npos;
  return fits ? "" : found_text(value);
}

std::string bad_interval(const KeyRow& key, const Value& value) {
  const ValueList* ends = value.list();
  const bool fits = ends && ends->size() == 2 && bad_real(key, (*ends)[0]).empty() &&
                    bad_real(key, (*ends)[1]).empty() &&
                    number_in((*ends)[0]) <= number_in((*ends)[1]);
  return fits ? "" : found_text(value);
}

std::string bad_links(const KeyRow& key, const Value& value) {
  if (!value.list()) return found_text(value);
  if (value.list()->empty()) return found_text(value);
  for (const Value& link : *value.list()) {
    if (!link.list() || link.list()->size() < 2 || link.list()->size() > 5) return found_text(link);
    for (const Value& end : *link.list()) {
      if (!bad_integer(key, end).empty()) return found_text(link);
    }
  }
  return "";
}

}  // namespace

const std::vector<Key>& schema() {
  static const std::vector<Key> all = [] {
    std::vector<Key> rows;
    add_network_rows(rows);
    add_express_rows(rows);
    add_router_rows(rows);
    add_link_rows(rows);
    add_traffic_rows(rows);
    add_workload_rows(rows);
    add_axi_rows(rows);
    add_run_rows(rows);
    return rows;
  }();
  return all;
}

const std::vector<TableList>& table_lists() {
  static const std::vector<TableList> all = {traffic_classes(), workload_phases(), axi_managers(),
                                             axi_regions()};
  return all;
}

std::optional<ElementName> element_name(const std::string& key) {
  for (const TableList& list : table_lists()) {
    const std::size_t open = list.name.size();
    if (key.compare(0, open, list.name) != 0 || key.size() <= open || key[open] != '[') continue;
    const std::size_t close = key.find(']', open);
    const std::string digits = key.substr(open + 1, close - open - 1);
    const bool is_number = close != std::string::npos && !digits.empty() && digits.size() < 7 &&
                           digits.find_first_not_of("0123456789") == std::string::npos;
    if (!is_number) continue;
    const std::string rest = key.substr(close + 1);
    if (!rest.empty() && (rest[0] != '.' || rest.size() == 1)) continue;
    return ElementName{list.name, std::stoul(digits), rest.empty() ? "" : rest.substr(1)};
  }
  return std::nullopt;
}

std::vector<std::string> key_names() {
  std::vector<std::string> names;
  for (const Key& key : schema()) names.push_back(key.name);
  for (const TableList& list : table_lists()) {
    for (const ElementKey& key : list.keys) names.push_back(list.name + "[0]." + key.name);
  }
  return names;
}

std::string KeyRow::allowed() const {
  if (!form.empty()) return form;
  const std::string range = type == ValueType::real ? fmt::format("{} .. {}", low, high)
                                                    : fmt::format("{} .. {}", least, most);
  std::string or_words = may_be_auto ? " or \"auto\"" : "";
  switch (type) {
    case ValueType::integer:
      for (const std::string& word : words) or_words += " or " + quoted(word);
      return "integer " + range + or_words;
    case ValueType::integer_or_list:
      for (const std::string& word : words) or_words += " or " + quoted(word);
      return "integer " + range + " or list of them" + or_words;
    case ValueType::real:
      return "number " + range + or_words;
    case ValueType::word: {
      std::string text;
      for (const std::string& word : words) text += (text.empty() ? "" : ", ") + quoted(word);
      return text;
    }
    case ValueType::words:
      return fmt::format("a list of {}, each once", fmt::join(words, ", "));
    case ValueType::choice:
      return fmt::format("{}", fmt::join(choices, ", "));
    case ValueType::boolean:
      return "true, false";
    case ValueType::text:
      return "file name";
    case ValueType::texts:
      return "a file, or a list of files";
    case ValueType::digest:
      return "64 hexadecimal digits";
    case ValueType::interval:
      return "[low, high]";
    case ValueType::table:
      return "a table";
    case ValueType::links:
      return "list of [switch, switch], [switch, switch, cycles] and [switch, switch, cycles, "
             "phits, "
             "clock_ratio], each " +
             range;
  }
  return "";
}

std::string misfit(const KeyRow& key, const Value& value) {
  if (key.may_be_auto && value.text() && *value.text() == "auto") return "";
  switch (key.type) {
    case ValueType::integer:
      return is_word_of(key, value) ? "" : bad_integer(key, value);
    case ValueType::integer_or_list:
      return is_word_of(key, value) ? "" : bad_list(key, value);
    case ValueType::real:
      return bad_real(key, value);
    case ValueType::word:
      return is_word_of(key, value) ? "" : found_text(value);
    case ValueType::words:
      return bad_words(key, value);
    case ValueType::choice:
      return bad_choice(key, value);
    case ValueType::boolean:
      return value.boolean() ? "" : found_text(value);
    case ValueType::text:
      return bad_file_name(value);
    case ValueType::texts:
      return bad_texts(value);
    case ValueType::digest:
      return bad_digest(value);
    case ValueType::interval:
      return bad_interval(key, value);
    case ValueType::links:
      return bad_links(key, value);
    case ValueType::table:
      return found_text(value);
  }
  return "";
}

}  // namespace turnpike::sim
