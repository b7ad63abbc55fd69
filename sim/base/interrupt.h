// interrupt.h - SIGINT and SIGTERM ask the program to stop at the next convenient moment.

#pragma once

namespace turnpike::sim {

// For commands that look at interrupt_signal() while they work. The first signal is noted; a
// second one ends the program at once.
void watch_for_interrupts();

// Number of the signal that came, 0: none.
int interrupt_signal();

// Exit status of an interrupted program: 128 + signal, as a shell reports it.
constexpr int interrupt_status(int signal) { return 128 + signal; }

}  // namespace turnpike::sim
