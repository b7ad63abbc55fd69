// commits.h - finds the commit of the hardware that introduced a failure.
//
// The search halves the history as `git bisect` does, with git's choice of the middle commit (git
// rev-list --bisect-all), over the commits that change rtl/. For each it builds the hardware from
// that commit's rtl/; model, harness and the cells around components are those of this program. It
// skips a commit whose hardware cannot be built or that fails in another way, because such a commit
// tells nothing.

#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "sim/base/temporary_file.h"
#include "sim/studies/bisect/trial.h"

namespace turnpike::sim {

struct CommitVerdict {
  enum class Is { good, bad, skipped };
  std::string commit;  // 40 digits
  std::string title;   // first line of its message
  Is is = Is::skipped;
  std::string why;  // skipped: what was found there
};

const char* to_text(CommitVerdict::Is is);

struct CommitsFound {                // NOLINT(bugprone-exception-escape): as of every JSON value
  std::vector<CommitVerdict> tried;  // in this order
  std::vector<CommitVerdict>
      suspects;  // one: the first bad commit; more: those between were skipped
  Trial bad;     // of the last bad one
};

// A git repository, by the program git.
class Repository {
 public:
  // A folder in it. Throws ConfigError in git's words: no repository, no git.
  explicit Repository(std::string folder);

  // The number of a commit; throws ConfigError that names `option`.
  std::string commit_of(const std::string& name) const;
  bool is_ancestor(const std::string& old, const std::string& young) const;
  std::string title_of(const std::string& commit) const;
  // Of its rtl/; empty: it has none.
  std::string tree_of(const std::string& commit) const;
  // Commits that change rtl/ between, the one in the middle first.
  std::vector<std::string> between(const std::vector<std::string>& good,
                                   const std::string& bad) const;
  // Its rtl/ into a folder that is there.
  void extract(const std::string& commit, const std::string& folder) const;
  const std::string& folder() const { return folder_; }

 private:
  std::string ask(std::vector<std::string> words) const;

  std::string folder_;
};

// A range "GOOD..BAD", both ends named as git names commits; BAD may be left out: HEAD.
struct CommitRange {
  std::string good;
  std::string bad;

  // Throws ConfigError.
  static CommitRange of(const std::string& text, const Repository& repository);
};

class CommitSearch {
 public:
  CommitSearch(const Repository& repository, TrialRunner& runner, ProgressLine& line);

  // Throws ConfigError where the ends are not as they are said to be: good fails as bad does, or
  // one of them cannot be judged. `DoesNotFail` where bad does not fail.
  CommitsFound run(const Experiment& experiment, const CommitRange& range);
  // Of a commit that was found bad, with what there is to look at.
  void look(const Experiment& experiment, const CommitsFound& found, const std::string& folder);

 private:
  struct Judged {
    CommitVerdict::Is is = CommitVerdict::Is::skipped;
    std::string why;
    std::optional<Trial> trial;
  };
  // Runs with the rtl/ of a commit.
  template <class Function>
  void with_hardware_of(const std::string& commit, Function function);
  const Judged& judge(const Experiment& experiment, const std::string& commit);
  CommitVerdict verdict_of(const std::string& commit, const Judged& judged) const;

  const Repository& repository_;
  TrialRunner& runner_;
  ProgressLine& line_;
  std::string kind_;                     // of bad's failure
  std::map<std::string, Judged> known_;  // [tree]: commits may have the same rtl/
};

// There is nothing to look for.
struct DoesNotFail : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace turnpike::sim
