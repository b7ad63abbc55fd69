// interrupt.cpp - signal handling.

#include "sim/base/interrupt.h"

#include <atomic>
#include <csignal>

namespace turnpike::sim {

namespace {

// A signal handler can reach nothing but a global; threads that build hardware read it.
std::atomic<int> noted_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free, "as a signal handler needs it");

extern "C" void note_signal(int signal) { noted_signal = signal; }

}  // namespace

void watch_for_interrupts() {
  struct sigaction action = {};
  action.sa_handler = note_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second signal acts as usual
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // Under nohup a terminal that goes away ends nothing.
  struct sigaction before = {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
}

int interrupt_signal() { return noted_signal; }

void stop_if_interrupted(const std::string& where) {
  if (interrupt_signal() != 0) throw Interrupted(where);
}

}  // namespace turnpike::sim
