// shorten.cpp - the passes, and what each may not do.

#include "sim/studies/bisect/shorten.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/base/content_hash.h"
#include "sim/experiment/config/schema.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/studies/bisect/delta_debugging.h"
#include "sim/studies/bisect/smaller_networks.h"

namespace turnpike::sim {

namespace {

constexpr unsigned kRounds = 8;  // each leaves less, so there are never so many
constexpr std::chrono::seconds kTellAgain{1};

// Of which a failure seldom needs as much as there is. Less patience makes starvation come sooner.
constexpr const char* kNumbers[] = {
    "router.patience",        "router.virtual_channels",      "router.buffer_depth",
    "router.message_classes", "router.packet_buffers",        "router.packet_flits",
    "network.express.levels", "network.express.buffer_depth", "link.cycles_per_hop"};

Value integer(std::uint64_t value) { return Value{static_cast<std::int64_t>(value)}; }

// A run that measures nothing for longer than it takes to fail.
void set_end(Candidate& candidate, model::Cycle cycles) {
  candidate.set("run.warmup", integer(0));
  candidate.set("run.measurement", integer(cycles));
  candidate.set("run.max_cycles", integer(cycles));
}

}  // namespace

Freedom freedom_of(const Trial& failed) {
  if (failed.record.end == PointEnd::timed_out) return Freedom::nothing;
  switch (failed.complaint.about) {
    case Complaint::About::ending:
      return failed.record.end == PointEnd::unfinished ? Freedom::hardware_and_network
                                                       : Freedom::all;
    case Complaint::About::latency_high:
      return Freedom::all;
    case Complaint::About::accepted:
      return Freedom::hardware_and_network;
    case Complaint::About::latency_low:
      return Freedom::hardware;
    case Complaint::About::no_deadlock:
    case Complaint::About::stored:
      break;
  }
  return Freedom::nothing;
}

Shortener::Shortener(TrialRunner& runner, const Experiment& experiment, Trial first,
                     ProgressLine& line, ShortenOptions options)
    : runner_(runner),
      line_(line),
      kind_(first.kind),
      freedom_(freedom_of(first)),
      about_latency_(first.complaint.about == Complaint::About::latency_high),
      best_(Candidate::of(experiment)),
      trial_(std::move(first)),
      end_(trial_.cycle().value_or(experiment.run.max_cycles)),
      options_(std::move(options)) {}

Experiment Shortener::experiment() const { return experiment_of(best_, kPacketFile); }

void Shortener::begin(const std::string& what) { steps_.push_back({what, 0, ""}); }

void Shortener::end() {
  const ShortenStep& step = steps_.back();
  if (!step.came_to.empty()) line_.note(fmt::format("{}: {}", step.what, step.came_to));
  tell();
}

void Shortener::tell() {
  if (!is_untold_ || !options_.on_smaller) return;
  options_.on_smaller(smallest(true));
  told_ = Clock::now();
  is_untold_ = false;
}

const Trial* Shortener::trial_of(const Candidate& candidate) {
  ContentHash hash;
  hash.add(to_toml(candidate, kPacketFile));
  hash.add(candidate.packets ? trace_text(*candidate.packets) : "");
  const auto [known, is_new] = known_.emplace(hash.to_text(), std::nullopt);
  if (is_new) {
    const bool is_late = options_.limit.count() != 0 && Clock::now() - start_ >= options_.limit;
    if (is_late) throw OutOfTime();
    if (!told_ || Clock::now() - *told_ >= kTellAgain) tell();
    if (line_.due()) {
      line_.show(fmt::format("{}: {} configurations tried, {}", steps_.back().what, runner_.count(),
                             best_.packets ? count_text(best_.packets->size()) : "drawn traffic"));
    }
    Trial trial = runner_.run(candidate);
    ++steps_.back().tried;
    if (trial.end == Trial::End::failed && trial.kind == kind_) known->second = std::move(trial);
  }
  return known->second ? &*known->second : nullptr;
}

bool Shortener::take(const Candidate& candidate, const std::string& text) {
  const Trial* const trial = trial_of(candidate);
  if (trial == nullptr) return false;
  trial_ = *trial;
  best_ = candidate;
  is_untold_ = true;
  end_ = trial_.cycle().value_or(end_);
  if (text.empty()) return true;
  std::string& told = steps_.back().came_to;
  told = told.empty() ? text : told + ", " + text;
  return true;
}

Shortened Shortener::run() {
  tell();
  try {
    pass();
  } catch (const OutOfTime&) {
    line_.note("out of time: what follows is the smallest so far");
    return smallest(true);
  }
  return smallest(false);
}

void Shortener::pass() {
  // Of the hardware only lockstep and rtl know, and of latency and deadlock the model knows as
  // much.
  take_model();
  if (freedom_ == Freedom::all) {
    read_trace();
    if (about_latency_) {
      cut_warmup_and_measurement();
    } else if (!best_.packets) {
      cut_end();
    }
    shrink_numbers();
  }
  bool is_smaller = true;
  for (unsigned round = 0; round < kRounds && is_smaller; ++round) {
    is_smaller = false;
    if (best_.packets) is_smaller = thin_out_packets();
    if (freedom_ != Freedom::hardware) is_smaller = shrink_network() || is_smaller;
    if (freedom_ == Freedom::all && !best_.packets) record_packets();
    if (best_.packets) {
      is_smaller = shorten_packets() || is_smaller;
      is_smaller = bring_packets_forward() || is_smaller;
    }
    is_smaller = drop_keys() || is_smaller;
    is_smaller = shrink_numbers() || is_smaller;
  }
}

void Shortener::take_model() {
  const bool is_of_hardware = trial_.record.mismatch || trial_.record.end == PointEnd::error ||
                              trial_.record.end == PointEnd::crashed;
  if (is_of_hardware || !has_hardware(experiment().engine)) return;
  begin("engine");
  Candidate candidate = best_;
  candidate.set("run.engine", Value{std::string("model")});
  take(candidate, "model, which fails alike");
  end();
}

// A difference ends its run by itself; of a crash it is not known when it came. Doubled until it
// fails, then halved.
void Shortener::cut_end() {
  begin("cycles");
  const auto with_end = [this](model::Cycle cycles) {
    Candidate candidate = best_;
    set_end(candidate, cycles);
    return candidate;
  };
  const model::Cycle limit = experiment().run.max_cycles;
  const model::Cycle known = trial_.cycle() ? *trial_.cycle() + 1 : 0;
  if (known != 0 && take(with_end(known), fmt::format("{} -> {}", limit, known))) return end();
  model::Cycle passes = 0;
  model::Cycle fails = kFirstLength;
  while (fails < limit && !holds(with_end(fails))) {
    passes = fails;
    fails *= 2;
  }
  if (fails >= limit) return end();
  while (fails - passes > 1) {
    const model::Cycle middle = passes + (fails - passes) / 2;
    (holds(with_end(middle)) ? fails : passes) = middle;
  }
  take(with_end(fails), fmt::format("{} -> {}", limit, fails));
  end_ = fails;
  end();
}

// Of a latency: the shortest measurement that finds it.
void Shortener::cut_warmup_and_measurement() {
  begin("cycles");
  const auto with = [this](model::Cycle cycles) {
    Candidate candidate = best_;
    candidate.set("run.warmup", integer(0));
    candidate.set("run.measurement", integer(cycles));
    return candidate;
  };
  const model::Cycle whole = experiment().run.measurement;
  model::Cycle passes = 0;
  model::Cycle fails = kFirstLength;
  while (fails < whole && !holds(with(fails))) {
    passes = fails;
    fails *= 2;
  }
  if (fails < whole) {
    while (fails - passes > 1) {
      const model::Cycle middle = passes + (fails - passes) / 2;
      (holds(with(middle)) ? fails : passes) = middle;
    }
    take(with(fails), fmt::format("measurement {} -> {}", whole, fails));
  }
  end();
}

// A latency may be too high because of them, so then they stay.
bool Shortener::shrink_numbers() {
  if (freedom_ != Freedom::all || about_latency_) return false;
  begin("numbers");
  bool any = false;
  for (const char* key : kNumbers) any = shrink_number(key) || any;
  end();
  return any;
}

// The least value, twice as much, and so on.
bool Shortener::shrink_number(const std::string& key) {
  const auto row = std::find_if(schema().begin(), schema().end(),
                                [&](const Key& one) { return one.name == key; });
  const std::string text = row->show(experiment());
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos) return false;
  const std::int64_t present = std::stoll(text);
  for (std::int64_t value = row->least; value < present;
       value = std::max<std::int64_t>(1, 2 * value)) {
    Candidate candidate = best_;
    candidate.set(key, Value{value});
    if (!best_.packets) set_end(candidate, 4 * end_ + 1000);  // it may take longer
    if (!take(candidate, fmt::format("{} {} -> {}", key, present, value))) continue;
    numbers_.insert(key);
    Candidate shorter = best_;
    set_end(shorter, end_ + 1);
    if (!best_.packets) take(shorter, "");
    return true;
  }
  return false;
}

bool Shortener::shrink_network() {
  return experiment().topology.kind->takes_links ? shrink_irregular() : shrink_regular();
}

bool Shortener::shrink_regular() {
  begin("network");
  bool any = false;
  for (bool is_smaller = true; is_smaller;) {
    is_smaller = false;
    for (SmallerNetwork& smaller : smaller_networks(best_, experiment())) {
      // Less traffic takes longer to meet the fault.
      const bool has_longer = !best_.packets && freedom_ == Freedom::all && !about_latency_;
      if (has_longer) set_end(smaller.candidate, 4 * end_ + 1000);
      if (!take(smaller.candidate, smaller.text)) continue;
      Candidate shorter = best_;
      set_end(shorter, end_ + 1);
      if (has_longer) take(shorter, "");
      is_smaller = any = true;
      break;
    }
  }
  end();
  return any;
}

bool Shortener::shrink_irregular() {
  const Experiment whole = experiment();
  if (!can_be_said(whole)) return false;
  begin("network");
  const Candidate start = best_;
  IrregularParts parts = IrregularParts::of(whole);
  const std::size_t switches = parts.switches.size();
  const std::size_t links = parts.links.size();
  const auto fails = [&](const IrregularParts& some) {
    return holds(irregular_of(start, whole, some));
  };
  bool any = false;
  if (fails(parts)) {
    parts.switches = minimized<unsigned>(parts.switches, [&](const auto& some) {
      return fails({some, parts.links});
    });
    const auto is_gone = [&](std::size_t link) {
      const auto [a, b] = whole.topology.links[link];
      return !std::binary_search(parts.switches.begin(), parts.switches.end(), a) ||
             !std::binary_search(parts.switches.begin(), parts.switches.end(), b);
    };
    parts.links.erase(std::remove_if(parts.links.begin(), parts.links.end(), is_gone),
                      parts.links.end());
    parts.links = minimized<std::size_t>(parts.links, [&](const auto& some) {
      return fails({parts.switches, some});
    });
    any = parts.switches.size() < switches || parts.links.size() < links;
    if (any) {
      take(irregular_of(start, whole, parts),
           fmt::format("{} of {} switches, {} of {} links", parts.switches.size(), switches,
                       parts.links.size(), links));
    }
  }
  end();
  return any;
}

bool Shortener::is_free(const std::string& key) const {
  for (const char* needed : {"network.topology", "network.radix", "network.dimensions",
                             "network.links", "network.anynet", "network.file", "network.routes",
                             "traffic.pattern", "traffic.file", "run.engine"}) {
    if (key == needed) return false;
  }
  if (numbers_.count(key) != 0) return false;
  if (freedom_ == Freedom::all) return true;
  return key.rfind("router.", 0) == 0 || key.rfind("link.", 0) == 0 ||
         key.rfind("network.express.", 0) == 0;
}

bool Shortener::drop_keys() {
  begin("keys");
  const std::size_t before = best_.keys.size();
  const auto without = [&](const auto& is_meant) {
    Candidate candidate = best_;
    std::vector<std::string> dropped;
    for (const Setting& setting : best_.keys) {
      if (is_free(setting.key) && is_meant(setting.key)) dropped.push_back(setting.key);
    }
    for (const std::string& key : dropped) candidate.remove(key);
    if (!dropped.empty()) take(candidate, fmt::format("without {}", fmt::join(dropped, ", ")));
  };
  without([](const std::string&) { return true; });
  for (const char* table :
       {"run", "link", "network.express", "traffic", "workload", "router", "network"}) {
    const std::string start = std::string(table) + ".";
    without([&](const std::string& key) { return key.rfind(start, 0) == 0; });
  }
  const std::vector<Setting> keys = best_.keys;
  for (const Setting& setting : keys) {
    without([&](const std::string& key) { return key == setting.key; });
  }
  end();
  return best_.keys.size() < before;
}

}  // namespace turnpike::sim
