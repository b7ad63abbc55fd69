// plane.h - express channels in two dimensions, 16 x 16, against wider plain channels.

#pragma once

#include <string>
#include <vector>

#include "papers/papers.h"

namespace turnpike::sim::dally {

enum class Plane { plain, express, joint, wide };  // wide: plain, as many wires as express
constexpr unsigned kPlanes = 4;
struct PlaneRow {
  const char* label;
  unsigned width;     // W, bits
  unsigned channels;  // across a cut of a row, one way
};
const PlaneRow& plane_row(Plane plane);

constexpr unsigned kMessageBits = 512;

struct PlanePoint {
  double offered = 0;  // bits per node and cycle
  Measured accepted;   // the same unit
  Measured latency;    // cycles; unknown: saturated
  Measured hops;
};

struct PlaneStudy {
  std::vector<PlanePoint> points[kPlanes];  // lightest load first

  // False: interrupted.
  bool run(const PaperOptions& options);
  const std::vector<PlanePoint>& of(Plane plane) const {
    return points[static_cast<unsigned>(plane)];
  }
  Measured saturation(Plane plane) const;  // the most that was accepted, bits per node and cycle
};

std::string plane_text(Plane plane);

std::vector<Judgement> judge_plane(const PlaneStudy& study);

// Runs the part and adds what it found. False: interrupted.
bool add_plane(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::dally
