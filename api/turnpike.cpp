// turnpike.cpp - networks, packets and events: those functions of turnpike.h.

#include "api/turnpike.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "api/call.h"
#include "sim/experiment/config/read_experiment.h"

using turnpike::api::call;
using turnpike::api::call_or_reply;
using turnpike::api::Failure;
using turnpike::api::OfferedRun;
using turnpike::api::require_not_null;
using turnpike::api::Session;

namespace {

// Null where there is no memory for it.
char* copy_of(const char* text) {
  const std::size_t bytes = std::strlen(text) + 1;
  auto* copy = static_cast<char*>(std::malloc(bytes));
  if (copy != nullptr) std::memcpy(copy, text, bytes);
  return copy;
}

turnpike_network* make(const turnpike_options* options) {
  const turnpike_options whole = turnpike::api::read_struct(options, "options");
  turnpike_network* made = turnpike::api::add_session(std::make_unique<Session>(whole));
  if (made == nullptr) throw Failure(TURNPIKE_ERROR_MEMORY, "too many networks in one process");
  return made;
}

turnpike_status offer(Session& session, const turnpike_packet& packet) {
  if (session.offered().offer(packet, session.queue_limit())) return TURNPIKE_OK;
  session.fail_full(packet.source, packet.message_class);
  return TURNPIKE_QUEUE_FULL;
}

// Below a limit; 0: there is none.
uint32_t room(uint32_t limit, uint64_t length) {
  if (limit == 0) return UINT32_MAX;
  return length < limit ? static_cast<uint32_t>(limit - length) : 0;
}

// Into an array of the caller's, whose header may be older than the library: items of `size` bytes.
template <class Item>
size_t take(turnpike::api::KeptList<Item>& kept, Item* to, size_t size, size_t capacity) {
  auto* place = reinterpret_cast<char*>(to);
  return kept.take(capacity, [&](const Item& item) {
    std::memcpy(place, &item, size);
    place += size;
  });
}

}  // namespace

const char* turnpike_status_text(turnpike_status status) {
  switch (status) {
    case TURNPIKE_OK:
      return "done";
    case TURNPIKE_QUEUE_FULL:
      return "queue full";
    case TURNPIKE_NOT_REACHED:
      return "not reached";
    case TURNPIKE_IDLE:
      return "idle";
    case TURNPIKE_UNFINISHED:
      return "unfinished";
    case TURNPIKE_STOPPED:
      return "stopped";
    case TURNPIKE_NONE:
      return "nothing to take";
    case TURNPIKE_ERROR_NULL:
      return "an argument is NULL";
    case TURNPIKE_ERROR_HANDLE:
      return "no such network";
    case TURNPIKE_ERROR_BUSY:
      return "another call on this network is going on";
    case TURNPIKE_ERROR_ARGUMENT:
      return "an argument is out of range";
    case TURNPIKE_ERROR_STATE:
      return "not now";
    case TURNPIKE_ERROR_CONFIGURATION:
      return "bad configuration";
    case TURNPIKE_ERROR_UNSOUND:
      return "unsound network";
    case TURNPIKE_ERROR_NETWORK:
      return "the network failed";
    case TURNPIKE_ERROR_MISMATCH:
      return "hardware and model differ";
    case TURNPIKE_ERROR_HARDWARE:
      return "no hardware";
    case TURNPIKE_ERROR_MEMORY:
      return "not enough memory";
    case TURNPIKE_ERROR_SYSTEM:
      return "the system failed";
    default:
      return "unknown status";
  }
}

uint32_t turnpike_api_version(void) { return TURNPIKE_API_VERSION; }

const char* turnpike_version(void) { return TURNPIKE_VERSION; }

turnpike_status turnpike_create(const turnpike_options* options, turnpike_network** network,
                                char** message) {
  if (message != nullptr) *message = nullptr;
  if (network != nullptr) *network = nullptr;
  try {
    require_not_null(network, "network");
    *network = make(options);
    return TURNPIKE_OK;
  } catch (...) {
    try {
      const Failure failure = turnpike::api::present_failure();
      if (message != nullptr) *message = copy_of(failure.what());
      return failure.status;
    } catch (...) {
      return TURNPIKE_ERROR_MEMORY;
    }
  }
}

turnpike_status turnpike_destroy(turnpike_network* network) {
  if (network == nullptr) return TURNPIKE_OK;
  turnpike_status status = TURNPIKE_OK;
  if (turnpike::api::enter(network, status) == nullptr) return status;
  turnpike::api::remove_session(network);
  return TURNPIKE_OK;
}

void turnpike_free(char* message) { std::free(message); }

const char* turnpike_error(turnpike_network* network) {
  turnpike_status status = TURNPIKE_OK;
  Session* const guest = network != nullptr ? turnpike::api::enter_as_guest(network) : nullptr;
  Session* const session = guest != nullptr ? guest : turnpike::api::enter(network, status);
  if (session == nullptr) {
    return status == TURNPIKE_ERROR_NULL ? "the network is NULL" : turnpike_status_text(status);
  }
  const char* text = "";
  try {
    text = session->error_text();
  } catch (const std::bad_alloc&) {
    text = turnpike_status_text(TURNPIKE_ERROR_MEMORY);
  }
  if (guest == nullptr) turnpike::api::leave(network);
  return text;
}

turnpike_status turnpike_remark(turnpike_network* network, const char** text) {
  return call_or_reply(network, [&](Session& session) {
    require_not_null(text, "text");
    *text = session.remark().c_str();
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_configuration(turnpike_network* network, const char** text) {
  return call_or_reply(network, [&](Session& session) {
    require_not_null(text, "text");
    session.configuration_text = turnpike::sim::to_toml(session.experiment());
    *text = session.configuration_text.c_str();
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_reset(turnpike_network* network) {
  return call(network, [](Session& session) {
    session.offered();
    session.reset();
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_offer(turnpike_network* network, uint32_t source, uint32_t destination,
                               uint32_t flits, uint32_t message_class, uint64_t tag) {
  return call_or_reply(network, [&](Session& session) {
    return offer(session, {tag, source, destination, flits, message_class});
  });
}

turnpike_status turnpike_offer_packets(turnpike_network* network, const turnpike_packet* packets,
                                       size_t count, size_t* taken) {
  if (taken != nullptr) *taken = 0;
  return call_or_reply(network, [&](Session& session) {
    if (count != 0) require_not_null(packets, "packets");
    session.offered();
    turnpike_status status = TURNPIKE_OK;
    for (size_t i = 0; i < count && status == TURNPIKE_OK; ++i) {
      status = offer(session, packets[i]);
      if (status == TURNPIKE_OK && taken != nullptr) ++*taken;
    }
    return status;
  });
}

turnpike_status turnpike_queue_length(turnpike_network* network, uint32_t source,
                                      uint32_t* packets) {
  return call_or_reply(network, [&](Session& session) {
    require_not_null(packets, "packets");
    *packets = static_cast<uint32_t>(session.offered().waiting_at(source).packets);
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_class_queue(turnpike_network* network, uint32_t source,
                                     uint32_t message_class, uint64_t* packets, uint64_t* flits) {
  return call_or_reply(network, [&](Session& session) {
    const auto length = session.offered().waiting_at(source, message_class);
    if (packets != nullptr) *packets = length.packets;
    if (flits != nullptr) *flits = length.flits;
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_hold_deliveries(turnpike_network* network, uint32_t node,
                                         uint32_t message_class, uint32_t held) {
  return call_or_reply(network, [&](Session& session) {
    session.offered().hold(node, message_class, held != 0);
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_set_queue_limit(turnpike_network* network, uint32_t packets) {
  return call_or_reply(network, [&](Session& session) {
    session.offered();
    session.set_queue_limit({packets, session.queue_limit().flits});
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_set_queue_limits(turnpike_network* network, uint32_t packets,
                                          uint32_t flits) {
  return call_or_reply(network, [&](Session& session) {
    session.offered();
    session.set_queue_limit({packets, flits});
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_queue_space(turnpike_network* network, uint32_t source,
                                     uint32_t message_class, uint32_t* packets, uint32_t* flits) {
  return call_or_reply(network, [&](Session& session) {
    const auto length = session.offered().waiting_at(source, message_class);
    const turnpike::api::QueueLimit& limit = session.queue_limit();
    if (packets != nullptr) *packets = room(limit.packets, length.packets);
    if (flits != nullptr) *flits = room(limit.flits, length.flits);
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_take_deliveries(turnpike_network* network, turnpike_delivery* to,
                                         size_t capacity, size_t* count) {
  if (count != nullptr) *count = 0;
  return call_or_reply(network, [&](Session& session) {
    require_not_null(count, "count");
    if (capacity != 0) require_not_null(to, "to");
    *count = take(session.offered().deliveries(), to, session.delivery_size(), capacity);
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_get_reorder_state(turnpike_network* network,
                                           turnpike_reorder_state* state) {
  return call_or_reply(network, [&](Session& session) {
    turnpike::api::check_size(state, "state");
    OfferedRun& run = session.offered();
    run.outstanding();  // all that came out is there
    turnpike::api::write_struct({0, run.order().held(), run.order().most_flits()}, state);
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_deliveries_waiting(turnpike_network* network, size_t* count) {
  return call_or_reply(network, [&](Session& session) {
    require_not_null(count, "count");
    *count = session.offered().deliveries().waiting();
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_outstanding(turnpike_network* network, uint64_t* packets) {
  return call_or_reply(network, [&](Session& session) {
    require_not_null(packets, "packets");
    *packets = session.offered().outstanding();
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_on_delivery(turnpike_network* network, turnpike_delivery_callback callback,
                                     void* user) {
  return call(network, [&](Session& session) {
    session.on_delivery(callback, user);
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_record_events(turnpike_network* network, uint32_t wanted) {
  return call(network, [&](Session& session) {
    session.record_events(wanted != 0);
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_take_events(turnpike_network* network, turnpike_event* to, size_t capacity,
                                     size_t* count) {
  if (count != nullptr) *count = 0;
  return call_or_reply(network, [&](Session& session) {
    require_not_null(count, "count");
    if (capacity != 0) require_not_null(to, "to");
    *count = take(session.offered().events(), to, session.event_size(), capacity);
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_events_waiting(turnpike_network* network, size_t* count) {
  return call_or_reply(network, [&](Session& session) {
    require_not_null(count, "count");
    *count = session.offered().events().waiting();
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_on_event(turnpike_network* network, turnpike_event_callback callback,
                                  void* user) {
  return call(network, [&](Session& session) {
    session.on_event(callback, user);
    return TURNPIKE_OK;
  });
}
