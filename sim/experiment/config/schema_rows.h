// schema_rows.h - how a row of the schema is made from a field of an Experiment.
//
// `field` is a function that yields the field, for a constant Experiment and for another:
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

template <class Field>
using FieldType = std::decay_t<decltype(std::declval<Field>()(std::declval<Experiment&>()))>;

inline Key named(const char* name, ValueType type, Words words) {
  Key key;
  key.name = name;
  key.type = type;
  key.unit = std::move(words.unit);
  key.meaning = std::move(words.meaning);
  key.source = std::move(words.source);
  return key;
}

}  // namespace detail

// An integer; the field is an integer, or an optional one that "auto" leaves empty.
template <class Field>
Key integer_row(const char* name, std::int64_t least, std::int64_t most, Words words, Field field) {
  using T = detail::FieldType<Field>;
  Key key = detail::named(name, ValueType::integer, std::move(words));
  key.least = least;
  key.most = most;
  if constexpr (detail::IsOptional<T>::value) {
    key.may_be_auto = true;
    key.store = [field](Experiment& e, const Value& value) {
      if (value.integer()) field(e) = static_cast<typename T::value_type>(*value.integer());
      if (!value.integer()) field(e).reset();
    };
    key.show = [field](const Experiment& e) {
      return field(e) ? fmt::format("{}", *field(e)) : std::string("\"auto\"");
    };
  } else {
    key.store = [field](Experiment& e, const Value& value) {
      field(e) = static_cast<T>(*value.integer());
    };
    key.show = [field](const Experiment& e) { return fmt::format("{}", field(e)); };
  }
  key.default_text = key.show(Experiment{});
  return key;
}

// A number; the field is one, or an optional one that "auto" leaves empty.
template <class Field>
Key real_row(const char* name, double low, double high, Words words, Field field) {
  Key key = detail::named(name, ValueType::real, std::move(words));
  key.low = low;
  key.high = high;
  const auto number = [](const Value& value) {
    return value.real() ? *value.real() : static_cast<double>(*value.integer());
  };
  if constexpr (detail::IsOptional<detail::FieldType<Field>>::value) {
    key.may_be_auto = true;
    key.store = [field, number](Experiment& e, const Value& value) {
      if (value.text()) field(e).reset();
      if (!value.text()) field(e) = number(value);
    };
    key.show = [field](const Experiment& e) {
      return field(e) ? real_to_toml(*field(e)) : std::string("\"auto\"");
    };
  } else {
    key.store = [field, number](Experiment& e, const Value& value) { field(e) = number(value); };
    key.show = [field](const Experiment& e) { return real_to_toml(field(e)); };
  }
  key.default_text = key.show(Experiment{});
  return key;
}

// The field is an enumeration, or a bool; `table` is as long as the program.
template <class T, std::size_t n, class Field>
Key word_row(const char* name, const model::Word<T> (&table)[n], Words words, Field field) {
  static_assert(std::is_same_v<T, detail::FieldType<Field>>);
  Key key = detail::named(name, ValueType::word, std::move(words));
  key.words = model::texts_of(table);
  key.store = [field, &table](Experiment& e, const Value& value) {
    field(e) = model::value_of(table, *value.text()).value_or(field(e));
  };
  key.show = [field, &table](const Experiment& e) {
    return quoted(model::word_of(table, field(e)));
  };
  key.default_text = key.show(Experiment{});
  return key;
}

// The field points to one of the descriptors of a list, each with a word of its own.
template <class Descriptor, class Field>
Key descriptor_row(const char* name, const std::vector<const Descriptor*>& list, Words words,
                   Field field) {
  Key key = detail::named(name, ValueType::word, std::move(words));
  for (const Descriptor* one : list) key.words.push_back(one->word);
  key.store = [field, &list](Experiment& e, const Value& value) {
    for (const Descriptor* one : list) {
      if (*value.text() == one->word) field(e) = one;
    }
  };
  key.show = [field](const Experiment& e) { return quoted(field(e)->word); };
  key.default_text = key.show(Experiment{});
  return key;
}

template <class Field>
Key text_row(const char* name, Words words, Field field) {
  Key key = detail::named(name, ValueType::text, std::move(words));
  key.store = [field](Experiment& e, const Value& value) { field(e) = *value.text(); };
  key.show = [field](const Experiment& e) {
    return field(e).empty() ? std::string() : quoted(field(e));
  };
  return key;
}

template <class Field>
Key integer_or_list_row(const char* name, std::int64_t least, std::int64_t most, Words words,
                        Field field) {
  Key key = detail::named(name, ValueType::integer_or_list, std::move(words));
  key.least = least;
  key.most = most;
  key.store = [field](Experiment& e, const Value& value) {
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

}  // namespace turnpike::sim
