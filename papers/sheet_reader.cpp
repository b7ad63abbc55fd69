// sheet_reader.cpp - a part of a paper's sheet, read and checked.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "papers/sheet.h"
#include "papers/sheet_table.h"
#include "sim/base/config_error.h"
#include "sim/base/data_folder.h"

namespace turnpike::sim {

namespace {

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

}  // namespace

// Fills a part.
class Part::Reader {
 public:
  explicit Reader(Part& part) : part_(part) {}

  void read(SheetTable keys) {
    part_.place_ = keys.place();
    part_.title_ = keys.words_or("title", "");
    part_.paragraphs_ = keys.list("paragraphs");
    part_.origin_ = origin(keys, {});
    for (SheetTable& row : keys.tables("line", "text")) read_summary(row);
    for (SheetTable& row : keys.tables("parameter", "name")) read_parameter(row);
    for (SheetTable& row : keys.tables("table", "id")) read_table(row);
    for (SheetTable& row : keys.tables("plot", "id")) read_plot(row);
    for (SheetTable& row : keys.tables("claim", "id")) read_claim(row);
    for (SheetTable& row : keys.tables("text", "id")) {
      part_.texts_[row.needed("id")] = row.needed("text");
      row.end();
    }
    keys.end();
  }

 private:
  void read_parameter(SheetTable& keys) {
    ParameterRow row;
    row.parameter = {keys.needed("name"), keys.needed("value"), keys.flag("open")};
    row.quick = keys.words("quick");
    keys.end();
    part_.parameters_.push_back(std::move(row));
  }

  // A claim's own, or else its part's.
  static Origin origin(SheetTable& keys, const Origin& otherwise) {
    return {keys.words_or("given", otherwise.given.c_str()),
            keys.words_or("chosen", otherwise.chosen.c_str())};
  }

  void read_summary(SheetTable& keys) {
    SummaryLine line;
    line.text = keys.needed("text");
    for (const auto& [id, word] : keys.dictionary("verdicts")) {
      line.verdicts[id] = verdict(word, all_verdicts(), keys.place() + ".verdicts." + id);
    }
    keys.end();
    part_.summary_.push_back(std::move(line));
  }

  void read_table(SheetTable& keys) {
    Table table;
    table.id = keys.needed("id");
    table.title = keys.needed("title");
    table.columns = keys.list("columns");
    table.note = keys.words_or("note", "");
    keys.end();
    part_.tables_.push_back(std::move(table));
  }

  void read_plot(SheetTable& keys) {
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

  void read_claim(SheetTable& keys) {
    Claim claim;
    claim.place = keys.place();
    claim.id = keys.needed("id");
    claim.claim = keys.needed("claim");
    claim.rule = keys.needed("rule");
    claim.origin = origin(keys, part_.origin_);
    claim.not_decided = keys.condition("not_decided");
    claim.misprint = keys.condition("misprint");
    for (SheetTable& row : keys.tables("statement", "paper")) {
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

  static void read_reasons(SheetTable& keys, Claim& claim) {
    const toml::node* reason = keys.find("reason");
    if (reason == nullptr) return;
    if (reason->is_string()) {
      claim.reasons.push_back({std::nullopt, std::nullopt, keys.needed("reason"), ""});
      return;
    }
    for (SheetTable& row : keys.tables("reason", "text")) {
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
    refuse_in_sheet(place, "'" + word + "'", fmt::format("{}", fmt::join(allowed, ", ")));
  }

  static Condition needed_condition(SheetTable& keys, const char* key) {
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
  Reader(part).read(SheetTable(file, *found, name));
  return part;
}

Part::Part(const std::string& paper, const std::string& name)
    : Part(from_text(text_of_sheet(sheet_file(paper)), sheet_file(paper), name)) {}

}  // namespace turnpike::sim
