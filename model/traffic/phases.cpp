// phases.cpp - one workload after the other, with a barrier before each ([[workload.phase]]).
//
// A phase begins when every message of the one before has come out. Ids of a phase follow those of
// the phase before, so that no two messages have the same.

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "model/common/configuration_error.h"
#include "model/common/random.h"
#include "model/topology/network.h"
#include "model/traffic/graph_source.h"
#include "model/traffic/traffic_spec.h"
#include "model/traffic/workload_kinds.h"

namespace turnpike::model {

namespace {

class PhaseStream final : public GraphStream {
 public:
  PhaseStream(const TrafficSpec& spec, const Network& network, std::uint64_t seed)
      : spec_(spec), network_(network), seed_(seed) {
    // A phase that does not fit is told before the run.
    for (phase_ = spec_.phases.size(); phase_ > 0;) {
      --phase_;
      stream_ = open();
    }
  }

  bool next(GraphMessage& message) override {
    while (!stream_->next(message)) {
      if (phase_ + 1 == spec_.phases.size()) return false;
      ++phase_;
      first_id_ = next_id_;
      stream_ = open();
      message = GraphMessage();
    }
    message.id += first_id_;
    for (std::uint64_t& id : message.after) id += first_id_;
    message.phase = static_cast<std::uint32_t>(phase_);
    message.pause = spec_.phases[phase_].pause;
    next_id_ = std::max(next_id_, message.id + 1);
    return true;
  }

  bool may_wait(std::uint64_t delivered) const override {
    return stream_->may_wait(delivered > first_id_ ? delivered - first_id_ : 0);
  }
  Cycle read_ahead() const override { return stream_->read_ahead(); }
  bool has_phases() const override { return true; }

 private:
  std::unique_ptr<GraphStream> open() const {
    const TrafficSpec& spec = spec_.phases[phase_];
    const auto* kind = dynamic_cast<const GraphWorkload*>(spec.workload);
    const std::string table = "workload.phase[" + std::to_string(phase_) + "].";
    if (kind == nullptr) {
      throw ConfigurationError(table + "kind", spec.workload->word,
                               "a kind whose messages wait for messages");
    }
    try {
      return kind->open(spec, network_, draw(seed_, Stream::phase, 0, phase_));
    } catch (const ConfigurationError& error) {
      constexpr std::size_t kTable = sizeof "workload." - 1;
      throw ConfigurationError(table + error.key.substr(kTable), error.value, error.allowed);
    }
  }

  TrafficSpec spec_;
  const Network& network_;
  std::uint64_t seed_;
  std::size_t phase_ = 0;
  std::unique_ptr<GraphStream> stream_;
  std::uint64_t first_id_ = 0;  // of the present phase
  std::uint64_t next_id_ = 0;   // above those of all messages
};

class Phases final : public GraphWorkload {
 public:
  constexpr Phases() : GraphWorkload("phases") {
    meaning = "other workloads, one after the other, with barriers between them";
    is_random = true;
  }

  std::unique_ptr<GraphStream> open(const TrafficSpec& spec, const Network& network,
                                    std::uint64_t seed) const override {
    if (spec.phases.empty()) {
      throw ConfigurationError("workload.phase", "nothing", "a table for each phase");
    }
    return std::make_unique<PhaseStream>(spec, network, seed);
  }
};

constexpr Phases kPhases;

}  // namespace

const Workload* phases_workload() { return &kPhases; }

const std::vector<const Workload*>& phase_kinds() {
  static const std::vector<const Workload*> kinds = [] {
    std::vector<const Workload*> found;
    for (const Workload* one : workloads()) {
      const bool is_graph = dynamic_cast<const GraphWorkload*>(one) != nullptr;
      if (is_graph && one != phases_workload()) found.push_back(one);
    }
    return found;
  }();
  return kinds;
}

}  // namespace turnpike::model
