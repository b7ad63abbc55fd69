// libfuzzer.cpp - bytes of libFuzzer for the parser that this program was built for.

#include <cstddef>
#include <cstdint>

#include "tests/parsers/parsers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  turnpike::test::TURNPIKE_PARSER({reinterpret_cast<const char*>(data), size});
  return 0;
}
