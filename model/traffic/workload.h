// workload.h - the descriptor of a kind of source of messages: its word, its keys, and how it is
// made.
//
// Reading of configurations, help, schemas and the commands ask the descriptor; none of them knows
// the kinds by name. CONTRIBUTING.md walks through one.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/traffic/message_source.h"

namespace turnpike::model {

struct Network;
struct TrafficSpec;

// A number that a user may say in [workload].
struct WorkloadKey {
  const char* name;  // "laps" of workload.laps; no other kind has a key of this name
  std::int64_t least;
  std::int64_t most;
  std::int64_t by_default;
  const char* unit;
  const char* meaning;
};

struct Workload {
  static const Workload* const traffic;   // drawn as [traffic] says
  static const Workload* const trace;     // traffic.pattern = "trace"
  static const Workload* const xorshift;  // traffic.generator = "xorshift"

  const char* word;          // of workload.kind
  const char* meaning = "";  // for help
  const WorkloadKey* keys = nullptr;
  std::size_t key_count = 0;
  // Destinations, lengths and load are those of [traffic]: predictions and sweeps over the load
  // have a meaning.
  bool is_drawn = false;
  // It ends by itself: it is measured whole. Otherwise it is measured from the warm-up on.
  bool is_finite = false;
  // Its messages depend on what is delivered: they cannot be listed before the run.
  bool is_closed_loop = false;

  // Of keys that are in their ranges. Throws ConfigurationError for what does not fit.
  virtual std::unique_ptr<MessageSource> make(const TrafficSpec& spec, const Network& network,
                                              std::uint64_t seed) const = 0;

 protected:
  constexpr explicit Workload(const char* its_word) : word(its_word) {}
  ~Workload() = default;  // they live as long as the program
};

// In the order in which they are listed for users.
const std::vector<const Workload*>& workloads();
// One from outside the library, before main() reads a configuration. Returns true, so that it can
// be called where a constant of the file is defined.
bool add_workload(const Workload& workload);

// The one that makes the messages of `spec`: the trace and xorshift are not on the list, as keys of
// [traffic] choose them.
const Workload& workload_of(const TrafficSpec& spec);
// What chose it, for messages: `pattern "trace"`, `workload "token"`.
std::string workload_text(const TrafficSpec& spec);
// The value of the key, or its default.
std::int64_t workload_value(const TrafficSpec& spec, const WorkloadKey& key);

}  // namespace turnpike::model
