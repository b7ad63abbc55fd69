// standard_error.h - messages to the user while the program works and when it fails.
//
// A failing message never stops the work: if standard error is closed or its disk is full, the
// message is lost, and files and exit status are the usual ones.

#pragma once

#include <string_view>

namespace turnpike::sim {

// "turnpike: TEXT" and a line break. The text may have several lines; what it quotes, such as a
// file name, must not rule a terminal, so control characters are escaped.
void tell(std::string_view text);

// As it is.
void write_standard_error(std::string_view text);

}  // namespace turnpike::sim
