// message_engine.h - the reference model with terminals that split messages into packets.

#pragma once

#include <memory>

#include "model/network/model_engine.h"
#include "model/network/terminals.h"

namespace turnpike::model {

// Any network without interchanges; what it counts are messages. `network` and `traffic` outlive
// it.
std::unique_ptr<ModelEngine> make_message_engine(const Network& network, Traffic& traffic,
                                                 const RunSpec& run, const TerminalSpec& spec);

}  // namespace turnpike::model
