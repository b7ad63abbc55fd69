// no_hardware_engines.cpp - in place of hardware_engines.cpp where TURNPIKE_HARDWARE is OFF.

#include "model/common/configuration_error.h"
#include "sim/experiment/run/hardware_engines.h"

namespace turnpike::sim {
namespace {

[[noreturn]] void refuse(const std::string& found) {
  throw model::ConfigurationError("run.engine", found,
                                  "\"model\" (--engine model): this program was built without "
                                  "hardware, TURNPIKE_HARDWARE=OFF");
}

}  // namespace

RunningEngine make_hardware_engine(const Experiment& experiment, const model::Network&,
                                   model::Traffic&, const RunOptions&) {
  refuse(to_text(experiment.engine));
}

void build_shapes(const Experiment& experiment, const model::Network&,
                  const std::function<void(const std::string&)>&) {
  refuse(to_text(experiment.engine));
}

void build_verilated_shapes(const model::Network&, const std::function<void(const std::string&)>&) {
  refuse(to_text(EngineKind::rtl));
}

bool is_sliced(const Experiment&, const model::Network&) { return false; }

}  // namespace turnpike::sim
