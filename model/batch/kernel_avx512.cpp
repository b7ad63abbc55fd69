// kernel_avx512.cpp - the kernel of eight routers at a time for processors with AVX-512.

#include "model/batch/kernel_cycle.h"
#include "model/batch/kernels.h"

namespace turnpike::model {
namespace {

typedef std::uint64_t Lanes __attribute__((vector_size(64)));

}  // namespace

const BatchKernel kAvx512Kernel = kernel_of<Lanes>();

}  // namespace turnpike::model
