// network_engine.h - the reference model behind the engines' interface: the components of a network
// and its terminals, cycle by cycle, on one thread or several.

#pragma once

#include <algorithm>
#include <numeric>

#include "model/common/random.h"
#include "model/network/credit_check.h"
#include "model/network/model_engine.h"
#include "model/network/partition_crew.h"
#include "model/network/standstill.h"
#include "model/network/watchdog.h"

namespace turnpike::model {

// `Components`: a WormholeNetwork or a PacketNetwork. `Bank`: a TerminalBank or a MessageBank.
template <class Components, class Bank>
class NetworkEngine final : public ModelEngine {
 public:
  NetworkEngine(const Network& network, Traffic& traffic, const RunSpec& run,
                const TerminalSpec& spec)
      : network_(network),
        is_prepared_(!traffic.source().needs().preparation),
        components_(network, partitions(network, run)),
        terminals_(network, traffic, spec, components_.node_ranges()),
        crew_(partitions(network, run)),
        partitions_(partitions(network, run)),
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
  NodeTable node_table() override { return terminals_.node_table(); }
  void read_backlogs(std::vector<std::int64_t>& backlogs) override {
    terminals_.read_backlogs(backlogs);
  }
  void measure_until(Cycle end) override { terminals_.measure_until(end); }
  std::uint64_t packets_outstanding() override { return terminals_.packets_outstanding(); }
  std::uint64_t measured_outstanding() override { return terminals_.collected().outstanding(); }
  bool drained() override { return terminals_.drained(); }
  std::uint64_t packets_waiting(NodeId node) const override {
    return terminals_.packets_waiting(node);
  }
  void take_deliveries(std::vector<Delivery>& to) override { terminals_.take_deliveries(to); }

  std::vector<std::uint64_t> flits_sent() const override { return components_.flits_sent(); }
  std::vector<std::uint32_t> flits_buffered() const override {
    return components_.flits_buffered();
  }

  void outputs(ComponentId component, ComponentOutputs& to) const override {
    components_.outputs(component, now_, to);
  }
  NodeOutputs node_outputs(NodeId terminal) const override {
    return components_.node_outputs(terminal, now_);
  }

  void shuffle_evaluation(std::uint64_t seed) override {
    shuffle_seed_ = seed;
    order_.resize(network_.components.size());
    std::iota(order_.begin(), order_.end(), 0u);
  }
  void log_events(EventSink* sink) override {
    events_ = sink;
    components_.log_events(sink != nullptr);
  }
  bool has_state() const override { return true; }
  void visit_state(StateStream& state) override {
    state.value(now_);
    watchdog_.visit_state(state, now_);
    terminals_.visit_state(state);
    components_.visit_state(state, now_);
    if (!state.is_reading()) return;
    CreditCheck<Components>(state, network_, components_, terminals_).run();
  }
  std::size_t bytes_per_router() const override { return components_.bytes_per_router(); }

 private:
  // No more threads than there are components.
  static unsigned partitions(const Network& network, const RunSpec& run) {
    const auto components = static_cast<unsigned>(network.components.size());
    return std::max(1u, std::min(run.threads, components));
  }

  void run(Cycle cycles) {
    if (!order_.empty()) {
      for (Cycle c = 0; c < cycles; ++c) run_shuffled(now_ + c);
    } else if (partitions_ == 1) {
      for (Cycle c = 0; c < cycles; ++c) {
        terminals_.begin_cycle(now_ + c);
        run_partition(0, now_ + c);
      }
    } else {
      PartitionCrew::Alone alone;
      if (!is_prepared_) alone = [this](Cycle step) { terminals_.begin_cycle(now_ + step); };
      crew_.run(cycles, alone,
                [this](unsigned partition, Cycle step) { run_partition(partition, now_ + step); });
    }
  }

  void run_partition(unsigned partition, Cycle cycle) {
    components_.cycle_nodes(partition, cycle, terminals_);
    components_.cycle_components(partition, cycle);
  }

  void run_shuffled(Cycle cycle) {
    for (std::size_t i = order_.size() - 1; i > 0; --i) {
      const std::uint64_t bits = draw(shuffle_seed_, Stream::test, static_cast<NodeId>(i), cycle);
      std::swap(order_[i], order_[below(bits, static_cast<std::uint32_t>(i + 1))]);
    }
    terminals_.begin_cycle(cycle);
    components_.cycle_in_order(cycle, order_);
    for (unsigned p = 0; p < partitions_; ++p) components_.cycle_nodes(p, cycle, terminals_);
  }

  void write_events() {
    components_.take_events(of_step_);
    record_in_order(of_step_, *events_);
  }

  void watch() {
    if (components_.has_lost_flits()) {
      throw NetworkError("before cycle " + std::to_string(now_) +
                         ": a flit was sent to a port that is not connected");
    }
    if (!watchdog_.is_due(now_)) return;
    const std::uint64_t moved = terminals_.flits_consumed() + components_.flits_moved();
    if (watchdog_.is_stuck(now_, moved, [this] { return terminals_.packets_outstanding() != 0; })) {
      throw StandstillError(network_, components_.find_standstill(now_));
    }
  }

  const Network& network_;
  bool is_prepared_;  // the traffic needs no begin_cycle()
  Components components_;
  Bank terminals_;
  PartitionCrew crew_;
  unsigned partitions_;
  Watchdog watchdog_;
  Cycle now_ = 0;
  std::uint64_t shuffle_seed_ = 0;
  std::vector<ComponentId> order_;  // not empty: shuffled evaluation
  EventSink* events_ = nullptr;
  std::vector<Event> of_step_;
};

}  // namespace turnpike::model
