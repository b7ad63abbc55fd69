// slots.cpp - a table that any thread may use, without a lock.

#include "api/slots.h"

#include <array>
#include <atomic>
#include <cstdint>

namespace turnpike::api {
namespace {

constexpr unsigned kIndexBits = 12;
constexpr std::uintptr_t kSlots = std::uintptr_t{1} << kIndexBits;
constexpr std::uintptr_t kNumbers = ~std::uintptr_t{0} >> (kIndexBits + 2);

// State of a slot: the number of its network, and what is with it.
constexpr std::uintptr_t kFree = 0;
constexpr std::uintptr_t kIdle = 1;
constexpr std::uintptr_t kBusy = 2;
constexpr std::uintptr_t state(std::uintptr_t number, std::uintptr_t what) {
  return number << 2 | what;
}

struct Slot {
  std::atomic<std::uintptr_t> state{0};
  Session* session = nullptr;  // whoever has the slot busy may look
};

std::array<Slot, kSlots> slots;  // constant-initialised: there before any code runs

std::uintptr_t value_of(turnpike_network* handle) {
  return reinterpret_cast<std::uintptr_t>(handle);
}
Slot& slot_of(turnpike_network* handle) { return slots[value_of(handle) & (kSlots - 1)]; }
std::uintptr_t number_of(turnpike_network* handle) { return value_of(handle) >> kIndexBits; }

}  // namespace

turnpike_network* add_session(std::unique_ptr<Session> session) {
  for (std::uintptr_t i = 0; i < kSlots; ++i) {
    std::uintptr_t was = slots[i].state.load(std::memory_order_relaxed);
    if ((was & 3) != kFree) continue;
    std::uintptr_t number = ((was >> 2) + 1) & kNumbers;
    if (number == 0) number = 1;
    if (!slots[i].state.compare_exchange_strong(was, state(number, kBusy),
                                                std::memory_order_acquire)) {
      continue;
    }
    slots[i].session = session.release();
    slots[i].state.store(state(number, kIdle), std::memory_order_release);
    // A number that C sees as an address.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    return reinterpret_cast<turnpike_network*>(number << kIndexBits | i);
  }
  return nullptr;
}

Session* enter(turnpike_network* handle, turnpike_status& why) {
  if (handle == nullptr) {
    why = TURNPIKE_ERROR_NULL;
    return nullptr;
  }
  Slot& slot = slot_of(handle);
  const std::uintptr_t number = number_of(handle);
  std::uintptr_t was = state(number, kIdle);
  if (slot.state.compare_exchange_strong(was, state(number, kBusy), std::memory_order_acquire)) {
    return slot.session;
  }
  why = was == state(number, kBusy) ? TURNPIKE_ERROR_BUSY : TURNPIKE_ERROR_HANDLE;
  return nullptr;
}

void leave(turnpike_network* handle) {
  slot_of(handle).state.store(state(number_of(handle), kIdle), std::memory_order_release);
}

std::unique_ptr<Session> remove_session(turnpike_network* handle) {
  Slot& slot = slot_of(handle);
  std::unique_ptr<Session> session(slot.session);
  slot.session = nullptr;
  slot.state.store(state(number_of(handle), kFree), std::memory_order_release);
  return session;
}

}  // namespace turnpike::api
