// base.h - latency without contention over the dimension (Agarwal 1991, IV, Figs. 6 to 10, 15, 16),
// computed.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "papers/papers.h"

namespace turnpike::sim::agarwal {

constexpr double k256 = 256;
constexpr double k1K = 1024;
constexpr double k16K = 16384;
constexpr double k1M = 1048576;

// T_b in T_w(2) over n, real; k = N^(1/n) is at least 2.
struct BaseLine {
  std::string label;
  double nodes = 0;
  std::function<double(double n)> latency;

  unsigned last_dimension() const;  // k = 2
  unsigned best_dimension() const;  // of the whole ones from 2 on
  double at_best() const { return latency(best_dimension()); }
};

struct BaseFigure {
  std::string id;      // "figure_7a"
  std::string figure;  // of --figure: "7"
  std::string title;
  std::vector<BaseLine> lines;
};

const std::vector<double>& switch_delays();  // s of Figs. 7a, 8a, 10a
const std::vector<double>& flit_lengths();   // L/W of Figs. 7b, 8b
const std::vector<double>& bit_lengths();    // L of Figs. 10b, 16

// A constraint of section IV.
BaseLine fixed_width(double nodes, double switch_delay, double flits);
BaseLine fixed_bisection(double nodes, double switch_delay, double bits);
BaseLine fixed_node(double nodes, double switch_delay, double bits);

std::vector<BaseFigure> base_figures();

// Where `difference` changes its sign between low and high, which must differ in theirs.
double crossing(const std::function<double(double)>& difference, double low, double high);

// `figure` as of --figure; "node" is IV-C, which has no figure.
std::vector<Judgement> judge_base(const std::string& figure);

void add_base(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::agarwal
