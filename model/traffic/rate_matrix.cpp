// rate_matrix.cpp - flows that each have a rate of their own, and limits that each must keep.
//
// Every flow tosses a coin each cycle, as Bernoulli traffic does; so a node may queue messages of
// several flows in one cycle. What is counted of a flow when it queues a message is its source's,
// what is counted of a delivery its destination's: no two threads touch one number.

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/common/configuration_error.h"
#include "model/common/random.h"
#include "model/statistics/histogram.h"
#include "model/statistics/results.h"
#include "model/topology/network.h"
#include "model/traffic/arrivals.h"
#include "model/traffic/fixed_log2.h"
#include "model/traffic/rate_file.h"
#include "model/traffic/traffic_spec.h"
#include "model/traffic/workload_kinds.h"

namespace turnpike::model {

namespace {

constexpr const char* kUnitWords[] = {"flits", "messages"};
constexpr const char* kLimitWords[] = {"mean", "p99", "max"};

enum RateKey : std::size_t {
  kRateFile,
  kRateFormat,
  kRateUnit,
  kRateScale,
  kRateFlits,
  kRateLatencyOf
};

constexpr WorkloadKey kRateKeys[] = {
    file_key("file", true, "flows with their rates, also with gzip"),
    word_key("format", kRateFormatWords,
             "flows: `source destination rate [flits] [class] [bandwidth] [latency]` a line; "
             "matrix: a line of rates for each source; noxim: Noxim's traffic table"),
    word_key("rate_unit", kUnitWords,
             "a rate is in flits or in messages per cycle; those of noxim are always messages"),
    number_key("scale", 0, 1e6, 1, "", "every rate is multiplied by it"),
    integer_key("flits", 1, 65535, 5, "flits", "length of a message where the file has none"),
    word_key(
        "latency_of", kLimitWords,
        "which latency of a flow its limit is for: the mean, the 99th percentile, the slowest"),
};

using RateKind = WorkloadFigure::Kind;
using RateMerge = WorkloadFigure::Merge;

constexpr WorkloadFigure kRateFigures[] = {
    {"flows", "flows", "with a rate above 0", RateKind::count, RateMerge::highest},
    {"missed_limits", "flows", "that miss their bandwidth or their latency", RateKind::count,
     RateMerge::highest, nullptr, true},
    {"missed_bandwidth", "flows", "of which significantly less was accepted than their bandwidth",
     RateKind::count, RateMerge::highest},
    {"missed_latency", "flows", "whose latency is above their limit, or of which nothing came",
     RateKind::count, RateMerge::highest},
    {"slowest_flow", "cycles", "the highest mean latency of a flow", RateKind::number,
     RateMerge::highest, nullptr, true},
    {"slowest_flow_p99", "cycles", "the highest 99th percentile of a flow", RateKind::count,
     RateMerge::highest},
};

constexpr const char* kRateTable = "rates.csv";
constexpr const char* kRateTables[] = {kRateTable};

// Standard deviations of Poisson arrivals by which a flow may be below its bandwidth.
constexpr double kDeviations = 3;

class RateSource final : public MessageSource {
 public:
  RateSource(const TrafficSpec& spec, const Network& network, std::uint64_t seed)
      : MessageSource(network.nodes(), {false, true}),
        limit_(workload_word(spec, kRateKeys[kRateLatencyOf])),
        gaps_(seed, Stream::arrival),
        queues_(network.nodes()) {
    const auto format = static_cast<RateFormat>(workload_word(spec, kRateKeys[kRateFormat]));
    const bool is_of_messages =
        format == RateFormat::noxim || workload_word(spec, kRateKeys[kRateUnit]) == 1;
    const double scale = workload_number(spec, kRateKeys[kRateScale]);
    const auto flits = static_cast<std::uint32_t>(workload_integer(spec, kRateKeys[kRateFlits]));
    for (RateFlow& flow : read_rates(workload_file(spec, kRateKeys[kRateFile]), format,
                                     network.nodes(), network.router.routing.message_classes)) {
      if (flow.flits == 0) flow.flits = flits;
      flow.rate *= is_of_messages ? scale : scale / flow.flits;
      check_rate(flow);
      offered_ += flow.rate * flow.flits / nodes();
      if (flow.rate > 0) add(flow);
    }
  }

  Message take(NodeId node) override {
    std::vector<Due>& queue = queues_[node];
    std::pop_heap(queue.begin(), queue.end(), std::greater<>());
    const Due due = queue.back();
    Flow& flow = flows_[due.flow];
    if (due.cycle >= start_ && due.cycle < end_) ++flow.queued;
    queue.back().cycle = due.cycle + gap(due.flow);
    std::push_heap(queue.begin(), queue.end(), std::greater<>());
    next_[node] = queue.front().cycle;
    const RateFlow& said = flow.said;
    return {due.cycle, said.destination, said.flits, false, due.flow, said.message_class};
  }

  void delivered(const Delivery& delivery) override {
    Arrived& arrived = arrived_[delivery.tag];
    if (delivery.last >= start_ && delivery.last < end_) ++arrived.accepted;
    if (delivery.queued < start_ || delivery.queued >= end_) return;
    ++arrived.messages;
    arrived.latency += delivery.latency();
    arrived.slowest = std::max(arrived.slowest, delivery.latency());
    arrived.latencies.add(delivery.latency());
  }

  double offered_load() const override { return offered_; }

  void restart_collector(Cycle start, Cycle end) override {
    start_ = start;
    end_ = end;
    for (Flow& flow : flows_) flow.queued = 0;
    for (Arrived& arrived : arrived_) arrived = Arrived();
  }
  void measure_until(Cycle end) override { end_ = end; }

  WorkloadResults results(const RunFigures& run) const override;

  void visit_state(StateStream& state) override {
    MessageSource::visit_state(state);
    state.value(start_);
    state.value(end_);
    for (Flow& flow : flows_) {
      state.value(flow.event);
      state.value(flow.queued);
    }
    for (Arrived& arrived : arrived_) {
      for (std::uint64_t* number :
           {&arrived.accepted, &arrived.messages, &arrived.latency, &arrived.slowest}) {
        state.value(*number);
      }
      arrived.latencies.visit_state(state);
    }
    for (NodeId node = 0; node < nodes(); ++node) {
      state.list(queues_[node]);
      for (const Due& due : queues_[node]) {
        state.check(due.flow < flows_.size() && flows_[due.flow].said.source == node, "a flow");
      }
      const bool is_next =
          next_[node] == (queues_[node].empty() ? kNever : queues_[node].front().cycle);
      state.check(
          is_next && std::is_heap(queues_[node].begin(), queues_[node].end(), std::greater<>()),
          "messages of the flows of a node");
    }
  }

 private:
  struct Flow {
    RateFlow said;
    double scale = 0;          // cycles per half-life; 0: a message every cycle
    std::uint64_t event = 0;   // gaps drawn
    std::uint64_t queued = 0;  // measured messages
  };
  struct Arrived {
    std::uint64_t accepted = 0;  // messages delivered in the measured cycles
    std::uint64_t messages = 0;  // measured ones
    std::uint64_t latency = 0;   // their sum
    std::uint64_t slowest = 0;
    Histogram latencies;
  };
  struct Due {
    Cycle cycle = 0;
    std::uint64_t flow = 0;
    friend bool operator>(const Due& a, const Due& b) {
      return a.cycle != b.cycle ? a.cycle > b.cycle : a.flow > b.flow;
    }
  };

  static void check_rate(const RateFlow& flow) {
    if (flow.rate <= 1) return;
    throw ConfigurationError(
        "workload.file",
        "flow " + std::to_string(flow.source) + " to " + std::to_string(flow.destination) +
            " with " + std::to_string(flow.rate) + " messages per cycle",
        "at most 1 message per cycle, with workload.scale and workload.rate_unit taken in");
  }

  void add(const RateFlow& said) {
    const std::uint64_t at = flows_.size();
    flows_.push_back({said});
    if (said.rate < 1) flows_.back().scale = trials_per_half_life(said.rate);
    arrived_.emplace_back();
    std::vector<Due>& queue = queues_[said.source];
    queue.push_back({gap(at) - 1, at});  // the first coin is tossed in cycle 0
    std::push_heap(queue.begin(), queue.end(), std::greater<>());
    next_[said.source] = queue.front().cycle;
  }

  // Cycles until the flow's coin shows heads again, at least 1.
  Cycle gap(std::uint64_t at) {
    Flow& flow = flows_[at];
    if (flow.scale == 0) return 1;
    const std::uint64_t bits = gaps_.draw(static_cast<NodeId>(at), flow.event++);
    const double cycles = half_lives(bits) * flow.scale;
    constexpr double kLongest = 1e15;  // far beyond any run
    return 1 + static_cast<Cycle>(std::min(cycles, kLongest));
  }

  // A limit that a flow keeps or misses.
  struct Judged {
    std::optional<double> latency;  // mean
    std::uint64_t p99 = 0;
    double accepted = 0;  // flits per cycle
    bool misses_bandwidth = false;
    bool misses_latency = false;
  };
  Judged judge(const RateFlow& said, const Arrived& arrived, double cycles) const;

  std::size_t limit_;  // in kLimitWords
  RandomStream gaps_;
  double offered_ = 0;
  Cycle start_ = 0;
  Cycle end_ = 0;
  std::vector<Flow> flows_;
  std::vector<Arrived> arrived_;          // [flow]
  std::vector<std::vector<Due>> queues_;  // [node] a heap: a message of each of its flows
};

RateSource::Judged RateSource::judge(const RateFlow& said, const Arrived& arrived,
                                     double cycles) const {
  Judged judged;
  judged.accepted = static_cast<double>(arrived.accepted) * said.flits / cycles;
  if (said.bandwidth) {
    const double noise = kDeviations * std::sqrt(*said.bandwidth * said.flits / cycles);
    judged.misses_bandwidth = judged.accepted < *said.bandwidth - noise;
  }
  if (arrived.messages > 0) {
    judged.latency = static_cast<double>(arrived.latency) / static_cast<double>(arrived.messages);
    judged.p99 = std::min(arrived.latencies.percentile(0.99), arrived.slowest);
  }
  if (said.latency) {
    const double found = limit_ == 0   ? judged.latency.value_or(0)
                         : limit_ == 1 ? static_cast<double>(judged.p99)
                                       : static_cast<double>(arrived.slowest);
    // Of a flow that queued nothing there is nothing to say; one that is starved misses it.
    const bool is_silent = arrived.messages == 0 && arrived.accepted == 0;
    judged.misses_latency = found > *said.latency || (is_silent && said.rate * cycles > 20);
  }
  return judged;
}

WorkloadResults RateSource::results(const RunFigures& run) const {
  constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
  const double cycles = std::max(1.0, static_cast<double>(run.end - run.start));
  WorkloadTable table{
      kRateTable,
      {"source", "destination", "class", "flits", "offered", "generated", "accepted", "messages",
       "latency", "latency_p99", "latency_max", "bandwidth_limit", "latency_limit", "missed"},
      {}};
  double missed = 0;
  double missed_bandwidth = 0;
  double missed_latency = 0;
  double slowest = 0;
  double slowest_p99 = 0;
  for (std::size_t i = 0; i < flows_.size(); ++i) {
    const RateFlow& said = flows_[i].said;
    const Arrived& arrived = arrived_[i];
    const Judged judged = judge(said, arrived, cycles);
    const bool misses = judged.misses_bandwidth || judged.misses_latency;
    missed += misses;
    missed_bandwidth += judged.misses_bandwidth;
    missed_latency += judged.misses_latency;
    slowest = std::max(slowest, judged.latency.value_or(0));
    slowest_p99 = std::max(slowest_p99, static_cast<double>(judged.p99));
    const bool came = judged.latency.has_value();
    for (const double cell :
         {double{1} * said.source, double{1} * said.destination, double{1} * said.message_class,
          double{1} * said.flits, said.rate * said.flits,
          static_cast<double>(flows_[i].queued) * said.flits / cycles, judged.accepted,
          static_cast<double>(arrived.messages), judged.latency.value_or(kNothing),
          came ? static_cast<double>(judged.p99) : kNothing,
          came ? static_cast<double>(arrived.slowest) : kNothing, said.bandwidth.value_or(kNothing),
          said.latency.value_or(kNothing), misses ? 1.0 : 0.0}) {
      table.cells.push_back(cell);
    }
  }
  WorkloadResults results;
  for (const double figure : {static_cast<double>(flows_.size()), missed, missed_bandwidth,
                              missed_latency, slowest, slowest_p99}) {
    results.figures.emplace_back(figure);
  }
  results.tables.push_back(std::move(table));
  return results;
}

class RateMatrix final : public Workload {
 public:
  constexpr RateMatrix() : Workload("rate_matrix") {
    meaning = "flows from a file, each with a rate and limits of its own";
    keys = kRateKeys;
    key_count = std::size(kRateKeys);
    figures = kRateFigures;
    figure_count = std::size(kRateFigures);
    tables = kRateTables;
    table_count = std::size(kRateTables);
    hears_deliveries = true;
  }

  std::unique_ptr<MessageSource> make(const TrafficSpec& spec, const Network& network,
                                      std::uint64_t seed) const override {
    return std::make_unique<RateSource>(spec, network, seed);
  }
};

constexpr RateMatrix kRateMatrix;

}  // namespace

const Workload* rate_matrix_workload() { return &kRateMatrix; }

}  // namespace turnpike::model
