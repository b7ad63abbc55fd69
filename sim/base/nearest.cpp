// nearest.cpp - edit distance.

#include "sim/base/nearest.h"

#include <algorithm>
#include <cstddef>

namespace turnpike::sim {

namespace {

// Words longer than any key are all equally far.
constexpr std::size_t kLongestWord = 100;

std::string leaf(const std::string& key) { return key.substr(key.rfind('.') + 1); }

std::string table(const std::string& key) {
  const std::size_t dot = key.rfind('.');
  return dot == std::string::npos ? "" : key.substr(0, dot);
}

std::ptrdiff_t dots_in(const std::string& key) { return std::count(key.begin(), key.end(), '.'); }

unsigned length_difference(const std::string& a, const std::string& b) {
  const std::size_t in_a = std::min(a.size(), kLongestWord);
  const std::size_t in_b = std::min(b.size(), kLongestWord);
  return static_cast<unsigned>(std::max(in_a, in_b) - std::min(in_a, in_b));
}

// Slips of the pen after which a word is still the same: one in four characters. A word of one or
// two letters is near to none.
unsigned slips_allowed(const std::string& a, const std::string& b) {
  const std::size_t length = std::max(a.size(), b.size());
  return length < 3 ? 0 : static_cast<unsigned>(std::max<std::size_t>(1, length / 4));
}

}  // namespace

unsigned edit_distance(const std::string& long_a, const std::string& long_b) {
  const std::string a = long_a.substr(0, kLongestWord);
  const std::string b = long_b.substr(0, kLongestWord);
  std::vector<unsigned> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<unsigned>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = static_cast<unsigned>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const unsigned substituted = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, substituted});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(now);
  }
  return last[b.size()];
}

std::string nearest_key(const std::string& key, const std::vector<std::string>& known) {
  std::string best;
  unsigned best_distance = ~0u;
  for (const std::string& candidate : known) {
    const unsigned allowed = slips_allowed(leaf(key), leaf(candidate));
    // No distance is less than the difference in length.
    const bool may_be_whole = length_difference(key, candidate) <= allowed;
    if (!may_be_whole && length_difference(leaf(key), leaf(candidate)) > allowed) continue;
    const unsigned whole = edit_distance(key, candidate);
    const unsigned last = edit_distance(leaf(key), leaf(candidate));
    if (whole > allowed && last > allowed) continue;
    // A key in the wrong table costs as much as two slips of the pen, however the tables differ.
    const unsigned tables = std::min(2u, edit_distance(table(key), table(candidate)));
    const unsigned distance = std::min(last <= allowed ? tables + last : whole, whole);
    // Of several that are as near, one that is not deeper in tables.
    const bool is_shallower = distance == best_distance && dots_in(candidate) < dots_in(best);
    if (distance < best_distance || is_shallower) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string nearest_text(const std::string& words, const std::string& key,
                         const std::vector<std::string>& known) {
  const std::string best = nearest_key(key, known);
  return best.empty() ? "" : words + "'" + best + "'";
}

}  // namespace turnpike::sim
