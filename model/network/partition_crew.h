// partition_crew.h - threads that walk through cycles together.
//
// Work of a cycle is split into fixed partitions, one per thread; a barrier ends each cycle. The
// barrier spins for a while and then yields, so that it is fast on free cores and polite on
// busy ones. An exception of any partition ends the walk and is thrown to the caller.

#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace turnpike::model {

class Barrier {
 public:
  explicit Barrier(unsigned parties) : parties_(parties), waiting_(parties) {}

  void wait() {
    const unsigned phase = phase_.load(std::memory_order_relaxed);
    if (waiting_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      waiting_.store(parties_, std::memory_order_relaxed);
      phase_.store(phase + 1, std::memory_order_release);
      return;
    }
    for (unsigned spins = 0; phase_.load(std::memory_order_acquire) == phase; ++spins) {
      if (spins > kSpins) std::this_thread::yield();
    }
  }

 private:
  static constexpr unsigned kSpins = 4000;
  const unsigned parties_;
  alignas(64) std::atomic<unsigned> waiting_;
  alignas(64) std::atomic<unsigned> phase_{0};
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

  void run(std::uint64_t steps, const Alone& before_step, const Work& work);

 private:
  void dismiss();
  void follow(unsigned partition);
  void walk(unsigned partition);
  template <class Part>
  void attempt(unsigned partition, std::atomic<bool>& has_failed, Part&& part);

  Barrier barrier_;
  std::uint64_t steps_ = 0;
  const Alone* before_step_ = nullptr;
  const Work* work_ = nullptr;
  std::atomic<bool> alone_failed_{false};
  std::atomic<bool> work_failed_[2] = {};     // by parity of the step
  std::vector<std::exception_ptr> failures_;  // [partition]

  std::mutex mutex_;  // between runs the threads sleep
  std::condition_variable wake_;
  std::uint64_t round_ = 0;
  bool is_closing_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace turnpike::model
