// runtime.cpp - compiled once per shared object, together with Verilator's own library.
//
// A violated REQUIRE or ENSURE prints a line and stops ($display, $stop). Verilator lets a program
// replace both actions, but only by free functions: what they keep is the one static in here.
// So one shared object serves one network at a time.

#include "sim/hardware/rtl_components/adapter/runtime.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <string>
#include <vector>

#include "sim/hardware/rtl_components/adapter/print.h"
#include "sim/hardware/rtl_components/adapter/waveform.h"
#include "sim/hardware/rtl_components/adapter/waveform_files.h"
#include "verilated_fst_c.h"

namespace {

struct Messages {
  std::string last_line;                // what the RTL printed last
  std::vector<std::string> violations;  // the lines that were followed by $stop
};

constexpr std::size_t kMostViolations = 4096;

Messages& messages() {
  static Messages all;
  return all;
}

}  // namespace

int turnpike_print(const char* format, ...) {
  char line[4096];
  std::va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  messages().last_line = line;
  while (!messages().last_line.empty() && messages().last_line.back() == '\n') {
    messages().last_line.pop_back();
  }
  return length;
}

void vl_stop(const char* file, int line, const char*) {
  turnpike::sim::Runtime::violated(messages().last_line + " (" + file + ":" + std::to_string(line) +
                                   ")");
}

void vl_finish(const char*, int, const char*) {}

namespace turnpike::sim {
namespace {

class Waveform final : public RtlWaveform {
 public:
  void add(RtlComponent& component) override {
    static_cast<TraceableComponent&>(component).trace(&file_);
  }
  void open(const char* path) override {
    waveform_error() = 0;
    file_.open(path);
    // Only memory for the writer itself can be missing when no file failed.
    if (!file_.isOpen() && waveform_error() == 0) waveform_error() = ENOMEM;
  }
  void dump(std::uint64_t time) override { file_.dump(time); }
  void flush() override { file_.flush(); }
  void close() override { file_.close(); }
  int error() const override { return waveform_error(); }

 private:
  VerilatedFstC file_;
};

}  // namespace

Runtime::Runtime(std::uint32_t seed) : draws_(seed) {
  messages() = {};
  context_.randReset(2);  // what reset does not set starts random
  context_.randSeed(static_cast<int>(seed & 0x7fffffffu));
  context_.fatalOnError(false);
  context_.traceEverOn(true);
  context_.timeunit(-9);
  context_.timeprecision(-9);
}

RtlWaveform* Runtime::create_waveform() { return new Waveform; }

const char* Runtime::violation(std::size_t index) const {
  const std::vector<std::string>& all = messages().violations;
  return index < all.size() ? all[index].c_str() : nullptr;
}

void Runtime::violated(const std::string& what) {
  if (messages().violations.size() < kMostViolations) messages().violations.push_back(what);
}

void Runtime::clear_violation() { messages().violations.clear(); }

}  // namespace turnpike::sim

extern "C" __attribute__((visibility("default"))) turnpike::sim::RtlRuntime*
turnpike_create_runtime(std::uint32_t abi_version, std::uint32_t seed) {
  if (abi_version != turnpike::sim::kAbiVersion) return nullptr;
  return new turnpike::sim::Runtime(seed);
}
