// program.h - the built program as a test runs it: arguments in, status and texts out.

#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <unistd.h>

#include "sim/base/child_process.h"
#include "tests/support/places.h"

namespace turnpike::test {

struct ProgramResult {
  int status = 0;
  std::string out;
  std::string error;
};

inline ProgramResult run_command(const std::vector<std::string>& command) {
  sim::ChildProcess child(command);
  child.wait();
  return {child.exit_status(), child.standard_output(), child.standard_error()};
}

inline ProgramResult turnpike(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), test::program_path());
  return run_command(arguments);
}

// `script` sees the program as $0 and the arguments as $@.
inline ProgramResult turnpike_in_shell(const std::string& script,
                                       std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"sh", "-c", script, test::program_path()});
  return run_command(arguments);
}

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// A folder that goes away with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "turnpike_test_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return file(name);
  }
  // Names of all files below, relative, sorted.
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path_)) {
      if (!entry.is_directory()) {
        names.push_back(std::filesystem::relative(entry.path(), path_).string());
      }
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  // Text of every file below a folder of it, by its name there.
  std::map<std::string, std::string> texts(const std::string& below) const {
    std::map<std::string, std::string> texts;
    for (const std::string& name : files()) {
      if (name.rfind(below + "/", 0) == 0)
        texts[name.substr(below.size() + 1)] = read_file(file(name));
    }
    return texts;
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// A network that runs in no time.
inline const std::string kSmallMesh =
    "[network]\ntopology = \"mesh\"\nradix = 4\ndimensions = 2\n"
    "[traffic]\npattern = \"uniform\"\nload = 0.1\n"
    "[run]\nengine = \"model\"\nmeasurement = 2000\n";

}  // namespace turnpike::test
