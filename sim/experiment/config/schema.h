// schema.h - the keys of a configuration: one row each.
//
// Parsing, unknown keys, type and range errors, `turnpike run --help` and the table of
// docs/configuration.md all come from these rows.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/experiment/config/experiment.h"
#include "sim/experiment/config/value.h"

namespace turnpike::sim {

enum class ValueType : std::uint8_t {
  integer,
  integer_or_list,  // a list holds one integer per dimension or switch
  real,
  word,  // one of `words`
  text,
  links,  // list of [switch, switch] and [switch, switch, cycles]
};

struct Key {
  std::string name;  // "router.virtual_channels"
  ValueType type = ValueType::integer;
  // Range, both ends allowed; integers apart, as a double does not hold them all.
  std::int64_t least = 0;
  std::int64_t most = 0;
  double low = 0;  // of a real
  double high = 0;
  // Of a word: all that there are. Of an integer: what it may be instead.
  std::vector<std::string> words;
  std::string form;          // of a text: what it must be like; empty: a file name
  bool may_be_auto = false;  // also takes "auto", which stores nothing
  std::string unit;
  std::string meaning;
  std::string source;  // who says so
  // Stores a value that has passed `check_value`.
  std::function<void(Experiment&, const Value&)> store;
  // The value in force, as TOML; empty: none.
  std::function<std::string(const Experiment&)> show;
  std::string default_text;  // as TOML, or words in parentheses

  std::string allowed() const;  // "1 .. 16"
};

// In the order of docs/configuration.md.
const std::vector<Key>& schema();

// Their names.
std::vector<std::string> key_names();

// Empty if `value` fits the key, else what was found: the first part of it that does not fit.
std::string misfit(const Key& key, const Value& value);

}  // namespace turnpike::sim
