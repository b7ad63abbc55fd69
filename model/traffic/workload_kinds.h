// workload_kinds.h - the kinds of [workload] that ship with Turnpike, each a file of this folder.

#pragma once

#include <vector>

#include "model/traffic/workload.h"

namespace turnpike::model {

const Workload* request_reply_workload();
const Workload* graph_workload();
const Workload* netrace_workload();
const Workload* collective_workload();
const Workload* batch_workload();
const Workload* transfers_workload();
const Workload* phases_workload();
const Workload* rate_matrix_workload();

// The kinds that can be a phase of "phases".
const std::vector<const Workload*>& phase_kinds();

}  // namespace turnpike::model
