// tracer.cpp - cutting a run at the cycles in which the waveform wants attention.

#include "sim/hardware/trace/tracer.h"

#include <algorithm>
#include <stdexcept>

#include "sim/base/config_error.h"
#include "sim/hardware/trace/gtkw_file.h"

namespace turnpike::sim {
namespace {

std::vector<std::size_t> find_modules(const RtlNetwork& network,
                                      const std::vector<std::string>& scope) {
  const std::vector<ComponentModule*>& all = network.modules();
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (scope.empty() && all[i] != nullptr) found.push_back(i);
  }
  for (const std::string& name : scope) {
    const auto at = std::find_if(all.begin(), all.end(), [&](const ComponentModule* module) {
      return module != nullptr && module->basename() == name;
    });
    if (at == all.end()) {
      throw std::invalid_argument("no component " + name + " to trace; the first is " +
                                  model::component_name(network.network(), 0));
    }
    found.push_back(static_cast<std::size_t>(at - all.begin()));
  }
  return found;
}

}  // namespace

Tracer::Tracer(RtlNetwork& network, TraceWindow window)
    : network_(network), window_(std::move(window)) {
  if (window_.file.empty()) return;
  if (window_.from >= window_.to) {
    throw std::invalid_argument("the waveform's first cycle, " + std::to_string(window_.from) +
                                ", is not before its end, " + std::to_string(window_.to));
  }
  modules_ = find_modules(network, window_.scope);
}

void Tracer::advance(model::Cycle cycles) {
  if (window_.file.empty()) {
    network_.advance(cycles);
    return;
  }
  keep_if_whole([&] { advance_traced(cycles); });
}

void Tracer::finish() {
  keep_if_whole([this] { network_.close_waveform(); });
}

template <class Step>
void Tracer::keep_if_whole(Step step) {
  try {
    step();
  } catch (const ConfigError&) {
    remove_view(window_.file);
    files_.clear();
    throw;
  }
}

void Tracer::advance_traced(model::Cycle cycles) {
  const model::Cycle end = network_.now() + cycles;
  while (network_.now() < end) {
    const model::Cycle now = network_.now();
    if (now == window_.from) open();
    if (now == window_.to) network_.close_waveform();
    model::Cycle stop = end;
    if (now < window_.from) stop = std::min(stop, window_.from);
    if (now < window_.to) stop = std::min(stop, window_.to);
    if (network_.has_waveform()) stop = std::min(stop, now + kFlushCycles);
    network_.advance(stop - now);
    network_.flush_waveform();
  }
}

void Tracer::open() {
  network_.open_waveform(window_.file.string(), modules_);
  files_.push_back(window_.file.string());
  write_view();
}

void Tracer::write_view() {
  WaveformView view;
  view.from = window_.from;
  view.marker = window_.from;
  const std::size_t components = network_.network().components.size();
  for (const std::size_t module : modules_) {
    if (module >= components) continue;
    view.components.push_back(static_cast<model::ComponentId>(module));
  }
  if (view.components.empty()) return;
  const unsigned ports = network_.network().ports_of(view.components.front());
  for (model::PortId port = 0; port < ports; ++port) {
    view.ports.push_back(port);
  }
  files_.push_back(write_gtkw(window_.file, network_.network(), view).string());
}

}  // namespace turnpike::sim
