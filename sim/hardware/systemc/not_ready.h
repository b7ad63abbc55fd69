// not_ready.h - the error that hardware inside another SystemC simulation cannot run yet.

#pragma once

#include <stdexcept>

namespace turnpike::sim {

// Thrown before a first cycle; nothing has happened.
struct NotReadyError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace turnpike::sim
