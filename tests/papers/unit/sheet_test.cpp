// Sheets of papers: rules, verdicts and reasons; what is wrong in a sheet is told by file and key.

#include "papers/sheet.h"
#include "sim/base/text_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "papers/papers.h"
#include "sim/base/config_error.h"
#include "sim/base/data_folder.h"
#include "sim/experiment/config/settings.h"

namespace turnpike::test {
namespace {

using sim::Findings;
using sim::Judgement;
using sim::Measured;
using sim::Part;
using sim::Values;
using sim::Verdict;

constexpr const char* kSheet = R"(
[speed]
title = "Speed of {name}"
given = "the machine"
chosen = "the road"
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
rule = "Agrees: below 3, within {close:g} %."
given = "three"
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
  EXPECT_EQ(fast(7).given, "the machine");
  EXPECT_EQ(fast(7).chosen, "the road");
  EXPECT_EQ(fast(5).verdict, Verdict::in_part);
  EXPECT_EQ(fast(5).reason, "near");
  EXPECT_EQ(fast(9).reason, "above 8");
  EXPECT_EQ(fast(9.1).verdict, Verdict::contradicted);
  EXPECT_EQ(fast(9.1).reason, "far off");
  EXPECT_EQ(fast(20, true).verdict, Verdict::in_part);
}

TEST(PaperSheetTest, StatementsAllOrMost) {
  EXPECT_EQ(always(1, {1, 2}).verdict, Verdict::holds);
  EXPECT_EQ(always(1, {1, 2}).paper, "at once; n = 0; n = 1");
  EXPECT_EQ(always(1, {1, 2}).ours, "1; 1.0 after 1; 2.0 after 1");
  EXPECT_EQ(always(1, {1}).rule, "Agrees: below 3, within 15 %.");
  EXPECT_EQ(always(1, {1}).given, "three");
  EXPECT_EQ(always(1, {1}).chosen, "the road");
  EXPECT_EQ(always(1, {1, 4}).verdict, Verdict::in_part);
  EXPECT_EQ(always(1, {1, 4}).ours, "1; 1.0 after 1; 4.0 after 1 (no)");
  EXPECT_EQ(always(1, {1, 4}).reason, "not always");
  EXPECT_EQ(always(1, {4}).verdict, Verdict::in_part);          // half
  EXPECT_EQ(always(1, {4, 4}).verdict, Verdict::contradicted);  // a third
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
                        {"within = [-10, 0.2]", {-8, -12}, {-7.9, -12.1, 10}},
                        {"same_as = 10", {9.5, 10.5}, {9.4, 10.6}},
                        {"close_to = 10", {8.5, 11.5}, {8.4, 11.6}},
                        {"close_to = \"w\"", {8.5, 11.5}, {8.4, 11.6}},
                        {"roughly = 10", {7.5, 12.5}, {7.4, 12.6}},
                        {"clearly_above = 10", {11.6}, {11.5, 10.1}},
                        {"clearly_below = 10", {8.4}, {8.5, 9.9}},
                        {"far_above = 10", {20, 21}, {19.9}},
                        {"far_below = 10", {5, 4}, {5.1}},
                        {"points_of = 10", {5, 15}, {4.9, 15.1}},
                        {"printed = [0.037, 3]", {.0365, .0374}, {.0364, .0376}},
                        {"at_most = \"@close\"", {15}, {15.1}},
                        {"at_least = \"@most\"", {.5}, {.49}}};
  for (const Case& one : cases) {
    for (const double value : one.so) EXPECT_TRUE(is_so(one.rule, value)) << one.rule << value;
    for (const double value : one.not_so) EXPECT_FALSE(is_so(one.rule, value)) << one.rule << value;
  }
  EXPECT_EQ(sim::rule_names().size(), 16u);
}

// --- intervals ----------------------------------------------------------------------------------

Judgement judged_by(const std::string& conditions, const Values& values) {
  const std::string claim =
      "[p]\n[[p.claim]]\nid = \"c\"\nclaim = \"c\"\npaper = \"\"\nrule = \"r\"\nours = "
      "\"{v:.1f}\"\n" +
      conditions + "\n";
  return Part::from_text(claim, "x.toml", "p").judge({{"c", values}})[0];
}

Verdict with_interval(const std::string& rule, const Measured& value) {
  return judged_by("holds.v." + rule, {{"v", value}, {"w", Measured{10, 3}}}).verdict;
}

TEST(PaperSheetTest, ADifferenceInsideTheIntervalDecidesNothing) {
  struct Case {
    const char* rule;
    Measured value;
    Verdict verdict;
  };
  const Case cases[] = {
      {"above = 10", {12, 1}, Verdict::holds},
      {"above = 10", {12, 3}, Verdict::not_decided},
      {"above = 10", {8, 3}, Verdict::not_decided},
      {"above = 10", {8, 1}, Verdict::contradicted},
      {"below = 10", {8, 1}, Verdict::holds},
      {"below = 10", {8, 3}, Verdict::not_decided},
      {"at_most = 10", {8, 3}, Verdict::not_decided},
      {"at_least = 10", {12, 1}, Verdict::holds},
      {"above = \"w\"", {14, 3}, Verdict::not_decided},  // 4 +- 4.2
      {"above = \"w\"", {15, 3}, Verdict::holds},        // 5 +- 4.2
      {"close_to = 10", {11, .4}, Verdict::holds},
      {"close_to = 10", {11, .6}, Verdict::not_decided},
      {"close_to = 10", {12, .4}, Verdict::contradicted},
      {"close_to = 10", {12, .6}, Verdict::not_decided},
      {"far_above = 10", {21, 2}, Verdict::not_decided},
      {"clearly_above = 10", {12, .4}, Verdict::holds},
      {"above = 10", {12, std::numeric_limits<double>::infinity()}, Verdict::not_decided},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(with_interval(one.rule, one.value), one.verdict)
        << one.rule << " " << one.value.mean << " +- " << one.value.half_width;
  }
  const Judgement open = judged_by("holds.v.above = 10", {{"v", Measured{12, 3}}});
  EXPECT_EQ(open.ours, "12.0 ± 3.0");
  EXPECT_EQ(open.reason, "what is open lies within its confidence interval");
}

// What is open counts where it could change the verdict, and only there.
TEST(PaperSheetTest, OpenStatementsDecideNothing) {
  const auto statements = [](const std::vector<Measured>& values) {
    std::vector<Values> rows;
    for (const Measured& value : values) rows.push_back({{"v", value}});
    const std::string claim =
        "[p]\n[[p.claim]]\nid = \"c\"\nclaim = \"c\"\nrule = \"r\"\nreason = \"no\"\nstatement = "
        "[{ "
        "each = \"rows\", paper = \"\", ours = \"{v:.0f}\", agrees.v.above = 10 }]\n";
    return Part::from_text(claim, "x.toml", "p").judge({{"c", Values{{"rows", rows}}}})[0];
  };
  const Measured yes = {20, 1};
  const Measured no = {5, 1};
  const Measured open = {11, 2};
  EXPECT_EQ(statements({yes, yes}).verdict, Verdict::holds);
  EXPECT_EQ(statements({yes, open}).verdict, Verdict::not_decided);  // all, or half
  EXPECT_EQ(statements({yes, open}).ours, "20 ± 1; 11 ± 2 (open)");
  EXPECT_EQ(statements({yes, yes, no, open}).verdict, Verdict::in_part);  // one way or the other
  EXPECT_EQ(statements({open, open}).verdict, Verdict::not_decided);
  EXPECT_EQ(statements({no, open}).verdict, Verdict::not_decided);  // half, or none
  EXPECT_EQ(statements({no, no, open}).verdict, Verdict::contradicted);
  EXPECT_EQ(statements({no, open}).reason, "what is open lies within its confidence interval");
}

TEST(PaperSheetTest, MisprintsAndWhatThePaperLeavesOpen) {
  const std::string claim =
      "holds.v.equals = 1\nmisprint.v.equals = 2\nnot_decided.open.equals = true\n"
      "in_part.v.below = 9\nreason = [{ verdict = \"misprint\", text = \"a digit\", tested = "
      "\"{v}\" "
      "}, { text = \"other\" }]";
  const auto judge = [&](double v, bool open) {
    return judged_by(claim, {{"v", v}, {"open", open}});
  };
  EXPECT_EQ(judge(1, true).verdict, Verdict::holds);
  EXPECT_EQ(judge(2, false).verdict, Verdict::misprint);
  EXPECT_EQ(judge(2, false).reason, "a digit. Tested: 2");
  EXPECT_EQ(judge(2, true).verdict, Verdict::not_decided);
  EXPECT_EQ(judge(3, false).verdict, Verdict::in_part);
  EXPECT_EQ(judge(3, false).reason, "other");
  EXPECT_EQ(judge(9, false).verdict, Verdict::contradicted);
  EXPECT_EQ(judge(9, true).verdict, Verdict::not_decided);
}

TEST(PaperSheetTest, SummaryHasTheLinesWhoseVerdictsAreSo) {
  const Part summary = Part::from_text(
      "[summary]\nline = [{ text = \"Fast: {fast}.\", verdicts = { fast = \"holds\" } },\n"
      "{ text = \"Slow.\", verdicts = { fast = \"holds\", slow = \"misprint\" } }]\n",
      "x.toml", "summary");
  Judgement fast_one;
  fast_one.id = "fast";
  fast_one.ours = "7 m/s";
  fast_one.verdict = Verdict::holds;
  EXPECT_EQ(summary.summary({fast_one}), std::vector<std::string>({"Fast: 7 m/s."}));
  Judgement slow = fast_one;
  slow.id = "slow";
  slow.verdict = Verdict::misprint;
  EXPECT_EQ(summary.summary({fast_one, slow}).size(), 2u);
  fast_one.verdict = Verdict::not_judged;
  EXPECT_TRUE(summary.summary({fast_one, slow}).empty());
}

TEST(PaperSheetTest, ExtremesCountTheirIntervals) {
  const std::vector<Measured> values = {{5, 0}, {4, 3}, {6, .5}};
  EXPECT_EQ(sim::highest(values).mean, 4);
  EXPECT_EQ(sim::lowest(values).mean, 4);
  EXPECT_DOUBLE_EQ(sim::difference({5, 3}, {2, 4}).half_width, 5);
  EXPECT_DOUBLE_EQ(sim::ratio({6, .3}, {3, 0}).mean, 2);
  EXPECT_NEAR(sim::ratio({6, .3}, {3, 0}).half_width, .1, 1e-12);
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
      {"ours = \"{n}", "our = \"{n}", "papers/x/x.toml:27: speed.claim.fast.ours: missing"},
      {"rule = \"Holds", "rules = \"Holds", "speed.claim.fast.rule: missing"},
      {"id = \"all\"\n", "id = \"all\"\nholds.n.above = 1\n",
       "speed.claim.all: found the key 'holds', allowed: chosen, claim, given, id, misprint, "
       "not_decided, reason, "
       "rule, statement"},
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
       "verdict: found 'wrong', allowed: holds, holds in part, misprint, not decided, "
       "contradicted, not "
       "judged"},
      {"equals = 7", "at_most = \"@near\"",
       "holds.n.at_most: found '@near', allowed: @same, @close, @rough, @points, @much, @most"},
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
            "papers/x/x.toml:41: speed.claim.all: no part of the program judges it");
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

TEST(PaperSheetTest, TheDocumentListsRulesAndThresholds) {
  const std::string document =
      sim::read_text_file((sim::data_folder() / "docs" / "papers.md").string());
  for (const sim::Threshold& t : sim::thresholds()) {
    const std::string row = fmt::format("| `{}` | {:g} | {} |\n", t.name, t.value, t.words);
    EXPECT_NE(document.find(row), std::string::npos) << row;
  }
  for (const std::string& rule : sim::rule_names()) {
    EXPECT_NE(document.find("`" + rule), std::string::npos) << rule;
  }
}

TEST(PaperSheetTest, APaperWithoutASheetIsTold) {
  EXPECT_NE(said([] { Part("einstein", "speed"); }).find("papers/einstein/einstein.toml: cannot"),
            std::string::npos);
}

}  // namespace
}  // namespace turnpike::test
