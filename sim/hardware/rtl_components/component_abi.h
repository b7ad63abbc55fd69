// component_abi.h - the border between the simulator and a Verilated shape.
//
// A shape (one RTL module with fixed parameters) is compiled at run time into a shared object
// that knows nothing of the simulator but this header. Only plain data crosses the border.
//
// Time: a component is evaluated once per cycle. The pins of cycle t lie in the half of each
// ChannelWires that t's parity names; the edge that ends t writes the other half.

#pragma once

#include <cstddef>
#include <cstdint>

namespace turnpike::sim {

constexpr std::uint32_t kAbiVersion = 11;
constexpr unsigned kMaxComponentPorts = 32;
constexpr unsigned kPausePins = 10;    // of pauses_i for an output port
constexpr unsigned kMaxFlitWords = 9;  // 512 data bits, head and tail

// The wires of one channel in one cycle. Whether they mean anything is said by PortActivity.
struct ChannelPins {
  std::uint32_t vc = 0;      // of the flit
  std::uint32_t credit = 0;  // one bit per VC, against the flits' direction
  std::uint64_t route = 0;   // of the flit, at the router behind; 0 if there is none
  std::uint64_t flit[kMaxFlitWords] = {};
};

// Both halves side by side: [parity of the cycle].
struct ChannelWires {
  ChannelPins at[2];
};

// What moves at a component's pins in one cycle, a bit per port.
struct PortActivity {
  std::uint32_t flits = 0;    // as input: in_valid_i; as output: out_valid_o
  std::uint32_t credits = 0;  // as input: output ports with a credit; as output: input ports

  bool any() const { return (flits | credits) != 0; }
};

// What tells one instance from another of the same shape: pins that never change. A shape has
// those it needs.
struct ComponentPlace {
  std::uint32_t address = 0;                      // node_i
  std::uint32_t limit = 0;                        // limit_i
  std::uint32_t dimension = 0;                    // dimension_i
  std::uint32_t connected = 0;                    // connected_i
  std::uint32_t paced = 0;                        // paced_i
  std::uint16_t pauses[kMaxComponentPorts] = {};  // [output port] pauses_i, ten bits each
};

// What a component shows after a clock edge.
struct EdgeResult {
  PortActivity outputs;
  std::uint32_t is_busy = 0;  // something may happen in the next cycle without any input
  std::uint32_t error = 0;    // error_o
  // [output port] queue_o, of a component that has one.
  std::uint16_t queue[kMaxComponentPorts] = {};
};

// The pins of a co-processor beside its channels (docs/timing.md, section 8).
struct NodeInputs {
  std::uint32_t system_base = 0;
  std::uint32_t system_size_log2 = 0;
  std::uint32_t instruction_valid = 0;
  std::uint32_t operation = 0;
  std::uint32_t pointer = 0;
  std::uint32_t memory_ready = 0;
  std::uint32_t memory_response = 0;
  std::uint32_t watch_valid = 0;
  std::uint32_t watch_address = 0;
  std::uint32_t watch_bytes = 1;
  std::uint64_t memory_data = 0;
  std::uint16_t queue[kMaxComponentPorts] = {};  // [network output of the router] queue_i
};

struct NodeOutputs {
  std::uint32_t instruction_ready = 0;
  std::uint32_t memory_valid = 0;
  std::uint32_t memory_write = 0;
  std::uint32_t memory_fence = 0;
  std::uint32_t memory_address = 0;
  std::uint32_t memory_strobe = 0;
  std::uint64_t memory_data = 0;
  std::uint32_t watch_exception = 0;
  std::uint32_t sent = 0;
  std::uint32_t received = 0;
  std::uint32_t error_valid = 0;
  std::uint32_t error_code = 0;
  std::uint32_t error_pointer = 0;
  std::uint32_t idle = 1;
};

// A sink and a source of checkpoint bytes.
class CheckpointWriter {
 public:
  virtual void write(const void* bytes, std::size_t count) = 0;

 protected:
  ~CheckpointWriter() = default;
};

class CheckpointReader {
 public:
  virtual std::size_t read(void* bytes, std::size_t count) = 0;  // returns the bytes delivered

 protected:
  ~CheckpointReader() = default;
};

// One Verilated instance.
class RtlComponent {
 public:
  virtual ~RtlComponent() = default;

  // `in` carries flits to input port `port`, `out` carries flits from output port `port`.
  virtual void bind(unsigned port, ChannelWires* in, ChannelWires* out) = 0;
  virtual void set_place(const ComponentPlace& place) = 0;
  // Of a co-processor, before reset(): read at each edge, and written after it.
  virtual void bind_node(const NodeInputs* in, NodeOutputs* out) = 0;
  // Outputs that the routing table of input port `port` allows for `destination`. The component
  // must be idle; takes clock edges, in which nothing else happens.
  virtual void write_table(unsigned port, std::uint32_t destination, std::uint32_t outputs) = 0;
  // A clock edge under rst_i, all inputs low; outputs are low afterwards.
  virtual void reset() = 0;

  // One whole cycle, whose pins have `parity`.
  virtual void tick(unsigned parity, PortActivity inputs, EdgeResult* result) = 0;

  // The same cycle in three steps, for waveforms: inputs change and logic settles, the clock
  // falls, the clock rises.
  virtual void settle(unsigned parity, PortActivity inputs) = 0;
  virtual void fall() = 0;
  virtual void rise(unsigned parity, EdgeResult* result) = 0;

  // A clock edge that does not count: the inputs are those of the cycle with `parity`, enable_i is
  // low while the clock falls and rises, and the outputs of the same cycle are read once more.
  // Nothing may change. A sliced component is always enabled: there these do nothing.
  virtual void begin_hold(unsigned parity, PortActivity inputs) = 0;
  virtual void end_hold(unsigned parity, EdgeResult* result) = 0;

  // For a waveform: what the outputs should be in the cycle that is traced next. Of `ports` the
  // credits belong to input ports, the rest to output ports. A module that is Verilated without a
  // cell around it has no place for them.
  virtual void expect(const EdgeResult& result, const ChannelPins* ports) = 0;

  virtual void save(CheckpointWriter& writer) = 0;
  virtual void restore(CheckpointReader& reader) = 0;
};

// Instances of one shape that are evaluated side by side: bit n of each word belongs to lane n.
class RtlBank {
 public:
  static constexpr unsigned kLanes = 64;

  virtual ~RtlBank() = default;
  // The instance in a lane, which lives as long as the bank and has no waveform. What is called of
  // it leaves the other lanes as they are, but takes as long as a cycle of all.
  virtual RtlComponent& add_lane(const char* name) = 0;
  // One whole cycle of all lanes, [lane]; results as of RtlComponent::tick.
  virtual void tick(unsigned parity, const PortActivity* inputs, EdgeResult* const* results) = 0;
};

// The pins of one terminal of an emitted network in one cycle.
struct TerminalPins {
  std::uint32_t valid = 0;
  std::uint32_t vc = 0;     // the rest of these where valid
  std::uint64_t route = 0;  // into the network only
  std::uint64_t flit[kMaxFlitWords] = {};
  std::uint32_t credit = 0;  // a bit per VC; of the flits that go the other way
};

// A whole network that left the program (sim/hardware/emit), Verilated as one.
class RtlEmitted {
 public:
  virtual ~RtlEmitted() = default;
  // A clock edge under rst_i, all inputs low.
  virtual void reset() = 0;
  // One cycle with `in` on the pins; then `out` is there. [terminal]
  virtual void tick(const TerminalPins* in, TerminalPins* out) = 0;
  // A clock edge that does not count: enable_i is low. Then `out` is there once more.
  virtual void hold(const TerminalPins* in, TerminalPins* out) = 0;
  // As they are after the edge: error_o; queue_o of all routers side by side, [component * ports +
  // port], where there is one.
  virtual std::uint32_t error() const = 0;
  virtual std::uint32_t queue(unsigned index) const = 0;
};

// The same of one with co-processors at its terminals: the pins of all nodes side by side, 64 to a
// word, as sim/hardware/emit/flat_module.h says.
class RtlBuses {
 public:
  virtual ~RtlBuses() = default;
  // A clock edge under rst_i, all inputs low. Then `out` is there.
  virtual void reset(std::uint64_t* out) = 0;
  // One cycle with `in` on the pins; then `out` is there.
  virtual void tick(const std::uint64_t* in, std::uint64_t* out) = 0;
  virtual std::uint32_t error() const = 0;  // error_o after the edge
};

// A waveform that several components share. Components join before it is opened.
class RtlWaveform {
 public:
  virtual ~RtlWaveform() = default;
  virtual void add(RtlComponent& component) = 0;
  virtual void open(const char* path) = 0;
  virtual void dump(std::uint64_t time) = 0;
  virtual void flush() = 0;
  virtual void close() = 0;
  // Why something of it could not be written, an errno; 0: nothing failed so far. The file is of
  // no use then, but the other calls stay safe.
  virtual int error() const = 0;
};

// What all components of one network share.
class RtlRuntime {
 public:
  virtual ~RtlRuntime() = default;
  virtual RtlWaveform* create_waveform() = 0;  // the caller owns it
  // Texts of violated checks (REQUIRE, ENSURE) since creation, in the order in which they were
  // seen; null beyond the last. Of so many that they would fill the memory the first ones.
  virtual const char* violation(std::size_t index) const = 0;
  const char* violation() const { return violation(0); }
  virtual void clear_violation() = 0;
};

// Entry points of a shared object; the second is named after the shape's prefix. Objects they
// return belong to the caller. Registers start from values drawn from `seed`.
using CreateRuntime = RtlRuntime* (*)(std::uint32_t abi_version, std::uint32_t seed);
using CreateComponent = RtlComponent* (*)(RtlRuntime* runtime, const char* name);
using CreateBank = RtlBank* (*)(RtlRuntime* runtime);
using CreateEmitted = RtlEmitted* (*)(RtlRuntime* runtime, const char* name);
using CreateBuses = RtlBuses* (*)(RtlRuntime* runtime, const char* name);
constexpr const char* kCreateRuntimeSymbol = "turnpike_create_runtime";
constexpr const char* kCreateComponentSymbol = "turnpike_create_";

}  // namespace turnpike::sim
