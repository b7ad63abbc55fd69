// schema_json.cpp - rows of the schema become properties of nested tables.

#include "sim/experiment/config/schema_json.h"

#include <algorithm>
#include <limits>

#include "model/common/input_limits.h"
#include "sim/experiment/config/schema.h"
#include "sim/experiment/config/settings.h"

namespace turnpike::sim {

SchemaJson empty_table() {
  return {
      {"type", "object"}, {"properties", SchemaJson::object()}, {"additionalProperties", false}};
}

namespace {

SchemaJson json_of(const Value& value) {
  if (const auto* integer = value.integer()) return *integer;
  if (const auto* real = value.real()) return *real;
  if (const auto* boolean = value.boolean()) return *boolean;
  if (const auto* text = value.text()) return *text;
  SchemaJson list = SchemaJson::array();
  if (const auto* elements = value.list()) {
    for (const Value& element : *elements) list.push_back(json_of(element));
  }
  return list;
}

SchemaJson integers(std::int64_t least, std::int64_t most) {
  return {{"type", "integer"}, {"minimum", least}, {"maximum", most}};
}

SchemaJson integer_type(const KeyRow& key) { return integers(key.least, key.most); }

SchemaJson real_type(const KeyRow& key) {
  SchemaJson type = {{"type", "number"}, {"minimum", key.low}};
  if (key.high != std::numeric_limits<double>::max()) type["maximum"] = key.high;
  return type;
}

SchemaJson text_type() {
  return {{"type", "string"}, {"minLength", 1}, {"maxLength", model::kMaxFileName}};
}

SchemaJson list_type(const SchemaJson& items, unsigned least) {
  return {{"type", "array"}, {"minItems", least}, {"items", items}};
}

SchemaJson list_of_integers(const KeyRow& key) {
  if (!key.elements) return list_type(integer_type(key), 1);
  SchemaJson list = list_type(integers(key.elements->first, key.elements->second), 1);
  list["uniqueItems"] = true;
  return list;
}

SchemaJson one_type(const KeyRow& key) {
  switch (key.type) {
    case ValueType::integer:
      return integer_type(key);
    case ValueType::integer_or_list: {
      SchemaJson type = {{"anyOf", {integer_type(key), list_of_integers(key)}}};
      for (const std::string& word : key.words) type["anyOf"].push_back({{"const", word}});
      return type;
    }
    case ValueType::real:
      return real_type(key);
    case ValueType::word:
      return {{"enum", key.words}};
    case ValueType::words: {
      SchemaJson list = list_type({{"enum", key.words}}, 1);
      list["uniqueItems"] = true;
      return list;
    }
    case ValueType::choice:
      return {{"enum", key.choices}};
    case ValueType::boolean:
      return {{"type", "boolean"}};
    case ValueType::text:
      return text_type();
    case ValueType::texts:
      return {{"anyOf", {text_type(), list_type(text_type(), 1)}}};
    case ValueType::digest:
      return {{"type", "string"}, {"pattern", "^[0-9a-f]{64}$"}};
    case ValueType::interval: {
      SchemaJson ends = list_type(real_type(key), 2);
      ends["maxItems"] = 2;
      return ends;
    }
    case ValueType::links: {
      SchemaJson link = list_type(integer_type(key), 2);
      link["maxItems"] = 5;
      return list_type(link, 1);
    }
    case ValueType::table:
      return {{"type", "object"}};  // keys of a configuration; `schema configuration` has them
  }
  return {};
}

// `default_text` is TOML, or words in parentheses that stand for no value.
bool has_default(const KeyRow& key) {
  return !key.default_text.empty() && key.default_text[0] != '(';
}
bool is_required(const KeyRow& key) { return key.default_text == "(required)"; }

SchemaJson key_schema(const KeyRow& key) {
  SchemaJson schema;
  schema["description"] = key.meaning;
  if (!key.unit.empty()) schema["unit"] = key.unit;
  if (has_default(key)) {
    schema["default"] = json_of(parse_override("default=" + key.default_text, "").value);
  }
  if (key.may_be_auto) {
    schema["anyOf"] = {one_type(key), {{"const", "auto"}}};
    if (key.type == ValueType::integer) {
      for (const std::string& word : key.words) schema["anyOf"].push_back({{"const", word}});
    }
  } else {
    schema.update(one_type(key));
  }
  return schema;
}

// The table in which the key "a.b.c" stands, made if need be. Where "a.b" is a key itself its value
// is one or the other, as a length is a number or a table.
SchemaJson& table_of(SchemaJson& top, const std::string& name) {
  SchemaJson* table = &top;
  std::size_t begin = 0;
  for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', begin)) {
    SchemaJson& inner = (*table)["properties"][name.substr(begin, dot - begin)];
    if (inner.is_null()) {
      inner = empty_table();
    } else if (!inner.contains("properties") && !inner.contains("oneOf")) {
      inner = {{"oneOf", {inner, empty_table()}}};
    }
    table = inner.contains("oneOf") ? &inner["oneOf"][1] : &inner;
    begin = dot + 1;
  }
  return *table;
}

// Up to the top, as a table that has to hold a key has to be there.
void require(SchemaJson& top, const std::string& name) {
  for (std::size_t end = name.size(); end != std::string::npos; end = name.rfind('.', end - 1)) {
    const std::string key = name.substr(0, end);
    SchemaJson& required = table_of(top, key)["required"];
    const std::string leaf = key.substr(key.rfind('.') + 1);
    if (std::find(required.begin(), required.end(), leaf) == required.end()) {
      required.push_back(leaf);
    }
  }
}

}  // namespace

void add_to_schema(SchemaJson& table, const std::string& name, const KeyRow& key) {
  table_of(table, name)["properties"][name.substr(name.rfind('.') + 1)] = key_schema(key);
  if (is_required(key)) require(table, name);
}

SchemaJson configuration_schema() {
  SchemaJson top = {{"$schema", kDraft},
                    {"title", "turnpike.configuration"},
                    {"description", "A configuration, as a TOML library reads it."}};
  top.update(empty_table());
  for (const Key& key : schema()) add_to_schema(top, key.name, key);
  for (const TableList& list : table_lists()) {
    SchemaJson element = empty_table();
    for (const ElementKey& key : list.keys) add_to_schema(element, key.name, key);
    const std::string leaf = list.name.substr(list.name.rfind('.') + 1);
    table_of(top, list.name)["properties"][leaf] = {{"type", "array"},
                                                    {"description", list.meaning},
                                                    {"minItems", 1},
                                                    {"maxItems", list.most},
                                                    {"items", element}};
  }
  return top;
}

}  // namespace turnpike::sim
