// What a value on the command line is taken for.

#include "sim/experiment/config/settings.h"

#include <gtest/gtest.h>

namespace turnpike::test {
namespace {

std::string as_toml(const std::string& text) {
  return sim::to_toml(sim::parse_override("table.key=" + text, "--set").value);
}

TEST(SettingsTest, NumbersMayLackADigitBesideThePoint) {
  EXPECT_EQ(as_toml(".4"), "0.4");
  EXPECT_EQ(as_toml("-.4"), "-0.4");
  EXPECT_EQ(as_toml("+.4"), "0.4");
  EXPECT_EQ(as_toml("4."), "4.0");
  EXPECT_EQ(as_toml(".5e-1"), "0.05");
  EXPECT_EQ(as_toml("[.1, 2., 3.5]"), as_toml("[0.1, 2.0, 3.5]"));
  EXPECT_EQ(as_toml("0.4"), "0.4");
  EXPECT_EQ(as_toml("4"), "4");
}

TEST(SettingsTest, WordsWithPointsStayWords) {
  for (const char* word :
       {".", "..", "-.", "1.2.3", "./.4", ".4x", "a.toml", "4.txt", "1 .4", ""}) {
    EXPECT_EQ(as_toml(word), '"' + std::string(word) + '"');
  }
}

TEST(SettingsTest, QuotedNumberIsAWord) { EXPECT_EQ(as_toml("\".4\""), "\".4\""); }

TEST(SettingsTest, LineBreakBringsInNoFurtherKey) {
  const sim::Setting setting = sim::parse_override("table.key=4\nother = 1", "--set");
  ASSERT_NE(setting.value.text(), nullptr);
  EXPECT_EQ(*setting.value.text(), "4\nother = 1");
}

}  // namespace
}  // namespace turnpike::test
