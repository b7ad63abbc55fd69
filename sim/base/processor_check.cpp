// processor_check.cpp - a program that this processor cannot run says so, and ends with 2.
//
// Before anything else of the program, whose first instruction may be one that is missing: this
// file is compiled for any x86-64 (CMakeLists.txt) and calls nothing that is not. It is linked to
// programs, not to libraries, which must not end their host.

#include <unistd.h>

#include <cstring>

#include "sim/base/processor_needs.h"

namespace turnpike::sim {
namespace {

#ifdef __x86_64__

// Null: it has all.
const char* lacking(const ProcessorNeeds& needs) {
  __builtin_cpu_init();
  if (needs.sse3 && !__builtin_cpu_supports("sse3")) return "SSE3";
  if (needs.ssse3 && !__builtin_cpu_supports("ssse3")) return "SSSE3";
  if (needs.sse4_1 && !__builtin_cpu_supports("sse4.1")) return "SSE4.1";
  if (needs.sse4_2 && !__builtin_cpu_supports("sse4.2")) return "SSE4.2";
  if (needs.sse4a && !__builtin_cpu_supports("sse4a")) return "SSE4a";
  if (needs.popcnt && !__builtin_cpu_supports("popcnt")) return "POPCNT";
  if (needs.avx && !__builtin_cpu_supports("avx")) return "AVX";
  if (needs.avx2 && !__builtin_cpu_supports("avx2")) return "AVX2";
  if (needs.bmi && !__builtin_cpu_supports("bmi")) return "BMI1";
  if (needs.bmi2 && !__builtin_cpu_supports("bmi2")) return "BMI2";
  if (needs.fma && !__builtin_cpu_supports("fma")) return "FMA";
  if (needs.fma4 && !__builtin_cpu_supports("fma4")) return "FMA4";
  if (needs.xop && !__builtin_cpu_supports("xop")) return "XOP";
  if (needs.avx512f && !__builtin_cpu_supports("avx512f")) return "AVX-512F";
  if (needs.avx512bw && !__builtin_cpu_supports("avx512bw")) return "AVX-512BW";
  if (needs.avx512cd && !__builtin_cpu_supports("avx512cd")) return "AVX-512CD";
  if (needs.avx512dq && !__builtin_cpu_supports("avx512dq")) return "AVX-512DQ";
  if (needs.avx512vl && !__builtin_cpu_supports("avx512vl")) return "AVX-512VL";
  return nullptr;
}

void say(const char* text) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text, std::strlen(text));
}

// Before the constructors of the program, which have no number or a higher one.
__attribute__((constructor(101))) void check_processor() {
  const char* const feature = lacking(kProcessorNeeds);
  if (feature == nullptr) return;
  say("turnpike: found a processor without ");
  say(feature);
  say(", allowed: one that has all that the processor has for which this program was built "
      "(PRESET=native), or a program for any x86-64: `make program PRESET=release`\n");
  ::_exit(2);
}

#endif

}  // namespace
}  // namespace turnpike::sim
