// node_book_test.cpp - the checker of random messages sees each kind of wrong write.
//
// The test plays the co-processor: it writes into the node's memory what one would write.

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "sim/machine/check/node_book.h"

namespace turnpike::test {
namespace {

using sim::WrongMessage;

// Pins that nobody drives.
class StillFabric final : public model::Fabric {
 public:
  const model::CoprocessorParams& params() const override { return params_; }
  model::NodeId nodes() const override { return 2; }
  model::Cycle now() const override { return 100; }
  const model::CoprocessorOut& outputs(model::NodeId) const override { return out_; }
  model::CoprocessorIn& inputs(model::NodeId) override { return in_; }
  bool is_awake(model::NodeId) const override { return true; }
  void wake(model::NodeId) override {}
  void advance() override {}

  model::CoprocessorOut out_;

 private:
  model::CoprocessorParams params_;
  model::CoprocessorIn in_;
};

constexpr std::uint32_t kBlock = 0x40000;
constexpr std::uint32_t kBuffer = 0x40103;
constexpr std::uint32_t kLength = 20;

class NodeBookTest : public ::testing::Test {
 protected:
  NodeBookTest() {
    message_ = {7, 1, 0, 2, kLength, 55, true, nullptr};
    receive_ = posted(1, kBlock, kBuffer, kLength);
    book_.expect(message_);
    book_.post(receive_);
  }

  sim::Receive posted(std::uint64_t number, std::uint32_t block, std::uint32_t buffer,
                      std::uint32_t capacity) {
    sim::Receive receive;
    receive.number = number;
    receive.block = block;
    receive.source = 1;
    receive.type = 2;
    receive.buffer = buffer;
    receive.capacity = capacity;
    put(block, {0, 0, 1, 2, capacity, buffer, 0});
    return receive;
  }

  // By the processor.
  void put(std::uint32_t address, const std::vector<std::uint32_t>& words) {
    for (const std::uint32_t word : words) {
      machine_.memory(0).write_word(address, word);
      address += 4;
    }
  }

  // By the co-processor: up to 8 bytes inside a word.
  void write(std::uint32_t address, std::uint64_t data, unsigned bytes, bool fence = false) {
    model::MemoryAccess access;
    access.write = true;
    access.fence = fence;
    access.address = address & ~7u;
    access.data = data << (8 * (address % 8));
    access.strobe = ((1u << bytes) - 1) << (address % 8);
    machine_.memory(0).take(access, 100);
  }
  void write_match(std::uint32_t block, std::uint32_t source, std::uint32_t type,
                   std::uint32_t length) {
    write(block + 8, std::uint64_t{type} << 32 | source, 8);
    write(block + 16, length, 4);
  }
  void write_data(std::uint32_t buffer, std::uint64_t content, std::uint32_t bytes) {
    for (std::uint32_t i = 0; i < bytes; ++i) write(buffer + i, sim::content_byte(content, i), 1);
  }
  void write_flag(std::uint32_t block, std::uint32_t flag) { write(block + 24, flag, 4, true); }

  StillFabric fabric_;
  model::Machine machine_{fabric_, model::MachineSpec{}};
  sim::NodeBook book_{machine_, 0};
  sim::Message message_;
  sim::Receive receive_;
};

TEST_F(NodeBookTest, IsContentWithWhatIsRight) {
  write_match(kBlock, 1, 2, kLength);
  write_flag(kBlock, 1);
  write_data(kBuffer, 55, kLength);
  write_flag(kBlock, 3);
  const std::vector<sim::BookEvent> events = book_.take_events();
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].kind, sim::BookEvent::Kind::matched);
  EXPECT_EQ(events[1].kind, sim::BookEvent::Kind::received);
  EXPECT_TRUE(book_.is_quiet());
}

TEST_F(NodeBookTest, SeesAWrongByte) {
  write_match(kBlock, 1, 2, kLength);
  write_data(kBuffer, 55, kLength - 1);
  write(kBuffer + kLength - 1, sim::content_byte(55, kLength - 1) ^ 0x10u, 1);
  EXPECT_THROW(write_flag(kBlock, 3), WrongMessage);
}

TEST_F(NodeBookTest, SeesTwoBytesSwapped) {
  write_match(kBlock, 1, 2, kLength);
  write_data(kBuffer, 55, kLength - 2);
  write(kBuffer + kLength - 2, sim::content_byte(55, kLength - 1), 1);
  write(kBuffer + kLength - 1, sim::content_byte(55, kLength - 2), 1);
  EXPECT_THROW(write_flag(kBlock, 3), WrongMessage);
}

TEST_F(NodeBookTest, SeesAByteOutsideTheBuffer) {
  write_match(kBlock, 1, 2, kLength);
  EXPECT_THROW(write(kBuffer + kLength, 0, 1), WrongMessage);
  EXPECT_THROW(write(kBuffer - 1, 0, 1), WrongMessage);
  EXPECT_THROW(write(0x60000, 0, 8), WrongMessage);
}

TEST_F(NodeBookTest, SeesAByteThatIsWrittenTwice) {
  write_match(kBlock, 1, 2, kLength);
  write_data(kBuffer, 55, kLength);
  write_data(kBuffer, 55, 1);
  EXPECT_THROW(write_flag(kBlock, 3), WrongMessage);
}

TEST_F(NodeBookTest, SeesAFlagBeforeTheData) {
  write_match(kBlock, 1, 2, kLength);
  write_data(kBuffer, 55, kLength - 4);
  EXPECT_THROW(write_flag(kBlock, 3), WrongMessage);
}

TEST_F(NodeBookTest, SeesFlagsOutOfTurn) {
  EXPECT_THROW(write_flag(kBlock, 1), WrongMessage);  // before the match
  write_match(kBlock, 1, 2, kLength);
  EXPECT_THROW(write_flag(kBlock, 2), WrongMessage);
  EXPECT_THROW(write(kBlock + 24, 1, 4, false), WrongMessage);  // without a fence
  write_flag(kBlock, 1);
  EXPECT_THROW(write_flag(kBlock, 1), WrongMessage);
  write_data(kBuffer, 55, kLength);
  write_flag(kBlock, 3);
  EXPECT_THROW(write_flag(kBlock, 3), WrongMessage);
}

TEST_F(NodeBookTest, SeesAMessageThatNobodySent) {
  EXPECT_THROW(write_match(kBlock, 1, 3, kLength), WrongMessage);
}

TEST_F(NodeBookTest, SeesAWrongLength) {
  EXPECT_THROW(write_match(kBlock, 1, 2, kLength + 1), WrongMessage);
}

TEST_F(NodeBookTest, SeesAReceiveThatWasPassedOver) {
  sim::Receive later = posted(2, 0x41000, 0x41100, kLength);
  book_.post(later);
  EXPECT_THROW(write_match(0x41000, 1, 2, kLength), WrongMessage);
}

TEST_F(NodeBookTest, SeesAMessageThatWasOvertaken) {
  sim::Message second = {8, 1, 0, 3, kLength, 56, true, nullptr};
  book_.expect(second);
  receive_.type = sim::kAnyTypeBit;
  EXPECT_THROW(write_match(kBlock, 1, 3, kLength), WrongMessage);
}

TEST_F(NodeBookTest, SeesAMessageCutShort) {
  sim::Receive small = posted(2, 0x41000, 0x41100, kLength - 1);
  write_match(kBlock, 1, 2, kLength);
  write_data(kBuffer, 55, kLength);
  write_flag(kBlock, 3);
  sim::Message second = {8, 1, 0, 2, kLength, 56, true, nullptr};
  book_.expect(second);
  book_.post(small);
  write_match(0x41000, 1, 2, kLength);
  write_data(0x41100, 56, kLength - 1);
  EXPECT_THROW(write_flag(0x41000, 3), WrongMessage);
  EXPECT_NO_THROW(write_flag(0x41000, sim::error_flag(model::MessageError::too_long)));
}

TEST_F(NodeBookTest, SeesASystemBufferThatIsNotTheReceiversAlone) {
  const std::uint32_t buffer = machine_.spec().system.base + 32;
  write_match(kBlock, 1, 2, kLength);
  write_data(kBuffer, 55, kLength);
  write_flag(kBlock, 3);
  for (std::uint32_t i = 0; i < 2; ++i) {
    sim::Receive receive = posted(2 + i, 0x41000 + 0x100 * i, 0, 0);
    sim::Message message = {8, 1, 0, 2, 4, 57, true, nullptr};
    book_.expect(message);
    book_.post(receive);
    if (i == 1) {
      EXPECT_THROW(write(buffer, 0, 1), WrongMessage);
    } else {
      write_data(buffer, 57, 4);
    }
    write(receive.block + 8, std::uint64_t{2} << 32 | 1, 8);
    write(receive.block + 16, std::uint64_t{buffer} << 32 | 4, 8);
    if (i == 1) {
      EXPECT_THROW(write_flag(receive.block, 3), WrongMessage);  // given out twice
    } else {
      write_flag(receive.block, 3);
    }
  }
}

TEST_F(NodeBookTest, SeesARefusedBlockThatIsUsed) {
  put(0x41000, {0, 0, 1, 2, 8, 0x42000, 0});
  book_.start(sim::Refusal{model::Operation::send, 0x41000, model::MessageError::own_node});
  EXPECT_THROW(write(0x41000, 0, 8), WrongMessage);
  EXPECT_THROW(write_flag(0x41000, 1), WrongMessage);
  EXPECT_THROW(write_flag(0x41000, sim::error_flag(model::MessageError::unknown_node)),
               WrongMessage);
  EXPECT_NO_THROW(write_flag(0x41000, sim::error_flag(model::MessageError::own_node)));
}

TEST_F(NodeBookTest, SeesErrorsThatAreNotDue) {
  fabric_.out_.error_valid = true;
  fabric_.out_.error_code = 17;
  fabric_.out_.error_pointer = 0x1234;
  machine_.advance();
  EXPECT_THROW(book_.check_errors(), WrongMessage);
  book_.expect_error(model::MessageError::bad_release, 0x1234);
  machine_.advance();
  EXPECT_NO_THROW(book_.check_errors());
  book_.expect_error(model::MessageError::misaligned_pointer, 0x1234);
  machine_.advance();
  EXPECT_THROW(book_.check_errors(), WrongMessage);
}

TEST_F(NodeBookTest, SeesReadsThatShouldHaveBeenExcepted) {
  write_match(kBlock, 1, 2, kLength);
  write_flag(kBlock, 1);
  std::uint64_t right = 0;
  for (std::uint32_t i = 0; i < 4; ++i) {
    right |= std::uint64_t{sim::content_byte(55, 3 + i)} << (8 * i);
  }
  EXPECT_NO_THROW(book_.check_access(receive_, 3, 4, right, false, 1));
  EXPECT_NO_THROW(book_.check_access(receive_, 3, 4, 0, true, 1));
  EXPECT_THROW(book_.check_access(receive_, 3, 4, right ^ 0x100, false, 1), WrongMessage);
  EXPECT_THROW(book_.check_access(receive_, 3, 4, right, true, 3), WrongMessage);
}

}  // namespace
}  // namespace turnpike::test
