// report.cpp - numbers of a report on a paper.

#include "papers/report.h"

#include <fmt/format.h>

#include <array>

namespace turnpike::sim {

const char* verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return "holds";
    case Verdict::in_part:
      return "holds in part";
    case Verdict::contradicted:
      return "contradicted";
    case Verdict::misprint:
      return "misprint";
    case Verdict::not_decided:
      return "not decided";
    case Verdict::not_judged:
      break;
  }
  return "not judged";
}

const std::vector<Verdict>& all_verdicts() {
  static const std::vector<Verdict> all = {Verdict::holds, Verdict::in_part, Verdict::misprint,
                                           Verdict::not_decided, Verdict::contradicted};
  return all;
}

Measured measured(const std::vector<double>& repetitions) {
  // Student's t, two-sided 95 %, for 1 .. 15 degrees of freedom.
  constexpr std::array<double, 15> kStudent95 = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706,
                                                 2.4469,  2.3646, 2.3060, 2.2622, 2.2281,
                                                 2.2010,  2.1788, 2.1604, 2.1448, 2.1314};
  const auto n = static_cast<double>(repetitions.size());
  Measured result;
  if (repetitions.empty()) return result;
  double sum = 0;
  for (const double value : repetitions) sum += value;
  result.mean = sum / n;
  if (repetitions.size() < 2) {
    result.half_width = std::numeric_limits<double>::infinity();
    return result;
  }
  double squares = 0;
  for (const double value : repetitions) squares += (value - result.mean) * (value - result.mean);
  const double t = repetitions.size() - 2 < kStudent95.size() ? kStudent95[repetitions.size() - 2]
                                                              : kStudent95.back();
  result.half_width = t * std::sqrt(squares / (n - 1) / n);
  return result;
}

Cell::Cell(const Measured& value, int decimals) : number(value) {
  if (!number.known()) {
    text = "-";
    return;
  }
  text = fmt::format("{:.{}f}", number.mean, decimals);
  if (number.half_width > 0 && std::isfinite(number.half_width)) {
    text += fmt::format(" ± {:.{}f}", number.half_width, decimals);
  }
}

}  // namespace turnpike::sim
