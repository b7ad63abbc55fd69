// The table of quantities: what is said once, and the page that has it.

#include "sim/studies/analyze/quantity.h"
#include "tests/support/places.h"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <set>
#include <sstream>
#include <stdexcept>

namespace turnpike::test {
namespace {

using sim::Predictions;

TEST(QuantityTest, KeysAreUniqueAndHaveAGroup) {
  std::set<std::string> keys;
  for (const sim::Quantity& quantity : sim::quantities()) {
    EXPECT_TRUE(keys.insert(quantity.key).second) << quantity.key;
    EXPECT_NE(std::string(quantity.key).find('.'), std::string::npos) << quantity.key;
  }
}

std::string quantities_as_markdown() {
  std::string text = "| key | what | unit | source | valid |\n|---|---|---|---|---|\n";
  for (const sim::Quantity& row : sim::quantities()) {
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n", row.key, row.name, row.unit, row.source,
                        row.validity);
  }
  return text;
}

TEST(QuantityTest, DocumentationHasEveryKey) {
  std::ifstream file(test::source_path("docs/analysis.md"));
  std::ostringstream page;
  page << file.rdbuf();
  const std::string table =
      "<!-- quantities: begin -->\n" + quantities_as_markdown() + "<!-- quantities: end -->";
  EXPECT_NE(page.str().find(table), std::string::npos) << "docs/analysis.md must contain\n"
                                                       << table;
}

TEST(QuantityTest, NothingInfiniteBecomesAValue) {
  Predictions predictions;
  predictions.set("saturation.counted", std::numeric_limits<double>::infinity());
  EXPECT_FALSE(predictions.at("saturation.counted").value);
  EXPECT_FALSE(predictions.at("saturation.counted").reason.empty());
  EXPECT_THROW(predictions.set("saturation.nothing", 1), std::logic_error);
}

TEST(QuantityTest, DifferenceIsRelativeToTheMeasurement) {
  Predictions predictions;
  EXPECT_FALSE(predictions.at("load.agarwal").difference());
  predictions.set("load.agarwal", 12);
  EXPECT_FALSE(predictions.at("load.agarwal").difference());
  predictions.measure("load.agarwal", {10, std::nullopt});
  EXPECT_NEAR(*predictions.at("load.agarwal").difference(), 0.2, 1e-12);
  predictions.measure("load.agarwal", {0, std::nullopt});
  EXPECT_FALSE(predictions.at("load.agarwal").difference());
  predictions.refuse("load.agarwal", "not covered: lengths that vary");
  EXPECT_FALSE(predictions.at("load.agarwal").value);
}

}  // namespace
}  // namespace turnpike::test
