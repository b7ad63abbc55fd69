// queue_length.h - the length of a queue at a source.

#pragma once

#include <cstdint>

namespace turnpike::model {

struct QueueLength {
  std::uint64_t packets = 0;
  std::uint64_t flits = 0;  // of these packets

  void add(std::uint32_t more) {
    ++packets;
    flits += more;
  }
  void remove(std::uint32_t less) {
    --packets;
    flits -= less;
  }
};

inline QueueLength operator+(const QueueLength& a, const QueueLength& b) {
  return {a.packets + b.packets, a.flits + b.flits};
}

}  // namespace turnpike::model
