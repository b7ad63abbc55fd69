// failure.cpp - from exceptions to statuses, as commands/exit_status.cpp has it for programs.

#include "api/failure.h"

#include <exception>
#include <new>

#include "model/common/configuration_error.h"
#include "model/network/engine.h"
#include "sim/base/config_error.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/hardware/engines/mismatch.h"
#include "sim/hardware/systemc/not_ready.h"

namespace turnpike::api {

Failure present_failure() {
  try {
    throw;
  } catch (const Failure& failure) {
    return failure;
  } catch (const sim::LockstepError& error) {
    return {TURNPIKE_ERROR_MISMATCH, error.what()};
  } catch (const sim::NotReadyError& error) {
    return {TURNPIKE_ERROR_STATE, error.what()};
  } catch (const model::NetworkError& error) {
    return {TURNPIKE_ERROR_NETWORK, error.what()};
  } catch (const sim::CheckFailure& error) {
    return {TURNPIKE_ERROR_UNSOUND, error.what()};
  } catch (const sim::ConfigError& error) {
    return {TURNPIKE_ERROR_CONFIGURATION, error.what()};
  } catch (const model::ConfigurationError& error) {
    return {TURNPIKE_ERROR_CONFIGURATION, error.what()};
  } catch (const std::bad_alloc&) {
    return {TURNPIKE_ERROR_MEMORY, "not enough memory for this network"};
  } catch (const std::exception& error) {
    return {TURNPIKE_ERROR_SYSTEM, error.what()};
  } catch (...) {
    return {TURNPIKE_ERROR_SYSTEM, "unknown failure"};
  }
}

}  // namespace turnpike::api
