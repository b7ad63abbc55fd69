// batch_reach.h - decides which runs the batch engine can simulate, and which can share a batch.

#pragma once

#include <string>

#include "model/batch/kernel_layout.h"
#include "model/statistics/run_spec.h"
#include "model/topology/network.h"
#include "model/traffic/traffic_spec.h"

namespace turnpike::model {

// Why a run is not carried, as "run.sink_stall is not 0"; empty: it is. Such runs are for the
// model.
std::string batch_obstacle(const Network& network, const TrafficSpec& traffic, const RunSpec& run);

// The properties that a run needs for a batch, and that two runs of one batch share.
BatchTraffic batch_traffic(const TrafficSpec& traffic, const RunSpec& run);
BatchTraffic joined(const BatchTraffic& a, const BatchTraffic& b);

}  // namespace turnpike::model
