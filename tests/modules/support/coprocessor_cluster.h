// coprocessor_cluster.h - the co-processors of a cube, joined by a network that carries a packet at
// once to where it goes, in order.
//
// Packets come by the collector of the dimension of their last hop, as they do from a router:
// e-cube corrects the highest dimension first, after the first hop that the stream gives.

#pragma once

#include <memory>
#include <vector>

#include "tests/modules/support/coprocessor_bench.h"

namespace turnpike::test {

template <class Component>
class CoprocessorCluster {
 public:
  using Bench = CoprocessorBench<Component>;

  explicit CoprocessorCluster(const BenchSpec& spec) : dimensions_(spec.params.dimensions) {
    for (std::uint32_t node = 0; node < 1u << dimensions_; ++node) {
      BenchSpec own = spec;
      own.node = node;
      own.seed = spec.seed * 1000 + node;
      benches_.push_back(std::make_unique<Bench>(own));
    }
  }

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(benches_.size()); }
  Bench& operator[](std::uint32_t node) { return *benches_[node]; }

  void advance() {
    for (auto& bench : benches_) bench->advance();
    for (std::uint32_t node = 0; node < nodes(); ++node) {
      for (unsigned stream = 0; stream <= dimensions_; ++stream) {
        auto& packets = benches_[node]->sent_packets[stream];
        for (const Packet& packet : packets) carry(node, stream, packet);
        packets.clear();
      }
    }
  }
  bool is_at_rest() {
    for (auto& bench : benches_) {
      if (!bench->is_at_rest()) return false;
    }
    return true;
  }

 private:
  void carry(std::uint32_t from, unsigned stream, const Packet& packet) {
    const std::uint32_t route = packet[0] | static_cast<std::uint32_t>(packet[1]) << 8;
    const std::uint32_t address = route & (nodes() - 1);
    switch (route >> dimensions_) {
      case 0: {
        const std::uint32_t rest = (address ^ from) & ~(1u << stream);
        ASSERT_NE((address ^ from) >> stream & 1, 0u) << "first hop away from the destination";
        benches_[address]->arrive(rest == 0 ? stream : lowest(rest), packet);
        break;
      }
      case 1:
        for (std::uint32_t node = 0; node < nodes(); ++node) {
          if (node != from) benches_[node]->arrive(lowest(node ^ from), packet);
        }
        break;
      default:
        ASSERT_EQ(route >> dimensions_, 2u);
        for (std::uint32_t rest = address; rest != 0; rest &= rest - 1) {
          benches_[from ^ 1u << lowest(rest)]->arrive(lowest(rest), packet);
        }
    }
  }
  static unsigned lowest(std::uint32_t bits) { return static_cast<unsigned>(__builtin_ctz(bits)); }

  unsigned dimensions_;
  std::vector<std::unique_ptr<Bench>> benches_;
};

}  // namespace turnpike::test
