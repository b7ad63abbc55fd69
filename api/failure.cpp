// failure.cpp - from what was thrown to a status of the library.

#include "api/failure.h"

#include "sim/experiment/run/run_failure.h"
#include "sim/hardware/systemc/not_ready.h"

namespace turnpike::api {

namespace {

turnpike_status status_of(sim::RunFailure::Kind kind) {
  using Kind = sim::RunFailure::Kind;
  switch (kind) {
    case Kind::mismatch:
      return TURNPIKE_ERROR_MISMATCH;
    case Kind::broken:
      return TURNPIKE_ERROR_NETWORK;
    case Kind::unsound:
      return TURNPIKE_ERROR_UNSOUND;
    case Kind::configuration:
      return TURNPIKE_ERROR_CONFIGURATION;
    case Kind::memory:
      return TURNPIKE_ERROR_MEMORY;
    case Kind::interrupted:
    case Kind::system:
      break;
  }
  return TURNPIKE_ERROR_SYSTEM;
}

}  // namespace

Failure present_failure() {
  try {
    throw;
  } catch (const Failure& failure) {
    return failure;
  } catch (const sim::NotReadyError& error) {
    return {TURNPIKE_ERROR_STATE, error.what()};
  } catch (...) {
    const sim::RunFailure failure = sim::present_failure();
    return {status_of(failure.kind), failure.text};
  }
}

}  // namespace turnpike::api
