// session.h - the object behind a turnpike_network: a configuration, its graph, and either packets
// that the caller offers or runs of generated traffic.

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "api/failure.h"
#include "api/offered_run.h"
#include "api/turnpike.h"
#include "model/topology/network.h"
#include "sim/base/output_folder.h"
#include "sim/experiment/config/experiment.h"
#include "sim/experiment/results/run_outcome.h"

namespace turnpike::api {

// Throws what present_failure() knows. One thread at a time.
class Session {
 public:
  // The options are whole, as this library knows them.
  explicit Session(const turnpike_options& options);

  const sim::Experiment& experiment() const { return experiment_; }
  const model::Network& network() const { return network_; }
  const std::string& remark() const { return remark_; }

  // Throws Failure: the traffic is drawn.
  OfferedRun& offered();
  void reset();
  // Throw ConfigError; Failure: no such state, an engine that writes none, hardware that is not
  // new.
  void save(const char* file);
  void restore(const char* file);
  const QueueLimit& queue_limit() const { return queue_limit_; }
  void set_queue_limit(const QueueLimit& limit) { queue_limit_ = limit; }
  // Of the caller's header: bytes from one to the next in its arrays.
  std::size_t delivery_size() const { return delivery_size_; }
  std::size_t event_size() const { return event_size_; }
  // What the caller has for this, once it is known.
  void set_handle(turnpike_network* handle);
  void on_event(turnpike_event_callback callback, void* user);
  void on_delivery(turnpike_delivery_callback callback, void* user);
  void on_message(turnpike_message_callback callback, void* user);
  void record_events(bool wanted);

  // False: it was stopped, and there are no results.
  bool run(const turnpike_run_options& options);

  // A run that was made elsewhere, as run() with this folder would have made it; NULL: none. Throws
  // what run() throws of a folder.
  void take(const sim::RunOutcome& outcome, const char* folder);
  // Throws Failure: packets are offered.
  void require_drawn() const;

  // Of the last run, or of what was measured up to now. Throws Failure: no run yet.
  const sim::RunOutcome& outcome();
  std::string results_json();
  std::string results_table();

  // The last call that was no success; a full queue without allocating anything.
  void fail(const Failure& failure);
  void fail_full(std::uint32_t source, std::uint32_t message_class) {
    noted_ = TURNPIKE_OK;
    full_source_ = source;
    full_class_ = message_class;
    full_limit_ = queue_limit_;
  }
  // An answer that is no error and has no text of its own.
  void note(turnpike_status status) {
    full_source_.reset();
    noted_ = status;
  }
  const char* error_text();

  // What the last call of each function left in the caller's hands.
  std::string configuration_text;
  std::string inputs_text;
  std::string json_text;
  std::string table_text;
  std::string name_text;

 private:
  sim::RunOptions run_options() const;
  std::unique_ptr<OfferedRun> fresh_run() const;
  void require_state(const char* what) const;

  sim::Experiment experiment_;
  model::Network network_;
  std::string remark_;
  std::string mismatch_folder_;
  void (*on_build_)(void*, const char*);
  void* on_build_user_;
  QueueLimit queue_limit_;
  OfferedOptions offered_options_;
  std::size_t delivery_size_;
  std::size_t event_size_;
  bool in_systemc_;
  turnpike_event_callback on_event_ = nullptr;
  void* on_event_user_ = nullptr;
  bool records_events_ = false;
  Callbacks callbacks_;

  std::unique_ptr<OfferedRun> offered_;      // null: traffic is drawn
  std::optional<sim::RunOutcome> outcome_;   // of the last run, or made when asked for
  std::optional<sim::OutputFolder> folder_;  // of the last run
  std::string run_json_;                     // as written into the folder
  std::string error_;
  turnpike_status noted_ = TURNPIKE_OK;       // not yet worked into error_
  std::optional<std::uint32_t> full_source_;  // not yet worked into error_
  std::uint32_t full_class_ = 0;              // the class of its queue
  QueueLimit full_limit_;                     // as it was
};

}  // namespace turnpike::api
