// joined_words.h - the words of descriptors in one line, for messages and help.

#pragma once

#include <string>
#include <vector>

namespace turnpike::model {

// The words of descriptors for which `is_meant` holds: "mesh, torus"; "\"mesh\" or \"torus\"".
template <class Descriptor, class Condition>
std::string joined_words(const std::vector<const Descriptor*>& list, bool is_quoted,
                         Condition is_meant) {
  std::string text;
  for (const Descriptor* one : list) {
    if (!is_meant(*one)) continue;
    if (!text.empty()) text += is_quoted ? " or " : ", ";
    text.append(is_quoted ? "\"" : "").append(one->word).append(is_quoted ? "\"" : "");
  }
  return text;
}

}  // namespace turnpike::model
