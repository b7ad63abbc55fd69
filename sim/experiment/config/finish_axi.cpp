// finish_axi.cpp - what follows from the keys of [axi] together: the address map, the names of
// ports, the message classes, and defaults of the routers.

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/common/types.h"
#include "sim/experiment/config/finishing.h"
#include "sim/experiment/config/schema_tables.h"

namespace turnpike::sim {

namespace {

constexpr std::uint64_t kPage = 4096;  // a burst crosses no multiple of it

std::string hex(std::uint64_t number) { return fmt::format("{:#x}", number); }

bool is_power_of_two(std::uint64_t number) { return number != 0 && (number & (number - 1)) == 0; }

bool is_name(const std::string& text) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && text.size() <= 32 && is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(),
                     [&](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

class AxiFinisher : private Finishing {
 public:
  using Finishing::Finishing;

  void run() {
    e_.has_axi = is_given();
    if (!e_.has_axi) return;
    if (axi().managers.empty()) {
      complain("axi.manager", "no table", "a table [[axi.manager]] for each node with a manager");
    }
    if (axi().regions.empty()) {
      complain("axi.region", "no table", "a table [[axi.region]] for each region of the map");
    }
    if (axi().timeout != 0 && axi().timeout < 4) {
      complain("axi.watchdog", std::to_string(axi().timeout), "0 for none, or 4 .. 16777216");
    }
    const unsigned beats = axi().read_beats;
    if (axi().has_reorder_buffers && (!is_power_of_two(beats) || beats < 2)) {
      complain(
          "axi.read_beats", std::to_string(beats),
          "a power of two from 2 to 1024 with axi.order = \"reorder\": the beats lie in a ring");
    }
    if (axi().is_loadable && !axi().has_control) {
      complain("axi.loadable_map", "true", "false without axi.control = true, which loads it");
    }
    for (std::size_t i = 0; i < axi().managers.size(); ++i) finish_manager(i);
    for (std::size_t i = 0; i < axi().regions.size(); ++i) finish_region(i);
    if (e_.router.kind != model::RouterKind::wormhole) {
      complain("router.kind", written("router.kind"), "\"wormhole\" with [axi]");
      return;
    }
    if (e_.topology.path_bits() > 0) {
      complain("network.routing", written("network.routing"),
               "one with a single path to a terminal with [axi]: the adapters would always take "
               "path 0");
    }
    finish_classes();
    finish_router();
  }

 private:
  model::Axi4NetworkSpec& axi() { return e_.axi; }

  bool is_given() const {
    const auto is_of_axi = [](const std::string& key) {
      return key == "axi" || key.compare(0, 4, "axi.") == 0;
    };
    const auto& tables = e_.settings.tables;
    return std::any_of(tables.begin(), tables.end(),
                       [&](const auto& table) { return is_of_axi(table.first); }) ||
           std::any_of(e_.settings.list.begin(), e_.settings.list.end(),
                       [&](const Setting& setting) { return is_of_axi(setting.key); });
  }

  // Whether a key without a default is there.
  bool has(const std::string& key, const std::string& allowed) {
    if (given(key)) return true;
    complain(key, "nothing", allowed);
    return false;
  }

  // The nodes that have ports: of whom, and under which table the port was named.
  struct Port {
    bool is_manager = false;
    std::string table;
    std::string name;
  };

  void finish_manager(std::size_t number) {
    const std::string table = fmt::format("axi.manager[{}]", number);
    const model::Axi4ManagerPort& manager = axi().managers[number];
    if (!has(table + ".node", "the node of the manager")) return;
    const auto [port, is_new] = ports_.insert({manager.node, {true, table, ""}});
    if (!is_new) {
      return complain(table + ".node", std::to_string(manager.node),
                      fmt::format("a node without another port: {} is there", port->second.table));
    }
    finish_name(table, manager.name, port->second);
  }

  void finish_region(std::size_t number) {
    const std::string table = fmt::format("axi.region[{}]", number);
    const model::Axi4MapRegion& region = axi().regions[number];
    const bool has_base = has(table + ".base", "the first address of the region");
    const bool has_size = has(table + ".size", "the size of the region in bytes");
    if (has_base && has_size) finish_range(number, table);
    if (!has(table + ".node", "the node of the subordinate")) return;
    const auto [port, is_new] = ports_.insert({region.node, {false, table, ""}});
    if (!is_new && port->second.is_manager) {
      return complain(table + ".node", std::to_string(region.node),
                      fmt::format("a node without a manager: {} is there", port->second.table));
    }
    finish_name(table, region.name, port->second);
  }

  void finish_range(std::size_t number, const std::string& table) {
    const auto& [base, size, node, name] = axi().regions[number];
    const std::string base_key = table + ".base";
    const std::string size_key = table + ".size";
    const unsigned bits = axi().address_bits;
    if (!is_power_of_two(size)) {
      return complain(size_key, hex(size),
                      fmt::format("a power of two from {} on, as bursts cross no 4 KiB; more "
                                  "regions may lead to one node",
                                  hex(kPage)));
    }
    if (base % size != 0) {
      return complain(base_key, hex(base),
                      fmt::format("a multiple of {}, the region's size, such as {}", hex(size),
                                  hex(base - base % size)));
    }
    if (bits < 64 && base + size > std::uint64_t{1} << bits) {
      return complain(base_key, fmt::format("{} .. {}", hex(base), hex(base + (size - 1))),
                      fmt::format("addresses 0x0 .. {}: axi.address_bits is {}",
                                  hex((std::uint64_t{1} << bits) - 1), bits));
    }
    for (std::size_t other = 0; other < number; ++other) {
      const model::Axi4MapRegion& before = axi().regions[other];
      if (base + (size - 1) < before.base || before.base + (before.size - 1) < base) continue;
      return complain(base_key, fmt::format("{} .. {}", hex(base), hex(base + (size - 1))),
                      fmt::format("addresses that axi.region[{}] does not have: it is {} .. {}",
                                  other, hex(before.base), hex(before.base + (before.size - 1))));
    }
  }

  void finish_name(const std::string& table, const std::string& name, Port& port) {
    if (name.empty()) return;
    const std::string key = table + ".name";
    if (!is_name(name)) return complain(key, sim::quoted(name), kAxiNameForm);
    if (!port.name.empty() && port.name != name) {
      return complain(key, sim::quoted(name),
                      fmt::format("{}, or leave it out: {} names the port of this node",
                                  sim::quoted(port.name), port.table));
    }
    for (const auto& [node, other] : ports_) {
      if (&other == &port || other.name != name) continue;
      return complain(key, sim::quoted(name),
                      fmt::format("a name of its own: {} has this one", other.table));
    }
    port.name = name;
    port.table = table;
  }

  void finish_classes() {
    const unsigned least = std::max(axi().request_class, axi().response_class) + 1;
    if (axi().request_class == axi().response_class) {
      complain("axi.response_class", std::to_string(axi().response_class),
               fmt::format("another class than axi.request_class, {}", axi().request_class));
    }
    unsigned& classes = e_.router.message_classes;
    if (!given("router.message_classes")) classes = std::max(2u, least);
    if (classes < std::max(2u, least)) {
      complain("router.message_classes", std::to_string(classes),
               fmt::format("integer {} .. {} with [axi]: requests are of class {}, responses of "
                           "class {}",
                           std::max(2u, least), model::kMaxMessageClasses, axi().request_class,
                           axi().response_class));
    }
    finish_levels();
    std::vector<unsigned>& order = e_.class_order.values;
    if (!given("router.class_order")) order = order_of_classes();
    for (unsigned request = axi().request_class, level = 0; level < axi().levels(); ++level) {
      for (unsigned response = axi().response_class, other = 0; other < axi().levels(); ++other) {
        const auto at = std::find(order.begin(), order.end(), request + 2 * level);
        if (std::find(at, order.end(), response + 2 * other) != order.end()) continue;
        complain("router.class_order", written("router.class_order"),
                 fmt::format("a list in which {} is before {}, as a request needs its response",
                             request + 2 * level, response + 2 * other));
        return;
      }
    }
  }

  // Requests before responses. A subordinate answers requests of both levels one after the other,
  // so each kind of requests needs both kinds of responses.
  std::vector<unsigned> order_of_classes() {
    if (axi().levels() == 1) return {axi().request_class, axi().response_class};
    return {axi().request_class, axi().request_class + 2, axi().response_class,
            axi().response_class + 2};
  }

  void finish_levels() {
    const bool are_enough = e_.router.message_classes == 4 && axi().request_class < 2 &&
                            axi().response_class < 2 && !axi().has_reorder_buffers;
    if (!axi().qos_levels) axi().qos_levels = are_enough ? 2 : 1;
    if (axi().levels() == 1 || are_enough) return;
    complain("axi.qos_levels", "2",
             fmt::format("1, or router.message_classes 4, axi.order \"stall\", and 0 and 1 as "
                         "axi.request_class and axi.response_class; they are {}, {} and {}",
                         e_.router.message_classes, axi().request_class, axi().response_class));
  }

  // Defaults: a virtual channel for each class, where rings do not need two, so that no packet
  // overtakes another; flits that hold a beat, or equal parts of one; a packet enters behind
  // another one.
  void finish_router() {
    if (!e_.virtual_channels) {
      const bool has_rings = e_.topology.routing_kind().has_rings;
      e_.virtual_channels = e_.router.message_classes * (has_rings ? 2 : 1);
    }
    if (!e_.flit_bits) {
      const unsigned beat = axi().write_beat_bits();
      const unsigned flits = (beat + model::kMaxFlitBits - 1) / model::kMaxFlitBits;
      const unsigned head = 2 * e_.topology.address_bits() + 2;
      e_.flit_bits = std::max((beat + flits - 1) / flits, head);
    }
    if (!given("router.injection")) e_.room = 1;
  }

  std::map<model::NodeId, Port> ports_;
};

}  // namespace

void finish_axi(Experiment& experiment, std::vector<std::string>& errors) {
  AxiFinisher(experiment, errors).run();
}

}  // namespace turnpike::sim
