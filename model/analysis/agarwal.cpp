// agarwal.cpp - closed forms of k-ary n-cubes and indirect networks.

#include "model/analysis/agarwal.h"

#include <cmath>

#include "model/analysis/domain.h"

namespace turnpike::model::agarwal {

namespace {

bool at_least(double value, double low) { return std::isfinite(value) && value >= low; }
bool is_whole(double value) { return std::isfinite(value) && value == std::floor(value); }

void check_size(double nodes, double dimensions) {
  check_domain(at_least(nodes, 2), "N", nodes, "2 nodes or more");
  check_domain(at_least(dimensions, 1), "n", dimensions, "1 dimension or more");
}

void check_flits(const char* name, double flits) {
  check_domain(std::isfinite(flits) && flits > 0, name, flits, "more than 0");
}

void check_delay(double delay) { check_domain(at_least(delay, 0), "s", delay, "0 or more"); }

void check_utilisation(double rho) {
  check_domain(std::isfinite(rho) && rho >= 0 && rho < 1, "rho", rho,
               "0 or more and less than 1 (saturation)");
}

void check_mean_hops(double mean_hops) {
  check_domain(at_least(mean_hops, 1), "kd", mean_hops,
               "1 or more: below, the model has a negative share of messages that go straight on");
}

void check_share(double share, double nodes) {
  check_domain(share * nodes >= 1 && share <= 1, "l", share,
               "at most 1, and a window of one node at least");
}

double radix(double nodes, double dimensions) { return std::pow(nodes, 1 / dimensions); }

// In T_w(2): a switch and the longest wire of a plane layout.
double clock_of(double nodes, double dimensions, double switch_delay) {
  return switch_delay + std::pow(nodes, 0.5 - 1 / dimensions);
}

double base(double nodes, double dimensions, double switch_delay, double flits) {
  const double hops = dimensions * (radix(nodes, dimensions) - 1) / 2;
  return clock_of(nodes, dimensions, switch_delay) * (hops + flits);
}

// Shares of the utilisation of a channel: messages that go straight on, that turn, that enter.
struct Parts {
  double straight = 0;
  double turning = 0;
  double entering = 0;
};

Parts parts(double rho, double mean_hops, double dimensions) {
  Parts p;
  p.entering = rho / (dimensions * mean_hops);
  p.turning = (rho - p.entering) / mean_hops;
  p.straight = (rho - p.entering) * (mean_hops - 1) / mean_hops;
  return p;
}

// Utilisation of a channel at m messages per node and cycle, which must stay below 1.
double utilisation(double rate, double flits, double hops_a_channel) {
  check_domain(at_least(rate, 0), "m", rate, "0 or more");
  check_flits("B", flits);
  const double rho = rate * flits * hops_a_channel;
  check_domain(rho < 1, "m", rate, "less than the saturation rate: rho would be 1 or more");
  return rho;
}

double latency_at(double dimensions, double mean_hops, double rho, double flits, double cycles) {
  check_domain(at_least(dimensions, 1), "n", dimensions, "1 dimension or more");
  const double wait = contention(rho, mean_hops, dimensions, flits);
  return (cycles + wait) * dimensions * mean_hops + flits;
}

}  // namespace

double mean_distance(double k, Channels channels) {
  check_domain(at_least(k, 1), "k", k, "1 node or more");
  if (channels == Channels::unidirectional) return (k - 1) / 2;
  if (channels == Channels::mesh) return (k - 1 / k) / 3;
  check_domain(is_whole(k), "k", k, "a whole number with topology bidirectional");
  return std::fmod(k, 2) == 0 ? k / 4 : (k - 1 / k) / 4;
}

double wire_length(double nodes, double dimensions, double layout_dimensions) {
  check_size(nodes, dimensions);
  check_domain(at_least(layout_dimensions, 1), "z", layout_dimensions, "1 dimension or more");
  return std::pow(nodes, 1 / layout_dimensions - 1 / dimensions);
}

double base_latency(double nodes, double dimensions, double switch_delay, double flits) {
  check_size(nodes, dimensions);
  check_delay(switch_delay);
  check_flits("flits", flits);
  return base(nodes, dimensions, switch_delay, flits);
}

double base_latency_fixed_bisection(double nodes, double dimensions, double switch_delay,
                                    double bits) {
  check_size(nodes, dimensions);
  check_delay(switch_delay);
  check_flits("L", bits);
  return base(nodes, dimensions, switch_delay, 2 * bits / radix(nodes, dimensions));
}

double base_latency_fixed_node(double nodes, double dimensions, double switch_delay, double bits) {
  check_size(nodes, dimensions);
  check_delay(switch_delay);
  check_flits("L", bits);
  return base(nodes, dimensions, switch_delay, bits * dimensions / 64);
}

double arrival_variance(double rho, double mean_hops, double dimensions) {
  check_utilisation(rho);
  check_mean_hops(mean_hops);
  check_domain(at_least(dimensions, 1), "n", dimensions, "1 dimension or more");
  const Parts p = parts(rho, mean_hops, dimensions);
  return rho - rho * rho +
         2 * (p.straight * p.turning + p.turning * p.entering + p.entering * p.straight);
}

double contention(double rho, double mean_hops, double dimensions, double flits) {
  check_utilisation(rho);
  check_mean_hops(mean_hops);
  check_domain(at_least(dimensions, 1), "n", dimensions, "1 dimension or more");
  check_flits("B", flits);
  return rho * flits / (1 - rho) * (mean_hops - 1) / (mean_hops * mean_hops) * (1 + 1 / dimensions);
}

double contention_exact(double rho, double mean_hops, double dimensions, double flits) {
  check_utilisation(rho);
  check_mean_hops(mean_hops);
  check_domain(at_least(dimensions, 1), "n", dimensions, "1 dimension or more");
  check_flits("B", flits);
  const double a = 1 / (dimensions * mean_hops);  // share of a channel's messages that enter there
  const double mixing = (1 - a) * (mean_hops - 1) / (mean_hops * mean_hops) + a;
  return rho * flits / (1 - rho) * (1 - a) * mixing;
}

double latency(double dimensions, double mean_hops, double rate, double flits) {
  return latency_pipelined(dimensions, mean_hops, rate, flits, 1);
}

double latency_bidirectional(double dimensions, double mean_hops, double rate, double flits) {
  check_mean_hops(mean_hops);
  return latency_at(dimensions, mean_hops, utilisation(rate, flits, mean_hops / 2), flits, 1);
}

double latency_pipelined(double dimensions, double mean_hops, double rate, double flits,
                         double cycles_per_hop) {
  check_mean_hops(mean_hops);
  check_domain(at_least(cycles_per_hop, 1), "p", cycles_per_hop, "1 cycle or more");
  return latency_at(dimensions, mean_hops, utilisation(rate, flits, mean_hops), flits,
                    cycles_per_hop);
}

double locality_distance(double nodes, double dimensions, double share) {
  check_size(nodes, dimensions);
  check_share(share, nodes);
  return (std::pow(share, 1 / dimensions) * radix(nodes, dimensions) - 1) / 2;
}

double locality_window_distance(double nodes, double dimensions, double share) {
  check_size(nodes, dimensions);
  check_share(share, nodes);
  // A whole number that was computed a little too small stays what it is.
  const double width = std::pow(share, 1 / dimensions) * radix(nodes, dimensions);
  return (std::floor(width * (1 + 1e-12)) - 1) / 2;
}

double latency_locality(double nodes, double dimensions, double rate, double flits, double share) {
  return latency(dimensions, locality_distance(nodes, dimensions, share), rate, flits);
}

double latency_locality_window(double nodes, double dimensions, double rate, double flits,
                               double share) {
  return latency(dimensions, locality_window_distance(nodes, dimensions, share), rate, flits);
}

double latency_constrained(Constraint constraint, double dimensions, double rate, double share) {
  constexpr double kNodes = 1024;
  constexpr double kBits = 128;
  constexpr double kSwitchDelay = 4;
  check_size(kNodes, dimensions);
  double width = 32;
  if (constraint == Constraint::bisection) width = radix(kNodes, dimensions);
  if (constraint == Constraint::node) width = 64 / dimensions;
  const double cycle = constraint == Constraint::none ? kSwitchDelay + 1
                                                      : clock_of(kNodes, dimensions, kSwitchDelay);
  const double hops = locality_distance(kNodes, dimensions, share);
  return cycle * latency(dimensions, hops, rate, kBits / width);
}

double saturation_rate(double flits, double mean_hops, unsigned directions) {
  check_flits("B", flits);
  check_domain(std::isfinite(mean_hops) && mean_hops > 0, "kd", mean_hops, "more than 0");
  check_domain(directions == 1 || directions == 2, "directions", directions, "1 or 2");
  return directions / (flits * mean_hops);
}

double indirect_contention(double rho, double flits, double switch_size) {
  check_utilisation(rho);
  check_flits("B", flits);
  check_domain(at_least(switch_size, 2), "k", switch_size, "2 ports or more");
  return rho * flits / (2 * (1 - rho)) * (1 - 1 / switch_size);
}

double indirect_latency(double stages, double switch_size, double rate, double flits) {
  check_domain(at_least(stages, 1), "n", stages, "1 stage or more");
  const double rho = utilisation(rate, flits, 1);
  return stages * (1 + indirect_contention(rho, flits, switch_size)) + flits;
}

double indirect_latency_clocked(double stages, double switch_size, double rate, double flits,
                                double switch_delay) {
  check_delay(switch_delay);
  const double cycles = indirect_latency(stages, switch_size, rate, flits);
  return clock_of(std::pow(switch_size, stages), stages, switch_delay) * cycles;
}

}  // namespace turnpike::model::agarwal
