// Whole numbers of options: decimal, exact, in their range.

#include "sim/base/whole_number.h"

#include <gtest/gtest.h>

namespace turnpike::test {
namespace {

// The number taken, or what is said.
std::string take(std::string text, std::uint64_t least, std::uint64_t most) {
  const std::string wrong = sim::take_whole_number(text, least, most);
  return wrong.empty() ? text : wrong;
}

TEST(WholeNumberTest, IsDecimal) {
  EXPECT_EQ(take("0", 0, 9), "0");
  EXPECT_EQ(take("010", 0, 99), "10");  // not 8
  for (const char* text : {"", " 1", "1 ", "+1", "-1", "0x1", "1e1", "1.0", "one"}) {
    EXPECT_EQ(take(text, 0, 99), "found '" + std::string(text) + "', allowed: integer 0 .. 99");
  }
}

TEST(WholeNumberTest, IsComparedExactly) {
  EXPECT_EQ(take("9007199254740992", 0, 9007199254740992u), "9007199254740992");
  EXPECT_NE(take("9007199254740993", 0, 9007199254740992u), "9007199254740993");
  EXPECT_EQ(take("18446744073709551615", 0, ~std::uint64_t{0}), "18446744073709551615");
  EXPECT_NE(take("18446744073709551616", 0, ~std::uint64_t{0}), "18446744073709551616");
  EXPECT_EQ(take("3", 4, 8), "found '3', allowed: integer 4 .. 8");
  EXPECT_EQ(take("4", 4, 8), "4");
  EXPECT_EQ(take("9", 4, 8), "found '9', allowed: integer 4 .. 8");
}

}  // namespace
}  // namespace turnpike::test
