// coverage.cpp - counts of many modules, each of which lives for a part of a test.
//
// Verilator counts in the module and writes a file of all points: a line each, its name in quotes
// and how often it was reached. A file for each module would be thousands; so they are added here.

#include "tests/modules/support/coverage.h"

#if VM_COVERAGE

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

#include "verilated_cov.h"

namespace turnpike::test {
namespace {

class Counts {
 public:
  Counts() {
    if (const char* folder = std::getenv("TURNPIKE_COVERAGE_DATA")) {
      file_ = std::string(folder) + "/modules_" + std::to_string(::getpid()) + ".dat";
    }
  }
  ~Counts() {
    if (file_.empty() || reached_.empty()) return;
    std::ofstream all(file_);
    all << header_ << '\n';
    for (const auto& [point, count] : reached_) all << point << count << '\n';
  }
  Counts(const Counts&) = delete;
  Counts& operator=(const Counts&) = delete;

  void add(VerilatedContext& context) {
    if (file_.empty()) return;
    context.coveragep()->write(file_.c_str());
    std::ifstream one(file_);
    std::getline(one, header_);
    for (std::string line; std::getline(one, line);) {
      const std::size_t count = line.rfind(' ') + 1;
      reached_[line.substr(0, count)] += std::stoull(line.substr(count));
    }
  }

 private:
  std::string file_;
  std::string header_;  // which format it is
  std::map<std::string, std::uint64_t> reached_;
};

}  // namespace

void keep_coverage(VerilatedContext& context) {
  static Counts counts;
  counts.add(context);
}

}  // namespace turnpike::test

#endif
