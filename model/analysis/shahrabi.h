// shahrabi.h - latency of unicast and broadcast in wormhole hypercubes (Shahrabi & Ould-Khaoua).
//
// The network is a binary n-cube with e-cube routing from the highest dimension down, V virtual
// channels, messages of M flits, and Poisson arrivals of `rate` messages per node and cycle. A
// share beta of the messages is broadcast over spanning binomial trees of one-hop copies.
// Dimensions have the numbers 1 .. n of the paper, and dimension 1 is corrected last. Times are in
// cycles.
//
// Two variants differ in the traffic of the copies of broadcasts:
//   printed   equation (11), and (25), (26) as printed
//   counted   a broadcast is exactly 2^n - 1 one-hop messages, as the channels carry them
// (11) contains the probability that a node replicates twice, so `printed` has about half of the
// copies. An argument outside the domain throws std::invalid_argument, and so does a rate for which
// the model has no solution (saturation).

#pragma once

namespace turnpike::model::shahrabi {

enum class Variant { printed, counted };

struct Load {
  unsigned dimensions = 6;        // n, 2 .. 24
  unsigned virtual_channels = 3;  // V, 1 .. 64
  double flits = 32;              // M, 1 .. 10^9
  double rate = 0;                // lambda_g, 0 or more
  double broadcast_share = 0;     // beta, 0 .. 1
  Variant variant = Variant::printed;
};

// The model's results at one load.
struct Prediction {
  double unicast_latency = 0;  // (33)
  double broadcast_step = 0;   // (2): one of the n steps of a broadcast, without start-up
  double channel_rate = 0;     // (4): messages per channel and cycle
  double channel_time = 0;     // mean of S_i, (12): cycles that a message holds a channel
  double source_wait = 0;      // (28)
  double multiplexing = 1;     // mean of V_i, (31), (32)
};
Prediction predict(const Load& load);

// Mean latencies in cycles: (33), and (1), n (step + Delta), with the start-up time Delta.
double unicast_latency(const Load& load);
double broadcast_latency(const Load& load, double start_up);

// The lowest rate without a solution, with a relative error of 1e-9; ignores `rate` of the load.
double saturation_rate(const Load& load);

// (4): messages per channel and cycle; needs no solution of the model.
double channel_rate(unsigned dimensions, double rate, double broadcast_share, Variant variant);

// (10): mean copies that a node makes of a broadcast, (2^n - 1 - n) / (2^n - 1).
double mean_replications(unsigned dimensions);

}  // namespace turnpike::model::shahrabi
