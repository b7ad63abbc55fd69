// agarwal.h - closed forms of k-ary n-cubes and indirect networks (Agarwal 1991), corrected.
//
// Equation numbers are those of the paper; where its print is wrong, the comment quotes it. A cycle
// is one hop at zero wire delay, and one flit time. Where a function says so, times are in T_w(2),
// the delay of the wire between neighbours of a two-dimensional layout. k = N^(1/n) is a real
// number throughout, and message lengths B = L / W in flits are not rounded. m is in messages per
// node and cycle; rho is the utilisation of a channel. Destinations are uniform over all nodes,
// including the source. An argument outside the domain throws std::invalid_argument with its name
// and the allowed values.

#pragma once

namespace turnpike::model::agarwal {

// (1) and III-C: mean hops in one dimension, k_d. Unidirectional torus (k-1)/2; bidirectional k/4,
// for odd k (k-1/k)/4; mesh (k-1/k)/3 (III-C prints (k-1)/3). k 1 or more; bidirectional: whole.
enum class Channels { unidirectional, bidirectional, mesh };
double mean_distance(double k, Channels channels);

// III-A: longest wire of an n-cube of N nodes laid out in z dimensions, N^(1/z-1/n) (the paper
// prints the exponent z/2-1), in T_w(2).
double wire_length(double nodes, double dimensions, double layout_dimensions);

// Latency without contention in T_w(2): (s + N^(1/2-1/n)) (n (k-1)/2 + flits), `flits` = L/W and
// s the delay of a switch. (2); IV-B with the bisection of the binary n-cube, W = k/2 (it prints
// N^(1/n)-1/n for N^(1/2-1/n)); IV-C with 128 pins a node, W = 64/n.
double base_latency(double nodes, double dimensions, double switch_delay, double flits);
double base_latency_fixed_bisection(double nodes, double dimensions, double switch_delay,
                                    double bits);
double base_latency_fixed_node(double nodes, double dimensions, double switch_delay, double bits);

// (5), exact: variance of the arrivals at an output channel. rho in [0, 1), k_d 1 or more (below,
// the share of messages that go on in their dimension would be negative).
double arrival_variance(double rho, double mean_hops, double dimensions);

// Mean wait for a channel in cycles, per hop: (8), and the same with the exact variance.
double contention(double rho, double mean_hops, double dimensions, double flits);
double contention_exact(double rho, double mean_hops, double dimensions, double flits);

// (10): T_c = (p + w) n k_d + B in cycles, p = 1 but in the pipelined switch of III-C. Channel
// utilisation rho = m B k_d, with two channels per dimension m B k_d / 2; below 1.
double latency(double dimensions, double mean_hops, double rate, double flits);
double latency_bidirectional(double dimensions, double mean_hops, double rate, double flits);
double latency_pipelined(double dimensions, double mean_hops, double rate, double flits,
                         double cycles_per_hop);

// VI: destinations within a window of a share l of all nodes: k_dl = (l^(1/n) k - 1)/2, and (10)
// with it; `window`: with a window of whole nodes, floor(l^(1/n) k), which is what the paper's
// numbers in VI belong to.
double locality_distance(double nodes, double dimensions, double share);
double locality_window_distance(double nodes, double dimensions, double share);
double latency_locality(double nodes, double dimensions, double rate, double flits, double share);
double latency_locality_window(double nodes, double dimensions, double rate, double flits,
                               double share);

// (12), N = 1024, L = 128, s = 4, in T_w(2), under the constraints of Figs. 11a to 11d: none, that
// is wires of delay 1 however long, clock s + 1, and W = 32; with the wires' delay and W = 32;
// W = k; W = 64/n.
enum class Constraint { none, width, bisection, node };
double latency_constrained(Constraint constraint, double dimensions, double rate, double share);

// Rate at which the channels are full: directions / (B k_d).
double saturation_rate(double flits, double mean_hops, unsigned directions);

// Indirect networks of n stages of k x k switches. (14): w = rho B (1 - 1/k) / (2 (1 - rho)),
// rho = m B; (13) in cycles, n (1 + w) + B, and with the clock s + N^(1/2-1/n), N = k^n, which the
// print has lost, in T_w(2).
double indirect_contention(double rho, double flits, double switch_size);
double indirect_latency(double stages, double switch_size, double rate, double flits);
double indirect_latency_clocked(double stages, double switch_size, double rate, double flits,
                                double switch_delay);

}  // namespace turnpike::model::agarwal
