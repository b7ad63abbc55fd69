// schema_router.cpp - the rows of [router].

#include <fmt/format.h>

#include "sim/experiment/config/schema_rows.h"
#include "sim/experiment/config/schema_tables.h"

namespace turnpike::sim {

namespace {

// Shows the row only for the kind of router that has it.
Key shown_for(model::RouterKind kind, Key key) {
  key.show = [show = key.show, kind](const Experiment& e) {
    return e.router.kind == kind ? show(e) : std::string();
  };
  return key;
}

// What is "auto" shows the value that it stands for, once that is known.
template <class Field>
Key shown_as(Key key, Field in_force) {
  key.show = [in_force](const Experiment& e) { return fmt::format("{}", in_force(e)); };
  return key;
}

void add_channel_rows(std::vector<Key>& rows) {
  rows.push_back(shown_as(
      integer_row(
          "router.virtual_channels", 1, model::kMaxVcs,
          {"VCs",
           "virtual channels of every channel, V; auto: 4; with [axi] one for each message class, "
           "or in rings two; of packet routers (which have "
           "1 or 2) 2 in a torus and with first_hop \"shortest_queue\", else 1",
           "Shahrabi"},
          [](auto& e) -> auto& { return e.virtual_channels; }),
      [](const Experiment& e) { return e.router.virtual_channels; }));
  rows.push_back(
      shown_as(integer_row(
                   "router.buffer_depth", 1, model::kMaxDepth,
                   {"flits",
                    "buffer of one virtual channel; auto: 4; of packet routers packet_flits + 2, "
                    "and at least packet_flits",
                    "docs/timing.md 2"},
                   [](auto& e) -> auto& { return e.buffer_depth; }),
               [](const Experiment& e) { return e.router.buffer_depth; }));
  rows.push_back(shown_as(
      integer_row(
          "router.flit_bits", model::kMinFlitBits, model::kMaxFlitBits,
          {"bits",
           "data bits of a flit, W; auto: 32, or the least of 64 and 128 that holds two "
           "addresses and the kind; with [axi] a beat of a write, or an equal part of one; packet "
           "routers need one address and the kind",
           "docs/flit_format.md"},
          [](auto& e) -> auto& { return e.flit_bits; }),
      [](const Experiment& e) { return e.router.flit_bits; }));
}

void add_local_row(std::vector<Key>& rows) {
  Key key = integer_row(
      "router.local_channels", 1, model::kMaxPorts,
      {"channels",
       model::topologies_with(&model::Topology::is_cube) +
           ": channels each way between a node and its router; auto: 1; as many as dimensions "
           "with broadcasts, one more with first_hop \"shortest_queue\"",
       "Shahrabi; Buzzard & Mudge 1988"},
      [](auto& e) -> auto& { return e.local_channels; });
  key.show = [](const Experiment& e) {
    return e.topology.kind->is_cube ? fmt::format("{}", e.router.local_channels) : std::string();
  };
  rows.push_back(key);
}

// ROOM of the routers. Its two ends have words: 0 stands for the hardware's default, "last".
Key injection_row() {
  Key key = integer_row(
      "router.injection", 1, model::kMaxDepth,
      {"flits",
       "wormhole: room that the buffer behind must have for a new packet to enter the network, or "
       "an express channel; last: all of it, so that packets under way go first; fair: one flit, "
       "as for packets under way; auto: fair with [axi], else by the round trip of the longest "
       "channel and the mean "
       "length of messages",
       "docs/router.md"},
      [](auto& e) -> auto& { return e.room; });
  key.words = {"last", "fair"};
  key.store = [](Experiment& e, const Value& value) {
    e.room.reset();
    if (value.integer()) e.room = static_cast<unsigned>(*value.integer());
    if (value.text() && *value.text() != "auto") e.room = *value.text() == "fair" ? 1 : 0;
  };
  key.show = [](const Experiment& e) {
    const unsigned room = e.router.room;
    return room == 0 ? quoted("last") : room == 1 ? quoted("fair") : fmt::format("{}", room);
  };
  return key;
}

// The default is not shown, as it is what all routers did before there was this key.
Key turns_row() {
  static constexpr model::Word<bool> kTurns[] = {{false, "fair"}, {true, "last"}};
  Key key = word_row(
      "router.turns", kTurns,
      {"",
       "wormhole, dimension order: a head that turns into another dimension takes turns with all "
       "other flits for its output, or goes last: overloaded meshes and tori then keep their peak",
       "docs/router.md"},
      [](auto& e) -> auto& { return e.router.turns_last; });
  key.show = [](const Experiment& e) {
    return e.router.turns_last ? quoted("last") : std::string();
  };
  key.default_text = quoted("fair");
  return key;
}

void add_wormhole_rows(std::vector<Key>& rows) {
  const auto wormhole = model::RouterKind::wormhole;
  rows.push_back(shown_for(
      wormhole, integer_row(
                    "router.pipeline_cycles", 1, 2,
                    {"cycles", "wormhole: cycles of a hop at zero load", "docs/timing.md 2"},
                    [](auto& e) -> auto& { return e.router.pipeline_cycles; })));
  rows.push_back(shown_for(
      wormhole,
      integer_row(
          "router.patience", 1, 65535,
          {"cycles",
           "wormhole: active cycles a flit waits before the starvation guard lets it through",
           "docs/timing.md 2"},
          [](auto& e) -> auto& { return e.router.patience; })));
  rows.push_back(shown_for(
      wormhole,
      integer_row(
          "router.message_classes", 1, model::kMaxMessageClasses,
          {"classes",
           "wormhole: equal parts of the virtual channels; a message stays in that of its "
           "class, so classes do not block each other; with [axi] at least 2, the default",
           "docs/timing.md 2"},
          [](auto& e) -> auto& { return e.router.message_classes; })));
  rows.push_back(shown_for(wormhole, turns_row()));
  Key order = integer_or_list_row(
      "router.class_order", 0, model::kMaxMessageClasses - 1,
      {"classes",
       "wormhole: a delivered message of one class may need one of the next to be sent, such as "
       "[0, 1] where class 1 has the replies; a class that comes again closes a circle; with [axi] "
       "the classes of requests and responses",
       "docs/deadlock.md"},
      [](auto& e) -> auto& { return e.class_order; });
  order.show = [](const Experiment& e) { return list_text(e.router.class_order); };
  order.default_text = "(no class needs another)";
  rows.push_back(shown_for(wormhole, order));
  rows.push_back(shown_for(wormhole, injection_row()));
}

void add_packet_rows(std::vector<Key>& rows) {
  const auto packet = model::RouterKind::packet;
  Key flits = integer_row(
      "router.packet_flits", 1, model::kMaxDepth,
      {"flits", "packet: most flits of a packet; auto: as many as hold 20 bytes",
       "Buzzard & Mudge 1988"},
      [](auto& e) -> auto& { return e.packet_flits; });
  flits.show = [](const Experiment& e) { return fmt::format("{}", e.router.packets.packet_flits); };
  rows.push_back(shown_for(packet, flits));
  rows.push_back(shown_for(
      packet, integer_row(
                  "router.packet_buffers", 1, model::kMaxSlots,
                  {"packets", "packet: packet buffers of each output", "Buzzard & Mudge 1988"},
                  [](auto& e) -> auto& { return e.router.packets.slots; })));
  static constexpr model::Word<bool> kSwitching[] = {{true, "cut_through"},
                                                     {false, "store_and_forward"}};
  rows.push_back(shown_for(
      packet, word_row(
                  "router.switching", kSwitching,
                  {"", "packet: a packet goes on as soon as its head has come, or its tail",
                   "Buzzard & Mudge 1988; Agarwal 1991"},
                  [](auto& e) -> auto& { return e.router.packets.cut_through; })));
  static constexpr model::Word<bool> kFirstHops[] = {{false, "fixed"}, {true, "shortest_queue"}};
  rows.push_back(shown_for(
      packet, word_row(
                  "router.first_hop", kFirstHops,
                  {"",
                   "packet, " + model::topologies_with(&model::Topology::is_cube) +
                       ": a message takes e-cube's first hop, or of those that bring it nearer the "
                       "one with the shortest queue; a node then has a local channel for each "
                       "dimension and one more",
                   "Buzzard & Mudge 1988"},
                  [](auto& e) -> auto& { return e.router.packets.first_hop; })));
}

}  // namespace

void add_router_rows(std::vector<Key>& rows) {
  rows.push_back(word_row(
      "router.kind", model::kRouterWords,
      {"",
       "input-buffered virtual-channel wormhole router, or packet switch with buffers at its "
       "outputs",
       "docs/timing.md 2, 7"},
      [](auto& e) -> auto& { return e.router.kind; }));
  add_channel_rows(rows);
  add_local_row(rows);
  add_wormhole_rows(rows);
  add_packet_rows(rows);
}

}  // namespace turnpike::sim
