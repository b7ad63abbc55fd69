// offered_run.h - an engine under packets that a caller offers: what is waiting, what came out, and
// what was measured.

#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/hop_counter.h"
#include "api/kept_list.h"
#include "api/turnpike.h"
#include "model/network/channel_meter.h"
#include "model/network/engine.h"
#include "model/traffic/offered_source.h"
#include "sim/experiment/config/experiment.h"
#include "sim/experiment/results/run_outcome.h"
#include "sim/experiment/run/run_experiment.h"

namespace turnpike::api {

class OfferedRun {
 public:
  // Both outlive it. Throws as run_experiment() does.
  OfferedRun(const sim::Experiment& experiment, const model::Network& network,
             const sim::RunOptions& options);
  ~OfferedRun();

  // False: the queue of its source and class has `limit` packets or more; 0: there is no limit.
  // Throws Failure: out of range.
  bool offer(const turnpike_packet& packet, std::uint32_t limit);
  // Of all classes, of one. Throw Failure: out of range.
  model::QueueLength waiting_at(model::NodeId source) const;
  model::QueueLength waiting_at(model::NodeId source, unsigned message_class) const;
  void hold(model::NodeId node, unsigned message_class, bool is_held);
  std::uint64_t outstanding();

  // See turnpike.h. Once one has thrown, they throw again.
  void step(model::Cycle cycles);
  turnpike_status step_until_delivery(model::Cycle most, model::Cycle& cycles);
  turnpike_status step_until_idle(model::Cycle most, model::Cycle& cycles);
  model::Cycle now() const { return engine().now(); }

  std::size_t deliveries_waiting();
  std::size_t take_deliveries(turnpike_delivery* to, std::size_t capacity);

  // Null: no more. Has until the next call of this.
  void on_event(turnpike_event_callback callback, void* user);
  void record_events(bool wanted);
  std::size_t events_waiting() const { return kept_.waiting(); }
  std::size_t take_events(turnpike_event* to, std::size_t capacity) {
    return kept_.take(to, capacity);
  }

  void measure(model::Cycle cycles);
  sim::RunOutcome outcome();

 private:
  class Sink;

  model::Engine& engine() const { return *engine_; }
  void advance(model::Cycle cycles);
  void note_standstill();
  void listen();
  void collect();
  template <class Done>
  turnpike_status step_until(model::Cycle most, model::Cycle& cycles, Done&& done);

  const model::Network& network_;
  unsigned message_classes_;
  model::OfferedTraffic traffic_;
  KeptList<turnpike_event> kept_;
  std::unique_ptr<Sink> sink_;
  std::unique_ptr<model::Engine> engine_;
  std::string broken_by_;  // not empty: it must not run any more, and why
  turnpike_status broken_status_ = TURNPIKE_OK;
  std::optional<sim::StandstillFigures> standstill_;

  std::uint64_t offered_ = 0;    // since reset
  std::uint64_t delivered_ = 0;  // of them, as far as collected
  KeptList<model::Delivery> deliveries_;

  HopCounter hops_;
  model::ChannelMeter meter_;
  model::MeasurementWindow window_;
  bool is_over_ = false;  // the window
};

}  // namespace turnpike::api
