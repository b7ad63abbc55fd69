// injection_room.h - the value that `router.injection = "auto"` stands for.

#pragma once

#include "sim/experiment/config/experiment.h"

namespace turnpike::sim {

// ROOM of the routers of a finished configuration, by the rule of docs/router.md; 0: "last".
unsigned injection_room(const Experiment& experiment);

}  // namespace turnpike::sim
