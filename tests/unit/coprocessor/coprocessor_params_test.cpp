// Parameters that the hardware refuses are refused by the model, each by its name.

#include <gtest/gtest.h>

#include "model/common/configuration_error.h"
#include "model/coprocessor/coprocessor.h"

namespace turnpike::test {
namespace {

using model::Coprocessor;
using model::CoprocessorParams;

std::string refused(const CoprocessorParams& params) {
  try {
    Coprocessor coprocessor(params);
  } catch (const model::ConfigurationError& error) {
    return error.key;
  }
  return "";
}

TEST(CoprocessorParamsTest, ParametersOutsideTheirRangesAreRefused) {
  using P = CoprocessorParams;
  EXPECT_EQ(refused(P{}), "");
  struct Case {
    unsigned P::*field;
    unsigned value;
    const char* key;
  };
  const Case cases[] = {
      {&P::dimensions, 0, "dimensions"},
      {&P::dimensions, 13, "dimensions"},
      {&P::flit_bits, 12, "flit_bits"},
      {&P::flit_bits, 128, "flit_bits"},
      {&P::buffer_depth, 0, "buffer_depth"},
      {&P::buffer_depth, 65, "buffer_depth"},
      {&P::system_buffers, 0, "system_buffers"},
      {&P::system_buffers, 65, "system_buffers"},
      {&P::virtual_channels, 0, "virtual_channels"},
      {&P::packet_slots, 0, "packet_slots"},
      {&P::packet_slots, 257, "packet_slots"},
  };
  for (const Case& test : cases) {
    P params;
    params.*test.field = test.value;
    EXPECT_EQ(refused(params), test.key) << test.value;
  }
}

TEST(CoprocessorParamsTest, HeadFlitHoldsDestinationAndKind) {
  CoprocessorParams params;
  params.flit_bits = 8;
  EXPECT_EQ(refused(params), "");
  params.dimensions = 7;
  EXPECT_EQ(refused(params), "flit_bits");
}

TEST(CoprocessorParamsTest, OneDimensionAndTwelveCanBe) {
  for (const unsigned dimensions : {1u, 12u}) {
    CoprocessorParams params;
    params.dimensions = dimensions;
    EXPECT_EQ(refused(params), "");
  }
}

}  // namespace
}  // namespace turnpike::test
