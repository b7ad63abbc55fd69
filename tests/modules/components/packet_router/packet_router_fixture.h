// packet_router_fixture.h - node 2 of a 3-cube with first hops: what the behaviour tests drive.
//
// Ports 0 .. 2 are the dimensions, 3 .. 5 the local ports that choose them, 6 the last local port.
// Packets of up to 3 flits, 3 slots an output, 4 places an input VC.

#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <type_traits>

#include "tests/modules/support/components.h"
#include "tests/modules/support/packet_router_shapes.h"

namespace turnpike::test {

using model::PortId;

constexpr unsigned kUnicast = 0;
constexpr unsigned kBroadcast = 1;
constexpr unsigned kNearNeighbours = 2;

template <class Router, unsigned kVirtualChannels, bool kCuts>
struct PacketKindUnderTest {
  using Type = Router;
  static constexpr unsigned kVcs = kVirtualChannels;
  static constexpr bool kCutThrough = kCuts;
  // With two VCs the last slot is kept for the other one.
  static constexpr unsigned kSlotsOfVc0 = kVirtualChannels == 1 ? 3 : 2;
};

class PacketRouterNames {
 public:
  template <class Kind>
  static std::string GetName(int) {
    const bool is_model = std::is_same_v<typename Kind::Type, ModelPacketRouter>;
    return std::string(is_model ? "Model" : "Rtl") + std::to_string(Kind::kVcs) +
           (Kind::kCutThrough ? "" : "StoreAndForward");
  }
};

template <class Kind>
class PacketRouterFixture : public testing::Test {
 protected:
  using Flit = model::PinFlit;

  PacketRouterFixture() { restart(); }

  static Flit flit(model::Address to, unsigned kind, bool is_head, bool is_tail,
                   unsigned number = 0) {
    Flit flit;
    flit.word[0] =
        to | kind << 3 | number << 8 | (is_head ? 1u << 16 : 0) | (is_tail ? 1u << 17 : 0);
    return flit;
  }
  static Flit packet(model::Address to, unsigned kind = kUnicast, unsigned number = 0) {
    return flit(to, kind, true, true, number);  // of one flit
  }
  static unsigned number_of(const Flit& flit) {
    return static_cast<unsigned>(flit.word[0] >> 8 & 0xff);
  }
  static unsigned kind_of(const Flit& flit) { return static_cast<unsigned>(flit.word[0] >> 3 & 3); }

  void send(PortId port, const Flit& flit, model::VcId vc = 0) {
    in_.in_valid |= 1u << port;
    in_.in_vc[port] = vc;
    in_.in_flit[port] = flit;
  }
  void credit(PortId port, model::VcId vc, bool now = true) {
    if (now) in_.out_credit[port] |= 1u << vc;
  }
  // One for each flit that is on the outputs.
  void credit_all() {
    for (PortId port = 0; port < 7; ++port) {
      if (leaves(port)) credit(port, out_.out_vc[port]);
    }
  }
  // Ends the cycle; what the next one shows.
  const PacketRouterOut& tick() {
    router_->tick(in_);
    in_ = quiet();
    return out_ = router_->eval();
  }
  bool leaves(PortId port) const { return (out_.out_valid >> port & 1) != 0; }

  // Another one, after its reset.
  void restart() {
    router_ =
        std::make_unique<typename Kind::Type>(small_packet_router(Kind::kVcs, Kind::kCutThrough));
    in_ = quiet();
    router_->reset(in_);
    out_ = router_->eval();
  }

  // Two of the four credits of VC 0 of output 0 are gone: too few for another packet.
  void use_up_credits() {
    for (unsigned packets = 0; packets < 2; ++packets) {
      send(1, packet(3));
      tick();
      ASSERT_TRUE(leaves(0));
    }
    tick();
  }
  // And its slots are full of packets for it.
  void fill_slots() {
    use_up_credits();
    for (unsigned packets = 0; packets < Kind::kSlotsOfVc0; ++packets) {
      send(1, packet(3));
      tick();
      ASSERT_FALSE(leaves(0));
    }
  }

  static PacketRouterIn quiet() {
    PacketRouterIn in;
    in.node = 2;
    in.limit = 7;
    return in;
  }

  std::unique_ptr<typename Kind::Type> router_;
  PacketRouterIn in_;
  PacketRouterOut out_;
};

}  // namespace turnpike::test
