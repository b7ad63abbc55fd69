// report_text.cpp - the report on a paper, written.

#include "papers/report_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "papers/rules.h"

namespace turnpike::sim {

namespace {

// Characters, not bytes: the bytes that go on a character are 10xxxxxx.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

std::string padded(const std::string& text, std::size_t to, bool right) {
  const std::string blanks(to - std::min(to, width(text)), ' ');
  return right ? blanks + text : text + blanks;
}

bool is_number(const Table& table, std::size_t column) {
  return std::any_of(table.rows.begin(), table.rows.end(), [&](const std::vector<Cell>& row) {
    return column < row.size() && row[column].number.known();
  });
}

std::string in_columns(const Table& table) {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    widths.push_back(width(table.columns[c]));
    for (const auto& row : table.rows) widths[c] = std::max(widths[c], width(row[c].text));
  }
  std::string text = "  ";
  for (std::size_t c = 0; c < widths.size(); ++c) {
    text += padded(table.columns[c], widths[c], is_number(table, c)) + "  ";
  }
  while (text.back() == ' ') text.pop_back();
  for (const auto& row : table.rows) {
    text += "\n  ";
    for (std::size_t c = 0; c < widths.size(); ++c) {
      text += padded(row[c].text, widths[c], is_number(table, c)) + "  ";
    }
    while (text.back() == ' ') text.pop_back();
  }
  return text + "\n";
}

std::string escaped(std::string text) {
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) {
    text.insert(at, "\\");
  }
  return text;
}

std::string markdown_table(const Table& table) {
  std::string text = "|";
  for (const std::string& column : table.columns) text += fmt::format(" {} |", escaped(column));
  text += "\n|";
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    text += is_number(table, c) ? "---:|" : "---|";
  }
  text += "\n";
  for (const auto& row : table.rows) {
    text += "|";
    for (const Cell& cell : row) text += fmt::format(" {} |", escaped(cell.text));
    text += "\n";
  }
  return text;
}

// "12 claims: 7 hold, 4 hold in part, 1 contradicted."
std::string counts_text(const PaperReport& report) {
  std::string text = fmt::format("{} claims: ", report.judgements.size());
  std::string counts;
  for (const Verdict verdict : all_verdicts()) {
    const auto count = std::count_if(report.judgements.begin(), report.judgements.end(),
                                     [&](const Judgement& j) { return j.verdict == verdict; });
    if (count == 0) continue;
    std::string words = verdict_text(verdict);
    if (count > 1 && words.rfind("holds", 0) == 0) words.erase(4, 1);
    if (count > 1 && verdict == Verdict::misprint) words += "s";
    add_to_list(counts, fmt::format("{} {}", count, words));
  }
  return text + (counts.empty() ? "none judged" : counts);
}

// Two pictures in a row, with what is said about them.
std::string markdown_figures(const Section& section, const std::string& pictures) {
  std::string text = fmt::format("\n## {}\n", section.title);
  for (const std::string& paragraph : section.paragraphs) text += fmt::format("\n{}\n", paragraph);
  const bool is_one = section.plots.size() == 1;
  text += is_one ? "\n" : "\n| | |\n|---|---|\n";
  for (std::size_t i = 0; i < section.plots.size(); ++i) {
    const Plot& plot = section.plots[i];
    const bool is_last = i + 1 == section.plots.size();
    const std::string picture = fmt::format("![{}]({}/{}.svg)", plot.title, pictures, plot.id);
    if (is_one) {
      text += picture + "\n";
    } else if (i % 2 == 0) {
      text += fmt::format("| {} |{}", picture, is_last ? " |\n" : "");
    } else {
      text += fmt::format(" {} |\n", picture);
    }
  }
  return text;
}

// Tables of more rows are files only.
constexpr std::size_t kLongestTable = 8;

std::string markdown_tables(const Section& section, const std::string& pictures) {
  std::string text;
  if (section.plots.empty()) {
    text += fmt::format("\n## {}\n", section.title);
    for (const std::string& paragraph : section.paragraphs) {
      text += fmt::format("\n{}\n", paragraph);
    }
  } else if (!section.tables.empty()) {
    text += fmt::format("\n## Tables: {}\n", section.title);
  }
  bool is_listed = false;  // the table before
  for (const Table& table : section.tables) {
    const std::string file = fmt::format("[{0}.csv]({1}/{0}.csv)", table.id, pictures);
    const bool was_listed = is_listed;
    is_listed = table.rows.size() > kLongestTable;
    if (is_listed) {
      text += fmt::format("{}- {}: {} rows in {}.", was_listed ? "" : "\n", table.title,
                          table.rows.size(), file);
      if (!table.note.empty()) text += " " + table.note;
      text += "\n";
      continue;
    }
    text += fmt::format("\n**{}** ({})\n\n{}", table.title, file, markdown_table(table));
    if (!table.note.empty()) text += fmt::format("\n{}\n", table.note);
  }
  return text;
}

// The claims of one experiment together, under what of it is the paper's and what is ours.
std::string markdown_claims(const PaperReport& report) {
  std::string text;
  const Judgement* before = nullptr;
  Table table;
  const auto flush = [&] {
    if (!table.rows.empty()) text += "\n" + markdown_table(table);
    table.rows.clear();
  };
  table.columns = {"claim", "the paper", "ours", "verdict, and its rule"};
  for (const Judgement& j : report.judgements) {
    if (before == nullptr || before->given != j.given || before->chosen != j.chosen) {
      flush();
      if (!j.given.empty())
        text += fmt::format("\nThe paper's: {}. Ours: {}.\n", j.given, j.chosen);
    }
    before = &j;
    std::string verdict = fmt::format("**{}.** {}", verdict_text(j.verdict), j.rule);
    if (!j.reason.empty()) verdict += fmt::format(" *Why: {}.*", j.reason);
    table.rows.push_back({j.claim, j.paper, j.ours, verdict});
  }
  flush();
  return text;
}

Table parameter_table(const PaperReport& report) {
  Table table;
  table.columns = {"parameter", "value", "the paper"};
  for (const Parameter& p : report.parameters) {
    table.rows.push_back({p.name, p.value, p.open ? "leaves it open" : "gives it"});
  }
  return table;
}

std::string intervals_text(const PaperReport& report) {
  return fmt::format(
      "Seeds {}. ± is the half width of the 95 % confidence interval over the seeds.",
      fmt::join(report.seeds, ", "));
}

std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

bool has_interval(const Table& table, std::size_t column) {
  return std::any_of(table.rows.begin(), table.rows.end(), [&](const std::vector<Cell>& row) {
    return row[column].number.known() && row[column].number.half_width > 0;
  });
}

Json number_json(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json table_json(const Table& table) {
  Json json;
  json["id"] = table.id;
  json["title"] = table.title;
  json["columns"] = table.columns;
  json["rows"] = Json::array();
  for (const auto& row : table.rows) {
    Json cells = Json::array();
    for (const Cell& cell : row) {
      if (!cell.number.known()) {
        cells.push_back(cell.text);
      } else if (cell.number.half_width > 0) {
        cells.push_back({{"mean", number_json(cell.number.mean)},
                         {"half_width", number_json(cell.number.half_width)}});
      } else {
        cells.push_back(number_json(cell.number.mean));
      }
    }
    json["rows"].push_back(cells);
  }
  return json;
}

}  // namespace

Table claims_table(const PaperReport& report) {
  Table table;
  table.id = "claims";
  table.title = "Claims";
  table.columns = {"id",        "claim",  "paper", "ours",
                   "verdict",   "reason", "rule",  "the paper's part",
                   "ours of it"};
  for (const Judgement& j : report.judgements) {
    table.rows.push_back({j.id, j.claim, j.paper, j.ours, verdict_text(j.verdict), j.reason, j.rule,
                          j.given, j.chosen});
  }
  return table;
}

std::string report_text(const PaperReport& report) {
  std::string text = fmt::format("{}\n  engine {}; {}\n  {}\n", report.citation, report.engine,
                                 intervals_text(report), counts_text(report));
  for (const std::string& line : report.summary) text += fmt::format("  - {}\n", line);
  text += fmt::format("\nParameters\n{}\nClaims\n", in_columns(parameter_table(report)));
  for (const Judgement& j : report.judgements) {
    text += fmt::format("  {:<14} {}\n{:17}paper: {}; ours: {}\n", verdict_text(j.verdict), j.claim,
                        "", j.paper, j.ours);
    if (!j.reason.empty()) text += fmt::format("{:17}{}\n", "", j.reason);
  }
  for (const Section& section : report.sections) {
    text += fmt::format("\n{}\n", section.title);
    for (const Table& table : section.tables) {
      text += fmt::format("\n  {}\n{}", table.title, in_columns(table));
      if (!table.note.empty()) text += fmt::format("  {}\n", table.note);
    }
  }
  for (const std::string& failure : report.failures) text += fmt::format("\nFAILED: {}\n", failure);
  return text;
}

std::string report_markdown(const PaperReport& report, const std::string& pictures) {
  std::string text = fmt::format(
      "# {}\n\nMade by `{}`; not edited by hand. Engine: {}. {} What lies within its interval "
      "decides nothing. Verdicts, and how near is near, are the same for all papers: "
      "docs/papers.md, Sheets and rules.\n\n**{}**\n\n",
      report.citation, report.command, report.engine, intervals_text(report), counts_text(report));
  for (const std::string& line : report.summary) text += fmt::format("- {}\n", line);
  for (const Section& section : report.sections) {
    if (!section.plots.empty()) text += markdown_figures(section, pictures);
  }
  text += "\n## Claims\n" + markdown_claims(report);
  text += "\n## Parameters\n\n" + markdown_table(parameter_table(report));
  for (const Section& section : report.sections) text += markdown_tables(section, pictures);
  return text;
}

std::string table_csv(const Table& table) {
  std::string text;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    text += (c == 0 ? "" : ",") + csv_text(table.columns[c]);
    if (has_interval(table, c)) text += "," + csv_text(table.columns[c] + " +-");
  }
  for (const auto& row : table.rows) {
    text += "\n";
    for (std::size_t c = 0; c < row.size(); ++c) {
      const Measured& number = row[c].number;
      text += c == 0 ? "" : ",";
      text += number.known() ? fmt::format("{}", number.mean) : csv_text(row[c].text);
      if (!has_interval(table, c)) continue;
      text += number.known() ? fmt::format(",{}", number.half_width) : ",";
    }
  }
  return text + "\n";
}

Json report_json(const PaperReport& report) {
  Json json;
  json["schema"] = "turnpike.paper/1";
  json["paper"] = report.paper;
  json["citation"] = report.citation;
  json["command"] = report.command;
  json["engine"] = report.engine;
  json["quick"] = report.quick;
  json["seeds"] = report.seeds;
  json["summary"] = report.summary;
  json["parameters"] = Json::array();
  for (const Parameter& p : report.parameters) {
    json["parameters"].push_back({{"name", p.name}, {"value", p.value}, {"open", p.open}});
  }
  json["claims"] = Json::array();
  for (const Judgement& j : report.judgements) {
    json["claims"].push_back({{"id", j.id},
                              {"claim", j.claim},
                              {"paper", j.paper},
                              {"ours", j.ours},
                              {"verdict", verdict_text(j.verdict)},
                              {"reason", j.reason},
                              {"rule", j.rule},
                              {"given", j.given},
                              {"chosen", j.chosen}});
  }
  json["tables"] = Json::array();
  for (const Section& section : report.sections) {
    for (const Table& table : section.tables) json["tables"].push_back(table_json(table));
  }
  json["failures"] = report.failures;
  return json;
}

}  // namespace turnpike::sim
