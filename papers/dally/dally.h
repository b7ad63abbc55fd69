// dally.h - the experiments of Dally 1991, Express cubes.

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::dally {

PaperReport run_dally(const PaperOptions& options);

}  // namespace turnpike::sim::dally
