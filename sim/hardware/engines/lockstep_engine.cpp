// lockstep_engine.cpp - advance, compare, and what happens at a difference.

#include "sim/hardware/engines/lockstep_engine.h"

#include <algorithm>
#include <optional>
#include <set>

#include "sim/base/interrupt.h"
#include "sim/hardware/trace/gtkw_file.h"

namespace turnpike::sim {
namespace {

// With more components than this the waveform shows the guilty one and its neighbours only.
constexpr std::size_t kShownWhole = 64;
// A waveform shows at least so many before a mismatch, if there were.
constexpr model::Cycle kWaveformCycles = 512;
// And so many after it.
constexpr model::Cycle kCyclesBeyond = 2;

model::Cycle first_shown(const Mismatch& mismatch) {
  return mismatch.cycle - std::min(mismatch.cycle, kWaveformCycles);
}

model::RunSpec with_seed(std::uint64_t seed) {
  model::RunSpec run;
  run.seed = seed;
  return run;
}

RtlNetworkOptions options_of(const LockstepOptions& options, std::uint64_t seed,
                             bool can_be_repeated) {
  RtlNetworkOptions rtl = options.rtl.with_seed(seed);
  rtl.holds = true;
  if (!can_be_repeated || !options.trace.file.empty()) {
    rtl.slice_from = RtlNetworkOptions::kNeverSlice;
  }
  return rtl;
}

}  // namespace

void LockstepEngine::Terminals::begin_cycle(model::Cycle now) {
  now_ = now;
  if (engine_.expected_) engine_.expected_->step();
  if (engine_.is_replay_) return;
  engine_.model_->advance(1);
  engine_.segments_[engine_.segment_].pins.begin_cycle();
}

TerminalOutputs LockstepEngine::Terminals::cycle(model::NodeId node, const TerminalInputs&) {
  const auto pins_of = [](const model::NodeOutputs& driven) {
    return TerminalOutputs{driven.valid, driven.vc, driven.flit, driven.eject_credit};
  };
  if (engine_.expected_) return pins_of(engine_.expected_->node_outputs(node));
  if (engine_.is_replay_) {
    for (const Segment& segment : engine_.segments_) {
      if (now_ >= segment.pins.first() && now_ < segment.pins.end()) {
        return segment.pins.replay(now_, node);
      }
    }
    return {};
  }
  const TerminalOutputs outputs = pins_of(engine_.model_->node_outputs(node));
  if (engine_.rtl_.is_sliced()) return outputs;  // such a run is repeated, not replayed
  engine_.segments_[engine_.segment_].pins.record(node, outputs,
                                                  engine_.network().router.format.words());
  return outputs;
}

LockstepEngine::LockstepEngine(const model::Network& network, model::Traffic& traffic,
                               const model::RunSpec& run, const LockstepOptions& options)
    : LockstepEngine(model::make_model_engine(network, traffic, on_one_thread(run)), run, options,
                     traffic.is_offered() ? nullptr : &traffic) {}

LockstepEngine::LockstepEngine(std::unique_ptr<model::ModelEngine> model, std::uint64_t seed,
                               const LockstepOptions& options)
    : LockstepEngine(std::move(model), with_seed(seed), options, nullptr) {}

LockstepEngine::LockstepEngine(std::unique_ptr<model::ModelEngine> model, const model::RunSpec& run,
                               const LockstepOptions& options, const model::Traffic* traffic)
    : BesideModel(std::move(model)),
      folder_(options.folder),
      rtl_("network", model_->network(), terminals_,
           options_of(options, run.seed, traffic != nullptr)),
      tracer_(rtl_, options.trace),
      traffic_(traffic),
      run_(on_one_thread(run)),
      progress_(options.rtl.progress) {
  if (!options.rtl.in_systemc) start();
}

void LockstepEngine::start() {
  rtl_.start();
  is_started_ = true;
  watch();
}

// From cycle 0 on.
void LockstepEngine::watch() {
  comparator_.emplace(rtl_, *model_, run_.seed);
  if (const auto first = comparator_->compare(0)) report(*first);
  rtl_.set_observer([this](model::Cycle now) {
    if (const auto first = comparator_->compare(now)) throw LockstepError("", *first, {});
  });
  begin_segment();
}

LockstepEngine::~LockstepEngine() = default;

void LockstepEngine::begin_segment() {
  segment_ ^= 1;
  Segment& segment = segments_[segment_];
  segment.start.now = rtl_.now();
  if (!rtl_.is_sliced()) rtl_.save(segment.start);
  segment.pins.restart(rtl_.now());
}

void LockstepEngine::advance(model::Cycle cycles) {
  if (!is_started_) start();
  const model::Cycle end = now() + cycles;
  while (now() < end) {
    const model::Cycle next_segment = segments_[segment_].start.now + kCheckpointCycles;
    if (now() == next_segment) begin_segment();
    try {
      tracer_.advance(std::min(end, segments_[segment_].start.now + kCheckpointCycles) - now());
    } catch (const LockstepError& error) {
      report(error.mismatch);
    } catch (const RtlViolation& violation) {
      Mismatch mismatch;
      mismatch.cycle = violation.cycle;
      mismatch.module = violation.module;
      mismatch.component = rtl_.modules()[violation.module]->basename();
      mismatch.signal = kOwnCheck;
      mismatch.port = port_of_path(violation.what()).value_or(0);
      mismatch.expected = "nothing wrong";
      mismatch.actual = violation.what();
      mismatch.seed = run_.seed;
      report(mismatch);
    }
  }
}

void LockstepEngine::visit_state(model::StateStream& state) {
  model_->visit_state(state);
  rtl_.visit_state(state);
  comparator_->visit_state(state);
  if (!state.is_reading()) return;
  for (Segment& segment : segments_) segment = Segment();
  begin_segment();
}

// The model that the caller asks for its statistics stays the one that saw the difference.
void LockstepEngine::repeat(const Mismatch& mismatch) {
  const std::string differ = "hardware and model differ: " + mismatch.to_text();
  if (progress_) progress_(differ + "; the run is repeated with Verilated components");
  model::Traffic traffic(traffic_->spec(), network(), traffic_->seed());
  std::unique_ptr<model::ModelEngine> seen = model::make_model_engine(network(), traffic, run_);
  std::swap(model_, seen);
  try {
    rtl_.set_observer({});
    rtl_.verilate();
    for (Segment& segment : segments_) segment = {};
    watch();
    while (now() <= mismatch.cycle) {
      stop_if_interrupted("before the run was repeated");
      advance(std::min(mismatch.cycle + 1 - now(), kCheckpointCycles));
    }
  } catch (const LockstepError&) {
    std::swap(model_, seen);
    throw;
  } catch (const Interrupted&) {
    std::swap(model_, seen);
    throw;
  } catch (const std::exception& error) {
    std::swap(model_, seen);
    throw LockstepError(differ + "\n  no waveform: " + error.what(), mismatch, {});
  }
  std::swap(model_, seen);
  throw LockstepError(differ +
                          "\n  Verilated components do not differ: the fault is in the gates "
                          "that Yosys made of the RTL, or in what was made of them",
                      mismatch, {});
}

void LockstepEngine::report(Mismatch mismatch) {
  if (rtl_.is_sliced()) repeat(mismatch);
  mismatch.since_flit = since_flit(mismatch);
  std::string text = "hardware and model differ: " + mismatch.to_text();
  std::vector<std::string> files;
  try {
    files = replay(mismatch);
    text += "\n  waveform of the cycles before: " + files[0] + "\n  open it: gtkwave " + files[1];
  } catch (const std::exception& error) {
    text += std::string("\n  no waveform: ") + error.what();
  }
  throw LockstepError(text, mismatch, files);
}

bool LockstepEngine::go_back(model::Cycle wanted) {
  const Segment& present = segments_[segment_];
  const Segment& before = segments_[segment_ ^ 1];
  const bool reaches = present.start.now <= wanted || before.start.modules.empty();
  const Segment& from = reaches ? present : before;
  if (from.start.modules.empty()) return false;
  rtl_.restore(from.start);
  if (wanted > rtl_.now()) rtl_.advance(wanted - rtl_.now());
  return true;
}

std::optional<model::Cycle> LockstepEngine::since_flit(const Mismatch& mismatch) {
  rtl_.close_waveform();
  rtl_.set_observer({});
  is_replay_ = true;
  if (!go_back(first_shown(mismatch))) return std::nullopt;
  const ComponentModule& guilty = *rtl_.modules()[mismatch.module];
  std::optional<model::Cycle> last;
  const auto look = [&](model::Cycle now) {
    if (now < mismatch.cycle && guilty.has_arrivals(now & 1)) last = now;
  };
  look(rtl_.now());
  rtl_.set_observer(look);
  try {
    rtl_.advance(mismatch.cycle - std::min(mismatch.cycle, rtl_.now()));
  } catch (const model::NetworkError&) {
    // As below.
  }
  rtl_.set_observer({});
  if (!last) return std::nullopt;
  return mismatch.cycle - *last;
}

std::vector<std::string> LockstepEngine::replay(const Mismatch& mismatch) {
  if (!go_back(first_shown(mismatch))) {
    throw std::runtime_error("the difference is there after reset");
  }

  if (!folder_.empty()) std::filesystem::create_directories(folder_);
  const std::filesystem::path file = folder_ / "mismatch.fst";
  WaveformView view;
  view.from = std::max(rtl_.now(), mismatch.cycle < 20 ? 0 : mismatch.cycle - 20);
  view.marker = mismatch.cycle;
  const std::vector<std::size_t> modules = modules_to_show(mismatch);
  if (traffic_ != nullptr) {
    expected_.emplace(rtl_, *traffic_, run_, modules);
    expected_->advance_to(rtl_.now());
    expected_->show();
    rtl_.set_observer([this](model::Cycle) { expected_->show(); });
  }
  view.has_expected = traffic_ != nullptr;
  rtl_.open_waveform(file.string(), modules);
  run_on(mismatch.cycle + 1 + (traffic_ != nullptr ? kCyclesBeyond : 0));
  rtl_.close_waveform();
  rtl_.set_observer({});
  expected_.reset();
  for (const std::size_t module : modules) {
    if (module < network().components.size()) {
      view.components.push_back(static_cast<model::ComponentId>(module));
    }
  }
  if (mismatch.module < network().components.size()) view.ports = {mismatch.port};
  return {file.string(), write_gtkw(file, network(), view).string()};
}

void LockstepEngine::run_on(model::Cycle until) {
  while (rtl_.now() < until && !(expected_ && expected_->is_over())) {
    try {
      rtl_.advance(1);
    } catch (const model::NetworkError&) {
      // The hardware complains about what is to be seen in the waveform.
    }
  }
}

std::vector<std::size_t> LockstepEngine::modules_to_show(const Mismatch& mismatch) const {
  std::set<std::size_t> others;
  const std::size_t components = network().components.size();
  if (components <= kShownWhole) {
    for (std::size_t i = 0; i < rtl_.modules().size(); ++i) others.insert(i);
  } else {
    for (model::ChannelId id = 0; id < network().channels.size(); ++id) {
      const model::Channel& channel = network().channels[id];
      const std::size_t line = rtl_.module_of(id);
      if (channel.from != mismatch.module && channel.to != mismatch.module &&
          line != mismatch.module) {
        continue;
      }
      others.insert({channel.from, channel.to});
      if (line != RtlNetwork::kNoModule) others.insert(line);
    }
  }
  others.erase(mismatch.module);
  std::vector<std::size_t> modules = {mismatch.module};
  modules.insert(modules.end(), others.begin(), others.end());
  return modules;
}

}  // namespace turnpike::sim
