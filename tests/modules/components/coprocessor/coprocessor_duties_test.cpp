// What the neighbours of a co-processor owe it: a breach stops the run.

#include <gtest/gtest.h>

#include "tests/modules/components/coprocessor/coprocessor_types.h"

namespace turnpike::test {
namespace {

template <class Component>
class CoprocessorDutiesTest : public CoprocessorTest<Component> {
 protected:
  static constexpr std::uint32_t kNode = CoprocessorTest<Component>::kNode;

  CoprocessorDutiesTest() : component_(Component::params()) {
    in_.node = kNode;
    in_.system_base = 0x1000;
    in_.system_size_log2 = 8;
    in_.memory_ready = true;
    component_.reset(in_);
    for (unsigned i = 0; i < 40; ++i) component_.tick(in_);  // the context memory is cleared
  }

  // A flit of which only head, tail and the lowest 16 bits count.
  CoprocessorFlit flit(bool head, bool tail, std::uint64_t data = 0) const {
    const unsigned bits = Component::params().flit_bits;
    CoprocessorFlit made;
    made.word[0] = bits == 64 ? data : data & ((std::uint64_t{1} << bits) - 1);
    made.word[bits / 64] |= std::uint64_t{head} << (bits % 64);
    made.word[(bits + 1) / 64] |= std::uint64_t{tail} << ((bits + 1) % 64);
    return made;
  }
  std::string breach() { return component_.breach_of_tick(in_); }
  void put(const CoprocessorFlit& made) {
    in_.in_valid = 1;
    in_.in_flit[0] = made;
  }
  // The first that comes within some cycles.
  std::string breach_of_packet(const Packet& packet) {
    const unsigned bytes = Component::params().flit_bits / 8;
    const unsigned flits = Component::params().packet_flits();
    std::string found;
    for (unsigned i = 0; i < flits && found.empty(); ++i) {
      std::uint64_t data = 0;
      for (unsigned j = 0; j < bytes && i * bytes + j < packet.size(); ++j) {
        data |= std::uint64_t{packet[i * bytes + j]} << (8 * j);
      }
      put(flit(i == 0, i + 1 == flits, data));
      found = breach();
    }
    in_.in_valid = 0;
    for (unsigned i = 0; i < 10 && found.empty(); ++i) found = breach();
    return found;
  }

  Component component_;
  CoprocessorIn in_;
};
TYPED_TEST_SUITE(CoprocessorDutiesTest, CoprocessorTypes);

TYPED_TEST(CoprocessorDutiesTest, NothingIsWrongWithAPacket) {
  EXPECT_EQ(this->breach_of_packet(packets_of({this->kNode, 2, 1}, 0, Bytes(10))[0]), "");
}

TYPED_TEST(CoprocessorDutiesTest, HeadComesFirst) {
  this->put(this->flit(false, false));
  EXPECT_NE(this->breach(), "");
}

TYPED_TEST(CoprocessorDutiesTest, TailComesLast) {
  this->put(this->flit(true, true));
  EXPECT_NE(this->breach(), "");
}

TYPED_TEST(CoprocessorDutiesTest, HeadComesOnlyOnce) {
  this->put(this->flit(true, false));
  EXPECT_EQ(this->breach(), "");
  EXPECT_NE(this->breach(), "");
}

TYPED_TEST(CoprocessorDutiesTest, OtherVcsAreNotUsed) {
  if (TypeParam::params().virtual_channels == 1) GTEST_SKIP() << "there is no other VC";
  this->in_.in_vc[0] = 1;
  this->put(this->flit(true, false));
  EXPECT_NE(this->breach(), "");
}

TYPED_TEST(CoprocessorDutiesTest, CreditsAreForFlitsThatWereSent) {
  this->in_.out_credit[2] = 1;
  EXPECT_NE(this->breach(), "");
}

TYPED_TEST(CoprocessorDutiesTest, CreditsOfOtherVcsDoNotCome) {
  if (TypeParam::params().virtual_channels == 1) GTEST_SKIP() << "there is no other VC";
  this->in_.out_credit[2] = 2;
  EXPECT_NE(this->breach(), "");
}

TYPED_TEST(CoprocessorDutiesTest, AccessHasOneToEightBytes) {
  this->in_.watch_valid = true;
  this->in_.watch_bytes = 8;
  EXPECT_EQ(this->breach(), "");
  this->in_.watch_bytes = 9;
  EXPECT_NE(this->breach(), "");
  this->in_.watch_bytes = 0;
  EXPECT_NE(this->breach(), "");
}

TYPED_TEST(CoprocessorDutiesTest, ResponsesAnswerReads) {
  this->in_.memory_response = true;
  EXPECT_NE(this->breach(), "");
}

TYPED_TEST(CoprocessorDutiesTest, ReadIsNotAnsweredInTheCycleInWhichItIsTaken) {
  this->in_.instruction_valid = true;
  this->in_.operation = static_cast<std::uint32_t>(Operation::send);
  this->in_.pointer = 0x100;
  EXPECT_EQ(this->breach(), "");
  this->in_.instruction_valid = false;
  while (!this->component_.eval().memory_valid) ASSERT_EQ(this->breach(), "");
  this->in_.memory_response = true;
  EXPECT_NE(this->breach(), "");
}

TYPED_TEST(CoprocessorDutiesTest, PacketsComeFromNodesAndStreamsThatAreThere) {
  EXPECT_NE(this->breach_of_packet(packets_of({this->kNode, 8, 0}, 0, Bytes(10))[0]), "");
}

TYPED_TEST(CoprocessorDutiesTest, PacketsComeByAStreamThatIsThere) {
  EXPECT_NE(this->breach_of_packet(packets_of({this->kNode, 2, 4}, 0, Bytes(10))[0]), "");
}

TYPED_TEST(CoprocessorDutiesTest, CreditsAreKept) {
  // A message that waits for a system buffer is not taken; what comes behind it fills the buffers.
  for (const Packet& packet : packets_of({this->kNode, 2, 0}, 0, Bytes(1000))) {
    if (this->breach_of_packet(packet) != "") return;
  }
  FAIL() << "flits without credits were taken";
}

}  // namespace
}  // namespace turnpike::test
