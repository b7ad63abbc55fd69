// agarwal_designs.cpp - the same nodes with another number of dimensions.

#include "model/analysis/agarwal_designs.h"

#include <algorithm>
#include <cmath>

#include "model/analysis/domain.h"

namespace turnpike::model::agarwal {

namespace {

double width_under(Constraint constraint, const Budget& budget, double dimensions, double radix) {
  switch (constraint) {
    case Constraint::bisection:
      return budget.bisection * radix / (2 * budget.nodes);
    case Constraint::node:
      return budget.pins / (2 * dimensions);
    case Constraint::width:
    case Constraint::none:
      break;
  }
  return budget.width;
}

}  // namespace

Design design(Constraint constraint, const Budget& budget, double dimensions) {
  Design made;
  made.dimensions = dimensions;
  made.radix = std::pow(budget.nodes, 1 / dimensions);
  made.width = width_under(constraint, budget, dimensions, made.radix);
  check_domain(made.width > 0, "W", made.width, "more than 0");
  check_domain(budget.bits > 0, "L", budget.bits, "more than 0");
  check_domain(budget.switch_delay >= 0, "s", budget.switch_delay, "0 or more");
  made.flits = budget.bits / made.width;
  made.wire = wire_length(budget.nodes, dimensions, budget.layout_dimensions);
  made.clock = budget.switch_delay + made.wire;
  const double hops = dimensions * mean_distance(made.radix, Channels::unidirectional);
  made.latency = made.clock * (hops + made.flits);
  return made;
}

std::vector<Design> designs(Constraint constraint, const Budget& budget) {
  std::vector<Design> made;
  const double first = std::ceil(budget.layout_dimensions);
  // A power of two computed a little too small still has its last dimension.
  for (double n = first; std::pow(2, n) <= budget.nodes * (1 + 1e-9); ++n) {
    made.push_back(design(constraint, budget, n));
  }
  return made;
}

const Design& best(const std::vector<Design>& designs) {
  return *std::min_element(designs.begin(), designs.end(), [](const Design& a, const Design& b) {
    return a.latency < b.latency * (1 - 1e-12);
  });
}

}  // namespace turnpike::model::agarwal
