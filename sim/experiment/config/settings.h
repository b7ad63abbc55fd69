// settings.h - a configuration as a flat list: full key, value, and the place that sets it.
//
// Only this file knows TOML. schema.h defines the keys.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/experiment/config/value.h"

namespace turnpike::sim {

// Where a value was said: a line of a file, or an option of the command line.
struct Origin {
  std::string file;
  unsigned line = 0;   // 0: the file as a whole
  std::string option;  // not empty: an option, and file and line mean nothing

  std::string text() const;
};

struct Setting {
  std::string key;  // "router.virtual_channels"; in a list of tables "traffic.class[0].load"
  Value value;
  Origin origin;
};

struct Settings {
  std::string file;                      // as the user named it
  std::vector<Setting> list;             // in the order of the file, then the options
  std::map<std::string, Origin> tables;  // where each table of the file begins
  std::vector<Setting> empty_tables;     // tables without a key, for the check of their names

  const Setting* find(const std::string& key) const;
  // Replaces the value and origin of `key`; a whole table "a.b" gives way to "a.b.c" and reverse.
  void put(Setting setting);
  // As if nothing had been said of `key`, or of any key of the table `key`.
  void take_back(const std::string& key);
};

// Throws ConfigError: missing or unreadable file, syntax error with its line.
Settings read_settings(const std::string& path);
// `text` as if it stood in `file`.
Settings parse_settings(const std::string& text, const std::string& file);

// "table.key=value" of `option` ("--set"); a value that is no TOML is taken as a bare word, but for
// numbers that only lack a digit before or after the point.
Setting parse_override(const std::string& assignment, const std::string& option);

}  // namespace turnpike::sim
