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

// A burst holds at least so many messages, so that a gap between two is no long search.
constexpr double kLeastInBurst = 0.001;

[[noreturn]] void refuse_number(const char* key, double found, const std::string& allowed) {
  throw ConfigurationError(key, std::to_string(found), allowed);
}

// The bursts in which a node of `load` flits per cycle sends burst_load.
BurstSpec bursts_of(const TrafficSpec& spec, double mean_length) {
  if (spec.burst_cycles == 0) refuse_number("traffic.burst_cycles", 0, "1 or more");
  const double cycles = spec.burst_cycles;
  const double in_burst = spec.burst_load / mean_length;
  if (!(in_burst > 0 && in_burst <= 1)) {
    refuse_number("traffic.burst_load", spec.burst_load,
                  "more than 0 and at most the mean message length, " +
                      std::to_string(mean_length) + ": at most one message per node and cycle");
  }
  if (cycles * in_burst < kLeastInBurst) {
    refuse_number("traffic.burst_load", spec.burst_load,
                  "at least a message in 1000 bursts, of " + std::to_string(spec.burst_cycles) +
                      " cycles each (traffic.burst_cycles)");
  }
  if (spec.load == spec.burst_load || spec.load == 0) return {};
  const double on = spec.load / spec.burst_load;
  const double pause = cycles * (1 - on) / on;
  if (pause >= 1) return {cycles, pause};
  refuse_number("traffic.load", spec.load,
                "traffic.burst_load, " + std::to_string(spec.burst_load) + ", or at most " +
                    std::to_string(spec.burst_load * cycles / (cycles + 1)) +
                    ": the pauses between bursts have a mean of one cycle or more");
}

ArrivalProcess arrivals_of(const TrafficSpec& spec, const Network& network, double mean_length,
                           std::uint64_t seed) {
  const double rate = message_rate(spec, network, mean_length);
  if (spec.arrivals != Arrivals::on_off) return {spec.arrivals, rate, network.nodes(), seed};
  const BurstSpec bursts = bursts_of(spec, mean_length);
  const double in_burst = rate > 0 ? spec.burst_load / mean_length : 0;
  return {spec.arrivals, in_burst, network.nodes(), seed, bursts};
}

class DrawnSource final : public MessageSource {
 public:
  DrawnSource(const TrafficSpec& spec, const Network& network, std::uint64_t seed)
      : MessageSource(network.nodes()),
        event_(network.nodes()),
        length_(spec, seed),
        arrivals_(arrivals_of(spec, network, length_.mean(), seed)),
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
    const std::uint64_t event = event_[node];
    const Cycle queued = step(node);
    const bool is_broadcast =
        broadcast_fraction_ > 0 && chance(broadcasts_.draw(node, event), broadcast_fraction_);
    return {queued, destinations_.pick(node, event), length_.pick(node, event), is_broadcast,
            0,      classes_.pick(node, event)};
  }

  void take_until(Cycle end, std::vector<PlainMessage>& to) override {
    for (NodeId node = 0; node < nodes(); ++node) {
      while (next_[node] < end) {
        const std::uint64_t event = event_[node];
        const Cycle queued = step(node);
        to.push_back({queued, node, destinations_.pick(node, event), length_.pick(node, event)});
      }
    }
  }

  double offered_load() const override { return offered_load_; }

  void visit_state(StateStream& state) override {
    visit_next_of_senders(state);
    state.list(event_);
    arrivals_.visit_state(state);
  }

 private:
  // The cycle of the node's next message, which is taken.
  Cycle step(NodeId node) {
    const Cycle queued = next_[node];
    next_[node] = arrivals_.next(node, ++event_[node], queued);
    return queued;
  }

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

void check_load(const TrafficSpec& spec, unsigned local_channels) {
  if (spec.load >= 0 && spec.load <= local_channels) return;
  refuse_number("traffic.load", spec.load,
                "number 0 .. " + std::to_string(local_channels) + ": a node has " +
                    std::to_string(local_channels) + " local channel" +
                    (local_channels == 1 ? "" : "s"));
}

double message_rate(const TrafficSpec& spec, const Network& network, double mean_length) {
  check_load(spec, network.local_channels);
  const double rate = spec.load / mean_length;
  if (spec.arrivals != Arrivals::poisson && rate > 1) {
    refuse_number("traffic.load", spec.load,
                  "at most the mean message length, " + std::to_string(mean_length) +
                      ": there is at most one message per node and cycle; Poisson arrivals have "
                      "no such limit");
  }
  return rate;
}

}  // namespace turnpike::model
