// schema.h - the keys of a configuration, and of any other TOML file that we read: one row each.
//
// Parsing, unknown keys, type and range errors, `turnpike run --help`, JSON Schemas and the tables
// of docs/configuration.md and docs/regressions.md all come from these rows.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/experiment/config/experiment.h"
#include "sim/experiment/config/value.h"

namespace turnpike::sim {

enum class ValueType : std::uint8_t {
  integer,
  integer_or_list,  // a list holds one integer per dimension or switch
  real,
  word,    // one of `words`
  words,   // a list of them, each once
  choice,  // one of `choices`
  boolean,
  text,
  texts,     // one or a list
  digest,    // SHA-256
  interval,  // [low, high]
  links,     // list of [switch, switch] and [switch, switch, cycles]
  table,     // keys of another schema
};

// What a key is called and may hold.
struct KeyRow {
  std::string name;  // "router.virtual_channels"
  ValueType type = ValueType::integer;
  // Range, both ends allowed; integers apart, as a double does not hold them all.
  std::int64_t least = 0;
  std::int64_t most = 0;
  double low = 0;  // of a real
  double high = 0;
  // Of a list of integers, where their range is another than that of a single one: each once.
  std::optional<std::pair<std::int64_t, std::int64_t>> elements;
  std::vector<unsigned> choices;
  // Of a word: all that there are. Of an integer: what it may be instead.
  std::vector<std::string> words;
  std::string form;          // what it must be like; empty: as its type says, a text a file name
  bool may_be_auto = false;  // also takes "auto", which stores nothing
  std::string unit;
  std::string meaning;
  std::string source;        // who says so
  std::string default_text;  // as TOML, or words in parentheses; empty: none

  std::string allowed() const;  // "1 .. 16"
};

// A key with the field of a Target that it sets.
template <class Target>
struct RowOf : KeyRow {
  // Stores a value of which misfit() says nothing.
  std::function<void(Target&, const Value&)> store;
  // The value in force, as TOML; empty: none.
  std::function<std::string(const Target&)> show;
};

using Key = RowOf<Experiment>;

// A key of the tables of a list.
struct ElementKey : KeyRow {  // `name` is that in the table: "load"
  // As those of a RowOf, of the table with this number, which is there.
  std::function<void(Experiment&, std::size_t, const Value&)> store;
  std::function<std::string(const Experiment&, std::size_t)> show;
};

// A list of tables with the same keys: [[traffic.class]]. A key of the one with number 2 is
// "traffic.class[2].load" in settings and for --set.
struct TableList {
  std::string name;  // "traffic.class"
  std::string meaning;
  std::string like;      // "[traffic]" has keys of these names too; empty: none has
  std::size_t most = 0;  // tables
  std::vector<ElementKey> keys;
  // Makes so many tables, from what is known of the other keys.
  std::function<void(Experiment&, std::size_t)> make;
  std::function<std::size_t(const Experiment&)> count;
};

// Null: there is none.
template <class Row>
const Row* find_row(const std::vector<Row>& rows, const std::string& name) {
  for (const Row& row : rows) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

// In the order of docs/configuration.md.
const std::vector<Key>& schema();

// The lists of tables of a configuration.
const std::vector<TableList>& table_lists();

// The parts of "traffic.class[2].load".
struct ElementName {
  std::string list;  // "traffic.class"
  std::size_t number = 0;
  std::string key;  // "load"; empty: the table itself
};
// Nothing: no list has a key of such a name.
std::optional<ElementName> element_name(const std::string& key);

// Their names; for lists of tables those of number 0.
std::vector<std::string> key_names();

// Empty if `value` fits the key, else what was found: the first part of it that does not fit.
std::string misfit(const KeyRow& key, const Value& value);

}  // namespace turnpike::sim
