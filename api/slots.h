// slots.h - the networks in this process, to which each turnpike_network* refers.
//
// A handle is not an address but a place in a table with the number of its network, so the library
// recognises a destroyed or invalid handle without reading freed memory. The state of a place is
// one atomic number: in one step a call takes its network, or learns that another thread has it.
// This table is the only state that the library keeps for the whole process.

#pragma once

#include <memory>

#include "api/session.h"
#include "api/turnpike.h"

namespace turnpike::api {

// Null: as many live as there are places. The network is free to be used.
turnpike_network* add_session(std::unique_ptr<Session> session);

// The network of a handle, for this call alone until leave(). Null: `why` says why.
Session* enter(turnpike_network* handle, turnpike_status& why);
void leave(turnpike_network* handle);

// Lets this thread, which has the network, be its guest as long as this lives: it is called back
// between two cycles and may use the network.
class Invitation {
 public:
  explicit Invitation(turnpike_network* handle);
  ~Invitation();
  Invitation(const Invitation&) = delete;
  Invitation& operator=(const Invitation&) = delete;

 private:
  turnpike_network* handle_;
};
// As enter(), without leave(): the network of a handle whose guest this thread is, or null.
Session* enter_as_guest(turnpike_network* handle);

// Asks for the end of the call that runs cycles, or of the next one. From any thread, and from
// handlers of signals: it is one atomic step. False: no such network.
bool ask_to_stop(turnpike_network* handle);
// Whether that was asked for since the last time; for the thread that has the network.
bool take_stop(turnpike_network* handle);

// Instead of leave(): the handle is no network's any more.
std::unique_ptr<Session> remove_session(turnpike_network* handle);

}  // namespace turnpike::api
