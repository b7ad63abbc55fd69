// The control block of an AXI4 network alone: snapshots, and what its registers answer.

#include "model/adapters/axi4_control.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace turnpike::test {
namespace {

using model::Axi4Control;
using model::Axi4CounterMap;
using model::AxiLiteIn;
using model::AxiResponse;

constexpr Axi4CounterMap kMap{3, 2};

class Axi4ControlTest : public testing::Test {
 protected:
  struct Answer {
    std::uint32_t data;
    AxiResponse response;
  };

  // In cycle t counter k grows by k + 1 + t % 3.
  void cycle(const AxiLiteIn& in) {
    std::vector<std::uint32_t> events(kMap.count());
    for (std::size_t k = 0; k < events.size(); ++k) {
      events[k] = static_cast<std::uint32_t>(k + 1 + now_ % 3);
    }
    control_.tick(in, events, error_);
    ++now_;
  }
  static std::uint64_t grown(std::size_t counter, std::uint64_t cycles) {
    std::uint64_t sum = 0;
    for (std::uint64_t t = 0; t < cycles; ++t) sum += counter + 1 + t % 3;
    return sum;
  }
  Answer read(std::uint32_t address) {
    AxiLiteIn in;
    in.arvalid = true;
    in.araddr = address;
    in.rready = true;
    while (!control_.bus().arready) cycle({});
    cycle(in);
    in.arvalid = false;
    while (!control_.bus().rvalid) cycle({});
    const Answer answer{control_.bus().rdata, static_cast<AxiResponse>(control_.bus().rresp)};
    cycle(in);
    return answer;
  }
  AxiResponse write(std::uint32_t address, std::uint32_t data, std::uint32_t strobe = 0xf) {
    AxiLiteIn in;
    in.awvalid = in.wvalid = in.bready = true;
    in.awaddr = address;
    in.wdata = data;
    in.wstrb = strobe;
    while (!control_.bus().awready || !control_.bus().wready) cycle({});
    cycle(in);
    in.awvalid = in.wvalid = false;
    while (!control_.bus().bvalid) cycle({});
    const auto response = static_cast<AxiResponse>(control_.bus().bresp);
    cycle(in);
    return response;
  }
  std::uint64_t counter(std::size_t number) {
    const std::uint32_t at = Axi4CounterMap::offset(number);
    const std::uint64_t low = read(at).data;
    return low | std::uint64_t{read(at + 4).data} << 32;
  }
  // Of the snapshot, the cycles that it holds.
  std::uint64_t cycles_of_snapshot() {
    const std::uint64_t first = counter(0);
    std::uint64_t cycles = 0;
    while (grown(0, cycles) < first) ++cycles;
    return cycles;
  }

  Axi4Control control_{kMap};
  std::uint64_t now_ = 0;
  bool error_ = false;
};

TEST_F(Axi4ControlTest, AllCountersOfASnapshotAreOfOneCycle) {
  for (int turn = 0; turn < 4; ++turn) {
    const std::uint64_t asked = now_;
    ASSERT_EQ(write(model::kAxi4Snapshot, 1), AxiResponse::okay);
    const std::uint64_t cycles = cycles_of_snapshot();
    EXPECT_GE(cycles, asked);
    EXPECT_LE(cycles, asked + kMap.count() + 4);
    EXPECT_EQ(cycles % kMap.count(), kMap.count() - 1);
    for (std::size_t k = 0; k < kMap.count(); ++k) EXPECT_EQ(counter(k), grown(k, cycles)) << k;
  }
}

TEST_F(Axi4ControlTest, TheFirstSnapshotIsTakenUnasked) {
  EXPECT_EQ(cycles_of_snapshot(), kMap.count() - 1);
  EXPECT_GE(now_, 2 * kMap.count() - 1);  // the read waited for it
}

TEST_F(Axi4ControlTest, WhatIsNoRegisterIsRefused) {
  const std::uint32_t end = Axi4CounterMap::offset(kMap.count());
  EXPECT_EQ(read(end).response, AxiResponse::decerr);
  EXPECT_EQ(write(end, 0), AxiResponse::decerr);
  EXPECT_EQ(read(0x18).response, AxiResponse::decerr);
  EXPECT_EQ(write(model::kAxi4Load, 0), AxiResponse::decerr);  // the map is fixed
  EXPECT_EQ(write(0xffc, 0), AxiResponse::decerr);
  EXPECT_EQ(read(end - 4).response, AxiResponse::okay);
  EXPECT_EQ(write(end - 4, 0), AxiResponse::slverr);
  EXPECT_EQ(write(model::kAxi4Status, 0), AxiResponse::slverr);
  EXPECT_EQ(write(model::kAxi4Snapshot, 2), AxiResponse::slverr);
  EXPECT_EQ(write(model::kAxi4Snapshot, 2, 0), AxiResponse::okay);
}

TEST_F(Axi4ControlTest, StatusTellsASnapshotAndAnError) {
  while (now_ < 3 * kMap.count()) cycle({});
  EXPECT_EQ(read(model::kAxi4Status).data, 0u);
  error_ = true;
  EXPECT_EQ(read(model::kAxi4Status).data, 2u);
  write(model::kAxi4Snapshot, 1);
  EXPECT_EQ(read(model::kAxi4Status).data, 3u);
  EXPECT_EQ(read(model::kAxi4Shape).data, 2u << 16 | 3u);
}

TEST_F(Axi4ControlTest, ALoadedRegionHoldsFromTheNextCycleOn) {
  control_.load_from({{0x0, 16, 3}, {0x10000, 16, 5}}, 32);
  EXPECT_EQ(read(model::kAxi4MapShape).data, 32u << 8 | 2u);
  EXPECT_EQ(write(model::kAxi4Region, 1), AxiResponse::okay);
  EXPECT_EQ(write(model::kAxi4BaseLow, 0x40000000), AxiResponse::okay);
  EXPECT_EQ(write(model::kAxi4Size, 20), AxiResponse::okay);
  EXPECT_EQ(write(model::kAxi4Node, 3), AxiResponse::okay);
  EXPECT_EQ(control_.regions()[1].base, 0x10000u);
  EXPECT_EQ(write(model::kAxi4Load, 1), AxiResponse::okay);
  EXPECT_EQ(control_.regions()[1].base, 0x40000000u);
  EXPECT_EQ(control_.regions()[1].log2, 20u);
  EXPECT_EQ(control_.regions()[1].node, 3u);
  EXPECT_EQ(write(model::kAxi4Size, 0), AxiResponse::okay);
  EXPECT_EQ(write(model::kAxi4Load, 1), AxiResponse::okay);
  EXPECT_FALSE(control_.regions()[1].has(0x40000000));
  EXPECT_TRUE(control_.regions()[0].has(0xffff));
}

TEST_F(Axi4ControlTest, WhatIsNoRegionIsNotLoaded) {
  control_.load_from({{0x0, 16, 3}, {0x10000, 16, 5}}, 32);
  const auto loads = [&](std::uint32_t region, std::uint64_t base, std::uint32_t size,
                         std::uint32_t node) {
    write(model::kAxi4Region, region);
    write(model::kAxi4BaseLow, static_cast<std::uint32_t>(base));
    write(model::kAxi4BaseHigh, static_cast<std::uint32_t>(base >> 32));
    write(model::kAxi4Size, size);
    write(model::kAxi4Node, node);
    return write(model::kAxi4Load, 1);
  };
  EXPECT_EQ(loads(1, 0x30000, 16, 3), AxiResponse::okay);
  EXPECT_EQ(loads(2, 0x30000, 16, 3), AxiResponse::slverr);
  EXPECT_EQ(loads(1, 0x38000, 16, 3), AxiResponse::slverr);
  EXPECT_EQ(loads(1, 0x1'0000'0000, 16, 3), AxiResponse::slverr);
  EXPECT_EQ(loads(1, 0x30000, 11, 3), AxiResponse::slverr);
  EXPECT_EQ(loads(1, 0, 33, 3), AxiResponse::slverr);
  EXPECT_EQ(loads(1, 0x30000, 16, 4), AxiResponse::slverr);
  EXPECT_EQ(control_.regions()[1].base, 0x30000u);
  EXPECT_EQ(control_.regions()[1].node, 3u);
}

TEST(Axi4CounterMapTest, EachCounterHasANumberAndANameOfItsOwn) {
  const std::vector<std::string> names =
      model::axi4_counter_names({"east", "west", "in"}, {"cpu", "ram"});
  EXPECT_EQ(names.size(), kMap.count());
  EXPECT_EQ(names.size(), 3u * 3 + 7 * 2 + 2);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  EXPECT_EQ(std::count(names.begin(), names.end(), ""), 0);
  EXPECT_EQ(names[kMap.stalls(1)], "stalls_west");
  EXPECT_EQ(names[kMap.write_errors(1)], "write_errors_ram");
}

}  // namespace
}  // namespace turnpike::test
