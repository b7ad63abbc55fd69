// express_walk.h - a message's way through an express array, one decision after the other.
//
// Written from the machine (Dally 1991, III-A and III-C), not from any formula, so that formulas
// can be held against it.

#pragma once

#include <cstdint>
#include <vector>

namespace turnpike::test {

// A node, or the interchange before it.
struct Place {
  std::int64_t node = 0;
  bool is_interchange = false;

  bool operator==(const Place& other) const {
    return node == other.node && is_interchange == other.is_interchange;
  }
};

struct Step {
  unsigned level = 0;
  Place from;
  Place to;
};

// `spacing` of each level, level 1 first; at least one level.
class ExpressWalk {
 public:
  explicit ExpressWalk(std::vector<std::int64_t> spacing) : spacing_(std::move(spacing)) {}

  std::vector<Step> operator()(std::int64_t source, std::int64_t destination) const {
    std::vector<Step> steps;
    for (Place here{source, false}; !(here == Place{destination, false});) {
      const Step step = next(here, destination, destination > source);
      steps.push_back(step);
      here = step.to;
    }
    return steps;
  }

 private:
  bool interchange_before(std::int64_t node) const { return node % spacing_[0] == 0; }

  Step next(Place here, std::int64_t destination, bool up) const {
    if (here.is_interchange) {
      std::int64_t length = 1;  // of the channels of the level looked at
      unsigned level = 0;
      const std::int64_t to_go = up ? destination - here.node : here.node - 1 - destination;
      // The next level is there if the interchange stands on it, and is taken if it does not lead
      // past the destination.
      while (level < spacing_.size()) {
        const std::int64_t longer = length * spacing_[level];
        if (here.node % longer != 0 || to_go < longer) break;
        length = longer;
        ++level;
      }
      if (level > 0) return {level, here, {here.node + (up ? length : -length), true}};
      return {0, here, {up ? here.node : here.node - 1, false}};
    }
    if (up) return {0, here, {here.node + 1, interchange_before(here.node + 1)}};
    if (interchange_before(here.node)) return {0, here, {here.node, true}};
    return {0, here, {here.node - 1, false}};
  }

  std::vector<std::int64_t> spacing_;
};

}  // namespace turnpike::test
