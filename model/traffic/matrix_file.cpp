// matrix_file.cpp - cells, names and sums of a matrix.

#include "model/traffic/matrix_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "model/traffic/text_lines.h"

namespace turnpike::model {
namespace {

constexpr double kMost = 9007199254740992.0;
// Cells of a table are rounded; so much may a sum be off, as a share of it, and in a cell of zero.
constexpr double kRounding = 0.002;

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

class MatrixReader {
 public:
  MatrixReader(const std::string& path, std::size_t nodes)
      : lines_(path, "workload.file"), nodes_(nodes), column_sums_(nodes, 0) {}

  std::vector<double> read() {
    while (next()) {
      if (values_.empty() && names_.empty() && !number_in(cells_[0])) {
        read_names();
      } else if (values_.size() < nodes_ * nodes_) {
        read_row();
      } else {
        read_sums();
      }
    }
    if (values_.size() < nodes_ * nodes_) {
      lines_.refuse(std::to_string(values_.size() / nodes_) + " lines",
                    std::to_string(nodes_) + ", one for each source: it ends too early");
    }
    return std::move(values_);
  }

 private:
  // Cuts the next line that has a cell: at tabs, if there is one, else at commas, else at blanks.
  bool next() {
    while (lines_.next()) {
      std::string_view text = lines_.text();
      text = text.substr(0, text.find('#'));
      if (trimmed(text).empty()) continue;
      const char cut = text.find('\t') != std::string_view::npos  ? '\t'
                       : text.find(',') != std::string_view::npos ? ','
                                                                  : ' ';
      cells_.clear();
      for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(cut, begin), text.size());
        const std::string_view cell = trimmed(text.substr(begin, end - begin));
        if (cut != ' ' || !cell.empty()) cells_.push_back(cell);
        begin = end + 1;
      }
      while (!cells_.empty() && cells_.back().empty()) cells_.pop_back();
      return true;
    }
    return false;
  }

  void read_names() {
    if (cells_.size() < nodes_ + 1) fail_size();
    for (std::size_t i = 1; i <= nodes_; ++i) names_.emplace_back(cells_[i]);
    for (std::size_t i = nodes_ + 1; i < cells_.size(); ++i) {
      if (!cells_[i].empty() && !is_sum(cells_[i])) fail_size();
    }
  }

  static bool is_sum(std::string_view name) {
    std::string small(name);
    for (char& c : small) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c);
    return small.find("sum") != std::string::npos || small.find("total") != std::string::npos;
  }

  void read_row() {
    const std::size_t row = values_.size() / nodes_;
    const std::size_t first = names_.empty() ? 0 : 1;
    const bool has_sum = first == 1 && cells_.size() > nodes_ + 1;
    if (cells_.size() < nodes_ + first || (first == 0 && cells_.size() > nodes_)) fail_size();
    if (first == 1 && cells_[0] != names_[row]) {
      lines_.fail("the line of " + names_[row] + ": lines are named as columns, in their order");
    }
    double sum = 0;
    for (std::size_t column = 0; column < nodes_; ++column) {
      const double value = cell(first + column);
      values_.push_back(value);
      sum += value;
      column_sums_[column] += value;
    }
    if (has_sum) check_sum(cells_.size() - 1, sum);
  }

  // What stands below the last line.
  void read_sums() {
    if (names_.empty() || !is_sum(cells_[0]) || cells_.size() < nodes_ + 1) fail_size();
    for (std::size_t column = 0; column < nodes_; ++column) {
      check_sum(column + 1, column_sums_[column]);
    }
  }

  void check_sum(std::size_t at, double sum) const {
    const double said = cell(at);
    if (std::abs(said - sum) <= kRounding * (sum + 1)) return;
    lines_.fail("the sum " + std::to_string(sum) + " in the place of " + std::string(cells_[at]));
  }

  double cell(std::size_t at) const {
    const std::optional<double> value = number_in(cells_[at]);
    if (!value || !(*value >= 0 && *value <= kMost)) lines_.fail("numbers 0 .. 2^53");
    return *value;
  }

  [[noreturn]] void fail_size() const {
    lines_.fail(std::to_string(nodes_) + " lines of " + std::to_string(nodes_) +
                " numbers, one of each destination; names before them, and sums behind names");
  }

  TextLines lines_;
  std::size_t nodes_;
  std::vector<std::string_view> cells_;  // of the present line
  std::vector<std::string> names_;       // of columns; none: the file has no names
  std::vector<double> values_;
  std::vector<double> column_sums_;
};

}  // namespace

std::vector<double> read_matrix(const std::string& path, std::size_t nodes) {
  return MatrixReader(path, nodes).read();
}

}  // namespace turnpike::model
