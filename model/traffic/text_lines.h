// text_lines.h - a text file line by line, plain or compressed with gzip.
//
// Every line ends with a newline; a carriage return before it and a byte order mark at the start
// are dropped. All errors are ConfigurationErrors whose value names file and line.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace turnpike::model {

constexpr std::size_t kMaxMessageLine = 65535;  // characters; docs/configuration.md lists it

class TextLines {
 public:
  // `key` names the file in messages, such as "workload.file". Throws ConfigurationError.
  TextLines(std::string path, std::string key);
  ~TextLines();
  TextLines(const TextLines&) = delete;
  TextLines& operator=(const TextLines&) = delete;

  // Reads the next line; false at the end of the file. Throws ConfigurationError.
  bool next();
  // The line that was read, valid until the next one is.
  std::string_view text() const { return text_; }
  std::uint64_t line_number() const { return number_; }

  // Reports the present line.
  [[noreturn]] void fail(const std::string& allowed) const;
  // Reports the file; `found` says what is wrong with it.
  [[noreturn]] void refuse(const std::string& found, const std::string& allowed) const;

 private:
  struct File;

  bool fill();

  std::string path_;
  std::string key_;
  std::unique_ptr<File> file_;
  std::string buffer_;
  std::size_t at_ = 0;  // what of it was handed out
  bool is_at_end_ = false;
  std::string_view text_;
  std::uint64_t number_ = 0;
};

}  // namespace turnpike::model
