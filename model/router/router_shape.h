// router_shape.h - ports and VCs of a router, known at compile time or only at run time.
//
// The same code serves both. With constants the compiler unrolls the loops over ports and lanes,
// which makes the common routers about twice as fast.
//
// A block holds kRouters routers of a shape side by side, and a cycle serves all of them at once:
// port p of router r is port r * ports() + p of the block, and lanes are counted over all its
// ports. A block has as many routers as fit into a word of lanes, because most steps of a cycle
// work on such words.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "model/common/lane_mask.h"
#include "model/router/router_params.h"

namespace turnpike::model {

namespace detail {

// Lanes 0, step, 2 * step ...
template <class Mask>
constexpr Mask every(unsigned count, unsigned step) {
  Mask lanes = 0;
  for (unsigned i = 0; i < count; ++i) lanes |= Mask{1} << i * step;
  return lanes;
}

}  // namespace detail

template <unsigned kPorts, unsigned kVcs>
struct FixedShape {
  static_assert(kPorts * kVcs <= 64 && kVcs <= 8);
  static constexpr bool kIsFixed = true;
  static constexpr bool kHasHalves = kVcs % 2 == 0;   // of the VCs of a port
  static constexpr unsigned kLower = (kVcs + 1) / 2;  // VCs of the lower half
  static constexpr unsigned kRouters = std::min(64 / (kPorts * kVcs), kMaxPorts / kPorts);
  static constexpr unsigned kBlockPorts = kRouters * kPorts;  // at most
  static constexpr unsigned kLanes = kBlockPorts * kVcs;      // of a block, at most
  using Pin = std::uint8_t;  // the VC of a flit or credit, one bit each; 0: none
  using Mask = std::conditional_t<kLanes <= 32, std::uint32_t, std::uint64_t>;
  using OwnPorts = std::conditional_t<kPorts <= 8, std::uint8_t, std::uint16_t>;  // of a router

  explicit constexpr FixedShape(const RouterParams&) {}
  static bool fits(const RouterParams& params) {
    return params.ports == kPorts && params.virtual_channels == kVcs;
  }
  static constexpr unsigned ports() { return kPorts; }  // of a router
  static constexpr unsigned vcs() { return kVcs; }
  static constexpr PortId port_of(unsigned lane) { return lane / kVcs; }  // of the block
  static constexpr VcId vc_of(unsigned lane) { return lane % kVcs; }
  static constexpr unsigned router_of(PortId port) { return port / kPorts; }
  // The router's own number of a port of the block.
  static constexpr PortId own_port(PortId port) { return kOwnPort[port]; }
  static constexpr Mask first_of_routers() { return detail::every<Mask>(kRouters, kOwn); }
  // For each lane of the set the one above it in the same router, cyclically.
  static constexpr Mask next_in_routers(Mask lanes) {
    const Mask last = lanes & (first_of_routers() << (kOwn - 1));
    return (lanes ^ last) << 1 | last >> (kOwn - 1);
  }
  // All lanes of the routers that have a lane in the set.
  static constexpr Mask whole_routers(Mask lanes) {
    Mask lowest = lanes;
    for (unsigned done = 1; done < kOwn; done *= 2) {  // as in whole_ports()
      lowest |= lowest >> (2 * done <= kOwn ? done : kOwn - done);
    }
    return (lowest & first_of_routers()) * ((Mask{1} << (kOwn - 1)) * 2 - 1);
  }
  // All lanes of the ports that have a lane in the set. Without a branch, as the next ones.
  static constexpr Mask whole_ports(Mask lanes) { return whole_parts<kVcs>(lanes); }
  // The lanes above one of the set in the same port.
  static constexpr Mask above(Mask lanes) {
    Mask all = 0;
    for (unsigned vc = 1; vc < kVcs; ++vc) all |= (lanes << vc) & (kLowest * vcs_from(vc));
    return all;
  }
  // The lowest lane of the set in each port.
  static constexpr Mask lowest_of_ports(Mask lanes) { return lanes & ~above(lanes); }
  // The VCs of the lower half of all ports; with one VC, all VCs.
  static constexpr Mask lower_half() { return kLowest * ((1u << kLower) - 1); }
  // The lowest lane of the set in each half of the VCs of each port; all lanes of the halves with a
  // lane of the set; the lanes above one of the set in the same half.
  static constexpr Mask lowest_of_halves(Mask lanes) {
    return lowest_of_ports(lanes & lower_half()) | lowest_of_ports(lanes & ~lower_half());
  }
  static constexpr Mask whole_halves(Mask lanes) {
    if constexpr (kHasHalves) return whole_parts<kVcs / 2>(lanes);
    return (whole_ports(lanes & lower_half()) & lower_half()) |
           (whole_ports(lanes & ~lower_half()) & ~lower_half());
  }
  static constexpr Mask above_in_halves(Mask lanes) {
    return (above(lanes & lower_half()) & lower_half()) | above(lanes & ~lower_half());
  }

 private:
  static constexpr std::array<std::uint8_t, kBlockPorts> own_ports() {
    std::array<std::uint8_t, kBlockPorts> ports{};
    for (PortId port = 0; port < kBlockPorts; ++port)
      ports[port] = static_cast<std::uint8_t>(port % kPorts);
    return ports;
  }
  static constexpr std::array<std::uint8_t, kBlockPorts> kOwnPort = own_ports();
  static constexpr unsigned kOwn = kPorts * kVcs;  // lanes of a router
  // The same functions for parts of kWidth lanes in place of ports.
  template <unsigned kWidth>
  static constexpr Mask whole_parts(Mask lanes) {
    Mask lowest = lanes;
    for (unsigned done = 1; done < kWidth; done *= 2) {  // the bits of so many lanes have come down
      lowest |= lowest >> (2 * done <= kWidth ? done : kWidth - done);
    }
    return (lowest & detail::every<Mask>(kLanes / kWidth, kWidth)) * ((1u << kWidth) - 1);
  }
  static constexpr Mask kLowest = detail::every<Mask>(kRouters * kPorts, kVcs);  // of all ports
  static constexpr Mask vcs_from(unsigned vc) { return ((1u << kVcs) - 1) & ~((1u << vc) - 1); }
};

// Parts of a row of lanes, each of the same width: ports, or the lower or the upper halves of their
// VCs. Sets are handled as numbers in which each part is a digit, so all parts are done at once and
// without a branch; nothing is carried from one digit to the next.
template <class Mask>
class LaneParts {
 public:
  LaneParts() = default;
  LaneParts(unsigned parts, unsigned stride, unsigned first, unsigned width)
      : width_(std::max(width, 1u)) {
    if (width == 0) return;
    for (unsigned part = 0; part < parts; ++part) {
      const unsigned from = part * stride + first;
      all_ |= place<Mask>((1u << width) - 1, from);
      most_ |= place<Mask>((1u << (width - 1)) - 1, from);
      tops_ |= only<Mask>(from + width - 1);
    }
  }
  const Mask& all() const { return all_; }
  // All lanes of the parts that have a lane in the set.
  TURNPIKE_INLINE Mask whole(const Mask& lanes) const {
    const Mask firsts = firsts_of(lanes & all_);
    return (firsts << width_) - firsts;
  }
  // The lowest lane of the set in each part.
  TURNPIKE_INLINE Mask lowest_of(const Mask& lanes) const {
    const Mask mine = lanes & all_;
    return mine & ~(mine - firsts_of(mine));
  }
  // The lanes above one of the set in the same part.
  TURNPIKE_INLINE Mask above(const Mask& lanes) const {
    const Mask mine = lanes & all_;
    const Mask firsts = firsts_of(mine);
    const Mask up_to_lowest = mine ^ (mine - firsts);
    return ((firsts << width_) - firsts) & ~up_to_lowest;
  }

 private:
  // The first lane of each part that has a lane in the set.
  TURNPIKE_INLINE Mask firsts_of(const Mask& mine) const {
    const Mask tops = (((mine & ~tops_) + most_) | mine) & tops_;
    return tops >> (width_ - 1);
  }

  unsigned width_ = 1;
  Mask all_{};
  Mask tops_{};  // the highest lane of each part
  Mask most_{};  // the others
};

template <class LaneMask>
class AnyShape {
 public:
  static constexpr bool kIsFixed = false;
  static constexpr bool kHasHalves = false;
  static constexpr unsigned kRouters = 1;
  static constexpr unsigned kBlockPorts = kMaxPorts;
  static constexpr unsigned kLanes = 8 * sizeof(LaneMask);  // at most
  using Pin = std::uint16_t;
  using Mask = LaneMask;
  using OwnPorts = PortMask;

  explicit AnyShape(const RouterParams& params)
      : ports_(params.ports), vcs_(params.virtual_channels) {
    const unsigned lower = (vcs_ + 1) / 2;
    whole_ = LaneParts<Mask>(ports_, vcs_, 0, vcs_);
    lower_ = LaneParts<Mask>(ports_, vcs_, 0, lower);
    upper_ = LaneParts<Mask>(ports_, vcs_, lower, vcs_ - lower);
    for (unsigned lane = 0; lane < ports_ * vcs_; ++lane) {
      port_of_[lane] = static_cast<std::uint8_t>(lane / vcs_);
      vc_of_[lane] = static_cast<std::uint8_t>(lane % vcs_);
    }
  }
  unsigned ports() const { return ports_; }
  unsigned vcs() const { return vcs_; }
  PortId port_of(unsigned lane) const { return port_of_[lane]; }
  VcId vc_of(unsigned lane) const { return vc_of_[lane]; }
  static constexpr unsigned router_of(PortId) { return 0; }
  static constexpr PortId own_port(PortId port) { return port; }
  static Mask first_of_routers() { return only<Mask>(0); }
  Mask next_in_routers(const Mask& lanes) const {
    if (!any(lanes)) return lanes;
    const unsigned next = lowest(lanes) + 1;
    return only<Mask>(next == ports_ * vcs_ ? 0 : next);
  }
  static Mask whole_routers(const Mask& lanes) { return when(any(lanes), ~Mask{}); }
  Mask whole_ports(const Mask& lanes) const { return whole_.whole(lanes); }
  Mask lowest_of_ports(const Mask& lanes) const { return whole_.lowest_of(lanes); }
  const Mask& lower_half() const { return lower_.all(); }
  Mask lowest_of_halves(const Mask& lanes) const {
    return lower_.lowest_of(lanes) | upper_.lowest_of(lanes);
  }
  Mask whole_halves(const Mask& lanes) const { return lower_.whole(lanes) | upper_.whole(lanes); }
  Mask above_in_halves(const Mask& lanes) const {
    return lower_.above(lanes) | upper_.above(lanes);
  }

 private:
  unsigned ports_;
  unsigned vcs_;
  LaneParts<Mask> whole_;  // ports
  LaneParts<Mask> lower_;  // the lower half of the VCs of each port; with one VC that is all
  LaneParts<Mask> upper_;
  std::uint8_t port_of_[kLanes] = {};  // of lanes that do not exist 0
  std::uint8_t vc_of_[kLanes] = {};
};

}  // namespace turnpike::model
