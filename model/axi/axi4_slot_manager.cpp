// axi4_slot_manager.cpp - one cycle: what wants to begin, what begins, what is taken.

#include "model/axi/axi4_slot_manager.h"

#include <cmath>
#include <string>

#include "model/network/engine.h"
#include "model/traffic/xorshift_traffic.h"

namespace turnpike::model {
namespace {

void require(bool is_right, const std::string& what) {
  if (!is_right) throw NetworkError("AXI4: " + what);
}

std::uint32_t log2_of(std::size_t value) {
  return static_cast<std::uint32_t>(__builtin_ctzll(value));
}

}  // namespace

Axi4SlotManager::Axi4SlotManager(const Axi4Params& params, std::vector<std::uint64_t> slots,
                                 unsigned beats, std::uint32_t state)
    : params_(params), slots_(slots.size()), most_(beats - 1), state_(state) {
  for (std::size_t slot = 0; slot < slots.size(); ++slot) slots_[slot].address = slots[slot];
  pins_.b_ready = true;
  pins_.r_ready = true;
}

const Axi4Manager& Axi4SlotManager::drive(Cycle, double pace) {
  threshold_ = static_cast<std::uint32_t>(std::lround(pace * 65536));
  return pins_;
}

void Axi4SlotManager::observe(Cycle now, const Axi4Subordinate& seen) {
  // By what there is at the beginning of the cycle.
  const std::uint32_t write_slot = drawn_slot(31);
  const std::uint32_t read_slot = drawn_slot(27);
  const bool begins_write =
      wants_write_ && !pins_.aw_valid && !pins_.w_valid && !slots_[write_slot].is_busy;
  const bool begins_read = wants_read_ && !pins_.ar_valid && !slots_[read_slot].is_busy &&
                           slots_[read_slot].is_written &&
                           !(begins_write && write_slot == read_slot);
  if (seen.b_valid) take_response(now, seen.b);
  if (seen.r_valid) take_beat(now, seen.r);
  if (pins_.aw_valid && seen.aw_ready) pins_.aw_valid = false;
  if (pins_.ar_valid && seen.ar_ready) pins_.ar_valid = false;
  if (pins_.w_valid && seen.w_ready) {
    pins_.w_valid = !pins_.w.last;
    if (pins_.w_valid) show_beat(w_beat_ + 1);
  }
  if (begins_write) begin_write(now + 1);
  if (begins_read) begin_read(now + 1);
  wants_write_ = state_ >> 16 < threshold_;
  wants_read_ = (state_ & 0xffff) < threshold_;
  state_ = xorshift_step(state_);
}

bool Axi4SlotManager::is_done() const {
  for (const Slot& slot : slots_) {
    if (slot.is_busy) return false;
  }
  return !wants_write_ && !wants_read_ && !pins_.w_valid;
}

// From the bits of the state below and with `highest`.
std::uint32_t Axi4SlotManager::drawn_slot(unsigned highest) const {
  const std::uint32_t bits = log2_of(slots_.size());
  return state_ >> (highest + 1 - bits) & ((1u << bits) - 1);
}

WireBits Axi4SlotManager::pattern(std::uint32_t seed, std::uint32_t beat) const {
  WireBits bits;
  for (unsigned lane = 0; lane < params_.axi_data_w / 32; ++lane) {
    const std::uint32_t turned = lane == 0 ? seed : seed << lane | seed >> (32 - lane);
    bits.put(32 * lane, 32, turned ^ beat * 0x11111111u);
  }
  return bits;
}

Axi4Request Axi4SlotManager::request(std::uint32_t slot) const {
  Axi4Request request;
  request.id = slot;
  request.address = slots_[slot].address;
  request.length = slots_[slot].length;
  request.size = log2_of(params_.axi_data_w / 8);
  return request;
}

void Axi4SlotManager::show_beat(std::uint32_t beat) {
  const Slot& slot = slots_[w_slot_];
  w_beat_ = beat;
  pins_.w.data = pattern(slot.seed, beat);
  pins_.w.strobes = ~std::uint64_t{0} >> (64 - params_.axi_data_w / 8);
  pins_.w.last = beat == slot.length;
}

void Axi4SlotManager::begin_write(Cycle now) {
  w_slot_ = drawn_slot(31);
  Slot& slot = slots_[w_slot_];
  slot.seed = state_;
  slot.length = state_ >> 16 & most_;
  slot.is_written = slot.is_busy = true;
  slot.is_reading = false;
  slot.began = now;
  pins_.aw_valid = pins_.w_valid = true;
  pins_.aw = request(w_slot_);
  show_beat(0);
}

void Axi4SlotManager::begin_read(Cycle now) {
  const std::uint32_t number = drawn_slot(27);
  Slot& slot = slots_[number];
  slot.is_busy = slot.is_reading = true;
  slot.beats = 0;
  slot.began = now;
  pins_.ar_valid = true;
  pins_.ar = request(number);
}

void Axi4SlotManager::take_response(Cycle now, const Axi4Response& response) {
  const std::string id = "ID " + std::to_string(response.id);
  require(response.id < slots_.size(), "a response with an ID that nobody has, " + id);
  Slot& slot = slots_[response.id];
  require(slot.is_busy && !slot.is_reading, "a response of a write too many, " + id);
  require(response.response == 0, "BRESP is not OKAY, " + id);
  slot.is_busy = false;
  ++counts_.writes;
  counts_.write_cycles += now - slot.began;
}

void Axi4SlotManager::take_beat(Cycle now, const Axi4ReadBeat& beat) {
  const std::string id = "ID " + std::to_string(beat.id);
  require(beat.id < slots_.size(), "a beat with an ID that nobody has, " + id);
  Slot& slot = slots_[beat.id];
  require(slot.is_busy && slot.is_reading, "a beat of a read too many, " + id);
  require(beat.response == 0, "RRESP is not OKAY, " + id);
  require(beat.data == pattern(slot.seed, slot.beats),
          "RDATA is not what was written, beat " + std::to_string(slot.beats) + ", " + id);
  require(beat.last == (slot.beats == slot.length), "RLAST is wrong, " + id);
  ++slot.beats;
  ++counts_.beats;
  if (!beat.last) return;
  slot.is_busy = false;
  ++counts_.reads;
  counts_.read_cycles += now - slot.began;
}

}  // namespace turnpike::model
