// Closed forms by name: values computed elsewhere, and what is refused.

#include "model/analysis/formulas.h"
#include "tests/support/places.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <set>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace turnpike::test {
namespace {

using model::Formula;
using model::WrittenArguments;
using Json = nlohmann::json;

double value_of(const std::string& name, const WrittenArguments& arguments) {
  const Formula* formula = model::find_formula(name);
  if (formula == nullptr) throw std::logic_error("no formula " + name);
  return model::evaluate(*formula, arguments);
}

std::string refusal_of(const std::string& name, const WrittenArguments& arguments) {
  try {
    return "accepted: " + std::to_string(value_of(name, arguments));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

Json cases() {
  std::ifstream file(test::source_path("tests/data/formulas.json"));
  return Json::parse(file);
}

WrittenArguments written(const Json& arguments) {
  WrittenArguments all;
  for (const auto& [name, value] : arguments.items()) {
    all.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return all;
}

TEST(FormulasTest, ValuesAreThoseComputedElsewhere) {
  std::set<std::string> seen;
  for (const Json& row : cases()) {
    const std::string name = row.at("formula");
    const double expected = row.at("value");
    seen.insert(name);
    EXPECT_NEAR(value_of(name, written(row.at("arguments"))), expected,
                std::abs(expected) * row.at("relative_tolerance").get<double>())
        << row;
  }
  for (const Formula& formula : model::formulas()) EXPECT_EQ(seen.count(formula.name), 1u);
}

TEST(FormulasTest, AMissingRepeatedOrUnknownArgumentIsNamed) {
  EXPECT_EQ(refusal_of("agarwal.wire_length", {{"N", "64"}, {"n", "3"}}),
            "z: missing, it is needed: physical dimensions");
  EXPECT_EQ(refusal_of("agarwal.wire_length", {{"N", "64"}, {"n", "3"}, {"z", "2"}, {"n", "3"}}),
            "n: given twice");
  EXPECT_EQ(refusal_of("agarwal.wire_length", {{"N", "64"}, {"n", "3"}, {"z", "2"}, {"q", "3"}}),
            "q: agarwal.wire_length has no such argument; its arguments: N, n, z");
}

TEST(FormulasTest, WhatIsNoNumberIsRefused) {
  for (const char* text : {"", "x", "3x", "nan", "inf", "1e999", "--3", "0x10", " 3"}) {
    EXPECT_NE(refusal_of("agarwal.wire_length", {{"N", "64"}, {"n", text}, {"z", "2"}})
                  .find("allowed: a number"),
              std::string::npos)
        << text;
  }
  for (const char* text : {"2.5", "-1", "4294967296"}) {
    EXPECT_NE(
        refusal_of("shahrabi.mean_replications", {{"n", text}}).find("allowed: a whole number"),
        std::string::npos)
        << text;
  }
  EXPECT_EQ(refusal_of("agarwal.mean_distance", {{"k", "4"}, {"topology", "torus"}}),
            "topology: found 'torus', allowed: unidirectional, bidirectional, mesh");
}

// Each argument of each formula, one at a time, at values that no formula can like: the result is a
// number that is not negative, or a refusal.
TEST(FormulasTest, NoArgumentLeadsToInfinityNanOrANegativeResult) {
  std::set<std::string> done;
  for (const Json& row : cases()) {
    const std::string name = row.at("formula");
    const Formula& formula = *model::find_formula(name);
    if (!done.insert(name).second) continue;
    for (const auto& argument : formula.arguments) {
      for (const char* text :
           {"0", "-1", "1", "0.5", "0.999999", "1e-300", "1e300", "4294967295"}) {
        WrittenArguments arguments = written(row.at("arguments"));
        for (auto& [key, value] : arguments) {
          if (key == argument.name) value = text;
        }
        try {
          const double value = model::evaluate(formula, arguments);
          EXPECT_TRUE(std::isfinite(value) && value >= 0)
              << name << ", " << argument.name << " = " << text << ": " << value;
        } catch (const std::invalid_argument&) {
        }
      }
    }
  }
}

TEST(FormulasTest, EveryRowSaysWhatItIs) {
  std::set<std::string> names;
  for (const Formula& formula : model::formulas()) {
    EXPECT_TRUE(names.insert(formula.name).second) << formula.name;
    EXPECT_FALSE(std::string(formula.gives).empty());
    EXPECT_FALSE(std::string(formula.source).empty());
    for (const auto& argument : formula.arguments) {
      EXPECT_FALSE(std::string(argument.meaning).empty()) << formula.name << " " << argument.name;
    }
  }
}

}  // namespace
}  // namespace turnpike::test
