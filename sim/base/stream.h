// stream.h - files that can be read only once, such as pipes.

#pragma once

#include <string>

namespace turnpike::sim {

// A pipe or a device, which may also be the one behind a link. What is read more than once, by the
// program or by its children, must be a regular file.
bool is_stream(const std::string& path);

}  // namespace turnpike::sim
