// axi4_initiator.h - the adapter for an AXI4 manager (docs/axi.md, 4). Mirror of
// rtl/adapters/axi4_initiator.v and its parts, without the route.

#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "model/adapters/axi4_bus.h"
#include "model/adapters/axi4_packets.h"
#include "model/adapters/axi4_reorder_buffer.h"

namespace turnpike::model {

class Axi4Initiator {
 public:
  // After construction: after reset.
  explicit Axi4Initiator(const Axi4Params& params);

  // Registers in the present cycle.
  Axi4Subordinate bus() const;
  Axi4ChannelOut channel() const;

  // The address map in the present cycle, where it can be loaded.
  void set_map(const std::vector<Axi4Region>& regions) { params_.regions = regions; }
  // Ends the present cycle.
  void tick(const Axi4Manager& bus, const Axi4ChannelIn& channel);

 private:
  struct Decoded {
    Axi4Request request;
    std::uint32_t node = 0;  // 0 if it is refused, as the level
    unsigned level = 0;
    bool is_mapped = false;
    bool is_legal = false;
    bool is_refused() const { return !is_mapped || !is_legal; }
    Axi4Source source() const { return {request.id, is_refused(), node}; }
  };
  struct Packet {
    Decoded decoded;
    bool is_write = false;
    bool is_drained = false;  // a refused write whose beats are gone
  };
  struct Refusal {
    bool is_write = false;
    std::uint32_t response = 0;
    std::uint32_t id = 0;
    std::uint32_t left = 0;  // beats after this one
  };
  struct InFlight {
    bool is_refused = false;
    std::uint32_t node = 0;
    unsigned level = 0;
    std::size_t count = 0;
  };
  using Ids = std::map<std::uint32_t, InFlight>;
  // The events of a cycle.
  struct Step {
    bool pops_beat = false;
    bool is_done = false;
    bool starts_write = false;
    bool starts_read = false;
    std::optional<Axi4Response> b;  // enters its queue
    std::optional<Axi4ReadBeat> r;
    Axi4Source b_source;  // of the transactions that these answer
    Axi4Source r_source;
    bool ends_refusal = false;
    bool takes_word = false;
  };

  Decoded decode(const Axi4Request& request) const;
  bool id_permits(const Ids& ids, const Decoded& decoded) const;
  bool write_may_start() const;
  bool read_may_start() const;
  bool b_ready() const { return params_.reorder ? b_order_.ready() : b_.ready(); }
  bool r_ready() const { return params_.reorder ? r_order_.ready() : r_.ready(); }
  Axi4Source source_of(const WireBits& header) const;
  Axi4Offer offer() const;
  WireBits header_of(const Packet& packet) const;
  void look_at_packet(bool enable, Step& step) const;
  void look_at_starts(Step& step) const;
  void look_at_responses(const Axi4PacketReceiver::Word& word, Step& step) const;
  Axi4ReadBeat read_beat(const Axi4PacketReceiver::Word& word) const;
  void count(const Step& step, bool b_taken, bool r_taken);
  void tick_responses(const Step& step, const Axi4Manager& bus);
  void core_tick(const Axi4Manager& bus, const Axi4ChannelIn& channel);
  Axi4Subordinate core_bus() const;

  Axi4Params params_;
  Axi4Queue<Decoded> aw_;
  Axi4Queue<Decoded> ar_;
  Axi4Queue<Axi4WriteBeat> store_;
  std::size_t lasts_ = 0;  // in the store
  std::optional<Packet> packet_;
  bool writes_turn_ = false;
  Ids write_ids_;
  Ids read_ids_;
  std::size_t reads_ = 0;
  std::size_t writes_ = 0;
  std::size_t room_;
  std::size_t surplus_ = 0;
  std::optional<Refusal> refusal_;
  Axi4Queue<Axi4Response> b_;
  Axi4Queue<Axi4ReadBeat> r_;
  Axi4ReorderBuffer<Axi4Response> b_order_;  // in their place with params_.reorder
  Axi4ReorderBuffer<Axi4ReadBeat> r_order_;
  Axi4PacketSender sender_;
  Axi4PacketReceiver receiver_;
  // Register slices
  Axi4Queue<Axi4Request> aw_slice_;
  Axi4Queue<Axi4Request> ar_slice_;
  Axi4Queue<Axi4WriteBeat> w_slice_;
  Axi4Queue<Axi4Response> b_slice_;
  Axi4Queue<Axi4ReadBeat> r_slice_;
};

}  // namespace turnpike::model
