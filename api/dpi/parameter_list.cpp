// parameter_list.cpp - reading "NAME=VALUE NAME=VALUE".

#include "api/dpi/parameter_list.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "model/common/printable.h"

namespace turnpike::dpi {
namespace {

bool is_in(const std::string& text, unsigned low, unsigned high) {
  if (text.empty() || text.size() > 9) return false;
  if (text.find_first_not_of("0123456789") != text.npos) return false;
  const unsigned long value = std::stoul(text);
  return value >= low && value <= high;
}

std::string range(unsigned low, unsigned high) {
  return low == high ? std::to_string(low) : std::to_string(low) + " to " + std::to_string(high);
}

}  // namespace

ParameterList::ParameterList(std::string component, const std::string& text)
    : component_(std::move(component)) {
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    if (equals == word.npos || name.empty()) {
      throw std::invalid_argument(component_ + ": \"" + model::printable(word) +
                                  "\" is no parameter; allowed: NAME=VALUE");
    }
    if (!given_.emplace(name, word.substr(equals + 1)).second) {
      throw std::invalid_argument(component_ + ": " + model::printable(name) + " is given twice");
    }
  }
}

unsigned ParameterList::take(const std::string& name, unsigned low, unsigned high,
                             unsigned otherwise) {
  const std::optional<std::string> text = taken(name);
  if (!text) return otherwise;
  if (is_in(*text, low, high)) return static_cast<unsigned>(std::stoul(*text));
  refuse(name, *text, range(low, high));
}

std::array<unsigned, 4> ParameterList::take_list(const std::string& name, unsigned count,
                                                 unsigned low, unsigned high,
                                                 const std::array<unsigned, 4>& otherwise) {
  const std::optional<std::string> text = taken(name);
  if (!text) return otherwise;
  std::array<unsigned, 4> numbers{};
  std::istringstream words(*text + ',');
  unsigned found = 0;
  for (std::string word; std::getline(words, word, ','); ++found) {
    const bool is_read = found < count;
    if (found == numbers.size() || !is_in(word, is_read ? low : 0, is_read ? high : ~0u)) {
      found = 0;
      break;
    }
    numbers[found] = static_cast<unsigned>(std::stoul(word));
  }
  if (found >= std::max(count, 1u)) return numbers;
  refuse(name, *text,
         std::to_string(count) + " to 4 numbers, the first " + std::to_string(count) + " from " +
             range(low, high));
}

void ParameterList::require(bool holds, const std::string& name, unsigned value,
                            const std::string& allowed) {
  if (!holds) refuse(name, std::to_string(value), allowed);
}

std::optional<std::string> ParameterList::taken(const std::string& name) {
  names_ += (names_.empty() ? "" : ", ") + name;
  const auto given = given_.find(name);
  if (given == given_.end()) return std::nullopt;
  const std::string text = given->second;
  given_.erase(given);
  return text;
}

void ParameterList::refuse(const std::string& name, const std::string& value,
                           const std::string& allowed) const {
  throw std::invalid_argument(component_ + ": " + name + " is " + model::printable(value) +
                              "; allowed: " + allowed);
}

void ParameterList::finish() const {
  if (given_.empty()) return;
  throw std::invalid_argument(component_ + ": " + model::printable(given_.begin()->first) +
                              " is no parameter; allowed: " + names_);
}

std::string without(const std::string& text, const std::vector<std::string>& names,
                    std::string& taken) {
  std::string others;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const bool is_named =
        std::find(names.begin(), names.end(), word.substr(0, word.find('='))) != names.end();
    (is_named ? taken : others) += word + ' ';
  }
  return others;
}

}  // namespace turnpike::dpi
