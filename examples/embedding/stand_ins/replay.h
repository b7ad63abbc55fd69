// replay.h - messages that a stand-in of a simulator sends, and what it reports of them.

#ifndef REPLAY_H
#define REPLAY_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

constexpr std::uint64_t kPeriod = 1000;  // picoseconds of a cycle
constexpr std::uint64_t kNever = ~std::uint64_t{0};

struct Message {
  std::uint64_t cycle = 0;
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  std::uint32_t flits = 0;
  std::uint64_t accepted = kNever;  // the time in which the adapter took it
  std::uint64_t received = kNever;  // the time in which the receiver had it
  unsigned times_received = 0;
};

// HOST CONFIG TRACE QUEUE_LIMIT RECEIVER_CYCLES, where TRACE has a line for each message, as
// traffic.file has: cycle, source, destination, flits.
struct Replay {
  std::string config;
  std::vector<Message> messages;
  unsigned queue_limit = 0;           // of sources; 0: none
  std::uint64_t receiver_cycles = 0;  // that a receiver takes for a message; 0: none
  std::uint64_t refused = 0;          // answers to senders that there is no space
  std::uint64_t most_waiting = 0;     // messages at a time that have arrived and are not received

  void receive(std::size_t message, std::uint64_t now) {
    messages.at(message).received = now;
    ++messages.at(message).times_received;
  }
};

inline Replay read_replay(char** arguments) {
  Replay replay;
  replay.config = arguments[1];
  std::ifstream trace(arguments[2]);
  if (!trace) throw std::runtime_error(std::string(arguments[2]) + ": cannot be read");
  for (std::string line; std::getline(trace, line);) {
    Message message;
    std::istringstream(line) >> message.cycle >> message.source >> message.destination >>
        message.flits;
    replay.messages.push_back(message);
  }
  replay.queue_limit = static_cast<unsigned>(std::strtoul(arguments[3], nullptr, 10));
  replay.receiver_cycles = std::strtoull(arguments[4], nullptr, 10);
  return replay;
}

inline void print(const Replay& replay) {
  std::printf("{\"refused\": %llu, \"most_waiting\": %llu, \"messages\": [",
              static_cast<unsigned long long>(replay.refused),
              static_cast<unsigned long long>(replay.most_waiting));
  const char* comma = "";
  for (const Message& message : replay.messages) {
    std::printf("%s\n  [%llu, %llu, %u]", comma, static_cast<unsigned long long>(message.accepted),
                static_cast<unsigned long long>(message.received), message.times_received);
    comma = ",";
  }
  std::printf("\n]}\n");
}

// The main function of a host.
inline int replay_main(int count, char** arguments, const std::function<void(Replay&)>& run) {
  if (count != 5) {
    std::fprintf(stderr, "%s CONFIG TRACE QUEUE_LIMIT RECEIVER_CYCLES\n", arguments[0]);
    return 2;
  }
  try {
    Replay replay = read_replay(arguments);
    run(replay);
    print(replay);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

#endif  // REPLAY_H
