// base_claims.cpp - rules for what Agarwal 1991, IV, says of the best dimension without contention.

#include "papers/agarwal/base_claims.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "papers/agarwal/base_figures.h"
#include "papers/agarwal/findings.h"

namespace turnpike::sim::agarwal {

namespace {

using Judgements = std::vector<Judgement>;

constexpr const char* kBestRule =
    "Whole n from 2 to log2 N; agrees: T_b is least at the paper's n.";

Finding best_finding(const std::string& what, unsigned paper, const BaseLine& line) {
  const unsigned best = line.best_dimension();
  return {fmt::format("{}: {}", what, paper), fmt::format("{} ({:.1f})", best, line.at_best()),
          best == paper};
}

// "n = 2, 2, 3", for several values.
template <typename Make>
std::string best_list(const std::vector<double>& values, const Make& make) {
  std::vector<unsigned> best;
  for (const double value : values) best.push_back(make(value).best_dimension());
  return fmt::format("n = {} at {}", fmt::join(best, ", "), fmt::join(values, ", "));
}

// The value from which on n = `more` beats n = `fewer`, or the other way round.
template <typename Make>
double cross_over(const Make& make, unsigned fewer, unsigned more, double low, double high) {
  return crossing(
      [&](double value) { return make(value).latency(fewer) - make(value).latency(more); }, low,
      high);
}

Judgements figure_6() {
  return {judge({"fig6_best",
                 "IV-A, Fig. 6: best dimension, channels of a fixed width, s = 4, L/W = 20; for "
                 "16K and 1M nodes three dimensions are superior to two",
                 kBestRule, ""},
                {best_finding("256 nodes", 2, fixed_width(k256, 4, 20)),
                 best_finding("16K", 3, fixed_width(k16K, 4, 20)),
                 best_finding("1M", 3, fixed_width(k1M, 4, 20))})};
}

Judgements figure_7() {
  const auto by_delay = [](double s) { return fixed_width(k1M, s, 20); };
  const auto by_flits = [](double flits) { return fixed_width(k1M, 4, flits); };
  std::vector<Finding> delays = {best_finding("s = 0", 2, by_delay(0))};
  for (const double s : {2., 4., 8.}) {
    delays.push_back(best_finding(fmt::format("{:.0f}", s), 3, by_delay(s)));
  }
  delays.push_back(best_finding("16", 4, by_delay(16)));
  delays.back().ours += fmt::format(
      "; two and three dimensions are equal at s = {:.2f}, three and "
      "four at {:.1f}",
      cross_over(by_delay, 2, 3, 0, 4), cross_over(by_delay, 3, 4, 4, 32));
  std::vector<Finding> lengths = {best_finding("400 flits", 2, by_flits(400))};
  bool shorter = true;
  for (const double flits : flit_lengths()) {
    shorter = shorter && (flits == 400 || by_flits(flits).best_dimension() > 2);
  }
  lengths.push_back({"no shorter ones",
                     fmt::format("{}; equal at {:.0f} flits", best_list(flit_lengths(), by_flits),
                                 cross_over(by_flits, 2, 3, 20, 400)),
                     shorter});
  return {judge({"fig7a_best", "IV-A, Fig. 7a: best dimension of 1M nodes for a switch delay s",
                 kBestRule, ""},
                delays),
          judge({"fig7b_best",
                 "IV-A, Fig. 7b: only for exceedingly long messages (3200 bits, 400 flits) have "
                 "two dimensions the lowest latency (1M nodes)",
                 "Agrees: best n 2 at 400 flits, above 2 at the shorter lengths drawn.", ""},
                lengths)};
}

Judgements figure_8() {
  const auto by_delay = [](double s) { return fixed_width(k1K, s, 20); };
  const auto by_flits = [](double flits) { return fixed_width(k1K, 4, flits); };
  const double equal = cross_over(by_delay, 2, 3, 0, 8);
  std::vector<Finding> delays;
  for (const double s : switch_delays()) {
    const unsigned best = by_delay(s).best_dimension();
    const bool two = s <= 4;
    delays.push_back({fmt::format("s = {:.0f}: {}", s, two ? "2" : "3 or more"),
                      fmt::format("{}", best), two == (best == 2)});
  }
  delays.back().ours += fmt::format("; two and three dimensions are equal at s = {:.2f}", equal);
  std::vector<Finding> lengths;
  for (const double bits : {100., 160.}) {
    lengths.push_back(
        best_finding(fmt::format("{:.0f} bits, {} flits", bits, bits / 8), 3, by_flits(bits / 8)));
  }
  lengths.back().ours += fmt::format("; three dimensions up to {:.1f} flits, two above",
                                     cross_over(by_flits, 2, 3, 5, 400));
  return {judge({"fig8a_best",
                 "IV-A, Fig. 8a: 1K nodes: three dimensions become favourable only when s exceeds "
                 "4",
                 "Agrees: best n 2 up to s = 4, more above.",
                 fmt::format("three dimensions are better from s = {:.2f} on", equal)},
                delays),
          judge({"fig8b_best",
                 "IV-A, Fig. 8b: most practical message lengths favour three dimensions (1K nodes)",
                 "W = 8; agrees: best n 3 at 100 bits (the paper's average in shared-memory "
                 "machines) and 160 bits (its own length).",
                 ""},
                lengths)};
}

Judgements figure_9() {
  const double ratio =
      fixed_bisection(k1M, 4, 160).latency(10) / fixed_width(k1M, 4, 20).latency(10);
  return {judge({"fig9_best",
                 "IV-B, Fig. 9: with a fixed bisection the best dimension of large systems is the "
                 "same as without that constraint",
                 kBestRule, ""},
                {best_finding("16K nodes", 3, fixed_bisection(k16K, 4, 160)),
                 best_finding("1M", 3, fixed_bisection(k1M, 4, 160))}),
          judge({"fig9_large_n", "IV-B, Fig. 9: for large n latency is much larger than in Fig. 6",
                 "1M nodes, n = 10; agrees: 1.5 times or more.", ""},
                {{"much larger", fmt::format("{:.2f} times at n = 10", ratio), ratio >= 1.5}})};
}

Judgements figure_10() {
  const auto by_delay = [](double s) { return fixed_bisection(k1K, s, 160); };
  const auto by_bits = [](double bits) { return fixed_bisection(k1K, 4, bits); };
  std::vector<Finding> delays;
  for (const double s : switch_delays()) {
    delays.push_back(best_finding(fmt::format("s = {:.0f}", s), 2, by_delay(s)));
  }
  std::size_t two = 0;
  for (const double bits : bit_lengths()) two += by_bits(bits).best_dimension() == 2 ? 1 : 0;
  return {
      judge({"fig10a_best",
             "IV-B, Fig. 10a: 1K nodes, fixed bisection: two dimensions are best at every s",
             kBestRule, ""},
            delays),
      judge({"fig10b_best",
             "IV-B, Fig. 10b: 1K nodes, fixed bisection: two dimensions are generally best",
             "Agrees: at more than half of the lengths drawn.", ""},
            {{"2", best_list(bit_lengths(), by_bits) + " bits", 2 * two > bit_lengths().size()}})};
}

Judgements node_size() {
  const auto by_delay = [](double s) { return fixed_node(k1K, s, 160); };
  const auto by_bits = [](double bits) { return fixed_node(k1K, 4, bits); };
  std::vector<Finding> delays = {best_finding("s = 2", 2, by_delay(2)),
                                 best_finding("s = 32", 4, by_delay(32))};
  delays.back().ours += "; " + best_list(switch_delays(), by_delay);
  std::vector<Finding> lengths = {best_finding("8 bits", 3, by_bits(8)),
                                  best_finding("3200 bits", 2, by_bits(3200))};
  lengths.back().ours += "; " + best_list(bit_lengths(), by_bits) + " bits";
  return {judge({"node_delay",
                 "IV-C: 128 pins a node, 1K nodes: the best n goes from 2 to 4 as s goes from 2 to "
                 "32",
                 kBestRule, ""},
                delays),
          judge({"node_length",
                 "IV-C: 128 pins a node, 1K nodes: the best n goes from 3 to 2 as messages grow "
                 "from 8 to 3200 bits",
                 kBestRule,
                 "a message of 8 bits is half a flit of 16 bits at n = 4, which the "
                 "formula does not round up"},
                lengths)};
}

}  // namespace

Judgements judge_base(const std::string& figure) {
  if (figure == "6") return figure_6();
  if (figure == "7") return figure_7();
  if (figure == "8") return figure_8();
  if (figure == "9") return figure_9();
  if (figure == "10") return figure_10();
  if (figure == "node") return node_size();
  return {};  // Figs. 15 and 16 repeat earlier work
}

}  // namespace turnpike::sim::agarwal
