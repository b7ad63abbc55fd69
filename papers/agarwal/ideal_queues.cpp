// ideal_queues.cpp - heads of messages, in the order in which they come to nodes.

#include "papers/agarwal/ideal_queues.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <queue>

#include "model/topology/build.h"
#include "papers/network_runs.h"
#include "sim/base/task_pool.h"

namespace turnpike::sim::agarwal {

namespace {

using model::Cycle;
using model::NodeId;

struct Head {
  Cycle at = 0;
  std::uint64_t order = 0;  // of scheduling: decides among those of one cycle
  NodeId node = 0;
  bool is_due = false;  // not a head: the node's next message is created
  NodeId destination = 0;
  Cycle created = 0;

  bool operator<(const Head& other) const {  // the queue's front is its largest
    return at != other.at ? at > other.at : order > other.order;
  }
};

class IdealTorus {
 public:
  IdealTorus(const NetworkCase& torus, const Lengths& lengths, model::Traffic& traffic)
      : torus_(torus),
        traffic_(traffic),
        begin_(lengths.warmup),
        end_(lengths.warmup + lengths.measurement),
        free_at_(std::size_t{traffic.nodes()} * torus.dimensions),
        waited_(torus.dimensions),
        hops_(torus.dimensions) {
    for (NodeId node = 0; node < traffic_.nodes(); ++node) schedule_creation(node);
  }

  void run(const std::function<bool()>& go_on) {
    constexpr std::uint64_t kEventsBetween = 1 << 14;
    for (std::uint64_t events = 0; !heads_.empty(); ++events) {
      if (events % kEventsBetween == 0 && !go_on()) return;
      const Head head = heads_.top();
      if (head.at >= end_ && outstanding_ == 0) return;
      heads_.pop();
      if (head.is_due) {
        create(head);
      } else {
        advance(head);
      }
    }
  }

  IdealResult result() const {
    IdealResult result;
    result.latency = static_cast<double>(sum_) / static_cast<double>(delivered_);
    for (unsigned d = 0; d < torus_.dimensions; ++d) {
      result.waits.push_back(static_cast<double>(waited_[d]) / static_cast<double>(hops_[d]));
    }
    return result;
  }

 private:
  bool is_measured(Cycle created) const { return created >= begin_ && created < end_; }

  void schedule(Head head) {
    head.order = scheduled_++;
    heads_.push(head);
  }
  void schedule_creation(NodeId node) {
    const Cycle next = traffic_.next_cycles()[node];
    if (next != model::Traffic::kNever) schedule({next, 0, node, true, 0, 0});
  }

  void create(const Head& due) {
    const model::Message message = traffic_.take(due.node);
    outstanding_ += is_measured(due.at) ? 1 : 0;
    advance({due.at, 0, due.node, false, message.destination, due.at});
    schedule_creation(due.node);
  }

  // At its destination, or into the queue of the highest dimension that is not yet right.
  void advance(const Head& head) {
    const NodeId radix = torus_.radix;
    NodeId step = 1;
    unsigned dimension = torus_.dimensions;
    for (unsigned d = 0; d < torus_.dimensions; ++d, step *= radix) {
      if (head.node / step % radix != head.destination / step % radix) dimension = d;
    }
    if (dimension == torus_.dimensions) {
      deliver(head);
      return;
    }
    step = 1;
    for (unsigned d = 0; d < dimension; ++d) step *= radix;
    Cycle& free_at = free_at_[std::size_t{head.node} * torus_.dimensions + dimension];
    const Cycle leaves = std::max(head.at, free_at);
    free_at = leaves + torus_.flits;
    if (is_measured(head.created)) {
      waited_[dimension] += leaves - head.at;
      ++hops_[dimension];
    }
    const bool wraps = head.node / step % radix == radix - 1;
    const NodeId next = wraps ? head.node - (radix - 1) * step : head.node + step;
    schedule({leaves + 1, 0, next, false, head.destination, head.created});
  }

  void deliver(const Head& head) {
    if (!is_measured(head.created)) return;
    --outstanding_;
    ++delivered_;
    sum_ += head.at - head.created + torus_.flits;
  }

  NetworkCase torus_;
  model::Traffic& traffic_;
  Cycle begin_;
  Cycle end_;
  std::vector<Cycle> free_at_;  // [node * dimensions + dimension]
  std::priority_queue<Head> heads_;
  std::uint64_t scheduled_ = 0;
  std::uint64_t outstanding_ = 0;  // measured messages under way
  std::uint64_t delivered_ = 0;
  std::uint64_t sum_ = 0;
  std::vector<std::uint64_t> waited_;  // [dimension] cycles
  std::vector<std::uint64_t> hops_;
};

// The wait in the highest dimension over the mean of all.
double highest_over_mean(const IdealResult& one) {
  double sum = 0;
  for (const double wait : one.waits) sum += wait;
  return one.waits.back() / (sum / static_cast<double>(one.waits.size()));
}

// More of them than runs of the router, which take longer.
std::vector<std::uint64_t> ideal_seeds(const PaperOptions& options) {
  std::vector<std::uint64_t> seeds;
  for (unsigned i = 0; i < (options.quick ? 2u : 8u); ++i) seeds.push_back(options.seed + i);
  return seeds;
}

}  // namespace

IdealResult run_ideal(const NetworkCase& torus, const Lengths& lengths, model::Traffic& traffic,
                      const std::function<bool()>& go_on) {
  IdealTorus queues(torus, lengths, traffic);
  queues.run(go_on);
  return queues.result();
}

void add_ideal(std::vector<MeasuredPoint>& points, const PaperOptions& options, const char* what,
               PaperReport& report) {
  const std::vector<std::uint64_t> seeds = ideal_seeds(options);
  std::vector<IdealResult> results(points.size() * seeds.size());
  std::atomic<bool> stop{false};
  std::vector<std::function<void()>> tasks;
  for (std::size_t i = 0; i < results.size(); ++i) {
    tasks.emplace_back([&, i] {
      const NetworkCase& torus = points[i / seeds.size()].network;
      const Lengths lengths = run_lengths(torus, options.quick);
      const Experiment experiment = experiment_from(configuration(torus, lengths), name_of(torus));
      const model::Network network =
          build_network(experiment.topology, experiment.router, experiment.link);
      model::Traffic traffic(experiment.traffic, network, seeds[i % seeds.size()]);
      results[i] = run_ideal(torus, lengths, traffic, [&] { return !stop; });
    });
  }
  const bool all = run_tasks(tasks, options.jobs, [&](std::size_t done) {
    stop = options.on_progress && !options.on_progress(fmt::format(
                                      "{}, ideal queues: {} of {} runs", what, done, tasks.size()));
    return !stop;
  });
  if (!all || stop) {
    report.interrupted = true;
    return;
  }
  for (std::size_t p = 0; p < points.size(); ++p) {
    std::vector<double> latencies;
    std::vector<double> leads;
    for (std::size_t s = 0; s < seeds.size(); ++s) {
      const IdealResult& one = results[p * seeds.size() + s];
      latencies.push_back(one.latency);
      leads.push_back(highest_over_mean(one));
    }
    points[p].ideal = measured(latencies);
    points[p].ideal_highest = measured(leads);
  }
}

}  // namespace turnpike::sim::agarwal
