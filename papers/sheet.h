// sheet.h - what is data of a paper: its sheet, papers/dally/dally.toml, one table for each part.
//
// A part is a section of the report: its parameters, the claims that are judged by it with their
// rules (rules.h) and reasons, and the words around its tables and plots. docs/papers.md lists the
// keys. The code of a part measures values by name and gives them to the sheet.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "papers/report.h"
#include "papers/rules.h"

namespace turnpike::sim {

// What was found for each claim of a part, by its id; none: it was not measured in this run.
using Findings = std::map<std::string, std::optional<Values>>;

// A number of a table that is exact.
inline Cell exact(double value, int decimals = 0) { return {Measured{value, 0}, decimals}; }

class Part {
 public:
  // Throws ConfigError: file, line, key, what was found and what is allowed.
  Part(const std::string& paper, const std::string& name);
  static Part from_text(const std::string& toml, const std::string& file, const std::string& name);

  // Every claim of the part, in the sheet's order. Throws ConfigError: a claim of the sheet that
  // was not asked about, or the other way round.
  std::vector<Judgement> judge(const Findings& found) const;

  // Without rows and without points. Throws ConfigError: no such table, plot or text.
  Table table(const std::string& id, const Values& values = {}) const;
  Plot plot(const std::string& id, const Values& values = {}) const;
  std::string text(const std::string& id, const Values& values = {}) const;

  std::vector<Parameter> parameters(bool quick, const Values& values = {}) const;

  // Lines of the summary, each filled in with what was found for its claims, `{ID}`: those whose
  // claims have the verdicts that it says they have.
  std::vector<std::string> summary(const std::vector<Judgement>& judgements) const;

  // Parameters, judgements and, if it has a title, the section.
  void add_to(PaperReport& report, bool quick, std::vector<Judgement> judgements,
              std::vector<Table> tables = {}, std::vector<Plot> plots = {},
              const Values& values = {}) const;

 private:
  struct Statement {
    std::string each;  // the rows it is made for; empty: once
    std::string paper;
    std::string ours;
    Condition agrees;
  };
  struct Reason {
    std::optional<Verdict> verdict;  // none: any but `holds`
    std::optional<Condition> when;
    std::string text;
    std::string tested;  // the one thing that was changed, and what came of it
  };
  struct SummaryLine {
    std::string text;
    std::map<std::string, Verdict> verdicts;  // of claims, by id
  };
  // What of an experiment is the paper's and what is ours.
  struct Origin {
    std::string given;
    std::string chosen;
  };
  struct Claim {
    std::string place;
    std::string id;
    std::string claim;
    std::string paper;
    std::string ours;
    std::string rule;
    Origin origin;
    std::optional<Condition> not_judged;
    std::optional<Condition> not_decided;
    std::optional<Condition> holds;
    std::optional<Condition> misprint;
    std::optional<Condition> in_part;
    std::vector<Statement> statements;
    std::vector<Reason> reasons;
  };
  struct ParameterRow {
    Parameter parameter;
    std::optional<std::string> quick;
  };
  class Reader;

  Part() = default;
  Judgement judge(const Claim& claim, const std::optional<Values>& found) const;
  static Verdict verdict_of(const Claim& claim, const Values& values);
  static Verdict verdict_of(const Claim& claim, const Values& values,
                            const std::vector<Answer>& answers);
  static Verdict verdict_without(const Claim& claim, const Values& values, Answer in_part);
  void judge_statements(const Claim& claim, const Values& values, Judgement& judgement) const;

  std::string place_;
  std::string title_;
  Origin origin_;
  std::vector<SummaryLine> summary_;
  std::vector<std::string> paragraphs_;
  std::vector<Claim> claims_;
  std::vector<ParameterRow> parameters_;
  std::vector<Table> tables_;
  std::vector<Plot> plots_;
  std::map<std::string, std::string> texts_;
};

}  // namespace turnpike::sim
