// rtl_network.h - a whole network of hardware components as one SystemC module.
//
// It is built from the network graph: a module for each component and each channel with registers,
// a FlitChannel for each wire, a TerminalModule for each terminal. One process runs at the clock
// edge and calls the modules in which something can happen.
//
// You can replace a terminal or a component by your own SystemC module, bound to the same channels
// (tests/system/systemc/own_terminal_test.cpp shows it).

#pragma once

#include <exception>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <systemc>
#include <vector>

#include "model/network/engine.h"
#include "model/topology/network.h"
#include "sim/hardware/rtl_components/shape_cache.h"
#include "sim/hardware/shapes/network_shapes.h"
#include "sim/hardware/systemc/component_bank.h"
#include "sim/hardware/systemc/component_module.h"
#include "sim/hardware/systemc/flit_channel.h"
#include "sim/hardware/systemc/network_clock.h"
#include "sim/hardware/systemc/not_ready.h"
#include "sim/hardware/systemc/route_pins.h"
#include "sim/hardware/systemc/terminal_module.h"
#include "sim/hardware/systemc/waveform_file.h"

namespace turnpike::sim {

// A REQUIRE or ENSURE of the RTL does not hold.
struct RtlViolation : model::NetworkError {
  RtlViolation(model::Cycle at, std::size_t in, const std::string& what)
      : model::NetworkError(what), cycle(at), module(in) {}

  model::Cycle cycle;  // at whose end
  std::size_t module;  // index in RtlNetwork::modules()
};

struct RtlNetworkOptions {
  std::uint64_t seed = 1;  // of what registers hold before reset
  bool skip_quiet = true;  // evaluate only components in which something can happen
  bool holds = false;      // now and then (hold_schedule.h) an edge that does not count
  // SystemC is started by somebody else, whose processes call advance(): it has no clock, and runs
  // its cycles at once, whatever SystemC's time is.
  bool in_systemc = false;
  // Routers, and interchanges, of which a network has so many of one shape are sliced: evaluated
  // 64 at a time (docs/architecture.md, 5). A bank of 64 lanes costs as much as four Verilated
  // components, and is built in twice the time.
  static constexpr std::size_t kSliceFrom = 32;
  static constexpr std::size_t kNeverSlice = ~std::size_t{0};
  std::size_t slice_from = kSliceFrom;
  // Of each shape that is sliced one component, drawn from the seed, is Verilated: who compares
  // both with the model compares them with each other.
  bool mixed = false;
  std::set<model::NodeId> own_terminals;        // left out
  std::set<model::ComponentId> own_components;  // left out
  ShapeCache::Progress progress;                // hears of builds

  RtlNetworkOptions with_seed(std::uint64_t of_run) const {
    RtlNetworkOptions options = *this;
    options.seed = of_run;
    return options;
  }
};

class RtlNetwork final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(RtlNetwork);

  // `network` and `driver` must outlive this. Builds the shapes that are not in the cache.
  RtlNetwork(const sc_core::sc_module_name& name, const model::Network& network,
             TerminalDriver& driver, const RtlNetworkOptions& options);
  ~RtlNetwork() override;

  // Some components of it are sliced, if there is a Yosys.
  static bool can_be_sliced(const model::Network& network, const RtlNetworkOptions& options);
  // Builds what it is made of, and no more.
  static void build(const model::Network& network, const RtlNetworkOptions& options);

  // Ends elaboration, loads routing tables and resets; before the first advance(). Throws
  // NotReadyError with in_systemc before SystemC runs.
  void start();
  // Brings every component and all pins to the state after reset; the cycle becomes 0.
  void reset();
  // Runs cycles. Throws what an edge threw: model::NetworkError, or anything from the driver or
  // the observer; the edge in which that happened is complete.
  void advance(model::Cycle cycles);
  model::Cycle now() const { return clock_.now(); }

  // Called at each edge after all components were clocked; `now` is the new cycle.
  using Observer = std::function<void(model::Cycle now)>;
  void set_observer(Observer observer) { observer_ = std::move(observer); }

  // A clock edge that does not count: enable_i is low. All pins of cycle `now` are there.
  void hold(model::Cycle now);

  const model::Network& network() const { return network_; }
  const RoutePins& route_pins() const { return route_pins_; }
  // The network's components, by ComponentId (null: left out), then the channels with registers.
  const std::vector<ComponentModule*>& modules() const { return modules_; }
  // Of a channel with registers: its index in modules(); kNoModule for others.
  static constexpr std::size_t kNoModule = ~std::size_t{0};
  std::size_t module_of(model::ChannelId channel) const { return channel_modules_[channel]; }

  // For modules of one's own.
  sc_core::sc_clock& clk() { return clock_.clk(); }  // not with in_systemc
  FlitOutIf& injection(model::NodeId node);
  FlitInIf& ejection(model::NodeId node);
  FlitInIf& input(model::ComponentId component, model::PortId port);
  FlitOutIf& output(model::ComponentId component, model::PortId port);

  // Some components are sliced. They have no waveforms.
  bool is_sliced() const { return !banks_.empty(); }
  // Verilated components take the place of sliced ones, and all are as after start(). Throws as
  // ShapeCache::load.
  void verilate();

  // Waveforms of some modules (by index in modules()) from the present cycle on, until closed. What
  // is traced is evaluated in every cycle. Time in the file is cycle * NetworkClock::kPeriodNs.
  // These throw ConfigError when the file cannot be written (WaveformFile); it is closed then.
  void open_waveform(const std::string& path, const std::vector<std::size_t>& modules);
  void flush_waveform();
  void check_waveform();
  void close_waveform();
  bool has_waveform() const { return waveform_ != nullptr; }

  struct Checkpoint {
    model::Cycle now = 0;
    std::vector<ComponentModule::Checkpoint> modules;
    std::vector<TerminalModule::Checkpoint> terminals;
    std::list<PassingRoutes> routes;  // of what C++ sends
  };
  // Not for networks with modules of one's own, whose state is unknown here.
  void save(Checkpoint& to);
  void restore(const Checkpoint& from);
  // The same and all counts, for another process.
  void visit_state(model::StateStream& state);

 private:
  void wire_channels();
  void wire_terminals();
  void wire_open_ports();
  FlitChannel& add_wire(const std::string& name);
  // C++ sends on the wire what is routed next at `place`.
  void add_routes(FlitChannel& wire, const RoutePins::Place& place);
  void connect_sender(model::ComponentId component, model::PortId port, FlitChannel& wire);
  void connect_receiver(model::ComponentId component, model::PortId port, FlitChannel& wire);
  void choose_witnesses();
  ComponentModule& add_module(const std::string& name, std::size_t shape, unsigned ports);
  ComponentBank& bank_of(std::size_t shape);
  std::size_t shape_of(std::size_t module) const;
  void set_place(model::ComponentId component);
  void load_tables();
  void start_of_simulation() override;

  bool is_in_bank(const ComponentModule* module) const;
  void edge();
  void do_edge();
  void clock_modules(unsigned parity);
  void note_error(const ComponentModule& module) {
    if (module.outputs().error != 0 && in_error_ == nullptr) in_error_ = &module;
  }
  // At the present edge.
  [[noreturn]] void report_violation() const;
  std::size_t module_of(const std::string& message) const;

  const model::Network& network_;
  RoutePins route_pins_;
  TerminalDriver& driver_;
  RtlNetworkOptions options_;
  std::size_t stride_;         // of the wires: the most ports that a component has
  std::vector<Shape> shapes_;  // of `network_shapes_`, then those of `witnesses_`
  // Components that are Verilated although their shape is sliced: index in `shapes_`.
  std::map<model::ComponentId, std::size_t> witnesses_;
  NetworkShapes network_shapes_;
  std::unique_ptr<ShapeLibrary> library_;
  std::unique_ptr<RtlRuntime> runtime_;
  std::vector<std::unique_ptr<ComponentBank>> banks_;
  NetworkClock clock_;
  std::vector<std::unique_ptr<FlitChannel>> wires_;
  std::list<PassingRoutes> routes_;  // of wires on which C++ sends; they stay where they are
  std::vector<std::unique_ptr<ComponentModule>> owned_modules_;
  std::vector<std::unique_ptr<TerminalModule>> owned_terminals_;
  std::vector<ComponentModule*> modules_;
  std::vector<std::size_t> channel_modules_;  // [channel]
  std::vector<FlitChannel*> in_wires_;        // [component * stride + port]
  std::vector<FlitChannel*> out_wires_;       // [component * stride + port]
  Observer observer_;
  const ComponentModule* in_error_ = nullptr;  // the first whose error_o is high
  std::exception_ptr failure_;
  std::unique_ptr<WaveformFile> waveform_;
  std::vector<ComponentModule*> plain_;   // neither in the waveform nor in a bank
  std::vector<ComponentModule*> traced_;  // in the waveform
};

}  // namespace turnpike::sim
