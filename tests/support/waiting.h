// waiting.h - waiting for a condition, for as long as a busy machine may need.

#pragma once

#include <chrono>
#include <thread>

namespace turnpike::test {

// False when it did not come true in two minutes.
template <class Condition>
bool eventually(Condition condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace turnpike::test
