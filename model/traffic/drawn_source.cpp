// drawn_source.cpp - messages that are drawn as [traffic] says: the usual traffic.
//
// Every figure of a message is drawn from (seed, node, message count of the node).

#include <string>

#include "model/common/configuration_error.h"
#include "model/topology/network.h"
#include "model/traffic/arrivals.h"
#include "model/traffic/destinations.h"
#include "model/traffic/message_class.h"
#include "model/traffic/message_length.h"
#include "model/traffic/traffic.h"
#include "model/traffic/workload.h"

namespace turnpike::model {
namespace {

class DrawnSource final : public MessageSource {
 public:
  DrawnSource(const TrafficSpec& spec, const Network& network, std::uint64_t seed)
      : MessageSource(network.nodes()),
        event_(network.nodes()),
        length_(spec, seed),
        arrivals_(spec.arrivals, message_rate(spec, length_.mean()), network.nodes(), seed),
        destinations_(spec, network, seed),
        classes_(spec, network, seed),
        broadcasts_(seed, Stream::broadcast),
        broadcast_fraction_(spec.broadcast.fraction) {
    NodeId senders = 0;
    for (NodeId node = 0; node < nodes(); ++node) {
      if (!destinations_.sends(node)) continue;
      next_[node] = arrivals_.first(node);
      ++senders;
    }
    offered_load_ = spec.load * senders / nodes();
  }

  Message take(NodeId node) override {
    const std::uint64_t event = event_[node]++;
    const Cycle queued = next_[node];
    next_[node] = arrivals_.next(node, event + 1, queued);
    const bool is_broadcast =
        broadcast_fraction_ > 0 && chance(broadcasts_.draw(node, event), broadcast_fraction_);
    return {queued, destinations_.pick(node, event), length_.pick(node, event), is_broadcast,
            0,      classes_.pick(node, event)};
  }

  double offered_load() const override { return offered_load_; }

  void visit_state(StateStream& state) override {
    visit_next_of_senders(state);
    state.list(event_);
    arrivals_.visit_state(state);
  }

 private:
  std::vector<std::uint64_t> event_;  // [node] messages taken
  MessageLength length_;
  ArrivalProcess arrivals_;
  Destinations destinations_;
  MessageClass classes_;
  RandomStream broadcasts_;
  double broadcast_fraction_;
  double offered_load_ = 0;
};

class DrawnWorkload final : public Workload {
 public:
  constexpr DrawnWorkload() : Workload("traffic") {
    meaning = "as [traffic] says";
    is_drawn = true;
  }
  std::unique_ptr<MessageSource> make(const TrafficSpec& spec, const Network& network,
                                      std::uint64_t seed) const override {
    return std::make_unique<DrawnSource>(spec, network, seed);
  }
};

constexpr DrawnWorkload kDrawn;

}  // namespace

const Workload* const Workload::traffic = &kDrawn;

double message_rate(const TrafficSpec& spec, double mean_length) {
  constexpr double kMaxLoad = 1e6;  // a number, not a nan or an infinity
  if (!(spec.load >= 0 && spec.load <= kMaxLoad)) {
    throw ConfigurationError("traffic.load", std::to_string(spec.load),
                             "0 or more flits per node and cycle");
  }
  const double rate = spec.load / mean_length;
  if (spec.arrivals == Arrivals::bernoulli && rate > 1) {
    throw ConfigurationError("traffic.load", std::to_string(spec.load),
                             "at most the mean message length, " + std::to_string(mean_length) +
                                 ": Bernoulli arrivals are at most one message per node and "
                                 "cycle; Poisson arrivals have no such limit");
  }
  return rate;
}

}  // namespace turnpike::model
