// rtl_network_wiring.cpp - modules, wires and bindings from the network graph.

#include <algorithm>

#include "sim/hardware/rtl_components/shape_builder.h"
#include "sim/hardware/systemc/rtl_network.h"

namespace turnpike::sim {
namespace {

ComponentPlace place_of(const model::Network& network, model::ComponentId c) {
  const model::Component& component = network.components[c];
  ComponentPlace place{component.address, network.limit, component.dimension, component.connected,
                       component.paced};
  if (!network.is_paced(c)) return place;
  std::copy_n(network.pauses_of(c), network.router.ports, place.pauses);
  return place;
}

// A sliced component has the pins of a router or an interchange.
bool has_sliced_pins(const Shape& shape) {
  return shape.module == "router" || shape.module == "interchange";
}

// All shapes, then, of mixed hardware, those that are sliced as Verilated ones.
std::vector<Shape> shapes_of(const NetworkShapes& shapes, const model::Network& network,
                             const RtlNetworkOptions& options) {
  std::vector<std::size_t> count(shapes.all().size());
  for (const model::Component& component : network.components) ++count[shapes.of(component)];
  std::vector<Shape> all = shapes.all();
  for (std::size_t i = 0; i < count.size(); ++i) {
    all[i].is_sliced = has_sliced_pins(all[i]) && count[i] >= options.slice_from;
    if (all[i].is_sliced && options.mixed) all.push_back(shapes.all()[i]);
  }
  return all;
}

// `use` gets the shapes, first those that are to be sliced as such; where that cannot be it hears
// of all as Verilated ones.
template <class Use>
void with_shapes(const NetworkShapes& shapes, const model::Network& network,
                 const RtlNetworkOptions& options, Use use) {
  const ShapeCache cache(options.progress);
  try {
    use(cache, shapes_of(shapes, network, options));
  } catch (const CannotSlice& error) {
    if (options.progress) {
      options.progress(std::string("components are Verilated, which is slower: ") + error.what());
    }
    use(cache, shapes.all());
  }
}

}  // namespace

bool RtlNetwork::can_be_sliced(const model::Network& network, const RtlNetworkOptions& options) {
  const std::vector<Shape> shapes = shapes_of(NetworkShapes(network), network, options);
  return std::any_of(shapes.begin(), shapes.end(), [](const Shape& one) { return one.is_sliced; });
}

void RtlNetwork::build(const model::Network& network, const RtlNetworkOptions& options) {
  with_shapes(NetworkShapes(network), network, options,
              [](const ShapeCache& cache, const std::vector<Shape>& all) { cache.build(all); });
}

RtlNetwork::RtlNetwork(const sc_core::sc_module_name& name, const model::Network& network,
                       TerminalDriver& driver, const RtlNetworkOptions& options)
    : sc_core::sc_module(name),
      network_(network),
      route_pins_(network),
      driver_(driver),
      options_(options),
      stride_(network.max_ports()),
      network_shapes_(network),
      clock_("clock", !options.in_systemc),
      channel_modules_(network.channels.size(), kNoModule),
      in_wires_(network.components.size() * stride_),
      out_wires_(network.components.size() * stride_) {
  with_shapes(network_shapes_, network, options,
              [this](const ShapeCache& cache, const std::vector<Shape>& all) {
                library_ = cache.load(all);
                shapes_ = all;
              });
  runtime_ = library_->create_runtime(options.seed);
  choose_witnesses();
  for (model::ComponentId c = 0; c < network.components.size(); ++c) {
    if (options_.own_components.count(c) != 0) {
      modules_.push_back(nullptr);
      continue;
    }
    const auto witness = witnesses_.find(c);
    add_module(
        model::component_name(network, c),
        witness == witnesses_.end() ? network_shapes_.of(network.components[c]) : witness->second,
        network.ports_of(c));
    set_place(c);
  }
  wire_channels();
  wire_terminals();
  wire_open_ports();
  close_waveform();

  if (options.in_systemc) return;
  SC_METHOD(edge);
  sensitive << clock_.clk().posedge_event();
  dont_initialize();
}

RtlNetwork::~RtlNetwork() = default;

void RtlNetwork::set_place(model::ComponentId component) {
  modules_[component]->rtl().set_place(place_of(network_, component));
}

void RtlNetwork::choose_witnesses() {
  std::size_t verilated = network_shapes_.all().size();
  for (std::size_t shape = 0; verilated < shapes_.size(); ++shape) {
    if (!shapes_[shape].is_sliced) continue;
    std::vector<model::ComponentId> all;
    for (model::ComponentId c = 0; c < network_.components.size(); ++c) {
      if (network_shapes_.of(network_.components[c]) == shape) all.push_back(c);
    }
    witnesses_[all[options_.seed % all.size()]] = verilated++;
  }
}

ComponentModule& RtlNetwork::add_module(const std::string& name, std::size_t shape,
                                        unsigned ports) {
  if (shapes_[shape].is_sliced) {
    ComponentBank& bank = bank_of(shape);
    owned_modules_.push_back(
        std::make_unique<ComponentModule>(name.c_str(), ports, bank.add_lane(name.c_str())));
    bank.add_module(*owned_modules_.back());
  } else {
    owned_modules_.push_back(std::make_unique<ComponentModule>(
        name.c_str(), ports, library_->create(shape, *runtime_, name)));
  }
  modules_.push_back(owned_modules_.back().get());
  return *owned_modules_.back();
}

// One of the shape with a lane to spare.
ComponentBank& RtlNetwork::bank_of(std::size_t shape) {
  for (const auto& bank : banks_) {
    if (bank->shape() == shape && !bank->is_full()) return *bank;
  }
  banks_.push_back(std::make_unique<ComponentBank>(shape, library_->create_bank(shape, *runtime_)));
  return *banks_.back();
}

void RtlNetwork::verilate() {
  close_waveform();
  std::unique_ptr<ShapeLibrary> library = ShapeCache(options_.progress).load(network_shapes_.all());
  std::unique_ptr<RtlRuntime> runtime = library->create_runtime(options_.seed);
  for (std::size_t i = 0; i < modules_.size(); ++i) {
    if (modules_[i] == nullptr) continue;
    modules_[i]->replace(library->create(shape_of(i), *runtime, modules_[i]->basename()));
    if (i < network_.components.size()) set_place(static_cast<model::ComponentId>(i));
  }
  banks_.clear();
  runtime_ = std::move(runtime);
  library_ = std::move(library);
  close_waveform();
  reset();
  load_tables();
}

// Of a module, by its index.
std::size_t RtlNetwork::shape_of(std::size_t module) const {
  if (module < network_.components.size()) {
    return network_shapes_.of(network_.components[module]);
  }
  const auto channel = std::find(channel_modules_.begin(), channel_modules_.end(), module);
  return network_shapes_.of(
      network_.channels[static_cast<std::size_t>(channel - channel_modules_.begin())]);
}

FlitChannel& RtlNetwork::add_wire(const std::string& name) {
  wires_.push_back(std::make_unique<FlitChannel>(name.c_str(), clock_, network_.router.format));
  return *wires_.back();
}

void RtlNetwork::add_routes(FlitChannel& wire, const RoutePins::Place& place) {
  routes_.emplace_back(route_pins_, place, network_.router.virtual_channels);
  wire.set_routes(&routes_.back());
}

void RtlNetwork::connect_sender(model::ComponentId component, model::PortId port,
                                FlitChannel& wire) {
  out_wires_.at(component * stride_ + port) = &wire;
  if (modules_[component] != nullptr) modules_[component]->out[port].bind(wire);
}

void RtlNetwork::connect_receiver(model::ComponentId component, model::PortId port,
                                  FlitChannel& wire) {
  in_wires_.at(component * stride_ + port) = &wire;
  if (modules_[component] != nullptr) modules_[component]->in[port].bind(wire);
}

void RtlNetwork::wire_channels() {
  for (model::ChannelId id = 0; id < network_.channels.size(); ++id) {
    const model::Channel& channel = network_.channels[id];
    const std::string name = model::component_name(network_, channel.from) + "_channel_" +
                             std::to_string(channel.from_port);
    FlitChannel& first = add_wire(name + "_wire");
    connect_sender(channel.from, channel.from_port, first);
    if (modules_[channel.from] == nullptr) {
      add_routes(first, route_pins_.place_behind(channel.from, channel.from_port));
    }
    if (channel.latency == 0) {
      connect_receiver(channel.to, channel.to_port, first);
      continue;
    }
    channel_modules_[id] = modules_.size();
    ComponentModule& registers = add_module(name, network_shapes_.of(channel), 1);
    FlitChannel& second = add_wire(name + "_end");
    registers.in[0].bind(first);
    registers.out[0].bind(second);
    connect_receiver(channel.to, channel.to_port, second);
  }
}

void RtlNetwork::wire_terminals() {
  for (model::NodeId node = 0; node < network_.terminals.size(); ++node) {
    const model::Terminal& terminal = network_.terminals[node];
    const std::string name = model::terminal_name(network_, node);
    FlitChannel& inject = add_wire(name + "_inject");
    FlitChannel& eject = add_wire(name + "_eject");
    connect_receiver(terminal.inject.component, terminal.inject.port, inject);
    add_routes(inject, route_pins_.place_at(terminal.inject));
    connect_sender(terminal.eject.component, terminal.eject.port, eject);
    if (options_.own_terminals.count(node) != 0) continue;
    const ComponentModule* router = modules_[terminal.inject.component];
    const bool has_queue = network_.packets && router != nullptr;
    owned_terminals_.push_back(std::make_unique<TerminalModule>(
        name.c_str(), node, has_queue ? router->outputs().queue : nullptr));
    owned_terminals_.back()->out.bind(inject);
    owned_terminals_.back()->in.bind(eject);
  }
}

// A mesh's edge has ports that lead nowhere: wires on which nothing ever moves.
void RtlNetwork::wire_open_ports() {
  for (model::ComponentId c = 0; c < network_.components.size(); ++c) {
    for (model::PortId port = 0; port < network_.ports_of(c); ++port) {
      const std::size_t index = c * stride_ + port;
      const std::string name = model::component_name(network_, c) + "_" + std::to_string(port);
      if (in_wires_[index] == nullptr) connect_receiver(c, port, add_wire(name + "_in_open"));
      if (out_wires_[index] == nullptr) connect_sender(c, port, add_wire(name + "_out_open"));
    }
  }
}

void RtlNetwork::start_of_simulation() {
  for (const auto& wire : wires_) wire->end_elaboration();
}

FlitOutIf& RtlNetwork::injection(model::NodeId node) {
  const model::Attachment& at = network_.terminals.at(node).inject;
  return *in_wires_.at(at.component * stride_ + at.port);
}

FlitInIf& RtlNetwork::ejection(model::NodeId node) {
  const model::Attachment& at = network_.terminals.at(node).eject;
  return *out_wires_.at(at.component * stride_ + at.port);
}

FlitInIf& RtlNetwork::input(model::ComponentId component, model::PortId port) {
  return *in_wires_.at(component * stride_ + port);
}

FlitOutIf& RtlNetwork::output(model::ComponentId component, model::PortId port) {
  return *out_wires_.at(component * stride_ + port);
}

}  // namespace turnpike::sim
