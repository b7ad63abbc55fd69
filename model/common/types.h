// types.h - the named integers of the model.

#pragma once

#include <cstdint>

namespace turnpike::model {

using Cycle = std::uint64_t;        // clock cycles since the end of reset
using NodeId = std::uint32_t;       // terminal number, 0 .. N-1, first dimension fastest
using ComponentId = std::uint32_t;  // index into Network::components
using ChannelId = std::uint32_t;    // index into Network::channels
using PortId = std::uint32_t;       // port of a component
using VcId = std::uint32_t;         // virtual channel
using Address = std::uint32_t;      // node address as on the wires
using PortMask = std::uint32_t;     // bit p: port p
using VcMask = std::uint32_t;       // bit v: virtual channel v

constexpr unsigned kMaxPorts = 32;
constexpr unsigned kMaxVcs = 16;
constexpr unsigned kMaxMessageClasses = 4;
constexpr unsigned kMaxDepth = 64;
constexpr unsigned kMinFlitBits = 8;
constexpr unsigned kMaxFlitBits = 512;

}  // namespace turnpike::model
