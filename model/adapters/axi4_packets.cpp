// axi4_packets.cpp - a flit a cycle, the VCs in turns.

#include "model/adapters/axi4_packets.h"

namespace turnpike::model {

Axi4PacketSender::Axi4PacketSender(const Axi4Params& params, unsigned message_class,
                                   unsigned header_bits, unsigned beat_bits)
    : data_w_(params.data_w),
      vcs_(params, message_class),
      header_flits_(params.flits(header_bits)),
      beat_flits_(params.flits(beat_bits)),
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

Axi4PacketSender::Taken Axi4PacketSender::taken(bool enable, const Axi4Offer& offer) const {
  const bool sends = enable && is_valid(offer) && vc(offer.level) != vcs_.count();
  return {sends && is_end() && !in_beats_, sends && is_end() && in_beats_};
}

void Axi4PacketSender::tick(const Axi4ChannelIn& in, const Axi4Offer& offer) {
  if (!in.enable) return;
  const unsigned vc = this->vc(offer.level);
  pins_.valid = is_valid(offer) && vc != vcs_.count();
  if (pins_.valid) {
    const bool tail = is_end() && (in_beats_ ? offer.is_last : offer.is_only);
    pins_.vc = vcs_.on_channel(vc);
    pins_.flit = (in_beats_ ? offer.beat : offer.header).field(piece_ * data_w_, data_w_);
    pins_.flit.put(data_w_, 1, is_head());
    pins_.flit.put(data_w_ + 1, 1, tail);
    --credits_[vc];
    vc_ = vc;
    if (is_end()) {
      in_beats_ = !tail;
      piece_ = 0;
    } else {
      ++piece_;
    }
  }
  for (unsigned v = 0; v < vcs_.count(); ++v) {
    credits_[v] += in.credits >> vcs_.on_channel(v) & 1;
  }
}

Axi4PacketReceiver::Axi4PacketReceiver(const Axi4Params& params, unsigned message_class,
                                       unsigned header_bits, unsigned beat_bits)
    : data_w_(params.data_w),
      vcs_(params, message_class),
      header_flits_(params.flits(header_bits)),
      beat_flits_(params.flits(beat_bits)),
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

Axi4PacketReceiver::Word Axi4PacketReceiver::word(bool enable) const {
  Word word;
  const unsigned vc = this->vc();
  if (!enable || vc == vcs_.count() || !is_end()) return word;
  const WireBits& flit = buffers_[vc].front();
  word.header_valid = !in_beats_;
  word.beat_valid = in_beats_;
  word.bits = in_beats_ ? beat_ : header_;
  word.bits.put_field(piece_ * data_w_, data_w_, flit);
  word.is_tail = flit.get(data_w_ + 1, 1) != 0;
  return word;
}

void Axi4PacketReceiver::tick(const Axi4ChannelIn& in, bool is_taken) {
  if (!in.enable) return;
  credits_ = 0;
  const unsigned vc = this->vc();
  if (vc != vcs_.count() && (!is_end() || is_taken)) {
    const WireBits flit = buffers_[vc].front();
    const bool tail = flit.get(data_w_ + 1, 1) != 0;
    const bool end = is_end();
    (in_beats_ ? beat_ : header_).put_field(piece_ * data_w_, data_w_, flit);
    buffers_[vc].pop_front();
    credits_ = 1u << vcs_.on_channel(vc);
    vc_ = vc;
    in_beats_ = !tail && (in_beats_ || end);
    piece_ = end ? 0 : piece_ + 1;
  }
  if (in.valid) buffers_[vcs_.own(in.vc)].push_back(in.flit);
}

}  // namespace turnpike::model
