// shorten.h - from a run that fails to the smallest that fails alike.
//
// A candidate is kept when it fails with the same kind of failure (trial.h); everything else it may
// come to, another failure or a refusal, is not what is looked for. So each step is right by
// itself, and the result cannot be made smaller by any one of the steps. Passes, until none changes
// anything: the end of the run, the network, packets recorded and thinned out by ddmin, their
// lengths and cycles, keys back to their defaults.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/bisect/trial.h"

namespace turnpike::sim {

// What was done with a part of the configuration.
struct ShortenStep {
  std::string what;       // "network", "packets", "keys"
  std::size_t tried = 0;  // candidates
  std::string came_to;    // "radix [8, 8] -> radix [2]"; empty: nothing could be left out
};

struct Shortened {  // NOLINT(bugprone-exception-escape): as of every JSON value
  Candidate candidate;
  Trial trial;                     // of the candidate
  std::vector<ShortenStep> steps;  // in their order
};

// What may be changed without changing what a failure means: of traffic that is too little to
// accept, less traffic is no proof.
enum class Freedom {
  all,
  hardware_and_network,  // keys of routers and links, and the network
  hardware,              // keys of routers and links
  nothing,               // figures that are stored are those of this configuration alone
};
Freedom freedom_of(const Trial& failed);

class Shortener {
 public:
  // `first` is what the experiment came to.
  Shortener(TrialRunner& runner, const Experiment& experiment, Trial first, ProgressLine& line);

  Shortened run();

 private:
  // Does it fail alike? Asked once, it is known; null: no.
  const Trial* trial_of(const Candidate& candidate);
  bool holds(const Candidate& candidate) { return trial_of(candidate) != nullptr; }
  // Takes it where it fails; `text` says what it is.
  bool take(const Candidate& candidate, const std::string& text);
  void begin(const std::string& what);
  void end();
  Experiment experiment() const;

  void take_model();
  void cut_end();
  void cut_warmup_and_measurement();
  bool shrink_network();
  bool shrink_regular();
  bool shrink_irregular();
  void read_trace();
  void record_packets();
  bool thin_out_packets();
  bool shorten_packets();
  bool bring_packets_forward();
  bool drop_keys();
  bool is_free(const std::string& key) const;

  TrialRunner& runner_;
  ProgressLine& line_;
  std::string kind_;
  Freedom freedom_;
  bool about_latency_;
  Candidate best_;
  Trial trial_;                                        // of it
  model::Cycle end_ = 0;                               // cycles that the failure takes, at most
  std::map<std::string, std::optional<Trial>> known_;  // [hash of a candidate]
  std::vector<ShortenStep> steps_;
};

}  // namespace turnpike::sim
