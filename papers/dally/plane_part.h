// plane_part.h - express against plain in two dimensions.

#pragma once

#include "papers/papers.h"

namespace turnpike::sim::dally {

// False: interrupted.
bool add_plane(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::dally
