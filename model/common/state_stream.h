// state_stream.h - writes the state of a run as bytes and reads it back, with one function for
// both.
//
// A class with state has visit_state(StateStream&), which names its parts in order, so writing and
// reading cannot differ. It names only parts that change in a run; the same configuration sets up
// the others again. The bytes are for the program that wrote them, but may be damaged: every value
// that serves as an index, a count or a length is checked when it is read, and StateError refuses a
// state that no run of this configuration can have.

#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace turnpike::model {

// The bytes are not those of this state.
struct StateError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class StateStream {
 public:
  StateStream() = default;
  StateStream(const StateStream&) = delete;
  StateStream& operator=(const StateStream&) = delete;
  virtual ~StateStream() = default;

  virtual bool is_reading() const = 0;
  bool is_at_end() const { return rest() == 0; }  // of what is read
  // From or to `at`.
  virtual void bytes(void* at, std::size_t count) = 0;

  template <class T>
  void value(T& value) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
    bytes(&value, sizeof value);
  }
  void value(bool& flag) {
    std::uint8_t byte = flag ? 1 : 0;
    bytes(&byte, 1);
    check(byte <= 1, "a flag");
    flag = byte != 0;
  }
  // A number, or an enumerator, that is at most `most`.
  template <class T>
  void value(T& number, std::uint64_t most, const char* what) {
    value(number);
    check(static_cast<std::uint64_t>(number) <= most, what);
  }
  // Throws StateError when a state that is read breaks a condition; `what` names the part.
  void check(bool holds, const char* what) const {
    if (!holds && is_reading()) throw StateError(std::string("out of its range: ") + what);
  }
  void value(std::string& text) {
    std::size_t size = length(text.size(), 1);
    text.resize(size);
    bytes(text.data(), size);
  }
  // A list whose length the configuration gives; each(item) visits one.
  template <class T, class Each>
  void list(std::vector<T>& items, Each&& each) {
    expect(items.size(), "items of a list");
    for (T& item : items) each(item);
  }
  template <class T>
  void list(std::vector<T>& items) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
    static_assert(!std::is_same_v<T, bool>);
    expect(items.size(), "items of a list");
    if (!items.empty()) bytes(items.data(), items.size() * sizeof(T));
  }
  // A list whose length changes in a run.
  template <class T, class Each>
  void any_list(std::vector<T>& items, Each&& each) {
    items.resize(length(items.size(), 1));
    for (T& item : items) each(item);
  }
  template <class T>
  void any_list(std::vector<T>& items) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
    items.resize(length(items.size(), sizeof(T)));
    if (!items.empty()) bytes(items.data(), items.size() * sizeof(T));
  }
  // Writes a number, and checks that a state that is read has the same number.
  void expect(std::uint64_t number, const char* what) {
    std::uint64_t found = number;
    value(found);
    if (found != number) {
      throw StateError(std::string(what) + ": found " + std::to_string(found) +
                       ", allowed: " + std::to_string(number));
    }
  }

 private:
  // Bytes that are left to be read.
  virtual std::size_t rest() const = 0;

  std::size_t length(std::size_t present, std::size_t item_bytes) {
    std::uint64_t count = present;
    value(count);
    if (is_reading() && count > rest() / item_bytes) {
      throw StateError("a list of " + std::to_string(count) + " items, beyond the end");
    }
    return static_cast<std::size_t>(count);
  }
};

// Appends to a text.
class StateWriter final : public StateStream {
 public:
  explicit StateWriter(std::string& to) : to_(to) {}
  bool is_reading() const override { return false; }
  void bytes(void* at, std::size_t count) override {
    to_.append(static_cast<const char*>(at), count);
  }

 private:
  std::size_t rest() const override { return 0; }

  std::string& to_;
};

// Reads a text that outlives it. Throws StateError at its end.
class StateReader final : public StateStream {
 public:
  explicit StateReader(const std::string& from, std::size_t at = 0) : from_(from), at_(at) {}
  bool is_reading() const override { return true; }
  void bytes(void* at, std::size_t count) override {
    if (count > rest()) throw StateError("it ends too early");
    from_.copy(static_cast<char*>(at), count, at_);
    at_ += count;
  }

 private:
  std::size_t rest() const override { return from_.size() - at_; }

  const std::string& from_;
  std::size_t at_;
};

}  // namespace turnpike::model
