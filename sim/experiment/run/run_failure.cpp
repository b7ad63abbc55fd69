// run_failure.cpp - from exceptions to kinds, from kinds to exit statuses.

#include "sim/experiment/run/run_failure.h"

#include <exception>
#include <new>

#include "model/common/configuration_error.h"
#include "model/network/engine.h"
#include "sim/base/config_error.h"
#include "sim/base/interrupt.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/hardware/engines/mismatch.h"

namespace turnpike::sim {

int RunFailure::exit_status() const {
  switch (kind) {
    case Kind::mismatch:
    case Kind::broken:
    case Kind::unsound:
      return kCheckFailed;
    case Kind::interrupted:
      return interrupt_status(interrupt_signal());
    default:
      return kBadInput;
  }
}

RunFailure present_failure() {
  using Kind = RunFailure::Kind;
  try {
    throw;
  } catch (const LockstepError& error) {
    return {Kind::mismatch, error.what()};
  } catch (const model::NetworkError& error) {
    return {Kind::broken, error.what()};
  } catch (const CheckFailure& error) {
    return {Kind::unsound, error.what()};
  } catch (const ConfigError& error) {
    return {Kind::configuration, error.what()};
  } catch (const model::ConfigurationError& error) {
    return {Kind::configuration, error.what()};
  } catch (const Interrupted& error) {
    return {Kind::interrupted, error.what()};
  } catch (const std::bad_alloc&) {
    return {Kind::memory, "not enough memory for this network"};
  } catch (const std::exception& error) {
    return {Kind::system, error.what()};
  } catch (...) {
    return {Kind::system, "unknown failure"};
  }
}

}  // namespace turnpike::sim
