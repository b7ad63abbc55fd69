// random_regular.cpp - random networks in which every switch has the same number of links.
//
// The pairing model: each switch has `degree` ends, all ends are shuffled and joined two by two. A
// pairing with a loop, a double link or several parts is drawn again as a whole, which leaves all
// simple connected graphs equally likely. Of degree d about exp((d^2 - 1) / 4) pairings are drawn:
// 43 for degree 4, too many for larger ones.

#include "model/topology/random_regular.h"

#include <algorithm>
#include <string>

#include "model/common/configuration_error.h"
#include "model/common/random.h"
#include "model/topology/up_down.h"

namespace turnpike::model {

namespace {

using Links = std::vector<std::pair<unsigned, unsigned>>;

void check_degree(unsigned switches, unsigned degree) {
  if (degree < 2 || degree > 4) {
    throw ConfigurationError("degree", std::to_string(degree), "2 .. 4");
  }
  if (switches <= degree || switches * degree % 2 != 0) {
    throw ConfigurationError(
        "switches", std::to_string(switches),
        "more than the degree, " + std::to_string(degree) + "; switches * degree must be even");
  }
}

Links draw_pairing(unsigned switches, unsigned degree, std::uint64_t seed, unsigned attempt) {
  std::vector<unsigned> ends;
  for (unsigned s = 0; s < switches; ++s) ends.insert(ends.end(), degree, s);
  for (std::size_t i = ends.size() - 1; i > 0; --i) {
    const std::uint64_t bits = draw(seed, Stream::wiring, attempt, i);
    std::swap(ends[i], ends[below(bits, static_cast<std::uint32_t>(i + 1))]);
  }
  Links links;
  for (std::size_t i = 0; i < ends.size(); i += 2) {
    links.push_back(std::minmax(ends[i], ends[i + 1]));
  }
  std::sort(links.begin(), links.end());
  return links;
}

bool is_simple(const Links& links) {
  const bool has_loop =
      std::any_of(links.begin(), links.end(), [](const auto& l) { return l.first == l.second; });
  return !has_loop && std::adjacent_find(links.begin(), links.end()) == links.end();
}

bool is_connected(const Links& links, unsigned switches) {
  SwitchGraph graph(switches);
  for (const auto& [a, b] : links) {
    graph[a].push_back(b);
    graph[b].push_back(a);
  }
  const std::vector<unsigned> levels = levels_from(graph, 0);
  return std::find(levels.begin(), levels.end(), kUnreachable) == levels.end();
}

}  // namespace

Links random_regular_links(unsigned switches, unsigned degree, std::uint64_t seed) {
  check_degree(switches, degree);
  for (unsigned attempt = 0;; ++attempt) {
    Links links = draw_pairing(switches, degree, seed, attempt);
    if (is_simple(links) && is_connected(links, switches)) return links;
  }
}

}  // namespace turnpike::model
