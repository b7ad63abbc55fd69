// axi4_packets.h - packets of a header and beats on the VCs of their message class, or, with two
// levels, of two classes (docs/axi.md, 3).
// Mirror of rtl/adapters/axi4_packet_sender.v and axi4_packet_receiver.v, without the route.

#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "model/adapters/axi4_bus.h"

namespace turnpike::model {

// A word that is to be sent.
struct Axi4Offer {
  bool header_valid = false;
  WireBits header;
  unsigned level = 0;
  bool is_only = false;  // no beats follow
  bool beat_valid = false;
  WireBits beat;
  bool is_last = false;
};

// The VCs of a class, and behind them those of the class two above if there are two levels.
class Axi4Vcs {
 public:
  Axi4Vcs(const Axi4Params& params, unsigned message_class)
      : group_(params.group()),
        count_(params.levels * params.group()),
        first_(message_class * params.group()) {}

  unsigned count() const { return count_; }
  unsigned level(unsigned own) const { return own / group_; }
  // From the number here to that on the channel, and back.
  unsigned on_channel(unsigned own) const { return first_ + own + level(own) * group_; }
  unsigned own(unsigned vc) const {
    const unsigned above = vc - first_;
    return above < group_ ? above : above - group_;
  }

 private:
  unsigned group_;
  unsigned count_;
  unsigned first_;
};

class Axi4PacketSender {
 public:
  Axi4PacketSender(const Axi4Params& params, unsigned message_class, unsigned header_bits,
                   unsigned beat_bits);

  struct Taken {
    bool header = false;
    bool beat = false;
  };
  // The word that is taken in this cycle.
  Taken taken(bool enable, const Axi4Offer& offer) const;
  void tick(const Axi4ChannelIn& in, const Axi4Offer& offer);
  // Registers: valid, vc and flit.
  const Axi4ChannelOut& pins() const { return pins_; }

 private:
  bool is_valid(const Axi4Offer& offer) const {
    return in_beats_ ? offer.beat_valid : offer.header_valid;
  }
  bool is_end() const { return piece_ + 1 == (in_beats_ ? beat_flits_ : header_flits_); }
  bool is_head() const { return !in_beats_ && piece_ == 0; }
  // The packet's VC, one of vcs_; their count if no VC of its level has a credit for its head.
  unsigned vc(unsigned level) const;

  unsigned data_w_;
  Axi4Vcs vcs_;
  unsigned header_flits_;
  unsigned beat_flits_;
  std::vector<unsigned> credits_;
  bool in_beats_ = false;
  unsigned piece_ = 0;
  unsigned vc_;  // of the packet under way or the last one
  Axi4ChannelOut pins_;
};

class Axi4PacketReceiver {
 public:
  Axi4PacketReceiver(const Axi4Params& params, unsigned message_class, unsigned header_bits,
                     unsigned beat_bits);

  // The word whose last flit is in front.
  struct Word {
    bool header_valid = false;
    bool beat_valid = false;
    WireBits bits;
    bool is_tail = false;
  };
  Word word(bool enable) const;
  bool is_open() const { return in_beats_; }  // beats of this header are to come:
  const WireBits& header() const { return header_; }
  void tick(const Axi4ChannelIn& in, bool is_taken);
  std::uint32_t credits() const { return credits_; }

 private:
  bool is_end() const { return piece_ + 1 == (in_beats_ ? beat_flits_ : header_flits_); }
  unsigned vc() const;

  unsigned data_w_;
  Axi4Vcs vcs_;
  unsigned header_flits_;
  unsigned beat_flits_;
  std::vector<std::deque<WireBits>> buffers_;  // a VC
  bool in_beats_ = false;
  unsigned piece_ = 0;
  unsigned vc_;
  WireBits header_;
  WireBits beat_;
  std::uint32_t credits_ = 0;
};

}  // namespace turnpike::model
