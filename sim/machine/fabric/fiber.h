// fiber.h - a function that can be suspended and resumed: a program on a node.
//
// A fiber has a stack of its own (ucontext of POSIX); it runs on the thread that resumes it.

#pragma once

#include <ucontext.h>

#include <exception>
#include <functional>
#include <memory>

#include "sim/machine/fabric/stack_notes.h"

namespace turnpike::sim {

class Fiber {
 public:
  explicit Fiber(std::function<void()> body);
  // A body that has not ended is resumed once more, to unwind: leave() throws then.
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  // Runs the body until it leaves or ends. Throws what the body threw.
  void resume();
  // Called by the body: goes back to who resumed it.
  void leave();
  bool has_ended() const { return has_ended_; }

 private:
  struct Unwind {};
  static constexpr std::size_t kStackBytes = std::size_t{256} * 1024;

  // Pages that come when they are touched: a program needs a few of them, a cube has many nodes.
  struct Unmap {
    void operator()(void* stack) const;
  };

  static void enter(unsigned high, unsigned low);
  void go_inside();
  void run();  // leaves for good

  std::function<void()> body_;
  std::unique_ptr<void, Unmap> stack_;
  ucontext_t inside_{};
  ucontext_t outside_{};
  StackNotes notes_;
  std::exception_ptr failure_;
  bool has_begun_ = false;
  bool has_ended_ = false;
  bool is_unwinding_ = false;
};

}  // namespace turnpike::sim
