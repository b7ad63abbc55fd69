// axi4_initiator.cpp - what happens in a cycle is decided from the registers, then all move.

#include "model/adapters/axi4_initiator.h"

#include <algorithm>

namespace turnpike::model {
namespace {

enum : std::uint32_t { kFixed = 0, kIncrementing = 1, kWrapping = 2 };

bool is_legal_burst(const Axi4Request& request, unsigned data_w) {
  const std::uint64_t bytes = std::uint64_t{1} << request.size;
  const std::uint32_t beats = request.length + 1;
  if (bytes * 8 > data_w) return false;
  if (request.burst == kFixed) return beats <= 16;
  if (request.burst == kWrapping) {
    const bool length = beats == 2 || beats == 4 || beats == 8 || beats == 16;
    return length && request.address % bytes == 0;
  }
  if (request.burst != kIncrementing) return false;
  const std::uint64_t first = request.address % 4096 / bytes * bytes;
  return first + beats * bytes <= 4096;
}

}  // namespace

Axi4Initiator::Axi4Initiator(const Axi4Params& params)
    : params_(params),
      aw_(kAxi4Places),
      ar_(kAxi4Places),
      store_(params.write_beats),
      room_(params.read_beats),
      b_(params.writes),
      r_(params.read_beats),
      b_order_({params.writes, params.per_id, params.in_order, 0}),
      r_order_({params.reads, params.per_id, params.in_order, params.read_beats}),
      sender_(params, params.requests, params.request_header_bits(), params.write_beat_bits()),
      receiver_(params, params.responses, params.response_header_bits(), params.read_beat_bits(),
                true),
      aw_slice_(kAxi4Places),
      ar_slice_(kAxi4Places),
      w_slice_(kAxi4Places),
      b_slice_(kAxi4Places),
      r_slice_(kAxi4Places) {}

Axi4Initiator::Decoded Axi4Initiator::decode(const Axi4Request& request) const {
  Decoded decoded;
  decoded.request = request;
  decoded.is_legal = is_legal_burst(request, params_.axi_data_w);
  const Axi4Region* region = region_of(params_.regions, request.address);
  decoded.is_mapped = region != nullptr;
  if (decoded.is_refused()) return decoded;
  decoded.node = region->node;
  decoded.level = params_.level(request.qos);
  return decoded;
}

bool Axi4Initiator::id_permits(const Ids& ids, const Decoded& decoded) const {
  const auto found = ids.find(decoded.request.id);
  if (found == ids.end()) return true;
  const InFlight& flight = found->second;
  return params_.in_order && flight.count < params_.per_id && flight.node == decoded.node &&
         flight.level == decoded.level && flight.is_refused == decoded.is_refused();
}

bool Axi4Initiator::write_may_start() const {
  if (!aw_.valid()) return false;
  if (params_.reorder) return b_order_.may_start(aw_.front().source(), 1);
  return writes_ < params_.writes && id_permits(write_ids_, aw_.front());
}

bool Axi4Initiator::read_may_start() const {
  if (!ar_.valid()) return false;
  const std::size_t beats = ar_.front().request.length + std::size_t{1};
  if (params_.reorder) return r_order_.may_start(ar_.front().source(), beats);
  return reads_ < params_.reads && id_permits(read_ids_, ar_.front()) &&
         room_ >= std::min(beats, params_.read_beats);
}

WireBits Axi4Initiator::header_of(const Packet& packet) const {
  const Axi4Request& request = packet.decoded.request;
  WireBits header;
  unsigned at = 0;
  const auto add = [&](unsigned width, std::uint64_t value) {
    header.put(at, width, value);
    at += width;
  };
  add(params_.addr_w, packet.decoded.node);
  add(2, 0);
  add(params_.addr_w, params_.node);
  add(1, packet.is_write);
  add(params_.axi_id_w, request.id);
  add(8, request.length);
  add(3, request.size);
  add(2, request.burst);
  add(1, request.lock);
  add(4, request.cache);
  add(3, request.protection);
  add(4, request.qos);
  add(4, request.region);
  add(params_.user_w, request.user);
  add(params_.axi_addr_w, request.address);
  return header;
}

Axi4Offer Axi4Initiator::offer() const {
  Axi4Offer offer;
  if (!packet_ || packet_->decoded.is_refused()) return offer;
  offer.header_valid = true;
  offer.header = header_of(*packet_);
  offer.level = packet_->decoded.level;
  offer.is_only = !packet_->is_write;
  offer.beat_valid = store_.valid();
  if (!offer.beat_valid) return offer;
  const Axi4WriteBeat& beat = store_.front();
  offer.beat.put_field(0, params_.axi_data_w, beat.data);
  offer.beat.put(params_.axi_data_w, params_.axi_data_w / 8, beat.strobes);
  offer.beat.put(params_.axi_data_w / 8 * 9, params_.user_w, beat.user);
  offer.is_last = beat.last;
  return offer;
}

void Axi4Initiator::look_at_packet(bool enable, Step& step) const {
  if (!packet_) return;
  if (packet_->decoded.is_refused()) {
    step.pops_beat = packet_->is_write && !packet_->is_drained && store_.valid();
    step.is_done = (!packet_->is_write || packet_->is_drained) && !refusal_;
    return;
  }
  const bool taken = sender_.takes(enable, offer());
  step.pops_beat = taken && packet_->is_write;
  step.is_done = taken && (!packet_->is_write || store_.front().last);
}

void Axi4Initiator::look_at_starts(Step& step) const {
  if (packet_ && !step.is_done) return;
  const std::size_t leaves = step.pops_beat && store_.front().last ? 1 : 0;
  const bool stored = lasts_ > leaves || (!packet_ && !store_.ready());
  const bool write = stored && write_may_start();
  const bool read = read_may_start();
  step.starts_write = write && (!read || writes_turn_);
  step.starts_read = read && !step.starts_write;
}

// Of the transaction that a response answers: its header has the node of the target, and the ID.
Axi4Source Axi4Initiator::source_of(const WireBits& header) const {
  Axi4Source source;
  source.id = static_cast<std::uint32_t>(header.get(2 * params_.addr_w + 3, params_.axi_id_w));
  source.node = static_cast<std::uint32_t>(header.get(params_.addr_w + 2, params_.addr_w));
  return source;
}

Axi4ReadBeat Axi4Initiator::read_beat(const Axi4PacketReceiver::Word& word) const {
  const WireBits& bits = word.beat;
  Axi4ReadBeat beat;
  beat.data = bits.field(0, params_.axi_data_w);
  beat.response = static_cast<std::uint32_t>(bits.get(params_.axi_data_w, 2));
  beat.last = bits.get(params_.axi_data_w + 2, 1) != 0;
  beat.user = bits.get(params_.axi_data_w + 3, params_.user_w);
  beat.id = source_of(word.header).id;
  return beat;
}

void Axi4Initiator::look_at_responses(const Axi4PacketReceiver::Word& word, Step& step) const {
  const unsigned at = 2 * params_.addr_w + 3 + params_.axi_id_w;
  const bool is_write = word.is_valid && word.is_only;
  const bool refuses_read = refusal_ && !refusal_->is_write;
  if (is_write && b_ready()) {
    Axi4Response response;
    response.id = source_of(word.header).id;
    response.response = static_cast<std::uint32_t>(word.header.get(at, 2));
    response.user = word.header.get(at + 2, params_.user_w);
    step.b = response;
    step.b_source = source_of(word.header);
    step.takes_word = true;
  } else if (word.is_valid && !is_write && r_ready() && !(word.is_first && refuses_read)) {
    step.r = read_beat(word);
    step.r_source = source_of(word.header);
    step.takes_word = true;
  }
  if (!refusal_) return;
  const Axi4Source refused{refusal_->id, true, 0};
  if (refusal_->is_write && !is_write && b_ready()) {
    step.b = Axi4Response{refusal_->id, refusal_->response, 0};
    step.b_source = refused;
    step.ends_refusal = true;
  } else if (refuses_read && !receiver_.is_open() && r_ready()) {
    Axi4ReadBeat beat;
    beat.id = refusal_->id;
    beat.response = refusal_->response;
    beat.last = refusal_->left == 0;
    step.r = beat;
    step.r_source = refused;
    step.ends_refusal = beat.last;
  }
}

void Axi4Initiator::count(const Step& step, bool b_taken, bool r_taken) {
  const auto ends = [](Ids& ids, std::uint32_t id) {
    const auto found = ids.find(id);
    if (--found->second.count == 0) ids.erase(found);
  };
  const auto starts = [](Ids& ids, const Decoded& decoded) {
    InFlight& flight = ids[decoded.request.id];
    flight.is_refused = decoded.is_refused();
    flight.node = decoded.node;
    flight.level = decoded.level;
    ++flight.count;
  };
  if (step.starts_write) starts(write_ids_, aw_.front());
  if (step.starts_read) {
    starts(read_ids_, ar_.front());
    const std::size_t beats = ar_.front().request.length + std::size_t{1};
    const std::size_t needed = std::min(beats, params_.read_beats);
    room_ -= needed;
    surplus_ = beats - needed;
  }
  if (r_taken && surplus_ > 0) {
    --surplus_;
  } else if (r_taken) {
    ++room_;
  }
  if (step.b) ends(write_ids_, step.b->id);
  const bool read_ends = step.r && step.r->last;
  if (read_ends) ends(read_ids_, step.r->id);
  reads_ = reads_ + (step.starts_read ? 1 : 0) - (read_ends ? 1 : 0);
  writes_ = writes_ + (step.starts_write ? 1 : 0) - (b_taken ? 1 : 0);
}

// The channels B and R: queues, or reorder buffers.
void Axi4Initiator::tick_responses(const Step& step, const Axi4Manager& bus) {
  if (!params_.reorder) {
    count(step, b_.valid() && bus.b_ready, r_.valid() && bus.r_ready);
    b_.tick(bus.b_ready, step.b.has_value(), step.b.value_or(Axi4Response{}));
    r_.tick(bus.r_ready, step.r.has_value(), step.r.value_or(Axi4ReadBeat{}));
    return;
  }
  std::optional<Axi4ReorderBuffer<Axi4Response>::Start> write;
  std::optional<Axi4ReorderBuffer<Axi4ReadBeat>::Start> read;
  std::optional<Axi4ReorderBuffer<Axi4Response>::Arrival> response;
  std::optional<Axi4ReorderBuffer<Axi4ReadBeat>::Arrival> beat;
  if (step.starts_write) write = {aw_.front().source(), 1};
  if (step.starts_read) {
    read = {ar_.front().source(), ar_.front().request.length + std::size_t{1}};
  }
  if (step.b) response = {step.b_source, *step.b};
  if (step.r) beat = {step.r_source, *step.r};
  b_order_.tick(write, response, b_order_.valid() && bus.b_ready);
  r_order_.tick(read, beat, r_order_.valid() && bus.r_ready);
}

void Axi4Initiator::core_tick(const Axi4Manager& bus, const Axi4ChannelIn& channel) {
  Step step;
  look_at_packet(channel.enable, step);
  look_at_starts(step);
  look_at_responses(receiver_.word(channel.enable), step);
  const Axi4Offer offer = this->offer();
  const bool enters = bus.w_valid && store_.ready();
  const bool drains = step.pops_beat && store_.front().last;
  tick_responses(step, bus);

  if (!refusal_ && packet_ && step.is_done && packet_->decoded.is_refused()) {
    const Decoded& decoded = packet_->decoded;
    refusal_ = Refusal{packet_->is_write, decoded.is_mapped ? kSlaveError : kDecodeError,
                       decoded.request.id, decoded.request.length};
  } else if (step.ends_refusal) {
    refusal_.reset();
  } else if (refusal_ && !refusal_->is_write && step.r && !receiver_.is_open()) {
    --refusal_->left;
  }
  if (packet_ && drains) packet_->is_drained = true;
  if (step.is_done) packet_.reset();
  if (step.starts_write) packet_ = Packet{aw_.front(), true, false};
  if (step.starts_read) packet_ = Packet{ar_.front(), false, false};
  if (step.starts_write || step.starts_read) writes_turn_ = step.starts_read;
  lasts_ = lasts_ + (enters && bus.w.last ? 1 : 0) - (drains ? 1 : 0);

  sender_.tick(channel, offer);
  receiver_.tick(channel, step.takes_word);
  aw_.tick(step.starts_write, bus.aw_valid, decode(bus.aw));
  ar_.tick(step.starts_read, bus.ar_valid, decode(bus.ar));
  store_.tick(step.pops_beat, bus.w_valid, bus.w);
}

Axi4Subordinate Axi4Initiator::core_bus() const {
  if (params_.reorder) {
    return {aw_.ready(), store_.ready(),   b_order_.valid(), b_order_.shown(),
            ar_.ready(), r_order_.valid(), r_order_.shown()};
  }
  return {aw_.ready(), store_.ready(), b_.valid(), b_.shown(), ar_.ready(), r_.valid(), r_.shown()};
}

Axi4Subordinate Axi4Initiator::bus() const {
  if (!params_.slices) return core_bus();
  return {aw_slice_.ready(), w_slice_.ready(), b_slice_.valid(), b_slice_.shown(),
          ar_slice_.ready(), r_slice_.valid(), r_slice_.shown()};
}

Axi4ChannelOut Axi4Initiator::channel() const {
  Axi4ChannelOut out = sender_.pins();
  out.credits = receiver_.credits();
  return out;
}

void Axi4Initiator::tick(const Axi4Manager& bus, const Axi4ChannelIn& channel) {
  if (!params_.slices) {
    core_tick(bus, channel);
    return;
  }
  const Axi4Subordinate core = core_bus();
  const Axi4Manager inner{aw_slice_.valid(), aw_slice_.shown(), w_slice_.valid(),
                          w_slice_.shown(),  b_slice_.ready(),  ar_slice_.valid(),
                          ar_slice_.shown(), r_slice_.ready()};
  core_tick(inner, channel);
  aw_slice_.tick(core.aw_ready, bus.aw_valid, bus.aw);
  w_slice_.tick(core.w_ready, bus.w_valid, bus.w);
  ar_slice_.tick(core.ar_ready, bus.ar_valid, bus.ar);
  b_slice_.tick(bus.b_ready, core.b_valid, core.b);
  r_slice_.tick(bus.r_ready, core.r_valid, core.r);
}

}  // namespace turnpike::model
