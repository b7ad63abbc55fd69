// configuration_error.h - the error for an impossible request of a user: the key, its value, and
// the allowed values.

#pragma once

#include <stdexcept>
#include <string>

namespace turnpike::model {

struct ConfigurationError : std::invalid_argument {
  // `key` is a configuration key, "table.key".
  ConfigurationError(const std::string& key_name, const std::string& found,
                     const std::string& what_is_allowed)
      : std::invalid_argument(key_name + ": " + found + "; allowed: " + what_is_allowed),
        key(key_name),
        value(found),
        allowed(what_is_allowed) {}

  std::string key;
  std::string value;
  std::string allowed;
};

}  // namespace turnpike::model
