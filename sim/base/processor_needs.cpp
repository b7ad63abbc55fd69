// processor_needs.cpp - what the compiler was told; compiled as the rest of the program is.

#include "sim/base/processor_needs.h"

namespace turnpike::sim {

constexpr ProcessorNeeds needs() {
  ProcessorNeeds all = {};
#ifdef __SSE3__
  all.sse3 = true;
#endif
#ifdef __SSSE3__
  all.ssse3 = true;
#endif
#ifdef __SSE4_1__
  all.sse4_1 = true;
#endif
#ifdef __SSE4_2__
  all.sse4_2 = true;
#endif
#ifdef __SSE4A__
  all.sse4a = true;
#endif
#ifdef __POPCNT__
  all.popcnt = true;
#endif
#ifdef __AVX__
  all.avx = true;
#endif
#ifdef __AVX2__
  all.avx2 = true;
#endif
#ifdef __BMI__
  all.bmi = true;
#endif
#ifdef __BMI2__
  all.bmi2 = true;
#endif
#ifdef __FMA__
  all.fma = true;
#endif
#ifdef __FMA4__
  all.fma4 = true;
#endif
#ifdef __XOP__
  all.xop = true;
#endif
#ifdef __AVX512F__
  all.avx512f = true;
#endif
#ifdef __AVX512BW__
  all.avx512bw = true;
#endif
#ifdef __AVX512CD__
  all.avx512cd = true;
#endif
#ifdef __AVX512DQ__
  all.avx512dq = true;
#endif
#ifdef __AVX512VL__
  all.avx512vl = true;
#endif
  return all;
}

constexpr ProcessorNeeds kNeeds = needs();
const ProcessorNeeds kProcessorNeeds = kNeeds;

}  // namespace turnpike::sim
