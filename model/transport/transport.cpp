// transport.cpp - whole messages over the links of a hypercube, event by event.

#include "model/transport/transport.h"

#include <algorithm>
#include <limits>
#include <queue>
#include <set>
#include <stdexcept>
#include <string>

#include "model/common/check.h"
#include "model/transport/buffer_meter.h"

namespace turnpike::model {
namespace {

using MessageId = std::uint32_t;  // the lower, the older: also the priority
using LinkId = std::uint32_t;
constexpr int kToNone = -1;
constexpr MessageId kNobody = std::numeric_limits<MessageId>::max();

struct Event {
  enum class Kind : std::uint8_t { request, release, finish, left, fill, drain };
  Tick tick = 0;
  std::uint64_t sequence = 0;  // of scheduling: makes the order total
  Kind kind = Kind::request;
  MessageId message = 0;
  std::uint32_t where = 0;  // link or node
  std::uint32_t attempt = 0;
  int slope = 0;

  friend bool operator>(const Event& a, const Event& b) {
    return a.tick != b.tick ? a.tick > b.tick : a.sequence > b.sequence;
  }
};

void check(bool fits, const std::string& name, std::uint64_t value, const char* allowed) {
  if (fits) return;
  throw std::invalid_argument(name + ": found " + std::to_string(value) + ", allowed: " + allowed);
}

void check_list(unsigned dimension, const std::vector<ListedMessage>& messages) {
  check(messages.size() < kNobody, "messages", messages.size(), "fewer than 2^32 - 1");
  Tick before = 0;
  for (const ListedMessage& message : messages) {
    check(message.source >> dimension == 0, "source", message.source, "a node of the cube");
    check(message.destination >> dimension == 0 && message.destination != message.source,
          "destination", message.destination, "another node of the cube");
    check(message.queued >= before, "queued", message.queued, "not before the message before it");
    before = message.queued;
  }
}

class Simulator {
 public:
  Simulator(const TransportSpec& spec, const std::vector<ListedMessage>& list)
      : spec_(spec),
        list_(list),
        nodes_(NodeId{1} << spec.dimension),
        messages_(list.size()),
        holder_(std::size_t{nodes_} * spec.dimension, kNobody),
        waiters_(holder_.size()),
        sources_(nodes_),
        transit_(nodes_, list.empty() ? 0 : list.back().queued),
        with_source_(nodes_, list.empty() ? 0 : list.back().queued) {
    result_.times.resize(list.size());
    for (MessageId m = 0; m < list.size(); ++m) {
      messages_[m].node = list[m].source;
      schedule(list[m].queued, Event::Kind::request, m, 0);
    }
  }

  TransportResult run() {
    while (!events_.empty()) {
      now_ = events_.top().tick;
      while (!events_.empty() && events_.top().tick == now_) {
        const Event event = events_.top();
        events_.pop();
        apply(event);
      }
      grant();
    }
    for (const Message& message : messages_) require(message.done, "a message never arrived");
    require(transit_.all_empty() && with_source_.all_empty(), "a buffer is not empty at the end");
    const auto bytes = static_cast<double>(spec_.ticks_per_byte);
    result_.transit = {transit_.mean() / bytes, transit_.largest() / bytes};
    result_.with_source = {with_source_.mean() / bytes, with_source_.largest() / bytes};
    return std::move(result_);
  }

 private:
  struct Message {
    NodeId node = 0;            // where its header stands, or stood last
    std::uint32_t attempt = 0;  // events of earlier ones mean nothing any more
    std::uint8_t hops = 0;
    bool queued = false;  // at its source, since its generation
    bool waiting = false;
    bool transmitting = false;  // circuit: its data flows
    int committed = kToNone;    // dimension for which alone it waits
    bool done = false;
    std::vector<LinkId> held;  // circuit: in the order of the way
  };

  Tick ticks(std::uint64_t bytes) const { return bytes * spec_.ticks_per_byte; }
  Tick length(MessageId m) const {
    return ticks(std::uint64_t{list_[m].bytes} + spec_.header_bytes);
  }
  Tick beginning(MessageId m) const { return ticks(std::min(list_[m].bytes, kFirstBytes)); }
  bool is_circuit() const { return spec_.scheme == TransportScheme::circuit; }

  void schedule(Tick tick, Event::Kind kind, MessageId m, std::uint32_t where, int slope = 0) {
    events_.push({tick, sequence_++, kind, m, where, messages_[m].attempt, slope});
  }

  LinkId link_of(NodeId node, unsigned d) const {
    const NodeId end = spec_.bidirectional ? node : std::min(node, node ^ (NodeId{1} << d));
    return end * spec_.dimension + d;
  }

  // Calls visit(dimension) in e-cube order for each link that the message may take, until true.
  template <typename Visit>
  bool any_wanted(MessageId m, Visit visit) const {
    if (messages_[m].committed != kToNone) {
      return visit(static_cast<unsigned>(messages_[m].committed));
    }
    NodeId differs = messages_[m].node ^ list_[m].destination;
    while (differs != 0) {
      const auto d = static_cast<unsigned>(31 - __builtin_clz(differs));
      if (visit(d)) return true;
      if (!spec_.adaptive) return false;
      differs &= ~(NodeId{1} << d);
    }
    return false;
  }

  void apply(const Event& event) {
    Message& message = messages_[event.message];
    switch (event.kind) {
      case Event::Kind::request:
        if (event.attempt == message.attempt) request(event.message);
        break;
      case Event::Kind::release:
        release(event.where);
        break;
      case Event::Kind::finish:
        for (const LinkId link : message.held) release(link);
        message.held.clear();
        message.done = true;
        break;
      case Event::Kind::left:
        leave(list_[event.message].source);
        break;
      case Event::Kind::fill:  // what a node on the way receives and sends
        transit_.bend(event.where, now_, event.slope);
        with_source_.bend(event.where, now_, event.slope);
        break;
      case Event::Kind::drain:  // what the source sends
        with_source_.bend(event.where, now_, event.slope);
        break;
    }
  }

  void request(MessageId m) {
    Message& message = messages_[m];
    if (!message.queued) {
      message.queued = true;
      // A circuit's header travels alone.
      with_source_.step(message.node, now_, is_circuit() ? ticks(list_[m].bytes) : length(m));
      if (spec_.sequential_source) {
        std::queue<MessageId>& queue = sources_[message.node];
        queue.push(m);
        if (queue.front() != m) return;
      }
    } else if (message.node == list_[m].destination) {
      arrive(m);
      return;
    }
    candidates_.insert(m);
  }

  // The one before has left: the source's next message contends.
  void leave(NodeId source) {
    std::queue<MessageId>& queue = sources_[source];
    queue.pop();
    if (!queue.empty()) candidates_.insert(queue.front());
  }

  // A header is at its destination: a circuit stands. (A datagram's times are known before.)
  void arrive(MessageId m) {
    if (!is_circuit()) return;
    Message& message = messages_[m];
    message.transmitting = true;
    const Tick end = now_ + ticks(list_[m].bytes);
    result_.times[m] = {now_ + beginning(m), end};
    schedule(now_, Event::Kind::drain, m, list_[m].source, -1);
    schedule(end, Event::Kind::drain, m, list_[m].source, +1);
    schedule(end, Event::Kind::finish, m, 0);
    if (spec_.sequential_source) schedule(end, Event::Kind::left, m, 0);
  }
  Tick ticks_of_header() const { return ticks(spec_.header_bytes); }

  void release(LinkId link) {
    holder_[link] = kNobody;
    candidates_.insert(waiters_[link].begin(), waiters_[link].end());
  }

  void grant() {
    while (!candidates_.empty()) {
      const MessageId m = *candidates_.begin();
      candidates_.erase(candidates_.begin());
      const bool taken = any_wanted(m, [&](unsigned d) {
        if (holder_[link_of(messages_[m].node, d)] != kNobody) return false;
        take(m, d);
        return true;
      });
      if (!taken && !(is_circuit() && spec_.adaptive && take_away(m))) wait(m);
    }
  }

  void wait(MessageId m) {
    messages_[m].waiting = true;
    if (spec_.adaptive && spec_.commits) commit(m);
    any_wanted(m, [&](unsigned d) {
      waiters_[link_of(messages_[m].node, d)].insert(m);
      return false;
    });
  }
  // The first of the links for which fewest wait.
  void commit(MessageId m) {
    int best = kToNone;
    std::size_t fewest = 0;
    any_wanted(m, [&](unsigned d) {
      const std::size_t here = waiters_[link_of(messages_[m].node, d)].size();
      if (best == kToNone || here < fewest) {
        best = static_cast<int>(d);
        fewest = here;
      }
      return false;
    });
    messages_[m].committed = best;
  }
  void stop_waiting(MessageId m) {
    if (!messages_[m].waiting) return;
    messages_[m].waiting = false;
    any_wanted(m, [&](unsigned d) {
      waiters_[link_of(messages_[m].node, d)].erase(m);
      return false;
    });
  }

  // The link in dimension d is free: it is the message's from now on.
  void take(MessageId m, unsigned d) {
    stop_waiting(m);
    Message& message = messages_[m];
    message.committed = kToNone;
    const LinkId link = link_of(message.node, d);
    const NodeId from = message.node;
    const Tick start = now_ + spec_.arbitration;
    holder_[link] = m;
    message.node ^= NodeId{1} << d;
    if (is_circuit()) {
      message.held.push_back(link);
      schedule(start + ticks_of_header(), Event::Kind::request, m, 0);
      return;
    }
    const Tick end = start + length(m);
    const bool at_source = from == list_[m].source && message.hops == 0;
    const Event::Kind kind = at_source ? Event::Kind::drain : Event::Kind::fill;
    schedule(start, kind, m, from, -1);
    schedule(end, kind, m, from, +1);
    schedule(end, Event::Kind::release, m, link);
    if (at_source && spec_.sequential_source) schedule(end, Event::Kind::left, m, 0);
    ++message.hops;
    if (message.node == list_[m].destination) {
      result_.times[m] = {start + ticks_of_header() + beginning(m), end};
      message.done = true;
      return;
    }
    schedule(start, Event::Kind::fill, m, message.node, +1);
    schedule(end, Event::Kind::fill, m, message.node, -1);
    const bool whole = spec_.scheme == TransportScheme::store_and_forward;
    schedule(whole ? end : start + ticks_of_header(), Event::Kind::request, m, 0);
  }

  // Adaptive circuits: the first link in e-cube order that a younger message holds and does not yet
  // send over is the older one's.
  bool take_away(MessageId m) {
    return any_wanted(m, [&](unsigned d) {
      const LinkId link = link_of(messages_[m].node, d);
      const MessageId holder = holder_[link];
      if (holder < m || messages_[holder].transmitting) return false;
      retreat(holder, link);
      ++result_.taken_away;
      take(m, d);
      return true;
    });
  }

  // Gives up the link and all behind it; the header is back before it.
  void retreat(MessageId m, LinkId link) {
    stop_waiting(m);
    Message& message = messages_[m];
    message.committed = kToNone;
    ++message.attempt;
    for (bool found = false; !found;) {
      const LinkId last = message.held.back();
      message.held.pop_back();
      message.node ^= NodeId{1} << (last % spec_.dimension);
      release(last);
      found = last == link;
    }
    candidates_.insert(m);
  }

  const TransportSpec& spec_;
  const std::vector<ListedMessage>& list_;
  NodeId nodes_;
  std::vector<Message> messages_;
  std::vector<MessageId> holder_;             // [link]
  std::vector<std::set<MessageId>> waiters_;  // [link]
  std::vector<std::queue<MessageId>> sources_;
  BufferMeter transit_;
  BufferMeter with_source_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::uint64_t sequence_ = 0;
  std::set<MessageId> candidates_;  // those that may take a link now, oldest first
  Tick now_ = 0;
  TransportResult result_;
};

}  // namespace

TransportResult run_transport(const TransportSpec& spec,
                              const std::vector<ListedMessage>& messages) {
  check(spec.dimension >= 1 && spec.dimension <= 16, "dimension", spec.dimension, "1 .. 16");
  check(spec.ticks_per_byte >= 1, "ticks_per_byte", spec.ticks_per_byte, "1 or more");
  check_list(spec.dimension, messages);
  return Simulator(spec, messages).run();
}

}  // namespace turnpike::model
