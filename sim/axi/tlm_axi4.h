// tlm_axi4.h - an AXI4 network for virtual platforms: a TLM-2.0 socket at each of its ports.
//
// A generic payload that enters by manager[p] becomes INCR bursts at the pins of that port. They
// have whole bus words, are as long as 4 KiB and 256 beats permit, and start as soon as AW, W and
// AR take them. The bursts cross the adapters and routers of the model and leave by subordinate[q]
// of another port as a payload with the same address. The target's answer returns as beats of R, or
// as B. An access therefore takes as long as at the pins of the hardware.
//
// Cycle c is the time from c to c + 1 periods. A call within cycle c shows AWVALID or ARVALID from
// cycle c on, if no other access of the port is before it; an answer whose last beat is on the bus
// in cycle d returns at d + 1 periods. A request that a subordinate's port takes in cycle c, a
// write with its last beat, calls the target at c + 1 periods, and its answer is on the bus from
// the cycle on in which the target returns, behind those of older requests of its direction. B, R
// and the ready signals are always high, or as fast as they can be.
//
// Calls are blocking; the sockets convert non-blocking calls. Several calls at once are several
// accesses in flight. Debug transport reaches the target immediately. Byte enables become strobes.
// An address without a region gets TLM_ADDRESS_ERROR_RESPONSE, SLVERR TLM_GENERIC_ERROR_RESPONSE,
// and a streaming width below the length TLM_BURST_ERROR_RESPONSE.

#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <list>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "model/axi/axi4_model.h"
#include "sim/axi/axi4_beside.h"
#include "sim/axi/axi4_bursts.h"

namespace turnpike::sim {

// What a payload has on AW or AR beside its address; without it all is 0.
struct TlmAxi4Attributes : tlm::tlm_extension<TlmAxi4Attributes> {
  std::uint32_t id = 0;
  std::uint32_t lock = 0;
  std::uint32_t cache = 0;
  std::uint32_t protection = 0;
  std::uint32_t qos = 0;
  std::uint32_t region = 0;
  std::uint64_t user = 0;
  std::uint32_t response = 0;  // the answer: 0 OKAY, 1 EXOKAY, 2 SLVERR, 3 DECERR

  tlm_extension_base* clone() const override { return new TlmAxi4Attributes(*this); }
  void copy_from(const tlm_extension_base& other) override {
    *this = static_cast<const TlmAxi4Attributes&>(other);
  }
};

class TlmAxi4Network final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(TlmAxi4Network);
  using ManagerSocket = tlm_utils::simple_target_socket_tagged_optional<TlmAxi4Network>;
  using SubordinateSocket = tlm_utils::simple_initiator_socket_tagged_optional<TlmAxi4Network>;

  sc_core::sc_vector<ManagerSocket> manager;          // [port], ports() says of which kind it is
  sc_core::sc_vector<SubordinateSocket> subordinate;  // [port]

  // `network` outlives it. `beside`, which may be null, outlives it too: hardware that gets the
  // same inputs, and is compared at all pins in every cycle.
  TlmAxi4Network(const sc_core::sc_module_name& name, const model::Network& network,
                 const model::Axi4NetworkSpec& spec, const sc_core::sc_time& period,
                 Axi4Beside* beside = nullptr);
  ~TlmAxi4Network() override;

  const std::vector<model::Axi4Port>& ports() const { return model_->ports(); }
  // Cycles that are over.
  model::Cycle now() const { return model_->now(); }

 private:
  struct Access;

  void transport(int port, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned debug(int port, tlm::tlm_generic_payload& payload);
  void serve(std::size_t port, Axi4Burst* burst);
  model::Cycle present_cycle() const;
  void catch_up();
  void cycle();
  void run();
  bool is_idle() const;

  sc_core::sc_time period_;
  Axi4Beside* beside_;
  std::unique_ptr<model::Axi4Model> model_;
  std::vector<Axi4BurstManager> managers_;          // [port]
  std::vector<Axi4BurstSubordinate> subordinates_;  // [port]
  std::list<Access*> accesses_;                     // that are not answered
  std::vector<Axi4Burst*> done_;
  std::vector<std::pair<std::size_t, Axi4Burst*>> begun_;  // at which port
  sc_core::sc_event work_;
};

}  // namespace turnpike::sim
