// random_messages.h - sends random messages in a machine and checks every byte and flag.
//
// All five instructions between all nodes, instructions with every fault, early and late receives,
// any source and any type, system buffers, accesses to bytes that have not arrived. The messages
// follow from the seed and from what the machine does. Each node's NodeBook judges every write.
//
// A receive that accepts several messages may take another one than it was made for. What is left
// over then is made good: a message gets another receive, a receive another message. So at the end
// nothing is left, and all system buffers must be free: they are counted by asking for all of them.

#pragma once

#include <array>
#include <map>
#include <memory>
#include <vector>

#include "model/machine/machine.h"
#include "sim/machine/check/draws.h"
#include "sim/machine/check/node_book.h"
#include "sim/machine/check/node_heap.h"

namespace turnpike::sim {

struct ExerciseSpec {
  std::uint64_t seed = 1;
  std::uint64_t messages = 10'000;  // sends and broadcasts
  unsigned under_way = 6;           // of a node's own, at most
  unsigned expected = 24;           // of a node's receives and messages to come, at most
  std::uint32_t longest = 65536;    // bytes
  double faults = 0.05;             // instructions that are refused, for each that is not
  double accesses = 0.05;           // of a processor to bytes on their way, in a cycle
  model::Cycle patience = 200'000;  // without a write anywhere: it hangs
};

struct ExerciseResult {
  model::Cycle cycles = 0;
  std::uint64_t sends = 0;
  std::uint64_t adaptive = 0;  // of the sends
  std::uint64_t broadcasts = 0;
  std::uint64_t near_neighbour_broadcasts = 0;
  std::uint64_t receives = 0;        // finished
  std::uint64_t bytes = 0;           // received
  std::uint64_t system_buffers = 0;  // of the receives: came in one
  std::uint64_t too_long = 0;        // of the receives: message longer than the buffer
  std::uint64_t releases = 0;
  std::array<std::uint64_t, 32> refused{};  // [error code]
  std::uint64_t accesses = 0;
  std::uint64_t exceptions = 0;  // of the accesses

  std::string to_text() const;
};

class RandomMessages {
 public:
  // `machine` stands after reset, its memories unused.
  RandomMessages(model::Machine& machine, const ExerciseSpec& spec);
  virtual ~RandomMessages();

  // Throws WrongMessage at the first thing that is not right, Interrupted when a signal comes.
  ExerciseResult run();

 protected:
  virtual void release(model::NodeId node, std::uint32_t pointer);

 private:
  struct Instruction {
    std::uint32_t operation = 0;
    std::uint32_t pointer = 0;
    std::vector<std::uint32_t> words;  // of the header block
    Sending* sending = nullptr;
    Receive* receive = nullptr;
    std::vector<Message*> messages;  // of a send or broadcast
    model::MessageError error = model::MessageError::none;
  };
  struct Access {
    std::uint64_t receive = 0;  // its number
    std::uint32_t offset = 0;
    std::uint32_t bytes = 0;
    std::uint32_t flag = 0;
    std::uint64_t found = 0;
  };
  struct Node {
    std::unique_ptr<NodeHeap> heap;
    std::unique_ptr<NodeBook> book;
    std::multimap<model::Cycle, Instruction> instructions;  // by the cycle they are due
    std::map<std::uint32_t, Sending> sendings;              // by header block
    std::map<std::uint32_t, std::uint32_t> refusals;        // header blocks
    std::map<std::uint64_t, Receive> receives;              // by number
    std::vector<std::uint64_t> in_progress;                 // numbers of receives with flag 1
    std::map<std::uint64_t, Message> messages;              // to this node, by number
    std::vector<std::uint32_t> held;  // system buffers that were received, to be released
    unsigned with_system_buffer = 0;  // receives made with a null pointer, not finished
    Access access;                    // in the cycle before; receive 0: none
  };

  // random_messages.cpp
  void cycle();
  void issue(model::NodeId node, model::Cycle now);
  void carry_out(model::NodeId node, Instruction& instruction);
  void take_events(model::NodeId node);
  void matched(Receive& receive, Message& message);
  void received(model::NodeId node, Receive& receive);
  void release_held(model::NodeId node);
  void sent(model::NodeId node, std::uint32_t block);
  void finish_access(model::NodeId node);
  void start_access(model::NodeId node);
  bool is_over() const;
  void watch_for_standstill();

  // random_making.cpp
  void make_something(model::NodeId node);
  bool make_send(model::NodeId source, model::NodeId destination, std::uint32_t type,
                 std::uint32_t length, Receive* waiting);
  bool make_broadcast(model::NodeId source, const std::vector<model::NodeId>& destinations,
                      std::uint32_t type, std::uint32_t length, Receive* waiting);
  bool make_message(const Instruction& kind, model::NodeId source,
                    const std::vector<model::NodeId>& destinations, std::uint32_t type,
                    std::uint32_t length, Receive* waiting);
  Receive* make_receive(Message& message, bool exact);
  Receive* orphan_for(const Message& message);
  void serve_orphans();
  bool needs_broadcast(const Receive& receive) const;
  void make_message_for(Receive& receive);
  void census();
  std::uint32_t draw_length();
  std::uint32_t draw_type(OrderClass order);
  model::Cycle draw_delay();
  bool has_room(model::NodeId node) const;
  std::vector<model::NodeId> neighbours_of(model::NodeId node);
  std::vector<model::NodeId> all_but(model::NodeId node) const;

  // random_faults.cpp
  void make_fault(model::NodeId node);
  void make_header_fault(model::NodeId node);
  void make_pointer_fault(model::NodeId node);
  void refuse_header(model::NodeId node, model::Operation operation, model::MessageError error,
                     const std::vector<std::uint32_t>& words);
  void refuse_pointer(model::NodeId node, std::uint32_t operation, std::uint32_t pointer,
                      model::MessageError error);

  Node& at(model::NodeId node) { return nodes_[node]; }
  model::NodeId draw_other(model::NodeId node);

  model::Machine& machine_;
  ExerciseSpec spec_;
  Draws draws_;
  std::vector<Node> nodes_;
  std::vector<std::pair<model::NodeId, std::uint64_t>> orphans_;  // receives without a message
  std::uint64_t next_number_ = 1;
  std::uint32_t next_adaptive_ = 0;
  std::uint64_t started_ = 0;
  bool is_draining_ = false;
  bool is_counting_ = false;  // in the census
  model::Cycle last_progress_ = 0;
  ExerciseResult result_;
};

}  // namespace turnpike::sim
