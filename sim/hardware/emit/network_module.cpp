// network_module.cpp - wires between the components, named after both ends.

#include "sim/hardware/emit/network_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "sim/hardware/shapes/cells.h"

namespace turnpike::sim {
namespace {

using model::ComponentId;

// What is on the pins of one port. Flits come from the sender, credits from the receiver.
struct Ends {
  std::string valid;
  std::string vc;
  std::string route;
  std::string flit;
  std::string credit;

  bool is_open() const { return valid.empty(); }
};

Ends wires_of(const std::string& name) {
  return {name + "_valid", name + "_vc", name + "_route", name + "_flit", name + "_credit"};
}

class Wiring {
 public:
  Wiring(const model::Network& network, const NetworkShapes& shapes, const EmittedNames& names,
         const TerminalAdapter* adapter, const Axi4Terminals* axi)
      : network_(network),
        shapes_(shapes),
        names_(names),
        adapter_(adapter),
        axi_(axi),
        width_(shapes.all().front()),
        stride_(network.max_ports()),
        absent_(absent_ports(network)),
        in_(network.components.size() * stride_),
        out_(network.components.size() * stride_),
        top_(names.top,
             {"a network as Turnpike has it: routers, links, and what is at its terminals.",
              "Pins of terminals: README.md; which cycle brings what: Turnpike, docs/timing.md."}) {
  }

  VerilogModule build() {
    for (unsigned clock = 0; clock < network_.clocks(); ++clock) {
      for (const char* pin : {"clk_i", "rst_i", "enable_i"}) {
        top_.input(pin_of_clock(pin, clock), 1);
      }
    }
    if (adapter_) add_shared();
    if (is_paced()) add_paces();
    add_terminals();
    add_links();
    if (has_absent_ports()) add_choice_of_shapes();
    for (ComponentId c = 0; c < network_.components.size(); ++c) add_component(c);
    if (has_absent_ports()) top_.body(fmt::format("\n`undef {}\n", kAbsentMacro));
    add_status();
    if (axi_ != nullptr && axi_->control()) add_control(*axi_->control());
    return std::move(top_);
  }

 private:
  const Shape& shape_of(ComponentId c) const {
    return shapes_.all()[shapes_.of(network_.components[c])];
  }

  bool has_absent_ports() const {
    return std::any_of(absent_.begin(), absent_.end(),
                       [](std::uint64_t ports) { return ports != 0; });
  }
  // A macro, as Verilator builds no block of its own for a parameter that it has to compute.
  static constexpr const char* kAbsentMacro = "TURNPIKE_ABSENT";
  void add_choice_of_shapes() {
    top_.body(fmt::format(R"(
    // Routers at the edge have no gates for ports that lead nowhere. All pins are the same without
    // that, and a simulator then compiles one router for all places.
`ifdef TURNPIKE_WHOLE_ROUTERS
`define {0}(ports) {1}
`else
`define {0}(ports) ports
`endif
)",
                          kAbsentMacro, verilog_constant(network_.router.ports, 0)));
  }

  // What all adapters have together.
  void add_shared() {
    if (!is_paced()) return;
    top_.head("Of all terminals");
    for (const VerilogPort& pin : adapter_->shared()) top_.port(pin);
    top_.input("ring_i", adapter_->ring_bits());
    top_.output("ring_o", adapter_->ring_bits());
  }

  // With traffic, reset, enable and time have registers beside each component
  // (rtl/fpga/pace_register.v).
  bool is_paced() const { return adapter_ && adapter_->ring_bits() > 0; }
  std::string paced(ComponentId c, const std::string& pin) const {
    if (!is_paced()) return pin;
    return model::component_name(network_, c) + "_" + pin.substr(0, pin.size() - 2);
  }

  std::vector<std::pair<std::string, std::vector<std::string>>> common_pins(ComponentId c) const {
    const unsigned clock = network_.clock_of(c);
    return {{"clk_i", {pin_of_clock("clk_i", clock)}},
            {"rst_i", {paced(c, pin_of_clock("rst_i", clock))}},
            {"enable_i", {paced(c, pin_of_clock("enable_i", clock))}}};
  }

  void add_paces() {
    std::vector<bool> has_terminal(network_.components.size());
    for (const model::Terminal& terminal : network_.terminals) {
      has_terminal[terminal.inject.component] = true;
    }
    std::vector<VerilogPort> signals = {{false, "rst_i", 1}, {false, "enable_i", 1}};
    signals.insert(signals.end(), adapter_->shared().begin(), adapter_->shared().end());
    for (ComponentId c = 0; c < network_.components.size(); ++c) {
      VerilogInstance pace;
      pace.module = "pace_register";
      pace.name = model::component_name(network_, c) + "_pace";
      pace.pins.push_back({"clk_i", {"clk_i"}});
      for (const VerilogPort& signal : signals) {
        const std::string to = paced(c, signal.name);
        top_.wire(to, signal.bits);
        pace.pins.push_back({signal.name, {signal.name}});
        pace.pins.push_back({signal.name.substr(0, signal.name.size() - 1) + "o", {to}});
        const bool is_time = &signal - signals.data() >= 2;
        if (is_time && !has_terminal[c]) top_.unused(to);
      }
      top_.instance(pace);
    }
  }

  // Between the terminal before this one, or the pin, and this one.
  std::string ring_before(model::NodeId node) const {
    return node == 0 ? "ring_i" : "ring_" + std::to_string(node - 1);
  }

  void add_terminals() {
    for (model::NodeId node = 0; node < network_.terminals.size(); ++node) {
      const model::Terminal& terminal = network_.terminals[node];
      const std::string name = model::terminal_name(network_, node);
      if (axi_ != nullptr) {
        if (const Axi4Terminals::Port* port = axi_->at(node)) add_axi_port(node, *port);
        continue;  // else it is left open: the router's pins are constants
      }
      if (has_coprocessors()) {
        if (node % network_.local_channels == 0) add_coprocessor(node);
        continue;
      }
      if (!is_paced()) {
        top_.head(fmt::format("{}, address {}", name, terminal.address));
      }
      const bool has_route = has_route_pins(network_, node);
      Ends& in = in_[terminal.inject.component * stride_ + terminal.inject.port];
      Ends& out = out_[terminal.eject.component * stride_ + terminal.eject.port];
      if (adapter_) {
        in = wires_of(name + "_in");
        out = wires_of(name + "_out");
        out.route.clear();  // behind a terminal is no router
        if (!adapter_->gives_routes()) in.route.clear();
        declare(in);
        declare(out);
        if (!in.route.empty() && !has_route) top_.unused(in.route);
        add_adapter(node, name, in, out);
      } else {
        in = {name + "_in_valid_i", name + "_in_vc_i", has_route ? name + "_in_route_i" : "",
              name + "_in_flit_i", name + "_in_credit_o"};
        out = {name + "_out_valid_o", name + "_out_vc_o", "", name + "_out_flit_o",
               name + "_out_credit_i"};
        add_raw_pins(in, out);
      }
    }
  }

  // The wires between an adapter and its router's local port.
  std::pair<Ends, Ends> join_router(model::NodeId node, const std::string& name) {
    const model::Terminal& terminal = network_.terminals[node];
    Ends in = wires_of(name + "_in");
    Ends out = wires_of(name + "_out");
    out.route.clear();  // behind a terminal is no router
    declare(in);
    declare(out);
    in_[terminal.inject.component * stride_ + terminal.inject.port] = in;
    out_[terminal.eject.component * stride_ + terminal.eject.port] = out;
    if (!has_route_pins(network_, node)) top_.unused(in.route);
    return {in, out};
  }

  void add_axi_port(model::NodeId node, const Axi4Terminals::Port& port) {
    const model::Terminal& terminal = network_.terminals[node];
    const std::string name = model::terminal_name(network_, node);
    const auto [in, out] = join_router(node, name);
    top_.head(fmt::format("{}, node {}, address {}: for a {}", port.bus(), node, terminal.address,
                          port.is_manager ? "manager" : "subordinate"));
    VerilogInstance instance;
    instance.module = axi_->cell_name(port.is_manager);
    instance.name = name;
    instance.pins = common_pins(terminal.inject.component);
    const std::vector<std::string> places = place_values(network_, node);
    std::size_t place = 0;
    for (const char* pin : {"node_i", "router_i", "limit_i", "home_i"}) {
      instance.pins.push_back({pin, {places[place++]}});
    }
    if (port.is_manager && axi_->spec().is_loadable) {
      instance.pins.push_back({"map_i", {"address_map"}});
    }
    for (const VerilogPort& pin : axi_->bus_pins(port.is_manager)) {
      top_.port({pin.is_output, port.bus() + "_" + pin.name, pin.bits});
      instance.pins.push_back({pin.name, {port.bus() + "_" + pin.name}});
    }
    instance.pins.insert(instance.pins.end(), {{"in_valid_i", {out.valid}},
                                               {"in_vc_i", {out.vc}},
                                               {"in_flit_i", {out.flit}},
                                               {"in_credit_o", {out.credit}},
                                               {"out_valid_o", {in.valid}},
                                               {"out_vc_o", {in.vc}},
                                               {"out_route_o", {in.route}},
                                               {"out_flit_o", {in.flit}},
                                               {"out_credit_i", {in.credit}}});
    top_.instance(instance);
  }

  void add_raw_pins(const Ends& in, const Ends& out) {
    top_.input(in.valid, 1);
    top_.input(in.vc, width_.vc);
    if (!in.route.empty()) top_.input(in.route, width_.route);
    top_.input(in.flit, width_.flit);
    top_.output(in.credit, width_.credit);
    top_.output(out.valid, 1);
    top_.output(out.vc, width_.vc);
    top_.output(out.flit, width_.flit);
    top_.input(out.credit, width_.credit);
  }

  // The adapter between the router and streams at the pins of the top, or a ring.
  void add_adapter(model::NodeId node, const std::string& name, const Ends& in, const Ends& out) {
    VerilogInstance instance;
    instance.module = names_.adapter;
    instance.name = name;
    const ComponentId at = network_.terminals[node].inject.component;
    instance.pins = common_pins(at);
    const std::vector<std::string> values = adapter_->values(node);
    for (std::size_t i = 0; i < values.size(); ++i) {
      instance.pins.push_back({adapter_->constants()[i].name, {values[i]}});
    }
    const unsigned classes = adapter_->classes();
    std::vector<std::vector<std::string>> signals(adapter_->pins().size());
    for (unsigned k = 0; k < classes; ++k) {
      const std::string of = classes == 1 ? name : name + "_class_" + std::to_string(k);
      for (std::size_t i = 0; i < signals.size(); ++i) {
        const VerilogPort& pin = adapter_->pins()[i];
        top_.port({pin.is_output, of + "_" + pin.name, pin.bits});
        signals[i].insert(signals[i].begin(), of + "_" + pin.name);
      }
    }
    for (std::size_t i = 0; i < signals.size(); ++i) {
      instance.pins.push_back({adapter_->pins()[i].name, signals[i]});
    }
    for (const VerilogPort& pin : adapter_->shared()) {
      instance.pins.push_back({pin.name, {paced(at, pin.name)}});
    }
    if (is_paced()) {
      const bool is_last = node + 1 == network_.terminals.size();
      const std::string after = is_last ? "ring_o" : ring_before(node + 1);
      if (!is_last) top_.wire(after, adapter_->ring_bits());
      instance.pins.push_back({"ring_i", {ring_before(node)}});
      instance.pins.push_back({"ring_o", {after}});
    }
    instance.pins.push_back({"in_valid_i", {out.valid}});
    instance.pins.push_back({"in_vc_i", {out.vc}});
    instance.pins.push_back({"in_flit_i", {out.flit}});
    instance.pins.push_back({"in_credit_o", {out.credit}});
    instance.pins.push_back({"out_valid_o", {in.valid}});
    instance.pins.push_back({"out_vc_o", {in.vc}});
    if (adapter_->gives_routes()) instance.pins.push_back({"out_route_o", {in.route}});
    instance.pins.push_back({"out_flit_o", {in.flit}});
    instance.pins.push_back({"out_credit_i", {in.credit}});
    top_.instance(instance);
  }

  bool has_coprocessors() const { return adapter_ && adapter_->is_coprocessor(); }
  // Wires of a router and its co-processor.
  std::string queue_of(ComponentId c) const {
    return model::component_name(network_, c) + "_queue" + (has_coprocessors() ? "" : "_o");
  }
  std::string address_of(ComponentId c) const {
    return model::component_name(network_, c) + "_address";
  }

  // At all terminals of a node, of which this is the first.
  void add_coprocessor(model::NodeId first) {
    const model::Terminal& terminal = network_.terminals[first];
    const ComponentId at = terminal.inject.component;
    const std::string name = adapter_name(network_, first, *adapter_);
    top_.head(fmt::format("{}, address {}", name, terminal.address));
    VerilogInstance instance;
    instance.module = names_.adapter;
    instance.name = name;
    instance.pins = common_pins(at);
    instance.pins.push_back({"node_i", {adapter_->values(first).front()}});
    for (const VerilogPort& pin : adapter_->pins()) {
      top_.port({pin.is_output, name + "_" + pin.name, pin.bits});
      instance.pins.push_back({pin.name, {name + "_" + pin.name}});
    }
    std::vector<Ends> from;  // the highest port first
    std::vector<Ends> to;
    for (model::NodeId node = first + adapter_->terminals(); node-- > first;) {
      const model::Attachment& inject = network_.terminals[node].inject;
      const model::Attachment& eject = network_.terminals[node].eject;
      const std::string channel = model::terminal_name(network_, node);
      for (const bool is_in : {true, false}) {
        Ends wires = wires_of(channel + (is_in ? "_in" : "_out"));
        wires.route.clear();
        declare(wires);
        (is_in ? in_[inject.component * stride_ + inject.port]
               : out_[eject.component * stride_ + eject.port]) = wires;
        (is_in ? to : from).push_back(wires);
      }
    }
    const auto connect = [&](const char* pin, const std::vector<Ends>& ends,
                             std::string Ends::*signal) {
      std::vector<std::string> parts;
      parts.reserve(ends.size());
      for (const Ends& end : ends) parts.push_back(end.*signal);
      instance.pins.push_back({pin, parts});
    };
    connect("in_valid_i", from, &Ends::valid);
    connect("in_vc_i", from, &Ends::vc);
    connect("in_flit_i", from, &Ends::flit);
    connect("in_credit_o", from, &Ends::credit);
    const unsigned queue_bits = shape_of(at).ports * shape_of(at).queue_bits;
    const unsigned used = adapter_->queue_bits();  // network ports are the lowest
    top_.wire(queue_of(at), queue_bits);
    top_.unused(verilog_slice(queue_of(at), used, queue_bits - used));
    instance.pins.push_back({"queue_i", {verilog_slice(queue_of(at), 0, used)}});
    top_.wire(address_of(at), network_.router.format.address_bits);
    instance.pins.push_back({"node_o", {address_of(at)}});
    connect("out_valid_o", to, &Ends::valid);
    connect("out_vc_o", to, &Ends::vc);
    connect("out_flit_o", to, &Ends::flit);
    connect("out_credit_i", to, &Ends::credit);
    top_.instance(instance);
  }

  void declare(const Ends& wires) {
    top_.wire(wires.valid, 1);
    top_.wire(wires.vc, width_.vc);
    if (!wires.route.empty()) top_.wire(wires.route, width_.route);
    top_.wire(wires.flit, width_.flit);
    top_.wire(wires.credit, width_.credit);
  }

  void add_links() {
    const std::vector<std::string> link_name = link_names(network_);
    for (model::ChannelId id = 0; id < network_.channels.size(); ++id) {
      const model::Channel& link = network_.channels[id];
      const std::string& name = link_name[id];
      // Where a sender gives no route there is none; registers have its pins.
      const bool has_route = CellPins(shape_of(link.from)).gives_routes;
      Ends near = wires_of(name);
      if (!has_route && link.latency == 0) near.route.clear();
      declare(near);
      Ends far = near;
      if (link.latency != 0) {
        far = wires_of(name + "_end");
        declare(far);
        add_registers(link, name, near, far);
      }
      if (!has_route && !near.route.empty()) {
        top_.assign(near.route, verilog_constant(width_.route, 0));
      }
      if (!far.route.empty() && !reads_routes(link.to)) top_.unused(far.route);
      out_[link.from * stride_ + link.from_port] = near;
      in_[link.to * stride_ + link.to_port] = far;
    }
  }

  bool has_table() const { return !network_.tables.empty(); }
  // From its links.
  bool reads_routes(ComponentId c) const {
    return CellPins(shape_of(c)).takes_routes && !has_table();
  }

  void add_registers(const model::Channel& link, const std::string& name, const Ends& near,
                     const Ends& far) {
    VerilogInstance registers;
    registers.name = name;
    if (network_.is_asynchronous(link)) {
      registers.module = "async_channel";
      registers.parameters = {{"VCS", network_.router.virtual_channels},
                              {"FLIT_W", network_.router.format.wire_bits()},
                              {"ROUTE_W", width_.route},
                              {"DEPTH", network_.router.buffer_depth}};
      for (const auto& [side, end] : {std::pair("in_", link.from), std::pair("out_", link.to)}) {
        for (const auto& [pin, signals] : common_pins(end)) {
          registers.pins.push_back({side + pin, signals});
        }
      }
    } else {
      registers.module = names_.cells[shapes_.of(link)];
      registers.pins = common_pins(link.from);
    }
    registers.pins.insert(registers.pins.end(), {{"in_valid_i", {near.valid}},
                                                 {"in_vc_i", {near.vc}},
                                                 {"in_route_i", {near.route}},
                                                 {"in_flit_i", {near.flit}},
                                                 {"in_credit_o", {near.credit}},
                                                 {"out_valid_o", {far.valid}},
                                                 {"out_vc_o", {far.vc}},
                                                 {"out_route_o", {far.route}},
                                                 {"out_flit_o", {far.flit}},
                                                 {"out_credit_i", {far.credit}}});
    top_.instance(registers);
  }

  // A wire for a component's outputs that lead nowhere.
  std::string open_wire(const std::string& component, unsigned bits) {
    std::string name = fmt::format("{}_open_{}", component, open_++);
    top_.wire(name, bits);
    top_.unused(name);
    return name;
  }

  void add_component(ComponentId c) {
    const model::Component& component = network_.components[c];
    const Shape& shape = shape_of(c);
    const PortWidths width(shape);
    const CellPins has(shape);
    const std::string name = model::component_name(network_, c);
    VerilogInstance instance;
    instance.module = names_.cells[shapes_.of(component)];
    instance.name = name;
    const auto pin = [&](const char* of, std::vector<std::string> signals) {
      instance.pins.emplace_back(of, std::move(signals));
    };
    if (shape.router) {
      const std::string mask = verilog_constant(shape.ports, absent_[c]);
      instance.matrices = {
          {"ABSENT", {has_absent_ports() ? fmt::format("`{}({})", kAbsentMacro, mask) : mask}}};
    }
    instance.pins = common_pins(c);
    const unsigned address_bits = parameter_of(shape, "ADDR_W");
    pin("node_i",
        {has_coprocessors() ? address_of(c) : verilog_constant(address_bits, component.address)});
    pin("limit_i", {verilog_constant(address_bits, network_.limit)});
    if (has.is_express) {
      const unsigned dimensions = parameter_of(shape, "DIMENSIONS");
      unsigned bits = 1;
      while ((1u << bits) < dimensions) ++bits;
      pin("dimension_i", {verilog_constant(bits, component.dimension)});
      pin("connected_i", {verilog_constant(shape.ports, component.connected)});
      pin("paced_i", {verilog_constant(shape.ports, component.paced)});
    }
    if (has.has_pauses) {
      std::vector<std::string> rows;
      for (unsigned port = shape.ports; port-- > 0;) {
        rows.push_back(verilog_constant(model::kPauseBits, network_.pauses_of(c)[port]));
      }
      pin("pauses_i", rows);
    }
    open_ = 0;
    const Ends* in = &in_[c * stride_];
    const Ends* out = &out_[c * stride_];
    // One port's part each, the highest port first.
    const auto inputs = [&](const Ends* ends, std::string Ends::*signal, unsigned bits) {
      std::vector<std::string> parts;
      for (unsigned port = shape.ports; port-- > 0;) {
        const std::string& part = ends[port].*signal;
        parts.push_back(part.empty() ? verilog_constant(bits, 0) : part);
      }
      return parts;
    };
    const auto outputs = [&](const Ends* ends, std::string Ends::*signal, unsigned bits) {
      std::vector<std::string> parts;
      for (unsigned port = shape.ports; port-- > 0;) {
        const std::string& part = ends[port].*signal;
        parts.push_back(part.empty() ? open_wire(name, bits) : part);
      }
      return parts;
    };
    pin("in_valid_i", inputs(in, &Ends::valid, 1));
    pin("in_vc_i", inputs(in, &Ends::vc, width.vc));
    if (has.takes_routes) {
      pin("in_route_i", has_table() ? std::vector<std::string>{name + "_route"}
                                    : inputs(in, &Ends::route, width.route));
    }
    pin("in_flit_i", inputs(in, &Ends::flit, width.flit));
    pin("in_credit_o", outputs(in, &Ends::credit, width.credit));
    pin("out_valid_o", outputs(out, &Ends::valid, 1));
    pin("out_vc_o", outputs(out, &Ends::vc, width.vc));
    if (has.gives_routes) pin("out_route_o", outputs(out, &Ends::route, width.route));
    pin("out_flit_o", outputs(out, &Ends::flit, width.flit));
    pin("out_credit_i", inputs(out, &Ends::credit, width.credit));
    if (has.has_queue) pin("queue_o", {queue_of(c)});
    pin("error_o", {status_bit("error", c)});
    pin("idle_o", {status_bit("idle", c)});
    if (has_table()) add_table(c, name, in, width);
    top_.instance(instance);
  }

  void add_table(ComponentId c, const std::string& name, const Ends* in, const PortWidths& width) {
    const unsigned ports = shape_of(c).ports;
    const unsigned address_bits = network_.router.format.address_bits;
    VerilogInstance table;
    table.module = route_module_name(network_, names_, c);
    table.name = name + "_routes";
    std::vector<std::string> destinations;
    for (unsigned port = ports; port-- > 0;) {
      destinations.push_back(in[port].is_open() ? verilog_constant(address_bits, 0)
                                                : verilog_slice(in[port].flit, 0, address_bits));
    }
    table.pins = {{"destination_i", destinations}, {"route_o", {name + "_route"}}};
    if (network_.router.routing.layers > 1) {
      std::vector<std::string> vcs;
      for (unsigned port = ports; port-- > 0;) {
        vcs.push_back(in[port].is_open() ? verilog_constant(width.vc, 0) : in[port].vc);
      }
      table.pins.push_back({"vc_i", vcs});
    }
    top_.wire(name + "_route", ports * width.route);
    top_.instance(table);
  }

  // The control block beside the wires of all channels and the pins of all AXI4 ports.
  void add_control(const Axi4ControlBlock& control) {
    top_.head(Axi4ControlBlock::bus() + ": counters of the channels and ports, for software");
    VerilogInstance instance = axi_->control_block();
    instance.pins.insert(instance.pins.begin(),
                         {{"clk_i", {"clk_i"}}, {"rst_i", {"rst_i"}}, {"enable_i", {"enable_i"}}});
    for (const VerilogPort& pin : Axi4ControlBlock::bus_pins(control.map().address_bits())) {
      const std::string name = Axi4ControlBlock::bus() + "_" + pin.name;
      top_.port({pin.is_output, name, pin.bits});
      instance.pins.push_back({"axil_" + pin.name + (pin.is_output ? "_o" : "_i"), {name}});
    }
    std::vector<std::string> valid;
    std::vector<std::string> vc;
    std::vector<std::string> credit;
    for (auto channel = control.channels().rbegin(); channel != control.channels().rend();
         ++channel) {
      const Ends& ends = ends_of(*channel);
      valid.push_back(ends.valid);
      vc.push_back(ends.vc);
      credit.push_back(ends.credit);
    }
    instance.pins.push_back({"valid_i", valid});
    instance.pins.push_back({"vc_i", vc});
    instance.pins.push_back({"credit_i", credit});
    for (const char* pin : {"awvalid", "awready", "bvalid", "bready", "bresp", "arvalid", "arready",
                            "rvalid", "rready", "rlast", "rresp", "timeouts"}) {
      instance.pins.push_back({std::string(pin) + "_i", axi_->pins_of_all(pin)});
    }
    instance.pins.push_back({"error_i", {"error_o"}});
    top_.wire("address_map", axi_->map_bits());
    if (!axi_->spec().is_loadable) top_.unused("address_map");
    instance.pins.push_back({"map_o", {"address_map"}});
    top_.instance(instance);
  }

  // At the channel's sender.
  const Ends& ends_of(const model::Axi4Channel& channel) const {
    if (channel.kind == model::Axi4Channel::Kind::link) {
      const model::Channel& link = network_.channels[channel.number];
      return out_[link.from * stride_ + link.from_port];
    }
    const model::Terminal& terminal = network_.terminals[axi_->node_of(channel.number)];
    return channel.kind == model::Axi4Channel::Kind::into
               ? in_[terminal.inject.component * stride_ + terminal.inject.port]
               : out_[terminal.eject.component * stride_ + terminal.eject.port];
  }

  std::string status_bit(const std::string& vector, ComponentId c) const {
    return network_.components.size() == 1 ? vector : verilog_slice(vector, c, 1);
  }

  void add_status() {
    const auto count = static_cast<unsigned>(network_.components.size());
    top_.head("Status");
    for (ComponentId c = 0; c < network_.components.size(); ++c) {
      const Shape& shape = shape_of(c);
      if (!CellPins(shape).has_queue || has_coprocessors()) continue;
      top_.output(queue_of(c), shape.ports * shape.queue_bits);
    }
    const unsigned clocks = network_.clocks();
    for (unsigned clock = 0; clock < clocks; ++clock) {
      for (const char* pin : {"error_o", "idle_o"}) top_.output(pin_of_clock(pin, clock), 1);
    }
    top_.wire("error", count);
    top_.wire("idle", count);
    top_.body("\n");
    for (unsigned clock = 0; clock < clocks; ++clock) {
      top_.assign(pin_of_clock("error_o", clock), "|" + status_of(clock, "error"));
      top_.assign(pin_of_clock("idle_o", clock), "&" + status_of(clock, "idle"));
    }
  }

  // The bits of the components with this clock.
  std::string status_of(unsigned clock, const std::string& wire) const {
    if (network_.clocks() == 1) return wire;
    std::vector<std::string> bits;
    for (auto c = static_cast<ComponentId>(network_.components.size()); c-- > 0;) {
      if (network_.clock_of(c) == clock) bits.push_back(status_bit(wire, c));
    }
    return "{" + verilog_list(bits, 24, 12) + "}";
  }

  const model::Network& network_;
  const NetworkShapes& shapes_;
  const EmittedNames& names_;
  const TerminalAdapter* adapter_;  // null: raw channels, or
  const Axi4Terminals* axi_;
  PortWidths width_;  // of the routers' channels
  std::size_t stride_;
  std::vector<std::uint64_t> absent_;  // [component]
  std::vector<Ends> in_;               // [component * stride + port]
  std::vector<Ends> out_;              // [component * stride + port]
  VerilogModule top_;
  unsigned open_ = 0;  // wires of the component that lead nowhere
};

std::string identifier(const std::string& text) {
  std::string result;
  for (const char c : text) {
    result += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  if (result.empty() || std::isdigit(static_cast<unsigned char>(result[0])) != 0) {
    result.insert(0, "n");
  }
  return result;
}

}  // namespace

EmittedNames::EmittedNames(const std::string& configuration, const NetworkShapes& shapes,
                           const std::string& prefix)
    : top((prefix.empty() ? "" : prefix + "_") + identifier(configuration) + "_network"),
      adapter(top + "_terminal") {
  std::map<std::string, unsigned> count;
  for (const Shape& shape : shapes.all()) ++count[shape.module];
  std::map<std::string, unsigned> number;
  for (const Shape& shape : shapes.all()) {
    std::string name = top + "_" + shape.module;
    if (count[shape.module] > 1) name += "_" + std::to_string(number[shape.module]++);
    cells.push_back(name);
  }
}

std::string pin_of_clock(const std::string& pin, unsigned clock) {
  if (clock == 0) return pin;
  const std::size_t end = pin.rfind('_');
  return pin.substr(0, end) + "_" + std::to_string(clock) + pin.substr(end);
}

std::string adapter_name(const model::Network& network, model::NodeId terminal,
                         const TerminalAdapter& adapter) {
  const std::string name = model::terminal_name(network, terminal);
  return adapter.is_coprocessor() ? name.substr(0, name.rfind("_local_")) : name;
}

std::vector<std::string> link_names(const model::Network& network) {
  std::map<std::pair<ComponentId, ComponentId>, unsigned> count;
  for (const model::Channel& link : network.channels) ++count[{link.from, link.to}];
  std::vector<std::string> result;
  for (const model::Channel& link : network.channels) {
    std::string name = model::component_name(network, link.from) + "_to_" +
                       model::component_name(network, link.to);
    if (count[{link.from, link.to}] > 1) name += "_port" + std::to_string(link.from_port);
    result.push_back(name);
  }
  return result;
}

bool has_route_pins(const model::Network& network, model::NodeId terminal) {
  const model::ComponentId at = network.terminals[terminal].inject.component;
  return network.tables.empty() && network.components[at].kind == model::ComponentKind::router;
}

VerilogModule network_module(const model::Network& network, const NetworkShapes& shapes,
                             const EmittedNames& names, const TerminalAdapter* adapter,
                             const Axi4Terminals* axi) {
  return Wiring(network, shapes, names, adapter, axi).build();
}

}  // namespace turnpike::sim
