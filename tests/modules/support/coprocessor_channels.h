// coprocessor_channels.h - the packet router beside a co-processor under test: random legal
// messages of many sources and streams, random credits, random queues.

#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "model/coprocessor/coprocessor_pins.h"
#include "tests/modules/support/draws.h"

namespace turnpike::test {

// Lengths around the ends of packets and of system buffers, and others.
inline std::uint32_t draw_length(Draws& draws) {
  constexpr std::uint32_t kEnds[] = {0, 1, 9, 10, 11, 25, 26, 27, 31, 32, 33, 42, 58, 96, 224};
  return draws.chance(0.6) ? kEnds[draws.below(15)] : draws.below(120);
}

class CoprocessorChannels {
 public:
  CoprocessorChannels(const model::CoprocessorParams& params, std::uint32_t node, Draws& draws)
      : params_(params), node_(node), draws_(draws) {
    for (std::uint32_t source = 0; source < 1u << params.dimensions; ++source) {
      if (source == node) continue;
      for (std::uint32_t stream = 0; stream < params.ports(); ++stream) add(source, stream);
    }
    reset();
  }

  void change_pace() {
    load_ = draws_.chance(0.3) ? 0.02 : 0.2 + 0.2 * draws_.below(5);
    returning_ = draws_.chance(0.2) ? 0.1 : 0.9;
  }
  void reset() {
    for (Way& way : ways_) way.left = way.length = 0;
    for (auto& flits : sending_) flits.clear();
    credits_.fill(params_.buffer_depth);
    owed_.fill(0);
  }

  std::uint32_t any_source() { return ways_[draws_.below(count(ways_.size()))].source; }
  unsigned begun() const { return begun_; }  // messages
  unsigned left() const { return left_; }    // packets of the co-processor

  void draw(model::CoprocessorIn& in) {
    in.in_valid = 0;
    for (unsigned port = 0; port < params_.ports(); ++port) {
      if (sending_[port].empty() && draws_.chance(load_ * 0.2)) make_packet(port);
      if (!sending_[port].empty() && credits_[port] != 0 && draws_.chance(load_)) {
        in.in_valid |= 1u << port;
        in.in_flit[port] = sending_[port].front();
      }
      in.out_credit[port] = owed_[port] != 0 && draws_.chance(returning_) ? 1 : 0;
      in.queue[port] = draws_.below(draws_.chance(0.5) ? 3 : params_.packet_slots + 1);
    }
  }
  void tick(const model::CoprocessorIn& in, const model::CoprocessorOut& out) {
    for (unsigned port = 0; port < params_.ports(); ++port) {
      credits_[port] += out.in_credit[port] & 1;
      if ((in.in_valid >> port & 1) != 0) {
        sending_[port].pop_front();
        --credits_[port];
      }
      owed_[port] -= in.out_credit[port] & 1;
      if ((out.out_valid >> port & 1) == 0) continue;
      ++owed_[port];
      left_ += is_tail(out.out_flit[port]) ? 1 : 0;
    }
  }

 private:
  // What comes from one stream of one source; at most one message is under way.
  struct Way {
    std::uint32_t source;
    std::uint32_t stream;
    unsigned port;
    std::uint32_t address;  // destination, kind: the first two bytes
    bool is_under_way = false;
    bool is_first = false;
    std::uint32_t length = 0;
    std::uint32_t left = 0;
  };

  static unsigned count(std::size_t size) { return static_cast<unsigned>(size); }
  bool is_tail(const model::CoprocessorFlit& flit) const {
    const unsigned bit = params_.flit_bits + 1;
    return (flit.word[bit / 64] >> (bit % 64) & 1) != 0;
  }

  void add(std::uint32_t source, std::uint32_t stream) {
    const unsigned n = params_.dimensions;
    const std::uint32_t differs = source ^ node_;
    const bool is_neighbour = (differs & (differs - 1)) == 0;
    Way way{source, stream, draws_.one_of(differs), node_, false, false, 0, 0};
    if (stream == n) {
      const bool near = is_neighbour && draws_.chance(0.5);
      if (!near) way.port = static_cast<unsigned>(__builtin_ctz(differs));
      way.address = near ? differs | draws_.below(1u << n) | 2u << n : 1u << n;
    }
    ways_.push_back(way);
  }

  // The next packet of a message that comes by this port, or of a new one.
  void make_packet(unsigned port) {
    Way* way = nullptr;
    for (unsigned trial = 0; trial < 8; ++trial) {
      Way& candidate = ways_[draws_.below(count(ways_.size()))];
      if (candidate.port != port) continue;
      if (way == nullptr || candidate.is_under_way) way = &candidate;
    }
    // Now and then a port has messages of few sources only, so that they end.
    for (Way& candidate : ways_) {
      if (candidate.port == port && candidate.is_under_way && draws_.chance(0.5)) way = &candidate;
    }
    if (way == nullptr) return;
    if (!way->is_under_way) {
      way->is_under_way = way->is_first = true;
      way->length = way->left = draw_length(draws_);
      ++begun_;
    }
    send_packet(*way, sending_[port]);
  }

  void send_packet(Way& way, std::deque<model::CoprocessorFlit>& flits) {
    std::array<std::uint8_t, 24> bytes{};
    unsigned at = 0;
    const auto put = [&](std::uint32_t value, unsigned size) {
      for (unsigned i = 0; i < size; ++i) {
        bytes[at++] = static_cast<std::uint8_t>(value >> (8 * i));
      }
    };
    put(way.address, 2);
    put(way.source | way.stream << 12, 2);
    if (way.is_first) {
      put(way.length, 4);
      put(draws_.below(3), 2);  // type
    }
    for (; at < 20 && way.left != 0; --way.left) put(draws_.below(256), 1);
    way.is_first = false;
    way.is_under_way = way.left != 0;
    const unsigned step = params_.flit_bits / 8;
    for (unsigned flit = 0; flit < params_.packet_flits(); ++flit) {
      model::CoprocessorFlit made;
      for (unsigned i = 0; i < step; ++i) {
        made.word[0] |= std::uint64_t{bytes[flit * step + i]} << (8 * i);
      }
      const bool is_tail = flit + 1 == params_.packet_flits();
      made.word[step / 8] |= std::uint64_t{flit == 0} << (params_.flit_bits % 64);
      made.word[step / 8] |= std::uint64_t{is_tail} << (params_.flit_bits % 64 + 1);
      flits.push_back(made);
    }
  }

  model::CoprocessorParams params_;
  std::uint32_t node_;
  Draws& draws_;
  std::vector<Way> ways_;
  std::array<std::deque<model::CoprocessorFlit>, model::kMaxCoprocessorPorts> sending_;
  std::array<unsigned, model::kMaxCoprocessorPorts> credits_{};
  std::array<unsigned, model::kMaxCoprocessorPorts> owed_{};
  double load_ = 0.5;
  double returning_ = 0.9;
  unsigned begun_ = 0;
  unsigned left_ = 0;
};

}  // namespace turnpike::test
