// explain.cpp - why a paper's latency without contention is not the hardware's.

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "sim/studies/analyze/predict.h"

namespace turnpike::sim {

namespace {

constexpr double kNothing = 1e-6;  // cycles

// "+1 the last router, +1.5 wires", as far as there is something.
class Sum {
 public:
  void add(double cycles, const std::string& what) {
    if (std::fabs(cycles) < kNothing) return;
    text_ += fmt::format("{}{:+.4g} {}", text_.empty() ? "" : ", ", cycles, what);
    cycles_ += cycles;
  }
  double cycles() const { return cycles_; }
  const std::string& text() const { return text_; }

 private:
  double cycles_ = 0;
  std::string text_;
};

}  // namespace

// Hardware: P (h + 1) + wires + B, h channels on the way (docs/timing.md 5). Papers: h + B; Agarwal
// p h + B, of a butterfly a cycle for each stage, h + 1; Dally's T_n is P and a channel's delay.
void explain_differences(const Subject& subject, Analysis& analysis) {
  Predictions& predictions = analysis.predictions;
  const std::optional<double> exact = predictions.at("zero_load.latency").value;
  if (!exact || !analysis.loads) return;
  const double hops = analysis.loads->hops;
  const double pipeline = subject.network.router.pipeline_cycles;
  for (const char* key : {"zero_load.agarwal", "zero_load.indirect", "zero_load.shahrabi",
                          "zero_load.dally", "zero_load.buzzard"}) {
    const std::optional<double> form = predictions.at(key).value;
    if (!form) continue;
    const std::string name = key;
    const bool counts_stages = name == "zero_load.indirect";
    const bool counts_delays = name == "zero_load.dally";
    const bool counts_pipeline = name == "zero_load.agarwal" || counts_delays;
    const bool stores = subject.network.packets && !subject.network.packets->cut_through;
    Sum sum;
    sum.add(counts_stages ? pipeline - 1 : pipeline, "cycles in the last router");
    if (!counts_pipeline) sum.add((pipeline - 1) * hops, "of the pipeline");
    if (!counts_delays) sum.add(analysis.loads->wire_cycles, "wires");
    sum.add(*exact - *form - sum.cycles(), counts_delays ? "wires rounded to cycles, mean ways"
                                           : stores      ? "stored and forwarded"
                                                         : "mean ways, waits for credits");
    if (!sum.text().empty()) predictions.add_note(key, "this hardware: " + sum.text());
  }
}

}  // namespace turnpike::sim
