// measure.cpp - one timed run of one of our engines.

#include "tests/bench/measure.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <ctime>
#include <exception>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <type_traits>

#include "tests/bench/engines.h"

namespace turnpike::bench {
namespace {

double wall_now() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

double cpu_now() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double resident_bytes() {
  double size = 0;
  double resident = 0;  // pages
  std::ifstream("/proc/self/statm") >> size >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

Measurement measure_here(EngineKind kind, const Experiment& experiment, double load,
                         unsigned threads, model::Cycle cycles) {
  Measurement result;
  const double bytes_before = resident_bytes();
  const double build_start = wall_now();
  Setup setup = make_engine(kind, experiment, load, threads);
  result.bytes_per_router = setup.bytes_per_router;
  result.build_seconds = wall_now() - build_start;
  advance(setup, warmup_cycles(experiment));
  const double nodes = static_cast<double>(experiment.nodes());
  result.bytes_per_node = (resident_bytes() - bytes_before) / nodes;

  const Moved before = moved(setup);
  const double wall_start = wall_now();
  const double cpu_start = cpu_now();
  advance(setup, cycles);
  result.cpu_seconds = cpu_now() - cpu_start;
  result.wall_seconds = wall_now() - wall_start;
  result.cycles = static_cast<double>(cycles);
  const Moved after = moved(setup);
  result.accepted = (after.delivered - before.delivered) / (nodes * result.cycles);
  result.flit_hops = after.hops - before.hops;

  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  result.peak_bytes = 1024.0 * static_cast<double>(usage.ru_maxrss);
  return result;
}

// What the child sends: a measurement, or the reason why there is none.
struct Message {
  Measurement measurement;
  char error[1024] = "";
};
static_assert(std::is_trivially_copyable_v<Message>);
static_assert(sizeof(Message) <= 4096, "a pipe takes it in one piece");

}  // namespace

Measurement measure(EngineKind kind, const Experiment& experiment, double load, unsigned threads,
                    model::Cycle cycles) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("pipe failed");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    close(ends[0]);
    Message message;
    try {
      message.measurement = measure_here(kind, experiment, load, threads, cycles);
    } catch (const std::exception& error) {
      std::strncpy(message.error, error.what(), sizeof(message.error) - 1);
    }
    _exit(write(ends[1], &message, sizeof message) == sizeof message ? 0 : 1);
  }
  close(ends[1]);
  Message message;
  const ssize_t received = read(ends[0], &message, sizeof message);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (received != sizeof message) throw std::runtime_error("the measured process died");
  if (message.error[0] != '\0') throw std::runtime_error(message.error);
  return message.measurement;
}

}  // namespace turnpike::bench
