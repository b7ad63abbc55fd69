// line_reader.h - reads lines of whole numbers from a text file, one at a time.
//
// Numbers are decimal and separated by blanks. '#' starts a comment, and blank lines are skipped.
// Every line ends with a newline, and the first may begin with a byte order mark. One field may be
// "*", which is read as kStar. All errors are ConfigurationErrors of the key "traffic.file" whose
// value names file and line.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>

#include "model/common/input_limits.h"

namespace turnpike::model {

class LineReader {
 public:
  static constexpr std::size_t kMaxFields = 5;
  static constexpr std::uint64_t kStar = ~std::uint64_t{0};  // numbers are below it

  // `format` names the fields of a line, for messages; `fields` is their number, at most 5, of
  // which the last `optional` ones may be left out and are 0 then; `star`: the field that may be
  // "*", kMaxFields: none.
  LineReader(const std::string& path, std::size_t fields, const std::string& format,
             std::size_t star = kMaxFields, std::size_t optional = 0);

  // Reads the next line that holds numbers; false at the end of the file.
  bool next();
  std::uint64_t field(std::size_t i) const { return field_[i]; }
  std::uint64_t line_number() const { return number_; }

  // Reports the present line.
  [[noreturn]] void fail(const std::string& allowed) const;

 private:
  [[noreturn]] void refuse(const std::string& found, const std::string& allowed) const;
  bool read_line();
  std::size_t parse();  // numbers on the line

  std::string path_;
  std::size_t fields_;
  std::string format_;
  std::size_t star_;
  std::size_t optional_;
  std::ifstream file_;
  std::array<char, kMaxLine + 1> text_{};  // and the zero that getline adds
  std::size_t size_ = 0;                   // characters of the line in text_
  std::array<std::uint64_t, kMaxFields> field_{};
  std::uint64_t number_ = 0;
};

}  // namespace turnpike::model
