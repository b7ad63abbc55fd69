// rtl_network.cpp - the clock edge, waveforms and checkpoints of a network (its wiring:
// rtl_network_wiring.cpp).

#include "sim/hardware/systemc/rtl_network.h"

#include <algorithm>
#include <stdexcept>

#include "sim/hardware/systemc/hold_schedule.h"

namespace turnpike::sim {

void RtlNetwork::start() {
  if (!options_.in_systemc) {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  } else if (sc_core::sc_get_status() != sc_core::SC_RUNNING) {
    throw NotReadyError(
        "hardware in SystemC: found SystemC that does not run, allowed: cycles from its first "
        "process on");
  }
  reset();
  load_tables();
}

void RtlNetwork::reset() {
  for (const auto& module : owned_modules_) module->reset();
  for (const auto& terminal : owned_terminals_) terminal->reset();
  clock_.rewind(0);
  failure_ = nullptr;
  in_error_ = nullptr;
}

void RtlNetwork::load_tables() {
  if (!network_.router.routing.kind.function->looks_up()) return;
  const unsigned bits = network_.router.format.address_bits;
  for (model::ComponentId c = 0; c < network_.components.size(); ++c) {
    if (modules_[c] == nullptr) continue;
    for (model::PortId in = 0; in < network_.router.ports; ++in) {
      for (std::uint32_t layer = 0; layer < network_.router.routing.layers; ++layer) {
        const model::TableWord* const line = network_.line_of(c, in, layer);
        for (std::uint32_t to = 0; to < network_.line_words(); ++to) {
          modules_[c]->rtl().write_table(in, layer << bits | to, line[to]);
        }
      }
    }
  }
}

void RtlNetwork::advance(model::Cycle cycles) {
  const sc_core::sc_time period(NetworkClock::kPeriodNs, sc_core::SC_NS);
  const model::Cycle end = clock_.now() + cycles;
  while (options_.in_systemc && clock_.now() < end && failure_ == nullptr) {
    do_edge();
    clock_.edge_without_clock();
  }
  // An edge that failed has stopped SystemC's time in the middle of a period; from there on
  // a number of periods may hold one edge less.
  while (clock_.now() < end && failure_ == nullptr) {
    sc_core::sc_start(period * static_cast<double>(end - clock_.now()));
  }
  if (failure_ == nullptr) return;
  const std::exception_ptr failure = failure_;
  failure_ = nullptr;
  std::rethrow_exception(failure);
}

void RtlNetwork::edge() {
  clock_.edge();
  do_edge();
  if (failure_ != nullptr) sc_core::sc_pause();
}

void RtlNetwork::do_edge() {
  const unsigned parity = clock_.parity();
  // SystemC would swallow an exception's type: advance() passes it on.
  try {
    driver_.begin_cycle(clock_.now());
    if (driver_.sees_first()) {
      for (const auto& terminal : owned_terminals_) terminal->show(parity, driver_);
    }
    for (const auto& terminal : owned_terminals_) terminal->tick(parity, driver_);
    clock_modules(parity);
    if (options_.holds && is_held(options_.seed, clock_.now() + 1)) hold(clock_.now() + 1);
    if (runtime_->violation() != nullptr) report_violation();
    if (observer_) observer_(clock_.now() + 1);
    if (in_error_ != nullptr) {
      throw model::NetworkError("cycle " + std::to_string(clock_.now() + 1) + ": " +
                                in_error_->basename() +
                                ": a head has come that can never be routed (error_o)");
    }
  } catch (...) {
    failure_ = std::current_exception();
  }
}

void RtlNetwork::clock_modules(unsigned parity) {
  for (const auto& bank : banks_) {
    if (options_.skip_quiet && bank->is_quiet(parity)) continue;
    bank->tick(parity);
    for (const ComponentModule* module : bank->modules()) note_error(*module);
  }
  if (!traced_.empty()) {
    const std::uint64_t time = clock_.now() * NetworkClock::kPeriodNs;
    for (ComponentModule* module : traced_) module->settle(parity);
    waveform_->dump(time);
    for (ComponentModule* module : traced_) module->fall();
    waveform_->dump(time + NetworkClock::kPeriodNs / 2);
    for (ComponentModule* module : traced_) {
      module->rise(parity);
      note_error(*module);
    }
  }
  for (ComponentModule* module : plain_) {
    if (options_.skip_quiet && module->is_quiet(parity)) continue;
    module->tick(parity);
    note_error(*module);
  }
}

// A waveform leaves this edge out: in it the clock rises once a cycle.
void RtlNetwork::hold(model::Cycle now) {
  const auto parity = static_cast<unsigned>(now & 1);
  const auto hold_one = [&](ComponentModule& module) {
    module.begin_hold(parity);
    module.end_hold(parity);
    note_error(module);
  };
  for (ComponentModule* module : traced_) hold_one(*module);
  for (ComponentModule* module : plain_) {
    if (!options_.skip_quiet || !module->is_quiet(parity)) hold_one(*module);
  }
}

// Of several the one of the component that comes first, whichever was evaluated first: sliced and
// Verilated components are not evaluated in one order.
void RtlNetwork::report_violation() const {
  std::string first = runtime_->violation();
  std::size_t module = module_of(first);
  for (std::size_t i = 1; const char* message = runtime_->violation(i); ++i) {
    if (module_of(message) >= module) continue;
    first = message;
    module = module_of(message);
  }
  throw RtlViolation(clock_.now(), module, "cycle " + std::to_string(clock_.now()) + ": " + first);
}

// Messages begin with the path of the instance, and that with the component's name.
std::size_t RtlNetwork::module_of(const std::string& message) const {
  const std::string name = message.substr(0, message.find_first_of(".:"));
  const auto at =
      std::find_if(modules_.begin(), modules_.end(), [&](const ComponentModule* module) {
        return module != nullptr && module->basename() == name;
      });
  return at == modules_.end() ? 0 : static_cast<std::size_t>(at - modules_.begin());
}

void RtlNetwork::open_waveform(const std::string& path, const std::vector<std::size_t>& modules) {
  close_waveform();
  std::unique_ptr<RtlWaveform> waveform(runtime_->create_waveform());
  std::vector<ComponentModule*> traced;
  for (const std::size_t index : modules) {
    if (modules_.at(index) == nullptr) continue;
    if (is_in_bank(modules_[index])) throw std::logic_error("a sliced component has no waveform");
    traced.push_back(modules_[index]);
    waveform->add(modules_[index]->rtl());
  }
  if (traced.empty()) throw std::invalid_argument("a waveform needs at least one component");
  waveform_ = std::make_unique<WaveformFile>(std::move(waveform), path);
  traced_ = std::move(traced);
  plain_.clear();
  for (const auto& module : owned_modules_) {
    const bool is_traced = std::find(traced_.begin(), traced_.end(), module.get()) != traced_.end();
    if (!is_traced && !is_in_bank(module.get())) plain_.push_back(module.get());
  }
}

bool RtlNetwork::is_in_bank(const ComponentModule* module) const {
  return std::any_of(banks_.begin(), banks_.end(), [&](const auto& bank) {
    const std::vector<ComponentModule*>& modules = bank->modules();
    return std::find(modules.begin(), modules.end(), module) != modules.end();
  });
}

void RtlNetwork::flush_waveform() {
  check_waveform();
  if (waveform_ != nullptr) waveform_->flush();
}

void RtlNetwork::check_waveform() {
  if (waveform_ != nullptr && waveform_->has_failed()) close_waveform();
}

void RtlNetwork::close_waveform() {
  const std::unique_ptr<WaveformFile> waveform = std::move(waveform_);
  traced_.clear();
  plain_.clear();
  for (const auto& module : owned_modules_) {
    if (!is_in_bank(module.get())) plain_.push_back(module.get());
  }
  if (waveform != nullptr) waveform->close();
}

void RtlNetwork::save(Checkpoint& to) {
  to.now = clock_.now();
  to.modules.resize(owned_modules_.size());
  for (std::size_t i = 0; i < owned_modules_.size(); ++i) owned_modules_[i]->save(to.modules[i]);
  to.terminals.resize(owned_terminals_.size());
  for (std::size_t i = 0; i < owned_terminals_.size(); ++i) {
    owned_terminals_[i]->save(to.terminals[i]);
  }
  to.routes = routes_;
}

void RtlNetwork::restore(const Checkpoint& from) {
  clock_.rewind(from.now);
  for (std::size_t i = 0; i < owned_modules_.size(); ++i) {
    owned_modules_[i]->restore(from.modules[i]);
  }
  for (std::size_t i = 0; i < owned_terminals_.size(); ++i) {
    owned_terminals_[i]->restore(from.terminals[i]);
  }
  std::copy(from.routes.begin(), from.routes.end(), routes_.begin());
  runtime_->clear_violation();
  in_error_ = nullptr;
}

void RtlNetwork::visit_state(model::StateStream& state) {
  std::string shapes;
  for (const Shape& shape : shapes_) {
    shapes += shape.to_text() + (shape.is_sliced ? ", sliced\n" : "\n");
  }
  std::string found = shapes;
  state.value(found);
  if (found != shapes) {
    throw model::StateError("hardware: other shapes than this network has, or other ones sliced");
  }
  Checkpoint all;
  save(all);  // for the lengths of lists, when it is read
  state.value(all.now);
  for (ComponentModule::Checkpoint& module : all.modules) module.visit_state(state);
  for (TerminalModule::Checkpoint& terminal : all.terminals) terminal.visit_state(state);
  for (PassingRoutes& routes : all.routes) routes.visit_state(state);
  for (const auto& module : owned_modules_) module->visit_counts(state);
  if (state.is_reading()) restore(all);
}

}  // namespace turnpike::sim
