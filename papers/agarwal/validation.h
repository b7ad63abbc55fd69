// validation.h - what Agarwal 1991 validates the model with, measured (III-C, Figs. 2 to 5).

#pragma once

#include <vector>

#include "papers/agarwal/measured_points.h"

namespace turnpike::sim::agarwal {

constexpr double kPacketSizeUtilisation = .4;  // of Fig. 5
constexpr unsigned kFewBuffers = 4;            // at each output, that suffice (III)

struct ValidationStudy {
  std::vector<MeasuredPoint> figure_2;     // k = 10, n = 3
  std::vector<MeasuredPoint> figure_3;     // k = 10, n = 2
  std::vector<MeasuredPoint> figure_4;     // k = 4, n = 2, 3, 4
  std::vector<MeasuredPoint> figure_5;     // B = 2 .. 12 at rho = 0.4
  std::vector<MeasuredPoint> few_buffers;  // k = 10, n = 2, with kFewBuffers

  // Those of figures 2 and 3; none unless both were run.
  std::vector<MeasuredPoint> high_radix() const;
};

// The figures that are wanted; the others stay empty. See measure() for interruption.
ValidationStudy run_validation(const PaperOptions& options, PaperReport& report);

// The networks of a figure at no load, one for each line.
std::vector<NetworkCase> validation_networks(const char* figure, bool quick);

std::vector<Judgement> judge_validation(const ValidationStudy& study);

// Figs. 2 to 5, those that are wanted.
void add_validation(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::agarwal
