// no_hardware_fabric.cpp - in place of make_hardware_fabric.cpp where TURNPIKE_HARDWARE is OFF.

#include "model/common/configuration_error.h"
#include "sim/machine/fabric/make_fabric.h"

namespace turnpike::sim {

FabricHolder make_hardware_fabric(const FabricSpec&) {
  throw model::ConfigurationError("--engine", "an engine with hardware",
                                  "model: this program was built without hardware, "
                                  "TURNPIKE_HARDWARE=OFF");
}

std::string with_waveform(const MachineMismatch& mismatch, const FabricSpec&,
                          std::vector<std::string>) {
  return mismatch.what();
}

}  // namespace turnpike::sim
