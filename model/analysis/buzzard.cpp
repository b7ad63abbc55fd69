// buzzard.cpp - wormhole against packet transport, in closed form.

#include "model/analysis/buzzard.h"

#include <cmath>
#include <sstream>
#include <stdexcept>

namespace turnpike::model::buzzard {

namespace {

template <typename Value>
void check(bool fits, const char* name, Value value, const char* allowed) {
  if (fits) return;
  std::ostringstream text;
  text << name << ": found " << value << ", allowed: " << allowed;
  throw std::invalid_argument(text.str());
}

void check_dimension(unsigned n) { check(n >= 1 && n <= 62, "n", n, "1 .. 62"); }

void check_above_zero(const char* name, double value) {
  check(std::isfinite(value) && value > 0, name, value, "a number greater than 0");
}

void check_not_negative(const char* name, double value) {
  check(std::isfinite(value) && value >= 0, name, value, "a number from 0 on");
}

double nodes(unsigned n) {
  check_dimension(n);
  return std::ldexp(1.0, static_cast<int>(n));
}

void check_times(double long_length, double short_length, double hops) {
  check_not_negative("long_length", long_length);
  check_not_negative("short_length", short_length);
  check_not_negative("hops", hops);
}

}  // namespace

double collision_fixed(unsigned n) { return (nodes(n) + 1) / (3 * (nodes(n) - 1)); }

double collision_adaptive(unsigned n) { return 1 / (nodes(n) - 1); }

double collision_adaptive_printed(unsigned n) { return nodes(n) / (nodes(n) - 1) / (nodes(n) - 1); }

double collision_ratio(unsigned n) { return (nodes(n) + 1) / 3; }

std::uint64_t packets(std::uint64_t bytes) {
  if (bytes <= kFirstDataBytes) return 1;
  const std::uint64_t rest = bytes - kFirstDataBytes;
  return 1 + rest / kDataBytes + (rest % kDataBytes != 0 ? 1 : 0);
}

// P(packets > 1 + j) = P(bytes > 10 + 16 j): a geometric series.
double mean_packets(double mean_bytes) {
  check_above_zero("mean_bytes", mean_bytes);
  return 1 - std::exp(-double{kFirstDataBytes} / mean_bytes) /
                 std::expm1(-double{kDataBytes} / mean_bytes);
}

std::array<double, 9> intergeneration_times(double mean_bytes) {
  check_above_zero("mean_bytes", mean_bytes);
  std::array<double, 9> times = {1024, 1280, 1536, 2048, 2560, 3072, 5120, 7168, 9216};
  for (double& time : times) time *= mean_bytes / 512;
  return times;
}

double links_per_node(unsigned n, Links links) {
  check_dimension(n);
  return links == Links::directions ? n : n / 2.0;
}

double ideal_utilisation(unsigned n, double mean_bytes, double intergeneration, Links links) {
  check_above_zero("mean_bytes", mean_bytes);
  check_above_zero("intergeneration", intergeneration);
  const double mean_hops = n / 2.0 * nodes(n) / (nodes(n) - 1);
  return kTicksPerByte * mean_bytes * mean_hops / (intergeneration * links_per_node(n, links));
}

TransmissionTimes wormhole_times(double long_length, double short_length, double hops) {
  check_times(long_length, short_length, hops);
  const double long_time = long_length + hops;
  return {long_time, short_length + hops + long_time};
}

TransmissionTimes wormhole_times_printed(double long_length, double short_length, double hops) {
  check_times(long_length, short_length, hops);
  const double long_time = long_length + hops;
  return {long_time, short_length + hops * long_time};
}

TransmissionTimes packet_times(double long_length, double short_length, double hops,
                               double long_alpha, double short_alpha) {
  check_times(long_length, short_length, hops);
  for (const double alpha : {long_alpha, short_alpha}) {
    check(std::isfinite(alpha) && alpha >= 1, "alpha", alpha, "a number from 1 on");
  }
  return {long_length + hops * long_alpha, short_length + hops * short_alpha};
}

}  // namespace turnpike::model::buzzard
