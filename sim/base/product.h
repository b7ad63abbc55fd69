// product.h - every way to choose one of each of several lists: the plan of a sweep or a suite.

#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace turnpike::sim {

// The first list is the slowest. `refuse` is called, and throws, with a number of choices that is
// above `most`, before the rest is made.
template <class T, class Refuse>
std::vector<std::vector<T>> product_of(const std::vector<std::vector<T>>& lists, std::size_t most,
                                       const Refuse& refuse) {
  std::vector<std::vector<T>> all(1);
  for (const std::vector<T>& list : lists) {
    std::vector<std::vector<T>> longer;
    for (const std::vector<T>& before : all) {
      for (const T& one : list) {
        longer.push_back(before);
        longer.back().push_back(one);
      }
    }
    all = std::move(longer);
    if (all.size() > most) refuse(all.size());
  }
  return all;
}

}  // namespace turnpike::sim
