// rtl_engine.cpp - terminals, hardware and waveform put together.

#include "sim/systemc/rtl_engine.h"

#include <algorithm>
#include <numeric>

namespace turnpike::sim {
namespace {

constexpr model::Cycle kMovementCheckCycles = 1000;

RtlNetworkOptions seeded(RtlNetworkOptions options, std::uint64_t seed) {
  options.seed = seed;
  return options;
}

}  // namespace

RtlEngine::RtlEngine(const model::Network& network, model::Traffic& traffic,
                     const model::RunSpec& run, const TraceWindow& trace,
                     const RtlNetworkOptions& options)
    : terminals_(make_bank_driver(network, traffic, run.seed, run.sink_stall)),
      rtl_("network", network, *terminals_, seeded(options, run.seed)),
      tracer_(rtl_, trace),
      watchdog_(run.watchdog) {
  rtl_.start();
}

RtlEngine::~RtlEngine() = default;

void RtlEngine::advance(model::Cycle cycles) {
  const model::Cycle end = now() + cycles;
  while (now() < end) {
    tracer_.advance(std::min(end - now(), kMovementCheckCycles));
    check_movement();
  }
}

void RtlEngine::check_movement() {
  const std::vector<std::uint64_t> sent = flits_sent();
  const std::uint64_t movements = std::accumulate(sent.begin(), sent.end(), std::uint64_t{0});
  if (movements != movements_) {
    movements_ = movements;
    last_movement_ = now();
  } else if (now() - last_movement_ >= watchdog_ && terminals_->packets_outstanding() != 0) {
    throw model::NetworkError("no flit has moved since cycle " + std::to_string(last_movement_) +
                              ", but packets are under way: deadlock");
  }
}

std::vector<std::uint64_t> RtlEngine::flits_sent() const {
  std::vector<std::uint64_t> sent;
  for (std::size_t c = 0; c < network().components.size(); ++c) {
    const std::vector<std::uint64_t>& ports = rtl_.modules()[c]->flits_sent();
    sent.insert(sent.end(), ports.begin(), ports.end());
  }
  return sent;
}

}  // namespace turnpike::sim
