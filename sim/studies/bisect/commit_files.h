// commit_files.h - files of a search over commits: a report, and the waveform and log of the run.

#pragma once

#include "sim/studies/bisect/commits.h"
#include "sim/studies/bisect/minimum_files.h"

namespace turnpike::sim {

// bisect.txt, then bisect.json, beside what look() left. Throws ConfigError.
MinimumReport leave_commits(const CommitsFound& found, const std::string& subject,
                            const Repository& repository, OutputFolder& folder);

}  // namespace turnpike::sim
