// axi_pins.h - the pins of a co-processor with standard buses (docs/adapters.md). Pins with
// constant values are left out.

#pragma once

#include <cstdint>

namespace turnpike::model {

// AXI4-Lite, the processor's side: what it drives, what it sees.
struct AxiLiteIn {
  bool awvalid = false;
  std::uint32_t awaddr = 0;
  bool wvalid = false;
  std::uint32_t wdata = 0;
  std::uint32_t wstrb = 0;  // a bit per byte
  bool bready = false;
  bool arvalid = false;
  std::uint32_t araddr = 0;
  bool rready = false;
};
struct AxiLiteOut {
  bool awready = false;
  bool wready = false;
  bool bvalid = false;
  std::uint32_t bresp = 0;  // while bvalid
  bool arready = false;
  bool rvalid = false;
  std::uint32_t rdata = 0;  // these while rvalid
  std::uint32_t rresp = 0;
  bool interrupt = false;
};

// AXI4, the memory's side: bursts of one beat of 8 bytes.
struct AxiIn {
  bool awready = false;
  bool wready = false;
  bool bvalid = false;
  std::uint32_t bresp = 0;
  bool arready = false;
  bool rvalid = false;
  std::uint64_t rdata = 0;
  std::uint32_t rresp = 0;
};
struct AxiOut {
  bool awvalid = false;
  std::uint32_t awaddr = 0;  // while awvalid
  bool wvalid = false;
  std::uint64_t wdata = 0;  // these while wvalid
  std::uint32_t wstrb = 0;
  bool bready = false;
  bool arvalid = false;
  std::uint32_t araddr = 0;  // while arvalid
  bool rready = false;
};

// Values of bresp and rresp.
enum class AxiResponse : std::uint32_t {
  okay = 0,
  slverr = 2,  // refused
  decerr = 3,  // nothing is there
};

}  // namespace turnpike::model
