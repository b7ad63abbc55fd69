// clock_constraints.h - the paths between the clocks of an emitted network, for synthesis tools.

#pragma once

#include <string>

#include "sim/hardware/emit/network_module.h"

namespace turnpike::sim {

// NAME.sdc: rtl/common/async_channel.sdc for each asynchronous channel.
std::string clock_constraints(const model::Network& network, const EmittedNames& names);

}  // namespace turnpike::sim
