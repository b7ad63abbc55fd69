// data_folder.h - the files that come with the program: RTL, adapters, configurations.

#pragma once

#include <filesystem>

namespace turnpike::sim {

// Holds rtl/, sim/hardware/rtl_components/ and papers/. It is looked for beside the program or the
// library that this code is in, so that an installed tree can be moved: share/turnpike of the
// installation, or the checkout, to which a build folder links. $TURNPIKE_ROOT names another one.
// Throws ConfigError with the places where it was looked for.
std::filesystem::path data_folder();

// For what is built once and kept: $TURNPIKE_SHAPES; else shapes/ in the build folder; for an
// installed program $XDG_CACHE_HOME/turnpike/shapes or ~/.cache/turnpike/shapes. Throws ConfigError
// where none of the variables is set.
std::filesystem::path shape_folder();

}  // namespace turnpike::sim
