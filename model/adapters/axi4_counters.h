// axi4_counters.h - the counters of the control block of an AXI4 network, and their addresses
// (docs/axi.md, 9). The RTL, the model, and the C header and README of an emitted network all have
// this order.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace turnpike::model {

// Offsets in bytes of the registers before the counters.
enum Axi4ControlRegister : std::uint32_t {
  kAxi4Identity = 0x00,
  kAxi4Version = 0x04,
  kAxi4Shape = 0x08,
  kAxi4CounterCount = 0x0c,
  kAxi4Status = 0x10,
  kAxi4Snapshot = 0x14,
  kAxi4MapShape = 0x20,  // these where the address map can be loaded
  kAxi4Region = 0x24,
  kAxi4BaseLow = 0x28,
  kAxi4BaseHigh = 0x2c,
  kAxi4Size = 0x30,
  kAxi4Node = 0x34,
  kAxi4Load = 0x38,
  kAxi4Counters = 0x1000,
};

// Channels and ports by number, as docs/axi.md orders them.
struct Axi4CounterMap {
  std::size_t channels = 0;
  std::size_t ports = 0;

  std::size_t read_wait(std::size_t port) const { return 2 * port; }
  std::size_t write_wait(std::size_t port) const { return 2 * port + 1; }
  std::size_t occupancy(std::size_t channel) const { return 2 * ports + channel; }
  std::size_t timeouts(std::size_t port) const { return 2 * ports + channels + port; }
  std::size_t cycles() const { return 3 * ports + channels; }
  std::size_t network_cycles() const { return cycles() + 1; }
  std::size_t flits(std::size_t channel) const { return cycles() + 2 + channel; }
  std::size_t stalls(std::size_t channel) const { return flits(channels) + channel; }
  std::size_t reads(std::size_t port) const { return stalls(channels) + 2 * port; }
  std::size_t writes(std::size_t port) const { return reads(port) + 1; }
  std::size_t read_errors(std::size_t port) const { return reads(ports) + 2 * port; }
  std::size_t write_errors(std::size_t port) const { return read_errors(port) + 1; }
  std::size_t count() const { return read_errors(ports); }

  static std::uint32_t offset(std::size_t counter) {
    return static_cast<std::uint32_t>(kAxi4Counters + 8 * counter);
  }
  // Bits of an address that reaches all registers and counters.
  unsigned address_bits() const {
    unsigned bits = 13;
    while (offset(count()) > std::uint64_t{1} << bits) ++bits;
    return bits;
  }
};

// Names of the counters, [counter]: "flits_" and the name of a channel, "reads_" and the name of a
// port.
std::vector<std::string> axi4_counter_names(const std::vector<std::string>& channels,
                                            const std::vector<std::string>& ports);

}  // namespace turnpike::model
