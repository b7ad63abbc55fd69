// printable.h - a user's text in the form in which messages show it.

#pragma once

#include <string>
#include <string_view>

#include "model/common/input_limits.h"

namespace turnpike::model {

// One line that no terminal takes for a command: control characters, marks that turn the direction
// of writing, and bytes that are no UTF-8 become \n, \x1b or \u202e.
std::string printable(std::string_view text);

// The same, line by line: line breaks stay.
std::string printable_lines(std::string_view text);

// The first `limit` bytes of printable(), followed by "..." if the text is longer.
std::string excerpt(std::string_view text, std::size_t limit = kMaxExcerpt);

// Says whether a text begins with the mark that some editors put before UTF-8.
bool has_byte_order_mark(std::string_view text);
constexpr std::size_t kByteOrderMark = 3;  // its bytes

}  // namespace turnpike::model
