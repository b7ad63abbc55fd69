// kernels.h - the widths of words that there are kernels for.

#pragma once

#include "model/batch/kernel_shape.h"

namespace turnpike::model {

extern const BatchKernel kWordKernel;    // 64 lanes, any processor
extern const BatchKernel kAvx2Kernel;    // 256
extern const BatchKernel kAvx512Kernel;  // 512

}  // namespace turnpike::model
