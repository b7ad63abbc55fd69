// interrupt.h - SIGINT, SIGTERM and SIGHUP ask the program to stop at the next convenient moment.

#pragma once

#include <stdexcept>
#include <string>

namespace turnpike::sim {

// For commands that look at interrupt_signal() while they work. The first signal is noted; a
// second one ends the program at once. A SIGHUP that was ignored before (nohup) stays ignored.
void watch_for_interrupts();

// Number of the signal that came, 0: none.
int interrupt_signal();

// Exit status of an interrupted program: 128 + signal, as a shell reports it.
constexpr int interrupt_status(int signal) { return 128 + signal; }

// Work was given up; the message completes "interrupted ...".
struct Interrupted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws Interrupted if a signal came.
void stop_if_interrupted(const std::string& where);

}  // namespace turnpike::sim
