// formulas_dally.cpp - the rows of Dally 1991.

#include "model/analysis/dally.h"
#include "model/analysis/formulas.h"

namespace turnpike::model::detail {

namespace {

const FormulaArgument kSource{"S", "source node", true};
const FormulaArgument kDestination{"D", "destination node", true};
const FormulaArgument kDistance{"D", "distance in nodes", true};
const FormulaArgument kSpacing{"i", "nodes between interchanges, 2 or more", true};
const FormulaArgument kLevels{"l", "levels of express channels; 0: none", true};
const FormulaArgument kAlpha{"alpha", "delay of a node over that of a wire, T_n / T_w"};

double hops(const FormulaArguments& a) {
  return static_cast<double>(dally::hops(a.whole("S"), a.whole("D"), a.whole("i"), a.whole("l")));
}
double mean_hops(const FormulaArguments& a) {
  return dally::mean_hops(a.whole("D"), a.whole("i"), a.whole("l"));
}
double latency(const FormulaArguments& a) {
  return dally::latency(a.whole("S"), a.whole("D"), a.whole("i"), a.whole("l"), a.number("alpha"));
}
double latency_conventional(const FormulaArguments& a) {
  return dally::latency_conventional(a.whole("D"), a.number("alpha"));
}
double traffic_fraction(const FormulaArguments& a) {
  return dally::traffic_fraction(a.whole("j"), a.whole("k"), a.whole("i"), a.whole("l"));
}

}  // namespace

std::vector<Formula> dally_formulas() {
  return {
      {"dally.hops",
       "hops of a message, exact for every pair",
       "Dally 1991, III-C",
       {kSource, kDestination, kSpacing, kLevels},
       hops},
      {"dally.mean_hops",
       "mean hops over all sources",
       "Dally 1991 (5)",
       {kDistance, kSpacing, kLevels},
       mean_hops},
      {"dally.latency",
       "latency of the head in T_w",
       "Dally 1991 (2), (3), (5)",
       {kSource, kDestination, kSpacing, kLevels, kAlpha},
       latency},
      {"dally.latency_conventional",
       "latency of the head in T_w without express channels",
       "Dally 1991 (2)",
       {kDistance, kAlpha},
       latency_conventional},
      {"dally.traffic_fraction",
       "share of random traffic on the channels of level j at the centre",
       "Dally 1991 (6), (7) corrected",
       {{"j", "level, 0 .. l", true}, {"k", "nodes along the dimension", true}, kSpacing, kLevels},
       traffic_fraction},
  };
}

}  // namespace turnpike::model::detail
