// kernels.h - the widths of words that have kernels.

#pragma once

#include "model/batch/kernel_shape.h"

namespace turnpike::model {

extern const BatchKernel kWordKernel;    // one router, any processor
extern const BatchKernel kAvx2Kernel;    // four routers
extern const BatchKernel kAvx512Kernel;  // eight routers

}  // namespace turnpike::model
