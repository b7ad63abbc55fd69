// shahrabi.cpp - latency of unicast and broadcast in wormhole hypercubes.

#include "model/analysis/shahrabi.h"

#include <cmath>
#include <optional>
#include <vector>

#include "model/analysis/domain.h"

namespace turnpike::model::shahrabi {

namespace {

constexpr unsigned kMostDimensions = 24;

void check_traffic(unsigned dimensions, double rate, double broadcast_share) {
  check_domain(dimensions >= 2 && dimensions <= kMostDimensions, "n", dimensions, "2 .. 24");
  check_domain(std::isfinite(rate) && rate >= 0, "rate", rate, "0 or more");
  check_domain(std::isfinite(broadcast_share) && broadcast_share >= 0 && broadcast_share <= 1,
               "beta", broadcast_share, "0 .. 1");
}

void check_load(const Load& load) {
  check_traffic(load.dimensions, load.rate, load.broadcast_share);
  check_domain(load.virtual_channels >= 1 && load.virtual_channels <= 64, "V",
               load.virtual_channels, "1 .. 64");
  check_domain(load.flits >= 1 && load.flits <= 1e9, "M", load.flits, "1 .. 1000000000");
}

// Messages per channel and cycle of each kind, and what a source injects per channel.
struct Rates {
  double unicast = 0;           // (7)
  double broadcast = 0;         // (8)
  double copies = 0;            // (11)
  double at_source = 0;         // (25)
  double broadcast_weight = 0;  // w of (26)

  double channel() const { return unicast + broadcast + copies; }  // (4)
};

Rates rates_of(unsigned dimensions, double rate, double beta, Variant variant) {
  const double n = dimensions;
  const double nodes = std::ldexp(1.0, static_cast<int>(dimensions));
  const double mean_hops = n / 2 * nodes / (nodes - 1);  // (6)
  Rates r;
  r.unicast = (1 - beta) * rate * mean_hops / n;
  r.broadcast = beta * rate;
  const double events = (nodes / 2 - 1) * beta * rate;  // (3)
  r.copies = variant == Variant::printed ? mean_replications(dimensions) / n * events
                                         : (nodes - 1 - n) / n * beta * rate;
  const double unicast_source = (1 - beta) * rate;
  r.at_source = unicast_source / n + r.broadcast + r.copies;
  if (rate > 0) {
    const double of_broadcasts =
        variant == Variant::printed ? r.broadcast + events : beta * rate * (nodes - 1);
    r.broadcast_weight = of_broadcasts / (unicast_source + of_broadcasts);
  }
  return r;
}

// One dimension: cycles S that a message holds its channel, and the blocking B in it.
struct Channel {
  double time = 0;
  double blocking = 0;
};

// B of (14) to (19) and its derivative at service time `time`.
struct Blocking {
  double value = 0;
  double slope = 0;
};

Blocking blocking_at(double time, double least, double rate, unsigned vcs) {
  const double rho = rate * time;
  const double busy = std::pow(rho, vcs);  // all V busy, (29), (30)
  const double spread = time - least;
  const double above = rate * (time * time + spread * spread);
  const double below = 2 * (1 - rho);
  const double wait = above / below;
  const double wait_slope = (rate * 2 * (time + spread) + wait * 2 * rate) / below;
  return {busy * wait, (rho > 0 ? busy * vcs / time * wait : 0) + busy * wait_slope};
}

// The smallest root of S = base + B(S): B is convex and grows, so Newton's steps from `base` rise
// towards it; none if the slope of B reaches 1 before.
std::optional<Channel> solve_channel(double base, double least, double rate, unsigned vcs) {
  double time = base;
  for (int step = 0; step < 200; ++step) {
    if (rate * time >= 1) return std::nullopt;
    const Blocking b = blocking_at(time, least, rate, vcs);
    if (b.slope >= 1) return std::nullopt;
    const double next = time + (base + b.value - time) / (1 - b.slope);
    if (!(next > time * (1 + 1e-15))) return Channel{time, b.value};
    time = next;
  }
  return std::nullopt;
}

double multiplexing_of(double rho, unsigned vcs) {  // (31)
  if (rho == 0) return 1;
  double first = 0;
  double second = 0;
  double power = 1;
  for (unsigned v = 1; v <= vcs; ++v) {
    power *= rho;
    const double share = v < vcs ? (1 - rho) * power : power;
    first += v * share;
    second += static_cast<double>(v) * v * share;
  }
  return second / first;
}

std::optional<Prediction> solve(const Load& load) {
  const double n = load.dimensions;
  const double nodes = std::ldexp(1.0, static_cast<int>(load.dimensions));
  const Rates rates = rates_of(load.dimensions, load.rate, load.broadcast_share, load.variant);
  const double rate = rates.channel();
  const double unicast_weight = rate > 0 ? rates.unicast / rate : 1;

  Prediction result;
  result.channel_rate = rate;
  double least = load.flits;  // Smin
  double passed = 0;          // sum of 1 + B over the dimensions before
  double blocking = 0;
  double times = 0;
  double multiplexing = 0;
  for (unsigned i = 1; i <= load.dimensions; ++i) {
    const double base = load.flits + unicast_weight * (1 + passed / 2);
    const auto channel = solve_channel(base, least, rate, load.virtual_channels);
    if (!channel) return std::nullopt;
    passed += 1 + channel->blocking;
    blocking += channel->blocking;
    times += channel->time;
    multiplexing += multiplexing_of(rate * channel->time, load.virtual_channels);
    least = channel->time;
  }
  result.channel_time = times / n;
  result.multiplexing = multiplexing / n;
  const double unicast = load.flits + nodes / 2 / (nodes - 1) * passed;  // (27)
  const double broadcast = load.flits + blocking / n;                    // (23), (24)
  const double w = rates.broadcast_weight;
  const double service = w * broadcast + (1 - w) * unicast;  // (26)
  const double rho = rates.at_source * service;
  if (rho >= 1) return std::nullopt;
  const double spread = service - load.flits;
  result.source_wait =
      rates.at_source * (service * service + spread * spread) / (2 * (1 - rho));  // (28)
  result.unicast_latency = (unicast + result.source_wait) * result.multiplexing;
  result.broadcast_step = (broadcast + result.source_wait) * result.multiplexing;
  return result;
}

}  // namespace

Prediction predict(const Load& load) {
  check_load(load);
  const auto prediction = solve(load);
  check_domain(prediction.has_value(), "rate", load.rate,
               "less than the saturation rate: the model has no solution here");
  return *prediction;
}

double unicast_latency(const Load& load) { return predict(load).unicast_latency; }

double broadcast_latency(const Load& load, double start_up) {
  check_domain(std::isfinite(start_up) && start_up >= 0, "delta", start_up, "0 or more");
  return load.dimensions * (predict(load).broadcast_step + start_up);
}

double saturation_rate(const Load& load) {
  check_load(load);
  Load trial = load;
  double low = 0;
  double high = 1 / load.flits;
  for (trial.rate = high; solve(trial); trial.rate = high) {
    low = high;
    high *= 2;
  }
  while (high - low > 1e-10 * high) {
    trial.rate = (low + high) / 2;
    (solve(trial) ? low : high) = trial.rate;
  }
  return low;
}

double channel_rate(unsigned dimensions, double rate, double broadcast_share, Variant variant) {
  check_traffic(dimensions, rate, broadcast_share);
  return rates_of(dimensions, rate, broadcast_share, variant).channel();
}

double mean_replications(unsigned dimensions) {
  check_domain(dimensions >= 1 && dimensions <= kMostDimensions, "n", dimensions, "1 .. 24");
  const double others = std::ldexp(1.0, static_cast<int>(dimensions)) - 1;
  return (others - dimensions) / others;
}

}  // namespace turnpike::model::shahrabi
