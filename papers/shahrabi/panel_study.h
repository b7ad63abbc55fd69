// panel_study.h - one network of Figs. 3 and 4 at all loads: measured, and by the model.

#pragma once

#include <optional>
#include <vector>

#include "papers/network_runs.h"
#include "papers/shahrabi/message_parts.h"
#include "papers/shahrabi/panels.h"

namespace turnpike::sim::shahrabi {

// At one load. Latencies are measured as the paper counts cycles: less what a message takes here
// beyond that at zero load (panels.h). Cycles; rates in messages per cycle.
struct PanelPoint {
  double share = 0;  // of the load at which the model as printed ends
  double rate = 0;   // lambda_g
  Measured unicast;
  Measured broadcast;                                  // until the last node has it
  Measured path;                                       // until the node n steps away has it
  Measured channel_rate;                               // lambda_c over lambda_g
  Measured queue_rate;                                 // lambda_s over lambda_g
  Measured wait;                                       // W_s V-bar
  Measured copy;                                       // S_b V-bar
  Measured way;                                        // S_u V-bar
  Measured multiplexing;                               // V-bar
  std::optional<model::shahrabi::Prediction> printed;  // none: the model has no solution
  std::optional<model::shahrabi::Prediction> counted;
  bool saturated = false;  // in one run or more
};

// Shares between which the network itself saturates.
struct Saturation {
  double below = 0;  // highest at which it did not
  double above = 0;  // lowest at which it did; 0: none

  bool known() const { return above != 0; }
  // In messages per node and cycle, as an interval.
  Measured rate(const Panel& panel) const;
};

// With one message at once on each injection channel, or as many as virtual channels.
struct ModeStudy {
  std::vector<PanelPoint> points;  // where the model has a solution, light to heavy
  std::vector<PanelPoint> beyond;  // heavier, one seed, until the network saturates
  Saturation saturation;
};

struct PanelStudy {
  Panel panel;
  ModeStudy one;
  ModeStudy all;

  std::vector<const ModeStudy*> modes() const { return {&one, &all}; }
};

// None: interrupted.
std::optional<PanelStudy> study_panel(const Panel& panel, const PaperOptions& options);

// What runs say of one point; a function of its own so that it can be tested. `parts` of each
// run, or none.
PanelPoint point_of(const Panel& panel, double share, const NetworkPoint& runs,
                    const std::vector<MessageParts>& parts);
Saturation saturation_of(const std::vector<PanelPoint>& points);

double broadcast_latency(const Panel& panel, const model::shahrabi::Prediction& prediction);

// (4) and (25), over lambda_g.
double channel_ratio(const Panel& panel, model::shahrabi::Variant variant);
double queue_ratio(const Panel& panel, model::shahrabi::Variant variant);

}  // namespace turnpike::sim::shahrabi
