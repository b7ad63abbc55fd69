// route_file.cpp - columns and objects, and what must be in them.

#include "sim/experiment/config/route_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "model/common/configuration_error.h"
#include "model/common/printable.h"
#include "sim/base/csv_line.h"
#include "sim/base/parse_json.h"

namespace turnpike::sim {

namespace {

using model::RouteRow;

constexpr unsigned kMostLayer = 15;
constexpr unsigned kMostPath = 63;
constexpr const char* kColumns =
    "here, destination and next, and if need be from, layer, path and next_layer";

[[noreturn]] void refuse(const std::string& where, const std::string& found,
                         const std::string& allowed) {
  throw model::ConfigurationError("network.routes", where + ": " + found, allowed);
}

std::string shown(const std::string& text) { return "'" + model::printable(text) + "'"; }

unsigned number_of(const std::string& where, const std::string& text, const char* what,
                   unsigned most) {
  const bool is_number = !text.empty() && text.size() <= 2 &&
                         text.find_first_not_of("0123456789") == std::string::npos;
  if (is_number && std::stoul(text) <= most) return static_cast<unsigned>(std::stoul(text));
  refuse(where, shown(text), fmt::format("a {}, 0 .. {}", what, most));
}
unsigned layer_of(const std::string& where, const std::string& text) {
  return number_of(where, text, "layer", kMostLayer);
}
unsigned path_of(const std::string& where, const std::string& text) {
  return number_of(where, text, "path", kMostPath);
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(" \t", at)) != std::string::npos) {
    const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

class CsvReader {
 public:
  explicit CsvReader(const std::string& name) : name_(model::printable(name)) {}

  void read_line(std::string line) {
    if (++number_ == 1 && model::has_byte_order_mark(line)) line.erase(0, model::kByteOrderMark);
    const std::string text = trimmed(line);
    if (text.empty() || text[0] == '#') return;
    const auto values = csv_values(text);
    if (!values) refuse(where(), "a quote without an end", "quotes in pairs, on one line");
    const std::vector<std::string>& cells = *values;
    if (columns_.empty()) return read_header(cells);
    if (cells.size() != columns_.size()) {
      refuse(
          where(), fmt::format("{} values", cells.size()),
          fmt::format("{}, one for each column: {}", columns_.size(), fmt::join(columns_, ", ")));
    }
    RouteRow row;
    row.place = where();
    for (std::size_t i = 0; i < cells.size(); ++i) set(row, columns_[i], cells[i]);
    rows_.push_back(std::move(row));
  }

  std::vector<RouteRow> finish() {
    if (columns_.empty()) refuse(name_, "no line of columns", kColumns);
    return std::move(rows_);
  }

 private:
  std::string where() const { return fmt::format("{}:{}", name_, number_); }

  void read_header(const std::vector<std::string>& cells) {
    const auto is_there = [&](const char* column) {
      return std::find(cells.begin(), cells.end(), column) != cells.end();
    };
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string& cell = cells[i];
      const bool is_known = cell == "here" || cell == "from" || cell == "layer" || cell == "path" ||
                            cell == "destination" || cell == "next" || cell == "next_layer";
      const bool is_again =
          cell != "next" && std::find(cells.begin(), cells.begin() + static_cast<long>(i), cell) !=
                                cells.begin() + static_cast<long>(i);
      if (!is_known || is_again) {
        refuse(where(), shown(cell), std::string("the columns ") + kColumns + "; next may repeat");
      }
    }
    for (const char* needed : {"here", "destination", "next"}) {
      if (!is_there(needed)) refuse(where(), fmt::format("no column {}", needed), kColumns);
    }
    columns_ = cells;
  }

  void set(RouteRow& row, const std::string& column, const std::string& cell) const {
    if (column == "here") row.here = cell;
    if (column == "from") row.from = cell;
    if (column == "destination") row.destination = cell;
    if (column == "next" && !cell.empty()) row.next.push_back(cell);
    if (column == "layer" && !cell.empty()) row.layer = layer_of(where() + ", layer", cell);
    if (column == "path" && !cell.empty()) row.path = path_of(where() + ", path", cell);
    if (column != "next_layer") return;
    for (const std::string& word : words_of(cell)) {
      row.next_layers.push_back(layer_of(where() + ", next_layer", word));
    }
  }

  std::string name_;
  std::size_t number_ = 0;
  std::vector<std::string> columns_;
  std::vector<RouteRow> rows_;
};

std::string text_of(const std::string& where, const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_unsigned()) return value.dump();
  refuse(where, value.dump().substr(0, 40), "a name");
}

// One value, or a list of them.
std::vector<std::string> texts_of(const std::string& where, const Json& value) {
  if (!value.is_array()) return {text_of(where, value)};
  std::vector<std::string> texts;
  for (const Json& one : value) texts.push_back(text_of(where, one));
  return texts;
}

RouteRow row_of(const std::string& where, const Json& object) {
  if (!object.is_object()) refuse(where, object.dump().substr(0, 40), "an object");
  RouteRow row;
  row.place = where;
  for (const auto& [key, value] : object.items()) {
    const std::string at = where + ", " + model::printable(key);
    if (key == "here") {
      row.here = text_of(at, value);
    } else if (key == "from") {
      row.from = text_of(at, value);
    } else if (key == "destination") {
      row.destination = text_of(at, value);
    } else if (key == "next") {
      row.next = texts_of(at, value);
    } else if (key == "layer") {
      row.layer = layer_of(at, text_of(at, value));
    } else if (key == "path") {
      row.path = path_of(at, text_of(at, value));
    } else if (key == "next_layer") {
      for (const std::string& text : texts_of(at, value)) {
        row.next_layers.push_back(layer_of(at, text));
      }
    } else {
      refuse(where, shown(key), std::string("the keys ") + kColumns);
    }
  }
  return row;
}

std::vector<RouteRow> parse_json_routes(const std::string& text, const std::string& name) {
  const Json json = parse_json(text);
  const std::string shown_name = model::printable(name);
  if (!json.is_array()) refuse(shown_name, "no JSON list", "a list of objects, one for each row");
  std::vector<RouteRow> rows;
  for (const Json& object : json) {
    rows.push_back(row_of(fmt::format("{}, row {}", shown_name, rows.size() + 1), object));
  }
  return rows;
}

}  // namespace

std::vector<RouteRow> parse_routes(const std::string& text, const std::string& name) {
  const std::string end = ".json";
  if (name.size() >= end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0) {
    return parse_json_routes(text, name);
  }
  CsvReader reader(name);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t line_end = std::min(text.find('\n', at), text.size());
    reader.read_line(text.substr(at, line_end - at));
    at = line_end + 1;
  }
  return reader.finish();
}

std::string routes_csv(const std::vector<RouteRow>& rows) {
  std::size_t most = 1;
  bool has_paths = false;
  for (const RouteRow& row : rows) {
    most = std::max(most, row.next.size());
    has_paths = has_paths || row.path;
  }
  std::string text = has_paths ? "here,from,layer,path,destination" : "here,from,layer,destination";
  for (std::size_t i = 0; i < most; ++i) text += ",next";
  text += ",next_layer\n";
  for (const RouteRow& row : rows) {
    const auto number = [](const std::optional<unsigned>& value) {
      return value ? fmt::format("{}", *value) : std::string();
    };
    text += fmt::format("{},{},{},", csv_value(row.here), csv_value(row.from), number(row.layer));
    if (has_paths) text += number(row.path) + ",";
    text += csv_value(row.destination);
    for (std::size_t i = 0; i < most; ++i) {
      text += "," + (i < row.next.size() ? csv_value(row.next[i]) : std::string());
    }
    text += fmt::format(",{}\n", fmt::join(row.next_layers, " "));
  }
  return text;
}

std::string routes_json(const std::vector<RouteRow>& rows) {
  Json json = Json::array();
  for (const RouteRow& row : rows) {
    Json object;
    object["here"] = row.here;
    if (!row.from.empty()) object["from"] = row.from;
    if (row.layer) object["layer"] = *row.layer;
    if (row.path) object["path"] = *row.path;
    object["destination"] = row.destination;
    object["next"] = row.next;
    if (!row.next_layers.empty()) object["next_layer"] = row.next_layers;
    json.push_back(std::move(object));
  }
  return json.dump(1) + "\n";
}

}  // namespace turnpike::sim
