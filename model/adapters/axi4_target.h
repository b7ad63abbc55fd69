// axi4_target.h - the adapter for an AXI4 subordinate (docs/axi.md, 5). Mirror of
// rtl/adapters/axi4_target.v and its parts, without the route.

#pragma once

#include <cstdint>
#include <optional>

#include "model/adapters/axi4_bus.h"
#include "model/adapters/axi4_packets.h"
#include "model/adapters/axi4_watchdog.h"

namespace turnpike::model {

class Axi4Target {
 public:
  // After construction: after reset.
  explicit Axi4Target(const Axi4Params& params);

  // Registers in the present cycle.
  Axi4Manager bus() const;
  Axi4ChannelOut channel() const;

  // Ends the present cycle.
  void tick(const Axi4Subordinate& bus, const Axi4ChannelIn& channel);

 private:
  struct StoredBeat {
    Axi4ReadBeat beat;
    bool is_end = false;  // of its packet
  };
  // A response, or of a packet of beats the ID.
  struct Packet {
    bool is_write = false;
    Axi4Response response;
  };

  Axi4Request request_of(const WireBits& header) const;
  Axi4WriteBeat beat_of(const Axi4PacketReceiver::Word& word) const;
  Axi4Offer offer() const;
  void requests_tick(const Axi4Subordinate& bus, const Axi4ChannelIn& channel);
  void responses_tick(const Axi4Subordinate& bus, const Axi4ChannelIn& channel);
  void core_tick(const Axi4Subordinate& bus, const Axi4ChannelIn& channel);
  Axi4Manager core_bus() const;
  bool has_slices_to_bus() const { return params_.slices || params_.timeout != 0; }

  Axi4Params params_;
  Axi4Queue<Axi4Request> aw_;
  Axi4Queue<Axi4Request> ar_;
  Axi4Queue<Axi4WriteBeat> w_;
  Axi4Queue<Axi4Response> b_;
  std::optional<Axi4ReadBeat> held_;
  std::size_t beats_ = 0;  // of the packet that held_ is in, before it
  Axi4Queue<StoredBeat> store_;
  std::size_t ends_ = 0;  // in the store
  std::optional<Packet> packet_;
  bool responses_turn_ = false;
  Axi4PacketSender sender_;
  Axi4PacketReceiver receiver_;
  Axi4Watchdog watchdog_;
  // Register slices
  Axi4Queue<Axi4Request> aw_slice_;
  Axi4Queue<Axi4Request> ar_slice_;
  Axi4Queue<Axi4WriteBeat> w_slice_;
  Axi4Queue<Axi4Response> b_slice_;
  Axi4Queue<Axi4ReadBeat> r_slice_;
};

}  // namespace turnpike::model
