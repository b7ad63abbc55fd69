// batched_runs.h - runs of one network in the batch engine, in place of one after the other.
//
// The model runs all experiments that the batch engine does not support or in which it fails, one
// after the other, so results and messages are the same with and without it.

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "model/topology/network.h"
#include "sim/experiment/config/experiment.h"
#include "sim/experiment/results/run_outcome.h"

namespace turnpike::sim {

// Numbers of experiments that share a batch.
using BatchedNumbers = std::vector<std::size_t>;

// Of experiments on engine model whose networks are equal and which the batch engine carries, where
// there are so many of them that it pays; and those on engine batch, however few. As many
// batches for each network as there are `jobs`, where each then still has enough.
struct BatchPlan {
  std::vector<BatchedNumbers> batches;
  std::vector<std::string> remarks;  // which of engine batch are not carried, and why
};
BatchPlan plan_batches(const std::vector<const Experiment*>& experiments, unsigned jobs);

// What to say of a run on engine batch that is not carried; empty: it is, or asks for another
// engine.
std::string batch_remark(const Experiment& experiment, const model::Network& network);

// Hears of each run that has ended; `number` as in `batch`.
using OnOutcome = std::function<void(std::size_t number, const model::Network& network,
                                     const RunOutcome& outcome)>;

// Runs a batch of plan_batches(). Says nothing of the runs that are left for the model. Asks
// goes_on() after each window, if there is such a function; false: stop.
void run_batch(const std::vector<const Experiment*>& experiments, const BatchedNumbers& batch,
               bool allow_deadlock, const OnOutcome& on_outcome,
               const std::function<bool(model::Cycle)>& goes_on = {});

}  // namespace turnpike::sim
