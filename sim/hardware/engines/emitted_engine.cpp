// emitted_engine.cpp - drive, tick, compare.

#include "sim/hardware/engines/emitted_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/hardware/emit/emitted.h"
#include "sim/hardware/systemc/hold_schedule.h"

namespace turnpike::sim {
namespace {

std::string flit_words(const std::uint64_t* flit, unsigned words) {
  std::string text = "0x";
  for (unsigned i = words; i-- > 0;) text += fmt::format("{:016x}", flit[i]);
  return text;
}

}  // namespace

EmittedEngine::EmittedEngine(const model::Network& network, model::Traffic& traffic,
                             const model::RunSpec& run, const ShapeCache::Progress& progress)
    : EmittedEngine(network, traffic, run, shape(network), progress) {}

EmittedEngine::EmittedEngine(const model::Network& network, model::Traffic& traffic,
                             const model::RunSpec& run, const Shape& shape,
                             const ShapeCache::Progress& progress)
    : BesideModel(model::make_model_engine(network, traffic, on_one_thread(run))),
      network_(network),
      seed_(run.seed),
      route_pins_(network),
      library_(ShapeCache(progress).load({shape})),
      runtime_(library_->create_runtime(run.seed)),
      rtl_(library_->create_emitted(0, *runtime_, "network")),
      in_(network.terminals.size()),
      out_(network.terminals.size()),
      expected_(network.components.size()) {
  for (const model::Terminal& terminal : network.terminals) {
    routes_.emplace_back(route_pins_, route_pins_.place_at(terminal.inject),
                         network.router.virtual_channels);
  }
  rtl_->reset();
}

EmittedEngine::~EmittedEngine() = default;

// The same name for every configuration of one network, so that it is built once.
Shape EmittedEngine::shape(const model::Network& network) {
  return emitted_shape(network, {"emitted"});
}

void EmittedEngine::build(const model::Network& network, const ShapeCache::Progress& progress) {
  ShapeCache(progress).build({shape(network)});
}

void EmittedEngine::advance(model::Cycle cycles) {
  for (model::Cycle i = 0; i < cycles; ++i) cycle();
}

void EmittedEngine::cycle() {
  rtl_->tick(in_.data(), out_.data());
  if (is_held(seed_, now() + 1)) rtl_->hold(in_.data(), out_.data());
  model_->advance(1);
  if (const char* violation = runtime_->violation()) {
    differ("network", 0, kOwnCheck, "nothing wrong", violation);
  }
  compare();
  drive();
}

// What terminals drive in the cycle that has begun.
void EmittedEngine::drive() {
  const unsigned words = network_.router.format.words();
  for (model::NodeId terminal = 0; terminal < in_.size(); ++terminal) {
    const model::NodeOutputs driven = model_->node_outputs(terminal);
    TerminalPins& pins = in_[terminal];
    pins.valid = driven.valid ? 1 : 0;
    pins.credit = driven.eject_credit;
    pins.route = 0;
    if (!driven.valid) continue;
    pins.vc = driven.vc;
    std::copy_n(driven.flit, words, pins.flit);
    pins.route =
        routes_[terminal].next(driven.vc, driven.flit, network_.router.format.is_head(driven.flit));
  }
}

void EmittedEngine::compare() {
  bool error = false;
  for (model::ComponentId c = 0; c < expected_.size(); ++c) {
    model_->outputs(c, expected_[c]);
    error |= expected_[c].error;
    compare_component(c, expected_[c]);
  }
  for (model::NodeId terminal = 0; terminal < out_.size(); ++terminal) {
    compare_terminal(terminal, expected_[network_.terminals[terminal].eject.component]);
  }
  if (error != (rtl_->error() != 0)) {
    differ("network", 0, "error_o", std::to_string(error), std::to_string(rtl_->error()));
  }
}

void EmittedEngine::compare_component(model::ComponentId component,
                                      const model::ComponentOutputs& expected) {
  if (expected.queue == nullptr) return;
  const unsigned ports = network_.ports_of(component);
  for (model::PortId port = 0; port < ports; ++port) {
    const std::uint32_t actual = rtl_->queue(component * ports + port);
    if (actual == expected.queue[port]) continue;
    differ(model::component_name(network_, component), port, "queue_o",
           std::to_string(expected.queue[port]), std::to_string(actual));
  }
}

void EmittedEngine::compare_terminal(model::NodeId terminal,
                                     const model::ComponentOutputs& sender) {
  const model::Terminal& at = network_.terminals[terminal];
  const TerminalPins& actual = out_[terminal];
  const auto fail = [&](const char* signal, const std::string& expected, const std::string& found) {
    differ(model::terminal_name(network_, terminal), 0, signal, expected, found);
  };
  const model::PortId port = at.eject.port;
  const unsigned valid = sender.valid >> port & 1u;
  if (valid != actual.valid) {
    fail("out_valid_o", std::to_string(valid), std::to_string(actual.valid));
  }
  if (valid != 0) {
    const unsigned words = network_.router.format.words();
    if (actual.vc != sender.vc[port]) {
      fail("out_vc_o", std::to_string(sender.vc[port]), std::to_string(actual.vc));
    }
    if (!std::equal(actual.flit, actual.flit + words, sender.flit[port])) {
      fail("out_flit_o", flit_words(sender.flit[port], words), flit_words(actual.flit, words));
    }
  }
  const model::VcMask credit = expected_[at.inject.component].credit[at.inject.port];
  if (credit != actual.credit) {
    fail("in_credit_o", fmt::format("{:#x}", credit), fmt::format("{:#x}", actual.credit));
  }
}

void EmittedEngine::differ(const std::string& where, model::PortId port, const char* signal,
                           std::string expected, std::string actual) const {
  Mismatch mismatch;
  mismatch.cycle = now();
  mismatch.component = where;
  mismatch.port = port;
  mismatch.signal = signal;
  mismatch.expected = std::move(expected);
  mismatch.actual = std::move(actual);
  mismatch.seed = seed_;
  throw LockstepError("the emitted network and the model differ at " + mismatch.to_text(), mismatch,
                      {});
}

}  // namespace turnpike::sim
