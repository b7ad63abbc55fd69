// axi4_traffic.h - a manager that makes random bursts and a memory that answers them, at the ends
// of AXI4 adapters or of a whole AXI4 network. Each end checks that it receives exactly what the
// other end sent, and throws NetworkError otherwise.
//
// Data follow from the address of a burst and the number of a beat, so both ends know them.

#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <vector>

#include "model/axi/axi4_ends.h"
#include "model/common/random.h"

namespace turnpike::model {

// The random numbers of one end.
class Axi4Draws {
 public:
  // `end`: different for each end of a run.
  Axi4Draws(std::uint64_t seed, std::uint32_t end) : stream_(seed, Stream::bus), end_(end) {}
  std::uint64_t bits() { return stream_.draw(end_, event_++); }
  std::uint32_t below(std::uint32_t n) { return model::below(bits(), n); }
  bool chance(double probability) { return model::chance(bits(), probability); }

 private:
  RandomStream stream_;
  std::uint32_t end_;
  std::uint64_t event_ = 0;
};

class Axi4ManagerTraffic final : public Axi4ManagerEnd {
 public:
  // `user_bits`: of USER signals; 0: the port has none. Addresses are those of params.regions, and
  // one in twenty is any; one burst in twenty may be illegal.
  Axi4ManagerTraffic(const Axi4Params& params, unsigned user_bits, std::uint64_t seed,
                     std::uint32_t end)
      : params_(params), user_bits_(user_bits), draws_(seed, end) {}

  const Axi4Manager& drive(Cycle now, double pace) override;
  void observe(Cycle now, const Axi4Subordinate& seen) override;

  // The address map is another one; nothing is in flight.
  void set_map(const std::vector<Axi4Region>& regions) { params_.regions = regions; }
  // The subordinate at a node has stopped: its watchdog may answer SLVERR in its place.
  void expect_timeouts(std::uint32_t node) { stopped_.insert(node); }

  bool is_done() const override;
  const Axi4Counts& counts() const override { return counts_; }

 private:
  // A request whose answer has not come.
  struct Expected {
    Axi4Request request;
    std::uint32_t error = 0;  // an answer that no memory gives: SLVERR or DECERR
    unsigned beats = 0;       // that have come
    Cycle began = 0;
    bool is_given_up = false;  // a beat of it came from a watchdog
  };
  using Waiting = std::map<std::uint32_t, std::deque<Expected>>;  // [ID], the oldest first

  Axi4Request draw_request();
  std::uint64_t draw_address();
  void make_write();
  std::uint32_t error_of(const Axi4Request& request) const;
  bool may_time_out(const Expected& expected) const;
  void take_response(Cycle now, const Axi4Response& response);
  void take_beat(Cycle now, const Axi4ReadBeat& beat);

  Axi4Params params_;
  unsigned user_bits_;
  Axi4Draws draws_;
  Axi4Manager pins_;
  Cycle aw_began_ = 0;
  Cycle ar_began_ = 0;
  std::deque<Axi4Request> writes_;
  std::deque<Axi4WriteBeat> beats_;
  Waiting writing_;
  Waiting reading_;
  bool slow_ = false;
  std::set<std::uint32_t> stopped_;  // nodes
  Axi4Counts counts_;
};

// Bits of a set of channels.
enum Axi4Channels : unsigned { kAw = 1, kW = 2, kB = 4, kAr = 8, kR = 16, kAllChannels = 31 };

class Axi4MemoryTraffic final : public Axi4MemoryEnd {
 public:
  // Only addresses of params.regions at params.node may come.
  Axi4MemoryTraffic(const Axi4Params& params, unsigned user_bits, std::uint64_t seed,
                    std::uint32_t end)
      : params_(params), user_bits_(user_bits), draws_(seed, end) {}

  const Axi4Subordinate& drive() override;
  void observe(const Axi4Manager& seen) override;
  void set_map(const std::vector<Axi4Region>& regions) { params_.regions = regions; }
  // From now on it takes nothing on these channels, and begins no response; 0: it goes on.
  void stop(unsigned channels) { stopped_ = channels; }

 private:
  struct Read {
    Axi4Request request;
    unsigned beat = 0;
  };

  void check_address(const Axi4Request& request) const;
  void take_write_beats();
  Axi4Response draw_answer();
  void show_beat();
  void show_beat_of(Read& read);

  Axi4Params params_;
  unsigned user_bits_;
  Axi4Draws draws_;
  Axi4Subordinate pins_;
  std::deque<Axi4Request> writes_;
  std::deque<Axi4WriteBeat> beats_;
  std::deque<Axi4Response> answers_;
  std::deque<Read> reads_;
  std::uint32_t reading_ = 0;  // the ID of a burst that has begun
  bool is_reading_ = false;
  unsigned beat_ = 0;
  bool slow_ = false;
  unsigned stopped_ = 0;
};

}  // namespace turnpike::model
