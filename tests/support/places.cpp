// places.cpp - the two paths that the build passes in.

#include "tests/support/places.h"

namespace turnpike::test {

std::string source_path(const std::string& relative) {
  return std::string(TURNPIKE_SOURCE_DIR "/") + relative;
}

std::string program_path() { return TURNPIKE_PROGRAM; }

}  // namespace turnpike::test
