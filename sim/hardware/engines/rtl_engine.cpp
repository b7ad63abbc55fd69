// rtl_engine.cpp - terminals, hardware and waveform put together.

#include "sim/hardware/engines/rtl_engine.h"

#include <algorithm>
#include <numeric>

#include "model/network/model_engine.h"
#include "model/network/standstill.h"

namespace turnpike::sim {

namespace {

RtlNetworkOptions options_of(const model::RunSpec& run, const TraceWindow& trace,
                             RtlNetworkOptions options) {
  if (!trace.file.empty()) options.slice_from = RtlNetworkOptions::kNeverSlice;
  return options.with_seed(run.seed);
}

}  // namespace

RtlEngine::RtlEngine(const model::Network& network, model::Traffic& traffic,
                     const model::RunSpec& run, const TraceWindow& trace,
                     const RtlNetworkOptions& options)
    : traffic_(traffic),
      run_(run),
      terminals_(network, traffic, run),
      rtl_("network", network, terminals_, options_of(run, trace, options)),
      tracer_(rtl_, trace),
      watchdog_(run.watchdog) {
  if (!options.in_systemc) start();
}

void RtlEngine::start() {
  rtl_.start();
  is_started_ = true;
}

RtlEngine::~RtlEngine() = default;

void RtlEngine::advance(model::Cycle cycles) {
  if (!is_started_) start();
  const model::Cycle end = now() + cycles;
  while (now() < end) {
    tracer_.advance(std::min(end - now(), watchdog_.look_ahead()));
    if (!watchdog_.is_due(now())) continue;
    const std::vector<std::uint64_t> sent = flits_sent();
    const std::uint64_t moved =
        std::accumulate(sent.begin(), sent.end(), terminals_.terminals().flits_consumed());
    const auto may_be_stuck = [&] {
      return packets_outstanding() != 0 && !terminals_.terminals().has_holds();
    };
    if (watchdog_.is_stuck(now(), moved, may_be_stuck)) {
      report_standstill();
    }
  }
}

// The hardware's wires show nothing but that nothing moves.
void RtlEngine::report_standstill() const {
  const std::string when = "cycle " + std::to_string(now()) + ": nothing moves in the hardware";
  if (traffic_.is_offered()) throw model::NetworkError(when);  // nobody can offer it once more
  model::Traffic traffic(traffic_.spec(), network(), traffic_.seed());
  const auto model = model::make_model_engine(network(), traffic, run_);
  try {
    model->advance(now() + watchdog_.look_ahead());  // the two may look at different times
  } catch (const model::StandstillError& error) {
    throw model::StandstillError(when + "; the model says of the same run:\n" + error.what(),
                                 error.standstill);
  }
  throw model::NetworkError(when +
                            ", but in the model it does: --engine lockstep shows where they part");
}

void RtlEngine::log_events(model::EventSink* sink) {
  if (sink == nullptr) {
    terminals_.log_events(nullptr);
    rtl_.set_observer({});
    hops_.reset();
    return;
  }
  terminals_.log_events(&events_);
  hops_.emplace(rtl_);
  rtl_.set_observer([this, sink](model::Cycle now) {
    hops_->add_hops(now, events_);
    model::record_in_order(events_, *sink);
  });
}

void RtlEngine::visit_state(model::StateStream& state) {
  rtl_.visit_state(state);
  terminals_.visit_state(state);
  watchdog_.visit_state(state, now());
  visit_hops(state, network(), hops_);
}

std::vector<std::uint64_t> RtlEngine::flits_sent() const {
  const std::size_t stride = network().max_ports();
  std::vector<std::uint64_t> sent(network().components.size() * stride);
  for (std::size_t c = 0; c < network().components.size(); ++c) {
    const std::vector<std::uint64_t>& ports = rtl_.modules()[c]->flits_sent();
    std::copy(ports.begin(), ports.end(), &sent[c * stride]);
  }
  return sent;
}

}  // namespace turnpike::sim
