// content_hash.h - the name of a cache entry: 128 bits over all that went into it.

#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include "model/common/flit.h"

namespace turnpike::sim {

// Not against forgery, only against accident: two mixed chains of splitmix64.
class ContentHash {
 public:
  // A part's length goes in as well, so that parts cannot run into one another.
  void add(const std::string& part) {
    step(part.size());
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < part.size(); ++i) {
      word = (word << 8) | static_cast<unsigned char>(part[i]);
      if (i % 8 == 7) step(word);
    }
    step(word);
  }

  std::string to_text() const {
    char text[33];
    std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(a_),
                  static_cast<unsigned long long>(b_));
    return text;
  }

 private:
  void step(std::uint64_t word) {
    a_ = model::mix(a_ ^ word);
    b_ = model::mix(b_ + model::mix(word ^ 0x5851f42d4c957f2du));
  }

  std::uint64_t a_ = 1;
  std::uint64_t b_ = 2;
};

}  // namespace turnpike::sim
