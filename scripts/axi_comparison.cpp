// axi_comparison.cpp - managers and memories around a Verilated AXI4 interconnect: latency of
// single accesses, and what reads carry at saturation. Made by axi_comparison.py, with
//
//   MANAGERS, SUBORDINATES   ports; region k of 16 MiB is subordinate k
//
// Managers make reads and writes of a beat, or reads of eight; memories answer in the order in
// which they were asked, the first beat in the cycle after that of the handshake on AR, one beat a
// cycle, and B in the cycle after that of the last beat. Every response is checked: the beat's data
// tell its address and its place, and the order of each ID is that of the requests. Prints a line
// `name value` for each figure, and ends with 1 at the first wrong response.

#include <verilated.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include "Vaxi_switch.h"

double sc_time_stamp() { return 0; }

namespace {

constexpr unsigned kManagers = MANAGERS;
constexpr unsigned kSubordinates = SUBORDINATES;
constexpr unsigned kIds = 4;
constexpr unsigned kIdBits = 2;
constexpr unsigned kSubordinateIdBits = SUBORDINATE_ID_BITS;
constexpr unsigned kInMemory = 32;      // requests that a memory takes before it answers
constexpr unsigned kAhead = 8;          // writes whose AW goes before the data of the first
constexpr std::uint64_t kLimit = 2000;  // cycles without a response: the interconnect hangs

// Bits [low, low + bits) of a pin, of at most 64 bits.
template <class Pin>
std::uint64_t bits_of(const Pin& pin, unsigned low, unsigned bits) {
  const std::uint64_t all = static_cast<std::uint64_t>(pin) >> low;
  return bits == 64 ? all : all & ((std::uint64_t{1} << bits) - 1);
}
template <std::size_t Words>
std::uint64_t bits_of(const VlWide<Words>& pin, unsigned low, unsigned bits) {
  std::uint64_t value = 0;
  for (unsigned bit = 0; bit < bits; ++bit) {
    const unsigned at = low + bit;
    value |= std::uint64_t{pin[at / 32] >> (at % 32) & 1U} << bit;
  }
  return value;
}
template <class Pin>
void set_bits(Pin& pin, unsigned low, unsigned bits, std::uint64_t value) {
  const std::uint64_t mask = (bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1)
                             << low;
  pin = static_cast<Pin>((static_cast<std::uint64_t>(pin) & ~mask) | (value << low & mask));
}
template <std::size_t Words>
void set_bits(VlWide<Words>& pin, unsigned low, unsigned bits, std::uint64_t value) {
  for (unsigned bit = 0; bit < bits; ++bit) {
    const unsigned at = low + bit;
    pin[at / 32] = (pin[at / 32] & ~(1U << (at % 32))) |
                   static_cast<std::uint32_t>(value >> bit & 1U) << (at % 32);
  }
}

std::uint64_t data_of(std::uint32_t address, unsigned beat) {
  return (std::uint64_t{address} << 32) + beat + 1;
}

struct Request {
  std::uint32_t address;
  unsigned id;
  unsigned beats;
  std::uint64_t since;  // first cycle with valid
  bool is_taken = false;
};

[[noreturn]] void fail(const char* what, unsigned port, std::uint64_t cycle) {
  std::fprintf(stderr, "port %u, cycle %llu: %s\n", port, static_cast<unsigned long long>(cycle),
               what);
  std::exit(1);
}

class Bench {
 public:
  Bench() {
    top_.clk_i = 0;
    top_.rst_i = 1;
    for (unsigned m = 0; m < kManagers; ++m) {
      set_bits(top_.s_axi_bready, m, 1, 1);
      set_bits(top_.s_axi_rready, m, 1, 1);
      set_bits(top_.s_axi_wlast, m, 1, 1);
      set_bits(top_.s_axi_wstrb, 8 * m, 8, 0xff);
      for (unsigned at : {3 * m}) {
        set_bits(top_.s_axi_arsize, at, 3, 3);
        set_bits(top_.s_axi_awsize, at, 3, 3);
      }
      set_bits(top_.s_axi_arburst, 2 * m, 2, 1);
      set_bits(top_.s_axi_awburst, 2 * m, 2, 1);
    }
    for (unsigned i = 0; i < 16; ++i) clock();
    top_.rst_i = 0;
    for (unsigned i = 0; i < 16; ++i) clock();
    cycle_ = 0;
  }

  // Puts a read, or a write of one beat, on a manager's channels; needs a free channel.
  void read(unsigned m, unsigned target, unsigned id, unsigned beats) {
    ask(reads_[m], m, target, id, beats);
  }
  void write(unsigned m, unsigned target, unsigned id) { ask(writes_[m], m, target, id, 1); }
  bool may_read(unsigned m) const { return reads_[m].empty() || reads_[m].back().is_taken; }
  bool may_write(unsigned m) const {
    return (writes_[m].empty() || writes_[m].back().is_taken) && data_of_[m].size() < kAhead;
  }
  std::size_t reads_in_flight(unsigned m) const { return reads_[m].size(); }
  std::size_t writes_in_flight(unsigned m) const { return writes_[m].size(); }

  void step() {
    drive_managers();
    drive_memories();
    top_.eval();
    for (unsigned m = 0; m < kManagers; ++m) watch_manager(m);
    for (unsigned s = 0; s < kSubordinates; ++s) watch_memory(s);
    clock();
    ++cycle_;
    if (cycle_ > last_ + kLimit) fail("no response", 0, cycle_);
  }

  void idle() { last_ = cycle_; }

  std::uint64_t beats = 0, writes = 0;                // answered
  std::uint64_t first_latency = 0, last_latency = 0;  // of the last response, in cycles

 private:
  void clock() {
    top_.clk_i = 1;
    top_.eval();
    top_.clk_i = 0;
    top_.eval();
  }

  void ask(std::deque<Request>& queue, unsigned m, unsigned target, unsigned id, unsigned beats) {
    // A burst crosses no 4 KiB boundary.
    const std::uint32_t address = target << 24 | (next_++ * 64 & 0xffffff);
    queue.push_back({address, id, beats, cycle_});
    if (&queue == &writes_[m]) data_of_[m].push_back(data_of(address, 0));
  }

  void drive_managers() {
    for (unsigned m = 0; m < kManagers; ++m) {
      const bool reads = !may_read(m);
      set_bits(top_.s_axi_arvalid, m, 1, reads);
      if (reads) {
        const Request& request = reads_[m].back();
        set_bits(top_.s_axi_araddr, 32 * m, 32, request.address);
        set_bits(top_.s_axi_arid, kIdBits * m, kIdBits, request.id);
        set_bits(top_.s_axi_arlen, 8 * m, 8, request.beats - 1);
      }
      const bool writes = !writes_[m].empty() && !writes_[m].back().is_taken;
      set_bits(top_.s_axi_awvalid, m, 1, writes);
      if (writes) {
        set_bits(top_.s_axi_awaddr, 32 * m, 32, writes_[m].back().address);
        set_bits(top_.s_axi_awid, kIdBits * m, kIdBits, writes_[m].back().id);
      }
      set_bits(top_.s_axi_wvalid, m, 1, !data_of_[m].empty());
      if (!data_of_[m].empty()) set_bits(top_.s_axi_wdata, 64 * m, 64, data_of_[m].front());
    }
  }

  void drive_memories() {
    for (unsigned s = 0; s < kSubordinates; ++s) {
      Memory& memory = memories_[s];
      set_bits(top_.m_axi_arready, s, 1, memory.reads.size() < kInMemory);
      set_bits(top_.m_axi_awready, s, 1, memory.writes.size() < kInMemory);
      set_bits(top_.m_axi_wready, s, 1, memory.data.size() < kInMemory);
      const bool answers = !memory.reads.empty();
      set_bits(top_.m_axi_rvalid, s, 1, answers);
      if (answers) {
        const Request& front = memory.reads.front();
        set_bits(top_.m_axi_rid, kSubordinateIdBits * s, kSubordinateIdBits, front.id);
        set_bits(top_.m_axi_rdata, 64 * s, 64, data_of(front.address, memory.beat));
        set_bits(top_.m_axi_rlast, s, 1, memory.beat + 1 == front.beats);
      }
      const bool done = !memory.writes.empty() && !memory.data.empty();
      set_bits(top_.m_axi_bvalid, s, 1, done);
      if (done) {
        set_bits(top_.m_axi_bid, kSubordinateIdBits * s, kSubordinateIdBits,
                 memory.writes.front().id);
        if (memory.data.front() != data_of(memory.writes.front().address, 0)) {
          fail("a write has other data", s, cycle_);
        }
      }
    }
  }

  // The oldest request with an ID, which a response belongs to.
  std::deque<Request>::iterator oldest(std::deque<Request>& queue, unsigned id, unsigned port) {
    for (auto at = queue.begin(); at != queue.end(); ++at) {
      if (at->id == id) return at;
    }
    fail("a response that nobody asked for", port, cycle_);
  }

  void watch_manager(unsigned m) {
    if (bits_of(top_.s_axi_rvalid, m, 1) != 0) {
      const unsigned id = bits_of(top_.s_axi_rid, kIdBits * m, kIdBits);
      const auto request = oldest(reads_[m], id, m);
      unsigned& beat = beat_[m][id];
      if (bits_of(top_.s_axi_rdata, 64 * m, 64) != data_of(request->address, beat)) {
        fail("a beat that is not the next one of its ID", m, cycle_);
      }
      if (beat == 0) first_latency = cycle_ - request->since;
      const bool is_last = ++beat == request->beats;
      if ((bits_of(top_.s_axi_rlast, m, 1) != 0) != is_last) fail("RLAST", m, cycle_);
      if (is_last) {
        last_latency = cycle_ - request->since;
        reads_[m].erase(request);
        beat = 0;
      }
      ++beats;
      last_ = cycle_;
    }
    if (bits_of(top_.s_axi_bvalid, m, 1) != 0) {
      const auto request = oldest(writes_[m], bits_of(top_.s_axi_bid, kIdBits * m, kIdBits), m);
      first_latency = last_latency = cycle_ - request->since;
      writes_[m].erase(request);
      ++writes;
      last_ = cycle_;
    }
    if (bits_of(top_.s_axi_arvalid, m, 1) != 0 && bits_of(top_.s_axi_arready, m, 1) != 0) {
      reads_[m].back().is_taken = true;
    }
    if (bits_of(top_.s_axi_awvalid, m, 1) != 0 && bits_of(top_.s_axi_awready, m, 1) != 0) {
      writes_[m].back().is_taken = true;
    }
    if (bits_of(top_.s_axi_wvalid, m, 1) != 0 && bits_of(top_.s_axi_wready, m, 1) != 0) {
      data_of_[m].pop_front();
    }
  }

  void watch_memory(unsigned s) {
    Memory& memory = memories_[s];
    if (bits_of(top_.m_axi_rvalid, s, 1) != 0 && bits_of(top_.m_axi_rready, s, 1) != 0) {
      if (++memory.beat == memory.reads.front().beats) {
        memory.reads.pop_front();
        memory.beat = 0;
      }
    }
    if (bits_of(top_.m_axi_bvalid, s, 1) != 0 && bits_of(top_.m_axi_bready, s, 1) != 0) {
      memory.writes.pop_front();
      memory.data.pop_front();
    }
    if (bits_of(top_.m_axi_arvalid, s, 1) != 0 && bits_of(top_.m_axi_arready, s, 1) != 0) {
      memory.reads.push_back(request_of(top_.m_axi_araddr, top_.m_axi_arid, top_.m_axi_arlen, s));
    }
    if (bits_of(top_.m_axi_awvalid, s, 1) != 0 && bits_of(top_.m_axi_awready, s, 1) != 0) {
      memory.writes.push_back(request_of(top_.m_axi_awaddr, top_.m_axi_awid, top_.m_axi_awlen, s));
    }
    if (bits_of(top_.m_axi_wvalid, s, 1) != 0 && bits_of(top_.m_axi_wready, s, 1) != 0) {
      memory.data.push_back(bits_of(top_.m_axi_wdata, 64 * s, 64));
    }
  }

  template <class Address, class Id, class Length>
  Request request_of(const Address& address, const Id& id, const Length& length, unsigned s) {
    const std::uint32_t at = bits_of(address, 32 * s, 32);
    if (at >> 24 != s) fail("a request for another subordinate", s, cycle_);
    return {at, static_cast<unsigned>(bits_of(id, kSubordinateIdBits * s, kSubordinateIdBits)),
            static_cast<unsigned>(bits_of(length, 8 * s, 8)) + 1, cycle_};
  }

  struct Memory {
    std::deque<Request> reads, writes;
    std::deque<std::uint64_t> data;
    unsigned beat = 0;  // of the read in front
  };

  Vaxi_switch top_;
  std::uint64_t cycle_ = 0, last_ = 0;
  std::uint32_t next_ = 0;
  std::array<std::deque<Request>, kManagers> reads_, writes_;
  std::array<std::deque<std::uint64_t>, kManagers> data_of_;
  std::array<std::array<unsigned, kIds>, kManagers> beat_ = {};
  std::array<Memory, kSubordinates> memories_;
};

void print(const char* name, double value) { std::printf("%s %.4f\n", name, value); }

// One access at a time, from each manager to each subordinate.
void measure_latency() {
  Bench bench;
  std::array<double, 3> sum = {};
  std::array<std::uint64_t, 2> range = {~0ULL, 0};
  for (unsigned m = 0; m < kManagers; ++m) {
    for (unsigned s = 0; s < kSubordinates; ++s) {
      for (unsigned kind = 0; kind < 3; ++kind) {
        bench.idle();
        for (unsigned i = 0; i < 40; ++i) bench.step();
        bench.idle();
        const std::uint64_t before = bench.beats + bench.writes;
        if (kind == 2) {
          bench.write(m, s, 0);
        } else {
          bench.read(m, s, 0, kind == 0 ? 1 : 8);
        }
        while (bench.beats + bench.writes < before + (kind == 1 ? 8 : 1)) bench.step();
        sum[kind] += static_cast<double>(bench.last_latency);
        if (kind == 0) {
          range[0] = std::min(range[0], bench.last_latency);
          range[1] = std::max(range[1], bench.last_latency);
        }
      }
    }
  }
  constexpr double kPairs = kManagers * kSubordinates;
  print("read_latency", sum[0] / kPairs);
  print("read_latency_least", static_cast<double>(range[0]));
  print("read_latency_most", static_cast<double>(range[1]));
  print("read_8_latency", sum[1] / kPairs);
  print("write_latency", sum[2] / kPairs);
}

enum class Kind { reads, random_reads, writes };

// Answered beats a cycle and manager, once all managers have had `in_flight` accesses under way.
double carried(Kind kind, unsigned beats, unsigned in_flight) {
  constexpr unsigned kWarmup = 2000, kMeasured = 20000;
  Bench bench;
  std::mt19937 random(1);
  std::array<unsigned, kManagers> count = {};
  std::uint64_t before = 0;
  for (unsigned cycle = 0; cycle < kWarmup + kMeasured; ++cycle) {
    if (cycle == kWarmup) before = bench.beats + bench.writes;
    for (unsigned m = 0; m < kManagers; ++m) {
      const unsigned id = kind == Kind::random_reads ? random() % kIds : count[m] % kIds;
      const unsigned target =
          kind == Kind::random_reads ? random() % kSubordinates : m % kSubordinates;
      if (kind == Kind::writes) {
        if (bench.writes_in_flight(m) >= in_flight || !bench.may_write(m)) continue;
        bench.write(m, target, id);
      } else {
        if (bench.reads_in_flight(m) >= in_flight || !bench.may_read(m)) continue;
        bench.read(m, target, id, beats);
      }
      ++count[m];
    }
    bench.step();
  }
  return static_cast<double>(bench.beats + bench.writes - before) / kMeasured / kManagers;
}

}  // namespace

int main() {
  measure_latency();
  print("random_reads_8", carried(Kind::random_reads, 8, 8));
  print("random_reads_8_of_16", carried(Kind::random_reads, 8, 16));
  print("reads_8", carried(Kind::reads, 8, 16));
  print("reads_1", carried(Kind::reads, 1, 32));
  print("writes_1", carried(Kind::writes, 1, 32));
  return 0;
}
