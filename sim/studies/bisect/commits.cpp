// commits.cpp - git, and hardware of another commit.

#include "sim/studies/bisect/commits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>

#include "model/common/printable.h"
#include "sim/base/config_error.h"
#include "sim/base/data_folder.h"
#include "sim/base/interrupt.h"
#include "sim/base/run_child.h"

namespace turnpike::sim {

namespace {

namespace fs = std::filesystem;

constexpr const char* kRoot = "TURNPIKE_ROOT";

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

// The data folder is another one until the end of its life.
class OtherRoot {
 public:
  explicit OtherRoot(const std::string& folder) {
    if (const char* before = std::getenv(kRoot)) before_ = before;
    ::setenv(kRoot, folder.c_str(), 1);
  }
  OtherRoot(const OtherRoot&) = delete;
  OtherRoot& operator=(const OtherRoot&) = delete;
  ~OtherRoot() {
    if (before_) {
      ::setenv(kRoot, before_->c_str(), 1);
    } else {
      ::unsetenv(kRoot);
    }
  }

 private:
  std::optional<std::string> before_;
};

}  // namespace

const char* to_text(CommitVerdict::Is is) {
  switch (is) {
    case CommitVerdict::Is::good:
      return "good";
    case CommitVerdict::Is::bad:
      return "bad";
    case CommitVerdict::Is::skipped:
      break;
  }
  return "skipped";
}

Repository::Repository(std::string folder) : folder_(std::move(folder)) {
  if (!find_in_path("git")) throw ConfigError("--commits: needs git, which is not in PATH");
  const FinishedChild git = run_child({"git", "-C", folder_, "rev-parse", "--absolute-git-dir"},
                                      "look at the repository");
  if (git.status != 0) {
    throw ConfigError(fmt::format("--repository: found {}, allowed: a git repository: {}",
                                  model::printable(folder_), trimmed(git.errors)));
  }
  const FinishedChild top =
      run_child({"git", "-C", folder_, "rev-parse", "--show-toplevel"}, "look at the repository");
  folder_ = trimmed(top.status == 0 ? top.output : git.output);  // it may have no checkout
}

std::string Repository::ask(std::vector<std::string> words) const {
  words.insert(words.begin(), {"git", "-C", folder_});
  const FinishedChild child = run_child(words, "look at the commits");
  if (child.status == 0) return trimmed(child.output);
  throw ConfigError(
      fmt::format("{}: git {}: {}", model::printable(folder_), words[3], trimmed(child.errors)));
}

std::string Repository::commit_of(const std::string& name) const {
  const FinishedChild child = run_child({"git", "-C", folder_, "rev-parse", "--verify", "--quiet",
                                         "--end-of-options", name + "^{commit}"},
                                        "look at the commits");
  if (child.status == 0) return trimmed(child.output);
  throw ConfigError(fmt::format("--commits: found '{}', allowed: a commit of {}",
                                model::excerpt(name), model::printable(folder_)));
}

bool Repository::is_ancestor(const std::string& old, const std::string& young) const {
  const FinishedChild child = run_child(
      {"git", "-C", folder_, "merge-base", "--is-ancestor", old, young}, "look at the commits");
  return child.status == 0;
}

std::string Repository::title_of(const std::string& commit) const {
  return model::excerpt(ask({"log", "-1", "--format=%s", commit}), 100);
}

std::string Repository::tree_of(const std::string& commit) const {
  const FinishedChild child =
      run_child({"git", "-C", folder_, "rev-parse", "--verify", "--quiet", commit + ":rtl"},
                "look at the commits");
  return child.status == 0 ? trimmed(child.output) : "";
}

std::vector<std::string> Repository::between(const std::vector<std::string>& good,
                                             const std::string& bad) const {
  std::vector<std::string> words = {"rev-list", "--bisect-all", bad};
  for (const std::string& commit : good) words.push_back("^" + commit);
  words.insert(words.end(), {"--", "rtl"});
  std::istringstream lines(ask(words));
  std::vector<std::string> commits;
  for (std::string line; std::getline(lines, line);) {
    commits.push_back(line.substr(0, line.find(' ')));  // then, in brackets, how far from the ends
  }
  return commits;
}

void Repository::extract(const std::string& commit, const std::string& folder) const {
  const std::string archive = folder + "/rtl.tar";
  ask({"archive", "--format=tar", "--output=" + archive, "--prefix=rtl/", commit + ":rtl"});
  const FinishedChild child =
      run_child({"tar", "-x", "-f", archive, "-C", folder}, "unpack a commit");
  if (child.status != 0) {
    throw ConfigError(fmt::format("tar: commit {}: {}", commit, trimmed(child.errors)));
  }
  fs::remove(archive);
}

CommitRange CommitRange::of(const std::string& text, const Repository& repository) {
  const std::size_t at = text.find("..");
  if (at == std::string::npos || at == 0 || text.compare(at, 3, "...") == 0) {
    throw ConfigError(fmt::format("--commits: found '{}', allowed: GOOD..BAD, two commits",
                                  model::excerpt(text)));
  }
  CommitRange range;
  range.good = repository.commit_of(text.substr(0, at));
  const std::string bad = text.substr(at + 2);
  range.bad = repository.commit_of(bad.empty() ? "HEAD" : bad);
  if (range.good == range.bad || !repository.is_ancestor(range.good, range.bad)) {
    throw ConfigError(fmt::format(
        "--commits: found '{}', allowed: GOOD..BAD, where GOOD comes before BAD in its history",
        model::excerpt(text)));
  }
  return range;
}

CommitSearch::CommitSearch(const Repository& repository, TrialRunner& runner, ProgressLine& line)
    : repository_(repository), runner_(runner), line_(line) {}

template <class Function>
void CommitSearch::with_hardware_of(const std::string& commit, Function function) {
  const TemporaryFolder root;
  repository_.extract(commit, root.path());
  // How components are built and called is the business of this program.
  fs::create_directory_symlink(fs::absolute(data_folder() / "sim"), root.path() + "/sim");
  const OtherRoot other(root.path());
  function();
}

CommitVerdict CommitSearch::verdict_of(const std::string& commit, const Judged& judged) const {
  return {commit, repository_.title_of(commit), judged.is, judged.why};
}

const CommitSearch::Judged& CommitSearch::judge(const Experiment& experiment,
                                                const std::string& commit) {
  const std::string tree = repository_.tree_of(commit);
  const auto known = known_.find(tree);
  if (known != known_.end()) return known->second;
  Judged judged;
  if (tree.empty()) {
    judged.why = "it has no rtl/";
    return known_[tree] = judged;
  }
  line_.note(fmt::format("commit {} {}", commit.substr(0, 12), repository_.title_of(commit)));
  with_hardware_of(commit, [&] {
    Trial trial;
    try {
      trial = runner_.run(experiment);
    } catch (const Interrupted&) {
      throw;
    } catch (const ConfigError&) {  // of the folder of shapes, of the configuration
      throw;
    } catch (const std::runtime_error& error) {
      const std::string what = error.what();
      judged.why = "its hardware cannot be built: " + what.substr(0, what.find('\n'));
      return;
    }
    if (trial.end == Trial::End::passed) {
      judged.is = CommitVerdict::Is::good;
    } else if (kind_.empty() || trial.kind == kind_) {
      judged.is = CommitVerdict::Is::bad;
      kind_ = trial.kind;
    } else {
      judged.why = "it fails in another way: " + trial.complaint.text;
    }
    judged.trial = std::move(trial);
  });
  line_.note(
      fmt::format("  {}{}", to_text(judged.is), judged.why.empty() ? "" : ": " + judged.why));
  return known_[tree] = judged;
}

CommitsFound CommitSearch::run(const Experiment& experiment, const CommitRange& range) {
  CommitsFound found;
  const Judged bad_end = judge(experiment, range.bad);
  if (bad_end.is == CommitVerdict::Is::good) {
    throw DoesNotFail(fmt::format("commit {} does not fail: there is no bad commit in the range",
                                  range.bad.substr(0, 12)));
  }
  found.tried.push_back(verdict_of(range.bad, bad_end));
  const Judged good_end = judge(experiment, range.good);
  found.tried.push_back(verdict_of(range.good, good_end));
  for (const CommitVerdict& end : found.tried) {
    if (end.is != CommitVerdict::Is::skipped) continue;
    throw ConfigError(
        fmt::format("--commits: found {} as an end, allowed: a commit that can be "
                    "judged: {}",
                    end.commit.substr(0, 12), end.why));
  }
  if (good_end.is == CommitVerdict::Is::bad) {
    throw ConfigError(
        fmt::format("--commits: found {} as GOOD, which fails as BAD does, allowed: "
                    "an older one",
                    range.good.substr(0, 12)));
  }
  std::vector<std::string> good = {range.good};
  std::string bad = range.bad;
  std::set<std::string> skipped;
  found.bad = *bad_end.trial;
  std::vector<std::string> left = repository_.between(good, bad);
  while (true) {
    const auto next = std::find_if(left.begin(), left.end(), [&](const std::string& commit) {
      return commit != bad && skipped.count(commit) == 0;
    });
    if (left.size() <= 1 || next == left.end()) break;
    const std::string commit = *next;
    const Judged judged = judge(experiment, commit);
    found.tried.push_back(verdict_of(commit, judged));
    if (judged.is == CommitVerdict::Is::skipped) {
      skipped.insert(commit);
      continue;
    }
    if (judged.is == CommitVerdict::Is::bad) {
      bad = commit;
      found.bad = *judged.trial;
    } else {
      good.push_back(commit);
    }
    left = repository_.between(good, bad);
  }
  // The last change before `bad`, which then has the same rtl/, or what could not be judged.
  for (const std::string& commit : left) {
    found.suspects.push_back(verdict_of(commit, judge(experiment, commit)));
  }
  if (found.suspects.empty()) {
    throw ConfigError("--commits: found no commit that changes rtl/, allowed: a range with one");
  }
  return found;
}

void CommitSearch::look(const Experiment& experiment, const CommitsFound& found,
                        const std::string& folder) {
  const auto last = std::find_if(found.tried.rbegin(), found.tried.rend(),
                                 [](const auto& one) { return one.is == CommitVerdict::Is::bad; });
  with_hardware_of(last->commit, [&] { runner_.look(experiment, found.bad, folder); });
}

}  // namespace turnpike::sim
