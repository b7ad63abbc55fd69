// verilated_router.cpp - how many cycles a CPU-second one Verilated router makes.
//
// A router of 5 ports stands in the middle of an 8x8 mesh. First its neighbours send it random
// packets of five flits, lawfully: with a credit for each flit, and a route to where the
// destination lies. They return credits at random. The pins of these cycles are recorded. Then
// the record is replayed from the reset on, again and again, so that the time is the router's own;
// the router must give the same outputs as in the first run. Prints the speed, and a number that
// depends on all outputs of the first run.
//
// VCS and ROUTING are macros, and HAS_ROUTES if the router has pins for routes.
// scripts/verilated_router.py builds and runs it.

#include <array>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

#include "Vrouter.h"
#include "verilated.h"

namespace {

constexpr unsigned kPorts = 5;
constexpr unsigned kVcs = VCS;
constexpr unsigned kVcBits = kVcs > 8 ? 4 : kVcs > 4 ? 3 : kVcs > 2 ? 2 : 1;
constexpr unsigned kDepth = 4;
constexpr unsigned kPacket = 5;
constexpr unsigned kFlitBits = 34;
constexpr unsigned kLocal = 4;
constexpr unsigned kNode = 3 << 3 | 3;  // y, x
constexpr unsigned kCycles = 8192;
constexpr double kSeconds = 0.5;

std::uint64_t next_random() {
  static std::uint64_t state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state >> 11;
}
bool chance(unsigned of_16) { return next_random() % 16 < of_16; }

// The input pins of one cycle.
struct Pins {
  std::uint32_t valid = 0;
  std::uint32_t vc = 0;
  std::uint32_t route = 0;
  std::uint32_t credit = 0;
  std::array<std::uint32_t, (kPorts * kFlitBits + 31) / 32> flit{};
};

// A packet that a neighbour sends on one VC.
struct Packet {
  unsigned left = 0;
  unsigned destination = 0;
  unsigned route = 0;
};

unsigned below(unsigned end) { return static_cast<unsigned>(next_random() % end); }

// Outputs 0 and 1 go up and down in x, 2 and 3 in y; y is corrected first.
unsigned output_for(unsigned input) {
  for (;;) {
    const unsigned output = below(kPorts);
    const bool turns_back = output == input || (input < 2 && (output == 2 || output == 3));
    if (!turns_back) return output;
  }
}
unsigned destination_behind(unsigned output) {
  if (output == kLocal) return kNode;
  const bool up = output % 2 == 0;
  const unsigned there = up ? 4 + below(3) : below(3);
  return output < 2 ? 3 << 3 | there : there << 3 | below(8);
}
unsigned route_to(unsigned destination) {
  const unsigned x = destination & 7;
  const unsigned y = destination >> 3;
  if (y != 3) return y > 3 ? 2 : 3;
  if (x != 3) return x > 3 ? 0 : 1;
  return kLocal;
}

void put(std::array<std::uint32_t, 6>& words, unsigned at, unsigned bits, std::uint64_t value) {
  for (unsigned bit = 0; bit < bits; ++bit, ++at) words[at / 32] |= (value >> bit & 1) << at % 32;
}

// The neighbours of the router.
class Neighbours {
 public:
  Neighbours() {
    for (auto& port : credits_) port.fill(kDepth);
  }

  Pins next() {
    Pins pins;
    for (unsigned port = 0; port < kPorts; ++port) {
      if (chance(11)) send(port, pins);
      for (unsigned vc = 0; vc < kVcs; ++vc) {
        if (waiting_[port][vc] == 0 || !chance(10)) continue;
        --waiting_[port][vc];
        pins.credit |= 1u << (port * kVcs + vc);
        break;
      }
    }
    return pins;
  }

  // What the router shows in the cycle that follows.
  void take(const Vrouter& router) {
    for (unsigned port = 0; port < kPorts; ++port) {
      for (unsigned vc = 0; vc < kVcs; ++vc) {
        credits_[port][vc] += router.in_credit_o >> (port * kVcs + vc) & 1;
      }
      if ((router.out_valid_o >> port & 1) == 0) continue;
      const unsigned vc = kVcs == 1 ? 0 : router.out_vc_o >> port * kVcBits & ((1u << kVcBits) - 1);
      ++waiting_[port][vc];
    }
  }

 private:
  void send(unsigned port, Pins& pins) {
    const unsigned start = below(kVcs);
    for (unsigned step = 0; step < kVcs; ++step) {
      const unsigned vc = (start + step) % kVcs;
      if (credits_[port][vc] == 0) continue;
      Packet& packet = packets_[port][vc];
      const bool is_head = packet.left == 0;
      if (is_head) {
        packet.left = kPacket;
        packet.destination = destination_behind(output_for(port));
        packet.route = 1u << route_to(packet.destination);
      }
      --credits_[port][vc];
      --packet.left;
      const std::uint64_t data = is_head ? packet.destination : next_random() & 0xffffffffu;
      const std::uint64_t kind = (packet.left == 0 ? 2u : 0u) | (is_head ? 1u : 0u);
      put(pins.flit, port * kFlitBits, kFlitBits, kind << 32 | data);
      pins.valid |= 1u << port;
      pins.vc |= vc << port * kVcBits;
      pins.route |= packet.route << port * kPorts;
      return;
    }
  }

  std::array<std::array<unsigned, kVcs>, kPorts> credits_{};
  std::array<std::array<unsigned, kVcs>, kPorts> waiting_{};  // flits whose credit is still to come
  std::array<std::array<Packet, kVcs>, kPorts> packets_{};
};

// The pins have changed while the clock was high, as ONCE_A_CYCLE of rtl/common/settled.vh asks.
void clock(Vrouter& router) {
  router.clk_i = 0;
  router.eval();
  router.clk_i = 1;
  router.eval();
}

// The type of a pin depends on its width.
template <class Pin>
void set(Pin& pin, std::uint32_t value) {
  pin = static_cast<Pin>(value);
}

void drive(Vrouter& router, const Pins& pins) {
  set(router.in_valid_i, pins.valid);
  set(router.in_vc_i, pins.vc);
#ifdef HAS_ROUTES
  set(router.in_route_i, pins.route);
#endif
  set(router.out_credit_i, pins.credit);
  for (unsigned word = 0; word < pins.flit.size(); ++word) {
    router.in_flit_i[word] = pins.flit[word];
  }
  clock(router);
}

void reset(Vrouter& router) {
  router.rst_i = 1;
  drive(router, Pins{});
  drive(router, Pins{});
  router.rst_i = 0;
}

void load_table(Vrouter& router) {
  router.table_we_i = 1;
  for (unsigned port = 0; port < kPorts; ++port) {
    for (unsigned destination = 0; destination < 64; ++destination) {
      set(router.table_port_i, port);
      set(router.table_dest_i, destination);
      set(router.table_mask_i, 1u << route_to(destination));
      clock(router);
    }
  }
  router.table_we_i = 0;
}

// A number that depends on the outputs of a cycle. A port without a flit may show anything.
std::uint64_t fold(std::uint64_t sum, const Vrouter& router) {
  sum = sum * 1099511628211u + router.out_valid_o;
  sum = sum * 1099511628211u + router.in_credit_o;
  return sum * 1099511628211u + ((router.out_valid_o & 1) != 0 ? router.out_flit_o[0] : 0);
}

// The same of all flits, with VC and route.
std::uint64_t fold_all(std::uint64_t sum, const Vrouter& router) {
  sum = fold(sum, router);
  for (unsigned port = 0; port < kPorts; ++port) {
    if ((router.out_valid_o >> port & 1) == 0) continue;
    if (kVcs > 1) {
      sum = sum * 1099511628211u + (router.out_vc_o >> port * kVcBits & ((1u << kVcBits) - 1));
    }
#ifdef HAS_ROUTES
    sum = sum * 1099511628211u + (router.out_route_o >> port * kPorts & ((1u << kPorts) - 1));
#endif
    for (unsigned bit = port * kFlitBits; bit < (port + 1) * kFlitBits; ++bit) {
      sum = sum * 3 + (router.out_flit_o[bit / 32] >> bit % 32 & 1);
    }
  }
  return sum;
}

}  // namespace

int main() {
  VerilatedContext context;
  Vrouter router{&context};
  router.enable_i = 1;
  router.node_i = kNode;
  router.limit_i = 7 << 3 | 7;
  reset(router);
  if (ROUTING == 5) load_table(router);
  std::vector<Pins> record;
  Neighbours neighbours;
  std::uint64_t first = 0;
  std::uint64_t all = 0;
  reset(router);
  while (record.size() < kCycles) {
    record.push_back(neighbours.next());
    drive(router, record.back());
    neighbours.take(router);
    first = fold(first, router);
    all = fold_all(all, router);
  }
  if (router.error_o != 0) {
    std::puts("a head that can never leave");
    return 1;
  }
  unsigned replays = 0;
  const std::clock_t start = std::clock();
  double seconds = 0;
  while (seconds < kSeconds) {
    std::uint64_t sum = 0;
    reset(router);
    for (const Pins& pins : record) {
      drive(router, pins);
      sum = fold(sum, router);
    }
    if (sum != first) {
      std::puts("the replay gave other outputs");
      return 1;
    }
    ++replays;
    seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  }
  std::printf("%.0f %llu\n", replays * static_cast<double>(kCycles) / seconds,
              static_cast<unsigned long long>(all));
  return 0;
}
