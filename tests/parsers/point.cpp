// point.cpp - points of a sweep: refused with the key, or whole: the sweep can use them, and
// written again they read as the same.

#include "sim/base/config_error.h"
#include "sim/experiment/results/check_run.h"
#include "sim/experiment/results/standstill_figures.h"
#include "tests/parsers/parsers.h"

namespace turnpike::test {

void check_point(std::string_view bytes) {
  const std::string& path = file_with(bytes);
  sim::Json run;
  try {
    run = sim::read_run_json(path);
  } catch (const sim::ConfigError& error) {
    const std::string message = error.what();
    promise(message.rfind(path, 0) == 0, "the file's name comes first: " + message);
    return check_message(message, 1);
  }
  promise(!sim::csv_row(run).empty(), "a row of results.csv");
  const bool has_ended = run.at("status") == "done" || run.at("status") == "saturated";
  promise(sim::is_finished(run) == has_ended, "a status");
  const sim::Json& standstill = run.at("standstill");
  promise(standstill.is_null() || sim::read_standstill(standstill).cycle == standstill.at("cycle"),
          "a circle");
  promise(sim::read_run_json(file_with(run.dump())) == run, "written again it reads as the same");
}

}  // namespace turnpike::test
