// make_hardware_axi4.cpp - the emitted network beside the model.

#include "sim/axi/axi4_hardware.h"

namespace turnpike::sim {

std::unique_ptr<Axi4Beside> make_axi4_hardware(const model::Network& network,
                                               const model::Axi4NetworkSpec& spec,
                                               std::uint64_t seed,
                                               const ShapeCache::Progress& progress) {
  return std::make_unique<Axi4Hardware>(network, spec, seed, progress);
}

}  // namespace turnpike::sim
