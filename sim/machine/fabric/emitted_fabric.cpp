// emitted_fabric.cpp - drive, tick, compare.

#include "sim/machine/fabric/emitted_fabric.h"

#include <algorithm>
#include <string>

#include "model/network/engine.h"
#include "sim/hardware/emit/emitted.h"
#include "sim/machine/fabric/lockstep_fabric.h"

namespace turnpike::sim {
namespace {

std::size_t words(std::size_t bits) { return (bits + 63) / 64; }

}  // namespace

EmittedFabric::EmittedFabric(const model::Network& network, const model::CoprocessorParams& params,
                             const BusSpec& buses, const ShapeCache::Progress& progress)
    : EmittedFabric(network, params, buses, shape(network), progress) {}

EmittedFabric::EmittedFabric(const model::Network& network, const model::CoprocessorParams& params,
                             const BusSpec& buses, const Shape& shape,
                             const ShapeCache::Progress& progress)
    : model_(network, params),
      asked_(model_.nodes()),
      shown_(model_.nodes()),
      places_(bus_pins(network)),
      pins_(model_.nodes()),
      library_(ShapeCache(progress).load({shape})),
      runtime_(library_->create_runtime(buses.seed)),
      rtl_(library_->create_buses(0, *runtime_, "network")),
      in_(words(std::size_t{model_.nodes()} * places_.in_bits())),
      out_(words(std::size_t{model_.nodes()} * places_.out_bits())) {
  for (model::NodeId node = 0; node < nodes(); ++node) {
    asked_[node] = model_.inputs(node);
    buses_.emplace_back(params, asked_[node].node);
    drivers_.emplace_back(buses, node, asked_[node]);
  }
  rtl_->reset(out_.data());
  show();
  compare();
}

EmittedFabric::~EmittedFabric() = default;

// The same name for every configuration of one network, so that it is built once.
Shape EmittedFabric::shape(const model::Network& network) {
  return emitted_shape(network, {"emitted", TerminalKind::coprocessor});
}

void EmittedFabric::advance() {
  drive();
  rtl_->tick(in_.data(), out_.data());
  const bool may_issue = std::all_of(drivers_.begin(), drivers_.end(),
                                     [](const BusDriver& driver) { return driver.is_ready(); });
  for (model::NodeId node = 0; node < nodes(); ++node) {
    const NodePins& pins = pins_[node];
    drivers_[node].tick(now(), buses_[node].registers(), buses_[node].memory(), may_issue);
    buses_[node].tick(model_.outputs(node), pins.processor, pins.memory);
  }
  model_.advance();
  if (const char* violation = runtime_->violation()) {
    throw model::NetworkError("cycle " + std::to_string(now()) +
                              ": the emitted network's own check: " + violation);
  }
  show();
  compare();
}

// The inputs of the present cycle.
void EmittedFabric::drive() {
  for (model::NodeId node = 0; node < nodes(); ++node) {
    NodePins& pins = pins_[node];
    model::CoprocessorIn& in = model_.inputs(node);
    pins.processor = drivers_[node].processor();
    pins.memory = drivers_[node].memory();
    pins.watch = asked_[node];
    places_.put(pins, node, in_);
    in.watch_valid = pins.watch.watch_valid;
    in.watch_address = pins.watch.watch_address;
    in.watch_bytes = pins.watch.watch_bytes;
    buses_[node].drive(model_.outputs(node), in);
    model_.wake(node);
  }
}

// What the present cycle's outputs are: of the model, and to the machine.
void EmittedFabric::show() {
  for (model::NodeId node = 0; node < nodes(); ++node) {
    const model::CoprocessorOut& out = model_.outputs(node);
    NodePins& pins = pins_[node];
    pins.registers = buses_[node].registers();
    pins.requests = buses_[node].memory();
    pins.watch_exception = out.watch_exception;
    pins.idle = buses_[node].idle();
    model::CoprocessorOut& shown = shown_[node];
    shown = drivers_[node].shown();
    shown.watch_exception = out.watch_exception;
    shown.sent = out.sent;
    shown.received = out.received;
    shown.error_valid = out.error_valid;
    shown.error_code = out.error_code;
    shown.error_pointer = out.error_pointer;
    shown.idle = pins.idle && drivers_[node].is_idle();
  }
}

void EmittedFabric::compare() {
  for (model::NodeId node = 0; node < nodes(); ++node) {
    const BusPins::Difference found = places_.compare(pins_[node], node, out_);
    if (found.pin.empty()) continue;
    throw MachineMismatch(now(), node, "buses", found.pin, found.expected, found.actual);
  }
  if (rtl_->error() != 0) {
    throw model::NetworkError("cycle " + std::to_string(now()) +
                              ": the emitted network's error_o is high, the model has no error");
  }
}

}  // namespace turnpike::sim
