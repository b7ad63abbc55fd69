// kernel_word.cpp - the kernel of one router at a time for any processor.

#include "model/batch/kernel_cycle.h"
#include "model/batch/kernels.h"

namespace turnpike::model {

const BatchKernel kWordKernel = kernel_of<std::uint64_t>();

}  // namespace turnpike::model
