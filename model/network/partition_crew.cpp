// partition_crew.cpp - threads that walk through cycles together.

#include "model/network/partition_crew.h"

#include <unistd.h>

#include <exception>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "model/common/configuration_error.h"

namespace turnpike::model {

// The last thread stores the phase before it reads the number of sleepers, and a sleeper counts
// itself before it reads the phase, so one of the two sees the other.
void Barrier::sleep(unsigned phase) {
  std::unique_lock<std::mutex> lock(mutex_);
  ++sleepers_;
  condition_.wait(lock, [&] { return phase_.load() != phase; });
  --sleepers_;
}

void Barrier::wake() {
  { const std::lock_guard<std::mutex> lock(mutex_); }
  condition_.notify_all();
}

// The threads beside the caller's, and what they share with it.
class PartitionCrew::Threads {
 public:
  explicit Threads(unsigned partitions);
  ~Threads() { dismiss(); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  void run(std::uint64_t steps, const Alone& before_step, const Work& work);
  // In a process that was made by fork() they do not exist.
  bool are_here() const { return threads_.empty() || process_ == ::getpid(); }

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
  std::uint64_t round_ = 0;
  std::vector<std::exception_ptr> failures_;  // [partition]
  std::vector<std::thread> threads_;
  std::mutex mutex_;  // between runs the threads sleep
  std::condition_variable wake_;
  const pid_t process_ = ::getpid();
  std::atomic<bool> alone_failed_{false};
  bool is_closing_ = false;
  std::atomic<bool> work_failed_[2] = {};  // by parity of the step
};

PartitionCrew::PartitionCrew(unsigned partitions)
    : partitions_(partitions), threads_(std::make_unique<Threads>(partitions)) {}

PartitionCrew::~PartitionCrew() {
  if (!threads_->are_here()) leave_to_parent();
}

void PartitionCrew::run(std::uint64_t steps, const Alone& before_step, const Work& work) {
  if (!threads_->are_here()) {
    auto own = std::make_unique<Threads>(partitions_);
    leave_to_parent();
    threads_ = std::move(own);
  }
  threads_->run(steps, before_step, work);
}

// To join the parent's threads, or to destroy what they wait for, would wait for ever.
void PartitionCrew::leave_to_parent() {
  [[maybe_unused]] const Threads* const left = threads_.release();
}

PartitionCrew::Threads::Threads(unsigned partitions) : barrier_(partitions) {
  failures_.resize(partitions);
  try {
    for (unsigned p = 1; p < partitions; ++p) threads_.emplace_back([this, p] { follow(p); });
  } catch (const std::system_error& error) {
    const std::size_t started = 1 + threads_.size();
    dismiss();
    throw ConfigurationError("run.threads", std::to_string(partitions),
                             "as many as the system starts, now " + std::to_string(started) + " (" +
                                 error.code().message() + ")");
  }
}

void PartitionCrew::Threads::dismiss() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_closing_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void PartitionCrew::Threads::run(std::uint64_t steps, const Alone& before_step, const Work& work) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    steps_ = steps;
    before_step_ = &before_step;
    work_ = &work;
    alone_failed_ = false;
    for (std::atomic<bool>& failed : work_failed_) failed = false;
    for (std::exception_ptr& failure : failures_) failure = nullptr;
    ++round_;
  }
  wake_.notify_all();
  walk(0);
  for (const std::exception_ptr& failure : failures_) {
    if (failure) std::rethrow_exception(failure);
  }
}

void PartitionCrew::Threads::follow(unsigned partition) {
  for (std::uint64_t seen = 0;;) {
    {
      std::unique_lock<std::mutex> lock(mutex_);
      wake_.wait(lock, [&] { return is_closing_ || round_ != seen; });
      if (is_closing_) return;
      seen = round_;
    }
    walk(partition);
  }
}

// A flag is read where no partition can be setting it, so all leave the walk in the same step: the
// one of a step's work while the next step sets the other. None leaves before all have read.
void PartitionCrew::Threads::walk(unsigned partition) {
  const std::uint64_t steps = steps_;
  for (std::uint64_t step = 0; step < steps; ++step) {
    if (*before_step_) {
      if (partition == 0) attempt(0, alone_failed_, [&] { (*before_step_)(step); });
      barrier_.wait();
      if (alone_failed_) break;
    }
    std::atomic<bool>& failed = work_failed_[step & 1];
    attempt(partition, failed, [&] { (*work_)(partition, step); });
    barrier_.wait();
    if (failed) break;
  }
  barrier_.wait();
}

template <class Part>
void PartitionCrew::Threads::attempt(unsigned partition, std::atomic<bool>& has_failed,
                                     Part&& part) {
  try {
    part();
  } catch (...) {
    failures_[partition] = std::current_exception();
    has_failed = true;
  }
}

}  // namespace turnpike::model
