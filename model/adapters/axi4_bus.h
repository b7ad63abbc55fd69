// axi4_bus.h - the channels of AXI4 as structs, and the parameters of the adapters (docs/axi.md,
// 2).

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "model/adapters/wire_bits.h"

namespace turnpike::model {

struct Axi4Region {
  std::uint64_t base = 0;
  unsigned log2 = 12;  // of its bytes
  std::uint32_t node = 0;
  bool is_on = true;  // false: it has no address
  bool has(std::uint64_t address) const {
    return is_on && (log2 >= 64 || address >> log2 == base >> log2);
  }
};

// The first region that has the address; null: none.
inline const Axi4Region* region_of(const std::vector<Axi4Region>& regions, std::uint64_t address) {
  for (const Axi4Region& region : regions) {
    if (region.has(address)) return &region;
  }
  return nullptr;
}

// The lowest AxQOS of level 1.
inline constexpr std::uint32_t kUrgentQos = 8;

// Names and ranges are those of the RTL.
struct Axi4Params {
  unsigned data_w = 72;  // of a flit
  unsigned addr_w = 6;
  unsigned vcs = 2;
  unsigned depth = 4;
  unsigned classes = 2;
  unsigned requests = 0;
  unsigned responses = 1;
  unsigned levels = 1;  // 2: level 1 has the classes two above these
  unsigned axi_addr_w = 32;
  unsigned axi_data_w = 64;
  unsigned axi_id_w = 4;
  unsigned user_w = 1;
  bool in_order = true;
  bool reorder = false;  // reorder buffers at initiators
  bool slices = false;
  std::uint32_t node = 0;
  // Initiators only.
  std::size_t reads = 8;
  std::size_t writes = 8;
  std::size_t per_id = 8;
  std::size_t read_beats = 256;
  std::size_t write_beats = 256;
  std::vector<Axi4Region> regions;
  // Targets only.
  std::size_t packet_beats = 16;
  std::uint64_t timeout = 0;  // cycles; 0: no watchdog
  std::size_t watched = 16;

  unsigned group() const { return vcs / classes; }
  // The level of a request.
  unsigned level(std::uint32_t qos) const { return levels == 2 && qos >= kUrgentQos ? 1 : 0; }
  unsigned request_bits() const { return axi_id_w + axi_addr_w + user_w + 29; }
  unsigned request_header_bits() const { return 2 * addr_w + 3 + request_bits(); }
  unsigned response_header_bits() const { return 2 * addr_w + 3 + axi_id_w + 2 + user_w; }
  unsigned write_beat_bits() const { return axi_data_w + axi_data_w / 8 + user_w; }
  unsigned read_beat_bits() const { return axi_data_w + 3 + user_w; }
  unsigned flits(unsigned bits) const { return (bits + data_w - 1) / data_w; }
};

// AW or AR. The ID at a target is {level if there are two, node of the initiator, its ID}.
struct Axi4Request {
  std::uint64_t address = 0;
  std::uint64_t user = 0;
  std::uint32_t id = 0;
  std::uint32_t length = 0;  // beats less one
  std::uint32_t size = 0;
  std::uint32_t burst = 1;
  std::uint32_t lock = 0;
  std::uint32_t cache = 0;
  std::uint32_t protection = 0;
  std::uint32_t qos = 0;
  std::uint32_t region = 0;
};
struct Axi4WriteBeat {
  WireBits data;
  std::uint64_t strobes = 0;
  std::uint64_t user = 0;
  bool last = false;
};
struct Axi4Response {
  std::uint32_t id = 0;
  std::uint32_t response = 0;
  std::uint64_t user = 0;
};
struct Axi4ReadBeat {
  WireBits data;
  std::uint32_t id = 0;
  std::uint32_t response = 0;
  std::uint64_t user = 0;
  bool last = false;
};

// The pins that a manager's side drives, and those of a subordinate. Payload counts while valid.
struct Axi4Manager {
  bool aw_valid = false;
  Axi4Request aw;
  bool w_valid = false;
  Axi4WriteBeat w;
  bool b_ready = false;
  bool ar_valid = false;
  Axi4Request ar;
  bool r_ready = false;
  std::uint32_t timeouts = 0;  // that the watchdog of a target has answered
};
struct Axi4Subordinate {
  bool aw_ready = false;
  bool w_ready = false;
  bool b_valid = false;
  Axi4Response b;
  bool ar_ready = false;
  bool r_valid = false;
  Axi4ReadBeat r;
};

// The channels to and from the router: what an adapter drives, and what it sees.
struct Axi4ChannelOut {
  bool valid = false;
  unsigned vc = 0;
  WireBits flit;              // {tail, head, data}, while valid
  std::uint32_t credits = 0;  // a bit a VC, for what came in
};
struct Axi4ChannelIn {
  bool enable = true;
  bool valid = false;
  unsigned vc = 0;
  WireBits flit;
  std::uint32_t credits = 0;
};

// Responses: SLVERR and DECERR.
inline constexpr std::uint32_t kSlaveError = 2;
inline constexpr std::uint32_t kDecodeError = 3;

// Places of the queues of requests, and of register slices.
inline constexpr std::size_t kAxi4Places = 2;

// A queue of docs/axi.md, 3: it takes nothing in the first cycle after reset.
template <class Word>
class Axi4Queue {
 public:
  explicit Axi4Queue(std::size_t depth) : depth_(depth) {}

  bool ready() const { return is_awake_ && words_.size() < depth_; }
  bool valid() const { return !words_.empty(); }
  const Word& front() const { return words_.front(); }
  // Word{} while there is none.
  Word shown() const { return words_.empty() ? Word{} : words_.front(); }

  // Ends the cycle: `take` says that the front word leaves, `offered` that a word is there to
  // enter.
  void tick(bool take, bool offered, const Word& word) {
    const bool enters = offered && ready();
    if (take && valid()) words_.pop_front();
    if (enters) words_.push_back(word);
    is_awake_ = true;
  }

 private:
  std::size_t depth_;
  std::deque<Word> words_;
  bool is_awake_ = false;
};

}  // namespace turnpike::model
