// agarwal_designs.h - networks of the same nodes with different numbers of dimensions, under the
// three constraints of (Agarwal 1991, IV), and the number with the lowest latency at zero load.
//
// The networks are unidirectional tori of N nodes with n dimensions of k = N^(1/n) (a real number),
// laid out in z dimensions. Times are in T_w(2), the delay of the wire between neighbours of a
// layout whose wires all have that length.

#pragma once

#include <vector>

#include "model/analysis/agarwal.h"

namespace turnpike::model::agarwal {

// The constants of a comparison of numbers of dimensions.
struct Budget {
  double nodes = 0;              // N
  double bits = 0;               // L, of a message
  double switch_delay = 0;       // s
  double layout_dimensions = 2;  // z
  double width = 0;              // IV-A: W, bits of a channel
  double bisection = 0;          // IV-B: wires, 2 W N / k
  double pins = 0;               // IV-C: of a node, 2 n W
};

struct Design {
  double dimensions = 0;  // n
  double radix = 0;       // k
  double width = 0;       // W, bits
  double flits = 0;       // B = L / W
  double wire = 0;        // longest, in T_w(2)
  double clock = 0;       // s + wire
  double latency = 0;     // T_b = clock (n k_d + B)
};

// The network with this many dimensions under the constraint `width`, `bisection` or `node`.
Design design(Constraint constraint, const Budget& budget, double dimensions);

// The designs from z dimensions up to k = 2; empty if there are too few nodes.
std::vector<Design> designs(Constraint constraint, const Budget& budget);
// The design with the lowest latency, or the first of several. `designs` is not empty.
const Design& best(const std::vector<Design>& designs);

}  // namespace turnpike::model::agarwal
