// network_engine.h - the reference model behind the engines' interface, for one kind of router.

#pragma once

#include <algorithm>
#include <numeric>

#include "model/network/model_engine.h"
#include "model/network/model_network_build.h"
#include "model/network/model_network_cycle.h"
#include "model/network/partition_crew.h"
#include "model/network/watchdog.h"
#include "model/network/wormhole_standstill.h"

namespace turnpike::model {

template <unsigned kWords, class Shape>
class NetworkEngine final : public ModelEngine {
 public:
  NetworkEngine(const Network& network, Traffic& traffic, const RunSpec& run)
      : network_(network),
        is_prepared_(!traffic.finite()),
        state_(network, partitions(network, run)),
        terminals_(network, traffic, run.seed, run.sink_stall, state_.node_ranges()),
        crew_(static_cast<unsigned>(state_.partitions().size())),
        watchdog_(run.watchdog) {}

  const Network& network() const override { return network_; }
  Cycle now() const override { return now_; }

  void advance(Cycle cycles) override {
    for (Cycle end = now_ + cycles; now_ < end;) {
      const Cycle step = events_ != nullptr ? 1 : std::min(end - now_, watchdog_.look_ahead());
      run(step);
      now_ += step;
      if (events_ != nullptr) write_events();
      watch();
    }
  }

  Collector collected() override { return terminals_.collected(); }
  void restart_collector(MeasurementWindow window) override {
    terminals_.restart_collector(window);
  }
  std::uint64_t packets_outstanding() override { return terminals_.packets_outstanding(); }
  std::uint64_t measured_outstanding() override { return terminals_.measured_outstanding(); }
  bool drained() override { return terminals_.drained(); }

  std::vector<std::uint64_t> flits_sent() const override {
    std::vector<std::uint64_t> sent;
    const unsigned ports = network_.max_ports();
    sent.reserve(network_.components.size() * ports);
    for (ComponentId c = 0; c < network_.components.size(); ++c) {
      const std::uint32_t* counts = state_.layout().sent(state_.block(c));
      sent.insert(sent.end(), counts, counts + ports);
    }
    return sent;
  }
  std::vector<std::uint32_t> flits_buffered() const override {
    std::vector<std::uint32_t> buffered;
    const unsigned lanes = network_.max_ports() * network_.router.virtual_channels;
    buffered.reserve(network_.components.size() * lanes);
    for (ComponentId c = 0; c < network_.components.size(); ++c) {
      const auto counts = state_.layout().counts(state_.block(c));
      for (unsigned lane = 0; lane < lanes; ++lane) buffered.push_back(counts.value(lane));
    }
    return buffered;
  }

  void outputs(ComponentId component, ComponentOutputs& to) const override {
    state_.outputs(component, now_, to);
  }
  NodeOutputs node_outputs(NodeId node) const override { return state_.node_outputs(node, now_); }

  void shuffle_evaluation(std::uint64_t seed) override {
    shuffle_seed_ = seed;
    order_.resize(network_.components.size());
    std::iota(order_.begin(), order_.end(), 0u);
  }
  void log_events(EventSink* sink) override {
    events_ = sink;
    state_.set_logging(sink != nullptr);
  }
  std::size_t bytes_per_router() const override { return state_.layout().bytes(); }

 private:
  // No more threads than there are routers.
  static unsigned partitions(const Network& network, const RunSpec& run) {
    const auto components = static_cast<unsigned>(network.components.size());
    return std::max(1u, std::min(run.threads, components));
  }

  void run(Cycle cycles) {
    if (!order_.empty()) {
      for (Cycle c = 0; c < cycles; ++c) run_shuffled(now_ + c);
    } else if (state_.partitions().size() == 1) {
      for (Cycle c = 0; c < cycles; ++c) {
        terminals_.begin_cycle(now_ + c);
        state_.cycle(0, now_ + c, terminals_);
      }
    } else {
      PartitionCrew::Alone alone;
      if (!is_prepared_) alone = [this](Cycle step) { terminals_.begin_cycle(now_ + step); };
      crew_.run(cycles, alone, [this](unsigned partition, Cycle step) {
        state_.cycle(partition, now_ + step, terminals_);
      });
    }
  }

  void run_shuffled(Cycle cycle) {
    for (std::size_t i = order_.size() - 1; i > 0; --i) {
      const std::uint64_t bits = draw(shuffle_seed_, Stream::test, static_cast<NodeId>(i), cycle);
      std::swap(order_[i], order_[below(bits, static_cast<std::uint32_t>(i + 1))]);
    }
    terminals_.begin_cycle(cycle);
    state_.cycle_in_order(cycle, terminals_, order_);
  }

  void write_events() {
    std::vector<Event> events;
    for (Partition& part : state_.partitions()) {
      events.insert(events.end(), part.events.begin(), part.events.end());
      part.events.clear();
    }
    record_in_order(events, *events_);
  }

  void watch() {
    if (state_.has_lost_flits()) {
      throw NetworkError("before cycle " + std::to_string(now_) +
                         ": a flit was sent to a port that is not connected");
    }
    if (!watchdog_.is_due(now_)) return;
    std::uint64_t moved = terminals_.flits_consumed();
    for (const std::uint64_t sent : flits_sent()) moved += sent;
    if (watchdog_.is_stuck(now_, moved, [this] { return terminals_.packets_outstanding() != 0; })) {
      throw StandstillError(network_, find_standstill(network_, state_, now_));
    }
  }

  const Network& network_;
  bool is_prepared_;  // the traffic needs no begin_cycle()
  ModelNetwork<kWords, Shape> state_;
  TerminalBank<kWords> terminals_;
  PartitionCrew crew_;
  Watchdog watchdog_;
  Cycle now_ = 0;
  std::uint64_t shuffle_seed_ = 0;
  std::vector<ComponentId> order_;  // not empty: shuffled evaluation
  EventSink* events_ = nullptr;
};

}  // namespace turnpike::model
