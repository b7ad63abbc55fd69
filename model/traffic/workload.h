// workload.h - the descriptor of a kind of source of messages: its word, its keys, and its factory.
//
// Reading of configurations, help, schemas and the commands ask the descriptor; none of them knows
// the kinds by name. CONTRIBUTING.md explains how to add one.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/statistics/workload_results.h"
#include "model/traffic/message_source.h"
#include "model/traffic/workload_key.h"

namespace turnpike::model {

struct Network;
struct TrafficSpec;

struct Workload {
  static const Workload* const traffic;   // drawn as [traffic] says
  static const Workload* const trace;     // traffic.pattern = "trace"
  static const Workload* const xorshift;  // traffic.generator = "xorshift"
  static const Workload* const classes;   // [[traffic.class]]

  const char* word;          // of workload.kind
  const char* meaning = "";  // for help
  const WorkloadKey* keys = nullptr;
  std::size_t key_count = 0;
  // The rows of its results beyond those of every run.
  const WorkloadFigure* figures = nullptr;
  std::size_t figure_count = 0;
  // Names of the files with tables that a run may write.
  const char* const* tables = nullptr;
  std::size_t table_count = 0;
  // Destinations, lengths and load come from [traffic], so predictions and sweeps over the load
  // have a meaning.
  bool is_drawn = false;
  // The messages end by themselves, and all are measured. Otherwise a warm-up precedes.
  bool is_finite = false;
  // Messages depend on deliveries. They cannot be listed before the run, and the network is not
  // offered more than it accepts.
  bool is_closed_loop = false;
  // The source is told of deliveries, so a packet must carry the number of its message.
  bool hears_deliveries = false;
  // The messages depend on the seed.
  bool is_random = true;

  // Creates the source. All keys are in their ranges. Throws ConfigurationError if they conflict.
  virtual std::unique_ptr<MessageSource> make(const TrafficSpec& spec, const Network& network,
                                              std::uint64_t seed) const = 0;
  // Checks before a run what make() leaves out, such as the last line of a file. Returns a remark
  // for people, or an empty text. Throws ConfigurationError.
  virtual std::string check(const TrafficSpec& /*spec*/, const Network& /*network*/) const {
    return "";
  }

  // Null: it has no such key.
  const WorkloadKey* find_key(const std::string& name) const;

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
// The key that chose it, for messages: `pattern "trace"`, `workload "token"`.
std::string workload_text(const TrafficSpec& spec);

// A key that names a file, such as "workload.file", and its value: keys of the kind of workload, of
// its phases, and of message classes.
struct WorkloadFile {
  std::string key;
  std::string name;
};
std::vector<WorkloadFile> workload_files(const TrafficSpec& spec);

}  // namespace turnpike::model
