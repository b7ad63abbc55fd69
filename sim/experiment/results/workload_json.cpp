// workload_json.cpp - rows of figures and tables of a workload, written and read.

#include "sim/experiment/results/workload_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <limits>
#include <sstream>

#include "model/common/printable.h"
#include "sim/base/config_error.h"
#include "sim/base/text_file.h"

namespace turnpike::sim {
namespace {

using Kind = model::WorkloadFigure::Kind;

constexpr const char* kColumn = "workload.";

Json value_of(Kind kind, const std::optional<double>& figure) {
  if (!figure) return {};
  if (kind == Kind::flag) return *figure != 0;
  if (kind == Kind::count) return static_cast<std::uint64_t>(*figure);
  return *figure;
}

bool is_file_name(const Json& name) {
  if (!name.is_string()) return false;
  const auto& text = name.get_ref<const std::string&>();
  return text.size() > 4 && text.compare(text.size() - 4, 4, ".csv") == 0 &&
         std::all_of(text.begin(), text.end() - 4,
                     [](char c) { return c == '_' || (c >= 'a' && c <= 'z'); });
}

bool is_figure(const Json& value) {
  return value.is_null() || value.is_boolean() || (value.is_number() && value.get<double>() >= 0);
}

// Of a kind that this program knows: all figures are there, and no others.
bool has_figures_of(const model::Workload& workload, const Json& figures) {
  bool has_all = figures.size() == workload.figure_count;
  for (std::size_t i = 0; has_all && i < workload.figure_count; ++i) {
    has_all = figures.contains(workload.figures[i].name);
  }
  return has_all;
}

}  // namespace

const model::Workload* find_workload(const std::string& word) {
  for (const model::Workload* one : model::workloads()) {
    if (one->word == word) return one;
  }
  return nullptr;
}

Json workload_json(const Experiment& experiment, const RunOutcome& outcome) {
  const model::Workload& workload = *experiment.traffic.workload;
  const model::WorkloadResults& results = outcome.results.workload;
  if (workload.figure_count == 0) return {};
  Json figures = Json::object();
  for (std::size_t i = 0; i < workload.figure_count; ++i) {
    const model::WorkloadFigure& row = workload.figures[i];
    // A run that hardware and model ended has none.
    const bool is_known = i < results.figures.size();
    figures[row.name] = is_known ? value_of(row.kind, results.figures[i]) : Json();
  }
  Json tables = Json::array();
  for (const model::WorkloadTable& table : results.tables) tables.push_back(table.file);
  return {{"kind", workload.word}, {"figures", figures}, {"tables", tables}};
}

void check_workload_json(const Json& workload) {
  const auto refuse = [&](const std::string& allowed) {
    throw ConfigError(fmt::format("key 'workload': found {}, allowed: {}",
                                  model::excerpt(workload.dump()), allowed));
  };
  if (workload.is_null()) return;
  const bool has_parts = workload.is_object() && workload.size() == 3 &&
                         workload.contains("kind") && workload.contains("figures") &&
                         workload.contains("tables");
  if (!has_parts || !workload.at("kind").is_string() || !workload.at("figures").is_object() ||
      !workload.at("tables").is_array()) {
    refuse("null, or kind, figures and tables");
  }
  const Json& figures = workload.at("figures");
  if (!std::all_of(figures.begin(), figures.end(), is_figure)) {
    refuse("figures that are numbers, 0 or more, true, false or null");
  }
  const model::Workload* known = find_workload(workload.at("kind").get_ref<const std::string&>());
  if (known != nullptr && !has_figures_of(*known, figures)) {
    refuse(fmt::format("the figures of a {}", known->word));
  }
  const Json& tables = workload.at("tables");
  if (!std::all_of(tables.begin(), tables.end(), is_file_name)) refuse("names of tables");
}

std::vector<std::string> workload_columns(const std::vector<const Json*>& runs) {
  std::vector<std::string> columns;
  for (const Json* run : runs) {
    const Json workload = run->value("workload", Json());
    if (workload.is_null()) continue;
    for (const auto& [name, value] : workload.at("figures").items()) {
      const std::string column = kColumn + name;
      if (std::find(columns.begin(), columns.end(), column) == columns.end()) {
        columns.push_back(column);
      }
    }
  }
  return columns;
}

Json workload_value(const Json& run, const std::string& column) {
  const Json workload = run.value("workload", Json());
  if (workload.is_null()) return {};
  return workload.at("figures").value(column.substr(std::string(kColumn).size()), Json());
}

std::string workload_csv(const model::WorkloadTable& table) {
  std::string text;
  for (const std::string& column : table.columns) text += (text.empty() ? "" : ",") + column;
  const std::size_t width = table.columns.size();
  auto to = std::back_inserter(text);
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    text += i % width == 0 ? '\n' : ',';
    if (!std::isnan(table.cells[i])) fmt::format_to(to, "{}", table.cells[i]);
  }
  return text + "\n";
}

model::WorkloadTable read_workload_csv(const std::string& file) {
  model::WorkloadTable table;
  table.file = std::filesystem::path(file).filename().string();
  std::istringstream text(read_text_file(file));
  std::string line;
  std::getline(text, line);
  std::istringstream names(line);
  for (std::string name; std::getline(names, name, ',');) table.columns.push_back(name);
  for (unsigned number = 2; std::getline(text, line); ++number) {
    const std::size_t before = table.cells.size();
    const char* at = line.data();
    const char* const end = at + line.size();
    while (at <= end) {
      double cell = std::numeric_limits<double>::quiet_NaN();
      const char* const comma = std::find(at, end, ',');
      const auto read = std::from_chars(at, comma, cell);
      if (at != comma && (read.ec != std::errc() || read.ptr != comma)) break;
      table.cells.push_back(cell);
      at = comma + 1;
    }
    if (at <= end || table.cells.size() != before + table.columns.size()) {
      throw ConfigError(fmt::format("{}:{}: found '{}', allowed: {} numbers", file, number,
                                    model::excerpt(line), table.columns.size()));
    }
  }
  return table;
}

}  // namespace turnpike::sim
