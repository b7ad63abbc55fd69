// toml_quotes.cpp - the values of one line, word by word.

#include "sim/experiment/config/toml_quotes.h"

#include <algorithm>
#include <cctype>

#include "sim/experiment/config/value.h"

namespace turnpike::sim {

namespace {

std::string line_of(const std::string& text, std::size_t number) {
  std::size_t begin = 0;
  for (std::size_t line = 1; line < number; ++line) {
    begin = text.find('\n', begin);
    if (begin == std::string::npos) return "";
    ++begin;
  }
  return text.substr(begin, text.find_first_of("\r\n", begin) - begin);
}

bool is_quote(char c) { return c == '"' || c == '\''; }

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// A point begins a file name, or a number that lacks its first digit.
bool begins_word(const std::string& line, std::size_t at) {
  const char c = line[at];
  if (c == '.') return at + 1 < line.size() && !is_digit(line[at + 1]);
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '/';
}

std::string without_quotes(std::string word) {
  word.erase(std::remove_if(word.begin(), word.end(), is_quote), word.end());
  while (!word.empty() && word.back() == ' ') word.pop_back();
  return word;
}

// Where the text in quotes that begins at `at` ends; npos: not in this line.
std::size_t closing_quote(const std::string& line, std::size_t at) {
  std::size_t end = line.find(line[at], at + 1);
  while (end != std::string::npos && line[at] == '"' && line[end - 1] == '\\') {
    end = line.find('"', end + 1);
  }
  return end;
}

bool is_value(const std::string& word) {
  return word == "true" || word == "false" || word == "inf" || word == "nan";
}

}  // namespace

std::optional<MissingQuote> find_missing_quote(const std::string& text, std::size_t number) {
  const std::string line = line_of(text, number);
  const bool is_long = line.find("\"\"\"") != std::string::npos ||
                       line.find("'''") != std::string::npos;  // over several lines
  std::size_t at = line.find('=');
  if (is_long || at == std::string::npos) return std::nullopt;
  for (++at; at < line.size() && line[at] != '#'; ++at) {
    if (is_quote(line[at])) {
      const std::size_t end = closing_quote(line, at);
      if (end == std::string::npos) {
        return MissingQuote{line.substr(at), quoted(without_quotes(line.substr(at)))};
      }
      at = end;
    } else if (begins_word(line, at)) {
      const std::size_t end = std::min(line.find_first_of(" \t,]}#=", at), line.size());
      const std::string word = line.substr(at, end - at);
      const std::size_t next = line.find_first_not_of(" \t", end);
      const bool is_key = next != std::string::npos && line[next] == '=';  // { kind = ... }
      if (!is_key && !is_value(word)) return MissingQuote{word, quoted(without_quotes(word))};
      at = end - 1;
    } else if (is_digit(line[at]) || line[at] == '.') {
      at = std::min(line.find_first_of(" \t,]}#=", at), line.size()) - 1;  // as 1e5, 8x8
    }
  }
  return std::nullopt;
}

}  // namespace turnpike::sim
