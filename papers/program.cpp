// program.cpp - command line of turnpike-papers, which `turnpike paper` runs.

#include "papers/program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "commands/exit_status.h"
#include "model/common/input_limits.h"
#include "papers/figure_plot.h"
#include "papers/papers.h"
#include "papers/report_text.h"
#include "papers/sheet.h"
#include "sim/base/command_line.h"
#include "sim/base/config_error.h"
#include "sim/base/interrupt.h"
#include "sim/base/nearest.h"
#include "sim/base/output_folder.h"
#include "sim/base/progress_line.h"
#include "sim/base/staged_files.h"
#include "sim/base/standard_error.h"
#include "sim/base/whole_number.h"
#include "sim/experiment/results/standard_output.h"

namespace turnpike::sim {

namespace {

struct PaperCommand {
  std::string name;
  std::string figure;
  std::string seed = "1";
  std::string jobs = "1";
  std::string engine = "model";
  std::string out;
  std::string page;
  bool quick = false;
  bool json = false;
};

[[noreturn]] void refuse(const char* option, const std::string& found, const std::string& allowed) {
  throw ConfigError(fmt::format("{}: found '{}', allowed: {}", option, found, allowed));
}

std::uint64_t read_number(const char* option, const std::string& text, std::uint64_t low,
                          std::uint64_t high) {
  std::string digits = text;
  const std::string wrong = take_whole_number(digits, low, high);
  if (!wrong.empty()) throw ConfigError(fmt::format("{}: {}", option, wrong));
  return std::stoull(digits);
}

const Paper& find_paper(const std::string& name) {
  std::vector<std::string> names;
  for (const Paper& paper : papers()) {
    if (paper.name == name) return paper;
    names.push_back(paper.name);
  }
  refuse("PAPER", name, fmt::format("{}", fmt::join(names, ", ")));
}

PaperOptions read_options(const PaperCommand& command, const Paper& paper) {
  PaperOptions options;
  options.quick = command.quick;
  options.figure = command.figure;
  const auto& figures = paper.figures;
  if (!command.figure.empty() &&
      std::find(figures.begin(), figures.end(), command.figure) == figures.end()) {
    refuse("--figure", command.figure, fmt::format("{}", fmt::join(figures, ", ")));
  }
  options.seed = read_number("--seed", command.seed, 0, model::kMaxSeed);
  options.jobs = static_cast<unsigned>(read_number("--jobs", command.jobs, 1, 256));
  if (command.engine == to_text(EngineKind::lockstep)) {
    options.engine = EngineKind::lockstep;
  } else if (command.engine != to_text(EngineKind::model)) {
    refuse("--engine", command.engine, "model, lockstep");
  }
  return options;
}

std::string command_text(const PaperCommand& command) {
  std::string text = "turnpike paper " + command.name;
  if (!command.figure.empty()) text += " --figure " + command.figure;
  if (command.quick) text += " --quick";
  if (command.seed != "1") text += " --seed " + command.seed;
  if (command.engine != "model") text += " --engine " + command.engine;
  return text;
}

// Returns why there are no pictures, or nothing.
std::string write_files(const PaperReport& report, OutputFolder& folder) {
  StagedFiles files(folder);
  std::vector<const Plot*> plots;
  files.write("claims.csv", table_csv(claims_table(report)));
  for (const Section& section : report.sections) {
    for (const Table& table : section.tables) files.write(table.id + ".csv", table_csv(table));
    for (const Plot& plot : section.plots) plots.push_back(&plot);
  }
  const std::string no_picture = draw_plots(plots, files);
  files.write("report.json", json_text(report_json(report)));  // last: where it is, all are
  files.keep();
  return no_picture;
}

void write_page(const PaperReport& report, const std::string& page, const std::string& out) {
  const std::filesystem::path path(page);
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const std::string pictures = std::filesystem::absolute(out).lexically_normal().lexically_relative(
      std::filesystem::absolute(folder).lexically_normal());
  OutputFolder(folder.string()).write(path.filename().string(), report_markdown(report, pictures));
}

int run(const PaperCommand& command) {
  watch_for_interrupts();
  StandardOutput out;
  const Paper& paper = find_paper(command.name);
  PaperOptions options = read_options(command, paper);
  if (!command.page.empty() && command.out.empty()) {
    refuse("--page", command.page, "only with --out, where its pictures are");
  }
  std::optional<OutputFolder> folder;
  if (!command.out.empty()) folder.emplace(command.out);
  ProgressLine line;
  options.on_progress = [&](const std::string& text) {
    if (line.due()) line.show(text);
    return interrupt_signal() == 0;
  };
  PaperReport report = paper.run(options);
  line.clear();
  if (report.interrupted) {
    tell("interrupted, nothing was written");
    return interrupt_status(interrupt_signal());
  }
  report.paper = paper.name;
  report.summary = Part(paper.name, "summary").summary(report.judgements);
  report.citation = paper.citation;
  report.quick = options.quick;
  report.engine = command.engine;
  report.command = command_text(command);

  std::string no_picture;
  if (folder) no_picture = write_files(report, *folder);
  if (!command.page.empty()) write_page(report, command.page, command.out);
  if (command.json) {
    out.print(report_json(report));
  } else {
    std::string text = report_text(report);
    if (folder)
      text += fmt::format("\n  left: {} files in {}\n", folder->files().size(), command.out);
    out.print(text);
  }
  if (!no_picture.empty()) tell("no picture: " + no_picture);
  return report.failures.empty() ? kDone : kCheckFailed;
}

std::string footer() {
  std::string text = "Papers and their figures:\n";
  for (const Paper& paper : papers()) {
    text += fmt::format("  {}: {}\n    {}\n", paper.name, paper.citation,
                        fmt::join(paper.figures, ", "));
  }
  return text +
         "Exit status 1: something is broken (a mismatch between hardware and model, a "
         "message\nlost). A claim that our numbers contradict is a result: status 0.";
}

}  // namespace

int run_papers_program(int argc, char** argv) {
  PaperCommand command;
  CommandLine line("turnpike paper", "Repeats a paper's experiments and judges its claims.");
  line.text("PAPER", command.name, "one of the papers below").required();
  line.text("--figure", command.figure, "one figure or part only; default: all");
  line.flag("--quick", command.quick, "shorter lists and fewer repetitions");
  line.text("--seed", command.seed, "seed of the first repetition; default 1");
  line.text("--jobs", command.jobs, "runs at a time; default 1");
  line.text("--engine", command.engine,
            "model, or lockstep: some points with the hardware beside it too; default model");
  line.text("--out", command.out, "folder for tables (.csv), plots (.svg), report.json");
  line.text("--page", command.page, "writes the report as Markdown, pictures from --out");
  line.flag("--json", command.json, "one JSON object on standard output");
  line.footer(footer);
  return exit_status_of(line, argc, argv, [&] { return run(command); });
}

}  // namespace turnpike::sim
