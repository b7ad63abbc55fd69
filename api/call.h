// call.h - what every C function does around its work: looks the network up, holds it for the call,
// turns exceptions into statuses, reads and writes structs that may be of another age.

#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "api/failure.h"
#include "api/session.h"
#include "api/slots.h"

namespace turnpike::api {

// function(session) returns a status or throws. Never throws.
template <class Function>
turnpike_status call(turnpike_network* network, Function&& function) noexcept {
  turnpike_status status = TURNPIKE_OK;
  Session* const session = enter(network, status);
  if (session == nullptr) return status;
  try {
    status = function(*session);
    if (status == TURNPIKE_NOT_REACHED || status == TURNPIKE_IDLE) session->note(status);
  } catch (...) {
    try {
      const Failure failure = present_failure();
      status = failure.status;
      session->fail(failure);
    } catch (...) {
      status = TURNPIKE_ERROR_MEMORY;
    }
  }
  leave(network);
  return status;
}

inline void require_not_null(const void* argument, const char* name) {
  if (argument == nullptr) throw Failure(TURNPIKE_ERROR_NULL, fmt::format("{} is NULL", name));
}

// What sizeof of a struct was in the headers of this major version, the last one's at the end. A
// struct that grows gets a specialization that begins with its older sizes. Any other size would
// end within a field, or be one that the caller forgot to set.
template <class Struct>
constexpr std::array kSizes{sizeof(Struct)};

template <class Struct>
void check_size(const Struct* given, const char* name) {
  static_assert(std::is_trivially_copyable_v<Struct> && offsetof(Struct, size) == 0);
  static_assert(kSizes<Struct>.back() == sizeof(Struct));
  require_not_null(given, name);
  const auto& sizes = kSizes<Struct>;
  if (std::find(sizes.begin(), sizes.end(), given->size) != sizes.end()) return;
  throw Failure(TURNPIKE_ERROR_ARGUMENT,
                fmt::format("{}.size: found {}, allowed: sizeof, {} in this library", name,
                            given->size, sizeof(Struct)));
}

// What the caller did not know is 0.
template <class Struct>
Struct read_struct(const Struct* given, const char* name) {
  check_size(given, name);
  Struct whole{};
  std::memcpy(&whole, given, given->size);
  return whole;
}

// Nothing beyond what the caller knows.
template <class Struct>
void write_struct(Struct value, Struct* to) {
  value.size = to->size;
  std::memcpy(to, &value, value.size);
}

}  // namespace turnpike::api
