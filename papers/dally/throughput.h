// throughput.h - arrays with several express channels, overloaded (Dally 1991, III-B, Fig. 2).

#pragma once

#include <string>
#include <vector>

#include "papers/papers.h"

namespace turnpike::sim::dally {

constexpr unsigned kArrayNodes = 64;
// Uniform traffic, the source among the destinations: a quarter of what all nodes send crosses the
// centre each way.
constexpr double kPlainBound = 4. / kArrayNodes;

// k much greater than i (III-B), where loads are counted.
constexpr unsigned kLargeNodes = 256;
constexpr unsigned kLargeSpacing = 4;

enum class Insertion { none, multichannel, interleaved };  // none: the plain array
const char* insertion_text(Insertion insertion);

struct ThroughputPoint {
  Insertion insertion = Insertion::none;
  unsigned spacing = 0;
  unsigned express = 0;  // m
  Measured accepted;     // flits per node and cycle, overloaded
  Measured times_plain;
  Measured bound;         // accepted traffic at which the busiest channel is full, by loads
  Measured local_share;   // of what crosses the centre at low load
  unsigned channels = 0;  // across the centre, one way
};

struct ThroughputStudy {
  std::vector<ThroughputPoint> points;  // the plain array first

  // False: interrupted.
  bool run(const PaperOptions& options);
};

std::string throughput_text(Insertion insertion, unsigned spacing, unsigned express);

std::vector<Judgement> judge_throughput(const ThroughputStudy& study);

// Runs the part and adds what it found. False: interrupted.
bool add_throughput(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::dally
