// call.h - the frame of every C function: finds the network, holds it for the call, turns
// exceptions into statuses, and reads and writes structs of older and newer headers.

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
turnpike_status call_in(Session& session, Function&& function) noexcept {
  try {
    const turnpike_status status = function(session);
    const bool has_no_text = status == TURNPIKE_NOT_REACHED || status == TURNPIKE_IDLE ||
                             status == TURNPIKE_STOPPED || status == TURNPIKE_NONE;
    if (has_no_text) session.note(status);
    return status;
  } catch (...) {
    try {
      const Failure failure = present_failure();
      session.fail(failure);
      return failure.status;
    } catch (...) {
      return TURNPIKE_ERROR_MEMORY;
    }
  }
}

template <class Function>
turnpike_status call(turnpike_network* network, Function&& function) noexcept {
  turnpike_status status = TURNPIKE_OK;
  Session* const session = enter(network, status);
  if (session == nullptr) return status;
  status = call_in(*session, function);
  leave(network);
  return status;
}

// The same of a function that the callback for deliveries may call, too.
template <class Function>
turnpike_status call_or_reply(turnpike_network* network, Function&& function) noexcept {
  if (network != nullptr) {
    Session* const session = enter_as_guest(network);
    if (session != nullptr) return call_in(*session, function);
  }
  return call(network, function);
}

inline void require_not_null(const void* argument, const char* name) {
  if (argument == nullptr) throw Failure(TURNPIKE_ERROR_NULL, fmt::format("{} is NULL", name));
}

// What sizeof of a struct was in the headers of this major version, the last one's at the end. A
// struct that grows gets a specialization that begins with its older sizes. Any other size would
// end within a field, or be one that the caller forgot to set.
template <class Struct>
constexpr std::array kSizes{sizeof(Struct)};

// Up to 1.2 `in_systemc` was the last one.
template <>
inline constexpr std::array kSizes<turnpike_options>{offsetof(turnpike_options, queue_limit_flits),
                                                     sizeof(turnpike_options)};

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
