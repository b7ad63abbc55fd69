// schema_axi.cpp - the rows of [axi], and of the tables of its managers and its address map.

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "model/topology/build.h"
#include "sim/experiment/config/schema_rows.h"
#include "sim/experiment/config/schema_tables.h"

namespace turnpike::sim {

namespace {

using model::Axi4ManagerPort;
using model::Axi4MapRegion;
using model::Axi4NetworkSpec;
using AxiRow = RowOf<Axi4NetworkSpec>;

constexpr std::int64_t kMostAddress = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMostNode = model::kMaxTerminals - 1;

void add_widths(std::vector<AxiRow>& rows) {
  rows.push_back(integer_row<Axi4NetworkSpec>(
      "address_bits", 13, 64, {"bits", "width of AWADDR and ARADDR", "Arm IHI 0022"},
      [](auto& a) -> auto& { return a.address_bits; }));
  AxiRow data = integer_row<Axi4NetworkSpec>(
      "data_bits", 32, 512, {"bits", "width of WDATA and RDATA, at all ports", "Arm IHI 0022"},
      [](auto& a) -> auto& { return a.data_bits; });
  data.type = ValueType::choice;
  data.choices = {32, 64, 128, 256, 512};
  rows.push_back(data);
  rows.push_back(integer_row<Axi4NetworkSpec>(
      "id_bits", 1, 16, {"bits", "width of the IDs of managers", "Arm IHI 0022"},
      [](auto& a) -> auto& { return a.id_bits; }));
  rows.push_back(integer_row<Axi4NetworkSpec>(
      "subordinate_id_bits", 2, 64,
      {"bits",
       "width of the IDs at subordinates; auto: as many as are needed, those of the address of a "
       "node and id_bits",
       "docs/axi.md 6"},
      [](auto& a) -> auto& { return a.subordinate_id_bits; }));
  rows.push_back(integer_row<Axi4NetworkSpec>(
      "user_bits", 0, 64, {"bits", "width of each USER signal; 0: there are none", "Arm IHI 0022"},
      [](auto& a) -> auto& { return a.user_bits; }));
}

void add_limits(std::vector<AxiRow>& rows) {
  rows.push_back(integer_row<Axi4NetworkSpec>(
      "reads", 1, 64, {"transactions", "reads that a manager has in flight", "docs/axi.md 2"},
      [](auto& a) -> auto& { return a.reads; }));
  rows.push_back(integer_row<Axi4NetworkSpec>(
      "writes", 1, 64, {"transactions", "writes that a manager has in flight", "docs/axi.md 2"},
      [](auto& a) -> auto& { return a.writes; }));
  rows.push_back(integer_row<Axi4NetworkSpec>(
      "per_id", 1, 64,
      {"transactions", "of these those with one ID, in each direction", "docs/axi.md 2"},
      [](auto& a) -> auto& { return a.per_id; }));
  static constexpr model::Word<bool> kOrders[] = {{false, "stall"}, {true, "reorder"}};
  rows.push_back(word_row<Axi4NetworkSpec>(
      "order", kOrders,
      {"",
       "what keeps the responses of an ID in order: stall: its transactions wait before they go to "
       "another subordinate; reorder: a buffer of a manager's port sorts its responses",
       "docs/axi.md 4"},
      [](auto& a) -> auto& { return a.has_reorder_buffers; }));
  rows.push_back(integer_row<Axi4NetworkSpec>(
      "read_beats", 1, 1024,
      {"beats",
       "room of a manager's port for the beats of its reads; with order \"reorder\" a power of two",
       "docs/axi.md 2"},
      [](auto& a) -> auto& { return a.read_beats; }));
  rows.push_back(integer_row<Axi4NetworkSpec>(
      "write_beats", 1, 1024,
      {"beats", "store of a manager's port for the beats of its writes", "docs/axi.md 2"},
      [](auto& a) -> auto& { return a.write_beats; }));
  rows.push_back(integer_row<Axi4NetworkSpec>(
      "packet_beats", 1, 256,
      {"beats",
       "most beats of a response packet; auto: 16, or 256 where packets may overtake each other",
       "docs/axi.md 2"},
      [](auto& a) -> auto& { return a.packet_beats; }));
  rows.push_back(boolean_row<Axi4NetworkSpec>(
      "register_slices", {"", "a register slice before each channel of all ports", "docs/axi.md 2"},
      [](auto& a) -> auto& { return a.register_slices; }));
  rows.push_back(integer_row<Axi4NetworkSpec>(
      "watchdog", 0, 16777216,
      {"cycles",
       "a subordinate that owes a step for so long, or up to twice as long, is given up; 0: never",
       "docs/axi.md 5"},
      [](auto& a) -> auto& { return a.timeout; }));
  rows.push_back(integer_row<Axi4NetworkSpec>(
      "watched", 1, 64,
      {"transactions", "with watchdog: those that a subordinate has, in each direction",
       "docs/axi.md 5"},
      [](auto& a) -> auto& { return a.watched; }));
  rows.push_back(boolean_row<Axi4NetworkSpec>(
      "control", {"", "a block with counters on AXI4-Lite", "docs/axi.md 9"},
      [](auto& a) -> auto& { return a.has_control; }));
  rows.push_back(boolean_row<Axi4NetworkSpec>(
      "loadable_map",
      {"", "with control: software can load the address map at run time", "docs/axi.md 9"},
      [](auto& a) -> auto& { return a.is_loadable; }));
}

void add_classes(std::vector<AxiRow>& rows) {
  rows.push_back(integer_row<Axi4NetworkSpec>(
      "request_class", 0, model::kMaxMessageClasses - 1,
      {"class", "message class of the requests: AW with W, and AR", "docs/axi.md 1"},
      [](auto& a) -> auto& { return a.request_class; }));
  rows.push_back(integer_row<Axi4NetworkSpec>(
      "response_class", 0, model::kMaxMessageClasses - 1,
      {"class", "message class of the responses: B and R", "docs/axi.md 1"},
      [](auto& a) -> auto& { return a.response_class; }));
  rows.push_back(integer_row<Axi4NetworkSpec>(
      "qos_levels", 1, 2,
      {"levels",
       "2: requests with an AxQOS from 8 on, and their responses, have the message classes two "
       "above; auto: 2 with four message classes, of which request_class and response_class are 0 "
       "and 1, and order \"stall\", else 1",
       "docs/axi.md 1"},
      [](auto& a) -> auto& { return a.qos_levels; }));
}

template <class Part>
RowOf<Part> required(RowOf<Part> row) {
  row.default_text = "(required)";
  return row;
}

template <class Part>
RowOf<Part> hexadecimal(RowOf<Part> row, std::uint64_t Part::*field) {
  row.show = [field](const Part& part) { return fmt::format("{:#x}", part.*field); };
  return row;
}

template <class Part>
RowOf<Part> name_row(const std::string& of) {
  RowOf<Part> row = text_row<Part>(
      "name", {"", "what the names of the pins of " + of + " begin with", "docs/axi.md 6"},
      [](auto& part) -> auto& { return part.name; });
  row.form = kAxiNameForm;
  row.default_text = "(that of the terminal)";
  return row;
}

template <class Part>
RowOf<Part> node_row(const std::string& meaning) {
  return required(integer_row<Part>(
      "node", 0, kMostNode, {"node", meaning, "docs/axi.md 6"},
      [](auto& part) -> auto& { return part.node; }));
}

}  // namespace

void add_axi_rows(std::vector<Key>& all_rows) {
  std::vector<AxiRow> rows;
  add_widths(rows);
  add_limits(rows);
  add_classes(rows);
  for (const AxiRow& row : rows) {
    Key key = row_of_part(
        row, [](auto& e) -> auto& { return e.axi; });
    key.name.insert(0, "axi.");
    key.show = [show = key.show](const Experiment& e) {
      return e.has_axi ? show(e) : std::string();
    };
    all_rows.push_back(std::move(key));
  }
}

TableList axi_managers() {
  TableList list;
  list.name = "axi.manager";
  list.meaning = "a table for each node that has a port for an AXI4 manager";
  list.most = 1024;
  const auto managers = [](auto& e) -> auto& { return e.axi.managers; };
  list.keys.push_back(row_of_element(node_row<Axi4ManagerPort>("where the manager is"), managers));
  list.keys.push_back(row_of_element(name_row<Axi4ManagerPort>("the port"), managers));
  list.make = [](Experiment& e, std::size_t count) { e.axi.managers.resize(count); };
  list.count = [](const Experiment& e) { return e.axi.managers.size(); };
  return list;
}

TableList axi_regions() {
  TableList list;
  list.name = "axi.region";
  list.meaning =
      "the address map, a table for each region; a node with a region has a port for an AXI4 "
      "subordinate";
  list.most = 64;
  const auto regions = [](auto& e) -> auto& { return e.axi.regions; };
  const auto add = [&](const RowOf<Axi4MapRegion>& row) {
    list.keys.push_back(row_of_element(row, regions));
  };
  add(required(hexadecimal(
      integer_row<Axi4MapRegion>(
          "base", 0, kMostAddress,
          {"address", "first address of the region, a multiple of its size", "docs/axi.md 6"},
          [](auto& r) -> auto& { return r.base; }),
      &Axi4MapRegion::base)));
  add(required(hexadecimal(integer_row<Axi4MapRegion>(
                               "size", 4096, kMostAddress,
                               {"bytes", "size of the region, a power of two", "docs/axi.md 6"},
                               [](auto& r) -> auto& { return r.size; }),
                           &Axi4MapRegion::size)));
  add(node_row<Axi4MapRegion>("where the subordinate is"));
  add(name_row<Axi4MapRegion>("the subordinate's port"));
  list.make = [](Experiment& e, std::size_t count) { e.axi.regions.resize(count); };
  list.count = [](const Experiment& e) { return e.axi.regions.size(); };
  return list;
}

}  // namespace turnpike::sim
