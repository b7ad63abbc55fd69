// axi4_traffic.h - a manager that makes random bursts and a memory that answers them, at the two
// ends of the adapters of AXI4. What comes out at either end must be what went in at the other.

#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "model/adapters/axi4_bus.h"
#include "model/common/flit.h"
#include "tests/modules/support/draws.h"

namespace turnpike::test {

// Bits that follow from an address and the number of a beat, so that each end knows them.
inline model::WireBits axi4_bits(std::uint64_t address, unsigned beat, unsigned width) {
  model::WireBits bits;
  for (unsigned at = 0; at < width; at += 32) {
    bits.put(at, 32, model::mix(address * 1000 + beat * 40 + at));
  }
  return bits;
}
// What the memory answers to a request: OKAY, EXOKAY or SLVERR.
inline std::uint32_t axi4_response(std::uint64_t address) {
  return static_cast<std::uint32_t>(model::mix(address) % 3);
}

// Requests whose answers have not come, of each ID, oldest first.
struct Axi4Expected {
  model::Axi4Request request;
  std::uint32_t error = 0;  // an answer that no memory gives: SLVERR or DECERR
  unsigned beats = 0;       // that have come
};
using Axi4Waiting = std::map<std::uint32_t, std::deque<Axi4Expected>>;

class Axi4ManagerTraffic {
 public:
  Axi4ManagerTraffic(const model::Axi4Params& params, Draws& draws)
      : params_(params), draws_(draws) {}

  // What the manager drives in this cycle. Valid stays until ready.
  const model::Axi4Manager& drive(double pace) {
    if (!pins_.aw_valid && writes_.size() < 3 && draws_.chance(pace)) make_write();
    if (!pins_.aw_valid && !writes_.empty() && draws_.chance(0.7)) {
      pins_.aw_valid = true;
      pins_.aw = writes_.front();
    }
    if (!pins_.w_valid && !beats_.empty() && draws_.chance(0.8)) {
      pins_.w_valid = true;
      pins_.w = beats_.front();
    }
    if (!pins_.ar_valid && draws_.chance(pace)) {
      pins_.ar_valid = true;
      pins_.ar = draw_request();
    }
    if (draws_.chance(0.05)) slow_ = draws_.chance(0.3);
    pins_.b_ready = draws_.chance(slow_ ? 0.05 : 0.8);
    pins_.r_ready = draws_.chance(slow_ ? 0.05 : 0.9);
    return pins_;
  }

  // The end of the cycle, with what the adapter drives.
  void observe(const model::Axi4Subordinate& seen) {
    if (pins_.aw_valid && seen.aw_ready) {
      writing_[pins_.aw.id].push_back({pins_.aw, error_of(pins_.aw), 0});
      writes_.pop_front();
      pins_.aw_valid = false;
    }
    if (pins_.w_valid && seen.w_ready) {
      beats_.pop_front();
      pins_.w_valid = false;
    }
    if (pins_.ar_valid && seen.ar_ready) {
      reading_[pins_.ar.id].push_back({pins_.ar, error_of(pins_.ar), 0});
      pins_.ar_valid = false;
    }
    if (seen.b_valid && pins_.b_ready) take_response(seen.b);
    if (seen.r_valid && pins_.r_ready) take_beat(seen.r);
  }

  bool is_done() const {
    return writes_.empty() && beats_.empty() && !pins_.ar_valid && writing_.empty() &&
           reading_.empty();
  }
  unsigned responses() const { return responses_; }
  unsigned errors() const { return errors_; }
  unsigned beats() const { return beats_taken_; }

 private:
  model::Axi4Request draw_request() {
    model::Axi4Request request;
    const auto bits = [&](unsigned width) {
      return static_cast<std::uint32_t>(draws_.bits() & ((1u << width) - 1));
    };
    request.id = bits(params_.axi_id_w);
    request.user = bits(params_.user_w);
    request.lock = bits(1);
    request.cache = bits(4);
    request.protection = bits(3);
    request.qos = bits(4);
    request.region = bits(4);
    const unsigned widest = static_cast<unsigned>(__builtin_ctz(params_.axi_data_w / 8));
    request.size = draws_.chance(0.6) ? widest : draws_.below(widest + 1);
    request.burst = draws_.chance(0.6) ? 1 : draws_.below(3);
    request.length = draws_.chance(0.03) ? draws_.below(256) : draws_.below(9);
    const std::uint32_t page = draws_.below(draws_.chance(0.1) ? 64 : 32);  // 4 KiB each
    request.address = page * 4096u + draws_.below(4096);
    const bool is_any = draws_.chance(0.05);  // perhaps no burst of AXI4
    if (is_any) {
      request.burst = bits(2);
      request.size = bits(3);
    } else {
      make_legal(request);
    }
    return request;
  }
  static void make_legal(model::Axi4Request& request) {
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
  void make_write() {
    const model::Axi4Request request = draw_request();
    writes_.push_back(request);
    for (unsigned beat = 0; beat <= request.length; ++beat) {
      model::Axi4WriteBeat made;
      made.data = axi4_bits(request.address, beat, params_.axi_data_w);
      made.strobes = made.data.get(0, std::min(32u, params_.axi_data_w / 8));
      made.user = made.data.get(3, params_.user_w);
      made.last = beat == request.length;
      beats_.push_back(made);
    }
  }
  // By the words of docs/axi.md, 1.
  std::uint32_t error_of(const model::Axi4Request& request) const {
    const bool is_mapped = std::any_of(
        params_.regions.begin(), params_.regions.end(), [&](const model::Axi4Region& region) {
          return request.address - region.base < std::uint64_t{1} << region.log2;
        });
    if (!is_mapped) return 3;
    const std::uint64_t bytes = std::uint64_t{1} << request.size;
    const std::uint64_t all = bytes * (request.length + 1);
    bool is_legal = bytes <= params_.axi_data_w / 8 && request.burst != 3;
    if (request.burst == 0) is_legal &= request.length < 16;
    if (request.burst == 1) {
      const std::uint64_t last = request.address / bytes * bytes + all - 1;
      is_legal &= request.address / 4096 == last / 4096;
    }
    if (request.burst == 2) {
      is_legal &= request.address % bytes == 0 &&
                  (all == 2 * bytes || all == 4 * bytes || all == 8 * bytes || all == 16 * bytes);
    }
    return is_legal ? 0 : 2;
  }
  void take_response(const model::Axi4Response& response) {
    ASSERT_FALSE(writing_[response.id].empty()) << "a response too many, ID " << response.id;
    const Axi4Expected& expected = writing_[response.id].front();
    const bool is_refused = expected.error != 0;
    EXPECT_EQ(response.response,
              is_refused ? expected.error : axi4_response(expected.request.address));
    EXPECT_EQ(response.user, is_refused ? 0 : expected.request.user);
    writing_[response.id].pop_front();
    if (writing_[response.id].empty()) writing_.erase(response.id);
    ++responses_;
    errors_ += is_refused ? 1 : 0;
  }
  void take_beat(const model::Axi4ReadBeat& beat) {
    ASSERT_FALSE(reading_[beat.id].empty()) << "a beat too many, ID " << beat.id;
    Axi4Expected& expected = reading_[beat.id].front();
    const std::uint64_t address = expected.request.address;
    const bool is_refused = expected.error != 0;
    EXPECT_EQ(beat.response, is_refused ? expected.error : axi4_response(address));
    EXPECT_EQ(beat.user, is_refused ? 0 : expected.request.user);
    EXPECT_EQ(beat.last, expected.beats == expected.request.length);
    EXPECT_TRUE(beat.data == (is_refused ? model::WireBits()
                                         : axi4_bits(address, expected.beats, params_.axi_data_w)))
        << "beat " << expected.beats << " of ID " << beat.id;
    ++beats_taken_;
    if (++expected.beats <= expected.request.length) return;
    reading_[beat.id].pop_front();
    if (reading_[beat.id].empty()) reading_.erase(beat.id);
    ++responses_;
    errors_ += is_refused ? 1 : 0;
  }

  model::Axi4Params params_;
  Draws& draws_;
  model::Axi4Manager pins_;
  std::deque<model::Axi4Request> writes_;
  std::deque<model::Axi4WriteBeat> beats_;
  Axi4Waiting writing_;
  Axi4Waiting reading_;
  bool slow_ = false;
  unsigned responses_ = 0;
  unsigned errors_ = 0;
  unsigned beats_taken_ = 0;
};

class Axi4MemoryTraffic {
 public:
  Axi4MemoryTraffic(const model::Axi4Params& params, Draws& draws)
      : params_(params), draws_(draws) {}

  const model::Axi4Subordinate& drive() {
    if (draws_.chance(0.05)) slow_ = draws_.chance(0.3);
    const double pace = slow_ ? 0.1 : 0.8;
    pins_.aw_ready = draws_.chance(pace);
    pins_.w_ready = draws_.chance(pace);
    pins_.ar_ready = draws_.chance(pace);
    if (!pins_.b_valid && !answers_.empty() && draws_.chance(pace)) {
      pins_.b_valid = true;
      pins_.b = one_of_an_id(answers_, [](const model::Axi4Response& b) { return b.id; });
    }
    if (!pins_.r_valid && !reads_.empty() && draws_.chance(slow_ ? 0.1 : 0.9)) show_beat();
    return pins_;
  }
  void observe(const model::Axi4Manager& seen) {
    if (pins_.b_valid && seen.b_ready) pins_.b_valid = false;
    if (pins_.r_valid && seen.r_ready) pins_.r_valid = false;
    if (seen.aw_valid && pins_.aw_ready) writes_.push_back(seen.aw);
    if (seen.w_valid && pins_.w_ready) beats_.push_back(seen.w);
    if (seen.ar_valid && pins_.ar_ready) reads_.push_back({seen.ar, 0});
    while (!writes_.empty() && !beats_.empty()) {
      const model::Axi4Request& write = writes_.front();
      const model::Axi4WriteBeat& beat = beats_.front();
      const model::WireBits wanted = axi4_bits(write.address, beat_, params_.axi_data_w);
      EXPECT_TRUE(beat.data == wanted) << "beat " << beat_ << " of a write";
      EXPECT_EQ(beat.strobes, wanted.get(0, std::min(32u, params_.axi_data_w / 8)));
      EXPECT_EQ(beat.last, beat_ == write.length);
      ++beat_;
      if (beat.last) {
        answers_.push_back({write.id, axi4_response(write.address), write.user});
        writes_.pop_front();
        beat_ = 0;
      }
      beats_.pop_front();
    }
  }

 private:
  struct Read {
    model::Axi4Request request;
    unsigned beat = 0;
  };
  // The oldest of an ID that is drawn: responses of different IDs overtake each other.
  template <class Item, class IdOf>
  Item one_of_an_id(std::deque<Item>& items, IdOf id_of) {
    const std::uint32_t id = id_of(items[draws_.below(static_cast<std::uint32_t>(items.size()))]);
    const auto first = std::find_if(items.begin(), items.end(),
                                    [&](const Item& item) { return id_of(item) == id; });
    const Item item = *first;
    items.erase(first);
    return item;
  }
  // Beats of several IDs between each other, where the network may have that.
  void show_beat() {
    const std::size_t drawn =
        draws_.chance(0.6) ? 0 : draws_.below(static_cast<std::uint32_t>(reads_.size()));
    const bool goes_on = !params_.in_order && is_reading_;
    const std::uint32_t id = goes_on ? reading_ : reads_[drawn].request.id;
    show_beat_of(*std::find_if(reads_.begin(), reads_.end(),
                               [&](const Read& read) { return read.request.id == id; }));
  }
  void show_beat_of(Read& read) {
    const model::Axi4Request request = read.request;
    pins_.r_valid = true;
    pins_.r.id = request.id;
    pins_.r.data = axi4_bits(request.address, read.beat, params_.axi_data_w);
    pins_.r.response = axi4_response(request.address);
    pins_.r.user = request.user;
    pins_.r.last = read.beat == request.length;
    ++read.beat;
    reading_ = request.id;
    is_reading_ = !pins_.r.last;
    if (!pins_.r.last) return;
    reads_.erase(std::find_if(reads_.begin(), reads_.end(),
                              [](const Read& one) { return one.beat > one.request.length; }));
  }

  model::Axi4Params params_;
  Draws& draws_;
  model::Axi4Subordinate pins_;
  std::deque<model::Axi4Request> writes_;
  std::deque<model::Axi4WriteBeat> beats_;
  std::deque<model::Axi4Response> answers_;
  std::deque<Read> reads_;
  std::uint32_t reading_ = 0;  // the ID of a burst that has begun
  bool is_reading_ = false;
  unsigned beat_ = 0;
  bool slow_ = false;
};

}  // namespace turnpike::test
