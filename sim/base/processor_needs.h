// processor_needs.h - instruction set extensions that this program needs of the processor.

#pragma once

namespace turnpike::sim {

// What compilers use beyond plain x86-64 where they are allowed to (-march=native).
struct ProcessorNeeds {
  bool sse3, ssse3, sse4_1, sse4_2, sse4a, popcnt, avx, avx2, bmi, bmi2, fma, fma4, xop, avx512f,
      avx512bw, avx512cd, avx512dq, avx512vl;
};

// Constant data: it can be looked at before anything else of the program runs.
extern const ProcessorNeeds kProcessorNeeds;

}  // namespace turnpike::sim
