// schema_rows.h - makes a row of a schema from a field of an Experiment, or of another
// Target.
//
// `field` is a function that returns the field of a Target, constant or not:
//   [](auto& e) -> auto& { return e.router.virtual_channels; }

#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/common/words.h"
#include "sim/experiment/config/schema.h"

namespace turnpike::sim {

struct Words {
  std::string unit;
  std::string meaning;
  std::string source;
};

// "[4, 8]"; of none, nothing.
inline std::string list_text(const std::vector<unsigned>& values) {
  return values.empty() ? "" : fmt::format("[{}]", fmt::join(values, ", "));
}

namespace detail {

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <class Target, class Field>
using FieldType = std::decay_t<decltype(std::declval<Field>()(std::declval<Target&>()))>;

template <class Target = Experiment>
RowOf<Target> named(const char* name, ValueType type, Words words) {
  RowOf<Target> key;
  key.name = name;
  key.type = type;
  key.unit = std::move(words.unit);
  key.meaning = std::move(words.meaning);
  key.source = std::move(words.source);
  return key;
}

}  // namespace detail

// An integer; the field is an integer, or an optional one that "auto" leaves empty.
template <class Target = Experiment, class Field>
RowOf<Target> integer_row(const char* name, std::int64_t least, std::int64_t most, Words words,
                          Field field) {
  using T = detail::FieldType<Target, Field>;
  RowOf<Target> key = detail::named<Target>(name, ValueType::integer, std::move(words));
  key.least = least;
  key.most = most;
  if constexpr (detail::IsOptional<T>::value) {
    key.may_be_auto = true;
    key.store = [field](Target& e, const Value& value) {
      if (value.integer()) field(e) = static_cast<typename T::value_type>(*value.integer());
      if (!value.integer()) field(e).reset();
    };
    key.show = [field](const Target& e) {
      return field(e) ? fmt::format("{}", *field(e)) : std::string("\"auto\"");
    };
  } else {
    key.store = [field](Target& e, const Value& value) {
      field(e) = static_cast<T>(*value.integer());
    };
    key.show = [field](const Target& e) { return fmt::format("{}", field(e)); };
  }
  key.default_text = key.show(Target{});
  return key;
}

// A number; the field is one, or an optional one that "auto" leaves empty.
template <class Target = Experiment, class Field>
RowOf<Target> real_row(const char* name, double low, double high, Words words, Field field) {
  RowOf<Target> key = detail::named<Target>(name, ValueType::real, std::move(words));
  key.low = low;
  key.high = high;
  if constexpr (detail::IsOptional<detail::FieldType<Target, Field>>::value) {
    key.may_be_auto = true;
    key.store = [field](Target& e, const Value& value) {
      if (value.text()) field(e).reset();
      if (!value.text()) field(e) = number_in(value);
    };
    key.show = [field](const Target& e) {
      return field(e) ? real_to_toml(*field(e)) : std::string("\"auto\"");
    };
  } else {
    key.store = [field](Target& e, const Value& value) { field(e) = number_in(value); };
    key.show = [field](const Target& e) { return real_to_toml(field(e)); };
  }
  key.default_text = key.show(Target{});
  return key;
}

// The field is an enumeration, or a bool; `table` is as long as the program.
template <class Target = Experiment, class T, std::size_t n, class Field>
RowOf<Target> word_row(const char* name, const model::Word<T> (&table)[n], Words words,
                       Field field) {
  static_assert(std::is_same_v<T, detail::FieldType<Target, Field>>);
  RowOf<Target> key = detail::named<Target>(name, ValueType::word, std::move(words));
  key.words = model::texts_of(table);
  key.store = [field, &table](Target& e, const Value& value) {
    field(e) = model::value_of(table, *value.text()).value_or(field(e));
  };
  key.show = [field, &table](const Target& e) { return quoted(model::word_of(table, field(e))); };
  key.default_text = key.show(Target{});
  return key;
}

// The field points to one of the descriptors of a list, each with a word of its own.
template <class Target = Experiment, class Descriptor, class Field>
RowOf<Target> descriptor_row(const char* name, const std::vector<const Descriptor*>& list,
                             Words words, Field field) {
  RowOf<Target> key = detail::named<Target>(name, ValueType::word, std::move(words));
  for (const Descriptor* one : list) key.words.push_back(one->word);
  key.store = [field, &list](Target& e, const Value& value) {
    for (const Descriptor* one : list) {
      if (*value.text() == one->word) field(e) = one;
    }
  };
  key.show = [field](const Target& e) { return quoted(field(e)->word); };
  key.default_text = key.show(Target{});
  return key;
}

template <class Target = Experiment, class Field>
RowOf<Target> boolean_row(const char* name, Words words, Field field) {
  RowOf<Target> key = detail::named<Target>(name, ValueType::boolean, std::move(words));
  key.store = [field](Target& e, const Value& value) { field(e) = *value.boolean(); };
  key.show = [field](const Target& e) { return std::string(field(e) ? "true" : "false"); };
  key.default_text = key.show(Target{});
  return key;
}

template <class Target = Experiment, class Field>
RowOf<Target> text_row(const char* name, Words words, Field field) {
  RowOf<Target> key = detail::named<Target>(name, ValueType::text, std::move(words));
  key.store = [field](Target& e, const Value& value) { field(e) = *value.text(); };
  key.show = [field](const Target& e) {
    return field(e).empty() ? std::string() : quoted(field(e));
  };
  return key;
}

template <class Target = Experiment, class Field>
RowOf<Target> integer_or_list_row(const char* name, std::int64_t least, std::int64_t most,
                                  Words words, Field field) {
  RowOf<Target> key = detail::named<Target>(name, ValueType::integer_or_list, std::move(words));
  key.least = least;
  key.most = most;
  key.store = [field](Target& e, const Value& value) {
    OneOrList given;
    given.is_list = value.list() != nullptr;
    if (!given.is_list) given.values.push_back(static_cast<unsigned>(*value.integer()));
    if (given.is_list) {
      for (const Value& element : *value.list()) {
        given.values.push_back(static_cast<unsigned>(*element.integer()));
      }
    }
    field(e) = given;
  };
  return key;
}

// The row of a part of an Experiment, which `field` yields.
template <class Part, class Field>
Key row_of_part(RowOf<Part> row, Field field) {
  Key key;
  static_cast<KeyRow&>(key) = row;
  key.store = [store = row.store, field](Experiment& e, const Value& value) {
    store(field(e), value);
  };
  key.show = [show = row.show, field](const Experiment& e) { return show(field(e)); };
  return key;
}

// Of a list of parts, which `field` yields.
template <class Part, class Field>
ElementKey row_of_element(RowOf<Part> row, Field field) {
  ElementKey key;
  static_cast<KeyRow&>(key) = row;
  key.store = [store = row.store, field](Experiment& e, std::size_t number, const Value& value) {
    store(field(e)[number], value);
  };
  key.show = [show = row.show, field](const Experiment& e, std::size_t number) {
    return show(field(e)[number]);
  };
  return key;
}

}  // namespace turnpike::sim
