// closed_loop.cpp - caches and memories over a mesh, in C++: the loop of closed_loop.c.

#include <turnpike.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <vector>

namespace {

constexpr std::uint32_t kNodes = 64;
constexpr unsigned kReads = 4;
constexpr unsigned kMemoryCycles = 20;
constexpr std::uint64_t kCycles = 20000;
constexpr std::array<std::uint32_t, 4> kMemories = {0, 7, 56, 63};

constexpr const char* kNetwork = R"(
[network]
topology = "mesh"
radix = 8
dimensions = 2
[router]
virtual_channels = 4
message_classes = 2
[run]
engine = "model"
)";

class Caches {
 public:
  explicit Caches(turnpike::Simulation& network) : network_(network), turn_(kNodes) {}

  // The memories take turns, beginning with another one at each node.
  void read_next(std::uint32_t cache, std::uint64_t cycle) {
    const std::uint32_t memory = kMemories[(cache + turn_[cache]++) % kMemories.size()];
    if (!network_.offer(cache, memory, 1, 0, cycle)) throw std::logic_error("a queue has a limit");
  }

 private:
  turnpike::Simulation& network_;
  std::vector<unsigned> turn_;
};

void run() {
  turnpike::Simulation network = turnpike::Simulation::from_text(kNetwork);
  Caches caches(network);
  for (std::uint32_t cache = 0; cache < kNodes; ++cache) {
    for (unsigned i = 0; i < kReads; ++i) caches.read_next(cache, 0);
  }
  std::array<std::vector<turnpike::Packet>, kMemoryCycles> replies;  // by the cycle modulo so many
  std::vector<turnpike::Delivery> deliveries;
  unsigned long reads = 0;
  double sum = 0;
  for (std::uint64_t cycle = 0; cycle < kCycles; ++cycle) {
    std::vector<turnpike::Packet>& ready = replies[cycle % kMemoryCycles];
    if (network.offer(ready) != ready.size()) throw std::logic_error("a queue has a limit");
    ready.clear();
    network.step();
    network.take_deliveries(deliveries);
    for (const turnpike::Delivery& d : deliveries) {
      if (d.message_class == 0) {
        ready.push_back({d.tag, d.destination, d.source, 5, 1});
      } else {
        ++reads;
        sum += static_cast<double>(d.delivered - d.tag);
        caches.read_next(d.destination, cycle + 1);
      }
    }
  }
  const auto count = static_cast<double>(reads);
  std::printf("%lu reads, %.2f cycles each, %.3f reads per cycle\n", reads, sum / count,
              count / kCycles);
}

}  // namespace

int main() {
  try {
    run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "closed_loop: %s\n", error.what());
    return 1;
  }
}
