// mechanisms.h - single messages, ports and channels: tables and judgements.

#pragma once

#include "papers/shahrabi/mechanism_study.h"

namespace turnpike::sim::shahrabi {

void add_mechanisms(const PaperOptions& options, PaperReport& report);

// Judgements; `panel` says what is expected.
std::vector<Judgement> judge_zero_load(const Panel& panel, const ZeroLoad& found);
Judgement judge_balance(const Balance& found);

}  // namespace turnpike::sim::shahrabi
