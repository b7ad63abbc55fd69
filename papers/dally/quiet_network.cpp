// quiet_network.cpp - messages of a trace on the model, followed channel by channel.

#include "papers/dally/quiet_network.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <utility>

#include "model/network/model_engine.h"
#include "model/topology/build.h"
#include "sim/base/config_error.h"
#include "sim/base/task_pool.h"

namespace turnpike::sim::dally {

namespace {

constexpr model::Cycle kTerminalCycles = 2;  // out of the source, into the sink: timing.md, 5
constexpr model::Cycle kStep = 2000;         // cycles between two looks at `stop`

// A trace file without a name on any disk: traffic reads files.
class TraceInMemory {
 public:
  explicit TraceInMemory(const std::vector<QuietMessage>& messages)
      : descriptor_(memfd_create("messages", MFD_CLOEXEC)) {
    std::string text;
    for (const QuietMessage& m : messages) {
      text += fmt::format("{} {} {} {}\n", m.when, m.source, m.destination, m.flits);
    }
    if (descriptor_ < 0 ||
        write(descriptor_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
      throw ConfigError("no memory for a trace of messages");
    }
  }
  TraceInMemory(const TraceInMemory&) = delete;
  TraceInMemory& operator=(const TraceInMemory&) = delete;
  ~TraceInMemory() { close(descriptor_); }

  std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

 private:
  int descriptor_;
};

bool is_inside(const model::Network& network, const model::Channel& channel) {
  const model::Component& from = network.components[channel.from];
  const model::Component& to = network.components[channel.to];
  return from.kind == model::ComponentKind::interchange && to.kind == from.kind &&
         to.address == from.address;
}

// Puts the events of each message together.
class WayLog final : public model::EventSink {
 public:
  WayLog(const model::Network& network, const std::vector<QuietMessage>& messages)
      : messages_(messages), ways_(messages.size()) {
    for (const model::Channel& c : network.channels) {
      level_at_[{c.from, c.from_port}] = is_inside(network, c) ? kInside : c.level;
    }
    for (std::size_t m = 0; m < messages.size(); ++m) {
      place_of_[{messages[m].source, messages[m].destination}] = m;
    }
  }

  void record(const model::Event& event) override {
    const std::size_t message = place_of_.at({event.source, event.destination});
    if (event.kind == model::EventKind::hop) {
      const auto level = level_at_.find({event.component, event.port});
      if (level != level_at_.end()) ways_[message].levels.push_back(level->second);
    } else if (event.kind == model::EventKind::delivered) {
      ways_[message].latency = event.cycle - messages_[message].when - kTerminalCycles;
    }
  }

  std::vector<Way>& ways() { return ways_; }

 private:
  const std::vector<QuietMessage>& messages_;
  std::vector<Way> ways_;
  std::map<std::pair<model::ComponentId, model::PortId>, std::uint8_t> level_at_;
  std::map<std::pair<model::NodeId, model::NodeId>, std::size_t> place_of_;  // of the message
};

void run_one(QuietRun& run, const std::atomic<bool>& stop) {
  const model::Network network =
      build_network(run.network.topology, run.network.router, run.network.link);
  const TraceInMemory trace(run.messages);
  model::TrafficSpec spec;
  spec.pattern = model::Pattern::trace;
  spec.file = trace.path();
  model::Traffic traffic(spec, network, 1);
  const auto engine = model::make_model_engine(network, traffic, run.network.run);
  WayLog log(network, run.messages);
  engine->log_events(&log);
  while (!engine->drained() && !stop) engine->advance(kStep);
  run.ways = std::move(log.ways());
  const bool all =
      std::all_of(run.ways.begin(), run.ways.end(), [](const Way& way) { return way.latency > 0; });
  if (!all && !stop) throw model::NetworkError("a message never arrived");
}

}  // namespace

std::size_t Way::channels_of(unsigned level) const {
  return static_cast<std::size_t>(std::count(levels.begin(), levels.end(), level));
}

std::size_t Way::local() const { return channels_of(0); }

std::size_t Way::climb(unsigned level) const {
  return static_cast<std::size_t>(std::find(levels.begin(), levels.end(), level) - levels.begin());
}

bool run_quiet(std::vector<QuietRun>& runs, const PaperOptions& options, const std::string& what) {
  std::atomic<bool> stop{false};
  std::vector<std::function<void()>> tasks;
  tasks.reserve(runs.size());
  for (QuietRun& run : runs) tasks.emplace_back([&run, &stop] { run_one(run, stop); });
  const bool all = run_tasks(tasks, options.jobs, [&](std::size_t done) {
    stop = options.on_progress &&
           !options.on_progress(fmt::format("{}: {} of {} runs", what, done, tasks.size()));
    return !stop;
  });
  return all && !stop;
}

std::string array_text(unsigned nodes, const std::string& express, const std::string& link) {
  std::string text = fmt::format(
      "[network]\ntopology = \"mesh\"\nradix = {}\ndimensions = 1\n"
      "[router]\nvirtual_channels = 4\nbuffer_depth = 4\nflit_bits = 32\n",
      nodes);
  if (!express.empty()) text += "[network.express]\n" + express + "\n";
  if (!link.empty()) text += "[link]\n" + link + "\n";
  return text;
}

}  // namespace turnpike::sim::dally
