// run_together.cpp - runs of several networks in one batch.

#include <algorithm>
#include <functional>
#include <vector>

#include "api/call.h"
#include "sim/experiment/run/batched_runs.h"

namespace turnpike::api {
namespace {

// The networks of a call, which nobody else uses meanwhile.
class Sessions {
 public:
  Sessions(turnpike_network* const* networks, std::size_t count) {
    for (std::size_t i = 0; i < count && status_ == TURNPIKE_OK; ++i) {
      Session* const session = enter(networks[i], status_);
      if (session == nullptr) break;
      handles_.push_back(networks[i]);
      sessions_.push_back(session);
    }
  }
  Sessions(const Sessions&) = delete;
  Sessions& operator=(const Sessions&) = delete;
  ~Sessions() {
    for (turnpike_network* const handle : handles_) leave(handle);
  }

  turnpike_status status() const { return status_; }
  const std::vector<Session*>& list() const { return sessions_; }

 private:
  turnpike_status status_ = TURNPIKE_OK;
  std::vector<turnpike_network*> handles_;
  std::vector<Session*> sessions_;
};

// False: it was stopped.
bool run_all(const std::vector<Session*>& sessions, const char* const* folders, std::uint8_t* done,
             const std::function<bool(model::Cycle)>& asked) {
  std::vector<const sim::Experiment*> experiments;
  for (Session* const session : sessions) {
    session->require_drawn();
    experiments.push_back(&session->experiment());
  }
  bool is_stopped = false;
  const auto goes_on = [&](model::Cycle cycle) {
    is_stopped = asked && !asked(cycle);
    return !is_stopped;
  };
  const auto on_outcome = [&](std::size_t number, const model::Network&,
                              const sim::RunOutcome& outcome) {
    sessions[number]->take(outcome, folders != nullptr ? folders[number] : nullptr);
    done[number] = 1;
  };
  for (const sim::BatchedNumbers& batch : sim::plan_batches(experiments, 1).batches) {
    // Whether a network may deadlock was asked when it was made.
    if (!is_stopped) sim::run_batch(experiments, batch, true, on_outcome, goes_on);
  }
  return !is_stopped;
}

}  // namespace
}  // namespace turnpike::api

turnpike_status turnpike_run_together(turnpike_network* const* networks, size_t count,
                                      const char* const* folders, uint8_t* done,
                                      int32_t (*on_progress)(void* user, uint64_t cycle),
                                      void* user) {
  using namespace turnpike::api;
  if (count == 0) return TURNPIKE_OK;
  if (networks == nullptr || done == nullptr) return TURNPIKE_ERROR_NULL;
  std::fill_n(done, count, std::uint8_t{0});
  try {
    const Sessions sessions(networks, count);
    if (sessions.status() != TURNPIKE_OK) return sessions.status();
    std::function<bool(turnpike::model::Cycle)> asked;
    if (on_progress != nullptr) {
      asked = [=](turnpike::model::Cycle cycle) { return on_progress(user, cycle) != 0; };
    }
    try {
      return run_all(sessions.list(), folders, done, asked) ? TURNPIKE_OK : TURNPIKE_STOPPED;
    } catch (...) {
      const Failure failure = present_failure();
      sessions.list().front()->fail(failure);
      return failure.status;
    }
  } catch (...) {
    return TURNPIKE_ERROR_MEMORY;
  }
}
