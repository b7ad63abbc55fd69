// command_line.h - the command line of a program: its commands, its options, and their values.
//
// CLI11 does the work, in command_line.cpp alone: its header costs a compiler run of seven seconds.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace turnpike::sim {

// An option or positional argument that has been added. A dash makes the difference: "--out",
// "DIR".
class CommandOption {
 public:
  explicit CommandOption(CLI::Option* option) : option_(option) {}

  CommandOption& required();
  CommandOption& needs(const CommandOption& other);
  CommandOption& excludes(const CommandOption& other);
  CommandOption& value_name(const std::string& name);  // what the help calls its value
  CommandOption& show_default();                       // what the variable holds now
  CommandOption& hide();                               // from the help

 private:
  CLI::Option* option_;
};

// Whole numbers, both ends included.
struct NumberRange {
  std::uint64_t least;
  std::uint64_t most;
};
constexpr std::uint64_t kLastCycle = ~std::uint64_t{0};

enum class Parsed {
  go_on,
  answered,  // help or version has been printed
  refused,   // what is wrong has been printed
};

// A program's command line, or the part of it after the name of a subcommand; copies are the same
// one. Values are written to the variables by parse(): they must live as long.
class CommandLine {
 public:
  CommandLine(const std::string& program, const std::string& meaning);

  // No text is empty.
  CommandOption text(const std::string& name, std::string& value, const std::string& meaning);
  // Every word that is left for a positional argument.
  CommandOption texts(const std::string& name, std::vector<std::string>& values,
                      const std::string& meaning);
  // An option that may be given several times, one value each time.
  CommandOption each(const std::string& name, std::vector<std::string>& values,
                     const std::string& meaning);
  CommandOption each(const std::string& name, std::vector<std::uint32_t>& values, NumberRange range,
                     const std::string& meaning);
  // Decimal digits, compared exactly (whole_number.h).
  CommandOption number(const std::string& name, std::uint32_t& value, NumberRange range,
                       const std::string& meaning);
  CommandOption number(const std::string& name, std::uint64_t& value, NumberRange range,
                       const std::string& meaning);
  CommandOption real(const std::string& name, double& value, double least, double most,
                     const std::string& meaning);
  CommandOption choice(const std::string& name, std::string& value,
                       const std::vector<std::string>& allowed, const std::string& meaning);
  CommandOption choice(const std::string& name, std::uint32_t& value,
                       const std::vector<std::uint32_t>& allowed, const std::string& meaning);
  CommandOption flag(const std::string& name, bool& value, const std::string& meaning);

  // What --version prints.
  void version(const std::string& text);
  // Below the options in the help.
  void footer(const std::string& text);
  void footer(const std::function<std::string()>& text);

  // A subcommand, of this one where it is one itself; one of them has to be given.
  CommandLine command(const std::string& name, const std::string& meaning);
  // A subcommand whose words, --help too, are for another program: words_after() has them.
  CommandLine command_passed_on(const std::string& name, const std::string& meaning);

  // What --set takes, for whoever writes a key as an option: of the whole program.
  void keys(const std::vector<std::string>& names);

  Parsed parse(int argc, char** argv);
  bool is_given() const;  // this subcommand, after parse()
  std::vector<std::string> words_after() const;

 private:
  struct Whole;
  CommandLine(std::shared_ptr<Whole> whole, CLI::App* part);

  std::shared_ptr<Whole> whole_;  // the program
  CLI::App* app_;                 // its, or that of the subcommand
};

}  // namespace turnpike::sim
