// axi4_packets.cpp - a flit a cycle, the VCs in turns.

#include "model/adapters/axi4_packets.h"

namespace turnpike::model {

Axi4Layout::Axi4Layout(const Axi4Params& params, unsigned header_bits, unsigned beat_bits)
    : data_w(params.data_w),
      header_flits(params.flits(header_bits)),
      flits(params.flits(header_bits + beat_bits)),
      lead(flits - params.flits(beat_bits)),
      below(params.flits(beat_bits) * data_w - beat_bits) {}

void Axi4Layout::put_header(unsigned piece, const WireBits& header, WireBits& flit) const {
  if (piece < header_flits) flit.put_field(0, data_w, header.field(piece * data_w, data_w));
}

void Axi4Layout::put_beat(unsigned piece, const WireBits& beat, WireBits& flit) const {
  if (piece < lead) return;
  const unsigned from = piece == lead ? below : 0;
  const unsigned at = piece == lead ? 0 : (piece - lead) * data_w - below;
  flit.put_field(from, data_w - from, beat.field(at, data_w - from));
}

void Axi4Layout::take_header(unsigned piece, const WireBits& flit, WireBits& header) const {
  if (piece < header_flits) header.put_field(piece * data_w, data_w, flit);
}

void Axi4Layout::take_beat(unsigned piece, const WireBits& flit, WireBits& beat) const {
  if (piece < lead) return;
  const unsigned from = piece == lead ? below : 0;
  const unsigned at = piece == lead ? 0 : (piece - lead) * data_w - below;
  beat.put_field(at, data_w - from, flit.field(from, data_w - from));
}

Axi4PacketSender::Axi4PacketSender(const Axi4Params& params, unsigned message_class,
                                   unsigned header_bits, unsigned beat_bits)
    : vcs_(params, message_class),
      layout_(params, header_bits, beat_bits),
      credits_(vcs_.count(), params.depth),
      vc_(vcs_.count() - 1) {}

unsigned Axi4PacketSender::vc(unsigned level) const {
  const unsigned none = vcs_.count();
  if (!is_head()) return credits_[vc_] > 0 ? vc_ : none;
  for (unsigned step = 1; step <= none; ++step) {
    const unsigned vc = (vc_ + step) % none;
    if (credits_[vc] > 0 && vcs_.level(vc) == level) return vc;
  }
  return none;
}

bool Axi4PacketSender::takes(bool enable, const Axi4Offer& offer) const {
  return enable && is_valid(offer) && vc(offer.level) != vcs_.count() && is_end(offer);
}

void Axi4PacketSender::tick(const Axi4ChannelIn& in, const Axi4Offer& offer) {
  if (!in.enable) return;
  const unsigned vc = this->vc(offer.level);
  pins_.valid = is_valid(offer) && vc != vcs_.count();
  if (pins_.valid) {
    const bool end = is_end(offer);
    const bool tail = end && (offer.is_only || offer.is_last);
    pins_.vc = vcs_.on_channel(vc);
    pins_.flit = {};
    if (!in_beats_) layout_.put_header(piece_, offer.header, pins_.flit);
    if (!offer.is_only) layout_.put_beat(piece_, offer.beat, pins_.flit);
    pins_.flit.put(layout_.data_w, 1, is_head());
    pins_.flit.put(layout_.data_w + 1, 1, tail);
    --credits_[vc];
    vc_ = vc;
    if (end) {
      in_beats_ = !tail;
      piece_ = tail ? 0 : layout_.lead;
    } else {
      ++piece_;
    }
  }
  for (unsigned v = 0; v < vcs_.count(); ++v) {
    credits_[v] += in.credits >> vcs_.on_channel(v) & 1;
  }
}

Axi4PacketReceiver::Axi4PacketReceiver(const Axi4Params& params, unsigned message_class,
                                       unsigned header_bits, unsigned beat_bits,
                                       bool writes_are_only)
    : vcs_(params, message_class),
      layout_(params, header_bits, beat_bits),
      write_at_(2 * params.addr_w + 2),
      writes_are_only_(writes_are_only),
      buffers_(vcs_.count()),
      vc_(vcs_.count() - 1) {}

unsigned Axi4PacketReceiver::vc() const {
  const unsigned none = vcs_.count();
  if (in_beats_ || piece_ != 0) return buffers_[vc_].empty() ? none : vc_;
  for (unsigned step = 1; step <= none; ++step) {
    const unsigned vc = (vc_ + step) % none;
    if (!buffers_[vc].empty()) return vc;
  }
  return none;
}

Axi4PacketReceiver::Word Axi4PacketReceiver::with_front(unsigned vc) const {
  const WireBits& flit = buffers_[vc].front();
  Word word;
  word.is_first = !in_beats_;
  word.header = header_;
  word.beat = beat_;
  if (!in_beats_) layout_.take_header(piece_, flit, word.header);
  layout_.take_beat(piece_, flit, word.beat);
  const bool has_header = !in_beats_ && piece_ + 1 >= layout_.header_flits;
  word.is_only = has_header && (word.header.get(write_at_, 1) != 0) == writes_are_only_;
  word.is_valid = piece_ + 1 == (word.is_only ? layout_.header_flits : layout_.flits);
  word.is_tail = flit.get(layout_.data_w + 1, 1) != 0;
  return word;
}

Axi4PacketReceiver::Word Axi4PacketReceiver::word(bool enable) const {
  const unsigned vc = this->vc();
  if (!enable || vc == vcs_.count()) return {};
  const Word word = with_front(vc);
  return word.is_valid ? word : Word{};
}

void Axi4PacketReceiver::tick(const Axi4ChannelIn& in, bool is_taken) {
  if (!in.enable) return;
  credits_ = 0;
  const unsigned vc = this->vc();
  if (vc != vcs_.count()) {
    const Word word = with_front(vc);
    if (!word.is_valid || is_taken) {
      header_ = word.header;
      beat_ = word.beat;
      buffers_[vc].pop_front();
      credits_ = 1u << vcs_.on_channel(vc);
      vc_ = vc;
      if (word.is_valid) in_beats_ = !word.is_tail;
      piece_ = !word.is_valid ? piece_ + 1 : word.is_tail ? 0 : layout_.lead;
    }
  }
  if (in.valid) buffers_[vcs_.own(in.vc)].push_back(in.flit);
}

}  // namespace turnpike::model
