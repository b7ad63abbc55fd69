// node_book.h - checks the writes of a co-processor to the memory of one node.
//
// It sees every write in the cycle in which the memory takes it, and throws WrongMessage, with node
// and cycle, for a byte that belongs to no operation in flight, a flag out of turn or before its
// data, a wrong byte of a message, or a match that belonged to another receive or message.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/machine/machine.h"
#include "model/network/engine.h"
#include "sim/machine/check/records.h"

namespace turnpike::sim {

struct WrongMessage : model::NetworkError {
  using model::NetworkError::NetworkError;
};

struct BookEvent {
  enum class Kind { matched, received, sent, refused };
  Kind kind = Kind::matched;
  std::uint32_t block = 0;
  Receive* receive = nullptr;
  Message* message = nullptr;  // of `matched`
};

class NodeBook {
 public:
  // Watches the node's memory as long as both live.
  NodeBook(model::Machine& machine, model::NodeId node);
  NodeBook(const NodeBook&) = delete;
  NodeBook& operator=(const NodeBook&) = delete;

  // From the cycle of the instruction on. Records stay the caller's until `received`, `sent`.
  void expect(Message& message) { arriving_.push_back(&message); }
  void post(Receive& receive);
  void start(Sending& sending);
  void start(const Refusal& refusal);
  void release(std::uint32_t buffer);
  bool has_given_out(std::uint32_t buffer) const;
  // Of an instruction without a header block.
  void expect_error(model::MessageError error, std::uint32_t pointer) {
    errors_.push_back({error, pointer});
  }
  // Compares what error_valid_o showed with what was expected.
  void check_errors();
  // The answer to an access to `bytes` bytes of a receive's buffer, read as `found`.
  void check_access(const Receive& receive, std::uint32_t offset, std::uint32_t bytes,
                    std::uint64_t found, bool excepted, std::uint32_t flag_at_access) const;

  std::vector<BookEvent> take_events() { return std::move(events_); }
  // Nothing is under way at this node.
  bool is_quiet() const;
  std::string to_text() const;
  model::Cycle last_write() const { return last_write_; }
  std::uint32_t posted() const { return static_cast<std::uint32_t>(open_.size()); }

 private:
  enum class Kind { send_block, receive_block, refused_block, buffer };
  struct Place {
    std::uint32_t end = 0;
    Kind kind = Kind::buffer;
    Receive* receive = nullptr;
    Sending* sending = nullptr;
    Refusal refusal;
  };

  void observe(const model::MemoryAccess& request, model::Cycle now);
  void written(std::uint32_t begin, std::uint32_t end, bool fence);
  void written_to_system(std::uint32_t begin);
  void written_to_receive(Receive& receive, std::uint32_t begin, std::uint32_t end, bool fence);
  void written_to_sending(Sending& sending, std::uint32_t begin, std::uint32_t end, bool fence);
  void written_to_refused(const Refusal& refusal, std::uint32_t begin, std::uint32_t end,
                          bool fence);
  void match(Receive& receive);
  void check_first_in_line(const Receive& receive, const Message& message) const;
  void receive_flag(Receive& receive, std::uint32_t flag);
  void check_received(Receive& receive, model::MessageError error);
  void check_bytes(const Receive& receive, std::uint32_t buffer, std::uint32_t bytes) const;
  void take_system_buffer(Receive& receive, std::uint32_t buffer);
  [[noreturn]] void fail(const std::string& what) const;

  model::Machine& machine_;
  model::NodeMemory& memory_;
  model::NodeId node_;
  std::map<std::uint32_t, Place> places_;  // by first address
  std::vector<Message*> arriving_;         // sent to this node and not matched, oldest first
  std::vector<Receive*> open_;             // posted and not matched, oldest first
  std::vector<bool> given_out_;            // [system buffer]
  std::vector<model::InstructionError> errors_;
  std::vector<BookEvent> events_;
  model::Cycle last_write_ = 0;
};

std::string to_text(const Receive& receive);

}  // namespace turnpike::sim
