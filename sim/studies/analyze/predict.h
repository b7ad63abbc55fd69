// predict.h - fills the table of quantities: one file a source.

#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/analysis/agarwal_designs.h"
#include "model/analysis/channel_load.h"
#include "sim/studies/analyze/quantity.h"
#include "sim/studies/analyze/subject.h"

namespace turnpike::sim {

// What a configuration does not say.
struct AnalysisOptions {
  double switch_delay = 0;       // s, in T_w(2)
  double message_bits = 0;       // L; 0: mean length * flit_bits
  double layout_dimensions = 2;  // z
  double bisection_wires = 0;    // Agarwal IV-B; 0: as the network has them
  double node_pins = 0;          // IV-C; 0: as the network has them
};

// Express channels of one level, under the traffic of the configuration.
struct LevelLoad {
  unsigned level = 0;            // 0: local channels
  std::size_t channels = 0;      // of the network
  double mean = 0;               // flits per cycle and channel at the configuration's load
  double most = 0;               // of the fullest one
  std::optional<double> centre;  // (Dally 1991, III-E), counted: across the middle of a line
};

struct Designs {
  model::agarwal::Budget budget;
  std::vector<model::agarwal::Design> width;  // IV-A, IV-B, IV-C
  std::vector<model::agarwal::Design> bisection;
  std::vector<model::agarwal::Design> node;
  std::string reason;  // why there are none
};

struct Analysis {
  Predictions predictions;
  std::optional<model::ChannelLoads> loads;  // counted
  std::vector<LevelLoad> levels;             // of networks with express channels
  Designs designs;
};

Analysis analyze(const Subject& subject, const AnalysisOptions& options);

// Parts of it; `predictions` has what stands before them.
void predict_counted(const Subject& subject, Analysis& analysis);
void predict_wires(const Subject& subject, Predictions& predictions);
void predict_agarwal(const Subject& subject, const AnalysisOptions& options,
                     Predictions& predictions);
void predict_butterfly(const Subject& subject, const AnalysisOptions& options,
                       Predictions& predictions);
void predict_hypercube(const Subject& subject, Predictions& predictions);
void predict_irregular(const Subject& subject, Predictions& predictions);
void predict_closed(const Subject& subject, Predictions& predictions);
void predict_express(const Subject& subject, Analysis& analysis);
// Notes what this hardware adds to a paper's latency without contention.
void explain_differences(const Subject& subject, Analysis& analysis);
Designs make_designs(const Subject& subject, const AnalysisOptions& options);

// The first that is not empty, as "not covered: ..."; empty: none is.
std::string first_reason(const std::vector<std::string>& reasons);
// Sets `key` to what `form` computes, or says why the form refuses it.
template <class Form>
void set_if_inside(Predictions& predictions, const char* key, Form form,
                   const std::string& note = "") {
  try {
    predictions.set(key, form(), note);
  } catch (const std::invalid_argument& error) {
    predictions.refuse(key, std::string("outside the model: ") + error.what());
  }
}

}  // namespace turnpike::sim
