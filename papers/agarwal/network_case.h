// network_case.h - the networks that are measured for Agarwal 1991, and his formulas for them.
//
// All have packet routers with queues at their outputs, as good as endless but where buffers count.
// Destinations are uniform over all nodes, the source included; each node creates a message of B
// flits, which is one packet, with probability m in each cycle.

#pragma once

#include <string>

#include "sim/experiment/config/experiment.h"

namespace turnpike::sim::agarwal {

enum class Shape {
  torus,          // channels one way, the paper's
  two_way_torus,  // channels both ways
  mesh,           // both ways, without end-around channels
  hypercube,      // k = 2: one channel a dimension
  butterfly,      // the indirect network, n stages of k x k switches
};

struct NetworkCase {
  Shape shape = Shape::torus;
  unsigned radix = 10;      // k
  unsigned dimensions = 2;  // n
  unsigned flits = 4;       // B
  double rate = 0;          // m, messages per node and cycle
  double share = 1;         // l, of the nodes within the window of destinations (torus)
  unsigned buffers = 256;   // packets at each output

  double nodes() const;
};

bool is_same_but_for_rate(const NetworkCase& a, const NetworkCase& b);

// Mean hops in a dimension, k_d; with a share the window's, of whole nodes. Not of a butterfly.
double mean_distance(const NetworkCase& network);
// Utilisation of a channel, rho, on average over all of them.
double utilisation(const NetworkCase& network);
// The same network at a rate at which the channels have that utilisation.
NetworkCase at_utilisation(NetworkCase network, double rho);

// Cycles: (10) with (8), with two channels a dimension (III-C), (13) with (14). rho is below 1.
double formula(const NetworkCase& network);
// (10) with the complete expression for V in (5); a torus with channels one way.
double formula_exact(const NetworkCase& network);

// How long it is run: warm-up and measurement, in cycles.
struct Lengths {
  unsigned long warmup = 0;
  unsigned long measurement = 0;
};
Lengths run_lengths(const NetworkCase& network, bool quick);

// The configuration, as a user would write it.
std::string configuration(const NetworkCase& network, const Lengths& lengths);

// Cycles at zero load beyond the paper's n k_d + B: a message passes a router more than it has
// hops. (An indirect network has a switch for each of its n hops.)
double extra_cycles(Shape shape);

std::string name_of(const NetworkCase& network);  // "torus, k = 10, n = 2, B = 4"

}  // namespace turnpike::sim::agarwal
