// graph_file.cpp - lines of a graph file become messages.

#include "model/traffic/graph_file.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>

namespace turnpike::model {
namespace {

constexpr const char* kGraphFileKey = "workload.file";
constexpr const char* kGraphColumns[] = {"id",    "cycle", "source", "destination", "flits",
                                         "bytes", "class", "after",  "delay"};
constexpr const char* kGraphColumnsAllowed =
    "columns of id, cycle, source, destination, flits or bytes, class, after, delay, each once; "
    "id, source, destination, and one of flits and bytes must be there";
constexpr std::uint64_t kMostNumber = std::uint64_t{1} << 62;

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool is_separator(char c) { return c == ' ' || c == ';' || c == '\t'; }

// False: the text is no object with plain values; `keys` are those that were seen.
bool parse_object(std::string_view text, nlohmann::json& object) {
  // What nests deeper than a list in an object is no message, and is not parsed.
  if (std::count(text.begin(), text.end(), '{') != 1 ||
      std::count(text.begin(), text.end(), '[') > 1) {
    return false;
  }
  std::vector<std::string> keys;
  bool is_once = true;
  const auto note = [&](int, nlohmann::json::parse_event_t event, const nlohmann::json& value) {
    if (event != nlohmann::json::parse_event_t::key) return true;
    const auto& key = value.get_ref<const std::string&>();
    is_once = is_once && std::find(keys.begin(), keys.end(), key) == keys.end();
    keys.push_back(key);
    return true;
  };
  object = nlohmann::json::parse(text.begin(), text.end(), note, false);
  return object.is_object() && is_once;
}

}  // namespace

GraphReader::GraphReader(const std::string& path, const GraphLimits& limits)
    : lines_(path, kGraphFileKey), limits_(limits) {
  while (lines_.next()) {
    const std::string_view text = trimmed(lines_.text());
    if (text.empty() || text.front() == '#') continue;
    is_json_ = text.front() == '{';
    has_line_ = is_json_;
    if (!is_json_) read_header();
    return;
  }
}

std::size_t GraphReader::column_named(std::string_view name) {
  return static_cast<std::size_t>(
      std::find(std::begin(kGraphColumns), std::end(kGraphColumns), name) -
      std::begin(kGraphColumns));
}

void GraphReader::read_header() {
  std::string_view text = lines_.text();
  for (bool goes_on = true; goes_on;) {
    const std::size_t comma = text.find(',');
    goes_on = comma != std::string_view::npos;
    const std::size_t column = column_named(trimmed(text.substr(0, comma)));
    if (column == kColumns || has_[column]) lines_.fail(kGraphColumnsAllowed);
    has_[column] = true;
    header_.push_back(column);
    if (goes_on) text.remove_prefix(comma + 1);
  }
  const bool has_length = has_[kFlits] != has_[kBytes];
  if (!has_[kId] || !has_[kSource] || !has_[kDestination] || !has_length) {
    lines_.fail(kGraphColumnsAllowed);
  }
}

bool GraphReader::next(GraphMessage& message) {
  while (has_line_ || lines_.next()) {
    has_line_ = false;
    const std::string_view text = trimmed(lines_.text());
    if (text.empty() || text.front() == '#') continue;
    message.after.clear();
    has_.fill(false);
    is_json_ ? read_json(message) : read_csv(message);
    finish(message);
    return true;
  }
  return false;
}

std::uint64_t GraphReader::number(std::string_view text) const {
  std::uint64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec == std::errc::result_out_of_range || value >= kMostNumber) {
    lines_.fail("numbers below 2^62");
  }
  if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size()) {
    lines_.fail("whole numbers, 0 or more; ids of `after` with blanks or ';' between them");
  }
  return value;
}

void GraphReader::take(Column column, std::uint64_t value) {
  has_[column] = true;
  value_[column] = value;
}

void GraphReader::read_csv(GraphMessage& message) {
  std::string_view rest = lines_.text();
  for (std::size_t i = 0; i < header_.size(); ++i) {
    const std::size_t comma = rest.find(',');
    const bool is_last = i + 1 == header_.size();
    if ((comma == std::string_view::npos) != is_last) {
      lines_.fail(std::to_string(header_.size()) + " fields, as in the first line");
    }
    std::string_view field = trimmed(rest.substr(0, comma));
    if (!is_last) rest.remove_prefix(comma + 1);
    const auto column = static_cast<Column>(header_[i]);
    if (column != kAfter) {
      const bool may_be_empty = column == kCycle || column == kClass || column == kDelay;
      if (!field.empty() || !may_be_empty) take(column, number(field));
      continue;
    }
    while (!field.empty()) {
      const auto end = std::find_if(field.begin(), field.end(), is_separator);
      const auto length = static_cast<std::size_t>(end - field.begin());
      if (length != 0) message.after.push_back(number(field.substr(0, length)));
      field.remove_prefix(std::min(field.size(), length + 1));
    }
  }
}

void GraphReader::read_json(GraphMessage& message) {
  constexpr const char* kForm =
      "an object with the keys id, cycle, source, destination, flits or bytes, class, after (a "
      "list), delay, each once; all values are whole numbers, 0 or more";
  nlohmann::json object;
  if (!parse_object(lines_.text(), object)) lines_.fail(kForm);
  const auto checked = [&](const nlohmann::json& value) {
    if (!value.is_number_unsigned()) lines_.fail(kForm);
    const auto found = value.get<std::uint64_t>();
    if (found >= kMostNumber) lines_.fail("numbers below 2^62");
    return found;
  };
  for (const auto& [name, value] : object.items()) {
    const std::size_t column = column_named(name);
    if (column == kColumns) lines_.fail(kForm);
    if (column != kAfter) {
      take(static_cast<Column>(column), checked(value));
      continue;
    }
    if (!value.is_array()) lines_.fail(kForm);
    for (const nlohmann::json& one : value) message.after.push_back(checked(one));
  }
  if (!has_[kId] || !has_[kSource] || !has_[kDestination] || has_[kFlits] == has_[kBytes]) {
    lines_.fail(kForm);
  }
}

void GraphReader::finish(GraphMessage& message) {
  const auto value_or = [&](Column column, std::uint64_t by_default) {
    return has_[column] ? value_[column] : by_default;
  };
  if (value_[kSource] >= limits_.nodes || value_[kDestination] >= limits_.nodes) {
    lines_.fail("nodes 0 .. " + std::to_string(limits_.nodes - 1) + ": unknown node");
  }
  message.id = value_[kId];
  message.cycle = value_or(kCycle, 0);
  message.source = static_cast<NodeId>(value_[kSource]);
  message.destination = static_cast<NodeId>(value_[kDestination]);
  const std::uint64_t flits = has_[kFlits] ? value_[kFlits]
                                           : value_[kBytes] / limits_.flit_bytes +
                                                 (value_[kBytes] % limits_.flit_bytes != 0);
  if (flits == 0) lines_.fail("at least 1 flit, or 1 byte: zero length");
  if (flits > std::numeric_limits<std::uint32_t>::max()) lines_.fail("fewer than 2^32 flits");
  message.flits = static_cast<std::uint32_t>(flits);
  const std::uint64_t message_class = value_or(kClass, 0);
  if (message_class >= limits_.classes) {
    lines_.fail("classes below router.message_classes, " + std::to_string(limits_.classes));
  }
  message.message_class = static_cast<std::uint32_t>(message_class);
  message.delay = std::max<Cycle>(1, value_or(kDelay, 1));
}

}  // namespace turnpike::model
