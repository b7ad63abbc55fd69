// tlm_processor.cpp - a processor's accesses as transactions.

#include "sim/machine/fabric/tlm_processor.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace turnpike::sim {

TlmProcessor::TlmProcessor(const sc_core::sc_module_name& name, model::NodeId node,
                           unsigned dimensions, const ProgramMemory& memory, Program program)
    : sc_core::sc_module(name),
      node_(node),
      dimensions_(dimensions),
      memory_(memory),
      program_(std::move(program)) {
  SC_THREAD(run);
}

void TlmProcessor::run() {
  try {
    Messenger messenger(*this, memory_.blocks);
    program_(messenger, memory_.data);
  } catch (const std::exception&) {
    failure_ = std::current_exception();
  }
  has_ended_ = true;
}

tlm::tlm_response_status TlmProcessor::transport(tlm::tlm_command command, std::uint64_t address,
                                                 void* data, std::uint32_t bytes) {
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(static_cast<unsigned char*>(data));
  payload.set_data_length(bytes);
  payload.set_streaming_width(bytes);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  bus->b_transport(payload, delay);
  if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
  return payload.get_response_status();
}

model::Cycle TlmProcessor::now() const {
  return static_cast<model::Cycle>(sc_core::sc_time_stamp() /
                                   sc_core::sc_time(NetworkClock::kPeriodNs, sc_core::SC_NS));
}

bool TlmProcessor::read(std::uint32_t address, void* to, std::uint32_t bytes) {
  if (bytes == 0) return true;
  const tlm::tlm_response_status status = transport(tlm::TLM_READ_COMMAND, address, to, bytes);
  if (status == tlm::TLM_GENERIC_ERROR_RESPONSE) return false;
  if (status != tlm::TLM_OK_RESPONSE) {
    throw std::out_of_range("node " + std::to_string(node_) + ": no memory at " +
                            std::to_string(address));
  }
  return true;
}

void TlmProcessor::write(std::uint32_t address, const void* from, std::uint32_t bytes) {
  if (bytes == 0) return;
  const auto* first = static_cast<const unsigned char*>(from);
  std::vector<unsigned char> data(first, first + bytes);
  if (transport(tlm::TLM_WRITE_COMMAND, address, data.data(), bytes) != tlm::TLM_OK_RESPONSE) {
    throw std::out_of_range("node " + std::to_string(node_) + ": no memory at " +
                            std::to_string(address));
  }
}

void TlmProcessor::issue(model::Operation operation, std::uint32_t pointer) {
  auto code = static_cast<std::uint32_t>(operation);
  const auto at = [](TlmRegister which) {
    return TlmMachine::kRegisters + static_cast<std::uint32_t>(which);
  };
  transport(tlm::TLM_WRITE_COMMAND, at(TlmRegister::operation), &code, 4);
  transport(tlm::TLM_WRITE_COMMAND, at(TlmRegister::pointer), &pointer, 4);
}

void TlmProcessor::pause(model::Cycle cycles) {
  const sc_core::sc_time period(NetworkClock::kPeriodNs, sc_core::SC_NS);
  sc_core::wait(period * static_cast<double>(cycles));
}

}  // namespace turnpike::sim
