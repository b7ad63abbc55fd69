// express_plan.cpp - `turnpike express-plan`: how many channels each level of an express array
// gets.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "commands/command.h"
#include "model/analysis/dally.h"
#include "model/analysis/express_load.h"
#include "model/common/interchange_routing.h"
#include "sim/base/config_error.h"
#include "sim/experiment/results/standard_output.h"

namespace turnpike::sim {

namespace {

constexpr unsigned kMaxRadix = 1u << 20;  // counted in a fraction of a second
constexpr unsigned kMaxChannels = 4096;

// As written on the command line.
struct PlanOptions {
  std::string radix;
  std::string spacing;
  std::string levels;
  std::string channels;
  std::string locality;
  bool json = false;
};

// One way to know who crosses the centre on which level.
struct Estimate {
  std::string key;
  std::string title;
  std::vector<double> fractions;  // [level]; empty: it says nothing about this array
};

struct Plan {
  unsigned radix = 0;
  model::dally::Spacing spacing;
  unsigned channels = 0;
  unsigned locality = 0;
  std::vector<Estimate> estimates;  // equations, random, local

  std::size_t levels() const { return spacing.size() + 1; }
};

std::optional<unsigned> parse_number(const std::string& text) {
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  if (text.empty() || text.size() > 9 || !std::all_of(text.begin(), text.end(), is_digit)) {
    return std::nullopt;
  }
  return static_cast<unsigned>(std::stoul(text));
}

// `why` is added to what is allowed.
unsigned read_number(const char* option, const std::string& text, std::size_t low, std::size_t high,
                     const std::string& why = "") {
  const std::optional<unsigned> number = parse_number(text);
  if (!number || *number < low || *number > high) {
    refuse_option(option, text, fmt::format("integer {} .. {}{}", low, high, why));
  }
  return *number;
}

// One spacing for all levels, or one for each.
model::dally::Spacing read_spacing(const std::string& text, unsigned levels) {
  model::dally::Spacing spacing;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::optional<unsigned> number = parse_number(text.substr(begin, end - begin));
    const bool fits = number && *number >= 2 && *number <= kMaxRadix;
    spacing.push_back(fits ? *number : 0);
    begin = end + 1;
  }
  const bool right_length = spacing.size() == 1 || spacing.size() == levels;
  if (!right_length || std::find(spacing.begin(), spacing.end(), 0u) != spacing.end()) {
    refuse_option("--spacing", text,
                  fmt::format("integer 2 .. {}, or {} of them with commas between, level 1 first",
                              kMaxRadix, levels));
  }
  if (spacing.size() == 1) spacing.assign(levels, spacing[0]);
  return spacing;
}

// A channel of the top level joins the interchanges before the first two multiples of its length.
void check_levels(const std::string& found, unsigned radix, const model::dally::Spacing& spacing) {
  std::uint64_t length = 1;
  for (std::size_t level = 1; level <= spacing.size(); ++level) {
    length *= spacing[level - 1];
    if (2 * length < radix) continue;
    const std::string why = fmt::format(
        "a channel of level {} would join the interchanges before nodes {} and {} of {}", level,
        length, 2 * length, radix);
    if (level == 1) {
      refuse_option("--spacing", fmt::format("{}", spacing[0]),
                    fmt::format("less than half of the radix: {}", why));
    }
    refuse_option("--levels", found, fmt::format("1 .. {}: {}", level - 1, why));
  }
}

Plan read_plan(const PlanOptions& options) {
  Plan plan;
  plan.radix = read_number("--radix", options.radix, 2, kMaxRadix);
  const unsigned levels = read_number("--levels", options.levels, 1, model::kMaxExpressLevels);
  plan.spacing = read_spacing(options.spacing, levels);
  check_levels(options.levels, plan.radix, plan.spacing);
  plan.channels = read_number("--channels", options.channels, plan.levels(), kMaxChannels,
                              fmt::format(", one or more for each of the levels 0 .. {}", levels));
  plan.locality = options.locality.empty() ? std::min(2 * plan.spacing[0], plan.radix - 1)
                                           : read_number("--locality", options.locality, 1,
                                                         plan.radix - 1, ", less than the radix");
  return plan;
}

// Nothing where the array is so short that (6) gives the lower levels more than all traffic.
std::vector<double> equation_fractions(const Plan& plan) {
  try {
    return model::dally::traffic_fractions(plan.radix, plan.spacing);
  } catch (const std::invalid_argument&) {
    return {};
  }
}

void add_estimates(Plan& plan) {
  const auto counted = [&](const model::DistanceWeight& weight) {
    return model::centre_traffic(plan.radix, plan.spacing, weight).fractions();
  };
  plan.estimates = {
      {"equations", "(6), (7)", equation_fractions(plan)},
      {"random", "random", counted(model::random_traffic())},
      {"local", "local", counted(model::local_traffic(plan.locality))},
  };
}

std::string split_title(const Plan& plan, const Estimate& estimate) {
  if (estimate.key == "equations") return "Split by equations (6) and (7), random traffic";
  if (estimate.key == "random") return "Split by the exact count, random traffic";
  return fmt::format("Split by the exact count, local traffic (destinations within {} nodes)",
                     plan.locality);
}

double gain(const std::vector<double>& loads) { return 1 / loads[model::bottleneck_level(loads)]; }

Json split_json(const Plan& plan, const Estimate& by) {
  Json json;
  json["by"] = by.key;
  const std::vector<unsigned> split = model::split_channels(by.fractions, plan.channels);
  json["balanced"] = model::balanced_split(by.fractions, plan.channels);
  json["channels"] = split;
  for (const Estimate& traffic : plan.estimates) {
    if (traffic.fractions.empty()) continue;
    const std::vector<double> loads = model::channel_loads(traffic.fractions, split);
    json["load"][traffic.key] = loads;
    json["bottleneck"][traffic.key] = model::bottleneck_level(loads);
    json["gain"][traffic.key] = gain(loads);
  }
  return json;
}

Json plan_json(const Plan& plan) {
  Json json;
  json["schema"] = "turnpike.express-plan/1";
  json["radix"] = plan.radix;
  json["spacing"] = plan.spacing;
  json["levels"] = plan.spacing.size();
  json["channels"] = plan.channels;
  json["locality"] = plan.locality;
  for (const Estimate& estimate : plan.estimates) {
    json["fractions"][estimate.key] =
        estimate.fractions.empty() ? Json() : Json(estimate.fractions);
  }
  json["splits"] = Json::array();
  for (const Estimate& estimate : plan.estimates) {
    if (!estimate.fractions.empty()) json["splits"].push_back(split_json(plan, estimate));
  }
  return json;
}

std::string fractions_text(const Plan& plan) {
  std::string text = "Share of the messages across the centre\n  level  length";
  for (const Estimate& estimate : plan.estimates) text += fmt::format(" {:>11}", estimate.title);
  const std::vector<std::uint64_t> lengths = model::dally::channel_lengths(plan.spacing);
  for (std::size_t level = 0; level < plan.levels(); ++level) {
    text += fmt::format("\n  {:>5}  {:>6}", level, lengths[level]);
    for (const Estimate& estimate : plan.estimates) {
      text += estimate.fractions.empty() ? fmt::format(" {:>11}", "-")
                                         : fmt::format(" {:>11.4f}", estimate.fractions[level]);
    }
  }
  return text + "\n";
}

// A column of figures with the bottleneck marked; dashes where there are none.
std::vector<std::string> load_column(const Estimate& traffic, const std::vector<unsigned>& split) {
  if (traffic.fractions.empty()) return std::vector<std::string>(split.size() + 1, "-");
  std::vector<std::string> column;
  const std::vector<double> loads = model::channel_loads(traffic.fractions, split);
  for (std::size_t level = 0; level < loads.size(); ++level) {
    const char* mark = level == model::bottleneck_level(loads) ? "*" : "";
    column.push_back(fmt::format("{}{:.4f}", mark, loads[level]));
  }
  column.push_back(fmt::format("{:.2f}", gain(loads)));
  return column;
}

// What a configuration says to have these channels.
std::string config_text(const std::vector<unsigned>& split) {
  const std::vector<unsigned> express(split.begin() + 1, split.end());
  if (split[0] > 1) return "no configuration: a router has one local channel each way";
  if (*std::max_element(express.begin(), express.end()) > model::kMaxExpressChannels) {
    return fmt::format("no configuration: an interchange has up to {} channels of a level",
                       model::kMaxExpressChannels);
  }
  return fmt::format("[network.express] channels = [{}]", fmt::join(express, ", "));
}

std::string split_text(const Plan& plan, const Estimate& by) {
  std::string text = split_title(plan, by) + "\n";
  if (by.fractions.empty()) {
    return text + "  none: by (6) the lower levels have more than all traffic\n";
  }
  const std::vector<double> balanced = model::balanced_split(by.fractions, plan.channels);
  const std::vector<unsigned> split = model::split_channels(by.fractions, plan.channels);
  std::vector<std::vector<std::string>> columns;
  text += "  level  balanced  channels";
  for (const Estimate& traffic : plan.estimates) {
    text += fmt::format(" {:>11}", traffic.title);
    columns.push_back(load_column(traffic, split));
  }
  for (std::size_t level = 0; level < plan.levels(); ++level) {
    text += fmt::format("\n  {:>5}  {:>8.2f}  {:>8}", level, balanced[level], split[level]);
    for (const auto& column : columns) text += fmt::format("{:>12}", column[level]);
  }
  text += fmt::format("\n  {:<25}", "gain");
  for (const auto& column : columns) text += fmt::format("{:>12}", column.back());
  return text + "\n  " + config_text(split) + "\n";
}

std::string plan_text(const Plan& plan) {
  const bool mixed = std::adjacent_find(plan.spacing.begin(), plan.spacing.end(),
                                        std::not_equal_to<>()) != plan.spacing.end();
  const model::dally::Spacing shown = mixed ? plan.spacing : model::dally::Spacing{plan.spacing[0]};
  std::string text = fmt::format(
      "Express array of {} nodes, spacing {}, levels 0 .. {}: {} channels each way, local ones "
      "included\n\n",
      plan.radix, fmt::join(shown, ","), plan.spacing.size(), plan.channels);
  text += fractions_text(plan);
  for (const Estimate& estimate : plan.estimates) text += "\n" + split_text(plan, estimate);
  return text +
         "\n* the bottleneck. Loads are shares of these messages on one channel; the gain is how "
         "many "
         "times\nthe traffic of a plain array crosses the centre when the bottleneck is full.\n";
}

int express_plan(const PlanOptions& options) {
  StandardOutput out;
  Plan plan = read_plan(options);
  add_estimates(plan);
  if (options.json) {
    out.print(plan_json(plan));
  } else {
    out.print(plan_text(plan));
  }
  return kDone;
}

}  // namespace

Command add_express_plan(CommandLine& program) {
  CommandLine line =
      program.command("express-plan", "splits the channels of an express cube among its levels");
  auto options = std::make_shared<PlanOptions>();  // shared by the parser and the function below
  const auto add = [&](const char* name, std::string& text, const char* type, const char* meaning) {
    return line.text(name, text, meaning).value_name(type);
  };
  add("--radix", options->radix, "K", "nodes of the array, k").required();
  add("--spacing", options->spacing, "I",
      "interchange spacing, i; or one of each level, as 2,4, level 1 first")
      .required();
  add("--levels", options->levels, "L", "levels of express channels, l").required();
  add("--channels", options->channels, "N",
      "channels each way that the width of a node allows, local ones included")
      .required();
  add("--locality", options->locality, "R",
      "local traffic: destinations within R nodes (default: twice the spacing)");
  line.flag("--json", options->json, "one JSON object on standard output and nothing else there");
  line.footer(
      "For one dimension (Dally 1991, III-E). Three splits: by equations (6) and (7) of the "
      "paper,\n"
      "corrected, and by an exact count of the messages across the centre, for random and for "
      "local\n"
      "traffic; with each the expected load of a channel under all three. docs/express.md.");
  return {line, [options] { return express_plan(*options); }};
}

}  // namespace turnpike::sim
