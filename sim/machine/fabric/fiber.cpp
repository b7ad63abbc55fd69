// fiber.cpp - contexts and stacks.

#include "sim/machine/fabric/fiber.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>
#include <stdexcept>

namespace turnpike::sim {

Fiber::Fiber(std::function<void()> body) : body_(std::move(body)) {}

Fiber::~Fiber() {
  if (!has_begun_ || has_ended_) return;
  is_unwinding_ = true;
  go_inside();
}

void Fiber::Unmap::operator()(void* stack) const { ::munmap(stack, kStackBytes); }

// makecontext passes integers of 32 bits only: the object's address comes in two.
void Fiber::enter(unsigned high, unsigned low) {
  const std::uintptr_t address = static_cast<std::uintptr_t>(std::uint64_t{high} << 32 | low);
  reinterpret_cast<Fiber*>(address)->run();
}

void Fiber::go_inside() {
  notes_.before_inside(stack_.get(), kStackBytes);
  ::swapcontext(&outside_, &inside_);
  notes_.outside_again();
}

void Fiber::run() {
  notes_.inside();
  try {
    body_();
  } catch (const Unwind&) {
  } catch (...) {
    failure_ = std::current_exception();
  }
  has_ended_ = true;
  notes_.before_end();
  ::setcontext(&outside_);
}

void Fiber::resume() {
  if (has_ended_) throw std::logic_error("a fiber that has ended is resumed");
  if (!has_begun_) {
    has_begun_ = true;
    void* stack = ::mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) throw std::bad_alloc();
    stack_.reset(stack);
    ::getcontext(&inside_);
    inside_.uc_stack.ss_sp = stack_.get();
    inside_.uc_stack.ss_size = kStackBytes;
    const auto address = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(this));
    ::makecontext(&inside_, reinterpret_cast<void (*)()>(&Fiber::enter), 2,
                  static_cast<unsigned>(address >> 32), static_cast<unsigned>(address));
  }
  go_inside();
  if (failure_ != nullptr) {
    const std::exception_ptr failure = failure_;
    failure_ = nullptr;
    std::rethrow_exception(failure);
  }
}

void Fiber::leave() {
  notes_.before_outside();
  ::swapcontext(&inside_, &outside_);
  notes_.inside();
  if (is_unwinding_) throw Unwind{};
}

}  // namespace turnpike::sim
