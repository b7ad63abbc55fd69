// fake_tools.h - a folder with programs called verilator and g++ that are quick, slow or broken, as
// a test needs them.

#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace turnpike::test {

class FakeTools {
 public:
  // They answer the questions after their versions; else verilator runs `verilate` and g++ runs
  // `compile` in a shell, with the arguments of the call. `target` is what -march=native means.
  FakeTools(std::filesystem::path folder, const std::string& verilate, const std::string& compile,
            const std::string& target = "any processor")
      : folder_(std::move(folder)) {
    std::filesystem::create_directories(folder_);
    add("verilator", "--getenv) echo /nonexistent ;;\n*) " + verilate + " ;;");
    add("g++", "-march=native) echo '" + target + "' ;;\n*) " + compile + " ;;");
  }

  const std::filesystem::path& folder() const { return folder_; }
  // For the environment: found before the real ones.
  std::string path() const { return folder_.string() + ":/usr/bin:/bin"; }

 private:
  void add(const std::string& name, const std::string& cases) const {
    const std::filesystem::path file = folder_ / name;
    // As Perl does, it complains of a locale that is not there.
    std::ofstream(file) << "#!/bin/sh\n[ \"$LC_ALL\" = C ] || echo \"locale? $$\" >&2\n"
                        << "echo \"chatter $$\" >&2\n"
                        << "case \"$1\" in\n--version) echo '" << name << " 1.0' ;;\n"
                        << cases << "\nesac\n";
    std::filesystem::permissions(file, std::filesystem::perms(0755));
  }

  std::filesystem::path folder_;
};

// Scripts that leave what a call of the real tools leaves: files with something in them. The file
// is the argument after -o, or a source in the folder after --Mdir.
constexpr const char* kQuickVerilate =
    "while [ $# -gt 1 ]; do [ \"$1\" = --Mdir ] && echo x > \"$2/V.cpp\"; shift; done";
constexpr const char* kQuickCompile =
    "while [ $# -gt 1 ]; do [ \"$1\" = -o ] && echo x > \"$2\"; shift; done";

}  // namespace turnpike::test
