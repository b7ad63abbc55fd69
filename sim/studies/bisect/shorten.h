// shorten.h - reduces a failing run to the smallest that fails in the same way.
//
// A candidate is kept when it fails with the same kind of failure (trial.h); everything else it may
// come to, another failure or a refusal, is not what is looked for. So each step is right by
// itself, and the result cannot be made smaller by any one of the steps. Passes, until none changes
// anything: the end of the run, numbers of the routers, the network, packets recorded and thinned
// out by ddmin, their lengths and cycles, keys back to their defaults.
//
// Whoever calls is told of the best so far, so that it is there however the search ends.

#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sim/studies/bisect/trial.h"

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
  bool is_cut_off = false;         // there was more to be tried
};

struct ShortenOptions {
  std::chrono::seconds limit{0};  // for the search; 0: none
  // Gets the smallest so far: the first one, then each second and after each step where there is a
  // smaller one.
  std::function<void(const Shortened&)> on_smaller;
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
  Shortener(TrialRunner& runner, const Experiment& experiment, Trial first, ProgressLine& line,
            ShortenOptions options = {});

  // Throws what ends it before: Interrupted, ConfigError.
  Shortened run();
  // The smallest so far.
  Shortened smallest(bool is_cut_off) const { return {best_, trial_, steps_, is_cut_off}; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr model::Cycle kFirstLength = 64;  // cycles of the shortest runs that are tried
  struct OutOfTime {};

  void pass();
  void tell();
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
  bool shrink_numbers();
  bool shrink_number(const std::string& key);
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
  std::set<std::string> numbers_;  // keys whose values are as small as can be
  ShortenOptions options_;
  Clock::time_point start_ = Clock::now();
  std::optional<Clock::time_point> told_;
  bool is_untold_ = true;  // of the best
};

}  // namespace turnpike::sim
