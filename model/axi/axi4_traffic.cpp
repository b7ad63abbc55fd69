// axi4_traffic.cpp - bursts of all kinds, and what their answers must be.

#include "model/axi/axi4_traffic.h"

#include <algorithm>
#include <string>

#include "model/network/engine.h"

namespace turnpike::model {
namespace {

// Data of a beat.
WireBits bits_of(std::uint64_t address, unsigned beat, unsigned width) {
  WireBits bits;
  for (unsigned at = 0; at < width; at += 32) {
    bits.put(at, 32, mix(address * 1000 + std::uint64_t{beat} * 40 + at));
  }
  return bits;
}
std::uint64_t strobes_of(const WireBits& data, unsigned width) {
  return data.get(0, std::min(32u, width / 8));
}
// What a memory answers: OKAY, EXOKAY or SLVERR.
std::uint32_t response_of(std::uint64_t address) {
  return static_cast<std::uint32_t>(mix(address) % 3);
}
std::uint64_t low_bits(std::uint64_t value, unsigned width) {
  return width >= 64 ? value : value & ((std::uint64_t{1} << width) - 1);
}
void require(bool is_right, const std::string& what) {
  if (!is_right) throw NetworkError("AXI4: " + what);
}

void make_legal(Axi4Request& request) {
  const std::uint64_t bytes = std::uint64_t{1} << request.size;
  if (request.burst == 2) {
    request.length = (2u << (request.length & 3)) - 1;
    request.address -= request.address % bytes;
  } else if (request.burst == 0) {
    request.length &= 15;
  } else {
    const std::uint64_t first = request.address % 4096 / bytes;
    const std::uint64_t most = 4096 / bytes - first;
    request.length =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(request.length + 1, most)) - 1;
  }
}

// By the words of docs/axi.md, 1.
bool is_legal(const Axi4Request& request, unsigned data_w) {
  const std::uint64_t bytes = std::uint64_t{1} << request.size;
  const std::uint64_t all = bytes * (request.length + 1);
  if (bytes > data_w / 8) return false;
  if (request.burst == 0) return request.length < 16;
  if (request.burst == 1) {
    const std::uint64_t last = request.address / bytes * bytes + all - 1;
    return request.address / 4096 == last / 4096;
  }
  return request.burst == 2 && request.address % bytes == 0 &&
         (all == 2 * bytes || all == 4 * bytes || all == 8 * bytes || all == 16 * bytes);
}

}  // namespace

const Axi4Manager& Axi4ManagerTraffic::drive(Cycle now, double pace) {
  if (!pins_.aw_valid && writes_.size() < 3 && draws_.chance(pace)) make_write();
  if (!pins_.aw_valid && !writes_.empty() && draws_.chance(0.7)) {
    pins_.aw_valid = true;
    pins_.aw = writes_.front();
    aw_began_ = now;
  }
  if (!pins_.w_valid && !beats_.empty() && draws_.chance(0.8)) {
    pins_.w_valid = true;
    pins_.w = beats_.front();
  }
  if (!pins_.ar_valid && draws_.chance(pace)) {
    pins_.ar_valid = true;
    pins_.ar = draw_request();
    ar_began_ = now;
  }
  if (draws_.chance(0.05)) slow_ = draws_.chance(0.3);
  pins_.b_ready = draws_.chance(slow_ ? 0.05 : 0.8);
  pins_.r_ready = draws_.chance(slow_ ? 0.05 : 0.9);
  return pins_;
}

void Axi4ManagerTraffic::observe(Cycle now, const Axi4Subordinate& seen) {
  if (pins_.aw_valid && seen.aw_ready) {
    writing_[pins_.aw.id].push_back({pins_.aw, error_of(pins_.aw), 0, aw_began_});
    writes_.pop_front();
    pins_.aw_valid = false;
  }
  if (pins_.w_valid && seen.w_ready) {
    beats_.pop_front();
    pins_.w_valid = false;
  }
  if (pins_.ar_valid && seen.ar_ready) {
    reading_[pins_.ar.id].push_back({pins_.ar, error_of(pins_.ar), 0, ar_began_});
    pins_.ar_valid = false;
  }
  if (seen.b_valid && pins_.b_ready) take_response(now, seen.b);
  if (seen.r_valid && pins_.r_ready) take_beat(now, seen.r);
}

bool Axi4ManagerTraffic::is_done() const {
  return writes_.empty() && beats_.empty() && !pins_.ar_valid && writing_.empty() &&
         reading_.empty();
}

std::uint64_t Axi4ManagerTraffic::draw_address() {
  const Axi4Region& region =
      params_.regions[draws_.below(static_cast<std::uint32_t>(params_.regions.size()))];
  const std::uint64_t any = low_bits(draws_.bits(), params_.axi_addr_w);
  return draws_.chance(0.05) ? any : region.base + low_bits(any, region.log2);
}

Axi4Request Axi4ManagerTraffic::draw_request() {
  Axi4Request request;
  const auto bits = [&](unsigned width) {
    return static_cast<std::uint32_t>(low_bits(draws_.bits(), width));
  };
  request.id = bits(params_.axi_id_w);
  request.user = low_bits(draws_.bits(), user_bits_);
  request.lock = bits(1);
  request.cache = bits(4);
  request.protection = bits(3);
  request.qos = bits(4);
  request.region = bits(4);
  const unsigned widest = static_cast<unsigned>(__builtin_ctz(params_.axi_data_w / 8));
  request.size = draws_.chance(0.6) ? widest : draws_.below(widest + 1);
  request.burst = draws_.chance(0.6) ? 1 : draws_.below(3);
  request.length = draws_.chance(0.03) ? draws_.below(256) : draws_.below(9);
  request.address = draw_address();
  if (draws_.chance(0.05)) {  // perhaps no burst of AXI4
    request.burst = bits(2);
    request.size = bits(3);
  } else {
    make_legal(request);
  }
  return request;
}

void Axi4ManagerTraffic::make_write() {
  const Axi4Request request = draw_request();
  writes_.push_back(request);
  for (unsigned beat = 0; beat <= request.length; ++beat) {
    Axi4WriteBeat made;
    made.data = bits_of(request.address, beat, params_.axi_data_w);
    made.strobes = strobes_of(made.data, params_.axi_data_w);
    made.user = low_bits(made.data.get(3, 32), user_bits_);
    made.last = beat == request.length;
    beats_.push_back(made);
  }
}

// 0: a memory answers it.
std::uint32_t Axi4ManagerTraffic::error_of(const Axi4Request& request) const {
  if (region_of(params_.regions, request.address) == nullptr) return kDecodeError;
  return is_legal(request, params_.axi_data_w) ? 0 : kSlaveError;
}

bool Axi4ManagerTraffic::may_time_out(const Expected& expected) const {
  const Axi4Region* region = region_of(params_.regions, expected.request.address);
  return expected.error == 0 && region != nullptr && stopped_.count(region->node) != 0;
}

void Axi4ManagerTraffic::take_response(Cycle now, const Axi4Response& response) {
  const std::string id = "ID " + std::to_string(response.id);
  require(!writing_[response.id].empty(), "a response of a write too many, " + id);
  const Expected& expected = writing_[response.id].front();
  const bool is_refused = expected.error != 0;
  const bool is_given_up =
      may_time_out(expected) && response.response == kSlaveError && response.user == 0;
  require(is_given_up || response.response ==
                             (is_refused ? expected.error : response_of(expected.request.address)),
          "BRESP is that of another write, or wrong, " + id);
  require(is_given_up || response.user == (is_refused ? 0 : expected.request.user),
          "BUSER is wrong, " + id);
  ++counts_.writes;
  counts_.timeouts += is_given_up ? 1 : 0;
  counts_.errors += is_refused ? 1 : 0;
  counts_.write_cycles += now - expected.began;
  writing_[response.id].pop_front();
  if (writing_[response.id].empty()) writing_.erase(response.id);
}

void Axi4ManagerTraffic::take_beat(Cycle now, const Axi4ReadBeat& beat) {
  const std::string id = "ID " + std::to_string(beat.id);
  require(!reading_[beat.id].empty(), "a beat of a read too many, " + id);
  Expected& expected = reading_[beat.id].front();
  const std::uint64_t address = expected.request.address;
  const bool is_refused = expected.error != 0;
  // Once a watchdog has answered a beat it answers all that follow.
  expected.is_given_up =
      expected.is_given_up || (may_time_out(expected) && beat.user == 0 && beat.data == WireBits());
  const bool is_empty = is_refused || expected.is_given_up;
  const std::uint32_t response = expected.is_given_up ? kSlaveError
                                 : is_refused         ? expected.error
                                                      : response_of(address);
  require(beat.response == response, "RRESP is that of another read, or wrong, " + id);
  require(beat.user == (is_empty ? 0 : expected.request.user), "RUSER is wrong, " + id);
  require(beat.last == (expected.beats == expected.request.length), "RLAST is wrong, " + id);
  const WireBits data =
      is_empty ? WireBits() : bits_of(address, expected.beats, params_.axi_data_w);
  require(beat.data == data, "RDATA is that of another beat, or wrong, " + id);
  ++counts_.beats;
  if (++expected.beats <= expected.request.length) return;
  ++counts_.reads;
  counts_.timeouts += expected.is_given_up ? 1 : 0;
  counts_.errors += is_refused ? 1 : 0;
  counts_.read_cycles += now - expected.began;
  reading_[beat.id].pop_front();
  if (reading_[beat.id].empty()) reading_.erase(beat.id);
}

const Axi4Subordinate& Axi4MemoryTraffic::drive() {
  if (draws_.chance(0.05)) slow_ = draws_.chance(0.3);
  const double pace = slow_ ? 0.1 : 0.8;
  const auto takes = [&](unsigned channel) {
    return draws_.chance(pace) && (stopped_ & channel) == 0;
  };
  pins_.aw_ready = takes(kAw);
  pins_.w_ready = takes(kW);
  pins_.ar_ready = takes(kAr);
  if (!pins_.b_valid && !answers_.empty() && takes(kB)) {
    pins_.b_valid = true;
    pins_.b = draw_answer();
  }
  const bool shows = !pins_.r_valid && !reads_.empty() && draws_.chance(slow_ ? 0.1 : 0.9);
  if (shows && (stopped_ & kR) == 0) show_beat();
  return pins_;
}

void Axi4MemoryTraffic::observe(const Axi4Manager& seen) {
  if (pins_.b_valid && seen.b_ready) pins_.b_valid = false;
  if (pins_.r_valid && seen.r_ready) pins_.r_valid = false;
  if (seen.aw_valid && pins_.aw_ready) {
    check_address(seen.aw);
    writes_.push_back(seen.aw);
  }
  if (seen.w_valid && pins_.w_ready) beats_.push_back(seen.w);
  if (seen.ar_valid && pins_.ar_ready) {
    check_address(seen.ar);
    reads_.push_back({seen.ar, 0});
  }
  take_write_beats();
}

void Axi4MemoryTraffic::check_address(const Axi4Request& request) const {
  const Axi4Region* region = region_of(params_.regions, request.address);
  require(region != nullptr && region->node == params_.node, "a subordinate sees address " +
                                                                 std::to_string(request.address) +
                                                                 ", which no region leads to it");
}

void Axi4MemoryTraffic::take_write_beats() {
  while (!writes_.empty() && !beats_.empty()) {
    const Axi4Request& write = writes_.front();
    const Axi4WriteBeat& beat = beats_.front();
    const WireBits wanted = bits_of(write.address, beat_, params_.axi_data_w);
    require(beat.data == wanted && beat.strobes == strobes_of(wanted, params_.axi_data_w) &&
                beat.user == low_bits(wanted.get(3, 32), user_bits_),
            "beat " + std::to_string(beat_) + " of a write is wrong");
    require(beat.last == (beat_ == write.length), "WLAST is wrong");
    ++beat_;
    if (beat.last) {
      answers_.push_back({write.id, response_of(write.address), write.user});
      writes_.pop_front();
      beat_ = 0;
    }
    beats_.pop_front();
  }
}

// The oldest of an ID that is drawn: responses of different IDs overtake each other.
Axi4Response Axi4MemoryTraffic::draw_answer() {
  const std::uint32_t id = answers_[draws_.below(static_cast<std::uint32_t>(answers_.size()))].id;
  const auto first = std::find_if(answers_.begin(), answers_.end(),
                                  [&](const Axi4Response& answer) { return answer.id == id; });
  const Axi4Response answer = *first;
  answers_.erase(first);
  return answer;
}

// Beats of several IDs between each other, where the network may have that.
void Axi4MemoryTraffic::show_beat() {
  const std::size_t drawn =
      draws_.chance(0.6) ? 0 : draws_.below(static_cast<std::uint32_t>(reads_.size()));
  const bool goes_on = !params_.in_order && is_reading_;
  const std::uint32_t id = goes_on ? reading_ : reads_[drawn].request.id;
  show_beat_of(*std::find_if(reads_.begin(), reads_.end(),
                             [&](const Read& read) { return read.request.id == id; }));
}

void Axi4MemoryTraffic::show_beat_of(Read& read) {
  const Axi4Request request = read.request;
  pins_.r_valid = true;
  pins_.r.id = request.id;
  pins_.r.data = bits_of(request.address, read.beat, params_.axi_data_w);
  pins_.r.response = response_of(request.address);
  pins_.r.user = request.user;
  pins_.r.last = read.beat == request.length;
  ++read.beat;
  reading_ = request.id;
  is_reading_ = !pins_.r.last;
  if (!pins_.r.last) return;
  reads_.erase(std::find_if(reads_.begin(), reads_.end(),
                            [](const Read& one) { return one.beat > one.request.length; }));
}

}  // namespace turnpike::model
