// report.cpp - `turnpike report`: one page from the folder of a run or a sweep.

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <thread>

#include "commands/command.h"
#include "model/common/printable.h"
#include "sim/base/config_error.h"
#include "sim/base/interrupt.h"
#include "sim/base/output_folder.h"
#include "sim/base/progress_line.h"
#include "sim/base/standard_error.h"
#include "sim/base/task_pool.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/studies/page/fill_page.h"
#include "sim/studies/page/page_data.h"

namespace turnpike::sim {

namespace {

namespace fs = std::filesystem;

struct ReportCommand {
  std::string folder;
  std::string out;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  bool without_paths = false;
  unsigned play = 2;  // megabytes
};

// Repeats the runs, several at a time, for the paths of their slowest messages. False: interrupted.
bool replay_all(PageResults& results, const PageNetworks& networks, unsigned jobs,
                std::size_t play_bytes) {
  ProgressLine line;
  std::vector<std::function<void()>> tasks;
  for (std::size_t p = 0; p < results.points.size(); ++p) {
    tasks.emplace_back([&, p] {
      PagePoint& point = results.points[p];
      // Threads change no figure.
      point.experiment.run.threads = results.points.size() == 1 ? jobs : 1;
      const model::Network& network = networks.networks[networks.of_point[p]];
      point.replay = replay(point.run, point.experiment, network, play_bytes,
                            [] { return interrupt_signal() == 0; });
    });
  }
  const bool whole = run_tasks(tasks, jobs, [&](std::size_t done) {
    line.show(fmt::format("paths of the slowest messages: {} of {} runs", done, tasks.size()));
    return interrupt_signal() == 0;
  });
  line.clear();
  return whole && interrupt_signal() == 0;
}

int report(const ReportCommand& command) {
  watch_for_interrupts();
  StandardOutput out;
  PageResults results = read_results(command.folder);
  const PageNetworks networks = build_networks(results);
  const fs::path file =
      command.out.empty() ? fs::path(command.folder) / "report.html" : fs::path(command.out);
  if (fs::is_directory(file) || file.filename().empty()) {
    throw ConfigError(
        fmt::format("--out: found {}, a folder, allowed: a file name", file.string()));
  }
  const std::string parent = file.parent_path().string();
  OutputFolder folder(parent.empty() ? "." : parent);
  if (command.without_paths) {
    for (PagePoint& point : results.points) {
      point.replay.problem = "The paths were not asked for (--no-paths).";
    }
  } else if (!replay_all(results, networks, command.jobs,
                         results.is_sweep ? 0 : std::size_t{command.play} << 20)) {
    tell("interrupted: no page was written");
    return interrupt_status(interrupt_signal());
  }
  folder.write(file.filename().string(),
               fill_page(kReportPage, results.name, page_data(results, networks)));
  out.print(fmt::format("{}: {} of {}\n  left: {}\n", model::printable(results.name),
                        results.is_sweep ? fmt::format("sweep, {} points", results.points.size())
                                         : std::string("run"),
                        networks.networks.size() == 1
                            ? "one network"
                            : fmt::format("{} networks", networks.networks.size()),
                        model::printable(file.string())));
  return kDone;
}

}  // namespace

Command add_report(CommandLine& program) {
  CommandLine line =
      program.command("report", "makes one HTML page from the folder of a run or sweep");
  auto command = std::make_shared<ReportCommand>();  // shared by the parser and the function below
  line.text("DIR", command->folder, "what `run --out` or `sweep --out` left").required();
  line.text("--out", command->out, "the page; default: DIR/report.html");
  line.number("--jobs", command->jobs, {1, 1024},
              "runs repeated at a time; default: all processors");
  line.flag("--no-paths", command->without_paths,
            "does not repeat the runs to find the paths of their slowest messages");
  line.number(
      "--play", command->play, {0, 1024},
      "megabytes of events that the page of a run plays, from its beginning on; default: 2");
  line.footer(
      "The page is one file that needs no network and no other file. To find the paths and "
      "events,\n"
      "the command repeats the runs on the model.");
  return {line, [command] { return report(*command); }};
}

}  // namespace turnpike::sim
