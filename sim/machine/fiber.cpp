// fiber.cpp - contexts and stacks.

#include "sim/machine/fiber.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>
#include <stdexcept>

namespace turnpike::sim {

Fiber::Fiber(std::function<void()> body) : body_(std::move(body)) {}

Fiber::~Fiber() {
  if (!has_begun_ || has_ended_) return;
  is_unwinding_ = true;
  ::swapcontext(&outside_, &inside_);
}

void Fiber::Unmap::operator()(void* stack) const { ::munmap(stack, kStackBytes); }

// makecontext passes integers of 32 bits only: the object's address comes in two.
void Fiber::enter(unsigned high, unsigned low) {
  const std::uintptr_t address = static_cast<std::uintptr_t>(std::uint64_t{high} << 32 | low);
  reinterpret_cast<Fiber*>(address)->run();
}

void Fiber::run() {
  try {
    body_();
  } catch (const Unwind&) {
  } catch (...) {
    failure_ = std::current_exception();
  }
  has_ended_ = true;
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
    inside_.uc_link = &outside_;
    const auto address = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(this));
    ::makecontext(&inside_, reinterpret_cast<void (*)()>(&Fiber::enter), 2,
                  static_cast<unsigned>(address >> 32), static_cast<unsigned>(address));
  }
  ::swapcontext(&outside_, &inside_);
  if (failure_ != nullptr) {
    const std::exception_ptr failure = failure_;
    failure_ = nullptr;
    std::rethrow_exception(failure);
  }
}

void Fiber::leave() {
  ::swapcontext(&inside_, &outside_);
  if (is_unwinding_) throw Unwind{};
}

}  // namespace turnpike::sim
