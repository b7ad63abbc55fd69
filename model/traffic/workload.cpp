// workload.cpp - the list of the kinds of sources, and which one a user has chosen.

#include "model/traffic/workload.h"

#include <algorithm>
#include <utility>

#include "model/common/configuration_error.h"
#include "model/traffic/traffic_spec.h"
#include "model/traffic/workload_kinds.h"

namespace turnpike::model {

namespace {

std::vector<const Workload*>& list_of_workloads() {
  static std::vector<const Workload*> list = {
      Workload::traffic,     request_reply_workload(), graph_workload(),
      netrace_workload(),    batch_workload(),         transfers_workload(),
      collective_workload(), rate_matrix_workload(),   phases_workload()};
  return list;
}

// Null: nothing was said of the key.
template <class T>
const T* said_of(const TrafficSpec& spec, const WorkloadKey& key) {
  const auto said = spec.workload_values.find(key.name);
  return said == spec.workload_values.end() ? nullptr : std::get_if<T>(&said->second);
}

}  // namespace

const std::vector<const Workload*>& workloads() { return list_of_workloads(); }

bool add_workload(const Workload& workload) {
  list_of_workloads().push_back(&workload);
  return true;
}

const Workload& workload_of(const TrafficSpec& spec) {
  if (spec.workload != Workload::traffic) return *spec.workload;
  if (spec.generator == Generator::xorshift) return *Workload::xorshift;
  if (!spec.classes.empty()) return *Workload::classes;
  return spec.pattern == Pattern::trace ? *Workload::trace : *Workload::traffic;
}

std::string workload_text(const TrafficSpec& spec) {
  const bool is_listed = spec.workload != Workload::traffic;
  if (!is_listed && !spec.classes.empty()) return "[[traffic.class]]";
  return std::string(is_listed ? "workload \"" : "pattern \"") +
         (is_listed ? spec.workload->word : spec.pattern->word) + "\"";
}

const WorkloadKey* Workload::find_key(const std::string& name) const {
  const WorkloadKey* found = std::find_if(keys, keys + key_count,
                                          [&](const WorkloadKey& key) { return key.name == name; });
  return found == keys + key_count ? nullptr : found;
}

std::vector<WorkloadFile> workload_files(const TrafficSpec& spec) {
  std::vector<WorkloadFile> files;
  for (std::size_t k = 0; k < spec.workload->key_count; ++k) {
    const WorkloadKey& key = spec.workload->keys[k];
    const auto* name = said_of<std::string>(spec, key);
    if (key.type == WorkloadKey::Type::file && name != nullptr) {
      files.push_back({std::string("workload.") + key.name, *name});
    }
  }
  for (std::size_t i = 0; i < spec.phases.size(); ++i) {
    for (WorkloadFile& file : workload_files(spec.phases[i])) {
      file.key.replace(0, sizeof "workload." - 1, "workload.phase[" + std::to_string(i) + "].");
      files.push_back(std::move(file));
    }
  }
  for (std::size_t i = 0; i < spec.classes.size(); ++i) {
    if (spec.classes[i].file.empty()) continue;
    files.push_back({"traffic.class[" + std::to_string(i) + "].file", spec.classes[i].file});
  }
  return files;
}

std::int64_t workload_integer(const TrafficSpec& spec, const WorkloadKey& key) {
  const auto* said = said_of<std::int64_t>(spec, key);
  return said == nullptr ? key.by_default : *said;
}

double workload_number(const TrafficSpec& spec, const WorkloadKey& key) {
  const auto* said = said_of<double>(spec, key);
  return said == nullptr ? key.number_by_default : *said;
}

bool workload_flag(const TrafficSpec& spec, const WorkloadKey& key) {
  const auto* said = said_of<bool>(spec, key);
  return said != nullptr && *said;
}

std::size_t workload_word(const TrafficSpec& spec, const WorkloadKey& key) {
  const auto* said = said_of<std::string>(spec, key);
  for (std::size_t i = 0; said != nullptr && i < key.word_count; ++i) {
    if (*said == key.words[i]) return i;
  }
  return 0;
}

std::string workload_file(const TrafficSpec& spec, const WorkloadKey& key) {
  const auto* said = said_of<std::string>(spec, key);
  return said == nullptr ? "" : *said;
}

std::vector<NodeId> workload_nodes(const TrafficSpec& spec, const WorkloadKey& key, NodeId nodes) {
  const auto* said = said_of<std::vector<NodeId>>(spec, key);
  if (said == nullptr) {
    std::vector<NodeId> all(nodes);
    for (NodeId node = 0; node < nodes; ++node) all[node] = node;
    return all;
  }
  for (const NodeId node : *said) {
    if (node < nodes) continue;
    throw ConfigurationError(std::string("workload.") + key.name, std::to_string(node),
                             "nodes 0 .. " + std::to_string(nodes - 1));
  }
  return *said;
}

Cycle MessageSource::next_due() const {
  if (needs_.preparation || next_.empty()) return 0;
  return *std::min_element(next_.begin(), next_.end());
}

void MessageSource::take_until(Cycle end, std::vector<PlainMessage>& to) {
  for (NodeId node = 0; node < nodes(); ++node) {
    while (next_[node] < end) {
      const Message message = take(node);
      to.push_back({message.queued, node, message.destination, message.flits});
    }
  }
}

bool MessageSource::exhausted() const {
  for (const Cycle cycle : next_) {
    if (cycle != kNever) return false;
  }
  return true;
}

void MessageSource::visit_next_of_senders(StateStream& state) {
  const std::vector<Cycle> at_start = next_;
  MessageSource::visit_state(state);
  for (NodeId node = 0; node < nodes(); ++node) {
    state.check(at_start[node] != kNever || next_[node] == kNever, "messages of a silent node");
  }
}

}  // namespace turnpike::model
