// no_hardware_axi4.cpp - in place of make_hardware_axi4.cpp where TURNPIKE_HARDWARE is OFF.

#include "model/common/configuration_error.h"
#include "sim/axi/axi4_beside.h"

namespace turnpike::sim {

std::unique_ptr<Axi4Beside> make_axi4_hardware(const model::Network&, const model::Axi4NetworkSpec&,
                                               std::uint64_t, const ShapeCache::Progress&) {
  throw model::ConfigurationError("--engine", "emitted",
                                  "model: this program was built without hardware, "
                                  "TURNPIKE_HARDWARE=OFF");
}

}  // namespace turnpike::sim
