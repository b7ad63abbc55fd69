// What the documents say of the program: their command lines, and what they show as its output.
//
// A command is a line of an indented block that begins with build/turnpike or turnpike, or such a
// word between backticks; in a block a backslash continues it, two blanks and a # end it. Of one
// that follows a `$ ` the block goes on with what it prints, standard output before standard error;
// a line `...` stands for any number of lines.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "tests/support/places.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

struct Command {
  std::string place;                   // "docs/express.md:131"
  std::vector<std::string> arguments;  // without the program
  bool is_shown = false;               // with what it prints
  std::vector<std::string> output;     // that
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> words_of(std::string line) {
  line = line.substr(0, line.find("  #"));
  std::vector<std::string> words;
  std::istringstream in(line);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// `turnpike run CONFIG --events FILE` in the middle of a line.
void read_spans(const std::string& line, const std::string& place, std::vector<Command>& commands) {
  std::istringstream parts(line);
  bool is_code = false;
  for (std::string part; std::getline(parts, part, '`'); is_code = !is_code) {
    const std::vector<std::string> words = words_of(part);
    if (is_code && words.size() > 1 && words[0] == "turnpike" && words[1][0] != '-') {
      commands.push_back({place, {words.begin() + 1, words.end()}, false, {}});
    }
  }
}

void read_page(const fs::path& path, std::vector<Command>& commands) {
  const std::string name = fs::relative(path, source_path("")).string();
  const std::vector<std::string> lines = lines_of(read_file(path));
  bool in_output = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool is_indented = lines[i].rfind("    ", 0) == 0;
    if (!is_indented) {
      read_spans(lines[i], name + ":" + std::to_string(i + 1), commands);
      // A blank line within a block belongs to it.
      if (in_output && lines[i].empty() && i + 1 < lines.size() &&
          lines[i + 1].rfind("    ", 0) == 0) {
        commands.back().output.emplace_back();
        continue;
      }
      in_output = false;
      continue;
    }
    std::string line = lines[i].substr(4);
    const bool is_shown = line.rfind("$ ", 0) == 0;
    if (is_shown) line = line.substr(2);
    const std::vector<std::string> words = words_of(line);
    if (words.empty() || (words[0] != "build/turnpike" && words[0] != "turnpike")) {
      if (in_output) commands.back().output.push_back(line);
      continue;
    }
    // A blank line between the output and the next command of a block is not printed.
    while (in_output && !commands.back().output.empty() && commands.back().output.back().empty()) {
      commands.back().output.pop_back();
    }
    Command command{
        name + ":" + std::to_string(i + 1), {words.begin() + 1, words.end()}, is_shown, {}};
    while (command.arguments.back() == "\\") {
      command.arguments.pop_back();
      const std::vector<std::string> more = words_of(lines[++i]);
      command.arguments.insert(command.arguments.end(), more.begin(), more.end());
    }
    commands.push_back(command);
    in_output = is_shown;
  }
}

// All of README.md, CONTRIBUTING.md, examples/README.md, and docs with its folders.
const std::vector<Command>& all_commands() {
  static const std::vector<Command> all = [] {
    std::vector<Command> commands;
    std::vector<fs::path> pages = {source_path("README.md"), source_path("CONTRIBUTING.md"),
                                   source_path("examples/README.md")};
    for (const auto& entry : fs::recursive_directory_iterator(source_path("docs"))) {
      if (entry.path().extension() == ".md") pages.push_back(entry.path());
    }
    for (const fs::path& page : pages) read_page(page, commands);
    return commands;
  }();
  return all;
}

// The line matches a line of `printed` at or after `from`; the place behind it, or npos.
std::size_t find_line(const std::vector<std::string>& printed, std::size_t from,
                      const std::string& line) {
  for (std::size_t i = from; i < printed.size(); ++i) {
    if (printed[i] == line) return i + 1;
  }
  return std::string::npos;
}

class DocumentsTest : public testing::Test {
 protected:
  void SetUp() override { fs::current_path(source_path("")); }
};

bool is_of_tutorial(const Command& command) {
  return command.place.rfind("docs/tutorials/", 0) == 0;
}

TEST_F(DocumentsTest, HaveCommandsInFoldersToo) {
  EXPECT_GE(all_commands().size(), 60u);
  EXPECT_GE(std::count_if(all_commands().begin(), all_commands().end(), is_of_tutorial), 10);
}

TEST_F(DocumentsTest, EveryOptionIsOneOfTheCommand) {
  std::map<std::string, std::string> helps;
  for (const Command& command : all_commands()) {
    std::string name = command.arguments.at(0);
    std::vector<std::string> help = {name};
    if (name == "regress" && command.arguments.size() > 1) {  // it has commands of its own
      help.push_back(command.arguments.at(1));
      name += " " + help.back();
    }
    help.emplace_back("--help");
    if (name == "paper") {  // a program of its own, which may not be built
      helps[name] = read_file(source_path("papers/program.cpp"));
      std::replace(helps[name].begin(), helps[name].end(), '"', ' ');
    }
    if (helps.count(name) == 0) {
      const ProgramResult result = turnpike(help);
      EXPECT_EQ(result.status, 0) << command.place << ": " << result.error;
      helps[name] = result.out;
    }
    for (const std::string& argument : command.arguments) {
      if (argument == "--") break;  // what follows is no option
      if (argument.rfind("--", 0) != 0) continue;
      const std::string option = argument.substr(0, argument.find('='));
      bool is_there = false;
      for (const char* end : {" ", ",", "\n"}) {
        is_there = is_there || helps[name].find(option + end) != std::string::npos;
      }
      EXPECT_TRUE(is_there) << command.place << ": " << name << " has no " << option;
    }
  }
}

// With their --set: read and built. One that can deadlock is refused by the check, not by the
// reader.
TEST_F(DocumentsTest, EveryConfigurationIsAccepted) {
  int checked = 0;
  for (const Command& command : all_commands()) {
    if (command.arguments.size() < 2 || (command.arguments[1].rfind("configs/", 0) != 0 &&
                                         command.arguments[1].rfind("examples/", 0) != 0)) {
      continue;
    }
    std::vector<std::string> arguments = {"check", command.arguments[1]};
    for (std::size_t i = 2; i + 1 < command.arguments.size(); ++i) {
      std::string value = command.arguments[i + 1];
      if (command.arguments[i] != "--set") continue;
      if (value.find('[') == std::string::npos)
        value = value.substr(0, value.find(','));  // a sweep
      arguments.insert(arguments.end(), {"--set", value});
    }
    const ProgramResult result = turnpike(arguments);
    EXPECT_NE(result.status, 2) << command.place << ": " << result.error;
    ++checked;
  }
  EXPECT_GE(checked, 10);
}

// The indented block of docs/start.md that begins with `first`.
std::string block_of_start(const std::string& first) {
  std::string text;
  for (const std::string& line : lines_of(read_file(source_path("docs/start.md")))) {
    const bool is_in_block = !text.empty() || line.rfind("    " + first, 0) == 0;
    if (is_in_block && !line.empty() && line.rfind("    ", 0) != 0) break;
    if (is_in_block) text += (line.empty() ? line : line.substr(4)) + "\n";
  }
  return text;
}

TEST_F(DocumentsTest, TheNetworkOfTheFirstPageIsBuiltAsItStandsAndWithExpressChannels) {
  const TemporaryFolder folder;
  const std::string plain = block_of_start("# my.toml");
  ASSERT_NE(plain.find("[traffic]"), std::string::npos) << plain;
  const ProgramResult first = turnpike({"check", folder.write("my.toml", plain)});
  EXPECT_EQ(first.status, 0) << first.error;
  const std::string express = block_of_start("[network.express]");
  const ProgramResult second = turnpike({"check", folder.write("my.toml", plain + express)});
  EXPECT_EQ(second.status, 0) << second.error;
  EXPECT_NE(first.out, second.out) << "no interchanges";
}

TEST_F(DocumentsTest, WhatACommandPrintsIsWhatThePageShows) {
  int compared = 0;
  for (const Command& command : all_commands()) {
    // Commands of a tutorial read what those before them wrote; tests/tutorials does them in order.
    if (!command.is_shown || is_of_tutorial(command)) continue;
    const TemporaryFolder folder;
    std::vector<std::string> arguments = command.arguments;
    if (arguments[0] == "sweep" || arguments[0] == "bisect") {
      arguments.insert(arguments.end(), {"--out", folder.file("out")});
    }
    const ProgramResult result = turnpike(arguments);
    EXPECT_NE(result.status, 2) << command.place << ": " << result.error;
    const std::vector<std::string> printed = lines_of(result.out + result.error);
    std::size_t at = 0;
    bool may_skip = false;
    for (const std::string& line : command.output) {
      if (line == "...") {
        may_skip = true;
        continue;
      }
      const std::size_t next = find_line(printed, at, line);
      ASSERT_NE(next, std::string::npos) << command.place << ": not printed: " << line << "\n"
                                         << result.out << result.error;
      EXPECT_TRUE(may_skip || next == at + 1)
          << command.place << ": left out before: " << line << "\n"
          << printed[at];
      at = next;
      may_skip = false;
    }
    EXPECT_TRUE(may_skip || at == printed.size()) << command.place << ": left out: " << printed[at];
    compared += command.output.empty() ? 0 : 1;
  }
  EXPECT_GE(compared, 5);
}

}  // namespace
}  // namespace turnpike::test
