// formulas_agarwal.cpp - the rows of Agarwal 1991.

#include "model/analysis/agarwal.h"
#include "model/analysis/formulas.h"

namespace turnpike::model::detail {

namespace {

using Arguments = FormulaArguments;

const FormulaArgument kNodes{"N", "nodes, k^n"};
const FormulaArgument kDimensions{"n", "dimensions"};
const FormulaArgument kRadix{"k", "nodes along a dimension"};
const FormulaArgument kMeanHops{"kd", "mean hops in a dimension, k_d, 1 or more"};
const FormulaArgument kSwitchDelay{"s", "delay of a switch in T_w(2)"};
const FormulaArgument kBits{"L", "message length in bits"};
const FormulaArgument kFlits{"B", "message length L/W in flits"};
const FormulaArgument kRho{"rho", "utilisation of a channel, 0 or more, below 1"};
const FormulaArgument kRate{"m", "messages per node and cycle"};
const FormulaArgument kShare{"l", "share of the nodes in the window, 1/N .. 1"};
const FormulaArgument kStages{"n", "stages of k x k switches"};
const FormulaArgument kPorts{"k", "ports on a side of a switch"};

double mean_distance(const Arguments& a) {
  return agarwal::mean_distance(a.number("k"), static_cast<agarwal::Channels>(a.word("topology")));
}
double wire_length(const Arguments& a) {
  return agarwal::wire_length(a.number("N"), a.number("n"), a.number("z"));
}
double base_latency(const Arguments& a) {
  return agarwal::base_latency(a.number("N"), a.number("n"), a.number("s"), a.number("flits"));
}
double base_latency_fixed_bisection(const Arguments& a) {
  return agarwal::base_latency_fixed_bisection(a.number("N"), a.number("n"), a.number("s"),
                                               a.number("L"));
}
double base_latency_fixed_node(const Arguments& a) {
  return agarwal::base_latency_fixed_node(a.number("N"), a.number("n"), a.number("s"),
                                          a.number("L"));
}
double arrival_variance(const Arguments& a) {
  return agarwal::arrival_variance(a.number("rho"), a.number("kd"), a.number("n"));
}
double contention(const Arguments& a) {
  return agarwal::contention(a.number("rho"), a.number("kd"), a.number("n"), a.number("B"));
}
double contention_exact(const Arguments& a) {
  return agarwal::contention_exact(a.number("rho"), a.number("kd"), a.number("n"), a.number("B"));
}
double latency(const Arguments& a) {
  return agarwal::latency(a.number("n"), a.number("kd"), a.number("m"), a.number("B"));
}
double latency_bidirectional(const Arguments& a) {
  return agarwal::latency_bidirectional(a.number("n"), a.number("kd"), a.number("m"),
                                        a.number("B"));
}
double latency_pipelined(const Arguments& a) {
  return agarwal::latency_pipelined(a.number("n"), a.number("kd"), a.number("m"), a.number("B"),
                                    a.number("p"));
}
double locality_distance(const Arguments& a) {
  return agarwal::locality_distance(a.number("N"), a.number("n"), a.number("l"));
}
double latency_locality(const Arguments& a) {
  return agarwal::latency_locality(a.number("N"), a.number("n"), a.number("m"), a.number("B"),
                                   a.number("l"));
}
double latency_locality_window(const Arguments& a) {
  return agarwal::latency_locality_window(a.number("N"), a.number("n"), a.number("m"),
                                          a.number("B"), a.number("l"));
}
double latency_constrained(const Arguments& a) {
  return agarwal::latency_constrained(static_cast<agarwal::Constraint>(a.word("constraint")),
                                      a.number("n"), a.number("m"), a.number("l"));
}
double saturation_rate(const Arguments& a) {
  return agarwal::saturation_rate(a.number("B"), a.number("kd"), a.whole("directions"));
}
double indirect_contention(const Arguments& a) {
  return agarwal::indirect_contention(a.number("rho"), a.number("B"), a.number("k"));
}
double indirect_latency(const Arguments& a) {
  return agarwal::indirect_latency(a.number("n"), a.number("k"), a.number("m"), a.number("B"));
}
double indirect_latency_clocked(const Arguments& a) {
  return agarwal::indirect_latency_clocked(a.number("n"), a.number("k"), a.number("m"),
                                           a.number("B"), a.number("s"));
}

}  // namespace

std::vector<Formula> agarwal_formulas() {
  return {
      {"agarwal.mean_distance",
       "mean hops in one dimension, k_d",
       "Agarwal 1991 (1), III-C corrected",
       {kRadix,
        {"topology",
         "torus with channels one way or both ways, or mesh",
         false,
         {"unidirectional", "bidirectional", "mesh"}}},
       mean_distance},
      {"agarwal.wire_length",
       "longest wire in T_w(2)",
       "Agarwal 1991, III-A corrected",
       {kNodes, kDimensions, {"z", "physical dimensions"}},
       wire_length},
      {"agarwal.base_latency",
       "latency without contention in T_w(2)",
       "Agarwal 1991 (2)",
       {kNodes, kDimensions, kSwitchDelay, {"flits", "message length L/W in flits"}},
       base_latency},
      {"agarwal.base_latency_fixed_bisection",
       "latency without contention in T_w(2), W = k/2",
       "Agarwal 1991, IV-B corrected",
       {kNodes, kDimensions, kSwitchDelay, kBits},
       base_latency_fixed_bisection},
      {"agarwal.base_latency_fixed_node",
       "latency without contention in T_w(2), W = 64/n",
       "Agarwal 1991, IV-C",
       {kNodes, kDimensions, kSwitchDelay, kBits},
       base_latency_fixed_node},
      {"agarwal.arrival_variance",
       "variance of the arrivals at a channel",
       "Agarwal 1991 (5), exact",
       {kRho, kMeanHops, kDimensions},
       arrival_variance},
      {"agarwal.contention",
       "mean wait for a channel in cycles",
       "Agarwal 1991 (6), (8)",
       {kRho, kMeanHops, kDimensions, kFlits},
       contention},
      {"agarwal.contention_exact",
       "mean wait for a channel in cycles, with the exact variance",
       "Agarwal 1991 (3), (5)",
       {kRho, kMeanHops, kDimensions, kFlits},
       contention_exact},
      {"agarwal.latency",
       "latency in cycles, one channel per dimension",
       "Agarwal 1991 (10)",
       {kDimensions, kMeanHops, kRate, kFlits},
       latency},
      {"agarwal.latency_bidirectional",
       "latency in cycles, two channels per dimension",
       "Agarwal 1991 (7), (10)",
       {kDimensions, kMeanHops, kRate, kFlits},
       latency_bidirectional},
      {"agarwal.latency_pipelined",
       "latency in cycles, p cycles a hop",
       "Agarwal 1991 (10), III-C",
       {kDimensions, kMeanHops, kRate, kFlits, {"p", "cycles of a hop"}},
       latency_pipelined},
      {"agarwal.locality_distance",
       "mean hops in one dimension, k_dl",
       "Agarwal 1991, VI",
       {kNodes, kDimensions, kShare},
       locality_distance},
      {"agarwal.latency_locality",
       "latency in cycles with locality",
       "Agarwal 1991 (10), VI",
       {kNodes, kDimensions, kRate, kFlits, kShare},
       latency_locality},
      {"agarwal.latency_locality_window",
       "latency in cycles, the window cut to whole nodes",
       "Agarwal 1991 (10), VI",
       {kNodes, kDimensions, kRate, kFlits, kShare},
       latency_locality_window},
      {"agarwal.latency_constrained",
       "latency in T_w(2), N = 1024, L = 128, s = 4",
       "Agarwal 1991 (12), Figs. 11, 13",
       {{"constraint",
         "none: W = 32 and wires of delay 1; with their delay, width: W = 32, bisection: W = k, "
         "node: W = 64/n",
         false,
         {"none", "width", "bisection", "node"}},
        kDimensions,
        kRate,
        kShare},
       latency_constrained},
      {"agarwal.saturation_rate",
       "messages per node and cycle at which channels are full",
       "Agarwal 1991 (4), (7)",
       {kFlits, kMeanHops, {"directions", "channels per dimension, 1 or 2", true}},
       saturation_rate},
      {"agarwal.indirect_contention",
       "mean wait at a stage in cycles",
       "Agarwal 1991 (14)",
       {kRho, kFlits, kPorts},
       indirect_contention},
      {"agarwal.indirect_latency",
       "latency of an indirect network in cycles",
       "Agarwal 1991 (13), without the clock",
       {kStages, kPorts, kRate, kFlits},
       indirect_latency},
      {"agarwal.indirect_latency_clocked",
       "latency of an indirect network in T_w(2)",
       "Agarwal 1991 (13), clock restored",
       {kStages, kPorts, kRate, kFlits, kSwitchDelay},
       indirect_latency_clocked},
  };
}

}  // namespace turnpike::model::detail
