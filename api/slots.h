// slots.h - the networks that live in this process: what a turnpike_network* stands for.
//
// A handle is a place in a table and the number of the network that stood there, not an address:
// one that is gone, or never was, is told from a live one without reading freed memory. The state
// of a place is one atomic number, so a call takes its network, and finds out that another thread
// has it, in one step. The table is all that this library keeps for the whole process.

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
// Instead of leave(): the handle is no network's any more.
std::unique_ptr<Session> remove_session(turnpike_network* handle);

}  // namespace turnpike::api
