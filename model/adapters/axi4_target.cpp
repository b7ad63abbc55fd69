// axi4_target.cpp - what happens in a cycle is decided from the registers, then all move.

#include "model/adapters/axi4_target.h"

namespace turnpike::model {

Axi4Target::Axi4Target(const Axi4Params& params)
    : params_(params),
      aw_(kAxi4Places),
      ar_(kAxi4Places),
      w_(kAxi4Places),
      b_(kAxi4Places),
      store_(2 * params.packet_beats),
      sender_(params, params.responses, params.response_header_bits(), params.read_beat_bits()),
      receiver_(params, params.requests, params.request_header_bits(), params.write_beat_bits(),
                false),
      watchdog_(params),
      aw_slice_(kAxi4Places),
      ar_slice_(kAxi4Places),
      w_slice_(kAxi4Places),
      b_slice_(kAxi4Places),
      r_slice_(kAxi4Places) {}

Axi4Request Axi4Target::request_of(const WireBits& header) const {
  unsigned at = params_.addr_w + 2;
  const auto next = [&](unsigned width) {
    at += width;
    return header.get(at - width, width);
  };
  const auto field = [&](unsigned width) { return static_cast<std::uint32_t>(next(width)); };
  Axi4Request request;
  const std::uint32_t source = field(params_.addr_w);
  ++at;
  request.id = field(params_.axi_id_w) | source << params_.axi_id_w;
  request.length = field(8);
  request.size = field(3);
  request.burst = field(2);
  request.lock = field(1);
  request.cache = field(4);
  request.protection = field(3);
  request.qos = field(4);
  request.id |= params_.level(request.qos) << (params_.addr_w + params_.axi_id_w);
  request.region = field(4);
  request.user = next(params_.user_w);
  request.address = next(params_.axi_addr_w);
  return request;
}

Axi4WriteBeat Axi4Target::beat_of(const Axi4PacketReceiver::Word& word) const {
  Axi4WriteBeat beat;
  beat.data = word.beat.field(0, params_.axi_data_w);
  beat.strobes = word.beat.get(params_.axi_data_w, params_.axi_data_w / 8);
  beat.user = word.beat.get(params_.axi_data_w / 8 * 9, params_.user_w);
  beat.last = word.is_tail;
  return beat;
}

void Axi4Target::requests_tick(const Axi4Subordinate& bus, const Axi4ChannelIn& channel) {
  const Axi4PacketReceiver::Word word = receiver_.word(channel.enable);
  const bool is_read = word.is_valid && word.is_only;
  const bool has_beat = word.is_valid && !word.is_only;
  const bool starts_write = has_beat && word.is_first;
  const bool taken = is_read ? ar_.ready() : w_.ready() && (!word.is_first || aw_.ready());
  const Axi4Request request = is_read || starts_write ? request_of(word.header) : Axi4Request{};
  const Axi4WriteBeat beat = has_beat ? beat_of(word) : Axi4WriteBeat{};
  receiver_.tick(channel, taken);
  aw_.tick(bus.aw_ready, starts_write && taken, request);
  ar_.tick(bus.ar_ready, is_read, request);
  w_.tick(bus.w_ready, has_beat && taken, beat);
}

Axi4Offer Axi4Target::offer() const {
  Axi4Offer offer;
  if (!packet_) return offer;
  const bool is_write = packet_->is_write;
  const std::uint32_t id = packet_->response.id;
  unsigned at = 0;
  const auto add = [&](unsigned width, std::uint64_t value) {
    offer.header.put(at, width, value);
    at += width;
  };
  offer.level = params_.levels == 2 ? id >> (params_.addr_w + params_.axi_id_w) & 1 : 0;
  add(params_.addr_w, id >> params_.axi_id_w);
  add(2, 0);
  add(params_.addr_w, params_.node);
  add(1, is_write);
  add(params_.axi_id_w, id);
  add(2, is_write ? packet_->response.response : 0);
  add(params_.user_w, is_write ? packet_->response.user : 0);
  offer.header_valid = true;
  offer.is_only = is_write;
  offer.beat_valid = !is_write && store_.valid();
  if (!offer.beat_valid) return offer;
  const Axi4ReadBeat& beat = store_.front().beat;
  offer.beat.put_field(0, params_.axi_data_w, beat.data);
  offer.beat.put(params_.axi_data_w, 2, beat.response);
  offer.beat.put(params_.axi_data_w + 2, 1, beat.last);
  offer.beat.put(params_.axi_data_w + 3, params_.user_w, beat.user);
  offer.is_last = store_.front().is_end;
  return offer;
}

void Axi4Target::responses_tick(const Axi4Subordinate& bus, const Axi4ChannelIn& channel) {
  const Axi4Offer offer = this->offer();
  const bool taken = sender_.takes(channel.enable, offer);
  const bool beat_leaves = taken && !offer.is_only;
  const bool end_leaves = beat_leaves && offer.is_last;
  const bool is_done = taken && (offer.is_only || offer.is_last);
  const bool has_whole = ends_ > (end_leaves ? 1u : 0u);
  const bool is_free = !packet_ || is_done;
  const bool starts_response = is_free && b_.valid() && (!has_whole || responses_turn_);
  const bool starts_beats = is_free && has_whole && !starts_response;

  const bool takes = bus.r_valid && store_.ready();
  const bool moves = held_ && store_.ready() && (held_->last || takes);
  StoredBeat moved;
  if (moves) {
    moved.beat = *held_;
    moved.is_end = held_->last || beats_ + 1 == params_.packet_beats || bus.r.id != held_->id;
    beats_ = moved.is_end ? 0 : beats_ + 1;
    held_.reset();
  }
  if (takes) held_ = bus.r;
  ends_ = ends_ + (moves && moved.is_end ? 1 : 0) - (end_leaves ? 1 : 0);

  sender_.tick(channel, offer);
  if (is_done) packet_.reset();
  if (starts_response) packet_ = Packet{true, b_.front()};
  b_.tick(starts_response, bus.b_valid, bus.b);
  store_.tick(beat_leaves, moves, moved);
  if (starts_beats) {
    packet_ = Packet{false, {}};
    packet_->response.id = store_.front().beat.id;
  }
  if (starts_response || starts_beats) responses_turn_ = starts_beats;
}

void Axi4Target::core_tick(const Axi4Subordinate& bus, const Axi4ChannelIn& channel) {
  requests_tick(bus, channel);
  responses_tick(bus, channel);
}

Axi4Manager Axi4Target::core_bus() const {
  return {aw_.valid(), aw_.shown(), w_.valid(),  w_.shown(),
          b_.ready(),  ar_.valid(), ar_.shown(), store_.ready()};
}

Axi4Manager Axi4Target::bus() const {
  Axi4Manager bus = watchdog_.to_bus(core_bus());
  if (has_slices_to_bus()) {
    bus.aw_valid = aw_slice_.valid();
    bus.aw = aw_slice_.shown();
    bus.w_valid = w_slice_.valid();
    bus.w = w_slice_.shown();
    bus.ar_valid = ar_slice_.valid();
    bus.ar = ar_slice_.shown();
  }
  if (params_.slices) {
    bus.b_ready = b_slice_.ready();
    bus.r_ready = r_slice_.ready();
  }
  bus.timeouts = watchdog_.timeouts();
  return bus;
}

Axi4ChannelOut Axi4Target::channel() const {
  Axi4ChannelOut out = sender_.pins();
  out.credits = receiver_.credits();
  return out;
}

void Axi4Target::tick(const Axi4Subordinate& bus, const Axi4ChannelIn& channel) {
  const Axi4Manager pins = this->bus();
  const Axi4Manager core = core_bus();
  Axi4Subordinate inner = bus;
  if (has_slices_to_bus()) {
    inner.aw_ready = aw_slice_.ready();
    inner.w_ready = w_slice_.ready();
    inner.ar_ready = ar_slice_.ready();
  }
  if (params_.slices) {
    inner.b_valid = b_slice_.valid();
    inner.b = b_slice_.shown();
    inner.r_valid = r_slice_.valid();
    inner.r = r_slice_.shown();
  }
  const Axi4Manager passed = watchdog_.to_bus(core);
  core_tick(watchdog_.to_adapter(inner), channel);
  watchdog_.tick(core, inner, pins, bus);
  if (has_slices_to_bus()) {
    aw_slice_.tick(bus.aw_ready, passed.aw_valid, passed.aw);
    w_slice_.tick(bus.w_ready, passed.w_valid, passed.w);
    ar_slice_.tick(bus.ar_ready, passed.ar_valid, passed.ar);
  }
  if (params_.slices) {
    b_slice_.tick(passed.b_ready, bus.b_valid, bus.b);
    r_slice_.tick(passed.r_ready, bus.r_valid, bus.r);
  }
}

}  // namespace turnpike::model
