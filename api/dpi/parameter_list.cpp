// parameter_list.cpp - reading "NAME=VALUE NAME=VALUE".

#include "api/dpi/parameter_list.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "model/common/printable.h"

namespace turnpike::dpi {
namespace {

bool is_whole(const std::string& text) {
  return !text.empty() && text.size() <= 9 && text.find_first_not_of("0123456789") == text.npos;
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
  taken_ += (taken_.empty() ? "" : ", ") + name;
  const auto given = given_.find(name);
  if (given == given_.end()) return otherwise;
  const std::string text = given->second;
  given_.erase(given);
  const unsigned value = is_whole(text) ? static_cast<unsigned>(std::stoul(text)) : 0;
  if (is_whole(text) && value >= low && value <= high) return value;
  const std::string range =
      low == high ? std::to_string(low) : std::to_string(low) + " to " + std::to_string(high);
  throw std::invalid_argument(component_ + ": " + name + " is " + model::printable(text) +
                              "; allowed: " + range);
}

void ParameterList::require(bool holds, const std::string& name, unsigned value,
                            const std::string& allowed) {
  if (holds) return;
  throw std::invalid_argument(component_ + ": " + name + " is " + std::to_string(value) +
                              "; allowed: " + allowed);
}

void ParameterList::finish() const {
  if (given_.empty()) return;
  throw std::invalid_argument(component_ + ": " + model::printable(given_.begin()->first) +
                              " is no parameter; allowed: " + taken_);
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
