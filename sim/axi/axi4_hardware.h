// axi4_hardware.h - an emitted AXI4 network, Verilated as one module and compared with the model
// at all pins of all AXI4 ports in every cycle.

#pragma once

#include <memory>
#include <vector>

#include "sim/axi/axi4_beside.h"
#include "sim/hardware/rtl_components/shape_cache.h"

namespace turnpike::sim {

class Axi4Hardware final : public Axi4Beside {
 public:
  // After reset. Builds the network if it is not in the cache. `seed`: of what registers hold
  // before reset.
  Axi4Hardware(const model::Network& network, const model::Axi4NetworkSpec& spec,
               std::uint64_t seed, const ShapeCache::Progress& progress = {});
  // The same of a shape that was changed.
  Axi4Hardware(const model::Network& network, const model::Axi4NetworkSpec& spec,
               const Shape& shape, std::uint64_t seed, const ShapeCache::Progress& progress = {});
  ~Axi4Hardware() override;

  static Shape shape(const model::Network& network, const model::Axi4NetworkSpec& spec);

  void compare(model::Cycle now, const std::vector<Axi4BusPins>& pins) const override;
  void tick(const std::vector<Axi4BusPins>& pins) override;

 private:
  Axi4Pins places_;
  std::unique_ptr<ShapeLibrary> library_;
  std::unique_ptr<RtlRuntime> runtime_;
  std::unique_ptr<RtlBuses> rtl_;
  std::vector<std::uint64_t> in_;
  std::vector<std::uint64_t> out_;
};

}  // namespace turnpike::sim
