// offered_run.cpp - cycles, deliveries and statistics of an engine under offered packets.

#include "api/offered_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "api/failure.h"
#include "api/slots.h"
#include "model/network/standstill.h"
#include "model/statistics/results.h"
#include "sim/hardware/systemc/not_ready.h"

namespace turnpike::api {
namespace {

using model::Cycle;

constexpr Cycle kEver = std::numeric_limits<Cycle>::max();
constexpr std::uint32_t kMostFlits = 0x7fffffff;              // a packet's record has as many bits
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;  // of a message

void check_range(const char* what, std::uint32_t found, std::uint32_t least, std::uint32_t most) {
  if (found >= least && found <= most) return;
  throw Failure(TURNPIKE_ERROR_ARGUMENT,
                fmt::format("{}: found {}, allowed: {} .. {}", what, found, least, most));
}

}  // namespace

OfferedRun::OfferedRun(const sim::Experiment& experiment, const model::Network& network,
                       const sim::RunOptions& options, const OfferedOptions& offered)
    : network_(network),
      message_classes_(network.router.routing.message_classes),
      traffic_(experiment.traffic, network),
      sink_(records_),
      engine_(sim::make_engine(experiment, network, traffic_, options).engine),
      order_(offered.ordered_classes, network.nodes(), message_classes_),
      messages_(offered.messages),
      period_ns_(experiment.clock_mhz ? 1000 / *experiment.clock_mhz : 0),
      hops_(network),
      meter_(network) {
  measure(0);
}

OfferedRun::~OfferedRun() = default;

void OfferedRun::check_ends(const turnpike_packet& packet) const {
  const model::NodeId nodes = traffic_.nodes();
  check_range("source", packet.source, 0, nodes - 1);
  check_range("destination", packet.destination, 0, nodes - 1);
  check_range("message_class", packet.message_class, 0, message_classes_ - 1);
}

bool OfferedRun::is_full(const turnpike_packet& packet, const QueueLimit& limit,
                         std::uint64_t flits) const {
  if (limit.packets == 0 && limit.flits == 0) return false;
  const model::QueueLength queue = waiting_at(packet.source, packet.message_class);
  if (queue.packets == 0) return false;  // what is longer than the limit could never be sent
  return (limit.packets != 0 && queue.packets >= limit.packets) ||
         (limit.flits != 0 && queue.flits + flits > limit.flits);
}

void OfferedRun::queue(const turnpike_packet& packet, std::uint32_t message_number) {
  PacketRecord record;
  record.tag = packet.tag;
  record.message = message_number;
  record.message_class = packet.message_class;
  if (order_.is_ordered(packet.message_class)) {
    record.sequence = order_.number(packet.source, packet.destination, packet.message_class);
  }
  model::Message message;
  message.destination = packet.destination;
  message.flits = packet.flits;
  message.tag = records_.add(record);
  message.message_class = packet.message_class;
  traffic_.offer(packet.source, message);
  ++offered_;
}

bool OfferedRun::offer(const turnpike_packet& packet, const QueueLimit& limit) {
  check_ends(packet);
  check_range("flits", packet.flits, 1, kMostFlits);
  if (is_full(packet, limit, packet.flits)) return false;
  queue(packet, PacketRecord::kNoMessage);
  return true;
}

bool OfferedRun::send_bytes(const turnpike_packet& about, const void* data, std::uint64_t bytes,
                            const QueueLimit& limit) {
  check_ends(about);
  if (bytes > kMostBytes) {
    throw Failure(TURNPIKE_ERROR_ARGUMENT,
                  fmt::format("bytes: found {}, allowed: 0 .. {}", bytes, kMostBytes));
  }
  const MessageFormat& format = messages_.format();
  const std::uint64_t packets = format.packets(bytes);
  const std::uint64_t flits =
      (packets - 1) * format.flits(bytes, 0) + format.flits(bytes, packets - 1);
  if (is_full(about, limit, flits)) return false;
  const std::uint32_t number = messages_.begin(about, data, bytes);
  turnpike_packet packet = about;
  for (std::uint64_t i = 0; i < packets; ++i) {
    packet.flits = format.flits(bytes, i);
    queue(packet, number);
  }
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

void OfferedRun::require_sound() const {
  if (!broken_by_.empty()) throw Failure(broken_status_, broken_by_);
}

void OfferedRun::advance(Cycle cycles) {
  require_sound();
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

// Ends the window of measurement where it is due.
void OfferedRun::run_cycles(Cycle cycles) {
  if (!is_over_ && window_.end - now() <= cycles) {
    const Cycle rest = window_.end - now();
    if (rest != 0) advance(rest);
    cycles -= rest;
    is_over_ = true;
    meter_.stop(engine());
  }
  if (cycles != 0) advance(cycles);
}

bool OfferedRun::is_asked_to_stop() const { return take_stop(callbacks_.network); }

turnpike_status OfferedRun::step(Cycle cycles) {
  if (cycles > kEver - now()) {
    throw Failure(TURNPIKE_ERROR_ARGUMENT,
                  fmt::format("cycles: found {}, allowed: 0 .. {}", cycles, kEver - now()));
  }
  // Pieces grow until they take some milliseconds, between which somebody may ask for the end.
  using Clock = std::chrono::steady_clock;
  constexpr Cycle kFirstPiece = 16;
  constexpr std::chrono::milliseconds kShort(2);
  // Who hears an event and asks for the end hears of no delivery of this cycle any more.
  bool is_stopped = is_asked_to_stop() || call_back();
  for (Cycle most = kFirstPiece; cycles != 0 && !is_stopped;) {
    const Cycle piece = callbacks_.exist() && outstanding() != 0 ? 1 : std::min(cycles, most);
    const bool is_timed = piece < cycles && piece == most;
    const Clock::time_point start = is_timed ? Clock::now() : Clock::time_point();
    run_cycles(piece);
    cycles -= piece;
    if (is_timed && Clock::now() - start < kShort) most += most;
    is_stopped = is_asked_to_stop() || call_back();
  }
  return is_stopped ? TURNPIKE_STOPPED : TURNPIKE_OK;
}

template <class Done>
turnpike_status OfferedRun::step_until(Cycle most, Cycle& cycles, Done&& done) {
  const Cycle start = now();
  cycles = 0;
  for (bool is_stopped = call_back();; cycles = now() - start) {
    collect();
    if (done()) return TURNPIKE_OK;  // an idle network has reached what step_until_idle() is for
    if (offered_ == delivered_) return TURNPIKE_IDLE;
    if (is_stopped) return TURNPIKE_STOPPED;
    if (cycles == most) return TURNPIKE_NOT_REACHED;
    is_stopped = step(1) == TURNPIKE_STOPPED;
  }
}

turnpike_status OfferedRun::step_until_delivery(Cycle most, Cycle& cycles) {
  const std::uint64_t before = handed_over_;
  return step_until(most, cycles, [this, before] {
    return deliveries_.waiting() + messages_.waiting() != 0 || handed_over_ != before;
  });
}

turnpike_status OfferedRun::step_until_idle(Cycle most, Cycle& cycles) {
  return step_until(most, cycles, [this] { return offered_ == delivered_; });
}

// Moves what the engine delivered to what waits for the caller.
void OfferedRun::collect() {
  engine().take_deliveries(arrived_);
  delivered_ += arrived_.size();
  for (const model::Delivery& d : arrived_) {
    const PacketRecord record = records_.remove(d.tag);
    Arrival arrival;
    arrival.message = record.message;
    arrival.delivery = {record.tag,
                        d.queued,
                        d.injected,
                        d.first,
                        d.last,
                        d.source,
                        d.destination,
                        d.flits,
                        d.message_class,
                        hops_.hops(d.source, d.destination),
                        0,
                        d.last,
                        static_cast<double>(d.last) * period_ns_,
                        static_cast<double>(d.latency()) * period_ns_};
    if (order_.is_ordered(d.message_class)) {
      order_.arrive(arrival, record.sequence, [this](const Arrival& one) { accept(one); });
    } else {
      accept(arrival);
    }
  }
  arrived_.clear();
}

void OfferedRun::accept(const Arrival& arrival) {
  if (arrival.message != PacketRecord::kNoMessage) {
    messages_.arrive(arrival);
  } else {
    deliveries_.items().push_back(arrival.delivery);
  }
}

// Between two cycles. What is called may offer, take and ask. True: it asked for the end; what it
// has not heard of waits.
bool OfferedRun::call_back() {
  if (!callbacks_.exist()) return false;
  collect();
  const Invitation invitation(callbacks_.network);
  while (callbacks_.on_delivery != nullptr && deliveries_.waiting() != 0) {
    turnpike_delivery delivery{};
    deliveries_.take(1, [&](const turnpike_delivery& oldest) { delivery = oldest; });
    ++handed_over_;
    callbacks_.on_delivery(callbacks_.on_delivery_user, &delivery);
    if (is_asked_to_stop()) return true;
  }
  while (callbacks_.on_message != nullptr && messages_.waiting() != 0) {
    const turnpike_message message = messages_.take();
    ++handed_over_;
    callbacks_.on_message(callbacks_.on_message_user, &message);
    if (is_asked_to_stop()) return true;
  }
  return false;
}

std::size_t OfferedRun::messages_waiting() {
  collect();
  return messages_.waiting();
}

void OfferedRun::on_event(turnpike_event_callback callback, void* user) {
  sink_.set(callback, user);
  listen();
}

void OfferedRun::record_events(bool wanted) {
  sink_.keep(wanted);
  listen();
}

// Once more would forget the packets that pass.
void OfferedRun::listen() {
  if (sink_.is_needed() == listens_) return;
  listens_ = sink_.is_needed();
  engine().log_events(listens_ ? &sink_ : nullptr);
}

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
