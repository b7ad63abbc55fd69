// turnpike_messages.h - the part of turnpike.h about messages in bytes.
//
// The library cuts a message into packets of at most `packet_bytes` bytes each (turnpike_options)
// and joins them at the destination. It keeps the bytes; the network carries as many flits as they
// need. turnpike_take_deliveries() does not return packets of messages.

#ifndef TURNPIKE_MESSAGES_H
#define TURNPIKE_MESSAGES_H

#include <turnpike.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct turnpike_message {
  size_t size;
  const void* data;  // `bytes` of them, in the library
  uint64_t bytes;
  uint64_t tag;          // of the caller
  uint64_t packets;      // as which it went
  uint64_t queued;       // cycle in which its first packet was queued
  uint64_t delivered;    // cycle in which its last flit was delivered
  uint64_t released;     // cycle in which it was handed over: `delivered`, or later if ordered
  uint32_t source;       // node
  uint32_t destination;  // node
  uint32_t message_class;
  uint32_t reserved;  // 0
} turnpike_message;

// Queues a message at its source, for the cycle that comes next. `data` are copied; NULL for no
// bytes, which go as one packet. All packets are queued, or none. QUEUE_FULL: the queue of the
// class is at its limit. ERROR_ARGUMENT: no such node or class, more than 2^40 bytes. ERROR_STATE:
// drawn traffic. ERROR_MEMORY. Since 1.3.
TURNPIKE_API turnpike_status turnpike_send_bytes(turnpike_network* network, uint32_t source,
                                                 uint32_t destination, uint32_t message_class,
                                                 const void* data, size_t bytes, uint64_t tag);
// Takes the message that came out first; its data are good until another is taken, or the network
// is reset, restored or destroyed. NONE: no message waits. ERROR_STATE: drawn traffic. Since 1.3.
TURNPIKE_API turnpike_status turnpike_take_message(turnpike_network* network,
                                                   turnpike_message* message);
// Messages that came out and are not yet taken. ERROR_STATE: drawn traffic. Since 1.3.
TURNPIKE_API turnpike_status turnpike_messages_waiting(turnpike_network* network, size_t* count);

// As turnpike_delivery_callback, for each message that waits; `data` are good during the call.
typedef void (*turnpike_message_callback)(void* user, const turnpike_message* message);
// As turnpike_on_delivery(). Since 1.3.
TURNPIKE_API turnpike_status turnpike_on_message(turnpike_network* network,
                                                 turnpike_message_callback callback, void* user);

#ifdef __cplusplus
}
#endif

#endif  // TURNPIKE_MESSAGES_H
