// command_line.cpp - CLI11 behind an interface that compiles fast.

#include "sim/base/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <utility>

#include "model/common/printable.h"
#include "sim/base/nearest.h"
#include "sim/base/whole_number.h"

namespace turnpike::sim {

namespace {

// CLI11 itself takes 010 for 8, -1 for 2^64 - 1, and what is too large for the largest.
CLI::Validator whole_number(NumberRange range) {
  constexpr std::uint64_t worth_saying = 9999;
  const auto take = [range](std::string& text) {
    return take_whole_number(text, range.least, range.most);
  };
  return CLI::Validator(take, range.most <= worth_saying
                                  ? fmt::format("{} .. {}", range.least, range.most)
                                  : std::string());
}

CommandOption once_each(CLI::Option* option) {
  return CommandOption(option->take_all()->expected(1)->allow_extra_args(false));
}

// The subcommand that was reached, or the program.
const CLI::App& innermost(const CLI::App& program) {
  const CLI::App* app = &program;
  while (!app->get_subcommands().empty()) app = app->get_subcommands().back();
  return *app;
}

std::string unknown_option(const CLI::App& program) {
  std::vector<std::string> known;
  for (const CLI::Option* option : innermost(program).get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    for (const std::string& name : option->get_snames()) known.push_back("-" + name);
  }
  for (const std::string& word : program.remaining(true)) {
    if (word.size() < 2 || word[0] != '-') continue;
    const std::string name = word.substr(0, word.find('='));
    return fmt::format("option '{}': unknown, nearest option: '{}'", model::excerpt(name),
                       nearest_key(name, known));
  }
  return "";
}

// What comes first is looked at before everything else: `turnpike runn --help` has no help to give.
std::string unknown_command(const CLI::App& program, const std::string& word) {
  std::vector<std::string> known;
  for (const CLI::App* command : program.get_subcommands({})) known.push_back(command->get_name());
  const bool is_known = std::find(known.begin(), known.end(), word) != known.end();
  if (known.empty() || is_known || word[0] == '-') return "";
  return fmt::format("command '{}': unknown, nearest command: '{}'", model::excerpt(word),
                     nearest_key(word, known));
}

Parsed refused(const CLI::App& program, const std::string& what) {
  fmt::print(stderr, "{}: {}\nRun with --help for more information.\n", program.get_name(), what);
  return Parsed::refused;
}

}  // namespace

CommandOption& CommandOption::required() {
  option_->required();
  return *this;
}

CommandOption& CommandOption::needs(const CommandOption& other) {
  option_->needs(other.option_);
  return *this;
}

CommandOption& CommandOption::excludes(const CommandOption& other) {
  option_->excludes(other.option_);
  return *this;
}

CommandOption& CommandOption::value_name(const std::string& name) {
  option_->type_name(name);
  return *this;
}

CommandOption& CommandOption::show_default() {
  option_->capture_default_str();
  return *this;
}

CommandOption& CommandOption::hide() {
  option_->group("");
  return *this;
}

CommandLine::CommandLine(const std::string& program, const std::string& meaning)
    : whole_(std::make_shared<CLI::App>(meaning, program)), app_(whole_.get()) {}

CommandLine::CommandLine(std::shared_ptr<CLI::App> whole, CLI::App* part)
    : whole_(std::move(whole)), app_(part) {}

CommandOption CommandLine::text(const std::string& name, std::string& value,
                                const std::string& meaning) {
  return CommandOption(app_->add_option(name, value, meaning));
}

CommandOption CommandLine::texts(const std::string& name, std::vector<std::string>& values,
                                 const std::string& meaning) {
  return CommandOption(app_->add_option(name, values, meaning));
}

CommandOption CommandLine::each(const std::string& name, std::vector<std::string>& values,
                                const std::string& meaning) {
  return once_each(app_->add_option(name, values, meaning));
}

CommandOption CommandLine::each(const std::string& name, std::vector<std::uint32_t>& values,
                                NumberRange range, const std::string& meaning) {
  return once_each(app_->add_option(name, values, meaning)->transform(whole_number(range)));
}

CommandOption CommandLine::number(const std::string& name, std::uint32_t& value, NumberRange range,
                                  const std::string& meaning) {
  return CommandOption(app_->add_option(name, value, meaning)->transform(whole_number(range)));
}

CommandOption CommandLine::number(const std::string& name, std::uint64_t& value, NumberRange range,
                                  const std::string& meaning) {
  return CommandOption(app_->add_option(name, value, meaning)->transform(whole_number(range)));
}

CommandOption CommandLine::real(const std::string& name, double& value, double least, double most,
                                const std::string& meaning) {
  return CommandOption(app_->add_option(name, value, meaning)->check(CLI::Range(least, most)));
}

CommandOption CommandLine::choice(const std::string& name, std::string& value,
                                  const std::vector<std::string>& allowed,
                                  const std::string& meaning) {
  return CommandOption(
      app_->add_option(name, value, meaning)->check(CLI::IsMember(allowed).description("")));
}

CommandOption CommandLine::choice(const std::string& name, std::uint32_t& value,
                                  const std::vector<std::uint32_t>& allowed,
                                  const std::string& meaning) {
  return CommandOption(app_->add_option(name, value, meaning)
                           ->check(CLI::IsMember(allowed))
                           ->transform(whole_number({0, kLastCycle})));
}

CommandOption CommandLine::flag(const std::string& name, bool& value, const std::string& meaning) {
  return CommandOption(app_->add_flag(name, value, meaning));
}

void CommandLine::version(const std::string& text) {
  app_->set_version_flag("--version", text, "Print the version and exit");
}

void CommandLine::footer(const std::string& text) { app_->footer(text); }

void CommandLine::footer(const std::function<std::string()>& text) { app_->footer(text); }

CommandLine CommandLine::command(const std::string& name, const std::string& meaning) {
  app_->require_subcommand(1);
  return CommandLine(whole_, app_->add_subcommand(name, meaning));
}

CommandLine CommandLine::command_passed_on(const std::string& name, const std::string& meaning) {
  CommandLine line = command(name, meaning);
  line.app_->set_help_flag();
  line.app_->prefix_command();
  return line;
}

Parsed CommandLine::parse(int argc, char** argv) {
  const std::string command = argc > 1 ? unknown_command(*whole_, argv[1]) : "";
  if (!command.empty()) return refused(*whole_, command);
  try {
    whole_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // A slip in the name of an option that is required reads as if it were missing.
    const std::string option = error.get_exit_code() == 0 ? "" : unknown_option(*whole_);
    if (!option.empty()) return refused(*whole_, option);
    std::ostringstream answer;
    if (whole_->exit(error, answer) != 0) return Parsed::refused;
    if (std::fputs(answer.str().c_str(), stdout) >= 0 && std::fflush(stdout) == 0) {
      return Parsed::answered;
    }
    fmt::print(stderr, "turnpike: standard output: cannot be written: {}\n", std::strerror(errno));
    return Parsed::refused;
  }
  return Parsed::go_on;
}

bool CommandLine::is_given() const { return app_->parsed(); }

std::vector<std::string> CommandLine::words_after() const { return app_->remaining(); }

}  // namespace turnpike::sim
