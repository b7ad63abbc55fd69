// judge.cpp - the model on one thread and on several, to the end of its messages, in lockstep.

#include "tests/network_fuzz/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "model/topology/deadlock.h"
#include "model/traffic/traffic.h"
#include "sim/base/child_process.h"
#include "sim/base/text_file.h"
#include "sim/experiment/results/node_table.h"
#include "sim/experiment/results/result_keys.h"
#include "sim/experiment/results/run_folder.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/experiment/run/run_files.h"
#include "tests/support/places.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;
using model::Cycle;

struct Complaint : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void expect(bool holds, const std::string& complaint) {
  if (!holds) throw Complaint(complaint);
}

// Everything that a run leaves, as text.
std::string figures(const model::Network& network, const sim::RunOutcome& outcome) {
  std::string text;
  for (const sim::ResultKey& key : sim::make_result_keys()) {
    text += key.name + " = " + key.value(outcome).dump() + "\n";
  }
  text += sim::histogram_csv(outcome.results.latency_bins);
  text += sim::slowest_csv(outcome.results.slowest);
  text += sim::nodes_csv(outcome.results);
  text += sim::flows_csv(outcome.results);
  if (!outcome.results.channel_utilisation.empty()) {
    text += sim::channels_csv(network, outcome.results);
  }
  return text;
}

// The first line in which they differ.
std::string difference(const std::string& a, const std::string& b) {
  std::istringstream of_a(a);
  std::istringstream of_b(b);
  std::string line_a;
  std::string line_b;
  for (unsigned number = 1;; ++number) {
    const bool more_a = static_cast<bool>(std::getline(of_a, line_a));
    const bool more_b = static_cast<bool>(std::getline(of_b, line_b));
    if (!more_a && !more_b) return "nothing";
    if (more_a != more_b || line_a != line_b) {
      return fmt::format("line {}: '{}' and '{}'", number, more_a ? line_a : "(end)",
                         more_b ? line_b : "(end)");
    }
  }
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == ',') {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

// Of an event log: nothing comes out that did not go in, or more often. Packet numbers come back
// where flits are narrow, so packets are counted, not named.
void check_log(const std::string& log) {
  std::map<std::tuple<std::string, std::string, std::string, std::string>, std::int64_t> under_way;
  std::istringstream in(log);
  std::string line;
  std::getline(in, line);  // format and version
  std::getline(in, line);  // columns
  while (std::getline(in, line)) {
    const std::vector<std::string> f = fields_of(line);
    if (f.at(1) != "queued" && f.at(1) != "delivered") continue;
    std::int64_t& packets = under_way[{f.at(2), f.at(3), f.at(4), f.at(5)}];
    packets += f.at(1) == "queued" ? 1 : -1;
    expect(packets >= 0, "the event log delivers what is not under way: " + line);
  }
}

class Judge {
 public:
  Judge(const FuzzCase& fuzz_case, fs::path folder, const Run& run)
      : case_(fuzz_case), folder_(std::move(folder)), run_(run) {}

  Judgement judge() {
    try {
      write_files();
      if (case_.machine) {
        const sim::ExerciseResult exercise = run_machine(*case_.machine);
        result_.is_machine = true;
        result_.cycles = exercise.cycles;
        result_.deliveries = exercise.receives;
        return result_;
      }
      if (!is_accepted()) return result_;
      run_alone();
      run_on_threads();
      if (deadlock_free_) run_until_empty();
      if (case_.lockstep) run_in_lockstep();
    } catch (const Complaint& complaint) {
      complain(complaint.what());
    } catch (const std::exception& error) {
      complain(std::string("a run failed: ") + error.what());
    }
    return result_;
  }

 private:
  struct Record {
    sim::RunOutcome outcome;
    std::string figures;
    std::string log;
  };

  void complain(const std::string& text) {
    result_.verdict = Verdict::complaint;
    result_.text = text;
  }

  std::string config() const { return (folder_ / "config.toml").string(); }

  void write_files() const {
    std::ofstream(config()) << case_.toml;
    for (const auto& [name, contents] : case_.files) std::ofstream(folder_ / name) << contents;
  }

  // As `turnpike check` does; what is not accepted must be told clearly.
  bool is_accepted() {
    try {
      experiment_ = sim::read_experiment(config());
      experiment_.engine = sim::EngineKind::model;
      network_ = sim::build_network(experiment_);
      sim::check_traffic(experiment_, network_);
    } catch (const sim::ConfigError& error) {
      result_.verdict = Verdict::refused;
      result_.text = error.what();
      expect(result_.text.find("allowed: ") != std::string::npos &&
                 result_.text.rfind(folder_.string(), 0) == 0,
             "refused without place or what is allowed: " + result_.text);
      return false;
    }
    sim::refuse_unsound(network_, true);
    const model::DeadlockReport report = model::check_deadlock(network_);
    deadlock_free_ = report.checked && report.deadlock_free;
    if (deadlock_free_ || case_.allow_deadlock) return true;
    result_.verdict = Verdict::can_deadlock;
    result_.text = model::cycle_text(network_, report);
    expect(!result_.text.empty(), "can deadlock, but no circle is told");
    return false;
  }

  Record record(const sim::Experiment& experiment) const {
    Record made;
    sim::RunOptions options;
    options.events = (folder_ / "events.csv").string();
    made.outcome = run_(experiment, network_, options);
    made.figures = figures(network_, made.outcome);
    made.log = sim::read_text_file(options.events);
    return made;
  }

  void run_alone() {
    sim::Experiment alone = experiment_;
    alone.run.threads = 1;
    const Record one = record(alone);
    const sim::RunStatus status = sim::status_of(one.outcome);
    result_.stood_still =
        status == sim::RunStatus::standstill || status == sim::RunStatus::deadlock;
    expect(!result_.stood_still || !deadlock_free_,
           "stands still, though it cannot deadlock: " + one.outcome.results.reason);
    result_.cycles = one.outcome.results.cycles;
    result_.deliveries = one.outcome.results.packets;
    // Routers that copy a broadcast deliver it at every node; it is queued once.
    const model::BroadcastSpec& broadcast = experiment_.traffic.broadcast;
    const bool copied = broadcast.fraction > 0 && broadcast.kind == model::BroadcastKind::router;
    if (!copied) check_log(one.log);
  }

  // The first cycles once more, on one thread and on several.
  void run_on_threads() {
    constexpr Cycle kCycles = 80;
    if (experiment_.run.threads == 1) return;
    sim::Experiment experiment = experiment_;
    experiment.run.warmup = 0;
    experiment.run.measurement = std::min(experiment.run.measurement, kCycles);
    experiment.run.max_cycles = kCycles;
    const Record several = record(experiment);
    experiment.run.threads = 1;
    const Record one = record(experiment);
    const std::string threads = fmt::format("{} threads differ from one", experiment_.run.threads);
    expect(several.figures == one.figures,
           threads + " in the figures, " + difference(one.figures, several.figures));
    expect(several.log == one.log,
           threads + " in the event log, " + difference(one.log, several.log));
    result_.on_threads = true;
  }

  // The messages of the run, as a trace, up to as many flits as drain in reasonable time.
  std::string messages(std::uint64_t& count, std::uint64_t& flits) const {
    constexpr std::uint64_t kMostFlits = 4000;
    std::string text;
    model::Traffic traffic(experiment_.traffic, network_, experiment_.run.seed);
    const auto most = static_cast<std::uint64_t>(kMostFlits * (1 - experiment_.run.sink_stall)) + 1;
    for (Cycle now = 0; now < 400 && flits < most && !traffic.exhausted(); ++now) {
      traffic.prepare(now);
      for (model::NodeId node = 0; node < traffic.nodes(); ++node) {
        while (traffic.next_cycles()[node] == now) {
          const model::Message message = traffic.take(node);
          if (message.is_broadcast) continue;
          text += fmt::format("{} {} {} {}\n", now, node, message.destination, message.flits);
          ++count;
          flits += message.flits;
        }
      }
    }
    return text;
  }

  void run_until_empty() {
    std::uint64_t count = 0;
    std::uint64_t flits = 0;
    const std::string trace = messages(count, flits);
    if (count == 0) return;
    sim::Experiment emptied = experiment_;
    emptied.traffic.workload = model::Workload::traffic;
    emptied.traffic.workload_values.clear();
    emptied.traffic.phases.clear();
    emptied.traffic.classes.clear();
    emptied.traffic.pattern = model::Pattern::trace;
    emptied.traffic.generator = model::Generator::counter;  // the other one has no traces
    emptied.traffic.file = (folder_ / "messages.txt").string();
    emptied.traffic.broadcast.fraction = 0;
    emptied.run.threads = 1;
    emptied.run.warmup.reset();
    emptied.run.max_cycles = 10'000'000;
    emptied.run.latency_limit = 1e9;
    std::ofstream(emptied.traffic.file) << trace;
    const Record whole = record(emptied);
    const model::Results& results = whole.outcome.results;
    expect(sim::status_of(whole.outcome) == sim::RunStatus::done,
           fmt::format("its {} messages do not all arrive: {}, {}", count,
                       to_text(sim::status_of(whole.outcome)), results.reason));
    // There short messages are filled up to their header (docs/flit_format.md).
    const bool all_flits =
        network_.has_message_terminals() ? results.flits >= flits : results.flits == flits;
    expect(results.packets == count && all_flits && results.undelivered == 0,
           fmt::format("of {} messages with {} flits {} with {} arrived, {} did not", count, flits,
                       results.packets, results.flits, results.undelivered));
    check_log(whole.log);
    result_.emptied = count;
  }

  // By the program: SystemC elaborates once in a process.
  void run_in_lockstep() {
    std::vector<std::string> command = {program_path(),   "run",           config(),
                                        "--engine",       "lockstep",      "--json",
                                        "--mismatch-dir", folder_.string()};
    if (case_.allow_deadlock) command.emplace_back("--allow-deadlock");
    sim::ChildProcess child(command);
    child.wait();
    const sim::Json json = sim::Json::parse(child.standard_output(), nullptr, false);
    expect(json.is_object(), fmt::format("lockstep ended with status {}: {}", child.exit_status(),
                                         child.standard_error()));
    const sim::RunOutcome outcome = run_(experiment_, network_, {});
    for (const sim::ResultKey& key : sim::make_result_keys()) {
      const sim::Json value = key.value(outcome);
      expect(json.at(key.name) == value,
             fmt::format("in lockstep {} is {}, in the model {}: {}", key.name,
                         json.at(key.name).dump(), value.dump(),
                         json.at("mismatch_report").get<std::string>()));
    }
    const bool finished = sim::is_finished(sim::status_of(outcome));
    expect(child.exit_status() == (finished ? 0 : 1),
           fmt::format("lockstep ended with status {}: {}", child.exit_status(),
                       child.standard_error()));
    result_.in_lockstep = true;
  }

  const FuzzCase& case_;
  fs::path folder_;
  const Run& run_;
  sim::Experiment experiment_;
  model::Network network_;
  bool deadlock_free_ = false;
  Judgement result_;
};

}  // namespace

Judgement judge(const FuzzCase& fuzz_case, const fs::path& folder, const Run& run) {
  return Judge(fuzz_case, folder, run).judge();
}

}  // namespace turnpike::test
