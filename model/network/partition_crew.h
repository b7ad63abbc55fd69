// partition_crew.h - threads that walk through cycles together.
//
// The work of a cycle is split into fixed partitions, one for each thread, and a barrier ends each
// cycle. The barrier spins for a while and then sleeps, so it is fast on free cores and leaves busy
// ones to others. An exception in any partition ends the walk, and the caller gets it.
//
// A process that was made by fork() has only the thread that forked. It creates its own threads at
// the next walk, and leaves the object of the parent's threads as it is.

#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace turnpike::model {

class Barrier {
 public:
  explicit Barrier(unsigned parties) : waiting_(parties), parties_(parties) {}

  void wait() {
    const unsigned phase = phase_.load(std::memory_order_relaxed);
    if (waiting_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      waiting_.store(parties_, std::memory_order_relaxed);
      phase_.store(phase + 1);
      if (sleepers_.load() != 0) wake();
      return;
    }
    for (unsigned spins = 0; spins < kSpins + kYields; ++spins) {
      if (phase_.load(std::memory_order_acquire) != phase) return;
      if (spins >= kSpins) std::this_thread::yield();
    }
    sleep(phase);
  }

 private:
  // Some microseconds, then about a millisecond: to sleep and to wake takes longer than what the
  // parts of a cycle differ by.
  static constexpr unsigned kSpins = 4000;
  static constexpr unsigned kYields = 3000;

  // To yield for ever would not do: a scheduler may return at once to the thread that yields, until
  // the slice of some milliseconds is over for which the last thread waits.
  void sleep(unsigned phase);
  void wake();

  alignas(64) std::atomic<unsigned> waiting_;
  const unsigned parties_;
  alignas(64) std::atomic<unsigned> phase_{0};
  std::atomic<unsigned> sleepers_{0};
  std::mutex mutex_;
  std::condition_variable condition_;
};

// Runs work(partition, step) for steps [0, steps) on `partitions` threads, the caller being one.
// before_step(step), if there is one, runs alone between the steps.
class PartitionCrew {
 public:
  using Work = std::function<void(unsigned partition, std::uint64_t step)>;
  using Alone = std::function<void(std::uint64_t step)>;

  // Throws ConfigurationError when the system does not start that many threads.
  explicit PartitionCrew(unsigned partitions);
  ~PartitionCrew();
  PartitionCrew(const PartitionCrew&) = delete;
  PartitionCrew& operator=(const PartitionCrew&) = delete;

  // Throws ConfigurationError as the constructor does, in a process that was made by fork().
  void run(std::uint64_t steps, const Alone& before_step, const Work& work);

 private:
  class Threads;

  void leave_to_parent();

  unsigned partitions_;
  std::unique_ptr<Threads> threads_;
};

}  // namespace turnpike::model
