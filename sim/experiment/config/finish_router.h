// finish_router.h - derives values from the keys of [router] and checks them against each other.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/experiment/config/experiment.h"

namespace turnpike::sim {

// A key that this kind of router does not have, and what is said to who sets it.
std::vector<std::pair<const char*, const char*>> keys_of_other_routers(
    const Experiment& experiment);

// Fills in what was left to "auto".
void finish_router(Experiment& experiment);

}  // namespace turnpike::sim
