// minimum_files.h - what is left of a shortened run: the configuration, its packets, what there is
// to look at, and a report.

#pragma once

#include <string>

#include "sim/base/output_folder.h"
#include "sim/bisect/shorten.h"

namespace turnpike::sim {

struct BisectSubject {
  std::string text;  // what was given: "torus.toml", "nightly.toml, point NAME"
  Trial first;       // what it came to
};

// The kind of a failure that was found, and where it shows first; bisect.json has it, for a range
// of commits too.
Json failure_json(const Trial& trial);
// Two lines.
std::string failure_text(const Trial& trial);

struct MinimumReport {  // NOLINT(bugprone-exception-escape): as of every JSON value
  Json json;            // bisect.json
  std::string text;     // bisect.txt, for people
};

// Runs the configuration once more, as it is written. Files appear whole, bisect.json last. Throws
// ConfigError.
MinimumReport leave_minimum(const Shortened& minimum, const BisectSubject& subject,
                            TrialRunner& runner, OutputFolder& folder);

// What an earlier one left that would not be replaced.
void remove_evidence(const OutputFolder& folder);
// Files that look() left there, in alphabetical order.
std::vector<std::string> evidence_in(const OutputFolder& folder);

}  // namespace turnpike::sim
