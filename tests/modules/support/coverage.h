// coverage.h - what a Verilated module has counted when it ends, in a build with TURNPIKE_COVERAGE.

#pragma once

#include "verilated.h"

namespace turnpike::test {

// Adds the counts to those of the process, which leaves all of them in a file of its own in the
// folder that TURNPIKE_COVERAGE_DATA names; without that, does nothing. Before the module is gone.
#if VM_COVERAGE
void keep_coverage(VerilatedContext& context);
#else
inline void keep_coverage(VerilatedContext&) {}
#endif

}  // namespace turnpike::test
