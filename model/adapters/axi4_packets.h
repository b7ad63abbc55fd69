// axi4_packets.h - packets of a header and beats on the VCs of their message class, or, with two
// levels, of two classes (docs/axi.md, 3).
// Mirror of rtl/adapters/axi4_packet_sender.v and axi4_packet_receiver.v, without the route.

#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "model/adapters/axi4_bus.h"

namespace turnpike::model {

// The flits of a packet: the first word is the header, with the first beat above it if there is
// one; another word is a beat, in the same bits of its flits.
struct Axi4Layout {
  Axi4Layout(const Axi4Params& params, unsigned header_bits, unsigned beat_bits);
  // Flit `piece` of a word: the data bits, and what they add to a header and to a beat.
  void put_header(unsigned piece, const WireBits& header, WireBits& flit) const;
  void put_beat(unsigned piece, const WireBits& beat, WireBits& flit) const;
  void take_header(unsigned piece, const WireBits& flit, WireBits& header) const;
  void take_beat(unsigned piece, const WireBits& flit, WireBits& beat) const;

  unsigned data_w;
  unsigned header_flits;  // of a header without a beat
  unsigned flits;         // of a header with a beat
  unsigned lead;          // of these, the ones before the beat
  unsigned below;         // bits below the beat in its first flit
};

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

  // Says that the word is taken in this cycle.
  bool takes(bool enable, const Axi4Offer& offer) const;
  void tick(const Axi4ChannelIn& in, const Axi4Offer& offer);
  // Registers: valid, vc and flit.
  const Axi4ChannelOut& pins() const { return pins_; }

 private:
  bool is_valid(const Axi4Offer& offer) const {
    return offer.header_valid && (offer.is_only || offer.beat_valid);
  }
  bool is_end(const Axi4Offer& offer) const {
    return piece_ + 1 == (offer.is_only ? layout_.header_flits : layout_.flits);
  }
  bool is_head() const { return !in_beats_ && piece_ == 0; }
  // The packet's VC, one of vcs_; their count if no VC of its level has a credit for its head.
  unsigned vc(unsigned level) const;

  Axi4Vcs vcs_;
  Axi4Layout layout_;
  std::vector<unsigned> credits_;
  bool in_beats_ = false;  // the first word is sent
  unsigned piece_ = 0;     // flit of a word
  unsigned vc_;            // of the packet under way or the last one
  Axi4ChannelOut pins_;
};

class Axi4PacketReceiver {
 public:
  // Packets of writes, or those of reads, have no beats.
  Axi4PacketReceiver(const Axi4Params& params, unsigned message_class, unsigned header_bits,
                     unsigned beat_bits, bool writes_are_only);

  // The word whose last flit is in front.
  struct Word {
    bool is_valid = false;
    bool is_first = false;  // its header has come with it
    bool is_only = false;   // without a beat
    WireBits header;
    WireBits beat;
    bool is_tail = false;
  };
  Word word(bool enable) const;
  bool is_open() const { return in_beats_; }  // beats are to come
  void tick(const Axi4ChannelIn& in, bool is_taken);
  std::uint32_t credits() const { return credits_; }

 private:
  // What is there with the front flit of a VC, and whether that is a whole word.
  Word with_front(unsigned vc) const;
  unsigned vc() const;

  Axi4Vcs vcs_;
  Axi4Layout layout_;
  unsigned write_at_;  // bit of a header
  bool writes_are_only_;
  std::vector<std::deque<WireBits>> buffers_;  // a VC
  bool in_beats_ = false;
  unsigned piece_ = 0;
  unsigned vc_;
  WireBits header_;
  WireBits beat_;
  std::uint32_t credits_ = 0;
};

}  // namespace turnpike::model
