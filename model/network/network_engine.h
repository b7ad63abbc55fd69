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
    for (const Cycle end = now_ + cycles; now_ < end;) {
      const Cycle piece = events_ != nullptr ? 1 : watchdog_.look_ahead();
      if (const Cycle pieces = (quiet_until(now_, end) - now_) / piece; pieces != 0) {
        watchdog_.pass(now_, piece, pieces, [this] { return flits_moved(); });
        now_ += pieces * piece;
        continue;
      }
      const Cycle step = std::min(end - now_, piece);
      run(step);
      now_ += step;
      if (events_ != nullptr) write_events();
      watch();
    }
  }

  const Collector& collected() override { return terminals_.collected(); }
  void restart_collector(MeasurementWindow window) override {
    terminals_.restart_collector(window);
  }
  NodeTable node_table(bool with_flows) override { return terminals_.node_table(with_flows); }
  void read_backlogs(std::vector<std::int64_t>& backlogs) override {
    terminals_.read_backlogs(backlogs);
  }
  void measure_until(Cycle end) override { terminals_.measure_until(end); }
  std::uint64_t packets_outstanding() override { return terminals_.packets_outstanding(); }
  std::uint64_t measured_outstanding() override { return terminals_.collected().outstanding(); }
  bool drained() override { return terminals_.drained(); }
  QueueLength waiting(NodeId node, unsigned message_class) const override {
    return terminals_.waiting(node, message_class);
  }
  void hold(NodeId node, unsigned message_class, bool is_held) override {
    terminals_.hold(node, message_class, is_held);
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
    is_quiet_ = false;
    CreditCheck<Components>(state, network_, components_, terminals_).run();
  }
  std::size_t bytes_per_router() const override { return components_.bytes_per_router(); }

 private:
  // No more threads than there are components.
  static unsigned partitions(const Network& network, const RunSpec& run) {
    const auto components = static_cast<unsigned>(network.components.size());
    return std::max(1u, std::min(run.threads, components));
  }

  // The first cycle up to `end` in which anything can happen; `now`: in this one. A network with
  // nothing in it, in which no register would change, is passed over until a message is due.
  Cycle quiet_until(Cycle now, Cycle end) {
    if (!terminals_.is_still() || !order_.empty()) return now;
    const Cycle due = terminals_.next_due();
    if (due <= now) return now;
    if (!is_quiet_) is_quiet_ = components_.is_still(now);
    return is_quiet_ ? std::min(due, end) : now;
  }

  void run(Cycle cycles) {
    for (Cycle at = now_, end = now_ + cycles; at < end;) {
      const Cycle until = quiet_until(at, end);
      if (until != at) {
        at = until;
        continue;
      }
      is_quiet_ = false;
      at += run_some(at, end - at);
    }
  }

  // At most `cycles` from `at` on; returns how many.
  Cycle run_some(Cycle at, Cycle cycles) {
    if (!order_.empty()) {
      run_shuffled(at);
      return 1;
    }
    if (partitions_ == 1) {
      terminals_.begin_cycle(at);
      run_partition(0, at);
      return 1;
    }
    // Threads that walk do not look whether all is quiet; to wake them takes a while, too.
    const Cycle steps = std::min(cycles, walk_);
    PartitionCrew::Alone alone;
    if (!is_prepared_) alone = [&](Cycle step) { terminals_.begin_cycle(at + step); };
    crew_.run(steps, alone,
              [&](unsigned partition, Cycle step) { run_partition(partition, at + step); });
    walk_ = terminals_.is_still() ? kShortestWalk : std::min(2 * walk_, kLongestWalk);
    return steps;
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
    const auto may_be_stuck = [this] {
      return terminals_.packets_outstanding() != 0 && !terminals_.has_holds();
    };
    if (watchdog_.is_stuck(now_, flits_moved(), may_be_stuck)) {
      throw StandstillError(network_, components_.find_standstill(now_));
    }
  }

  std::uint64_t flits_moved() const {
    return terminals_.flits_consumed() + components_.flits_moved();
  }

  static constexpr Cycle kShortestWalk = 16;
  static constexpr Cycle kLongestWalk = 4096;

  const Network& network_;
  bool is_prepared_;  // the traffic needs no begin_cycle()
  Components components_;
  Bank terminals_;
  PartitionCrew crew_;
  unsigned partitions_;
  Watchdog watchdog_;
  Cycle now_ = 0;
  bool is_quiet_ = false;       // no register would change in a cycle without a message
  Cycle walk_ = kShortestWalk;  // cycles for which threads are sent off
  std::uint64_t shuffle_seed_ = 0;
  std::vector<ComponentId> order_;  // not empty: shuffled evaluation
  EventSink* events_ = nullptr;
  std::vector<Event> of_step_;
};

}  // namespace turnpike::model
