// event_queue.h - events in the order of their times, as the kernels of system simulators have
// them.

#ifndef EVENT_QUEUE_H
#define EVENT_QUEUE_H

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

// Events of one time run in the order in which they were scheduled.
class EventQueue {
 public:
  using Time = std::uint64_t;  // picoseconds
  using Event = std::function<void()>;

  Time now() const { return now_; }
  std::uint64_t count() const { return count_; }  // of events that have run
  void at(Time time, Event event) { events_.emplace(time, std::move(event)); }
  void run() {
    while (!events_.empty()) {
      auto next = events_.extract(events_.begin());
      now_ = next.key();
      ++count_;
      next.mapped()();
    }
  }

 private:
  std::multimap<Time, Event> events_;
  Time now_ = 0;
  std::uint64_t count_ = 0;
};

#endif  // EVENT_QUEUE_H
