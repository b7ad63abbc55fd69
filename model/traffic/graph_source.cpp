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
#include "model/topology/network.h"
#include "model/traffic/graph_paths.h"
#include "model/traffic/graph_waiting.h"
#include "model/traffic/number_set.h"

namespace turnpike::model {

namespace {

class GraphSource final : public MessageSource {
 public:
  GraphSource(NodeId nodes, std::unique_ptr<GraphStream> stream, bool keeps_latencies)
      : MessageSource(nodes, {true, true}),
        stream_(std::move(stream)),
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
    while (!at_end_ && is_wanted(now)) {
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

  Cycle next_due() const override {
    for (const std::vector<Arrival>& block : blocks_) {
      if (!block.empty()) return 0;
    }
    return std::min(next_read(), *std::min_element(next_.begin(), next_.end()));
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

  // Must the message that was read ahead be taken in?
  bool is_wanted(Cycle now) const {
    if (ahead_.phase >= phases_.size() && stream_->has_phases()) return waiting_.count() == 0;
    return start_ + ahead_.cycle <= now + stream_->read_ahead() && !stream_->may_wait(highest_);
  }

  // The first cycle in which is_wanted(), should nothing be delivered.
  Cycle next_read() const {
    if (at_end_) return kNever;
    if (ahead_.phase >= phases_.size() && stream_->has_phases()) {
      return waiting_.count() == 0 ? 0 : kNever;
    }
    if (stream_->may_wait(highest_)) return kNever;
    const Cycle due = start_ + ahead_.cycle;
    return due - std::min(due, stream_->read_ahead());
  }

  void begin_phase(const GraphMessage& message) {
    const Cycle done = last_ == GraphPaths::kNone ? 0 : paths_[last_].delivery.last + 1;
    start_ = done + message.pause - 1;
    phases_.push_back({done == 0 ? 0 : done - 1, start_, delivered_});
    paths_.drop(before_phase_);
    before_phase_ = last_;
    paths_.use(before_phase_);
  }

  void add(const GraphMessage& message) {
    if (message.phase >= phases_.size() && stream_->has_phases()) begin_phase(message);
    const std::uint32_t at = waiting_.place_of(message.id);
    unsigned missing = 0;
    for (const std::uint64_t id : message.after) {
      if (done_.contains(id)) continue;
      waiting_.wait(at, waiting_.place_of(id));
      ++missing;
    }
    WaitingMessage& one = waiting_[at];
    one.order = read_;
    one.cycle = start_ + message.cycle;
    one.delay = message.delay;
    one.source = message.source;
    one.destination = message.destination;
    one.flits = message.flits;
    one.message_class = message.message_class;
    one.missing = missing;
    one.is_read = true;
    if (one.before == GraphPaths::kNone) {
      one.before = before_phase_;
      paths_.use(before_phase_);
    }
    if (missing == 0) release(at);
  }

  void release(std::uint32_t at) {
    const WaitingMessage& one = waiting_[at];
    const bool waited = one.before != GraphPaths::kNone && one.before != before_phase_;
    const Cycle last = waited ? paths_[one.before].delivery.last + one.delay : 0;
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

  // Where a phase began.
  struct Phase {
    Cycle before = 0;  // the last delivery of the phase before it
    Cycle start = 0;
    std::uint64_t delivered = 0;  // messages before it
  };

  void check_state(const StateStream& state) const;
  WorkloadTable phase_table(bool is_complete) const;

  std::unique_ptr<GraphStream> stream_;
  Cycle start_ = 0;                                     // of the present phase
  std::vector<Phase> phases_;                           // that began
  GraphPaths::Index before_phase_ = GraphPaths::kNone;  // the last delivery before the present one
  std::uint64_t read_ = 0;                              // messages, with the end
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

WorkloadTable GraphSource::phase_table(bool is_complete) const {
  WorkloadTable table{kPhaseTable, {"phase", "messages", "start", "end"}, {}};
  for (std::size_t i = 0; i < phases_.size(); ++i) {
    const bool is_last = i + 1 == phases_.size();
    if (is_last && !is_complete) break;
    const Cycle end = is_last ? paths_[last_].delivery.last : phases_[i + 1].before;
    const std::uint64_t messages =
        (is_last ? delivered_ : phases_[i + 1].delivered) - phases_[i].delivered;
    add_cells(table, {i, messages, phases_[i].start, end});
  }
  return table;
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
  if (stream_->has_phases()) results.tables.push_back(phase_table(run.complete));
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
  state.value(start_);
  state.any_list(phases_);
  state.value(before_phase_);
  for (std::vector<Ready>& queue : queues_) state.any_list(queue);
  for (std::vector<Arrival>& block : blocks_) state.any_list(block);
  state.any_list(kept_);
  if (state.is_reading()) check_state(state);
}

void GraphSource::check_state(const StateStream& state) const {
  state.check(paths_.is_place(last_) && paths_.is_place(before_phase_), "the last message");
  state.check(phases_.empty() || phases_.back().start == start_, "the start of a phase");
  state.check(phases_.empty() || waiting_.count() == 0 || delivered_ >= phases_.back().delivered,
              "messages of a phase");
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
                                                 bool keeps_latencies) {
  return std::make_unique<GraphSource>(nodes, std::move(stream), keeps_latencies);
}

std::unique_ptr<MessageSource> GraphWorkload::make(const TrafficSpec& spec, const Network& network,
                                                   std::uint64_t seed) const {
  return make_graph_source(network.nodes(), open(spec, network, seed), keeps_latencies(spec));
}

}  // namespace turnpike::model
