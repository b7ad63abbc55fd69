// expected_messages.h - messages on their way, with what their destinations know of them.
//
// A traffic model may have to know more of a message than its flits say: its tag, its number of
// packets, or the broadcast that it copies. Terminals exchange this information when the message's
// head enters the network, and so before any of its flits can arrive. Threads serve the nodes of
// different partitions: a partition reads in the next cycle what another one tells it.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/common/state_stream.h"
#include "model/common/types.h"
#include "model/network/broadcast_tree.h"
#include "model/statistics/delivery.h"

namespace turnpike::model {

struct ExpectedMessage {
  Delivery delivery;         // what is known of it when its head goes in
  std::uint32_t number = 0;  // of its first packet at the source
  std::uint32_t packets = 1;
  std::uint32_t missing = 1;  // of these
  bool is_copy = false;       // of a broadcast, of which `copy` tells
  TreeCopy copy;
};

class ExpectedMessages {
 public:
  // With `nodes` 0 no messages are expected.
  ExpectedMessages(NodeId nodes, std::size_t partitions)
      : nodes_(nodes), partitions_(partitions), mail_(2 * partitions * partitions) {}

  bool exist() const { return !nodes_.empty(); }

  // The head of a message for a node of partition `to` goes in at a node of `from`.
  void send(unsigned from, unsigned to, const ExpectedMessage& message, Cycle now) {
    mail(from, to, now).push_back(message);
  }
  // Reads what was told to the partition in cycles of this parity.
  void settle(unsigned partition, unsigned parity) {
    for (unsigned from = 0; exist() && from < partitions_; ++from) {
      std::vector<ExpectedMessage>& letters = mail(from, partition, parity);
      for (const ExpectedMessage& one : letters) nodes_[one.delivery.destination].push_back(one);
      letters.clear();
    }
  }

  // A packet of `source` came out whole at the node, whose head did in cycle `first`. True: it was
  // the last one of `whole`. Of messages that the packet may be of, it is of the oldest; none may
  // be, where the network is broken, which the source finds.
  template <class IsOf>
  bool receive(NodeId node, NodeId source, Cycle first, Cycle last, const IsOf& is_of,
               ExpectedMessage& whole) {
    std::vector<ExpectedMessage>& expected = nodes_[node];
    const auto found = std::find_if(expected.begin(), expected.end(), [&](const auto& one) {
      return one.delivery.source == source && is_of(one);
    });
    if (found == expected.end()) return false;
    Cycle& head = found->delivery.first;
    head = found->missing == found->packets ? first : std::min(head, first);
    if (--found->missing != 0) return false;
    whole = *found;
    whole.delivery.last = last;
    expected.erase(found);
    return true;
  }

  // is_possible(copy) of the copy of a broadcast.
  template <class IsPossible>
  void visit_state(StateStream& state, const IsPossible& is_possible) {
    if (!exist()) return;
    const auto visit = [&](std::vector<ExpectedMessage>& list) {
      state.any_list(list, [&](ExpectedMessage& one) {
        Delivery& known = one.delivery;
        state.value(known.source, nodes_.size() - 1, "source of a message that is expected");
        state.value(known.destination, nodes_.size() - 1, "node that expects a message");
        for (auto* word : {&known.flits, &known.message_class, &one.number, &one.packets}) {
          state.value(*word);
        }
        for (Cycle* cycle : {&known.queued, &known.injected, &known.first}) state.value(*cycle);
        state.value(known.tag);
        state.value(one.missing, one.packets, "packets that are expected");
        state.value(one.is_copy);
        state.value(one.copy);
        state.check(one.missing != 0 && (!one.is_copy || is_possible(one.copy)),
                    "a message that is expected");
      });
    };
    for (std::vector<ExpectedMessage>& node : nodes_) visit(node);
    for (std::vector<ExpectedMessage>& letters : mail_) visit(letters);
  }

 private:
  std::vector<ExpectedMessage>& mail(unsigned from, unsigned to, Cycle cycle) {
    return mail_[((cycle & 1) * partitions_ + from) * partitions_ + to];
  }

  std::vector<std::vector<ExpectedMessage>> nodes_;
  std::size_t partitions_;
  std::vector<std::vector<ExpectedMessage>> mail_;  // [parity][from][to]
};

}  // namespace turnpike::model
