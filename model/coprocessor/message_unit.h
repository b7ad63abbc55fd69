// message_unit.h - the state machine that runs one task after the other: instructions, arrived
// packets, and messages that an engine has sent.
//
// Mirror of rtl/coprocessor/message_unit.v, message_sender.v, message_receiver.v, receive_writes.v,
// message_context.v, instruction_port.v, work_ring.v, block_reader.v, instruction_check.v,
// neighbour_list.v, stream_choice.v, wait_lists.v, list_ends.v, placement.v and packet_writer.v.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/coprocessor/collector.h"
#include "model/coprocessor/comparator_cache.h"
#include "model/coprocessor/context_memory.h"
#include "model/coprocessor/copy_engine.h"
#include "model/coprocessor/memory_port.h"
#include "model/coprocessor/send_engine.h"
#include "model/coprocessor/system_buffers.h"

namespace turnpike::model::coprocessor_parts {

// The source of an instruction that receives from whoever sends.
constexpr std::uint32_t kAnySource = 0xffffffffu;

// The parts that the message unit controls.
struct Parts {
  explicit Parts(const CoprocessorParams& params);

  CoprocessorParams params;
  std::vector<Collector> collectors;
  std::vector<SendEngine> engines;
  ContextMemory contexts;
  ComparatorCache cache;
  SystemBuffers buffers;
  CopyEngine copy;
  PortMask waiting = 0;  // collectors whose packet could not be placed
};

// Changes of the parts at the end of a cycle, besides those that take effect at once.
struct Effects {
  static constexpr unsigned kNone = 32;

  unsigned taken = kNone;   // the collector whose packet is taken
  unsigned loaded = kNone;  // the engine that gets `message`
  SendMessage message;
  MessageError error = MessageError::none;
  std::uint32_t error_pointer = 0;
};

class MessageUnit {
 public:
  void reset();

  bool is_ready() const { return !instruction_held_; }
  bool is_idle() const { return state_ == State::idle && !instruction_held_; }
  void hold(std::uint32_t operation, std::uint32_t pointer) {
    instruction_held_ = true;
    instruction_operation_ = operation;
    instruction_pointer_ = pointer;
  }

  // The request of this cycle; false: none.
  bool request(const Parts& parts, const CoprocessorIn& in, MemoryRequest& request) const;
  // The clock edge, before that of all other parts.
  void tick(Parts& parts, const CoprocessorIn& in, bool granted, const std::uint64_t* word,
            Effects& effects);

 private:
  // docs/timing.md, section 8.7, has a row for each.
  enum class State : std::uint8_t {
    clear,
    idle,
    fetch,
    check,
    list,
    choose,
    start,
    link,
    sent,
    pop,
    error,
    compare,
    allot,
    unlink,
    describe,
    one,
    open,
    descriptor,
    data,
    finish,
    job,
    three,
    claim,
    claim_write,
    post
  };
  struct List {
    std::uint32_t head = 0;
    std::uint32_t tail = 0;
  };

  // The requests of states, by kind of task (message_unit_requests.cpp).
  MemoryRequest flag(std::uint32_t block, Operation operation, std::uint32_t value) const;
  MemoryRequest link_request() const;
  MemoryRequest unlink_request() const;
  MemoryRequest describe_request(const CoprocessorIn& in) const;
  MemoryRequest descriptor_request(const CoprocessorIn& in) const;
  MemoryRequest job_request(const CoprocessorIn& in) const;
  MemoryRequest post_request() const;
  MemoryRequest finish_request(const Parts& parts, const CoprocessorIn& in) const;
  bool data_request(const Parts& parts, MemoryRequest& request) const;

  // A function for each state (message_unit.cpp).
  void go(State state) {
    state_ = state;
    step_ = 0;
  }
  void fetch(std::uint32_t block, unsigned from, State then);
  void take_word(std::uint64_t word);
  void idle(Parts& parts, const CoprocessorIn& in, Effects& effects);
  void take_instruction(Parts& parts, const CoprocessorIn& in, Effects& effects);
  void take_packet(Parts& parts, unsigned collector);
  void clear(Parts& parts);

  // Sends and broadcasts (message_unit_send.cpp).
  void read_fields();
  MessageError fault(const Parts& parts, const CoprocessorIn& in) const;
  void check(const Parts& parts, const CoprocessorIn& in);
  void take_destinations(const Parts& parts, const CoprocessorIn& in, std::uint64_t word);
  MessageError add_destination(const Parts& parts, const CoprocessorIn& in, std::uint32_t node);
  void choose(const Parts& parts, const CoprocessorIn& in);
  unsigned adaptive_stream(const Parts& parts, const CoprocessorIn& in, PortMask outputs) const;
  void start(Effects& effects);
  void link();
  void sent();
  void pop();

  // Receives and packets (message_unit_receive.cpp).
  List& searched() { return is_packet_ ? posted_ : unexpected_; }
  void compare();
  void allot(Parts& parts, const CoprocessorIn& in);
  bool place(Parts& parts, const CoprocessorIn& in);
  void unlink();
  void describe();
  void open(Parts& parts);
  void descriptor(const CoprocessorIn& in);
  void data(Parts& parts, bool granted, Effects& effects);
  void first_packet(const PacketBytes& packet);
  void end_packet(Parts& parts, Effects& effects);
  void finish(Parts& parts);
  void job(Parts& parts);
  void claim_write(Parts& parts);
  void post(Parts& parts);

  unsigned context_address(const Parts& parts) const {
    return (stream_ << parts.params.dimensions) + source_;
  }

  State state_ = State::clear;
  State then_ = State::idle;  // after a fetch
  unsigned clear_at_ = 0;
  unsigned step_ = 0;  // requests of this state that were granted

  bool instruction_held_ = false;
  std::uint32_t instruction_operation_ = 0;
  std::uint32_t instruction_pointer_ = 0;
  unsigned turn_ = 0;   // of collectors and engines
  bool after_ = false;  // the last task was an instruction

  // Fetch: the block, its words 0, 8, 16, the next to ask for and to come.
  std::uint32_t at_ = 0;
  unsigned asked_ = 0;
  unsigned come_ = 0;
  std::array<std::uint64_t, 3> word_{};

  // The header block of the task and its fields.
  Operation operation_ = Operation::send;
  std::uint32_t block_ = 0;
  unsigned port_ = 0;  // stream or collector
  std::uint32_t route_ = 0;
  std::uint32_t want_source_ = 0;  // of a receive
  std::uint32_t type_ = 0;         // of the message; in CHECK the whole type word
  std::uint32_t want_type_ = 0;
  std::uint32_t length_ = 0;    // of the message
  std::uint32_t capacity_ = 0;  // of a receive's buffer
  std::uint32_t buffer_ = 0;
  MessageError code_ = MessageError::none;
  unsigned index_ = 0;  // list of destinations: words read
  std::uint32_t number_ = 0;
  PortMask mask_ = 0;

  // The message that arrives or arrived, and where it goes.
  bool is_packet_ = false;  // the task is a packet, not a receive instruction
  bool matched_ = false;
  bool complete_ = false;
  std::uint32_t source_ = 0;
  std::uint32_t stream_ = 0;
  unsigned slot_ = 0;
  bool buffered_ = false;
  bool too_long_ = false;
  bool watched_ = false;
  unsigned entry_ = 0;
  std::uint32_t start_ = 0;
  std::uint32_t room_ = 0;

  List posted_;
  List unexpected_;
  std::array<List, kMaxCoprocessorPorts> wait_{};  // by stream; addresses with operations
  std::array<std::uint16_t, kMaxCoprocessorPorts> wait_count_{};
  std::array<std::uint32_t, kMaxCoprocessorPorts> current_{};  // of the engine: block and operation
};

}  // namespace turnpike::model::coprocessor_parts
