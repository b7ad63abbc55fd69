// node_table.h - figures of nodes and flows: keys of a run, nodes.csv and flows.csv.

#pragma once

#include <string>
#include <vector>

#include "sim/experiment/results/result_keys.h"

namespace turnpike::sim {

// Jain's index, the worst source, how much longer messages come to wait.
void add_fairness_keys(std::vector<ResultKey>& keys);

// Empty where nothing was counted; of flows also where there were more than are kept.
std::string nodes_csv(const model::Results& results);
std::string flows_csv(const model::Results& results);

}  // namespace turnpike::sim
