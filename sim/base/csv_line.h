// csv_line.h - a line of comma-separated values.

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace turnpike::sim {

// The values without the blanks around them. In quotes a value may hold commas, and a quote twice.
// None: a quote has no end.
std::optional<std::vector<std::string>> csv_values(const std::string& line);

// A value as csv_values() reads it back.
std::string csv_value(const std::string& text);

}  // namespace turnpike::sim
