// schema_text.h - the keys of a configuration for people.

#pragma once

#include <string>

namespace turnpike::sim {

// For `turnpike run --help`: one or two lines a key.
std::string keys_as_help();

}  // namespace turnpike::sim
