// random_making.cpp - which messages and receives there are.

#include <algorithm>

#include "sim/machine/check/random_messages.h"

namespace turnpike::sim {

using model::NodeId;
using model::Operation;

namespace {

constexpr HeaderBlock kReceive = header_block(Operation::receive);

}  // namespace

std::uint32_t RandomMessages::draw_length() {
  const std::uint32_t kind = draws_.below(1000);
  std::uint32_t length = 0;
  if (kind < 80) {
    length = 0;
  } else if (kind < 160) {
    length = 1;
  } else if (kind < 340) {
    length = draws_.between(9, 11);
  } else if (kind < 520) {
    length = draws_.between(25, 27);
  } else if (kind < 720) {
    length = draws_.between(2, 64);
  } else if (kind < 920) {
    length = draws_.between(65, 600);
  } else if (kind < 990) {
    length = draws_.between(601, 5000);
  } else if (kind < 998) {
    length = draws_.between(5001, 65536);
  } else {
    length = 65536;
  }
  return std::min(length, spec_.longest);
}

// Few types, so that several messages compete for a receive; adaptive messages may overtake, so
// each has a type of its own.
std::uint32_t RandomMessages::draw_type(OrderClass order) {
  switch (order) {
    case OrderClass::sends:
      return draws_.below(4);
    case OrderClass::broadcasts:
      return kBroadcastTypes + draws_.below(2);
    case OrderClass::adaptive:
      break;
  }
  return kAdaptiveTypes + (next_adaptive_++ & (kAdaptiveTypes - 1));
}

model::Cycle RandomMessages::draw_delay() {
  const std::uint32_t kind = draws_.below(10);
  return kind < 5 ? 0 : kind < 9 ? draws_.below(300) : draws_.below(3000);
}

NodeId RandomMessages::draw_other(NodeId node) {
  return (node + 1 + draws_.below(machine_.nodes() - 1)) % machine_.nodes();
}

std::vector<NodeId> RandomMessages::neighbours_of(NodeId node) {
  std::vector<NodeId> neighbours;
  for (unsigned d = 0; d < machine_.dimensions(); ++d) {
    if (draws_.chance(0.5)) neighbours.push_back(node ^ (NodeId{1} << d));
  }
  if (neighbours.empty()) neighbours.push_back(node ^ 1u);
  for (std::size_t i = neighbours.size(); i-- > 1;) {  // any order
    std::swap(neighbours[i], neighbours[draws_.below(static_cast<std::uint32_t>(i + 1))]);
  }
  return neighbours;
}

std::vector<NodeId> RandomMessages::all_but(NodeId node) const {
  std::vector<NodeId> others;
  for (NodeId n = 0; n < machine_.nodes(); ++n) {
    if (n != node) others.push_back(n);
  }
  return others;
}

bool RandomMessages::has_room(NodeId node) const {
  return nodes_[node].messages.size() < spec_.expected;
}

void RandomMessages::make_something(NodeId node) {
  if (at(node).sendings.size() >= spec_.under_way || !draws_.chance(0.3)) return;
  if (draws_.chance(spec_.faults)) make_fault(node);
  const std::uint32_t kind = draws_.below(100);
  if (kind < 3) {
    make_broadcast(node, all_but(node), draw_type(OrderClass::broadcasts), draw_length(), nullptr);
  } else if (kind < 13) {
    make_broadcast(node, neighbours_of(node), draw_type(OrderClass::broadcasts), draw_length(),
                   nullptr);
  } else {
    const OrderClass order = kind < 23 ? OrderClass::adaptive : OrderClass::sends;
    make_send(node, draw_other(node), draw_type(order), draw_length(), nullptr);
  }
}

bool RandomMessages::make_send(NodeId source, NodeId destination, std::uint32_t type,
                               std::uint32_t length, Receive* waiting) {
  const bool adaptive = order_class(type) == OrderClass::adaptive;
  Instruction instruction;
  instruction.operation = static_cast<std::uint32_t>(Operation::send);
  instruction.words = std::vector<std::uint32_t>{
      0, 0, destination, type | (adaptive ? kAdaptiveBit : 0), length, 0, 0};
  if (!make_message(instruction, source, {destination}, type, length, waiting)) return false;
  ++result_.sends;
  if (adaptive) ++result_.adaptive;
  return true;
}

bool RandomMessages::make_broadcast(NodeId source, const std::vector<NodeId>& destinations,
                                    std::uint32_t type, std::uint32_t length, Receive* waiting) {
  const bool to_all = destinations.size() + 1 == machine_.nodes();
  Instruction instruction;
  const Operation operation = to_all ? Operation::broadcast : Operation::near_neighbour_broadcast;
  instruction.operation = static_cast<std::uint32_t>(operation);
  instruction.words = std::vector<std::uint32_t>{0, 0, type, length, 0, 0};
  if (!to_all) {
    instruction.words.push_back(static_cast<std::uint32_t>(destinations.size()));
    for (const NodeId to : destinations) instruction.words.push_back(to);
  }
  if (!make_message(instruction, source, destinations, type, length, waiting)) return false;
  ++(to_all ? result_.broadcasts : result_.near_neighbour_broadcasts);
  return true;
}

// The header block in `kind` still lacks the buffer. False: there is no room for it now.
bool RandomMessages::make_message(const Instruction& kind, NodeId source,
                                  const std::vector<NodeId>& destinations, std::uint32_t type,
                                  std::uint32_t length, Receive* waiting) {
  Node& here = at(source);
  if (waiting == nullptr && !std::all_of(destinations.begin(), destinations.end(),
                                         [&](NodeId to) { return has_room(to); })) {
    return false;
  }
  const auto operation = static_cast<Operation>(kind.operation);
  const std::uint32_t block = here.heap->take(static_cast<std::uint32_t>(4 * kind.words.size()), 0);
  const std::uint32_t buffer = length == 0 ? 0 : here.heap->take(length, draws_.below(8));
  if (block == 0 || (length != 0 && buffer == 0)) {
    if (block != 0) here.heap->give_back(block);
    return false;
  }
  const std::uint64_t content = next_number_++;
  std::vector<std::uint8_t> bytes(length);
  for (std::uint32_t i = 0; i < length; ++i) bytes[i] = content_byte(content, i);
  machine_.memory(source).write(buffer, bytes.data(), length);

  Instruction instruction = kind;
  instruction.pointer = block;
  instruction.words[header_block(operation).buffer / 4] = buffer;
  instruction.sending = &here.sendings[block];
  *instruction.sending = {source, operation, block, buffer, length, 0};
  for (const NodeId to : destinations) {
    const std::uint64_t number = next_number_++;
    Message& message = at(to).messages[number];
    message = {number, source, to, type, length, content, false, nullptr};
    instruction.messages.push_back(&message);
    Receive* orphan = waiting != nullptr && waiting->node == to ? waiting : orphan_for(message);
    if (orphan != nullptr) {
      message.planned = orphan;
      orphan->planned = &message;
    } else if (make_receive(message, is_draining_) == nullptr) {
      throw WrongMessage("the test's own memory is too small");
    }
  }
  here.instructions.emplace(machine_.now() + draw_delay(), std::move(instruction));
  ++started_;
  return true;
}

// A receive that lacks a message and accepts this one.
Receive* RandomMessages::orphan_for(const Message& message) {
  for (const auto& [node, number] : orphans_) {
    if (node != message.destination) continue;
    const auto found = at(node).receives.find(number);
    if (found == at(node).receives.end()) continue;
    Receive& receive = found->second;
    if (receive.planned == nullptr && receive.matched == nullptr &&
        receive.accepts(message.source, message.type)) {
      return &receive;
    }
  }
  return nullptr;
}

// Null: no room in the node's memory.
Receive* RandomMessages::make_receive(Message& message, bool exact) {
  Node& here = at(message.destination);
  const std::uint32_t block = here.heap->take(kReceive.flag + 4, 0);
  if (block == 0) return nullptr;
  const std::uint32_t system_room = (1u << machine_.spec().system.size_log2) - 32;
  std::uint32_t capacity = message.length;
  const std::uint32_t kind = draws_.below(100);
  // So many of them can always be placed (docs/coprocessor.md, section 3).
  const bool has_turn = here.with_system_buffer < machine_.params().system_buffers / 2;
  const bool in_system_buffer = kind < 15 && message.length <= system_room && has_turn;
  if (kind >= 95) {
    capacity = draws_.below(message.length + 1);  // too short, mostly
  } else if (kind >= 80) {
    capacity = message.length + draws_.below(100);
  }
  std::uint32_t buffer = 0;
  if (!in_system_buffer) {
    buffer = here.heap->take(capacity, draws_.below(8));
    if (buffer == 0) {
      here.heap->give_back(block);
      return nullptr;
    }
  } else {
    ++here.with_system_buffer;
  }
  const bool any_source = !exact && draws_.chance(0.15);
  const bool any_type = !exact && draws_.chance(0.15);
  const std::uint64_t number = next_number_++;
  Receive& receive = here.receives[number];
  receive.number = number;
  receive.node = message.destination;
  receive.block = block;
  receive.source = any_source ? kAnySource : message.source;
  receive.type = (any_type ? kAnyTypeBit | draws_.below(0x10000) : message.type) |
                 (draws_.chance(0.1) ? kUncheckedBit : 0);
  receive.buffer = buffer;
  receive.capacity = capacity;
  receive.planned = &message;
  message.planned = &receive;
  Instruction instruction;
  instruction.operation = static_cast<std::uint32_t>(Operation::receive);
  instruction.pointer = block;
  instruction.words =
      std::vector<std::uint32_t>{0, 0, receive.source, receive.type, capacity, buffer, 0};
  instruction.receive = &receive;
  here.instructions.emplace(machine_.now() + draw_delay(), std::move(instruction));
  return &receive;
}

// Receives that lack a message get one. Those that only a broadcast to all can serve wait for the
// next one; in the end, when nothing is left that could take its messages, it is made for them.
void RandomMessages::serve_orphans() {
  const auto is_served = [this](const std::pair<NodeId, std::uint64_t>& orphan) {
    const auto found = at(orphan.first).receives.find(orphan.second);
    return found == at(orphan.first).receives.end() || found->second.matched != nullptr ||
           found->second.planned != nullptr;
  };
  bool all_wait = true;
  for (const auto& orphan : orphans_) {
    if (is_served(orphan)) continue;
    Receive& receive = at(orphan.first).receives.at(orphan.second);
    if (needs_broadcast(receive)) continue;
    all_wait = false;
    make_message_for(receive);
  }
  orphans_.erase(std::remove_if(orphans_.begin(), orphans_.end(), is_served), orphans_.end());
  if (!is_draining_ || !all_wait || orphans_.empty()) return;
  for (const Node& node : nodes_) {
    if (!node.messages.empty() || !node.instructions.empty()) return;
  }
  make_message_for(at(orphans_.front().first).receives.at(orphans_.front().second));
}

bool RandomMessages::needs_broadcast(const Receive& receive) const {
  if ((receive.type & kAnyTypeBit) != 0 || receive.source == kAnySource ||
      order_class(receive.type & kTypeMask) != OrderClass::broadcasts) {
    return false;
  }
  const NodeId difference = receive.source ^ receive.node;
  return (difference & (difference - 1)) != 0;
}

void RandomMessages::make_message_for(Receive& receive) {
  const bool any_type = (receive.type & kAnyTypeBit) != 0;
  const std::uint32_t type = any_type ? draw_type(OrderClass::sends) : receive.type & kTypeMask;
  const bool is_broadcast = order_class(type) == OrderClass::broadcasts;
  const NodeId any = is_broadcast ? receive.node ^ 1u : draw_other(receive.node);
  const NodeId source = receive.source == kAnySource ? any : static_cast<NodeId>(receive.source);
  const std::uint32_t length = receive.buffer == 0 ? draws_.below(64) : receive.capacity;
  if (!is_broadcast) {
    make_send(source, receive.node, type, length, &receive);
  } else if (needs_broadcast(receive)) {
    make_broadcast(source, all_but(source), type, length, &receive);
  } else {
    make_broadcast(source, {receive.node}, type, length, &receive);
  }
}

// Every system buffer must be free: each node asks for all of them before it gives one back.
void RandomMessages::census() {
  const unsigned buffers = machine_.params().system_buffers;
  is_counting_ = true;
  for (NodeId n = 0; n < machine_.nodes(); ++n) {
    std::vector<std::uint32_t> blocks;
    for (unsigned i = 0; i < buffers; ++i) {
      const NodeId source = n ^ 1u;
      const std::uint64_t number = next_number_++;
      Message& message = at(n).messages[number];
      message = {number, source, n, i, 1, number, false, nullptr};
      Receive& receive = at(n).receives[next_number_];
      receive.number = next_number_++;
      receive.node = n;
      receive.block = at(n).heap->take(kReceive.flag + 4, 0);
      receive.source = source;
      receive.type = i;
      receive.planned = &message;
      message.planned = &receive;
      ++at(n).with_system_buffer;
      Instruction posting;
      posting.operation = static_cast<std::uint32_t>(Operation::receive);
      posting.pointer = receive.block;
      posting.words = std::vector<std::uint32_t>{0, 0, receive.source, receive.type, 0, 0, 0};
      posting.receive = &receive;
      at(n).instructions.emplace(machine_.now(), std::move(posting));

      Node& there = at(source);
      Instruction sending;
      sending.operation = static_cast<std::uint32_t>(Operation::send);
      sending.pointer = there.heap->take(kReceive.flag + 4, 0);
      const std::uint32_t buffer = there.heap->take(1, draws_.below(8));
      const std::uint8_t byte = content_byte(number, 0);
      machine_.memory(source).write(buffer, &byte, 1);
      sending.words = std::vector<std::uint32_t>{0, 0, n, i, 1, buffer, 0};
      sending.sending = &there.sendings[sending.pointer];
      *sending.sending = {source, Operation::send, sending.pointer, buffer, 1, 0};
      sending.messages.push_back(&message);
      there.instructions.emplace(machine_.now() + 200, std::move(sending));
    }
  }
}

}  // namespace turnpike::sim
