// input_limits.h - limits for the size, depth and length of a user's input.
//
// The limits are far above the needs of any network. They keep a wrong file from filling memory,
// stack or screen. docs/configuration.md lists them.

#pragma once

#include <cstddef>
#include <cstdint>

namespace turnpike::model {

constexpr std::size_t kMiB = std::size_t{1} << 20;

constexpr std::size_t kMaxFileBytes = 256 * kMiB;         // of a file that is read as a whole
constexpr std::size_t kMaxConfigurationBytes = 8 * kMiB;  // TOML takes a hundred times its text
constexpr std::size_t kMaxLine = 511;                     // characters, of a trace or permutation
constexpr std::size_t kMaxFileName = 4096;  // characters, of a file that a configuration names
constexpr std::size_t kMaxKeyParts = 16;    // of a TOML key: words between dots
constexpr std::size_t kMaxNesting = 16;     // brackets within brackets, in TOML and in JSON
constexpr std::size_t kMaxMistakes = 20;    // that are reported at once
constexpr std::size_t kMaxExcerpt = 60;     // characters of a user's text in a message

// Every program that reads JSON keeps whole numbers up to here exactly.
constexpr std::int64_t kMaxSeed = std::int64_t{1} << 53;

}  // namespace turnpike::model
