// panel_study.h - one network of Figs. 3 and 4 at all loads: measured, and by the model.

#pragma once

#include <optional>
#include <vector>

#include "papers/network_runs.h"
#include "papers/shahrabi/panels.h"

namespace turnpike::sim::shahrabi {

// At one load. Latencies are measured as the paper counts cycles: less what a message takes here
// beyond that at zero load (panels.h). Cycles; rates in messages per cycle.
struct PanelPoint {
  double share = 0;  // of the counted variant's saturation
  double rate = 0;   // lambda_g
  Measured unicast;
  Measured broadcast;     // until the last node has it
  Measured path;          // until the node n steps away has it
  Measured channel_rate;  // lambda_c over lambda_g
  model::shahrabi::Prediction printed;
  model::shahrabi::Prediction counted;

  double broadcast_of(const model::shahrabi::Prediction& prediction, unsigned dimensions) const {
    return dimensions * (prediction.broadcast_step + kStartup);
  }
};

// Loads between which the network itself saturates; both 0: not sought.
struct Saturation {
  double below = 0;  // highest share at which it did not
  double above = 0;  // lowest at which it did; 0: none
};

struct PanelStudy {
  Panel panel;
  std::vector<PanelPoint> points;  // light to heavy
  Saturation saturation;
};

// None: interrupted.
std::optional<PanelStudy> study_panel(const Panel& panel, const PaperOptions& options);

// What a run says of one point; a function of its own so that it can be tested.
PanelPoint point_of(const Panel& panel, double share, const NetworkPoint& runs);
Saturation saturation_of(const std::vector<double>& shares, const std::vector<NetworkPoint>& runs);

// The measured lambda_c over lambda_g, over all loads.
double channel_ratio(const PanelStudy& study);
// (4), over lambda_g.
double channel_ratio(const Panel& panel, model::shahrabi::Variant variant);

}  // namespace turnpike::sim::shahrabi
