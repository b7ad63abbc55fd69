// axi4_beside.h - the interface of hardware that is compared with the model of an AXI4 network.

#pragma once

#include <memory>
#include <vector>

#include "model/network/engine.h"
#include "sim/axi/axi4_pins.h"
#include "sim/hardware/rtl_components/shape_cache.h"

namespace turnpike::sim {

// Hardware and model differ, or the hardware's own checks complain.
struct Axi4Mismatch : model::NetworkError {
  using model::NetworkError::NetworkError;
};

class Axi4Beside {
 public:
  virtual ~Axi4Beside() = default;
  // Throws Axi4Mismatch where outputs in cycle `now` are not those of `pins`, [port].
  virtual void compare(model::Cycle now, const std::vector<Axi4BusPins>& pins) const = 0;
  // Ends a cycle in which the inputs are those of `pins`.
  virtual void tick(const std::vector<Axi4BusPins>& pins) = 0;
};

// The emitted network, Verilated. Throws model::ConfigurationError in a program without hardware.
std::unique_ptr<Axi4Beside> make_axi4_hardware(const model::Network& network,
                                               const model::Axi4NetworkSpec& spec,
                                               std::uint64_t seed,
                                               const ShapeCache::Progress& progress);

}  // namespace turnpike::sim
