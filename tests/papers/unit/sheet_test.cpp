// Sheets of papers: rules, verdicts and reasons; what is wrong in a sheet is told by file and key.

#include "papers/sheet.h"

#include <gtest/gtest.h>

#include <functional>

#include "papers/papers.h"
#include "sim/base/config_error.h"

namespace turnpike::test {
namespace {

using sim::Findings;
using sim::Judgement;
using sim::Part;
using sim::Values;
using sim::Verdict;

constexpr const char* kSheet = R"(
[speed]
title = "Speed of {name}"
paragraphs = ["Up to {most:.1f}."]
parameter = [
  { name = "length", value = "{length} flits", quick = "4 flits", open = true },
  { name = "width", value = "8" },
]
text = [{ id = "more", text = "{n} more" }]

[[speed.table]]
id = "times"
title = "Times of {name}"
columns = ["n", "{name}"]
note = "In cycles."

[[speed.plot]]
id = "times"
title = "Times"
x = "n"
y = "cycles"
log_x = true
y_limit = 2.5

[[speed.claim]]
id = "fast"
claim = "2: it is fast"
paper = "7"
rule = "Holds: 7; in part: 5 to 9, or odd."
holds.n.equals = 7
in_part = [{ n = { at_least = 5, at_most = 9 } }, { odd.equals = true }]
ours = "{n} of {name}"
reason = [
  { verdict = "contradicted", text = "far off" },
  { when.n.above = "most", text = "above {most:g}" },
  { text = "near" },
]

[[speed.claim]]
id = "all"
claim = "3: always"
rule = "Agrees: below 3."
reason = "not always"
statement = [
  { paper = "at once", ours = "{first}", agrees.first.below = 3 },
  { each = "rows", paper = "n = {n}", ours = "{t:.1f} after {first}", agrees.t.below = 3 },
]
)";

Part speed() { return Part::from_text(kSheet, "papers/x/x.toml", "speed"); }

Judgement fast(double n, bool odd = false) {
  return speed()
      .judge({{"fast", Values{{"n", n}, {"odd", odd}, {"most", 8}, {"name", "A"}}},
              {"all", std::nullopt}})
      .front();
}

Judgement always(double first, const std::vector<double>& times) {
  std::vector<Values> rows;
  for (const double t : times) rows.push_back({{"n", rows.size()}, {"t", t}});
  return speed()
      .judge({{"fast", std::nullopt}, {"all", Values{{"first", first}, {"rows", rows}}}})
      .back();
}

TEST(PaperSheetTest, VerdictsAndReasons) {
  EXPECT_EQ(fast(7).verdict, Verdict::holds);
  EXPECT_EQ(fast(7).reason, "");
  EXPECT_EQ(fast(7).ours, "7 of A");
  EXPECT_EQ(fast(7).rule, "Holds: 7; in part: 5 to 9, or odd.");
  EXPECT_EQ(fast(5).verdict, Verdict::in_part);
  EXPECT_EQ(fast(5).reason, "near");
  EXPECT_EQ(fast(9).reason, "above 8");
  EXPECT_EQ(fast(9.1).verdict, Verdict::contradicted);
  EXPECT_EQ(fast(9.1).reason, "far off");
  EXPECT_EQ(fast(20, true).verdict, Verdict::in_part);
}

TEST(PaperSheetTest, StatementsAllOrSome) {
  EXPECT_EQ(always(1, {1, 2}).verdict, Verdict::holds);
  EXPECT_EQ(always(1, {1, 2}).paper, "at once; n = 0; n = 1");
  EXPECT_EQ(always(1, {1, 2}).ours, "1; 1.0 after 1; 2.0 after 1");
  EXPECT_EQ(always(1, {1}).rule, "Agrees: below 3. Holds: all statements; in part: some.");
  EXPECT_EQ(always(1, {1, 4}).verdict, Verdict::in_part);
  EXPECT_EQ(always(1, {1, 4}).reason, "not always");
  EXPECT_EQ(always(4, {4}).verdict, Verdict::contradicted);
}

TEST(PaperSheetTest, WhatWasNotMeasuredIsNotJudged) {
  const auto judged = speed().judge({{"fast", std::nullopt}, {"all", std::nullopt}});
  for (const Judgement& j : judged) {
    EXPECT_EQ(j.verdict, Verdict::not_judged);
    EXPECT_EQ(j.ours, "not measured in this run");
    EXPECT_EQ(j.reason, "");
  }
  EXPECT_EQ(judged[0].paper, "7");
  EXPECT_EQ(judged[1].paper, "-");
}

TEST(PaperSheetTest, TextsTablesPlotsAndParameters) {
  const Part part = speed();
  EXPECT_EQ(part.text("more", {{"n", 3}}), "3 more");
  const sim::Table table = part.table("times", {{"name", "B"}});
  EXPECT_EQ(table.title, "Times of B");
  EXPECT_EQ(table.columns, std::vector<std::string>({"n", "B"}));
  EXPECT_EQ(table.note, "In cycles.");
  const sim::Plot plot = part.plot("times");
  EXPECT_TRUE(plot.log_x);
  EXPECT_FALSE(plot.log_y);
  EXPECT_EQ(plot.y_limit, 2.5);
  sim::PaperReport report;
  part.add_to(report, true, {}, {table}, {plot}, {{"name", "B"}, {"most", 2}, {"length", 9}});
  EXPECT_EQ(report.parameters[0].value, "4 flits");
  EXPECT_TRUE(report.parameters[0].open);
  EXPECT_FALSE(report.parameters[1].open);
  EXPECT_EQ(report.sections[0].title, "Speed of B");
  EXPECT_EQ(report.sections[0].paragraphs[0], "Up to 2.0.");
  EXPECT_EQ(part.parameters(false, {{"length", 9}})[0].value, "9 flits");
}

TEST(PaperSheetTest, EachRuleHasOneMeaning) {
  const auto is_so = [](const std::string& rule, double value) {
    const std::string claim =
        "[p]\n[[p.claim]]\nid = \"c\"\nclaim = \"c\"\npaper = \"\"\nrule = \"r\"\nours = \"o\"\n"
        "holds.v." +
        rule + "\n";
    const Part part = Part::from_text(claim, "x.toml", "p");
    return part.judge({{"c", Values{{"v", value}, {"w", 10}}}})[0].verdict == Verdict::holds;
  };
  struct Case {
    const char* rule;
    std::vector<double> so;
    std::vector<double> not_so;
  };
  const Case cases[] = {{"above = 10", {10.1}, {10, 9.9}},
                        {"at_least = 10", {10, 10.1}, {9.9}},
                        {"at_most = 10", {10, 9.9}, {10.1}},
                        {"below = 10", {9.9}, {10, 10.1}},
                        {"below = \"w\"", {9.9}, {10, 10.1}},
                        {"equals = 10", {10}, {10.1, 9.9}},
                        {"equals = true", {1}, {0}},
                        {"near = [-10, 2]", {-8, -12}, {-7.9, -12.1, 10}},
                        {"within = [-10, 0.2]", {-8, -12}, {-7.9, -12.1, 10}}};
  for (const Case& one : cases) {
    for (const double value : one.so) EXPECT_TRUE(is_so(one.rule, value)) << one.rule << value;
    for (const double value : one.not_so) EXPECT_FALSE(is_so(one.rule, value)) << one.rule << value;
  }
  EXPECT_EQ(sim::rule_names(), std::vector<std::string>({"above", "at_least", "at_most", "below",
                                                         "equals", "near", "within"}));
}

// --- what is wrong is named ---------------------------------------------------------------------

std::string said(const std::function<void()>& act) {
  try {
    act();
  } catch (const sim::ConfigError& error) {
    return error.what();
  }
  return "nothing";
}

std::string said_of(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  return said([&] { Part::from_text(text, "papers/x/x.toml", "speed"); });
}

TEST(PaperSheetTest, APlantedFaultIsToldByFileLineAndKey) {
  struct Fault {
    const char* from;
    const char* to;
    const char* message;
  };
  const Fault faults[] = {
      {"ours = \"{n}", "our = \"{n}", "papers/x/x.toml:25: speed.claim.fast.ours: missing"},
      {"rule = \"Holds", "rules = \"Holds", "speed.claim.fast.rule: missing"},
      {"id = \"all\"\n", "id = \"all\"\nholds.n.above = 1\n",
       "speed.claim.all: found the key 'holds', allowed: claim, id, reason, rule, statement"},
      {"id = \"all\"", "id = \"fast\"", "speed.claim.fast: is there twice"},
      {"open = true", "open = 1", "speed.parameter.length.open: found a number, allowed: true or"},
      {"value = \"8\"", "value = 8", "speed.parameter.width.value: found a number, allowed: a s"},
      {"value = \"8\"", "wert = \"8\"", "speed.parameter.width.value: missing"},
      {"holds.n.equals", "holds.n.is",
       "speed.claim.fast.holds.n: found the rule 'is', allowed: above, at_le"},
      {"equals = 7", "within = 7", "holds.n.within: found a number, allowed: an array of 2 numb"},
      {"equals = 7", "equals = [7]", "holds.n.equals: found an array, allowed: a number, true"},
      {"holds.n.equals = 7", "holds = 7", "speed.claim.fast.holds: found a number, allowed: a ta"},
      {"holds.n.equals = 7\n", "", "speed.claim.fast.holds: missing"},
      {"verdict = \"contradicted\"", "verdict = \"wrong\"",
       "verdict: found 'wrong', allowed: holds in part, contradicted, not judged"},
      {"[[speed.plot]]", "[speed.plot]", "speed.plot: found a table, allowed: an array of tables"},
      {"y_limit = 2.5", "y_limit = \"2.5\"", "plot.times.y_limit: found a string, allowed: a num"},
      {"columns = [\"n\",", "columns = [1,", "table.times.columns: found a number, allowed: a st"},
      {"title = \"Times\"", "titel = \"Times\"", "speed.plot.times.title: missing"},
      {"[speed]", "[speed", "papers/x/x.toml:2: TOML syntax error: "},
  };
  for (const Fault& fault : faults) {
    const std::string message = said_of(kSheet, fault.from, fault.to);
    EXPECT_NE(message.find(fault.message), std::string::npos)
        << fault.to << "\nshould say: " << fault.message << "\nbut says: " << message;
    EXPECT_EQ(message.rfind("papers/x/x.toml", 0), 0u) << message;
  }
}

TEST(PaperSheetTest, SheetAndProgramMustHaveTheSameClaims) {
  const auto judge = [](const Findings& found) { return said([&] { speed().judge(found); }); };
  EXPECT_EQ(judge({{"fast", std::nullopt}}),
            "papers/x/x.toml:39: speed.claim.all: no part of the program judges it");
  EXPECT_EQ(judge({{"fast", std::nullopt}, {"all", std::nullopt}, {"slow", std::nullopt}}),
            "papers/x/x.toml:2: speed.claim: no 'slow'");
  EXPECT_EQ(said([] { Part::from_text(kSheet, "x.toml", "size"); }), "x.toml: size: missing");
  EXPECT_EQ(said([] { speed().table("lengths"); }), "papers/x/x.toml:2: speed.table: no 'lengths'");
  EXPECT_EQ(said([] { speed().plot("lengths"); }), "papers/x/x.toml:2: speed.plot: no 'lengths'");
  EXPECT_EQ(said([] { speed().text("lengths"); }), "papers/x/x.toml:2: speed.text: no 'lengths'");
}

TEST(PaperSheetTest, AValueThatIsNotMeasuredIsNamed) {
  const auto judge = [](const Values& values) {
    return said([&] { speed().judge({{"fast", values}, {"all", std::nullopt}}); });
  };
  EXPECT_NE(judge({{"n", 7}}).find("speed.claim.fast: \"{n} of {name}\" cannot be filled in"),
            std::string::npos);
  EXPECT_NE(judge({{"n", "seven"}, {"name", "A"}})
                .find("claim.fast.holds: 'n' is no number that is measured, allowed: n, name"),
            std::string::npos);
  EXPECT_NE(judge({{"n", 20}, {"odd", "no"}, {"name", "A"}})
                .find("speed.claim.fast.in_part: 'odd' is no number"),
            std::string::npos);
  EXPECT_NE(said([] {
              speed().judge({{"fast", std::nullopt}, {"all", Values{{"first", 1}}}});
            }).find("speed.claim.all.each: the program has no rows 'rows'"),
            std::string::npos);
}

TEST(PaperSheetTest, APaperWithoutASheetIsTold) {
  EXPECT_NE(said([] { Part("einstein", "speed"); }).find("papers/einstein/einstein.toml: cannot"),
            std::string::npos);
}

}  // namespace
}  // namespace turnpike::test
