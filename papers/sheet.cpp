// sheet.cpp - a part of a paper's sheet, read and checked; claims judged by it.

#include "papers/sheet.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "sim/base/config_error.h"
#include "sim/base/data_folder.h"

namespace turnpike::sim {

namespace {

[[noreturn]] void refuse(const std::string& place, const std::string& found,
                         const std::string& allowed) {
  throw ConfigError(fmt::format("{}: found {}, allowed: {}", place, found, allowed));
}

std::string kind_of(const toml::node& node) {
  if (node.is_string()) return "a string";
  if (node.is_boolean()) return "true or false";
  if (node.is_number()) return "a number";
  if (node.is_array()) return "an array";
  return node.is_table() ? "a table" : "a date or time";
}

std::string line_of(const std::string& file, const toml::node& node) {
  return fmt::format("{}:{}", file, node.source().begin.line);
}

// One table, whose keys must all be asked for.
class Keys {
 public:
  Keys(const std::string& file, const toml::node& node, std::string name)
      : file_(file), name_(std::move(name)), place_(line_of(file, node) + ": " + name_) {
    if (!node.is_table()) refuse(place_, kind_of(node), "a table");
    table_ = node.as_table();
  }

  const std::string& place() const { return place_; }
  const toml::table& all() const { return *table_; }

  // Null: it is not there.
  const toml::node* find(const char* key) {
    asked_.insert(key);
    return table_->get(key);
  }
  std::string key(const toml::node& node, const char* key) const {
    return fmt::format("{}: {}.{}", line_of(file_, node), name_, key);
  }

  std::optional<std::string> words(const char* key) {
    const toml::node* node = find(key);
    if (node == nullptr) return std::nullopt;
    return words_of(*node, key);
  }
  std::string words_or(const char* key, const char* otherwise) {
    return words(key).value_or(otherwise);
  }
  std::string needed(const char* key) {
    auto found = words(key);
    if (!found) throw ConfigError(fmt::format("{}.{}: missing", place_, key));
    return *found;
  }
  std::vector<std::string> list(const char* key) {
    std::vector<std::string> all;
    const toml::node* node = find(key);
    if (node == nullptr) return all;
    if (!node->is_array()) refuse(this->key(*node, key), kind_of(*node), "an array of strings");
    for (const toml::node& element : *node->as_array()) all.push_back(words_of(element, key));
    return all;
  }
  bool flag(const char* key) {
    const toml::node* node = find(key);
    if (node == nullptr) return false;
    if (!node->is_boolean()) refuse(this->key(*node, key), kind_of(*node), "true or false");
    return node->as_boolean()->get();
  }
  double number(const char* key) {
    const toml::node* node = find(key);
    if (node == nullptr) return 0;
    if (!node->is_number()) refuse(this->key(*node, key), kind_of(*node), "a number");
    return *node->value<double>();
  }
  // Of an array of tables; named after its `label`, if it has one.
  std::vector<Keys> tables(const char* key, const char* label) {
    std::vector<Keys> all;
    const toml::node* node = find(key);
    if (node == nullptr) return all;
    if (!node->is_array()) refuse(this->key(*node, key), kind_of(*node), "an array of tables");
    for (const toml::node& element : *node->as_array()) {
      std::string name = fmt::format("{}.{}", name_, key);
      if (const toml::table* table = element.as_table()) {
        if (const auto id = (*table)[label].value<std::string>()) name += "." + *id;
      }
      all.emplace_back(file_, element, name);
    }
    return all;
  }
  std::optional<Condition> condition(const char* key) {
    const toml::node* node = find(key);
    if (node == nullptr) return std::nullopt;
    Condition condition;
    condition.place = this->key(*node, key);
    if (const toml::array* alternatives = node->as_array()) {
      for (const toml::node& one : *alternatives) {
        condition.any.push_back(rules_of(Keys(file_, one, name_ + "." + key)));
      }
    } else {
      condition.any.push_back(rules_of(Keys(file_, *node, name_ + "." + key)));
    }
    return condition;
  }

  // All entries of a table of strings.
  std::map<std::string, std::string> dictionary(const char* key) {
    std::map<std::string, std::string> all;
    const toml::node* node = find(key);
    if (node == nullptr) return all;
    if (!node->is_table()) refuse(this->key(*node, key), kind_of(*node), "a table of strings");
    for (const auto& [name, word] : *node->as_table()) {
      all[std::string(name.str())] = words_of(word, key);
    }
    return all;
  }

  void end() const {
    for (const auto& [key, node] : *table_) {
      if (asked_.count(std::string(key.str())) != 0) continue;
      refuse(line_of(file_, node) + ": " + name_, fmt::format("the key '{}'", key.str()),
             fmt::format("{}", fmt::join(asked_, ", ")));
    }
  }

 private:
  std::string words_of(const toml::node& node, const char* key) const {
    if (!node.is_string()) refuse(this->key(node, key), kind_of(node), "a string");
    return node.as_string()->get();
  }

  static double number_of(const toml::node& node, const std::string& place) {
    if (const auto* flag = node.as_boolean()) return flag->get() ? 1 : 0;
    if (!node.is_number()) refuse(place, kind_of(node), "a number, true or false");
    return *node.value<double>();
  }

  std::vector<RuleOf> rules_of(const Keys& condition) const {
    std::vector<RuleOf> all;
    for (const auto& [value, rules] : condition.all()) {
      const Keys keys(file_, rules, condition.name_ + "." + std::string(value.str()));
      for (const auto& [name, operand] : keys.all()) {
        all.push_back(rule_of(std::string(value.str()), std::string(name.str()), operand,
                              line_of(file_, operand) + ": " + keys.name_));
      }
    }
    return all;
  }

  // A threshold, "@close", or the name of a value.
  static void read_operand(const std::string& text, const std::string& place, RuleOf& rule) {
    if (text.empty() || text[0] != '@') {
      rule.other = text;
      return;
    }
    std::vector<std::string> allowed;
    for (const Threshold& t : thresholds()) {
      if (text.substr(1) == t.name) rule.numbers = {t.value};
      allowed.push_back(fmt::format("@{}", t.name));
    }
    if (rule.numbers.empty()) {
      refuse(place, "'" + text + "'", fmt::format("{}", fmt::join(allowed, ", ")));
    }
  }

  static RuleOf rule_of(const std::string& value, const std::string& name,
                        const toml::node& operand, const std::string& place) {
    RuleOf rule;
    rule.value = value;
    rule.rule = name;
    const unsigned wanted = numbers_of_rule(name);
    if (wanted == 0) {
      refuse(place, fmt::format("the rule '{}'", name),
             fmt::format("{}", fmt::join(rule_names(), ", ")));
    }
    const std::string what = place + "." + name;
    if (wanted == 1 && operand.is_string()) {
      read_operand(operand.as_string()->get(), what, rule);
    } else if (wanted == 1) {
      rule.numbers = {number_of(operand, what)};
    } else {
      const toml::array* numbers = operand.as_array();
      if (numbers == nullptr || numbers->size() != wanted) {
        refuse(what, kind_of(operand), fmt::format("an array of {} numbers", wanted));
      }
      for (const toml::node& number : *numbers) rule.numbers.push_back(number_of(number, what));
    }
    return rule;
  }

  const std::string& file_;
  std::string name_;
  std::string place_;
  const toml::table* table_ = nullptr;
  std::set<std::string> asked_;
};

std::string text_of_sheet(const std::string& file) {
  std::ifstream in(data_folder() / file);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw ConfigError(fmt::format("{}: cannot read it", (data_folder() / file).string()));
  return text.str();
}

std::string sheet_file(const std::string& paper) {
  return fmt::format("papers/{0}/{0}.toml", paper);
}

template <class Rows>
auto find_id(const Rows& rows, const std::string& id, const std::string& place, const char* what) {
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.id == id; });
  if (row == rows.end()) throw ConfigError(fmt::format("{}.{}: no '{}'", place, what, id));
  return row;
}

}  // namespace

// Fills a part.
class Part::Reader {
 public:
  explicit Reader(Part& part) : part_(part) {}

  void read(Keys keys) {
    part_.place_ = keys.place();
    part_.title_ = keys.words_or("title", "");
    part_.paragraphs_ = keys.list("paragraphs");
    part_.origin_ = origin(keys, {});
    for (Keys& row : keys.tables("line", "text")) read_summary(row);
    for (Keys& row : keys.tables("parameter", "name")) read_parameter(row);
    for (Keys& row : keys.tables("table", "id")) read_table(row);
    for (Keys& row : keys.tables("plot", "id")) read_plot(row);
    for (Keys& row : keys.tables("claim", "id")) read_claim(row);
    for (Keys& row : keys.tables("text", "id")) {
      part_.texts_[row.needed("id")] = row.needed("text");
      row.end();
    }
    keys.end();
  }

 private:
  void read_parameter(Keys& keys) {
    ParameterRow row;
    row.parameter = {keys.needed("name"), keys.needed("value"), keys.flag("open")};
    row.quick = keys.words("quick");
    keys.end();
    part_.parameters_.push_back(std::move(row));
  }

  // A claim's own, or else its part's.
  static Origin origin(Keys& keys, const Origin& otherwise) {
    return {keys.words_or("given", otherwise.given.c_str()),
            keys.words_or("chosen", otherwise.chosen.c_str())};
  }

  void read_summary(Keys& keys) {
    SummaryLine line;
    line.text = keys.needed("text");
    for (const auto& [id, word] : keys.dictionary("verdicts")) {
      line.verdicts[id] = verdict(word, all_verdicts(), keys.place() + ".verdicts." + id);
    }
    keys.end();
    part_.summary_.push_back(std::move(line));
  }

  void read_table(Keys& keys) {
    Table table;
    table.id = keys.needed("id");
    table.title = keys.needed("title");
    table.columns = keys.list("columns");
    table.note = keys.words_or("note", "");
    keys.end();
    part_.tables_.push_back(std::move(table));
  }

  void read_plot(Keys& keys) {
    Plot plot;
    plot.id = keys.needed("id");
    plot.title = keys.needed("title");
    plot.x_label = keys.needed("x");
    plot.y_label = keys.needed("y");
    plot.log_x = keys.flag("log_x");
    plot.log_y = keys.flag("log_y");
    plot.x_limit = keys.number("x_limit");
    plot.y_limit = keys.number("y_limit");
    keys.end();
    part_.plots_.push_back(std::move(plot));
  }

  void read_claim(Keys& keys) {
    Claim claim;
    claim.place = keys.place();
    claim.id = keys.needed("id");
    claim.claim = keys.needed("claim");
    claim.rule = keys.needed("rule");
    claim.origin = origin(keys, part_.origin_);
    claim.not_decided = keys.condition("not_decided");
    claim.misprint = keys.condition("misprint");
    for (Keys& row : keys.tables("statement", "paper")) {
      Statement statement;
      statement.each = row.words_or("each", "");
      statement.paper = row.needed("paper");
      statement.ours = row.needed("ours");
      statement.agrees = needed_condition(row, "agrees");
      row.end();
      claim.statements.push_back(std::move(statement));
    }
    if (claim.statements.empty()) {
      claim.paper = keys.needed("paper");
      claim.ours = keys.needed("ours");
      claim.holds = needed_condition(keys, "holds");
      claim.in_part = keys.condition("in_part");
      claim.not_judged = keys.condition("not_judged");
    }
    read_reasons(keys, claim);
    keys.end();
    if (std::any_of(part_.claims_.begin(), part_.claims_.end(),
                    [&](const Claim& other) { return other.id == claim.id; })) {
      throw ConfigError(fmt::format("{}: is there twice", claim.place));
    }
    part_.claims_.push_back(std::move(claim));
  }

  static void read_reasons(Keys& keys, Claim& claim) {
    const toml::node* reason = keys.find("reason");
    if (reason == nullptr) return;
    if (reason->is_string()) {
      claim.reasons.push_back({std::nullopt, std::nullopt, keys.needed("reason"), ""});
      return;
    }
    for (Keys& row : keys.tables("reason", "text")) {
      Reason one;
      const auto word = row.words("verdict");
      std::vector<Verdict> with_reason = all_verdicts();
      with_reason.push_back(Verdict::not_judged);
      if (word) one.verdict = verdict(*word, with_reason, row.place() + ".verdict");
      one.when = row.condition("when");
      one.text = row.needed("text");
      one.tested = row.words_or("tested", "");
      row.end();
      claim.reasons.push_back(std::move(one));
    }
  }

  static Verdict verdict(const std::string& word, const std::vector<Verdict>& known,
                         const std::string& place) {
    std::vector<std::string> allowed;
    for (const Verdict one : known) {
      if (word == verdict_text(one)) return one;
      allowed.emplace_back(verdict_text(one));
    }
    refuse(place, "'" + word + "'", fmt::format("{}", fmt::join(allowed, ", ")));
  }

  static Condition needed_condition(Keys& keys, const char* key) {
    auto found = keys.condition(key);
    if (!found) throw ConfigError(fmt::format("{}.{}: missing", keys.place(), key));
    return *found;
  }

  Part& part_;
};

Part Part::from_text(const std::string& toml, const std::string& file, const std::string& name) {
  toml::table sheet;
  try {
    sheet = toml::parse(toml, file);
  } catch (const toml::parse_error& error) {
    throw ConfigError(fmt::format("{}:{}: TOML syntax error: {}", file, error.source().begin.line,
                                  error.description()));
  }
  const toml::node* found = sheet.get(name);
  if (found == nullptr) throw ConfigError(fmt::format("{}: {}: missing", file, name));
  Part part;
  Reader(part).read(Keys(file, *found, name));
  return part;
}

Part::Part(const std::string& paper, const std::string& name)
    : Part(from_text(text_of_sheet(sheet_file(paper)), sheet_file(paper), name)) {}

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
