// messenger.h - message passing on a node: header blocks, instructions, completion flags.
//
// A Messenger owns the header blocks in one region of its node's memory. Each call that starts an
// operation returns a Ticket; wait() or poll() returns the outcome for a Ticket. A finished
// operation frees its header block. The program owns the buffers.

#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/machine/messages/header_block.h"
#include "sim/machine/messages/processor_port.h"

namespace turnpike::sim {

// The co-processor refused an instruction, or a message did not fit.
struct MessageFailure : std::runtime_error {
  MessageFailure(const std::string& what, model::MessageError found)
      : std::runtime_error(what), error(found) {}

  model::MessageError error;
};

// A part of node memory.
struct Region {
  std::uint32_t begin = 0;  // a multiple of 8
  std::uint32_t bytes = 0;
};

// An operation under way.
struct Ticket {
  std::uint32_t block = 0;  // address of its header block
  model::Operation operation = model::Operation::send;
};

// What an operation came to. Of a receive, the message; with a system buffer its address, too.
struct Completion {
  model::MessageError error = model::MessageError::none;
  std::uint32_t source = 0;
  std::uint32_t type = 0;
  std::uint32_t length = 0;
  std::uint32_t buffer = 0;
};

class Messenger {
 public:
  static constexpr std::uint32_t kNoBuffer = 0;
  static constexpr std::uint32_t kAnyType = kAnyTypeBit;

  // `port` outlives this. The region holds `bytes` / 80 operations at a time.
  Messenger(ProcessorPort& port, Region region);

  ProcessorPort& port() { return port_; }
  model::NodeId node() const { return port_.node(); }
  model::NodeId nodes() const { return model::NodeId{1} << port_.dimensions(); }

  // `type`: 16 bits. The buffer belongs to the co-processor until the send is finished.
  Ticket send(model::NodeId destination, std::uint32_t type, std::uint32_t buffer,
              std::uint32_t length, bool adaptive = false);
  // To all other nodes.
  Ticket broadcast(std::uint32_t type, std::uint32_t buffer, std::uint32_t length);
  Ticket broadcast_to(const std::vector<model::NodeId>& neighbours, std::uint32_t type,
                      std::uint32_t buffer, std::uint32_t length);
  // `source` may be kAnySource, `type` kAnyType. kNoBuffer: the message comes in a system buffer,
  // which must be released.
  Ticket receive(model::NodeId source, std::uint32_t type, std::uint32_t buffer,
                 std::uint32_t length, bool check_overrun = true);
  // Gives back a system buffer.
  void release(std::uint32_t buffer);

  // Nothing, as long as it is not finished; afterwards the ticket is used up.
  std::optional<Completion> poll(const Ticket& ticket);
  // Whether a receive's message is on its way in; its bytes can be read as they come.
  bool has_begun(const Ticket& ticket);
  // Looks at the flag every so many cycles; throws MessageFailure for an error.
  Completion wait(const Ticket& ticket, model::Cycle every = 8);

  // Reads that wait for bytes which have not arrived yet.
  void read(std::uint32_t address, void* to, std::uint32_t bytes);
  void write(std::uint32_t address, const void* from, std::uint32_t bytes) {
    port_.write(address, from, bytes);
  }
  std::uint32_t read_word(std::uint32_t address);
  void write_word(std::uint32_t address, std::uint32_t value);

  std::size_t free_blocks() const { return free_.size(); }

 private:
  Ticket start(model::Operation operation, std::uint32_t partner, std::uint32_t type,
               std::uint32_t buffer, std::uint32_t length,
               const std::vector<model::NodeId>* list = nullptr);
  std::uint32_t take_block();

  ProcessorPort& port_;
  std::vector<std::uint32_t> free_;  // addresses of header blocks
};

}  // namespace turnpike::sim
