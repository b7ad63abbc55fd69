// expected_run.cpp - outputs of the model as pins.

#include "sim/hardware/engines/expected_run.h"

#include <algorithm>

#include "sim/base/interrupt.h"

namespace turnpike::sim {
namespace {

constexpr model::Cycle kStride = 4096;  // cycles from one look for a signal to the next

}  // namespace

ExpectedRun::ExpectedRun(RtlNetwork& rtl, const model::Traffic& like, const model::RunSpec& run,
                         const std::vector<std::size_t>& modules)
    : rtl_(rtl),
      traffic_(like.spec(), rtl.network(), like.seed()),
      model_(model::make_model_engine(rtl.network(), traffic_, run)) {
  const model::Network& network = rtl.network();
  for (const std::size_t module : modules) {
    if (module >= network.components.size()) continue;
    Shown shown;
    shown.component = static_cast<model::ComponentId>(module);
    shown.ports.resize(kMaxComponentPorts);
    for (model::PortId port = 0; port < network.max_ports(); ++port) {
      shown.routes.emplace_back(rtl.route_pins(),
                                rtl.route_pins().place_behind(shown.component, port),
                                network.router.virtual_channels);
    }
    shown_.push_back(std::move(shown));
  }
  look();
}

void ExpectedRun::advance_to(model::Cycle cycle) {
  while (model_->now() < cycle && !is_over_) {
    step();
    if (model_->now() % kStride == 0) stop_if_interrupted("before the waveform was made");
  }
}

void ExpectedRun::step() {
  if (is_over_) return;
  try {
    model_->advance(1);
    look();
  } catch (const model::NetworkError&) {
    is_over_ = true;
  }
}

void ExpectedRun::look() {
  for (Shown& shown : shown_) look_at(shown);
}

void ExpectedRun::look_at(Shown& shown) {
  const model::FlitFormat& format = rtl_.network().router.format;
  const unsigned ports = rtl_.network().ports_of(shown.component);
  model_->outputs(shown.component, outputs_);
  shown.result.outputs.flits = outputs_.valid;
  shown.result.error = outputs_.error ? 1 : 0;
  for (model::PortId port = 0; port < ports; ++port) {
    ChannelPins& pins = shown.ports[port];
    pins = {};
    pins.credit = outputs_.credit[port];
    if (outputs_.queue != nullptr) shown.result.queue[port] = outputs_.queue[port];
    if ((outputs_.valid >> port & 1) == 0) continue;
    pins.vc = outputs_.vc[port];
    std::copy_n(outputs_.flit[port], format.words(), pins.flit);
    pins.route = shown.routes[port].next(pins.vc, pins.flit, format.is_head(pins.flit));
  }
}

void ExpectedRun::show() const {
  for (const Shown& shown : shown_) {
    rtl_.modules()[shown.component]->rtl().expect(shown.result, shown.ports.data());
  }
}

}  // namespace turnpike::sim
