// workload.cpp - the list of the kinds of sources, and which one a user has chosen.

#include "model/traffic/workload.h"

#include "model/traffic/traffic_spec.h"

namespace turnpike::model {

namespace {

std::vector<const Workload*>& list_of_workloads() {
  static std::vector<const Workload*> list = {Workload::traffic};
  return list;
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
  return spec.pattern == Pattern::trace ? *Workload::trace : *Workload::traffic;
}

std::string workload_text(const TrafficSpec& spec) {
  const bool is_listed = spec.workload != Workload::traffic;
  return std::string(is_listed ? "workload \"" : "pattern \"") +
         (is_listed ? spec.workload->word : spec.pattern->word) + "\"";
}

std::int64_t workload_value(const TrafficSpec& spec, const WorkloadKey& key) {
  const auto said = spec.workload_values.find(key.name);
  return said == spec.workload_values.end() ? key.by_default : said->second;
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
