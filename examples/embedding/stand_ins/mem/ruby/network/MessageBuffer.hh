// MessageBuffer.hh - what a Ruby Network of gem5 sees of gem5, for the tests.
//
// Names and arguments are those of gem5, whose own headers take this one's place. The kernel of
// gem5 is an EventQueue here.

#ifndef STAND_IN_MESSAGE_BUFFER_HH
#define STAND_IN_MESSAGE_BUFFER_HH

#include <cstdint>
#include <deque>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "event_queue.h"

namespace gem5 {

using Tick = std::uint64_t;

inline EventQueue& kernel() {
  static EventQueue queue;
  return queue;
}
inline Tick curTick() { return kernel().now(); }

struct EventFunctionWrapper {
  EventFunctionWrapper(std::function<void()> function, std::string, bool)
      : callback(std::move(function)) {}
  std::function<void()> callback;
};

class ClockedObject {
 public:
  explicit ClockedObject(Tick period) : period_(period) {}
  virtual ~ClockedObject() = default;
  virtual void init() {}
  Tick clockPeriod() const { return period_; }
  std::string name() const { return "system.ruby.network"; }
  void schedule(EventFunctionWrapper* event, Tick when) {
    std::shared_ptr<EventFunctionWrapper> owned(event);
    kernel().at(when, [owned] { owned->callback(); });
  }

 private:
  Tick period_;
};

namespace ruby {

using NodeID = unsigned;
using SwitchID = unsigned;
using PortDirection = std::string;
struct BasicLink;

enum MessageSizeType { MessageSizeType_Control, MessageSizeType_Data };

class NetDest {
 public:
  explicit NetDest(std::vector<NodeID> nodes = {}) : nodes_(std::move(nodes)) {}
  std::vector<NodeID> getAllDest() const { return nodes_; }

 private:
  std::vector<NodeID> nodes_;
};

class Message {
 public:
  virtual ~Message() = default;
  virtual std::shared_ptr<Message> clone() const = 0;
  virtual MessageSizeType getMessageSize() const = 0;
  virtual const NetDest& getDestination() const = 0;
};
using MsgPtr = std::shared_ptr<Message>;

class Consumer {
 public:
  explicit Consumer(ClockedObject*) {}
  virtual ~Consumer() = default;
  virtual void wakeup() = 0;
  virtual void print(std::ostream& out) const = 0;
  void scheduleEventAbsolute(Tick when) {
    kernel().at(when, [this] { wakeup(); });
  }
};

// A queue of messages that are ready some time after they are put in. A place that is freed can be
// used in the next tick.
class MessageBuffer {
 public:
  explicit MessageBuffer(unsigned max_size) : max_size_(max_size) {}

  void setConsumer(Consumer* consumer) { consumer_ = consumer; }
  bool areNSlotsAvailable(unsigned n, Tick now) const {
    const std::size_t freed_now = now == last_pop_ ? pops_ : 0;
    return max_size_ == 0 || messages_.size() + freed_now + n <= max_size_;
  }
  void enqueue(MsgPtr message, Tick now, Tick delta, bool, bool) {
    messages_.emplace_back(now + delta, std::move(message));
    if (consumer_ != nullptr) consumer_->scheduleEventAbsolute(now + delta);
  }
  bool isEmpty() const { return messages_.empty(); }
  bool isReady(Tick now) const { return !isEmpty() && messages_.front().first <= now; }
  const MsgPtr& peekMsgPtr() const { return messages_.front().second; }
  unsigned getSize(Tick) const { return static_cast<unsigned>(messages_.size()); }
  Tick dequeue(Tick now) {
    const Tick ready = messages_.front().first;
    messages_.pop_front();
    pops_ = now == last_pop_ ? pops_ + 1 : 1;
    last_pop_ = now;
    if (on_dequeue_) on_dequeue_();
    return now - ready;
  }
  void registerDequeueCallback(std::function<void()> callback) {
    on_dequeue_ = std::move(callback);
  }
  void unregisterDequeueCallback() { on_dequeue_ = nullptr; }

 private:
  unsigned max_size_;  // 0: no limit
  Consumer* consumer_ = nullptr;
  std::deque<std::pair<Tick, MsgPtr>> messages_;
  std::function<void()> on_dequeue_;
  Tick last_pop_ = 0;
  unsigned pops_ = 0;
};

}  // namespace ruby
}  // namespace gem5

#endif  // STAND_IN_MESSAGE_BUFFER_HH
