// turnpike_messages.cpp - messages in bytes: turnpike_messages.h.

#include "api/call.h"
#include "api/turnpike.h"

using turnpike::api::call;
using turnpike::api::call_or_reply;
using turnpike::api::Session;

turnpike_status turnpike_send_bytes(turnpike_network* network, uint32_t source,
                                    uint32_t destination, uint32_t message_class, const void* data,
                                    size_t bytes, uint64_t tag) {
  return call_or_reply(network, [&](Session& session) {
    if (bytes != 0) turnpike::api::require_not_null(data, "data");
    const turnpike_packet about{tag, source, destination, 0, message_class};
    if (session.offered().send_bytes(about, data, bytes, session.queue_limit())) return TURNPIKE_OK;
    session.fail_full(source, message_class);
    return TURNPIKE_QUEUE_FULL;
  });
}

turnpike_status turnpike_take_message(turnpike_network* network, turnpike_message* message) {
  return call_or_reply(network, [&](Session& session) {
    turnpike::api::check_size(message, "message");
    if (session.offered().messages_waiting() == 0) return TURNPIKE_NONE;
    turnpike::api::write_struct(session.offered().take_message(), message);
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_messages_waiting(turnpike_network* network, size_t* count) {
  return call_or_reply(network, [&](Session& session) {
    turnpike::api::require_not_null(count, "count");
    *count = session.offered().messages_waiting();
    return TURNPIKE_OK;
  });
}

turnpike_status turnpike_on_message(turnpike_network* network, turnpike_message_callback callback,
                                    void* user) {
  return call(network, [&](Session& session) {
    session.on_message(callback, user);
    return TURNPIKE_OK;
  });
}
