// failure.h - the status and the text of a call that failed.

#pragma once

#include <stdexcept>
#include <string>

#include "api/turnpike.h"

namespace turnpike::api {

// Thrown inside the library; its status and text leave it.
struct Failure : std::runtime_error {
  Failure(turnpike_status its_status, const std::string& text)
      : std::runtime_error(text), status(its_status) {}

  turnpike_status status;
};

// The exception that is being handled, in a catch block.
Failure present_failure();

}  // namespace turnpike::api
