// booksim_file.h - a configuration of BookSim 2: its keys with their values and lines.

#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace turnpike::sim {

class BookSimFile {
 public:
  struct Entry {
    std::string value;
    std::size_t line = 0;
  };

  // Text of lines such as `num_vcs = 8;  // comment`. Of a key that comes twice the last one
  // counts, as in BookSim. Throws ConfigError with file and line.
  BookSimFile(const std::string& text, const std::string& name);

  const std::string& name() const { return name_; }
  const std::map<std::string, Entry>& entries() const { return entries_; }
  std::string where(const std::string& key) const;  // "file:12", or "file" of a default

  // Marks a key as understood. Without it in the file: what BookSim takes.
  std::string text(const std::string& key, const std::string& by_default);
  double number(const std::string& key, double by_default);  // throws ConfigError
  // At least 0 and whole; throws ConfigError.
  unsigned whole(const std::string& key, unsigned by_default);
  // "{1,5}" has two values, "5" one.
  std::vector<std::string> list(const std::string& key, const std::string& by_default);
  bool has(const std::string& key) const { return entries_.count(key) != 0; }
  // Keys that nobody asked for, in the order of their lines.
  std::vector<std::string> left() const;

 private:
  std::string name_;
  std::map<std::string, Entry> entries_;
  std::map<std::string, bool> is_read_;
};

// A decimal number, the whole text; none: it is something else.
std::optional<double> number_in(const std::string& text);

}  // namespace turnpike::sim
