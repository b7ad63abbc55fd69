// workload_key.h - a key that a user may set in [workload], and its value.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "model/common/types.h"

namespace turnpike::model {

struct TrafficSpec;

// The functions below make it. Several kinds of workloads may have a key with the same name, type
// and range.
struct WorkloadKey {  // NOLINT(clang-analyzer-optin.performance.Padding)
  enum class Type : std::uint8_t { integer, number, flag, word, file, nodes };

  const char* name;  // "laps" of workload.laps
  Type type = Type::integer;
  const char* unit = "";
  const char* meaning = "";
  // An integer: range and default.
  std::int64_t least = 0;
  std::int64_t most = 0;
  std::int64_t by_default = 0;
  // A number: range and default.
  double low = 0;
  double high = 0;
  double number_by_default = 0;
  // A word: all allowed values, the default first.
  const char* const* words = nullptr;
  std::size_t word_count = 0;
  bool is_required = false;  // of a file
};

constexpr WorkloadKey integer_key(const char* name, std::int64_t least, std::int64_t most,
                                  std::int64_t by_default, const char* unit, const char* meaning) {
  WorkloadKey key{name, WorkloadKey::Type::integer, unit, meaning};
  key.least = least;
  key.most = most;
  key.by_default = by_default;
  return key;
}

constexpr WorkloadKey number_key(const char* name, double low, double high, double by_default,
                                 const char* unit, const char* meaning) {
  WorkloadKey key{name, WorkloadKey::Type::number, unit, meaning};
  key.low = low;
  key.high = high;
  key.number_by_default = by_default;
  return key;
}

// A flag, true or false, with the default false.
constexpr WorkloadKey flag_key(const char* name, const char* meaning) {
  return {name, WorkloadKey::Type::flag, "", meaning};
}

// `words` live as long as the program.
template <std::size_t n>
constexpr WorkloadKey word_key(const char* name, const char* const (&words)[n],
                               const char* meaning) {
  WorkloadKey key{name, WorkloadKey::Type::word, "", meaning};
  key.words = words;
  key.word_count = n;
  return key;
}

// The name of a file, relative to the configuration.
constexpr WorkloadKey file_key(const char* name, bool is_required, const char* meaning) {
  WorkloadKey key{name, WorkloadKey::Type::file, "file", meaning};
  key.is_required = is_required;
  return key;
}

// "all" nodes, which is the default, or a list of them.
constexpr WorkloadKey nodes_key(const char* name, const char* meaning) {
  return {name, WorkloadKey::Type::nodes, "nodes", meaning};
}

using WorkloadValue = std::variant<std::int64_t, double, bool, std::string, std::vector<NodeId>>;

// The value of a key of this type, or its default.
std::int64_t workload_integer(const TrafficSpec& spec, const WorkloadKey& key);
double workload_number(const TrafficSpec& spec, const WorkloadKey& key);
bool workload_flag(const TrafficSpec& spec, const WorkloadKey& key);
// The index of the word in key.words.
std::size_t workload_word(const TrafficSpec& spec, const WorkloadKey& key);
// The name of the file; empty if the key is not set.
std::string workload_file(const TrafficSpec& spec, const WorkloadKey& key);
// The nodes, in the order of the list. Throws ConfigurationError for a node that a network of this
// many nodes does not have.
std::vector<NodeId> workload_nodes(const TrafficSpec& spec, const WorkloadKey& key, NodeId nodes);

}  // namespace turnpike::model
