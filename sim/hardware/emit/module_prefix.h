// module_prefix.h - a prefix that makes module names unique among emitted networks in a design.

#pragma once

#include <string>
#include <vector>

#include "sim/hardware/shapes/shape.h"

namespace turnpike::sim {

// Puts "PREFIX_" before the names of all modules of these files, where they are declared and where
// they are instantiated, and before the files' names; but for those that begin with `top`, which
// has the prefix. The name of a module is that of its file.
void put_prefix(std::vector<GeneratedSource>& files, const std::string& prefix,
                const std::string& top);

}  // namespace turnpike::sim
