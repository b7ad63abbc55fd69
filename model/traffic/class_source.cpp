// class_source.cpp - message classes that each have traffic of their own ([[traffic.class]]).
//
// Each class is drawn as if it were alone, from a seed of its own. Of several messages that a node
// queues in one cycle that of the lowest class comes first.

#include <memory>
#include <string>
#include <vector>

#include "model/common/configuration_error.h"
#include "model/common/random.h"
#include "model/topology/network.h"
#include "model/traffic/message_source.h"
#include "model/traffic/traffic_spec.h"
#include "model/traffic/workload.h"

namespace turnpike::model {
namespace {

// Says of which class a fault is.
std::unique_ptr<MessageSource> source_of(const TrafficSpec& spec, std::size_t number,
                                         const Network& network, std::uint64_t seed) {
  try {
    return Workload::traffic->make(spec, network, seed);
  } catch (const ConfigurationError& error) {
    constexpr std::size_t kTable = sizeof "traffic." - 1;
    throw ConfigurationError(
        "traffic.class[" + std::to_string(number) + "]." + error.key.substr(kTable), error.value,
        error.allowed);
  }
}

class ClassSource final : public MessageSource {
 public:
  ClassSource(const TrafficSpec& spec, const Network& network, std::uint64_t seed)
      : MessageSource(network.nodes()) {
    const std::size_t classes = network.router.routing.message_classes;
    if (spec.classes.size() != classes) {
      throw ConfigurationError(
          "traffic.class", std::to_string(spec.classes.size()) + " tables",
          std::to_string(classes) + ", one for each of router.message_classes");
    }
    for (std::size_t c = 0; c < classes; ++c) {
      const std::uint64_t its_seed = c == 0 ? seed : draw(seed, Stream::message_class, 0, c);
      classes_.push_back(source_of(spec.classes[c], c, network, its_seed));
    }
    for (NodeId node = 0; node < nodes(); ++node)
      next_[node] = classes_[first_of(node)]->next_cycles()[node];
  }

  Message take(NodeId node) override {
    const std::size_t c = first_of(node);
    Message message = classes_[c]->take(node);
    message.message_class = static_cast<unsigned>(c);
    next_[node] = classes_[first_of(node)]->next_cycles()[node];
    return message;
  }

  double offered_load() const override {
    double load = 0;
    for (const auto& one : classes_) load += one->offered_load();
    return load;
  }

  void visit_state(StateStream& state) override {
    for (const auto& one : classes_) one->visit_state(state);
    for (NodeId node = 0; node < nodes(); ++node)
      next_[node] = classes_[first_of(node)]->next_cycles()[node];
  }

 private:
  // The class of the node's next message.
  std::size_t first_of(NodeId node) const {
    std::size_t first = 0;
    for (std::size_t c = 1; c < classes_.size(); ++c) {
      if (classes_[c]->next_cycles()[node] < classes_[first]->next_cycles()[node]) first = c;
    }
    return first;
  }

  std::vector<std::unique_ptr<MessageSource>> classes_;
};

class ClassWorkload final : public Workload {
 public:
  constexpr ClassWorkload() : Workload("traffic of several classes") {}
  std::unique_ptr<MessageSource> make(const TrafficSpec& spec, const Network& network,
                                      std::uint64_t seed) const override {
    return std::make_unique<ClassSource>(spec, network, seed);
  }
};

constexpr ClassWorkload kClasses;

}  // namespace

const Workload* const Workload::classes = &kClasses;

}  // namespace turnpike::model
