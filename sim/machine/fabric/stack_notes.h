// stack_notes.h - tells a sanitizer, if there is one, on which stack a thread continues.
//
// A sanitizer tracks the frames of a thread and would mistake those of a fiber for the thread's
// own. Call each function right before or after a switch. The functions are inlined, because a
// frame that begins on one stack must not end on the other.

#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#elif defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace turnpike::sim {

#if defined(__SANITIZE_ADDRESS__)

class StackNotes {
 public:
  [[gnu::always_inline]] void before_inside(const void* stack, std::size_t bytes) {
    ::__sanitizer_start_switch_fiber(&outside_frames_, stack, bytes);
  }
  [[gnu::always_inline]] void inside() {
    ::__sanitizer_finish_switch_fiber(inside_frames_, &outside_, &outside_bytes_);
  }
  [[gnu::always_inline]] void before_outside() {
    ::__sanitizer_start_switch_fiber(&inside_frames_, outside_, outside_bytes_);
  }
  [[gnu::always_inline]] void before_end() {
    ::__sanitizer_start_switch_fiber(nullptr, outside_, outside_bytes_);
  }
  [[gnu::always_inline]] void outside_again() {
    ::__sanitizer_finish_switch_fiber(outside_frames_, nullptr, nullptr);
  }

 private:
  void* inside_frames_ = nullptr;
  void* outside_frames_ = nullptr;
  const void* outside_ = nullptr;
  std::size_t outside_bytes_ = 0;
};

#elif defined(__SANITIZE_THREAD__)

class StackNotes {
 public:
  StackNotes() = default;
  StackNotes(const StackNotes&) = delete;
  StackNotes& operator=(const StackNotes&) = delete;
  ~StackNotes() { ::__tsan_destroy_fiber(inside_); }

  [[gnu::always_inline]] void before_inside(const void*, std::size_t) {
    outside_ = ::__tsan_get_current_fiber();
    ::__tsan_switch_to_fiber(inside_, 0);
  }
  [[gnu::always_inline]] void inside() {}
  [[gnu::always_inline]] void before_outside() { ::__tsan_switch_to_fiber(outside_, 0); }
  [[gnu::always_inline]] void before_end() { before_outside(); }
  [[gnu::always_inline]] void outside_again() {}

 private:
  void* inside_ = ::__tsan_create_fiber(0);
  void* outside_ = nullptr;
};

#else

class StackNotes {
 public:
  void before_inside(const void*, std::size_t) {}
  void inside() {}
  void before_outside() {}
  void before_end() {}
  void outside_again() {}
};

#endif

}  // namespace turnpike::sim
