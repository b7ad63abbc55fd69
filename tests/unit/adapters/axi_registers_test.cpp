// A co-processor's registers on AXI4-Lite, by the words of docs/adapters.md, section 1.

#include "model/adapters/axi_registers.h"

#include <gtest/gtest.h>

namespace turnpike::test {
namespace {

using model::AxiLiteIn;
using model::AxiMemory;
using model::AxiRegisters;
using model::CoprocessorIn;
using model::CoprocessorOut;

constexpr std::uint32_t kOkay = 0;
constexpr std::uint32_t kSlverr = 2;
constexpr std::uint32_t kDecerr = 3;

model::CoprocessorParams cube() {
  model::CoprocessorParams params;
  params.dimensions = 3;
  return params;
}

class AxiRegistersTest : public testing::Test {
 protected:
  AxiRegistersTest() { tick({}); }  // nothing is taken in the cycle after reset

  void tick(const AxiLiteIn& in) {
    registers_.tick(in, events_, memory_, true);
    events_ = {};
    events_.instruction_ready = takes_;
  }
  // The response, or 4 if there is none in time.
  std::uint32_t write(std::uint32_t address, std::uint32_t data, std::uint32_t strobe = 0xf) {
    AxiLiteIn in;
    in.awvalid = in.wvalid = true;
    in.awaddr = address;
    in.wdata = data;
    in.wstrb = strobe;
    tick(in);
    return answer();
  }
  std::uint32_t answer() {
    AxiLiteIn in;
    in.bready = true;
    for (int cycle = 0; cycle < 4; ++cycle) {
      const bool is_there = registers_.bus().bvalid;
      const std::uint32_t response = registers_.bus().bresp;
      tick(in);
      if (is_there) return response;
    }
    return 4;
  }
  std::uint32_t read(std::uint32_t address) {
    AxiLiteIn in;
    in.arvalid = in.rready = true;
    in.araddr = address;
    tick(in);
    in.arvalid = false;
    while (!registers_.bus().rvalid) tick(in);
    response_ = registers_.bus().rresp;
    const std::uint32_t data = registers_.bus().rdata;
    tick(in);
    return data;
  }

  AxiMemory memory_;
  AxiRegisters registers_{cube(), 5};
  CoprocessorOut events_;
  bool takes_ = false;          // the co-processor takes an instruction
  std::uint32_t response_ = 0;  // of the last read
};

TEST_F(AxiRegistersTest, ResetValues) {
  EXPECT_EQ(read(0x00), 0x54504b45u);
  EXPECT_EQ(read(0x04), 0x100u);
  EXPECT_EQ(read(0x08), 16u << 16 | 16u << 8 | 3u);
  EXPECT_EQ(read(0x0c), 5u);
  EXPECT_EQ(read(0x10), 0u);
  EXPECT_EQ(read(0x14), 16u);
  EXPECT_EQ(read(0x20), 3u);
}

TEST_F(AxiRegistersTest, AWriteTakenAtTheEndOfTIsAnsweredInTPlus2) {
  AxiLiteIn in;
  in.awvalid = true;
  in.awaddr = 0x28;
  tick(in);  // the address alone
  EXPECT_FALSE(registers_.bus().awready);
  tick({});
  in = {};
  in.wvalid = true;
  in.wdata = 3;
  in.wstrb = 0xf;
  tick(in);  // t
  EXPECT_FALSE(registers_.bus().bvalid);
  tick({});  // t + 1
  EXPECT_TRUE(registers_.bus().bvalid);
  tick({});  // it stays
  EXPECT_TRUE(registers_.bus().bvalid);
  EXPECT_EQ(answer(), kOkay);
  EXPECT_EQ(read(0x28), 3u);
}

TEST_F(AxiRegistersTest, AReadTakenAtTheEndOfTIsAnsweredInTPlus2) {
  AxiLiteIn in;
  in.arvalid = true;
  tick(in);
  EXPECT_FALSE(registers_.bus().rvalid);
  tick({});
  EXPECT_TRUE(registers_.bus().rvalid);
  EXPECT_EQ(registers_.bus().rdata, 0x54504b45u);
}

TEST_F(AxiRegistersTest, WhatIsNotThereAnswersDecerr) {
  for (const std::uint32_t address : {0x38u, 0x3cu, 0x58u, 0x80u, 0xffcu}) {
    EXPECT_EQ(write(address, 1), kDecerr) << address;
    EXPECT_EQ(read(address), 0u);
    EXPECT_EQ(response_, kDecerr) << address;
  }
  read(0x7c);
  EXPECT_EQ(response_, kOkay);
}

TEST_F(AxiRegistersTest, WritesThatARegisterRefusesChangeNothing) {
  EXPECT_EQ(write(0x00, 1), kSlverr);
  EXPECT_EQ(write(0x0c, 8), kSlverr);   // nodes 0 .. 7
  EXPECT_EQ(write(0x10, 12), kSlverr);  // no multiple of 8
  EXPECT_EQ(write(0x14, 5), kSlverr);
  EXPECT_EQ(write(0x14, 32), kSlverr);
  EXPECT_EQ(write(0x18, 8), kSlverr);
  EXPECT_EQ(write(0x24, 16), kSlverr);
  EXPECT_EQ(write(0x28, 16), kSlverr);
  EXPECT_EQ(write(0x60, 16, 0x7), kSlverr);  // not all four bytes
  EXPECT_EQ(write(0x00, 1, 0), kOkay);       // no byte at all
  EXPECT_EQ(read(0x0c), 5u);
  EXPECT_EQ(read(0x14), 16u);
  EXPECT_EQ(read(0x20), 3u);
}

TEST_F(AxiRegistersTest, BytesWithoutAStrobeKeepTheirValue) {
  EXPECT_EQ(write(0x10, 0x11223340), kOkay);
  EXPECT_EQ(write(0x10, 0xaabbccdd, 0x4), kOkay);
  EXPECT_EQ(read(0x10), 0x11bb3340u);
}

TEST_F(AxiRegistersTest, AnInstructionWaitsUntilTheOneBeforeIsTaken) {
  EXPECT_EQ(write(0x60 + 4 * 3, 0x1000), kOkay);
  CoprocessorIn pins;
  registers_.drive(pins);
  EXPECT_TRUE(pins.instruction_valid);
  EXPECT_EQ(pins.operation, 3u);
  EXPECT_EQ(pins.pointer, 0x1000u);
  EXPECT_EQ(read(0x20) & 5u, 4u);         // not ready, started
  EXPECT_EQ(write(0x10, 0x40), kSlverr);  // once started
  EXPECT_EQ(write(0x18, 1), kOkay);
  EXPECT_EQ(write(0x1c, 0x2000), 4u);  // no answer
  takes_ = true;
  tick({});
  EXPECT_EQ(answer(), kOkay);
  registers_.drive(pins);
  EXPECT_EQ(pins.operation, 1u);
  EXPECT_EQ(pins.pointer, 0x2000u);
}

TEST_F(AxiRegistersTest, EventsArePendingInterruptAndCount) {
  EXPECT_EQ(write(0x28, 4), kOkay);
  events_.error_valid = true;
  events_.error_code = 17;
  events_.error_pointer = 0x1238;
  tick({});
  EXPECT_FALSE(registers_.bus().interrupt);
  tick({});
  EXPECT_TRUE(registers_.bus().interrupt);
  EXPECT_EQ(read(0x24), 4u);
  EXPECT_EQ(read(0x2c), 17u);
  EXPECT_EQ(read(0x30), 0x1238u);
  EXPECT_EQ(read(0x48), 1u);
  EXPECT_EQ(write(0x24, 4), kOkay);
  EXPECT_EQ(read(0x24), 0u);
  EXPECT_FALSE(registers_.bus().interrupt);
}

TEST_F(AxiRegistersTest, AnEventInTheCycleOfItsClearingStaysPending) {
  events_.sent = true;
  tick({});
  AxiLiteIn in;
  in.awvalid = in.wvalid = true;
  in.awaddr = 0x24;
  in.wdata = 1;
  in.wstrb = 0xf;
  tick(in);
  events_.sent = true;
  tick({});  // the registers see the write
  EXPECT_EQ(answer(), kOkay);
  EXPECT_EQ(read(0x24), 1u);
  EXPECT_EQ(read(0x40), 2u);
}

}  // namespace
}  // namespace turnpike::test
