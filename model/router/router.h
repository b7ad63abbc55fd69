// router.h - one router of the reference model with the pins of the hardware, to be used alone.
//
// The pins of rtl/router/router.v, cycle by cycle, around the state and the steps of RouterCore,
// which is what networks run on: here a router stands alone, and where its wires end is a block
// that nobody else reads. Any shape; meant for tests and for studies of one router, not for speed.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "model/router/router_core.h"
#include "model/router/router_params.h"

namespace turnpike::model {

class Router {
 public:
  static constexpr unsigned kFlitWords = 5;
  using Params = RouterParams;
  using Flit = FlitWords<kFlitWords>;

  struct In {
    bool enable = true;
    Address node = 0;
    Address limit = 0;

    bool table_we = false;  // RoutingKind::table only
    PortId table_port = 0;
    Address table_dest = 0;
    PortMask table_mask = 0;

    PortMask in_valid = 0;
    std::array<VcId, kMaxPorts> in_vc{};         // [input port], while its bit of in_valid is set
    std::array<Flit, kMaxPorts> in_flit{};       // [input port]
    std::array<VcMask, kMaxPorts> out_credit{};  // [output port]
  };

  struct Out {
    std::array<VcMask, kMaxPorts> in_credit{};  // [input port]
    PortMask out_valid = 0;
    std::array<VcId, kMaxPorts> out_vc{};    // [output port], while its bit of out_valid is set
    std::array<Flit, kMaxPorts> out_flit{};  // [output port]
    bool error = false;
    bool idle = true;
  };

  // Throws std::invalid_argument for parameters that the hardware refuses.
  explicit Router(const Params& params);

  const Params& params() const { return core_.params(); }

  // All outputs are registers: those of this cycle.
  const Out& eval() const { return out_; }
  // The edge that ends the cycle. Throws std::logic_error when a neighbour breaks its duty: a flit
  // without a credit or on a VC that does not exist, a body without a head, a credit too many.
  void tick(const In& in);
  void reset();

 private:
  using Core = RouterCore<kFlitWords, AnyShape<WideMask>>;

  struct FreeMemory {
    void operator()(std::byte* memory) const;
  };

  std::byte* block() const { return memory_.get(); }
  std::byte* outside() const { return memory_.get() + core_.layout().bytes(); }
  unsigned lane(PortId port, VcId vc) const { return port * params().virtual_channels + vc; }

  void connect();
  void take_flits(const In& in);
  void take_credits(const In& in);
  void show_credits();
  void write_table(const In& in);

  Core core_;
  std::vector<PortMask> table_;                    // [in_port << address_bits | destination]
  std::unique_ptr<std::byte, FreeMemory> memory_;  // the router, then what its wires lead to
  std::vector<std::uint8_t> open_;                 // [input lane] a packet's tail is still to come
  unsigned parity_ = 0;
  Out out_;
};

}  // namespace turnpike::model
