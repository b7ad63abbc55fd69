// config_error.h - an error in the input of the program, which ends with exit status 2.

#pragma once

#include <stdexcept>
#include <string>

namespace turnpike::sim {

// The message names the place (file and line, or option), what was found and what is allowed.
struct ConfigError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace turnpike::sim
