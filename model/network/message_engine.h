// message_engine.h - an engine of the reference model whose messages come from a list.

#pragma once

#include <memory>

#include "model/network/message_bank.h"
#include "model/network/model_engine.h"

namespace turnpike::model {

// An engine that lets its terminals be spoken to, between cycles.
template <class Bank>
class EngineWith : public ModelEngine {
 public:
  virtual Bank& bank() = 0;
};

// What it counts are messages.
using MessageEngine = EngineWith<MessageBank>;

// Any network without interchanges. `network`, and `traffic` if there is any, outlive it.
std::unique_ptr<MessageEngine> make_message_engine(const Network& network, Traffic* traffic,
                                                   const RunSpec& run, const TerminalSpec& spec);

}  // namespace turnpike::model
