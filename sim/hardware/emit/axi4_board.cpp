// axi4_board.cpp - network_demonstrator.v of a network with [axi].

#include "sim/hardware/emit/axi4_board.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "model/axi/axi4_slots.h"
#include "model/common/configuration_error.h"

namespace turnpike::sim {
namespace {

using Pins = std::vector<std::pair<std::string, std::vector<std::string>>>;

// Node 254 of the serial line is the demonstrator: words of the control block lie below.
constexpr std::size_t kMostBytes = 254 * 256 * 4;

void check_control(const Axi4Terminals& terminals) {
  if (!terminals.control()) {
    throw model::ConfigurationError("axi.control", "false", "true with traffic at the terminals");
  }
  const model::Axi4CounterMap& map = terminals.control()->map();
  if (model::Axi4CounterMap::offset(map.count()) > kMostBytes) {
    throw model::ConfigurationError("axi.control", fmt::format("{} counters", map.count()),
                                    fmt::format("at most {} with traffic at the terminals",
                                                (kMostBytes - model::kAxi4Counters) / 8));
  }
}

class Board {
 public:
  Board(const model::Network& network, const Axi4Terminals& terminals, const std::string& top)
      : terminals_(terminals),
        slots_(model::axi4_slots(model::axi4_ports(network, terminals.spec()), terminals.spec())),
        module_(
            "network_demonstrator",
            {top + " with managers and memories.",
             "For a board or a simulator. client.py speaks the commands of its serial line, which",
             "axi4_demonstrator.v tells."}) {
    network_.module = top;
    network_.name = "u_network";
    network_.pins = {{"clk_i", {"clk_i"}}, {"rst_i", {"network_rst"}}, {"enable_i", {"1'b1"}}};
  }

  VerilogModule build() {
    module_.parameter("CLOCKS", 434, "of a bit on the line: clock rate over bit rate");
    for (const char* pin : {"clk_i", "reset_i", "rx_i"}) module_.input(pin, 1);
    for (const char* pin : {"tx_o", "running_o", "alarm_o", "alive_o"}) module_.output(pin, 1);
    add_control();
    for (const auto& [node, port] : terminals_.ports()) add_end(port);
    for (const char* pin : {"error", "idle"}) {
      module_.wire(pin, 1);
      network_.pins.push_back({std::string(pin) + "_o", {pin}});
    }
    module_.unused("idle");
    module_.instance(network_);
    return std::move(module_);
  }

 private:
  // The serial line, and the registers behind it.
  void add_control() {
    const auto managers = static_cast<unsigned>(slots_.addresses.size());
    const std::vector<VerilogPort> wires = {
        {false, "rst", 1},         {false, "network_rst", 1}, {false, "requests", 1},
        {false, "pace", 17},       {false, "beats", 4},       {false, "seed", managers},
        {false, "seed_value", 32}, {false, "busy", managers}, {false, "wrong", managers}};
    for (const VerilogPort& wire : wires) module_.wire(wire.name, wire.bits);
    module_.instance({"reset_synchroniser",
                      "u_reset",
                      {},
                      {},
                      {{"clk_i", {"clk_i"}}, {"reset_i", {"reset_i"}}, {"rst_o", {"rst"}}}});
    const Axi4ControlBlock& control = *terminals_.control();
    VerilogInstance line;
    line.module = "axi4_demonstrator";
    line.name = "u_demonstrator";
    line.parameters = {{"MANAGERS", managers}, {"ADDRESS_W", control.map().address_bits()}};
    line.matrices = {{"CLOCKS", {"CLOCKS"}}};
    line.pins = {{"clk_i", {"clk_i"}},
                 {"rst_i", {"rst"}},
                 {"rx_i", {"rx_i"}},
                 {"tx_o", {"tx_o"}},
                 {"reset_o", {"network_rst"}},
                 {"error_i", {"error"}},
                 {"requests_o", {"requests"}},
                 {"pace_o", {"pace"}},
                 {"beats_o", {"beats"}},
                 {"seed_o", {"seed"}},
                 {"seed_value_o", {"seed_value"}},
                 {"busy_i", {"busy"}},
                 {"wrong_i", {"wrong"}}};
    const std::map<std::string, std::string> constants = {{"wstrb", "4'hf"}};
    const std::set<std::string> ignored = {"bresp", "rresp"};
    for (const VerilogPort& pin : Axi4ControlBlock::bus_pins(control.map().address_bits())) {
      connect(Axi4ControlBlock::bus(), pin, constants, ignored, "axil_", line.pins);
    }
    line.pins.insert(
        line.pins.end(),
        {{"running_o", {"running_o"}}, {"alarm_o", {"alarm_o"}}, {"alive_o", {"alive_o"}}});
    module_.instance(line);
  }

  // A pin of the network, and what is at it: a constant, nothing, or a pin of `end`.
  void connect(const std::string& bus, const VerilogPort& pin,
               const std::map<std::string, std::string>& constants,
               const std::set<std::string>& ignored, const std::string& prefix, Pins& end) {
    const std::string wire = bus + "_" + pin.name;
    if (const auto constant = constants.find(pin.name); constant != constants.end()) {
      network_.pins.push_back({wire, {constant->second}});
      return;
    }
    module_.wire(wire, pin.bits);
    network_.pins.push_back({wire, {wire}});
    if (ignored.count(pin.name) != 0) {
      module_.unused(wire);
    } else {
      end.push_back({prefix + pin.name + (pin.is_output ? "_i" : "_o"), {wire}});
    }
  }

  // A manager or a memory at its port.
  void add_end(const Axi4Terminals::Port& port) {
    const model::Axi4NetworkSpec& spec = terminals_.spec();
    VerilogInstance end;
    end.name = port.name + "_end";
    end.pins = {{"clk_i", {"clk_i"}}, {"rst_i", {"network_rst"}}};
    end.parameters = {{"DATA_W", spec.data_bits}, {"ADDR_W", spec.address_bits}};
    if (port.is_manager) {
      add_manager(end);
    } else {
      end.module = "axi4_block_memory";
      end.parameters.insert(end.parameters.end(), {{"ID_W", terminals_.subordinate_id_bits()},
                                                   {"WORD_W", slots_.word_bits}});
    }
    for (const VerilogPort& pin : terminals_.bus_pins(port.is_manager)) {
      connect(port.bus(), pin, constants_of(port.is_manager), ignored_of(port.is_manager), "",
              end.pins);
    }
    module_.instance(end);
  }

  void add_manager(VerilogInstance& end) {
    const model::Axi4NetworkSpec& spec = terminals_.spec();
    end.module = "axi4_slot_manager";
    end.parameters.insert(end.parameters.end(),
                          {{"ID_W", spec.id_bits}, {"SLOT_W", slots_.slot_bits}});
    const std::vector<std::uint64_t>& slots = slots_.addresses[manager_];
    end.matrices = {{"SLOTS", {}}};
    for (auto slot = slots.rbegin(); slot != slots.rend(); ++slot) {
      end.matrices[0].second.push_back(verilog_constant(spec.address_bits, *slot));
    }
    const auto own = [&](const std::string& signal) {
      if (slots_.addresses.size() == 1) return signal;
      return verilog_slice(signal, static_cast<unsigned>(manager_), 1);
    };
    end.pins.insert(end.pins.end(), {{"requests_i", {"requests"}},
                                     {"pace_i", {"pace"}},
                                     {"beats_i", {"beats"}},
                                     {"seed_i", {own("seed")}},
                                     {"seed_value_i", {"seed_value"}},
                                     {"busy_o", {own("busy")}},
                                     {"wrong_o", {own("wrong")}}});
    ++manager_;
  }

  // What axi4_slot_manager sends with every burst, and what axi4_block_memory answers.
  std::map<std::string, std::string> constants_of(bool is_manager) const {
    const model::Axi4NetworkSpec& spec = terminals_.spec();
    const std::string user = verilog_constant(spec.user_bits, 0);
    if (!is_manager) {
      return {{"bresp", "2'h0"}, {"rresp", "2'h0"}, {"buser", user}, {"ruser", user}};
    }
    const auto size = static_cast<unsigned>(__builtin_ctz(spec.data_bits / 8));
    const std::string strobes = fmt::format("{{{}{{1'b1}}}}", spec.data_bits / 8);
    std::map<std::string, std::string> constants = {{"wstrb", strobes}, {"wuser", user}};
    for (const std::string ax : {"aw", "ar"}) {
      constants[ax + "size"] = verilog_constant(3, size);
      constants[ax + "burst"] = "2'h1";
      constants[ax + "lock"] = "1'h0";
      constants[ax + "prot"] = "3'h0";
      for (const char* name : {"cache", "qos", "region"}) constants[ax + name] = "4'h0";
      constants[ax + "user"] = user;
    }
    return constants;
  }
  std::set<std::string> ignored_of(bool is_manager) const {
    if (is_manager) return {"buser", "ruser"};
    std::set<std::string> ignored = {"awlen", "wuser", "timeouts"};
    for (const std::string ax : {"aw", "ar"}) {
      for (const char* name : {"size", "burst", "lock", "cache", "prot", "qos", "region", "user"}) {
        ignored.insert(ax + name);
      }
    }
    return ignored;
  }

  const Axi4Terminals& terminals_;
  model::Axi4Slots slots_;
  VerilogModule module_;
  VerilogInstance network_;
  std::size_t manager_ = 0;  // the next one
};

}  // namespace

std::vector<std::string> axi4_board_modules() {
  return {"axi4_block_memory", "axi4_demonstrator", "axi4_slot_manager", "reset_synchroniser"};
}

VerilogModule axi4_board_module(const model::Network& network, const Axi4Terminals& terminals,
                                const std::string& top) {
  check_control(terminals);
  return Board(network, terminals, top).build();
}

}  // namespace turnpike::sim
