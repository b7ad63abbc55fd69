// loaded.h - latency with contention of 1K-node networks (Agarwal 1991, V, Figs. 11, 13, 14),
// computed.
//
// L = 128 bits, s = 4; times in T_w(2). Beyond saturation latency is infinite here.

#pragma once

#include <string>
#include <vector>

#include "model/analysis/agarwal.h"
#include "papers/papers.h"

namespace turnpike::sim::agarwal {

constexpr unsigned kFirstDimension = 2;  // of Figs. 11, 13, 14
constexpr unsigned kLastDimension = 5;
constexpr double kNearShare = .3;  // l of Fig. 13

double direct_latency(model::agarwal::Constraint constraint, unsigned dimensions, double rate,
                      double share);
// 4 x 4 switches, five stages, 16 bits a channel.
double indirect_latency(double rate);

// Messages per node and cycle at which channels are full.
double direct_saturation(model::agarwal::Constraint constraint, unsigned dimensions, double share);
double indirect_saturation();

// The dimension, 2 to 5, with the least latency.
unsigned best_direct(model::agarwal::Constraint constraint, double rate, double share);

// From which rate on which dimension is best, the first from 0.
struct BestFrom {
  double rate = 0;
  unsigned dimensions = 0;
};
std::vector<BestFrom> best_by_rate(model::agarwal::Constraint constraint, double share,
                                   double last_rate);

// The rate from which on the indirect network is below every direct one of 128 pins a node.
double indirect_lowest_from();
// Share l at which two dimensions, 128 pins a node, are as fast as the indirect network.
double equal_share(double rate);

// `figure`: "11", "13" or "14".
std::vector<Judgement> judge_loaded(const std::string& figure);

void add_loaded(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::agarwal
