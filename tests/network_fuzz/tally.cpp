// tally.cpp - one folder for each case, and what is said in the end.

#include "tests/network_fuzz/tally.h"

#include <fmt/format.h>

namespace turnpike::test {

void Tally::add(const FuzzCase& fuzz_case, const Judgement& judgement) {
  ++runs;
  switch (judgement.verdict) {
    case Verdict::refused:
      ++refused;
      return;
    case Verdict::can_deadlock:
      ++can_deadlock;
      return;
    case Verdict::complaint: {
      std::string text =
          fmt::format("seed {}: {}\n{}", fuzz_case.seed, judgement.text, fuzz_case.toml);
      for (const auto& [name, contents] : fuzz_case.files)
        text += fmt::format("({} is beside it)\n", name);
      complaints.push_back(fmt::format("{}again: make fuzz N=1 SEED={}\n", text, fuzz_case.seed));
      return;
    }
    case Verdict::passed:
      ++passed;
      machines += judgement.is_machine ? 1 : 0;
      stood_still += judgement.stood_still ? 1 : 0;
      on_threads += judgement.on_threads ? 1 : 0;
      in_lockstep += judgement.in_lockstep ? 1 : 0;
      emptied += judgement.emptied > 0 ? 1 : 0;
      deliveries += judgement.deliveries;
      cycles += judgement.cycles;
      return;
  }
}

std::string Tally::to_text() const {
  return fmt::format(
      "{} cases: {} ran without a complaint ({} until every message had arrived, {} on several "
      "threads too, {} in lockstep too, {} into the deadlock they were allowed, {} machines), {} "
      "messages in {} cycles; {} not run as they can deadlock, {} refused; {} complaints\n",
      runs, passed, emptied, on_threads, in_lockstep, stood_still, machines, deliveries, cycles,
      can_deadlock, refused, complaints.size());
}

Judgement judge_below(const std::filesystem::path& work, const FuzzCase& fuzz_case) {
  const std::filesystem::path folder = work / fmt::format("seed_{}", fuzz_case.seed);
  std::filesystem::create_directories(folder);
  Judgement judgement = judge(fuzz_case, folder);
  if (judgement.verdict != Verdict::complaint) std::filesystem::remove_all(folder);
  return judgement;
}

}  // namespace turnpike::test
