// The co-processor's memory port on AXI4, by the words of docs/adapters.md, section 2.

#include "model/adapters/axi_memory.h"

#include <gtest/gtest.h>

namespace turnpike::test {
namespace {

using model::AxiIn;
using model::AxiMemory;
using model::CoprocessorOut;

CoprocessorOut request(bool write, std::uint32_t address, bool fence = false) {
  CoprocessorOut out;
  out.memory_valid = true;
  out.memory_write = write;
  out.memory_fence = fence;
  out.memory_address = address;
  out.memory_data = 0x1122334455667788u;
  out.memory_strobe = 0x3c;
  return out;
}

// A bus that takes all and says nothing.
AxiIn open() {
  AxiIn in;
  in.awready = in.wready = in.arready = true;
  return in;
}

class AxiMemoryTest : public testing::Test {
 protected:
  AxiMemoryTest() { memory_.tick({}, open()); }  // nothing is taken in the cycle after reset

  void answer_write(std::uint32_t response = 0) {
    AxiIn in = open();
    in.bvalid = true;
    in.bresp = response;
    memory_.tick({}, in);
  }
  void answer_read(std::uint64_t data, std::uint32_t response = 0) {
    AxiIn in = open();
    in.rvalid = true;
    in.rdata = data;
    in.rresp = response;
    memory_.tick({}, in);
  }

  AxiMemory memory_;
};

TEST(AxiMemoryResetTest, NothingIsTakenInTheCycleAfterReset) {
  AxiMemory memory;
  EXPECT_FALSE(memory.ready(request(false, 8)));
  EXPECT_FALSE(memory.bus().bready);
  EXPECT_FALSE(memory.bus().rready);
  memory.tick({}, {});
  EXPECT_TRUE(memory.ready(request(false, 8)));
  EXPECT_TRUE(memory.bus().bready);
  EXPECT_TRUE(memory.bus().rready);
}

TEST_F(AxiMemoryTest, ARequestIsOnTheBusTwoCyclesAfterItWasTaken) {
  ASSERT_TRUE(memory_.ready(request(true, 0x40)));
  memory_.tick(request(true, 0x40), open());
  EXPECT_FALSE(memory_.bus().awvalid);
  memory_.tick({}, open());
  EXPECT_TRUE(memory_.bus().awvalid);
  EXPECT_TRUE(memory_.bus().wvalid);
  EXPECT_EQ(memory_.bus().awaddr, 0x40u);
  EXPECT_EQ(memory_.bus().wdata, 0x1122334455667788u);
  EXPECT_EQ(memory_.bus().wstrb, 0x3cu);
}

TEST_F(AxiMemoryTest, DataOfTheBusIsGivenInTheNextCycle) {
  memory_.tick(request(false, 0x40), open());
  memory_.tick({}, open());
  ASSERT_TRUE(memory_.bus().arvalid);
  EXPECT_FALSE(memory_.has_response());
  answer_read(77);
  ASSERT_TRUE(memory_.has_response());
  EXPECT_EQ(memory_.response(), 77u);
  memory_.tick({}, open());
  EXPECT_FALSE(memory_.has_response());
}

TEST_F(AxiMemoryTest, ValidStaysUntilReady) {
  memory_.tick(request(true, 0x40), open());
  AxiIn in;
  in.awready = true;  // the address goes, the data stays
  memory_.tick({}, {});
  memory_.tick({}, in);
  EXPECT_FALSE(memory_.bus().awvalid);
  EXPECT_TRUE(memory_.bus().wvalid);
  memory_.tick({}, {});
  EXPECT_TRUE(memory_.bus().wvalid);
  in.wready = true;
  memory_.tick({}, in);
  EXPECT_FALSE(memory_.bus().wvalid);
}

TEST_F(AxiMemoryTest, AReadWaitsForTheResponseOfAWriteOfTheSameWord) {
  memory_.tick(request(true, 0x40), open());
  memory_.tick(request(false, 0x40), open());
  for (int cycle = 0; cycle < 5; ++cycle) memory_.tick({}, open());
  EXPECT_FALSE(memory_.bus().arvalid);
  answer_write();
  memory_.tick({}, open());
  EXPECT_TRUE(memory_.bus().arvalid);
}

TEST_F(AxiMemoryTest, AWriteWaitsForTheResponseOfAReadOfTheSameWordAndOthersDoNot) {
  memory_.tick(request(false, 0x40), open());
  memory_.tick(request(true, 0x48), open());
  memory_.tick({}, open());
  EXPECT_TRUE(memory_.bus().awvalid);
  memory_.tick(request(true, 0x40), open());
  for (int cycle = 0; cycle < 5; ++cycle) memory_.tick({}, open());
  EXPECT_FALSE(memory_.bus().awvalid);
  answer_read(1);
  memory_.tick({}, open());
  EXPECT_TRUE(memory_.bus().awvalid);
}

TEST_F(AxiMemoryTest, AFencedWriteGoesOutAloneAndIsTakenWithItsResponse) {
  memory_.tick(request(true, 0x40), open());
  const CoprocessorOut flag = request(true, 0x80, true);
  for (int cycle = 0; cycle < 6; ++cycle) {
    EXPECT_FALSE(memory_.ready(flag));
    memory_.tick(flag, open());
    EXPECT_FALSE(memory_.bus().awvalid && memory_.bus().awaddr == 0x80);
  }
  AxiIn in = open();
  in.bvalid = true;
  memory_.tick(flag, in);  // the write before
  memory_.tick(flag, open());
  ASSERT_TRUE(memory_.bus().awvalid);
  EXPECT_EQ(memory_.bus().awaddr, 0x80u);
  memory_.tick(flag, open());
  EXPECT_FALSE(memory_.ready(flag));
  memory_.tick(flag, in);            // its own response, in u
  EXPECT_TRUE(memory_.ready(flag));  // taken in u + 1
  memory_.tick(flag, open());
  EXPECT_FALSE(memory_.bus().awvalid);
  EXPECT_TRUE(memory_.ready(request(true, 0x88)));
}

TEST_F(AxiMemoryTest, NoMoreThanEightAreWithoutAResponse) {
  unsigned issued = 0;
  for (std::uint32_t i = 0; i < 30; ++i) {
    const CoprocessorOut next = request(false, 8 * i);
    memory_.tick(memory_.ready(next) ? next : CoprocessorOut(), open());
    issued += memory_.bus().arvalid ? 1 : 0;
  }
  EXPECT_EQ(issued, 8u);
}

TEST_F(AxiMemoryTest, ErrorsAreToldWithTheAddressOfTheWriteIfBothFail) {
  memory_.tick(request(true, 0x40), open());
  memory_.tick(request(false, 0x60), open());
  for (int cycle = 0; cycle < 3; ++cycle) memory_.tick({}, open());
  AxiIn in = open();
  in.bvalid = in.rvalid = true;
  in.bresp = 2;
  in.rresp = 3;
  memory_.tick({}, in);
  EXPECT_TRUE(memory_.read_error());
  EXPECT_TRUE(memory_.write_error());
  EXPECT_EQ(memory_.error_address(), 0x40u);
  memory_.tick({}, open());
  EXPECT_FALSE(memory_.read_error());
  EXPECT_FALSE(memory_.write_error());
}

TEST_F(AxiMemoryTest, IsIdleWithNothingUnderWay) {
  EXPECT_TRUE(memory_.idle());
  memory_.tick(request(true, 0x40), open());
  EXPECT_FALSE(memory_.idle());
  for (int cycle = 0; cycle < 3; ++cycle) memory_.tick({}, open());
  EXPECT_FALSE(memory_.idle());
  answer_write();
  memory_.tick({}, open());
  EXPECT_TRUE(memory_.idle());
}

}  // namespace
}  // namespace turnpike::test
