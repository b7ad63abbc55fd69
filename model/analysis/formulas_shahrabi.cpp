// formulas_shahrabi.cpp - the rows of Shahrabi & Ould-Khaoua.

#include "model/analysis/formulas.h"
#include "model/analysis/shahrabi.h"

namespace turnpike::model::detail {

namespace {

const FormulaArgument kDimensions{"n", "dimensions of the hypercube", true};
const FormulaArgument kVcs{"V", "virtual channels", true};
const FormulaArgument kFlits{"M", "message length in flits"};
const FormulaArgument kRate{"rate", "messages per node and cycle, lambda_g"};
const FormulaArgument kShare{"beta", "share of the messages that are broadcast"};
const FormulaArgument kVariant{"variant",
                               "traffic of the copies: equation (11), or as they are counted",
                               false,
                               {"printed", "counted"}};

shahrabi::Variant variant(const FormulaArguments& a) {
  return static_cast<shahrabi::Variant>(a.word("variant"));
}
shahrabi::Load load(const FormulaArguments& a, double rate) {
  return {a.whole("n"), a.whole("V"), a.number("M"), rate, a.number("beta"), variant(a)};
}
double unicast_latency(const FormulaArguments& a) {
  return shahrabi::unicast_latency(load(a, a.number("rate")));
}
double broadcast_latency(const FormulaArguments& a) {
  return shahrabi::broadcast_latency(load(a, a.number("rate")), a.number("delta"));
}
double saturation_rate(const FormulaArguments& a) { return shahrabi::saturation_rate(load(a, 0)); }
double channel_rate(const FormulaArguments& a) {
  return shahrabi::channel_rate(a.whole("n"), a.number("rate"), a.number("beta"), variant(a));
}
double mean_replications(const FormulaArguments& a) {
  return shahrabi::mean_replications(a.whole("n"));
}

}  // namespace

std::vector<Formula> shahrabi_formulas() {
  return {
      {"shahrabi.unicast_latency",
       "latency of a unicast in cycles",
       "Shahrabi & Ould-Khaoua (33)",
       {kDimensions, kVcs, kFlits, kRate, kShare, kVariant},
       unicast_latency},
      {"shahrabi.broadcast_latency",
       "latency of a broadcast in cycles",
       "Shahrabi & Ould-Khaoua (1)",
       {kDimensions,
        kVcs,
        kFlits,
        kRate,
        kShare,
        {"delta", "start-up of a message in cycles", false, {}, "1"},
        kVariant},
       broadcast_latency},
      {"shahrabi.saturation_rate",
       "messages per node and cycle from which on there is no solution",
       "Shahrabi & Ould-Khaoua (12) to (33)",
       {kDimensions, kVcs, kFlits, kShare, kVariant},
       saturation_rate},
      {"shahrabi.channel_rate",
       "messages per channel and cycle, lambda_c",
       "Shahrabi & Ould-Khaoua (4)",
       {kDimensions, kRate, kShare, kVariant},
       channel_rate},
      {"shahrabi.mean_replications",
       "mean copies that a node makes of a broadcast",
       "Shahrabi & Ould-Khaoua (10)",
       {kDimensions},
       mean_replications},
  };
}

}  // namespace turnpike::model::detail
