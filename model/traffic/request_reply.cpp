// request_reply.cpp - requests that wait for replies: caches and memories, a closed loop.
//
// A node that asks has at most `window` requests outstanding. A target holds a request for
// service_time cycles, then queues the reply; a reply that has arrived whole frees a place of the
// window, and think_time cycles later the node queues its next request. The tag of a message says
// whether it is a reply, whether it is about a write, and when the request was queued; so nobody
// keeps a list of what is under way. A target has room for every request that can be outstanding,
// and a sink takes every flit: no message waits in the network for another to be sent.

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "model/common/configuration_error.h"
#include "model/common/random.h"
#include "model/common/ring.h"
#include "model/topology/network.h"
#include "model/traffic/arrivals.h"
#include "model/traffic/fixed_log2.h"
#include "model/traffic/round_trips.h"
#include "model/traffic/traffic_spec.h"
#include "model/traffic/workload_kinds.h"

namespace turnpike::model {

namespace {

constexpr std::int64_t kMostRequestFlits = 65535;
constexpr std::int64_t kMostRequestCycles = 1'000'000'000;
constexpr std::int64_t kMostWindow = 4096;

constexpr const char* kThinkWords[] = {"fixed", "geometric"};
constexpr const char* kChoiceWords[] = {"random", "interleaved"};

enum RequestKey : std::size_t {
  kWindow,
  kThinkTime,
  kThink,
  kServiceTime,
  kServiceInterval,
  kReadRequestFlits,
  kReadReplyFlits,
  kWriteRequestFlits,
  kWriteReplyFlits,
  kWriteFraction,
  kSources,
  kTargets,
  kChoice,
  kRequestClass,
  kReplyClass,
};

constexpr WorkloadKey kRequestKeys[] = {
    integer_key("window", 1, kMostWindow, 4, "requests", "requests that a node has outstanding"),
    integer_key("think_time", 1, kMostRequestCycles, 1, "cycles",
                "from a reply's last flit until the node queues its next request; the mean where "
                "think is geometric"),
    word_key("think", kThinkWords, "every think time is the same, or they are drawn"),
    integer_key("service_time", 1, kMostRequestCycles, 1, "cycles",
                "from the beginning of a target's service until it queues the reply; a service "
                "begins with the request's last flit, or later where service_interval says so"),
    integer_key("service_interval", 0, kMostRequestCycles, 0, "cycles",
                "between the beginnings of two services of a target, at least; 0: it begins any "
                "number at once"),
    integer_key("read_request_flits", 1, kMostRequestFlits, 1, "flits", "request of a read"),
    integer_key("read_reply_flits", 1, kMostRequestFlits, 5, "flits",
                "reply to a read, with the data"),
    integer_key("write_request_flits", 1, kMostRequestFlits, 5, "flits",
                "request of a write, with the "
                "data"),
    integer_key("write_reply_flits", 1, kMostRequestFlits, 1, "flits", "reply to a write"),
    number_key("write_fraction", 0, 1, 0, "", "share of the requests that are writes"),
    nodes_key("sources", "nodes that ask"),
    nodes_key("targets",
              "nodes that answer, such as those with a memory; a node never asks itself"),
    word_key("choice", kChoiceWords,
             "random: each request goes to any target; interleaved: those of a node go to the "
             "targets by turns, as successive addresses do"),
    integer_key("request_class", 0, kMaxMessageClasses - 1, 0, "class",
                "message class of the requests"),
    integer_key("reply_class", 0, kMaxMessageClasses - 1, 0, "class",
                "message class of the replies"),
};

constexpr const char* kRequestTables[] = {kRoundTripTable};

// What a tag says.
struct Tag {
  Cycle queued = 0;  // the request
  bool is_write = false;
  bool is_reply = false;

  std::uint64_t bits() const { return queued << 2 | (is_write ? 2u : 0u) | (is_reply ? 1u : 0u); }
  static Tag of(std::uint64_t bits) { return {bits >> 2, (bits & 2) != 0, (bits & 1) != 0}; }
};

class RequestReplySource final : public MessageSource {
 public:
  RequestReplySource(const TrafficSpec& spec, const Network& network, std::uint64_t seed)
      : MessageSource(network.nodes(), {false, true}),
        window_(static_cast<unsigned>(integer(spec, kWindow))),
        think_(static_cast<Cycle>(integer(spec, kThinkTime))),
        service_(static_cast<Cycle>(integer(spec, kServiceTime))),
        interval_(static_cast<Cycle>(integer(spec, kServiceInterval))),
        write_fraction_(workload_number(spec, kRequestKeys[kWriteFraction])),
        targets_(workload_nodes(spec, kRequestKeys[kTargets], network.nodes())),
        place_(network.nodes(), kNoTarget),
        is_interleaved_(workload_word(spec, kRequestKeys[kChoice]) == 1),
        destinations_(seed, Stream::destination),
        kinds_(seed, Stream::length),
        thoughts_(seed, Stream::arrival),
        nodes_(network.nodes()),
        trips_(network.nodes()) {
    for (const std::size_t key :
         {kReadRequestFlits, kReadReplyFlits, kWriteRequestFlits, kWriteReplyFlits}) {
      flits_[key - kReadRequestFlits] = static_cast<std::uint32_t>(integer(spec, key));
    }
    for (const std::size_t key : {kRequestClass, kReplyClass}) {
      class_[key - kRequestClass] = checked_class(spec, network, key);
    }
    if (workload_word(spec, kRequestKeys[kThink]) == 1 && think_ > 1) {
      scale_ = trials_per_half_life(1.0 / static_cast<double>(think_));
    }
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      place_[targets_[i]] = static_cast<std::uint32_t>(i);
    }
    const std::vector<NodeId> sources =
        workload_nodes(spec, kRequestKeys[kSources], network.nodes());
    for (const NodeId node : sources) {
      if (targets_.size() == 1 && targets_[0] == node) {
        if (sources.size() > 1) continue;
        throw ConfigurationError("workload.targets", "[" + std::to_string(node) + "]",
                                 "a target beside the one node that asks: no node asks itself");
      }
      nodes_[node].thinking.assign(window_, 0);
      next_[node] = 0;
      ++asking_;
    }
  }

  Message take(NodeId node) override {
    Node& self = nodes_[node];
    const bool is_reply = !self.replies.empty() && self.replies[0].due == next_[node];
    const Message message = is_reply ? reply(self) : request(node, self);
    update(node);
    return message;
  }

  void delivered(const Delivery& delivery) override {
    const NodeId node = delivery.destination;
    Node& self = nodes_[node];
    const Tag tag = Tag::of(delivery.tag);
    if (tag.is_reply) {
      trips_.answered(delivery, tag.queued, tag.is_write);
      --self.outstanding;
      self.thinking.push_back(delivery.last + think(node, self.answered++));
      std::push_heap(self.thinking.begin(), self.thinking.end(), std::greater<>());
    } else {
      const Cycle begin = std::max(delivery.last, self.free);
      self.free = begin + interval_;
      self.replies.push_back(
          {begin + service_, delivery.source, Tag{tag.queued, tag.is_write, true}.bits()});
    }
    update(node);
  }

  std::optional<Collector> collected() const override { return trips_.collected(); }
  void restart_collector(Cycle start, Cycle end) override {
    std::vector<std::uint64_t> outstanding;
    for (const Node& node : nodes_) outstanding.push_back(node.outstanding);
    trips_.restart(start, end, outstanding);
  }
  void measure_until(Cycle end) override { trips_.measure_until(end); }
  WorkloadResults results(const RunFigures& run) const override {
    return trips_.results(run, nodes(), asking_);
  }

  void visit_state(StateStream& state) override {
    MessageSource::visit_state(state);
    for (Node& node : nodes_) node.visit_state(state, window_, nodes());
    trips_.visit_state(state);
    for (NodeId node = 0; node < nodes(); ++node) {
      state.check(next_[node] == due(nodes_[node]), "cycle of a request or reply");
    }
  }

 private:
  static constexpr std::uint32_t kNoTarget = ~std::uint32_t{0};

  struct Reply {
    Cycle due = 0;
    NodeId to = 0;
    std::uint64_t tag = 0;
  };
  struct Node {
    std::vector<Cycle> thinking;  // a heap: when its next requests are queued
    Ring<Reply> replies;          // by the cycle in which they are queued
    Cycle free = 0;               // when its next service may begin
    std::uint64_t asked = 0;      // requests queued
    std::uint64_t answered = 0;
    std::uint64_t outstanding = 0;

    void visit_state(StateStream& state, unsigned window, NodeId nodes) {
      state.any_list(thinking);
      state.check(std::is_heap(thinking.begin(), thinking.end(), std::greater<>()),
                  "requests that are to come");
      replies.visit_state(state, [&](Reply& one) {
        state.value(one.due);
        state.value(one.to, nodes - 1, "node that asked");
        state.value(one.tag);
      });
      for (std::uint64_t* number : {&free, &asked, &answered, &outstanding}) state.value(*number);
      state.check(outstanding <= window && thinking.size() + outstanding <= window &&
                      asked - answered == outstanding,
                  "requests outstanding");
    }
  };

  static std::int64_t integer(const TrafficSpec& spec, std::size_t key) {
    return workload_integer(spec, kRequestKeys[key]);
  }

  static unsigned checked_class(const TrafficSpec& spec, const Network& network, std::size_t key) {
    const auto of_messages = static_cast<unsigned>(integer(spec, key));
    const unsigned classes = network.router.routing.message_classes;
    if (of_messages < classes) return of_messages;
    throw ConfigurationError(std::string("workload.") + kRequestKeys[key].name,
                             std::to_string(of_messages),
                             "below router.message_classes, " + std::to_string(classes));
  }

  static Cycle due(const Node& node) {
    const Cycle asks = node.thinking.empty() ? kNever : node.thinking.front();
    const Cycle answers = node.replies.empty() ? kNever : node.replies[0].due;
    return std::min(asks, answers);
  }
  void update(NodeId node) { next_[node] = due(nodes_[node]); }

  Message reply(Node& self) {
    const Reply one = self.replies[0];
    self.replies.pop_front();
    return {one.due, one.to, flits_[Tag::of(one.tag).is_write ? 3 : 1], false, one.tag, class_[1]};
  }

  Message request(NodeId node, Node& self) {
    const Cycle now = self.thinking.front();
    std::pop_heap(self.thinking.begin(), self.thinking.end(), std::greater<>());
    self.thinking.pop_back();
    const std::uint64_t event = self.asked++;
    ++self.outstanding;
    const bool is_write = write_fraction_ > 0 && chance(kinds_.draw(node, event), write_fraction_);
    trips_.asked(node, now, is_write);
    return {now,   target(node, event),       flits_[is_write ? 2 : 0],
            false, Tag{now, is_write}.bits(), class_[0]};
  }

  // Any target but the node itself.
  NodeId target(NodeId node, std::uint64_t event) const {
    const std::uint32_t own = place_[node];
    const auto others = static_cast<std::uint32_t>(targets_.size()) - (own == kNoTarget ? 0 : 1);
    const std::uint32_t chosen = is_interleaved_
                                     ? static_cast<std::uint32_t>((node + event) % others)
                                     : below(destinations_.draw(node, event), others);
    return targets_[chosen + (chosen >= own ? 1 : 0)];
  }

  Cycle think(NodeId node, std::uint64_t event) const {
    if (scale_ == 0) return think_;
    return 1 + static_cast<Cycle>(half_lives(thoughts_.draw(node, event)) * scale_);
  }

  unsigned window_;
  Cycle think_;
  double scale_ = 0;  // geometric think times: cycles per half-life
  Cycle service_;
  Cycle interval_;
  double write_fraction_;
  std::uint32_t flits_[4] = {};  // [write][reply]
  unsigned class_[2] = {};       // [reply]
  std::vector<NodeId> targets_;
  std::vector<std::uint32_t> place_;  // [node] in targets_, or kNoTarget
  bool is_interleaved_;
  RandomStream destinations_;
  RandomStream kinds_;
  RandomStream thoughts_;
  std::vector<Node> nodes_;
  RoundTrips trips_;
  NodeId asking_ = 0;  // nodes that ask
};

class RequestReply final : public Workload {
 public:
  constexpr RequestReply() : Workload("request_reply") {
    meaning = "requests that wait for replies, a window of them at each node";
    keys = kRequestKeys;
    key_count = std::size(kRequestKeys);
    figures = kRoundTripFigures;
    figure_count = std::size(kRoundTripFigures);
    tables = kRequestTables;
    table_count = std::size(kRequestTables);
    is_closed_loop = true;
    hears_deliveries = true;
  }

  std::unique_ptr<MessageSource> make(const TrafficSpec& spec, const Network& network,
                                      std::uint64_t seed) const override {
    if (network.nodes() < 2) throw ConfigurationError("workload.kind", word, "2 nodes or more");
    return std::make_unique<RequestReplySource>(spec, network, seed);
  }
};

constexpr RequestReply kRequestReply;

}  // namespace

const Workload* request_reply_workload() { return &kRequestReply; }

}  // namespace turnpike::model
