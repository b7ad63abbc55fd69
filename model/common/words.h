// words.h - tables of the words by which users name the values of an enumeration.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace turnpike::model {

template <class T>
struct Word {
  T value;
  const char* text;
};

template <class T, std::size_t n>
constexpr const char* word_of(const Word<T> (&words)[n], T value) {
  for (const Word<T>& word : words) {
    if (word.value == value) return word.text;
  }
  return "";
}

template <class T, std::size_t n>
std::optional<T> value_of(const Word<T> (&words)[n], const std::string& text) {
  for (const Word<T>& word : words) {
    if (word.text == text) return word.value;
  }
  return std::nullopt;
}

template <class T, std::size_t n>
std::vector<std::string> texts_of(const Word<T> (&words)[n]) {
  std::vector<std::string> texts;
  for (const Word<T>& word : words) texts.push_back(word.text);
  return texts;
}

}  // namespace turnpike::model
