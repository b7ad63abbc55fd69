// minimum_files.cpp - minimal.toml, packets.trace, bisect.json, bisect.txt.

#include "sim/studies/bisect/minimum_files.h"

#include <fmt/format.h>

#include <filesystem>

#include "model/common/printable.h"
#include "sim/base/config_error.h"
#include "sim/base/staged_files.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/run/network_checks.h"

namespace turnpike::sim {

namespace {

constexpr const char* kConfig = "minimal.toml";
constexpr const char* kEvidence[] = {
    TrialRunner::kCheckpoint, "end.fst", "end.gtkw", "events.csv", "mismatch.fst", "mismatch.gtkw"};

bool has_components(EngineKind engine) {
  return engine == EngineKind::rtl || engine == EngineKind::lockstep;
}

// As a shell takes it, and the program, which has options that begin with a dash.
std::string shell_word(const std::string& file) {
  std::string word = file.substr(0, 1) == "-" ? "./" + file : file;
  const char* plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./=,+:@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// That repeats the failure with a waveform, where hardware has one.
std::string command_of(const Trial& trial, const OutputFolder& folder, EngineKind engine,
                       bool may_deadlock) {
  std::string text = "turnpike run " + shell_word(folder.path_of(kConfig));
  if (may_deadlock) text += " --allow-deadlock";
  if (trial.record.mismatch) {
    text += " --mismatch-dir " + shell_word(folder.path());
  } else if (has_components(engine)) {
    text += " --trace " + shell_word(folder.path_of("end.fst"));
  }
  const std::string checkpoint = folder.path_of(TrialRunner::kCheckpoint);
  if (std::filesystem::exists(checkpoint)) text += " --from-checkpoint " + shell_word(checkpoint);
  return text;
}

std::string header(const BisectSubject& subject, const Trial& trial) {
  return fmt::format("# {} - fails as {} does: {}\n\n", kConfig, model::printable(subject.text),
                     model::printable(trial.kind));
}

struct Size {
  std::size_t nodes = 0;
  std::size_t components = 0;
};

Size size_of(const Experiment& experiment) {
  const model::Network network = build_network(experiment);
  return {network.nodes(), network.components.size()};
}

}  // namespace

Json steps_json(const std::vector<ShortenStep>& steps) {
  Json list = Json::array();
  for (const ShortenStep& step : steps) {
    if (step.tried == 0) continue;
    list.push_back({{"what", step.what}, {"tried", step.tried}, {"came_to", step.came_to}});
  }
  return list;
}

std::string steps_text(const std::vector<ShortenStep>& steps) {
  std::string text;
  for (const ShortenStep& step : steps) {
    if (step.tried == 0) continue;
    text += fmt::format("  {:<15} {:>5}   {}\n", step.what, step.tried,
                        step.came_to.empty() ? "nothing more can go" : step.came_to);
  }
  return text;
}

const char* cut_off_text(bool is_cut_off) {
  return is_cut_off ? " so far (the search was cut off)" : "";
}

Json failure_json(const Trial& trial) {
  return {{"kind", trial.kind},
          {"signature", trial.complaint.signature},
          {"text", trial.complaint.text},
          {"mismatch", mismatch_json(trial.record.mismatch)}};
}

std::string failure_text(const Trial& trial) {
  return fmt::format("  failure: {}\n           {}\n", model::printable(trial.kind),
                     model::printable(trial.complaint.text));
}

void remove_evidence(const OutputFolder& folder) {
  std::error_code ignored;  // what stays is replaced
  for (const char* name : kEvidence) std::filesystem::remove(folder.path_of(name), ignored);
  std::filesystem::remove(folder.path_of("bisect.json"), ignored);
}

std::vector<std::string> evidence_in(const OutputFolder& folder) {
  std::vector<std::string> files;
  for (const char* name : kEvidence) {
    if (std::filesystem::exists(folder.path_of(name))) files.emplace_back(name);
  }
  return files;
}

void keep_minimum(const Shortened& minimum, const BisectSubject& subject, OutputFolder& folder) {
  StagedFiles configuration(folder);
  if (minimum.candidate.packets) {
    configuration.write(kPacketFile, trace_text(*minimum.candidate.packets));
  } else {
    configuration.replace(kPacketFile);
  }
  configuration.write(kConfig,
                      header(subject, minimum.trial) + to_toml(minimum.candidate, kPacketFile));
  configuration.keep();
}

namespace {

// `last` is what the minimum came to when it was run last.
MinimumReport report_of(const Shortened& minimum, const BisectSubject& subject, const Trial& last,
                        const TrialRunner& runner, OutputFolder& folder) {
  const Experiment experiment = read_experiment(folder.path_of(kConfig));
  const Size size = size_of(experiment);
  const std::string command = command_of(last, folder, experiment.engine, runner.may_deadlock());
  const Json packets = minimum.candidate.packets ? Json(minimum.candidate.packets->size()) : Json();
  std::vector<std::string> files = {kConfig};
  if (minimum.candidate.packets) files.emplace_back(kPacketFile);
  for (const std::string& name : evidence_in(folder)) files.push_back(name);

  MinimumReport report;
  report.json = {{"schema", kBisectSchema},
                 {"subject", subject.text},
                 {"failure", failure_json(last)},
                 {"engine", to_text(experiment.engine)},
                 {"nodes", size.nodes},
                 {"components", size.components},
                 {"packets", packets},
                 {"cycle", last.cycle() ? Json(*last.cycle()) : Json()},
                 {"cut_off", minimum.is_cut_off},
                 {"tried", runner.count()},
                 {"steps", steps_json(minimum.steps)},
                 {"command", command},
                 {"files", files}};
  report.text = fmt::format("{}\n{}", model::printable(subject.text), failure_text(subject.first));
  report.text +=
      fmt::format("\nSmallest that fails alike{}: {} nodes, {} components, {}\n{}",
                  cut_off_text(minimum.is_cut_off), size.nodes, size.components,
                  minimum.candidate.packets ? count_text(minimum.candidate.packets->size())
                                            : std::string("drawn traffic"),
                  failure_text(last));
  report.text += fmt::format("  repeat:  {}\n", command);
  for (const std::string& file : files) report.text += "  file:    " + folder.path_of(file) + "\n";
  report.text += fmt::format("\nTried, in this order: {} configurations\n{}", runner.count(),
                             steps_text(minimum.steps));
  StagedFiles told(folder);
  told.write("bisect.txt", report.text);
  told.write("bisect.json", json_text(report.json));
  told.keep();
  return report;
}

}  // namespace

void leave_cut_off(const Shortened& minimum, const BisectSubject& subject,
                   const TrialRunner& runner, OutputFolder& folder) {
  keep_minimum(minimum, subject, folder);
  report_of(minimum, subject, minimum.trial, runner, folder);
}

MinimumReport leave_minimum(const Shortened& minimum, const BisectSubject& subject,
                            TrialRunner& runner, OutputFolder& folder) {
  keep_minimum(minimum, subject, folder);
  const Experiment experiment = read_experiment(folder.path_of(kConfig));
  const Trial last = runner.look(experiment, minimum.trial, folder.path());
  if (last.end != Trial::End::failed || last.kind != minimum.trial.kind) {
    throw ConfigError(fmt::format(
        "{}: found a run that does not fail as it did, allowed: runs that repeat; did a file that "
        "it depends on change?",
        folder.path_of(kConfig)));
  }
  return report_of(minimum, subject, last, runner, folder);
}

}  // namespace turnpike::sim
