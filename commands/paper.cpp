// paper.cpp - `turnpike paper`: hands its words to turnpike-papers, the program beside this one.

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "commands/command.h"
#include "sim/base/config_error.h"

namespace turnpike::sim {

namespace {

// Returns only by throwing: the other program takes this one's place, signals and all.
int become_papers(const std::vector<std::string>& words) {
  const std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe").parent_path() / "turnpike-papers";
  std::vector<std::string> copies = {program.string()};
  copies.insert(copies.end(), words.begin(), words.end());
  std::vector<char*> pointers;
  pointers.reserve(copies.size() + 1);
  for (std::string& word : copies) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execv(pointers[0], pointers.data());
  const std::string why = errno == ENOENT ? "is not built; `make papers` builds it"
                                          : fmt::format("cannot run: {}", std::strerror(errno));
  throw ConfigError(fmt::format("paper: {} {}", program.string(), why));
}

}  // namespace

Command add_paper(CommandLine& program) {
  const CommandLine line =
      program.command_passed_on("paper", "repeats a paper's experiments and judges its claims");
  return {line, [line] { return become_papers(line.words_after()); }};
}

}  // namespace turnpike::sim
