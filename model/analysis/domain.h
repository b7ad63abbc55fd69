// domain.h - the error of a closed form for an argument outside its domain.

#pragma once

#include <sstream>
#include <stdexcept>

namespace turnpike::model {

// Throws std::invalid_argument "name: found value, allowed: allowed" unless `fits`.
template <typename Value>
void check_domain(bool fits, const char* name, Value value, const char* allowed) {
  if (fits) return;
  std::ostringstream text;
  text.precision(10);
  text << name << ": found " << value << ", allowed: " << allowed;
  throw std::invalid_argument(text.str());
}

}  // namespace turnpike::model
