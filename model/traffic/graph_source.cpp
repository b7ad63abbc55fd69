// graph_source.cpp - messages that wait for messages, read as the run goes on.
//
// prepare(), in one thread before each cycle, takes in what was delivered in the cycle before,
// releases what waited for it, and reads on. Messages are read as far ahead of the run as the
// longest delay: of a message that is read later, every delivery that it waits for is either still
// to come, or so long ago that its delay is over before its own cycle. So nothing is kept of
// messages that were delivered but their ids, as ranges.

#include "model/traffic/graph_source.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "model/statistics/results.h"
#include "model/traffic/graph_paths.h"
#include "model/traffic/graph_waiting.h"
#include "model/traffic/number_set.h"

namespace turnpike::model {

namespace {

class GraphSource final : public MessageSource {
 public:
  GraphSource(NodeId nodes, std::unique_ptr<GraphStream> stream, Cycle read_ahead,
              bool keeps_latencies)
      : MessageSource(nodes, {true, true}),
        stream_(std::move(stream)),
        read_ahead_(read_ahead),
        keeps_latencies_(keeps_latencies),
        queues_(nodes),
        blocks_((nodes + 63) / 64) {
    read();
  }

  void prepare(Cycle now) override {
    arrived_.clear();
    for (std::vector<Arrival>& block : blocks_) {
      arrived_.insert(arrived_.end(), block.begin(), block.end());
      block.clear();
    }
    if (arrived_.size() > 1) {
      std::sort(arrived_.begin(), arrived_.end(), [this](const Arrival& a, const Arrival& b) {
        return waiting_[a.place].id < waiting_[b.place].id;
      });
    }
    for (const Arrival& one : arrived_) finish(one);
    while (!at_end_ && ahead_.cycle <= now + read_ahead_ && !stream_->may_wait(highest_)) {
      add(ahead_);
      read();
    }
  }

  Message take(NodeId node) override {
    std::vector<Ready>& queue = queues_[node];
    const Ready first = queue.front();
    std::pop_heap(queue.begin(), queue.end(), std::greater<>());
    queue.pop_back();
    next_[node] = queue.empty() ? kNever : queue.front().due;
    const WaitingMessage& one = waiting_[first.place];
    return {first.due, one.destination, one.flits, false, first.place, one.message_class};
  }

  void delivered(const Delivery& delivery) override {
    blocks_[delivery.destination / 64].push_back(
        {static_cast<std::uint32_t>(delivery.tag), delivery});
  }

  // Whatever waits will come once the messages under way are there.
  bool exhausted() const override { return at_end_ && waiting_.count() == 0; }

  WorkloadResults results(const RunFigures& run) const override;
  void visit_state(StateStream& state) override;

 private:
  // Of a node's queue; of one cycle the message that was read first.
  struct Ready {
    Cycle due = 0;
    std::uint64_t order = 0;
    std::uint32_t place = 0;  // in waiting_
    friend bool operator>(const Ready& a, const Ready& b) {
      return std::tie(a.due, a.order) > std::tie(b.due, b.order);
    }
  };
  struct Arrival {
    std::uint32_t place = 0;
    Delivery delivery;
  };

  void read() {
    at_end_ = !stream_->next(ahead_);
    ++read_;
  }

  void add(const GraphMessage& message) {
    const std::uint32_t at = waiting_.place_of(message.id);
    unsigned missing = 0;
    for (const std::uint64_t id : message.after) {
      if (done_.contains(id)) continue;
      waiting_.wait(at, waiting_.place_of(id));
      ++missing;
    }
    WaitingMessage& one = waiting_[at];
    one.order = read_;
    one.cycle = message.cycle;
    one.delay = message.delay;
    one.source = message.source;
    one.destination = message.destination;
    one.flits = message.flits;
    one.message_class = message.message_class;
    one.missing = missing;
    one.is_read = true;
    if (missing == 0) release(at);
  }

  void release(std::uint32_t at) {
    const WaitingMessage& one = waiting_[at];
    const Cycle last =
        one.before == GraphPaths::kNone ? 0 : paths_[one.before].delivery.last + one.delay;
    std::vector<Ready>& queue = queues_[one.source];
    queue.push_back({std::max(one.cycle, last), one.order, at});
    std::push_heap(queue.begin(), queue.end(), std::greater<>());
    next_[one.source] = queue.front().due;
  }

  void finish(const Arrival& arrival) {
    const WaitingMessage& done = waiting_[arrival.place];
    done_.insert(done.id);
    highest_ = std::max(highest_, done.id + 1);
    ++delivered_;
    if (keeps_latencies_) kept_.push_back({done.id, done.message_class, arrival.delivery});
    const GraphPaths::Index step = paths_.add(done.id, arrival.delivery, done.before);
    waiting_.take_waiters(arrival.place, [&](std::uint32_t at) {
      replace_if_later(waiting_[at].before, step);
      if (--waiting_[at].missing == 0 && waiting_[at].is_read) release(at);
    });
    replace_if_later(last_, step);
    paths_.drop(step);
    waiting_.remove(arrival.place);
  }

  // Of two deliveries in one cycle the one that is taken in first stays, that with the lower id.
  void replace_if_later(GraphPaths::Index& at, GraphPaths::Index step) {
    if (at != GraphPaths::kNone && paths_[at].delivery.last >= paths_[step].delivery.last) return;
    paths_.drop(at);
    paths_.use(step);
    at = step;
  }

  // A message with its times, for messages.csv.
  struct Kept {
    std::uint64_t id = 0;
    std::uint32_t message_class = 0;
    Delivery delivery;
  };

  void check_state(const StateStream& state) const;

  std::unique_ptr<GraphStream> stream_;
  Cycle read_ahead_;
  std::uint64_t read_ = 0;  // messages, with the end
  bool keeps_latencies_;
  GraphMessage ahead_;  // that is read next
  bool at_end_ = false;
  std::uint64_t delivered_ = 0;
  std::uint64_t highest_ = 0;  // above the highest id that was delivered
  GraphWaiting waiting_;
  NumberSet done_;  // ids that were delivered
  GraphPaths paths_;
  GraphPaths::Index last_ = GraphPaths::kNone;  // the last delivery
  std::vector<std::vector<Ready>> queues_;      // [node] a heap
  std::vector<std::vector<Arrival>> blocks_;    // [node / 64] delivered in this cycle
  std::vector<Arrival> arrived_;                // of all blocks
  std::vector<Kept> kept_;
};

void add_cells(WorkloadTable& table, std::initializer_list<std::uint64_t> cells) {
  for (const std::uint64_t cell : cells) table.cells.push_back(static_cast<double>(cell));
}

WorkloadResults GraphSource::results(const RunFigures& run) const {
  WorkloadTable path{
      kPathTable,
      {"id", "source", "destination", "flits", "waited", "queued", "injected", "head", "delivered"},
      {}};
  Cycle before = 0;
  std::uint64_t waited = 0;
  std::uint64_t queued = 0;
  std::uint64_t in_network = 0;
  const std::vector<GraphPaths::Step> steps = paths_.path_to(last_);
  for (const GraphPaths::Step& step : steps) {
    const Delivery& d = step.delivery;
    add_cells(path, {step.id, d.source, d.destination, d.flits, d.queued - before, d.queued,
                     d.injected, d.first, d.last});
    waited += d.queued - before;
    queued += d.injected - d.queued;
    in_network += d.last - d.injected;
    before = d.last;
  }
  WorkloadResults results;
  results.figures.emplace_back(static_cast<double>(delivered_));
  // Of a run that was cut nobody knows which message is the last.
  for (const std::uint64_t figure :
       {before, std::uint64_t{steps.size()}, in_network, queued, waited}) {
    results.figures.push_back(run.complete ? std::optional(static_cast<double>(figure))
                                           : std::nullopt);
  }
  results.tables.push_back(std::move(path));
  stream_->add_figures(results);
  if (!keeps_latencies_) return results;
  WorkloadTable messages{
      kMessageTable,
      {"id", "source", "destination", "flits", "class", "queued", "injected", "head", "delivered"},
      {}};
  for (const Kept& one : kept_) {
    const Delivery& d = one.delivery;
    add_cells(messages, {one.id, d.source, d.destination, d.flits, one.message_class, d.queued,
                         d.injected, d.first, d.last});
  }
  results.tables.push_back(std::move(messages));
  return results;
}

void GraphSource::visit_state(StateStream& state) {
  MessageSource::visit_state(state);
  std::uint64_t messages = read_;
  state.value(messages);
  while (!at_end_ && read_ < messages) read();
  state.check(read_ == messages, "messages of a graph");
  state.value(delivered_);
  state.value(highest_);
  done_.visit_state(state);
  paths_.visit_state(state, nodes());
  waiting_.visit_state(state, nodes(), paths_);
  state.value(last_);
  for (std::vector<Ready>& queue : queues_) state.any_list(queue);
  for (std::vector<Arrival>& block : blocks_) state.any_list(block);
  state.any_list(kept_);
  if (state.is_reading()) check_state(state);
}

void GraphSource::check_state(const StateStream& state) const {
  state.check(paths_.is_place(last_), "the last message");
  for (NodeId node = 0; node < nodes(); ++node) {
    const std::vector<Ready>& queue = queues_[node];
    for (const Ready& one : queue) {
      state.check(waiting_.is_place(one.place), "a message that is ready");
    }
    state.check(std::is_heap(queue.begin(), queue.end(), std::greater<>()) &&
                    next_[node] == (queue.empty() ? kNever : queue.front().due),
                "messages that are ready");
  }
  for (const std::vector<Arrival>& block : blocks_) {
    for (const Arrival& one : block)
      state.check(waiting_.is_place(one.place), "a message that came");
  }
}

}  // namespace

std::unique_ptr<MessageSource> make_graph_source(NodeId nodes, std::unique_ptr<GraphStream> stream,
                                                 Cycle read_ahead, bool keeps_latencies) {
  return std::make_unique<GraphSource>(nodes, std::move(stream), read_ahead, keeps_latencies);
}

}  // namespace turnpike::model
