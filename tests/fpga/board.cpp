// board.cpp - a Verilated demonstrator behind a pseudo-terminal.
//
// Prints the name of the terminal and clocks the design until it is told to terminate. A bit of the
// serial line lasts kClocks clocks, as in board.v. While nothing is running and the line has been
// silent for some time, it sleeps. A design that counts what of it is reached leaves the counts in
// the file that is its argument.

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include <cstdio>
#include <deque>

#include "Vboard.h"
#include "verilated.h"
#if VM_COVERAGE
#include "verilated_cov.h"
#endif

namespace {

volatile sig_atomic_t terminated = 0;

constexpr int kClocks = 4;  // of a bit
constexpr int kBits = 10;   // start, eight, stop

// A byte on its way to the design, or from it.
class Sender {
 public:
  std::deque<unsigned char> bytes;
  bool idle() const { return bytes.empty() && at_ == 0; }
  bool line() {
    if (idle()) return true;
    const int bit = at_ / kClocks;
    const bool level = bit == 0 ? false : bit == 9 || ((bytes.front() >> (bit - 1)) & 1) != 0;
    if (++at_ == kBits * kClocks) {
      at_ = 0;
      bytes.pop_front();
    }
    return level;
  }

 private:
  int at_ = 0;
};

class Receiver {
 public:
  // True: a byte is complete.
  bool take(bool line) {
    if (at_ < 0) {
      if (line) return false;
      at_ = 0;
      byte = 0;
    }
    const int bit = at_ / kClocks;
    if (at_ % kClocks == kClocks / 2 && bit >= 1 && bit <= 8 && line) byte |= 1 << (bit - 1);
    if (++at_ < kBits * kClocks - 1) return false;
    at_ = -1;
    return true;
  }
  bool idle() const { return at_ < 0; }
  unsigned char byte = 0;

 private:
  int at_ = -1;
};

int open_terminal() {
  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) return -1;
  const int slave = open(ptsname(master), O_RDWR | O_NOCTTY);  // stays open: no hang-up
  termios raw = {};
  if (slave < 0 || tcgetattr(slave, &raw) != 0) return -1;
  cfmakeraw(&raw);
  tcsetattr(slave, TCSANOW, &raw);
  std::printf("%s\n", ptsname(master));
  std::fflush(stdout);
  return master;
}

}  // namespace

int main(int argc, char** argv) {
  signal(SIGTERM, [](int) { terminated = 1; });
  const int terminal = open_terminal();
  if (terminal < 0) {
    std::perror("board");
    return 2;
  }
  VerilatedContext context;
  context.randReset(2);  // registers begin as anything
  Vboard board(&context);
  Sender sender;
  Receiver receiver;
  board.reset_i = 1;
  board.rx_i = 1;
  unsigned long busy = 0;  // last clock in which there was something on the line
  for (unsigned long clock = 0; terminated == 0; ++clock) {
    if (clock == 10) board.reset_i = 0;
    if (clock % 64 == 0) {
      const bool idle = !board.running_o && clock > busy + 5000;
      pollfd wait = {terminal, POLLIN, 0};
      unsigned char bytes[64];
      if (poll(&wait, 1, idle ? 5 : 0) == 1) {
        const ssize_t got = read(terminal, bytes, sizeof bytes);
        for (ssize_t i = 0; i < got; ++i) sender.bytes.push_back(bytes[i]);
      }
    }
    if (!sender.idle() || !receiver.idle()) busy = clock;
    board.rx_i = sender.line();
    board.clk_i = 0;
    board.eval();
    board.clk_i = 1;
    board.eval();
    if (receiver.take(board.tx_o) && write(terminal, &receiver.byte, 1) != 1) return 1;
  }
#if VM_COVERAGE
  if (argc == 2) context.coveragep()->write(argv[1]);
#else
  static_cast<void>(argc);
  static_cast<void>(argv);
#endif
  return 0;
}
