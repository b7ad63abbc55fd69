// sheet.cpp - claims judged by a part of a paper's sheet, and its texts filled in.

#include "papers/sheet.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/config_error.h"

namespace turnpike::sim {

namespace {

template <class Rows>
auto find_id(const Rows& rows, const std::string& id, const std::string& place, const char* what) {
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.id == id; });
  if (row == rows.end()) throw ConfigError(fmt::format("{}.{}: no '{}'", place, what, id));
  return row;
}

}  // namespace

std::vector<Judgement> Part::judge(const Findings& found) const {
  std::vector<Judgement> all;
  for (const Claim& claim : claims_) {
    const auto values = found.find(claim.id);
    if (values == found.end()) {
      throw ConfigError(fmt::format("{}: no part of the program judges it", claim.place));
    }
    all.push_back(judge(claim, values->second));
  }
  for (const auto& [id, values] : found) find_id(claims_, id, place_, "claim");
  return all;
}

Judgement Part::judge(const Claim& claim, const std::optional<Values>& found) const {
  Judgement j;
  j.id = claim.id;
  const Values& values = found ? *found : Values{};
  j.claim = filled(claim.claim, values, claim.place);
  j.rule = filled(claim.rule, threshold_values(), claim.place);
  j.given = claim.origin.given;
  j.chosen = claim.origin.chosen;
  if (!claim.statements.empty()) {
    judge_statements(claim, values, j);
  } else {
    j.paper = filled(claim.paper, values, claim.place);
    if (found) {
      j.ours = filled(claim.ours, values, claim.place);
      j.verdict = verdict_of(claim, values);
    }
  }
  if (j.ours.empty()) {
    j.ours = "not measured in this run";
    return j;
  }
  for (const Reason& reason : claim.reasons) {
    if (j.verdict == Verdict::holds) break;
    if (reason.verdict && *reason.verdict != j.verdict) continue;
    if (reason.when && !reason.when->is_so(values)) continue;
    const bool says_when = reason.verdict || reason.when;
    if (j.verdict == Verdict::not_decided && !says_when) continue;  // why it does not hold
    j.reason = filled(reason.text, values, claim.place);
    if (!reason.tested.empty()) {
      j.reason += ". Tested: " + filled(reason.tested, values, claim.place);
    }
    break;
  }
  if (j.verdict == Verdict::not_decided && j.reason.empty()) {
    j.reason = "what is open lies within its confidence interval";
  }
  return j;
}

// What is not as the claim has it, and how far it is not.
Verdict Part::verdict_without(const Claim& claim, const Values& values, Answer in_part) {
  if (claim.not_decided && claim.not_decided->is_so(values)) return Verdict::not_decided;
  if (claim.misprint && claim.misprint->is_so(values)) return Verdict::misprint;
  if (in_part == Answer::open) return Verdict::not_decided;
  return in_part == Answer::yes ? Verdict::in_part : Verdict::contradicted;
}

Verdict Part::verdict_of(const Claim& claim, const Values& values) {
  if (claim.not_judged && claim.not_judged->is_so(values)) return Verdict::not_judged;
  const Answer holds = claim.holds->answer(values);
  if (holds == Answer::yes) return Verdict::holds;
  if (holds == Answer::open) return Verdict::not_decided;
  return verdict_without(claim, values, claim.in_part ? claim.in_part->answer(values) : Answer::no);
}

// Statements: all agree, or most of them. What is open decides nothing unless it makes no
// difference.
Verdict Part::verdict_of(const Claim& claim, const Values& values,
                         const std::vector<Answer>& answers) {
  const auto count = [&](Answer least) {
    return static_cast<double>(
        std::count_if(answers.begin(), answers.end(), [&](Answer a) { return a >= least; }));
  };
  const auto all = static_cast<double>(answers.size());
  const auto is_most = [&](double agreeing) { return agreeing >= threshold("most") * all; };
  const double agreeing = count(Answer::yes);
  const double perhaps = count(Answer::open);
  if (agreeing == all) return Verdict::holds;
  if (perhaps == all) return Verdict::not_decided;
  return verdict_without(claim, values,
                         is_most(agreeing)  ? Answer::yes
                         : is_most(perhaps) ? Answer::open
                                            : Answer::no);
}

// Without any (the program has found no case): not judged.
void Part::judge_statements(const Claim& claim, const Values& values, Judgement& judgement) const {
  std::vector<Answer> answers;
  std::vector<std::string> ours;
  const auto add = [&](const Statement& statement, const Values& of) {
    add_to_list(judgement.paper, filled(statement.paper, of, claim.place), "; ");
    ours.push_back(filled(statement.ours, of, claim.place));
    answers.push_back(statement.agrees.answer(of));
  };
  for (const Statement& statement : claim.statements) {
    if (values.empty()) continue;
    if (statement.each.empty()) {
      add(statement, values);
      continue;
    }
    const auto rows = values.find(statement.each);
    if (rows == values.end() || rows->second.rows() == nullptr) {
      throw ConfigError(
          fmt::format("{}.each: the program has no rows '{}'", claim.place, statement.each));
    }
    for (Values row : *rows->second.rows()) {
      row.insert(values.begin(), values.end());
      add(statement, row);
    }
  }
  if (answers.empty()) {
    judgement.paper = "-";
    return;
  }
  judgement.verdict = verdict_of(claim, values, answers);
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const bool is_only = answers.size() == 1;  // the verdict says it
    const char* mark = is_only || answers[i] == Answer::yes ? ""
                       : answers[i] == Answer::no           ? " (no)"
                                                            : " (open)";
    add_to_list(judgement.ours, ours[i] + mark, "; ");
  }
}

std::vector<std::string> Part::summary(const std::vector<Judgement>& judgements) const {
  std::map<std::string, Verdict> verdicts;
  Values found;
  for (const Judgement& j : judgements) {
    verdicts[j.id] = j.verdict;
    found.emplace(j.id, j.ours);
  }
  std::vector<std::string> lines;
  for (const SummaryLine& line : summary_) {
    const bool is_so =
        std::all_of(line.verdicts.begin(), line.verdicts.end(), [&](const auto& said) {
          const auto verdict = verdicts.find(said.first);
          return verdict != verdicts.end() && verdict->second == said.second;
        });
    if (is_so) lines.push_back(filled(line.text, found, place_));
  }
  return lines;
}

Table Part::table(const std::string& id, const Values& values) const {
  Table table = *find_id(tables_, id, place_, "table");
  table.title = filled(table.title, values, place_);
  table.note = filled(table.note, values, place_);
  for (std::string& column : table.columns) column = filled(column, values, place_);
  return table;
}

Plot Part::plot(const std::string& id, const Values& values) const {
  Plot plot = *find_id(plots_, id, place_, "plot");
  plot.title = filled(plot.title, values, place_);
  return plot;
}

std::string Part::text(const std::string& id, const Values& values) const {
  const auto found = texts_.find(id);
  if (found == texts_.end()) throw ConfigError(fmt::format("{}.text: no '{}'", place_, id));
  return filled(found->second, values, place_);
}

std::vector<Parameter> Part::parameters(bool quick, const Values& values) const {
  std::vector<Parameter> all;
  for (const ParameterRow& row : parameters_) {
    all.push_back(row.parameter);
    if (quick && row.quick) all.back().value = *row.quick;
    all.back().value = filled(all.back().value, values, place_);
  }
  return all;
}

void Part::add_to(PaperReport& report, bool quick, std::vector<Judgement> judgements,
                  std::vector<Table> tables, std::vector<Plot> plots, const Values& values) const {
  for (Parameter& p : parameters(quick, values)) report.parameters.push_back(std::move(p));
  for (Judgement& j : judgements) report.judgements.push_back(std::move(j));
  if (title_.empty()) return;
  Section section;
  section.title = filled(title_, values, place_);
  for (const std::string& paragraph : paragraphs_) {
    section.paragraphs.push_back(filled(paragraph, values, place_));
  }
  section.tables = std::move(tables);
  section.plots = std::move(plots);
  report.sections.push_back(std::move(section));
}

}  // namespace turnpike::sim
