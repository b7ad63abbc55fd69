// standard_error.h - what the program tells people while it works, and when it fails.
//
// A message never ends the work that it is about: where standard error is closed or its disk is
// full the message is lost, and files and exit status are as ever.

#pragma once

#include <string_view>

namespace turnpike::sim {

// "turnpike: TEXT" and a line break. The text may have several lines; what it quotes, such as a
// file name, must not rule a terminal, so control characters are escaped.
void tell(std::string_view text);

// As it is.
void write_standard_error(std::string_view text);

}  // namespace turnpike::sim
