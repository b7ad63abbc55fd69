// session.cpp - a configuration made ready, and `turnpike run` without its command line.

#include "api/session.h"

#include <fmt/format.h>

#include <cstddef>

#include "api/failure.h"
#include "api/slots.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/results/result_keys.h"
#include "sim/experiment/results/run_folder.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/run/kept_run.h"
#include "sim/experiment/run/network_checks.h"

namespace turnpike::api {
namespace {

std::string text_or(const char* text, const char* otherwise) {
  return text != nullptr ? text : otherwise;
}

// An option of `turnpike run` that stands for a key, as it is called in messages.
bool set_option(sim::Overrides& overrides, const std::string& text) {
  const std::string unset = "--unset=";
  if (text.compare(0, unset.size(), unset) == 0) {
    overrides.unset(text.substr(unset.size()));
    return true;
  }
  for (const char* name : {"engine", "seed", "threads"}) {
    const std::string option = fmt::format("--{}", name);
    if (text.compare(0, option.size() + 1, option + "=") != 0) continue;
    const std::string value = text.substr(option.size() + 1);
    sim::Setting setting = sim::parse_override(fmt::format("run.{}={}", name, value), option);
    setting.origin.option = fmt::format("{} {}", option, value);
    overrides.list.push_back(setting);
    return true;
  }
  return false;
}

sim::Overrides overrides_of(const turnpike_options& options) {
  sim::Overrides overrides;
  for (std::size_t i = 0; i < options.overrides_count; ++i) {
    if (options.overrides == nullptr || options.overrides[i] == nullptr) {
      throw Failure(TURNPIKE_ERROR_NULL, fmt::format("overrides[{}] is NULL", i));
    }
    if (!set_option(overrides, options.overrides[i])) overrides.set(options.overrides[i]);
  }
  if (options.engine != nullptr) set_option(overrides, fmt::format("--engine={}", options.engine));
  if (options.threads != 0) set_option(overrides, fmt::format("--threads={}", options.threads));
  return overrides;
}

sim::Experiment read(const turnpike_options& options) {
  if ((options.file == nullptr) == (options.text == nullptr)) {
    throw Failure(options.file == nullptr ? TURNPIKE_ERROR_NULL : TURNPIKE_ERROR_ARGUMENT,
                  fmt::format("options: found {}, allowed: either `file` or `text`",
                              options.file == nullptr ? "neither" : "both"));
  }
  const sim::Overrides overrides = overrides_of(options);
  if (options.file != nullptr) return sim::read_experiment(options.file, overrides);
  return sim::make_experiment(
      sim::parse_settings(options.text, text_or(options.text_name, "configuration")), overrides);
}

OfferedOptions offered_options(const turnpike_options& options, const model::Network& network) {
  OfferedOptions offered;
  offered.ordered_classes = options.ordered_classes;
  const unsigned classes = network.router.routing.message_classes;
  if (classes < 32 && options.ordered_classes >> classes != 0) {
    throw Failure(TURNPIKE_ERROR_ARGUMENT,
                  fmt::format("options.ordered_classes: found {:#x}, allowed: bits of {} message "
                              "class{}, 0 .. {:#x}",
                              options.ordered_classes, classes, classes == 1 ? "" : "es",
                              (std::uint64_t{1} << classes) - 1));
  }
  offered.messages = MessageFormat::of(options, network.router.format.flit_bits);
  return offered;
}

}  // namespace

Session::Session(const turnpike_options& options)
    : experiment_(read(options)),
      network_(sim::build_network(experiment_)),
      remark_(options.drawn_traffic != 0
                  ? sim::remark_on_run(experiment_, network_, options.allow_deadlock != 0)
                  : sim::remark_on(experiment_, network_, options.allow_deadlock != 0)),
      mismatch_folder_(text_or(options.mismatch_folder, "")),
      on_build_(options.on_build),
      on_build_user_(options.user),
      queue_limit_{options.queue_limit, options.queue_limit_flits},
      offered_options_(offered_options(options, network_)),
      delivery_size_(options.size == sizeof options ? sizeof(turnpike_delivery)
                                                    : offsetof(turnpike_delivery, released)),
      event_size_(options.size == sizeof options ? sizeof(turnpike_event)
                                                 : offsetof(turnpike_event, tag)),
      in_systemc_(options.in_systemc != 0) {
  if (options.drawn_traffic == 0) reset();
}

sim::RunOptions Session::run_options() const {
  sim::RunOptions options;
  options.folder = mismatch_folder_;
  options.in_systemc = in_systemc_;
  if (on_build_ != nullptr) {
    options.on_build = [call = on_build_, user = on_build_user_](const std::string& text) {
      call(user, text.c_str());
    };
  }
  return options;
}

OfferedRun& Session::offered() {
  if (!offered_) {
    throw Failure(TURNPIKE_ERROR_STATE,
                  "traffic: found drawn by [traffic], allowed: offered (drawn_traffic = 0)");
  }
  return *offered_;
}

void Session::reset() {
  if (offered_ && sim::has_hardware(experiment_.engine) && offered_->now() != 0) {
    throw Failure(TURNPIKE_ERROR_STATE,
                  "reset: found hardware that has run, allowed: engine model, "
                  "or hardware in cycle 0: SystemC starts once in a process");
  }
  if (offered_ && sim::has_hardware(experiment_.engine)) return;
  offered_ = fresh_run();  // the one before stays when this fails
}

// At cycle 0, with what was asked for.
std::unique_ptr<OfferedRun> Session::fresh_run() const {
  auto fresh = sim::located(experiment_, [&] {
    return std::make_unique<OfferedRun>(experiment_, network_, run_options(), offered_options_);
  });
  fresh->call_back(callbacks_);
  if (on_event_ != nullptr) fresh->on_event(on_event_, on_event_user_);
  if (records_events_) fresh->record_events(true);
  return fresh;
}

void Session::require_state(const char* what) const {
  if (!offered_->has_state()) {
    throw Failure(TURNPIKE_ERROR_STATE,
                  fmt::format("{}: found engine {}, which writes no state, allowed: model, rtl or "
                              "lockstep",
                              what, sim::to_text(experiment_.engine)));
  }
  if (!in_systemc_ || !sim::has_hardware(experiment_.engine)) return;
  throw Failure(TURNPIKE_ERROR_STATE,
                fmt::format("{}: found hardware in the caller's SystemC, whose time goes on, "
                            "allowed: in_systemc = 0",
                            what));
}

void Session::save(const char* file) {
  OfferedRun& run = offered();
  require_state("save");
  run.save(experiment_, file);
}

void Session::restore(const char* file) {
  OfferedRun& present = offered();
  require_state("restore");
  if (sim::has_hardware(experiment_.engine)) {
    if (!present.is_new()) {
      throw Failure(TURNPIKE_ERROR_STATE,
                    "restore: found hardware that has run or has packets, allowed: engine model, "
                    "or a new network: SystemC starts once in a process");
    }
    return present.restore(experiment_, file);
  }
  auto fresh = fresh_run();
  fresh->restore(experiment_, file);
  offered_ = std::move(fresh);
}

void Session::on_event(turnpike_event_callback callback, void* user) {
  offered().on_event(callback, user);
  on_event_ = callback;
  on_event_user_ = user;
}

void Session::set_handle(turnpike_network* handle) {
  callbacks_.network = handle;
  if (offered_) offered_->call_back(callbacks_);
}

void Session::on_delivery(turnpike_delivery_callback callback, void* user) {
  OfferedRun& run = offered();
  callbacks_.on_delivery = callback;
  callbacks_.on_delivery_user = user;
  run.call_back(callbacks_);
}

void Session::on_message(turnpike_message_callback callback, void* user) {
  OfferedRun& run = offered();
  callbacks_.on_message = callback;
  callbacks_.on_message_user = user;
  run.call_back(callbacks_);
}

void Session::record_events(bool wanted) {
  offered().record_events(wanted);
  records_events_ = wanted;
}

void Session::require_drawn() const {
  if (!offered_) return;
  throw Failure(TURNPIKE_ERROR_STATE,
                "traffic: found offered by the caller, allowed: drawn (drawn_traffic = 1)");
}

void Session::take(const sim::RunOutcome& outcome, const char* folder) {
  std::optional<sim::OutputFolder> place;
  if (folder != nullptr) place.emplace(folder);
  sim::Json json = sim::run_to_json(experiment_, outcome);
  if (place) json = sim::write_run(*place, json, network_, outcome);
  run_json_ = sim::json_text(json);
  outcome_ = outcome;
  folder_ = std::move(place);
}

bool Session::run(const turnpike_run_options& asked) {
  require_drawn();
  sim::RunOptions options = run_options();
  std::optional<sim::OutputFolder> folder;
  if (asked.folder != nullptr) folder.emplace(asked.folder);
  options.events = text_or(asked.events, "");
  options.trace.file = text_or(asked.trace, "");
  options.trace.from = asked.trace_from;
  if (asked.trace_to != 0) options.trace.to = asked.trace_to;
  for (std::size_t i = 0; i < asked.trace_scopes_count; ++i) {
    if (asked.trace_scopes == nullptr || asked.trace_scopes[i] == nullptr) {
      throw Failure(TURNPIKE_ERROR_NULL, fmt::format("trace_scopes[{}] is NULL", i));
    }
    options.trace.scopes.emplace_back(asked.trace_scopes[i]);
  }
  options.checkpoint.file = text_or(asked.checkpoint, "");
  options.checkpoint.every = asked.checkpoint_every;
  options.checkpoint.from = text_or(asked.from_checkpoint, "");
  options.on_progress = [&asked, this](const sim::Progress& progress) {
    const bool goes_on =
        asked.on_progress == nullptr ||
        asked.on_progress(asked.user, progress.cycle, sim::phase_text(progress.phase)) != 0;
    return !take_stop(callbacks_.network) && goes_on;
  };
  outcome_.reset();
  sim::KeptRun run = sim::run_and_keep(experiment_, network_, options, folder ? &*folder : nullptr);
  if (run.outcome.interrupted) return false;
  run_json_ = sim::json_text(run.json);
  outcome_ = std::move(run.outcome);
  folder_ = std::move(folder);
  return true;
}

const sim::RunOutcome& Session::outcome() {
  if (offered_) outcome_ = offered_->outcome();
  if (!outcome_) {
    throw Failure(TURNPIKE_ERROR_STATE,
                  "statistics: found no run that came to its end, allowed: "
                  "after turnpike_run()");
  }
  return *outcome_;
}

std::string Session::results_json() {
  const sim::RunOutcome& found = outcome();
  return offered_ ? sim::json_text(sim::run_to_json(experiment_, found)) : run_json_;
}

std::string Session::results_table() {
  return sim::table_of(experiment_, outcome(), folder_ ? &*folder_ : nullptr);
}

void Session::fail(const Failure& failure) {
  full_source_.reset();
  noted_ = TURNPIKE_OK;
  error_ = failure.what();
}

const char* Session::error_text() {
  if (noted_ == TURNPIKE_NOT_REACHED) error_ = "the bound in cycles came first";
  if (noted_ == TURNPIKE_IDLE) error_ = "nothing is under way";
  if (noted_ == TURNPIKE_STOPPED) error_ = "stopped by on_progress or turnpike_interrupt()";
  if (noted_ == TURNPIKE_NONE) error_ = "there is nothing to take";
  noted_ = TURNPIKE_OK;
  if (full_source_) {
    const bool has_classes = network_.router.routing.message_classes > 1;
    std::string limits;
    if (full_limit_.packets != 0) limits = fmt::format("{} packets", full_limit_.packets);
    if (full_limit_.flits != 0) {
      limits += fmt::format("{}{} flits", limits.empty() ? "" : " or ", full_limit_.flits);
    }
    error_ = fmt::format("source {}: its queue{} has no room within the limit of {}", *full_source_,
                         has_classes ? fmt::format(" of class {}", full_class_) : "", limits);
    full_source_.reset();
  }
  return error_.c_str();
}

}  // namespace turnpike::api
