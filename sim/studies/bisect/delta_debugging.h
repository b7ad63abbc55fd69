// delta_debugging.h - the part of a list that is needed for a failure (Zeller & Hildebrandt,
// "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 28(2), 2002, section 3: ddmin).

#pragma once

#include <algorithm>
#include <functional>
#include <vector>

namespace turnpike::sim {

// `fails` holds for `items`; of the list that is returned it holds too, and no longer when any one
// item is left out of it. The order stays. Asks at most n^2 + 3n times, of few needed ones about
// n' log n times.
template <class Item>
std::vector<Item> minimized(std::vector<Item> items,
                            const std::function<bool(const std::vector<Item>&)>& fails) {
  if (items.empty()) return items;
  if (fails({})) return {};
  std::size_t parts = 2;
  while (items.size() >= 2) {
    const std::size_t count = items.size();
    const auto begin_of = [&](std::size_t part) {
      return items.begin() + static_cast<std::ptrdiff_t>(count * part / parts);
    };
    bool is_smaller = false;
    for (std::size_t part = 0; part < parts && !is_smaller; ++part) {
      std::vector<Item> subset(begin_of(part), begin_of(part + 1));
      if (!fails(subset)) continue;
      items = std::move(subset);
      parts = 2;
      is_smaller = true;
    }
    // With two parts the complements are the subsets.
    for (std::size_t part = 0; part < parts && parts > 2 && !is_smaller; ++part) {
      std::vector<Item> rest(items.begin(), begin_of(part));
      rest.insert(rest.end(), begin_of(part + 1), items.end());
      if (!fails(rest)) continue;
      items = std::move(rest);
      --parts;
      is_smaller = true;
    }
    if (is_smaller) continue;
    if (parts == count) break;
    parts = std::min(2 * parts, count);
  }
  return items;
}

}  // namespace turnpike::sim
