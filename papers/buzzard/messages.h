// messages.h - wormhole and packets over the lists of section 6: tables, figures, claims.

#pragma once

#include <vector>

#include "papers/buzzard/message_study.h"

namespace turnpike::sim::buzzard {

// Of the study of mean 512 bytes, of 2048 bytes; both: what is said of all loads and lengths.
std::vector<Judgement> judge_short_messages(const MessageStudy& study);
std::vector<Judgement> judge_long_messages(const MessageStudy& study);
std::vector<Judgement> judge_both(const MessageStudy& shorter, const MessageStudy& longer);

// Of the figures that are wanted.
void add_messages(const PaperOptions& options, PaperReport& report);

}  // namespace turnpike::sim::buzzard
