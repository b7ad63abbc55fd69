// blockage.h - the example of Fig. 5: a short message behind a long one.

#pragma once

#include "papers/buzzard/message_study.h"
#include "papers/papers.h"

namespace turnpike::sim::buzzard {

// Two messages on a quiet cube over the same two channels; the long one is first. Ticks from
// generation to the last byte.
struct Blockage {
  double worm_long = 0;
  double worm_short = 0;
  double worm_alone = 0;  // the short one without the long one
  double packets_long = 0;
  double packets_long_alone = 0;
  double packets_short = 0;
  double packets_alone = 0;
};
constexpr unsigned kLongBytes = 2048;
constexpr unsigned kShortBytes = 128;
constexpr unsigned kShortHops = 2;

Blockage study_blockage();
std::vector<Judgement> judge_blockage(const Blockage& found);
void add_blockage(PaperReport& report);

}  // namespace turnpike::sim::buzzard
