// offered_run.h - an engine whose packets a caller offers, with the packets that wait, the
// deliveries and the measurements.

#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/byte_messages.h"
#include "api/delivery_order.h"
#include "api/event_sink.h"
#include "api/hop_counter.h"
#include "api/kept_list.h"
#include "api/packet_records.h"
#include "api/turnpike.h"
#include "model/network/channel_meter.h"
#include "model/network/engine.h"
#include "model/traffic/offered_source.h"
#include "sim/experiment/config/experiment.h"
#include "sim/experiment/results/run_outcome.h"
#include "sim/experiment/run/run_experiment.h"

namespace turnpike::api {

// What turnpike_options say of offered packets.
struct OfferedOptions {
  std::uint32_t ordered_classes = 0;
  MessageFormat messages;
};

struct QueueLimit {
  std::uint32_t packets = 0;  // 0: none
  std::uint32_t flits = 0;    // 0: none
};

// Who is called between cycles; null: nobody.
struct Callbacks {
  turnpike_delivery_callback on_delivery = nullptr;
  void* on_delivery_user = nullptr;
  turnpike_message_callback on_message = nullptr;
  void* on_message_user = nullptr;
  turnpike_network* network = nullptr;  // that they may use

  bool exist() const { return on_delivery != nullptr || on_message != nullptr; }
};

class OfferedRun {
 public:
  // Both outlive it. Throws as run_experiment() does.
  OfferedRun(const sim::Experiment& experiment, const model::Network& network,
             const sim::RunOptions& options, const OfferedOptions& offered);
  ~OfferedRun();

  // False: the queue of its source and class is at its limit. Throws Failure: out of range.
  bool offer(const turnpike_packet& packet, const QueueLimit& limit);
  // The same of a message; `about.flits` means nothing.
  bool send_bytes(const turnpike_packet& about, const void* data, std::uint64_t bytes,
                  const QueueLimit& limit);
  // Of all classes, of one. Throw Failure: out of range.
  model::QueueLength waiting_at(model::NodeId source) const;
  model::QueueLength waiting_at(model::NodeId source, unsigned message_class) const;
  void hold(model::NodeId node, unsigned message_class, bool is_held);
  std::uint64_t outstanding();

  // See turnpike.h. Once one has thrown, they throw again.
  turnpike_status step(model::Cycle cycles);
  turnpike_status step_until_delivery(model::Cycle most, model::Cycle& cycles);
  turnpike_status step_until_idle(model::Cycle most, model::Cycle& cycles);
  model::Cycle now() const { return engine().now(); }
  // Nothing has happened yet.
  bool is_new() const { return now() == 0 && offered_ == 0; }

  // Those that wait.
  KeptList<turnpike_delivery>& deliveries() {
    collect();
    return deliveries_;
  }
  std::size_t messages_waiting();
  // One that waits.
  turnpike_message take_message() { return messages_.take(); }
  void call_back(const Callbacks& callbacks) { callbacks_ = callbacks; }
  const DeliveryOrder& order() const { return order_; }
  double period_ns() const { return period_ns_; }

  // Null: no more. Has until the next call of this.
  void on_event(turnpike_event_callback callback, void* user);
  void record_events(bool wanted);
  KeptList<turnpike_event>& events() { return sink_.kept(); }

  // A file as turnpike_save() writes it, if has_state(). Throw ConfigError. restore() is for a run
  // that is_new(); one that read a part of a state is broken.
  bool has_state() const { return engine().has_state(); }
  void save(const sim::Experiment& experiment, const std::string& path);
  void restore(const sim::Experiment& experiment, const std::string& path);

  void measure(model::Cycle cycles);
  sim::RunOutcome outcome();

 private:
  model::Engine& engine() const { return *engine_; }
  void advance(model::Cycle cycles);
  void note_standstill();
  void listen();
  void check_ends(const turnpike_packet& packet) const;
  bool is_full(const turnpike_packet& packet, const QueueLimit& limit, std::uint64_t flits) const;
  void queue(const turnpike_packet& packet, std::uint32_t message);
  void run_cycles(model::Cycle cycles);
  void require_sound() const;
  void visit_state(model::StateStream& state);
  bool is_asked_to_stop() const;
  void collect();
  void accept(const Arrival& arrival);
  bool call_back();
  template <class Done>
  turnpike_status step_until(model::Cycle most, model::Cycle& cycles, Done&& done);

  const model::Network& network_;
  unsigned message_classes_;
  model::OfferedTraffic traffic_;
  PacketRecords records_;
  EventSink sink_;
  bool listens_ = false;  // the engine tells events
  std::unique_ptr<model::Engine> engine_;
  std::string broken_by_;  // not empty: it must not run any more, and why
  turnpike_status broken_status_ = TURNPIKE_OK;
  std::optional<sim::StandstillFigures> standstill_;

  std::uint64_t offered_ = 0;             // since reset
  std::uint64_t delivered_ = 0;           // of them, as far as collected
  std::uint64_t handed_over_ = 0;         // deliveries and messages that callbacks had
  std::vector<model::Delivery> arrived_;  // of a collect()
  DeliveryOrder order_;
  KeptList<turnpike_delivery> deliveries_;
  ByteMessages messages_;
  Callbacks callbacks_;
  double period_ns_;  // 0: not known

  HopCounter hops_;
  model::ChannelMeter meter_;
  model::MeasurementWindow window_;
  bool is_over_ = false;  // the window
};

}  // namespace turnpike::api
