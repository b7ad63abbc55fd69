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
#include "sim/base/other_words.h"
#include "sim/base/standard_error.h"
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

// Of text, an empty one says nothing: later it would be as if the option had not been given.
CLI::Validator some_text() {
  const auto refuse = [](const std::string& text) {
    return text.empty() ? std::string("found '', allowed: at least one character") : std::string();
  };
  return CLI::Validator(refuse, "");
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

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// "nearest option: '--seed'" and the like; `keys` are what --set takes.
std::string option_hint(const std::string& name, const std::vector<std::string>& known,
                        const std::vector<std::string>& keys) {
  const std::string key = has(known, "--set") ? key_meant(name, keys) : "";
  if (!key.empty()) return fmt::format(", --set {}=VALUE sets it", key);
  const OtherWord* other = find_other_word(other_words_for_options(), name);
  const bool is_other = other != nullptr && has(known, other->here);
  return nearest_text(", nearest option: ", is_other ? other->here : name, known);
}

std::string unknown_option(const CLI::App& program, const std::vector<std::string>& keys) {
  std::vector<std::string> known;
  for (const CLI::Option* option : innermost(program).get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    for (const std::string& name : option->get_snames()) known.push_back("-" + name);
  }
  for (const std::string& word : program.remaining(true)) {
    if (word.size() < 2 || word[0] != '-') continue;
    const std::string name = word.substr(0, word.find('='));
    return fmt::format("option '{}': unknown{}", model::excerpt(name),
                       option_hint(name, known, keys));
  }
  return "";
}

// What comes first is looked at before everything else: `turnpike runn --help` has no help to give.
std::string unknown_command(const CLI::App& program, const std::string& word) {
  std::vector<std::string> known;
  for (const CLI::App* command : program.get_subcommands({})) known.push_back(command->get_name());
  if (known.empty() || has(known, word) || word.substr(0, 1) == "-") return "";
  const OtherWord* other = find_other_word(other_words_for_commands(), word);
  const bool is_other = other != nullptr && has(known, other->here);
  return fmt::format("command '{}': unknown{}", model::excerpt(word),
                     nearest_text(", nearest command: ", is_other ? other->here : word, known));
}

Parsed refused(const CLI::App& program, const std::string& what) {
  write_standard_error(
      fmt::format("{}: {}\nRun with --help for more information.\n", program.get_name(), what));
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

struct CommandLine::Whole {
  explicit Whole(const std::string& program, const std::string& meaning) : app(meaning, program) {}

  CLI::App app;
  std::vector<std::string> keys;
};

CommandLine::CommandLine(const std::string& program, const std::string& meaning)
    : whole_(std::make_shared<Whole>(program, meaning)), app_(&whole_->app) {}

CommandLine::CommandLine(std::shared_ptr<Whole> whole, CLI::App* part)
    : whole_(std::move(whole)), app_(part) {}

CommandOption CommandLine::text(const std::string& name, std::string& value,
                                const std::string& meaning) {
  return CommandOption(app_->add_option(name, value, meaning)->check(some_text()));
}

CommandOption CommandLine::texts(const std::string& name, std::vector<std::string>& values,
                                 const std::string& meaning) {
  return CommandOption(app_->add_option(name, values, meaning)->check(some_text()));
}

CommandOption CommandLine::each(const std::string& name, std::vector<std::string>& values,
                                const std::string& meaning) {
  return once_each(app_->add_option(name, values, meaning)->check(some_text()));
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
  return CommandOption(app_->add_option(name, value, meaning)->check(CLI::IsMember(allowed)));
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

void CommandLine::keys(const std::vector<std::string>& names) { whole_->keys = names; }

Parsed CommandLine::parse(int argc, char** argv) {
  CLI::App& program = whole_->app;
  const std::string command = argc > 1 ? unknown_command(program, argv[1]) : "";
  if (!command.empty()) return refused(program, command);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // A slip in the name of an option that is required reads as if it were missing.
    const std::string option =
        error.get_exit_code() == 0 ? "" : unknown_option(program, whole_->keys);
    if (!option.empty()) return refused(program, option);
    std::ostringstream answer;
    std::ostringstream complaint;
    if (program.exit(error, answer, complaint) != 0) {
      write_standard_error(model::printable_lines(complaint.str()));
      return Parsed::refused;
    }
    if (std::fputs(answer.str().c_str(), stdout) >= 0 && std::fflush(stdout) == 0) {
      return Parsed::answered;
    }
    tell(fmt::format("standard output: cannot be written: {}", std::strerror(errno)));
    return Parsed::refused;
  }
  return Parsed::go_on;
}

bool CommandLine::is_given() const { return app_->parsed(); }

std::vector<std::string> CommandLine::words_after() const { return app_->remaining(); }

}  // namespace turnpike::sim
