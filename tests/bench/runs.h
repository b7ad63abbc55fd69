// runs.h - whole runs, one after the other in the model and many at once in the batch engine.

#pragma once

namespace turnpike::bench {

// Registers runs/model/... and runs/batch/... at several loads, one beside the other.
void add_runs();

}  // namespace turnpike::bench
