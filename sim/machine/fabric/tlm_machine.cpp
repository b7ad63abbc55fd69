// tlm_machine.cpp - transport calls to cycles of the machine.

#define SC_INCLUDE_DYNAMIC_PROCESSES
#include "sim/machine/fabric/tlm_machine.h"

#include <algorithm>
#include <cstring>

#include "model/common/configuration_error.h"
#include "model/machine/machine_network.h"

namespace turnpike::sim {

// A node's memory behind an initiator socket: one request at a time.
class TlmMachine::SocketMemory final : public model::MemoryTarget {
 public:
  explicit SocketMemory(MemorySocket& socket) : socket_(socket) {}

  bool ready(model::Cycle) override { return !is_busy_; }
  unsigned outstanding() const override { return is_reading_ ? 1 : 0; }
  void take(const model::MemoryAccess& access, model::Cycle) override {
    access_ = access;
    is_busy_ = true;
    is_reading_ = !access.write;
    request_.notify(sc_core::SC_ZERO_TIME);
  }
  bool respond(model::Cycle, std::uint64_t& data) override {
    if (is_busy_ || !is_reading_) return false;
    data = data_;
    is_reading_ = false;
    return true;
  }

  // A process of its own, as the other side may wait.
  void serve() {
    for (;;) {
      sc_core::wait(request_);
      unsigned char enables[8];
      for (unsigned i = 0; i < 8; ++i) {
        const bool enabled = !access_.write || (access_.strobe >> i & 1) != 0;
        enables[i] = enabled ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
      }
      data_ = access_.data;
      tlm::tlm_generic_payload payload;
      payload.set_command(access_.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
      payload.set_address(access_.address);
      payload.set_data_ptr(reinterpret_cast<unsigned char*>(&data_));
      payload.set_data_length(8);
      payload.set_streaming_width(8);
      payload.set_byte_enable_ptr(access_.write ? enables : nullptr);
      payload.set_byte_enable_length(access_.write ? 8 : 0);
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      socket_->b_transport(payload, delay);
      if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
      if (payload.is_response_error()) {
        SC_REPORT_ERROR("turnpike", "the node's memory refuses an access of the co-processor");
      }
      is_busy_ = false;
    }
  }

 private:
  MemorySocket& socket_;
  sc_core::sc_event request_;
  model::MemoryAccess access_;
  std::uint64_t data_ = 0;
  bool is_busy_ = false;
  bool is_reading_ = false;
};

struct TlmMachine::Node {
  enum class Wish { none, watch, issue, cycle };

  std::unique_ptr<SocketMemory> memory;
  sc_core::sc_mutex turn;  // one access of the processor at a time
  sc_core::sc_event done;
  Wish wish = Wish::none;
  bool is_under_way = false;
  bool excepted = false;
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;
  std::uint32_t operation = 0;
  std::uint32_t pointer = 0;
  std::uint32_t errors = 0;
  model::InstructionError last_error;
};

TlmMachine::TlmMachine(const sc_core::sc_module_name& name, const FabricSpec& fabric,
                       const model::MachineSpec& machine, bool external_memory)
    : sc_core::sc_module(name),
      processor("processor", std::size_t{1} << fabric.params.dimensions),
      memory("memory", external_memory ? std::size_t{1} << fabric.params.dimensions : 0),
      network_(model::machine_network(fabric.params)) {
  sc_core::sc_clock* clock = nullptr;
  if (fabric.engine == EngineKind::model) {
    model_fabric_ = std::make_unique<model::ModelFabric>(network_, fabric.params);
    own_clock_ = std::make_unique<sc_core::sc_clock>("clock", period(), 0.5, period() / 2, true);
    clock = own_clock_.get();
    fabric_ = model_fabric_.get();
  } else if (fabric.engine == EngineKind::emitted) {
    throw model::ConfigurationError("engine", "emitted", "model, rtl or lockstep behind sockets");
  } else if (fabric.engine == EngineKind::rtl) {
    rtl_fabric_ =
        std::make_unique<RtlFabric>(network_, fabric.params, fabric.seed, fabric.progress, false);
    rtl_fabric_->follow_clock();
    clock = &rtl_fabric_->network().clk();
    fabric_ = rtl_fabric_.get();
  } else {
    lockstep_fabric_ = std::make_unique<LockstepFabric>(network_, fabric.params, fabric.seed,
                                                        fabric.progress, false);
    lockstep_fabric_->follow_clock();
    clock = &lockstep_fabric_->rtl().network().clk();
    fabric_ = lockstep_fabric_.get();
  }
  machine_ = std::make_unique<model::Machine>(*fabric_, machine);
  for (model::NodeId node = 0; node < machine_->nodes(); ++node) {
    nodes_.push_back(std::make_unique<Node>());
    const int tag = static_cast<int>(node);
    processor[node].register_b_transport(this, &TlmMachine::transport, tag);
    processor[node].register_transport_dbg(this, &TlmMachine::debug, tag);
    if (!external_memory) continue;
    nodes_[node]->memory = std::make_unique<SocketMemory>(memory[node]);
    machine_->set_memory_target(node, *nodes_[node]->memory);
    sc_core::sc_spawn([this, node] { nodes_[node]->memory->serve(); });
  }
  SC_METHOD(next_cycle);
  sensitive << clock->negedge_event();
  dont_initialize();
}

TlmMachine::~TlmMachine() = default;

sc_core::sc_time TlmMachine::period() const {
  return sc_core::sc_time(NetworkClock::kPeriodNs, sc_core::SC_NS);
}

void TlmMachine::start() {
  if (rtl_fabric_ != nullptr) {
    rtl_fabric_->start();
  } else if (lockstep_fabric_ != nullptr) {
    lockstep_fabric_->start();
  } else {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  machine_->begin_cycle();
  if (rtl_fabric_ != nullptr) rtl_fabric_->show_inputs();
  if (lockstep_fabric_ != nullptr) lockstep_fabric_->show_inputs();
}

void TlmMachine::run(model::Cycle cycles) {
  sc_core::sc_start(period() * static_cast<double>(cycles));
  if (failure_ == nullptr) return;
  const std::exception_ptr failure = failure_;
  failure_ = nullptr;
  std::rethrow_exception(failure);
}

// The rising edge was half a cycle ago.
void TlmMachine::next_cycle() {
  try {
    fabric_->advance();
    machine_->end_cycle();
    for (model::NodeId node = 0; node < machine_->nodes(); ++node) serve(node);
    machine_->begin_cycle();
    if (rtl_fabric_ != nullptr) rtl_fabric_->show_inputs();
    if (lockstep_fabric_ != nullptr) lockstep_fabric_->show_inputs();
  } catch (...) {
    failure_ = std::current_exception();
    sc_core::sc_stop();
  }
}

void TlmMachine::serve(model::NodeId node) {
  Node& here = *nodes_[node];
  for (const model::InstructionError& error : machine_->take_errors(node)) {
    ++here.errors;
    here.last_error = error;
  }
  if (here.wish == Node::Wish::none) return;
  if (here.is_under_way) {
    if (here.wish == Node::Wish::issue && !machine_->can_issue(node)) return;
    here.excepted = here.wish == Node::Wish::watch && machine_->excepted(node);
    here.wish = Node::Wish::none;
    here.is_under_way = false;
    here.done.notify();
    return;
  }
  here.is_under_way = true;
  if (here.wish == Node::Wish::watch) machine_->watch(node, here.address, here.bytes);
  if (here.wish == Node::Wish::issue) {
    machine_->issue_code(node, here.operation, here.pointer);
  }
}

void TlmMachine::transport(int tag, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  const auto node = static_cast<model::NodeId>(tag);
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    return;
  }
  if (payload.get_streaming_width() < payload.get_data_length() || payload.get_data_length() == 0) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return;
  }
  nodes_[node]->turn.lock();
  const bool is_register = payload.get_address() >= kRegisters;
  payload.set_response_status(is_register ? access_register(node, payload)
                                          : access_memory(node, payload));
  payload.set_dmi_allowed(false);
  nodes_[node]->turn.unlock();
}

// One access under the eyes of the overrun check, a cycle. False: an exception.
bool TlmMachine::watch(model::NodeId node, std::uint32_t address, std::uint32_t bytes) {
  Node& here = *nodes_[node];
  here.address = address;
  here.bytes = bytes;
  here.wish = Node::Wish::watch;
  sc_core::wait(here.done);
  return !here.excepted;
}

// What was there when the check said yes stays there: the data may be read after it.
tlm::tlm_response_status TlmMachine::access_memory(model::NodeId node,
                                                   tlm::tlm_generic_payload& payload) {
  const std::uint64_t bytes = machine_->spec().memory.bytes;
  const std::uint64_t address = payload.get_address();
  const std::uint64_t length = payload.get_data_length();
  if (address >= bytes || length > bytes - address) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  for (std::uint64_t done = 0; done < length; done += 8) {
    const auto here = static_cast<std::uint32_t>(std::min<std::uint64_t>(8, length - done));
    if (!payload.is_read()) {
      nodes_[node]->wish = Node::Wish::cycle;
      sc_core::wait(nodes_[node]->done);
    } else if (!watch(node, static_cast<std::uint32_t>(address + done), here)) {
      return tlm::TLM_GENERIC_ERROR_RESPONSE;
    }
  }
  if (nodes_[node]->memory == nullptr) {
    copy(node, payload);
    return tlm::TLM_OK_RESPONSE;
  }
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  memory[node]->b_transport(payload, delay);
  if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
  return payload.get_response_status();
}

// Enabled bytes between the payload and the machine's own memory.
void TlmMachine::copy(model::NodeId node, tlm::tlm_generic_payload& payload) {
  model::NodeMemory& from = machine_->memory(node);
  const auto address = static_cast<std::uint32_t>(payload.get_address());
  const unsigned length = payload.get_data_length();
  unsigned char* data = payload.get_data_ptr();
  const unsigned char* enables = payload.get_byte_enable_ptr();
  for (unsigned i = 0; i < length; ++i) {
    if (enables != nullptr && enables[i % payload.get_byte_enable_length()] != TLM_BYTE_ENABLED) {
      continue;
    }
    if (payload.is_read()) {
      from.read(address + i, data + i, 1);
    } else {
      from.write(address + i, data + i, 1);
    }
  }
}

tlm::tlm_response_status TlmMachine::access_register(model::NodeId node,
                                                     tlm::tlm_generic_payload& payload) {
  const std::uint64_t offset = payload.get_address() - kRegisters;
  if (payload.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (payload.get_data_length() != 4) return tlm::TLM_BURST_ERROR_RESPONSE;
  bool exists = offset % 4 == 0;
  std::uint32_t value = exists ? read_register(node, offset, exists) : 0;
  if (!exists) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  Node& here = *nodes_[node];
  if (payload.is_read()) {
    std::memcpy(payload.get_data_ptr(), &value, 4);
    here.wish = Node::Wish::cycle;
  } else {
    std::memcpy(&value, payload.get_data_ptr(), 4);
    switch (static_cast<TlmRegister>(offset)) {
      case TlmRegister::operation:
        here.operation = value & 7;
        here.wish = Node::Wish::cycle;
        break;
      case TlmRegister::pointer:
        here.pointer = value;
        here.wish = Node::Wish::issue;
        break;
      default:
        return tlm::TLM_COMMAND_ERROR_RESPONSE;
    }
  }
  sc_core::wait(here.done);
  return tlm::TLM_OK_RESPONSE;
}

std::uint32_t TlmMachine::read_register(model::NodeId node, std::uint64_t offset, bool& exists) {
  const Node& here = *nodes_[node];
  if (offset == static_cast<std::uint32_t>(TlmRegister::cycles) + 4) {
    return static_cast<std::uint32_t>(machine_->now() >> 32);
  }
  switch (static_cast<TlmRegister>(offset)) {
    case TlmRegister::identity:
      return 0x54504b45;
    case TlmRegister::node:
      return node;
    case TlmRegister::operation:
      return here.operation;
    case TlmRegister::pointer:
      return here.pointer;
    case TlmRegister::status:
      return (machine_->can_issue(node) ? 1u : 0u) | (fabric_->outputs(node).idle ? 2u : 0u);
    case TlmRegister::error_code:
      return static_cast<std::uint32_t>(here.last_error.code);
    case TlmRegister::error_pointer:
      return here.last_error.pointer;
    case TlmRegister::sent:
      return static_cast<std::uint32_t>(machine_->sent(node));
    case TlmRegister::received:
      return static_cast<std::uint32_t>(machine_->received(node));
    case TlmRegister::errors:
      return here.errors;
    case TlmRegister::cycles:
      return static_cast<std::uint32_t>(machine_->now());
  }
  exists = false;
  return 0;
}

// Without time: memory both ways, registers only to look at.
unsigned TlmMachine::debug(int tag, tlm::tlm_generic_payload& payload) {
  const auto node = static_cast<model::NodeId>(tag);
  const std::uint64_t address = payload.get_address();
  const std::uint64_t bytes = machine_->spec().memory.bytes;
  if (address >= kRegisters) {
    bool exists = address % 4 == 0 && payload.is_read() && payload.get_data_length() == 4;
    const std::uint32_t value = exists ? read_register(node, address - kRegisters, exists) : 0;
    if (!exists) return 0;
    std::memcpy(payload.get_data_ptr(), &value, 4);
    return 4;
  }
  if (address >= bytes) return 0;
  const auto length =
      static_cast<unsigned>(std::min<std::uint64_t>(payload.get_data_length(), bytes - address));
  payload.set_data_length(length);
  if (nodes_[node]->memory != nullptr) return memory[node]->transport_dbg(payload);
  copy(node, payload);
  return length;
}

}  // namespace turnpike::sim
