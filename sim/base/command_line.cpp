// command_line.cpp - CLI11 behind an interface that compiles fast.

#include "sim/base/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <utility>

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
  whole_->require_subcommand(1);
  return CommandLine(whole_, app_->add_subcommand(name, meaning));
}

CommandLine CommandLine::command_passed_on(const std::string& name, const std::string& meaning) {
  CommandLine line = command(name, meaning);
  line.app_->set_help_flag();
  line.app_->prefix_command();
  return line;
}

Parsed CommandLine::parse(int argc, char** argv) {
  try {
    whole_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
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
