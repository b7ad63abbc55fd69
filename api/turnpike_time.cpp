// turnpike_time.cpp - cycles, time in ns, and states that are kept: those functions of turnpike.h.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "api/call.h"
#include "api/turnpike.h"

using turnpike::api::call;
using turnpike::api::call_or_reply;
using turnpike::api::Failure;
using turnpike::api::OfferedRun;
using turnpike::api::require_not_null;
using turnpike::api::Session;

namespace {

// ns. Throws Failure: it is not known.
double period_of(const OfferedRun& run) {
  if (run.period_ns() != 0) return run.period_ns();
  throw Failure(TURNPIKE_ERROR_STATE,
                "run.clock_mhz: found auto, allowed: a number, which gives a cycle its ns");
}

// Cycles that end by `ns`. A time that was computed from cycles may be a little too early.
uint64_t cycles_by(double ns, double period) {
  constexpr double kMost = 9e18;
  const double cycles = ns / period;
  if (ns < 0 || !(cycles < kMost)) {
    throw Failure(TURNPIKE_ERROR_ARGUMENT,
                  fmt::format("ns: found {}, allowed: 0 .. {}", ns, kMost * period));
  }
  const double nearest = std::round(cycles);
  const bool is_whole = std::abs(cycles - nearest) <= 1e-9 * std::max(1.0, nearest);
  return static_cast<uint64_t>(is_whole ? nearest : std::floor(cycles));
}

}  // namespace

turnpike_status turnpike_cycle(turnpike_network* network, uint64_t* cycle) {
  return call_or_reply(network, [&](Session& session) {
    require_not_null(cycle, "cycle");
    *cycle = session.offered().now();
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_next_event(turnpike_network* network, uint64_t* cycle) {
  return call_or_reply(network, [&](Session& session) -> turnpike_status {
    require_not_null(cycle, "cycle");
    const bool is_idle = session.offered().outstanding() == 0;
    *cycle = is_idle ? UINT64_MAX : session.offered().now();
    return is_idle ? TURNPIKE_IDLE : TURNPIKE_OK;
  });
}

turnpike_status turnpike_step(turnpike_network* network, uint64_t cycles) {
  return call(network, [&](Session& session) { return session.offered().step(cycles); });
}

turnpike_status turnpike_step_until_delivery(turnpike_network* network, uint64_t most,
                                             uint64_t* cycles) {
  uint64_t run = 0;
  const turnpike_status status = call(
      network, [&](Session& session) { return session.offered().step_until_delivery(most, run); });
  if (cycles != nullptr) *cycles = run;
  return status;
}

turnpike_status turnpike_step_until_idle(turnpike_network* network, uint64_t most,
                                         uint64_t* cycles) {
  uint64_t run = 0;
  const turnpike_status status =
      call(network, [&](Session& session) { return session.offered().step_until_idle(most, run); });
  if (cycles != nullptr) *cycles = run;
  return status;
}

turnpike_status turnpike_interrupt(turnpike_network* network) {
  if (network == nullptr) return TURNPIKE_ERROR_NULL;
  return turnpike::api::ask_to_stop(network) ? TURNPIKE_OK : TURNPIKE_ERROR_HANDLE;
}

turnpike_status turnpike_clock_period(turnpike_network* network, double* ns) {
  return call_or_reply(network, [&](Session& session) {
    require_not_null(ns, "ns");
    *ns = period_of(session.offered());
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_time_ns(turnpike_network* network, double* ns) {
  return call_or_reply(network, [&](Session& session) {
    require_not_null(ns, "ns");
    const OfferedRun& run = session.offered();
    *ns = static_cast<double>(run.now()) * period_of(run);
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_step_until_ns(turnpike_network* network, double ns) {
  return call(network, [&](Session& session) {
    OfferedRun& run = session.offered();
    const uint64_t end = cycles_by(ns, period_of(run));
    return run.step(end > run.now() ? end - run.now() : 0);
  });
}

turnpike_status turnpike_save(turnpike_network* network, const char* file) {
  return call_or_reply(network, [&](Session& session) {
    require_not_null(file, "file");
    session.save(file);
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_restore(turnpike_network* network, const char* file) {
  return call(network, [&](Session& session) {
    require_not_null(file, "file");
    session.restore(file);
    return TURNPIKE_OK;
  });
}
