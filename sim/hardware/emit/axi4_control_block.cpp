// axi4_control_block.cpp - widths, names and addresses of the counters.

#include "sim/hardware/emit/axi4_control_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "model/common/configuration_error.h"

namespace turnpike::sim {
namespace {

constexpr std::size_t kMostCounters = 65'535;

unsigned bits_for(std::size_t value) {
  unsigned bits = 0;
  while (value >> bits != 0) ++bits;
  return bits;
}

// Transactions that can wait at a port: at a manager's, those in flight, those whose beats wait for
// the manager, and those in queues and register slices; at a subordinate's, those of all managers.
std::size_t most_waiting(const std::vector<model::Axi4Port>& ports) {
  constexpr std::size_t kQueued = 16;
  std::size_t in_network = 0;
  std::size_t most = 0;
  for (const model::Axi4Port& port : ports) {
    if (!port.is_manager) continue;
    const std::size_t in_flight = std::max(port.params.reads, port.params.writes);
    in_network += in_flight + kQueued;
    most = std::max(most, port.params.read_beats + in_flight + kQueued);
  }
  return std::max(most, in_network);
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

Axi4ControlBlock::Axi4ControlBlock(const model::Network& network,
                                   const std::vector<model::Axi4Port>& ports,
                                   const std::vector<std::string>& port_names,
                                   const std::vector<std::string>& links)
    : channels_(model::axi4_channels(network, ports)),
      map_(model::axi4_counter_map(network, ports)),
      virtual_channels_(network.router.virtual_channels) {
  if (map_.count() > kMostCounters) {
    throw model::ConfigurationError(
        "axi.control", fmt::format("true with {} counters", map_.count()),
        fmt::format("false, or a network with at most {} counters: 3 for each channel, 7 for each "
                    "port, and 2",
                    kMostCounters));
  }
  std::vector<std::string> channel_names;
  for (const model::Axi4Channel& channel : channels_) {
    occupancy_bits_ = std::max(occupancy_bits_, bits_for(virtual_channels_ * channel.depth));
    const bool is_link = channel.kind == model::Axi4Channel::Kind::link;
    const bool is_into = channel.kind == model::Axi4Channel::Kind::into;
    channel_names.push_back(is_link ? links[channel.number]
                                    : port_names[channel.number] + (is_into ? "_in" : "_out"));
  }
  wait_bits_ = std::max(occupancy_bits_, bits_for(most_waiting(ports)));
  names_ = model::axi4_counter_names(channel_names, port_names);
}

std::vector<VerilogPort> Axi4ControlBlock::bus_pins(unsigned address_bits) {
  return {{false, "awvalid", 1}, {false, "awaddr", address_bits},
          {true, "awready", 1},  {false, "wvalid", 1},
          {false, "wdata", 32},  {false, "wstrb", 4},
          {true, "wready", 1},   {true, "bvalid", 1},
          {true, "bresp", 2},    {false, "bready", 1},
          {false, "arvalid", 1}, {false, "araddr", address_bits},
          {true, "arready", 1},  {true, "rvalid", 1},
          {true, "rdata", 32},   {true, "rresp", 2},
          {false, "rready", 1}};
}

VerilogInstance Axi4ControlBlock::instance() const {
  VerilogInstance instance;
  instance.module = module();
  instance.name = "control";
  instance.parameters = {
      {"VCS", virtual_channels_}, {"CHANNELS", static_cast<unsigned>(channels_.size())},
      {"OCC_W", occupancy_bits_}, {"PORTS", static_cast<unsigned>(map_.ports)},
      {"WAIT_W", wait_bits_},     {"ADDRESS_W", map_.address_bits()}};
  std::vector<std::string> depths;
  for (auto channel = channels_.rbegin(); channel != channels_.rend(); ++channel) {
    depths.push_back(verilog_constant(8, channel->depth));
  }
  instance.matrices = {{"DEPTHS", depths}};
  return instance;
}

std::string Axi4ControlBlock::header(const std::string& top) const {
  const std::string guard = upper(top) + "_CONTROL_H";
  std::string text = fmt::format(
      "/* {0}_control.h - offsets of the registers behind {1}, in bytes.\n"
      " *\n"
      " * A counter has 64 bits: its low word, and its high word behind it. It is that of the "
      "last\n"
      " * snapshot, which a write of 1 to SNAPSHOT takes. Turnpike, docs/axi.md, section 9.\n"
      " */\n\n"
      "#ifndef {2}\n#define {2}\n\n",
      top, bus(), guard);
  const auto define = [&](const std::string& name, std::size_t value) {
    text += fmt::format("#define {}_{} {:#x}u\n", upper(top), upper(name), value);
  };
  define("IDENTITY", model::kAxi4Identity);
  define("VERSION", model::kAxi4Version);
  define("SHAPE", model::kAxi4Shape);
  define("COUNTER_COUNT", model::kAxi4CounterCount);
  define("STATUS", model::kAxi4Status);
  define("SNAPSHOT", model::kAxi4Snapshot);
  text += "\n";
  for (std::size_t counter = 0; counter < names_.size(); ++counter) {
    define(names_[counter], model::Axi4CounterMap::offset(counter));
  }
  return text + fmt::format("\n#endif\n");
}

std::string Axi4ControlBlock::readme(const std::string& top) const {
  std::string text = fmt::format(
      "### Counters\n\n"
      "`{0}_...` is an AXI4-Lite subordinate of 32 bits with {1} counters of 64 bits: {2} channels "
      "and\n{3} ports. `{4}_control.h` has the offset of each. Software writes 1 to SNAPSHOT, and "
      "then\nreads; all counters are those of one cycle.\n\n| pin | bits | direction |\n"
      "|---|---|---|\n",
      bus(), map_.count(), map_.channels, map_.ports, top);
  for (const VerilogPort& pin : bus_pins(map_.address_bits())) {
    text += fmt::format("| `{}_{}` | {} | {} |\n", bus(), pin.name, pin.bits,
                        pin.is_output ? "output" : "input");
  }
  return text + "\n";
}

}  // namespace turnpike::sim
