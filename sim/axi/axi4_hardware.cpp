// axi4_hardware.cpp - drive, tick, compare.

#include "sim/axi/axi4_hardware.h"

#include <fmt/format.h>

namespace turnpike::sim {
namespace {

// The same name for every configuration of one network, so that it is built once.
EmitSpec spec_of(const model::Axi4NetworkSpec& axi) { return {"emitted", TerminalKind::axi4, axi}; }

}  // namespace

Shape Axi4Hardware::shape(const model::Network& network, const model::Axi4NetworkSpec& spec) {
  return emitted_shape(network, spec_of(spec));
}

Axi4Hardware::Axi4Hardware(const model::Network& network, const model::Axi4NetworkSpec& spec,
                           std::uint64_t seed, const ShapeCache::Progress& progress)
    : Axi4Hardware(network, spec, shape(network, spec), seed, progress) {}

Axi4Hardware::Axi4Hardware(const model::Network& network, const model::Axi4NetworkSpec& spec,
                           const Shape& shape, std::uint64_t seed,
                           const ShapeCache::Progress& progress)
    : places_(axi4_buses(network, spec_of(spec))),
      library_(ShapeCache(progress).load({shape})),
      runtime_(library_->create_runtime(seed)),
      rtl_(library_->create_buses(0, *runtime_, "network")),
      in_(places_.in_words()),
      out_(places_.out_words()) {
  rtl_->reset(out_.data());
}

Axi4Hardware::~Axi4Hardware() = default;

void Axi4Hardware::compare(model::Cycle now, const std::vector<Axi4BusPins>& pins) const {
  for (std::size_t port = 0; port < pins.size(); ++port) {
    const Axi4Pins::Difference found = places_.compare(port, pins[port], out_);
    if (found.pin.empty()) continue;
    throw Axi4Mismatch(fmt::format("cycle {}: {}: the model has {}, the hardware {}", now,
                                   found.pin, found.expected, found.actual));
  }
  if (rtl_->error() != 0) {
    throw Axi4Mismatch(
        fmt::format("cycle {}: the network's error_o is high, the model has no error", now));
  }
  if (const char* violation = runtime_->violation()) {
    throw Axi4Mismatch(fmt::format("cycle {}: the hardware's own check: {}", now, violation));
  }
}

void Axi4Hardware::tick(const std::vector<Axi4BusPins>& pins) {
  for (std::size_t port = 0; port < pins.size(); ++port) places_.put(port, pins[port], in_);
  rtl_->tick(in_.data(), out_.data());
}

}  // namespace turnpike::sim
