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
  Session* session = nullptr;               // whoever has the slot busy may look
  std::atomic<const void*> guest{nullptr};  // the thread that is called back; null: none is
  std::atomic<std::uintptr_t> stop{0};      // number of the network that is to stop
};
static_assert(std::atomic<std::uintptr_t>::is_always_lock_free);  // ask_to_stop() in handlers

// An address that no other thread has.
const void* this_thread() {
  static thread_local const char place = 0;
  return &place;
}

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
    // NOLINTNEXTLINE(performance-no-int-to-ptr): a number that C sees as an address
    const auto handle = reinterpret_cast<turnpike_network*>(number << kIndexBits | i);
    session->set_handle(handle);
    slots[i].session = session.release();
    slots[i].state.store(state(number, kIdle), std::memory_order_release);
    return handle;
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

Invitation::Invitation(turnpike_network* handle) : handle_(handle) {
  slot_of(handle).guest.store(this_thread(), std::memory_order_relaxed);
}
Invitation::~Invitation() { slot_of(handle_).guest.store(nullptr, std::memory_order_relaxed); }

Session* enter_as_guest(turnpike_network* handle) {
  Slot& slot = slot_of(handle);
  // Only this thread itself writes its address there, while it has the slot busy.
  if (slot.guest.load(std::memory_order_relaxed) != this_thread()) return nullptr;
  const bool is_its = slot.state.load(std::memory_order_relaxed) == state(number_of(handle), kBusy);
  return is_its ? slot.session : nullptr;
}

bool ask_to_stop(turnpike_network* handle) {
  Slot& slot = slot_of(handle);
  const std::uintptr_t number = number_of(handle);
  const std::uintptr_t found = slot.state.load(std::memory_order_relaxed);
  if (number == 0 || (found != state(number, kBusy) && found != state(number, kIdle))) return false;
  slot.stop.store(number, std::memory_order_release);
  return true;
}

bool take_stop(turnpike_network* handle) {
  Slot& slot = slot_of(handle);
  if (slot.stop.load(std::memory_order_relaxed) == 0) return false;  // no write where it is polled
  // What an earlier network of this place was asked for is not for this one.
  return slot.stop.exchange(0, std::memory_order_acquire) == number_of(handle);
}

std::unique_ptr<Session> remove_session(turnpike_network* handle) {
  Slot& slot = slot_of(handle);
  std::unique_ptr<Session> session(slot.session);
  slot.session = nullptr;
  slot.state.store(state(number_of(handle), kFree), std::memory_order_release);
  return session;
}

}  // namespace turnpike::api
