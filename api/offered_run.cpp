// offered_run.cpp - cycles, deliveries and statistics of an engine under offered packets.

#include "api/offered_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "api/failure.h"
#include "model/network/standstill.h"
#include "model/statistics/results.h"
#include "sim/hardware/systemc/not_ready.h"

namespace turnpike::api {
namespace {

using model::Cycle;

constexpr Cycle kEver = std::numeric_limits<Cycle>::max();
constexpr std::uint32_t kMostFlits = 0x7fffffff;  // a packet's record has as many bits

turnpike_delivery to_c(const model::Delivery& d, std::uint32_t hops) {
  return {d.tag,         d.queued, d.injected,      d.first, d.last, d.source,
          d.destination, d.flits,  d.message_class, hops,    0};
}

void check_range(const char* what, std::uint32_t found, std::uint32_t least, std::uint32_t most) {
  if (found >= least && found <= most) return;
  throw Failure(TURNPIKE_ERROR_ARGUMENT,
                fmt::format("{}: found {}, allowed: {} .. {}", what, found, least, most));
}

}  // namespace

// To the callback, and into what is kept.
class OfferedRun::Sink final : public model::EventSink {
 public:
  explicit Sink(std::vector<turnpike_event>& kept) : kept_(kept) {}

  bool is_needed() const { return callback_ != nullptr || keeps_; }
  void keep(bool keep) { keeps_ = keep; }
  void set(turnpike_event_callback callback, void* user) {
    callback_ = callback;
    user_ = user;
  }
  void record(const model::Event& e) override {
    const turnpike_event event{e.cycle,  static_cast<std::uint32_t>(e.kind),
                               e.source, e.destination,
                               e.packet, e.component,
                               e.port,   e.vc,
                               e.flits};
    if (keeps_) kept_.push_back(event);
    if (callback_ != nullptr) callback_(user_, &event);
  }

 private:
  turnpike_event_callback callback_ = nullptr;
  void* user_ = nullptr;
  bool keeps_ = false;
  std::vector<turnpike_event>& kept_;
};

OfferedRun::OfferedRun(const sim::Experiment& experiment, const model::Network& network,
                       const sim::RunOptions& options)
    : network_(network),
      message_classes_(network.router.routing.message_classes),
      traffic_(experiment.traffic, network),
      sink_(std::make_unique<Sink>(kept_.items())),
      engine_(sim::make_engine(experiment, network, traffic_, options).engine),
      hops_(network),
      meter_(network) {
  measure(0);
}

OfferedRun::~OfferedRun() = default;

bool OfferedRun::offer(const turnpike_packet& packet, std::uint32_t limit) {
  const model::NodeId nodes = traffic_.nodes();
  check_range("source", packet.source, 0, nodes - 1);
  check_range("destination", packet.destination, 0, nodes - 1);
  check_range("flits", packet.flits, 1, kMostFlits);
  check_range("message_class", packet.message_class, 0, message_classes_ - 1);
  if (limit != 0 && waiting_at(packet.source, packet.message_class).packets >= limit) return false;
  model::Message message;
  message.destination = packet.destination;
  message.flits = packet.flits;
  message.tag = packet.tag;
  message.message_class = packet.message_class;
  traffic_.offer(packet.source, message);
  ++offered_;
  return true;
}

model::QueueLength OfferedRun::waiting_at(model::NodeId source) const {
  model::QueueLength all;
  for (unsigned c = 0; c < message_classes_; ++c) all = all + waiting_at(source, c);
  return all;
}

model::QueueLength OfferedRun::waiting_at(model::NodeId source, unsigned message_class) const {
  check_range("source", source, 0, traffic_.nodes() - 1);
  check_range("message_class", message_class, 0, message_classes_ - 1);
  return traffic_.offered_at(source, message_class) + engine().waiting(source, message_class);
}

void OfferedRun::hold(model::NodeId node, unsigned message_class, bool is_held) {
  check_range("node", node, 0, traffic_.nodes() - 1);
  check_range("message_class", message_class, 0, message_classes_ - 1);
  engine().hold(node, message_class, is_held);
}

std::uint64_t OfferedRun::outstanding() {
  collect();
  return offered_ - delivered_;
}

void OfferedRun::advance(Cycle cycles) {
  if (!broken_by_.empty()) throw Failure(broken_status_, broken_by_);
  try {
    engine().advance(cycles);
  } catch (const sim::NotReadyError&) {
    throw present_failure();
  } catch (...) {
    note_standstill();
    const Failure failure = present_failure();
    broken_by_ = failure.what();
    broken_status_ = failure.status;
    throw failure;
  }
}

// In a catch block.
void OfferedRun::note_standstill() {
  try {
    throw;
  } catch (const model::StandstillError& error) {
    standstill_ = sim::standstill_figures(network_, error.standstill, error.what());
  } catch (...) {
    standstill_.reset();
  }
}

void OfferedRun::step(Cycle cycles) {
  if (cycles > kEver - now()) {
    throw Failure(TURNPIKE_ERROR_ARGUMENT,
                  fmt::format("cycles: found {}, allowed: 0 .. {}", cycles, kEver - now()));
  }
  if (!is_over_ && window_.end - now() <= cycles) {
    const Cycle rest = window_.end - now();
    if (rest != 0) advance(rest);
    cycles -= rest;
    is_over_ = true;
    meter_.stop(engine());
  }
  if (cycles != 0) advance(cycles);
}

template <class Done>
turnpike_status OfferedRun::step_until(Cycle most, Cycle& cycles, Done&& done) {
  for (cycles = 0;; ++cycles) {
    collect();
    if (done()) return TURNPIKE_OK;  // an idle network has reached what step_until_idle() is for
    if (offered_ == delivered_) return TURNPIKE_IDLE;
    if (cycles == most) return TURNPIKE_NOT_REACHED;
    step(1);
  }
}

turnpike_status OfferedRun::step_until_delivery(Cycle most, Cycle& cycles) {
  return step_until(most, cycles, [this] { return deliveries_.waiting() != 0; });
}

turnpike_status OfferedRun::step_until_idle(Cycle most, Cycle& cycles) {
  return step_until(most, cycles, [this] { return offered_ == delivered_; });
}

// Moves what the engine delivered to what waits for the caller.
void OfferedRun::collect() {
  const std::size_t before = deliveries_.waiting();
  engine().take_deliveries(deliveries_.items());
  delivered_ += deliveries_.waiting() - before;
}

std::size_t OfferedRun::deliveries_waiting() {
  collect();
  return deliveries_.waiting();
}

std::size_t OfferedRun::take_deliveries(turnpike_delivery* to, std::size_t capacity) {
  collect();
  return deliveries_.take(to, capacity, [this](const model::Delivery& d) {
    return to_c(d, hops_.hops(d.source, d.destination));
  });
}

void OfferedRun::on_event(turnpike_event_callback callback, void* user) {
  sink_->set(callback, user);
  listen();
}

void OfferedRun::record_events(bool wanted) {
  sink_->keep(wanted);
  if (!wanted) kept_.clear();
  listen();
}

void OfferedRun::listen() { engine().log_events(sink_->is_needed() ? sink_.get() : nullptr); }

void OfferedRun::measure(Cycle cycles) {
  window_.start = now();
  window_.end = cycles == 0 || cycles > kEver - now() ? kEver : now() + cycles;
  is_over_ = false;
  engine().restart_collector(window_);
  meter_.start(engine());
}

sim::RunOutcome OfferedRun::outcome() {
  const model::Collector collected = engine().collected();
  model::RunFigures run;
  run.cycles = now();
  run.start = window_.start;
  run.end = is_over_ ? window_.end : now();
  run.offers_generated = true;
  const std::uint64_t under_way = collected.outstanding();
  run.complete = under_way == 0 && broken_by_.empty();
  if (!broken_by_.empty()) {
    run.reason = broken_by_;
  } else if (under_way != 0) {
    run.reason = fmt::format("{} measured packets are under way", under_way);
  }
  sim::RunOutcome outcome;
  outcome.results = model::make_results(collected, run, network_.nodes());
  model::ChannelMeter meter = meter_;
  if (!is_over_) meter.stop(engine());
  meter.fill(outcome.results);
  outcome.nodes = network_.nodes();
  outcome.components = network_.components.size();
  outcome.channels = network_.channels.size();
  outcome.standstill = standstill_;
  if (broken_status_ == TURNPIKE_ERROR_MISMATCH) {
    outcome.mismatches = 1;
    outcome.mismatch_report = broken_by_;
  }
  return outcome;
}

}  // namespace turnpike::api
