// commit_files.cpp - the commits that were tried, and what they came to.

#include "sim/studies/bisect/commit_files.h"

#include <fmt/format.h>

#include "model/common/printable.h"
#include "sim/base/staged_files.h"
#include "sim/experiment/results/standard_output.h"

namespace turnpike::sim {

namespace {

constexpr const char* kCommitsSchema = "turnpike.bisect-commits/1";

Json commit_json(const CommitVerdict& one) {
  return {
      {"commit", one.commit}, {"title", one.title}, {"verdict", to_text(one.is)}, {"why", one.why}};
}

std::string commit_text(const CommitVerdict& one) {
  return fmt::format("  {} {:<8} {}{}\n", one.commit.substr(0, 12), to_text(one.is), one.title,
                     one.why.empty() ? "" : " (" + model::excerpt(one.why, 200) + ")");
}

}  // namespace

MinimumReport leave_commits(const CommitsFound& found, const std::string& subject,
                            const Repository& repository, OutputFolder& folder) {
  const bool is_one = found.suspects.size() == 1;
  MinimumReport report;
  report.json = {{"schema", kCommitsSchema},
                 {"subject", subject},
                 {"repository", repository.folder()},
                 {"failure", failure_json(found.bad)},
                 {"first_bad", is_one ? Json(found.suspects[0].commit) : Json()},
                 {"suspects", Json::array()},
                 {"tried", Json::array()},
                 {"files", evidence_in(folder)}};
  report.text = fmt::format("{}\n{}\n", model::printable(subject), failure_text(found.bad));
  report.text += is_one ? "First bad commit:\n"
                        : "The first bad commit is one of these; those between cannot be judged:\n";
  for (const CommitVerdict& one : found.suspects) {
    report.json["suspects"].push_back(commit_json(one));
    report.text += commit_text(one);
  }
  report.text += "\nTried, in this order:\n";
  for (const CommitVerdict& one : found.tried) {
    report.json["tried"].push_back(commit_json(one));
    report.text += commit_text(one);
  }
  for (const std::string& file : evidence_in(folder)) {
    report.text += "  file:    " + folder.path_of(file) + "\n";
  }
  StagedFiles told(folder);
  told.write("bisect.txt", report.text);
  told.write("bisect.json", json_text(report.json));
  told.keep();
  return report;
}

}  // namespace turnpike::sim
