// formulas_buzzard.cpp - the rows of Buzzard & Mudge 1988.

#include "model/analysis/buzzard.h"
#include "model/analysis/formulas.h"

namespace turnpike::model::detail {

namespace {

const FormulaArgument kDimensions{"n", "dimensions of the hypercube", true};

double collision_fixed(const FormulaArguments& a) { return buzzard::collision_fixed(a.whole("n")); }
double collision_adaptive(const FormulaArguments& a) {
  return buzzard::collision_adaptive(a.whole("n"));
}
double packets(const FormulaArguments& a) {
  return static_cast<double>(buzzard::packets(a.whole("bytes")));
}
double mean_packets(const FormulaArguments& a) {
  return buzzard::mean_packets(a.number("mean_bytes"));
}

}  // namespace

std::vector<Formula> buzzard_formulas() {
  return {
      {"buzzard.collision_fixed",
       "probability that two messages of a node want the same channel, e-cube routing",
       "Buzzard & Mudge 1988 (1)",
       {kDimensions},
       collision_fixed},
      {"buzzard.collision_adaptive",
       "the same with quasi-adaptive routing",
       "Buzzard & Mudge 1988 (2) corrected",
       {kDimensions},
       collision_adaptive},
      {"buzzard.packets",
       "packets of a message",
       "Buzzard & Mudge 1988, section 5.3",
       {{"bytes", "data bytes of the message", true}},
       packets},
      {"buzzard.mean_packets",
       "mean packets of messages of exponential length",
       "Buzzard & Mudge 1988, section 5.3",
       {{"mean_bytes", "mean length in bytes"}},
       mean_packets},
  };
}

}  // namespace turnpike::model::detail
