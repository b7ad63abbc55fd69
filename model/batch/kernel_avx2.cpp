// kernel_avx2.cpp - the kernel of four routers at a time for processors with AVX2.

#include "model/batch/kernel_cycle.h"
#include "model/batch/kernels.h"

namespace turnpike::model {
namespace {

typedef std::uint64_t Lanes __attribute__((vector_size(32)));

}  // namespace

const BatchKernel kAvx2Kernel = kernel_of<Lanes>();

}  // namespace turnpike::model
