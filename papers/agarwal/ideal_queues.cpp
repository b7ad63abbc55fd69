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
        free_at_(std::size_t{traffic.nodes()} * torus.dimensions) {
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

  double mean() const { return static_cast<double>(sum_) / static_cast<double>(delivered_); }

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
};

}  // namespace

double ideal_latency(const NetworkCase& torus, const Lengths& lengths, model::Traffic& traffic,
                     const std::function<bool()>& go_on) {
  IdealTorus queues(torus, lengths, traffic);
  queues.run(go_on);
  return queues.mean();
}

void add_ideal(std::vector<MeasuredPoint>& points, const PaperOptions& options, const char* what,
               PaperReport& report) {
  const std::vector<std::uint64_t> seeds = run_seeds(options);
  std::vector<double> latencies(points.size() * seeds.size());
  std::atomic<bool> stop{false};
  std::vector<std::function<void()>> tasks;
  for (std::size_t i = 0; i < latencies.size(); ++i) {
    tasks.emplace_back([&, i] {
      const NetworkCase& torus = points[i / seeds.size()].network;
      const Lengths lengths = run_lengths(torus, options.quick);
      const Experiment experiment = experiment_from(configuration(torus, lengths), name_of(torus));
      const model::Network network =
          build_network(experiment.topology, experiment.router, experiment.link);
      model::Traffic traffic(experiment.traffic, network, seeds[i % seeds.size()]);
      latencies[i] = ideal_latency(torus, lengths, traffic, [&] { return !stop; });
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
    const auto first = latencies.begin() + static_cast<std::ptrdiff_t>(p * seeds.size());
    points[p].ideal = measured({first, first + static_cast<std::ptrdiff_t>(seeds.size())});
  }
}

}  // namespace turnpike::sim::agarwal
