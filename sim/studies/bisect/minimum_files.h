// minimum_files.h - files of a shortened run: the configuration, its packets, its waveform, and a
// report.

#pragma once

#include <string>

#include "sim/base/output_folder.h"
#include "sim/studies/bisect/shorten.h"

namespace turnpike::sim {

struct BisectSubject {
  std::string text;  // what was given: "torus.toml", "nightly.toml, point NAME"
  Trial first;       // what it came to
};

constexpr const char* kBisectSchema = "turnpike.bisect/1";

// What was tried, for bisect.json and for people; those that tried nothing are left out.
Json steps_json(const std::vector<ShortenStep>& steps);
std::string steps_text(const std::vector<ShortenStep>& steps);
// Behind "Smallest that fails alike".
const char* cut_off_text(bool is_cut_off);

// The kind of a failure that was found, and where it shows first; bisect.json has it, for a range
// of commits too.
Json failure_json(const Trial& trial);
// Two lines.
std::string failure_text(const Trial& trial);

struct MinimumReport {  // NOLINT(bugprone-exception-escape): as of every JSON value
  Json json;            // bisect.json
  std::string text;     // bisect.txt, for people
};

// The smallest so far, while the search goes on: minimal.toml and its packets. Throws ConfigError.
void keep_minimum(const Shortened& minimum, const BisectSubject& subject, OutputFolder& folder);

// Of a search that was interrupted: the same, and a report that says so; nothing is run.
void leave_cut_off(const Shortened& minimum, const BisectSubject& subject,
                   const TrialRunner& runner, OutputFolder& folder);

// Runs the configuration once more, as it is written. Files appear whole, bisect.json last. Throws
// ConfigError.
MinimumReport leave_minimum(const Shortened& minimum, const BisectSubject& subject,
                            TrialRunner& runner, OutputFolder& folder);

// What an earlier one left that would not be replaced.
void remove_evidence(const OutputFolder& folder);
// Files that look() left there, in alphabetical order.
std::vector<std::string> evidence_in(const OutputFolder& folder);

}  // namespace turnpike::sim
