// tlm_machine_test.cpp - the machine behind TLM-2.0 sockets: programs, responses, memory outside.

#include "sim/machine/fabric/tlm_machine.h"

#include <gtest/gtest.h>
#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/machine/fabric/tlm_processor.h"
#include "sim/machine/programs/collectives.h"

namespace turnpike::test {
namespace {

sim::FabricSpec cube(unsigned dimensions) {
  sim::FabricSpec spec;
  spec.params.dimensions = dimensions;
  return spec;
}

// An initiator whose thread does what the test says.
class Driver final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Driver);
  tlm_utils::simple_initiator_socket<Driver> bus{"bus"};

  Driver(const sc_core::sc_module_name& name, std::function<void(Driver&)> body)
      : sc_core::sc_module(name), body_(std::move(body)) {
    SC_THREAD(run);
  }

  tlm::tlm_response_status access(tlm::tlm_command command, std::uint64_t address, void* data,
                                  unsigned bytes, unsigned char* enables = nullptr,
                                  unsigned width = 0) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(static_cast<unsigned char*>(data));
    payload.set_data_length(bytes);
    payload.set_streaming_width(width == 0 ? bytes : width);
    payload.set_byte_enable_ptr(enables);
    payload.set_byte_enable_length(enables == nullptr ? 0 : bytes);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    bus->b_transport(payload, delay);
    return payload.get_response_status();
  }
  std::uint32_t word(sim::TlmRegister which) {
    std::uint32_t value = 0;
    EXPECT_EQ(access(tlm::TLM_READ_COMMAND,
                     sim::TlmMachine::kRegisters + static_cast<std::uint32_t>(which), &value, 4),
              tlm::TLM_OK_RESPONSE);
    return value;
  }
  void set(sim::TlmRegister which, std::uint32_t value) {
    EXPECT_EQ(access(tlm::TLM_WRITE_COMMAND,
                     sim::TlmMachine::kRegisters + static_cast<std::uint32_t>(which), &value, 4),
              tlm::TLM_OK_RESPONSE);
  }
  bool has_ended = false;

 private:
  void run() {
    body_(*this);
    has_ended = true;
  }
  std::function<void(Driver&)> body_;
};

// Node memory of one's own, in one socket per node.
class Memory final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory> port{"port"};

  explicit Memory(const sc_core::sc_module_name& name)
      : sc_core::sc_module(name), bytes_(1u << 20) {
    port.register_b_transport(this, &Memory::transport);
  }

 private:
  void transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    delay += sc_core::sc_time(25, sc_core::SC_NS);
    const std::uint64_t address = payload.get_address();
    if (address + payload.get_data_length() > bytes_.size()) {
      payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    for (unsigned i = 0; i < payload.get_data_length(); ++i) {
      const unsigned char* enables = payload.get_byte_enable_ptr();
      if (enables != nullptr && enables[i] != TLM_BYTE_ENABLED) continue;
      unsigned char& mine = bytes_[address + i];
      unsigned char& theirs = payload.get_data_ptr()[i];
      if (payload.is_read()) {
        theirs = mine;
      } else {
        mine = theirs;
      }
    }
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  std::vector<unsigned char> bytes_;
};

void run_collectives(sim::TlmMachine& machine, model::Cycle limit) {
  const sim::ProgramMemory memory = sim::program_memory(machine.machine());
  std::vector<std::unique_ptr<sim::TlmProcessor>> processors;
  for (model::NodeId node = 0; node < machine.machine().nodes(); ++node) {
    processors.push_back(std::make_unique<sim::TlmProcessor>(
        ("processor_" + std::to_string(node)).c_str(), node, machine.machine().dimensions(), memory,
        [](sim::Messenger& messenger, sim::Region data) {
          for (const sim::Collective& collective : sim::collectives()) {
            collective.program(messenger, data, 40);
          }
        }));
    processors.back()->bus.bind(machine.processor[node]);
  }
  machine.start();
  machine.run(limit);
  for (const auto& processor : processors) {
    processor->check();
    EXPECT_TRUE(processor->has_ended()) << processor->name();
  }
}

TEST(TlmMachineTest, RunsProgramsOfAVirtualPlatform) {
  sim::TlmMachine machine("machine", cube(3), model::MachineSpec{});
  run_collectives(machine, 40'000);
}

TEST(TlmMachineTest, RunsProgramsWithMemoryOutside) {
  model::MachineSpec spec;
  spec.memory.bytes = 1u << 20;
  sim::TlmMachine machine("machine", cube(2), spec, true);
  std::vector<std::unique_ptr<Memory>> memories;
  for (model::NodeId node = 0; node < 4; ++node) {
    memories.push_back(std::make_unique<Memory>(("memory_" + std::to_string(node)).c_str()));
    machine.memory[node].bind(memories.back()->port);
  }
  run_collectives(machine, 60'000);
  EXPECT_EQ(machine.machine().memory(1).words_written(), 0u);  // its own was left alone
}

TEST(TlmMachineTest, AnswersAsTlmAsksFor) {
  sim::TlmMachine machine("machine", cube(1), model::MachineSpec{});
  const std::uint64_t end = machine.machine().spec().memory.bytes;
  Driver driver("driver", [&](Driver& me) {
    std::array<unsigned char, 16> data{};
    const auto read = tlm::TLM_READ_COMMAND;
    const auto write = tlm::TLM_WRITE_COMMAND;
    EXPECT_EQ(me.access(read, end - 8, data.data(), 8), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(me.access(read, end - 4, data.data(), 8), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(me.access(write, end, data.data(), 1), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(me.access(read, sim::TlmMachine::kRegisters + 0x800, data.data(), 4),
              tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(me.access(read, sim::TlmMachine::kRegisters, data.data(), 8),
              tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(me.access(write, sim::TlmMachine::kRegisters, data.data(), 4),
              tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(me.access(tlm::TLM_IGNORE_COMMAND, 0, data.data(), 4),
              tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(me.access(write, 64, data.data(), 8, nullptr, 4), tlm::TLM_BURST_ERROR_RESPONSE);
    std::array<unsigned char, 16> enables{};
    EXPECT_EQ(me.access(write, sim::TlmMachine::kRegisters + 0x18, data.data(), 4, enables.data()),
              tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    EXPECT_EQ(me.word(sim::TlmRegister::identity), 0x54504b45u);
    EXPECT_EQ(me.word(sim::TlmRegister::node), 0u);

    // Byte enables, and what debug transport sees.
    data.fill(0x11);
    EXPECT_EQ(me.access(write, 0x30001, data.data(), 16), tlm::TLM_OK_RESPONSE);
    data.fill(0x22);
    for (unsigned i = 0; i < 16; i += 3) enables[i] = TLM_BYTE_ENABLED;
    EXPECT_EQ(me.access(write, 0x30001, data.data(), 16, enables.data()), tlm::TLM_OK_RESPONSE);
    tlm::tlm_generic_payload payload;
    payload.set_command(read);
    payload.set_address(0x30001);
    payload.set_data_ptr(data.data());
    payload.set_data_length(16);
    EXPECT_EQ(me.bus->transport_dbg(payload), 16u);
    for (unsigned i = 0; i < 16; ++i) EXPECT_EQ(data[i], i % 3 == 0 ? 0x22 : 0x11);

    // An instruction without a header block.
    me.set(sim::TlmRegister::operation, 0);
    me.set(sim::TlmRegister::pointer, 0x1001);
    for (int i = 0; i < 10; ++i) me.word(sim::TlmRegister::status);
    EXPECT_EQ(me.word(sim::TlmRegister::errors), 1u);
    EXPECT_EQ(me.word(sim::TlmRegister::error_code), 16u);
    EXPECT_EQ(me.word(sim::TlmRegister::error_pointer), 0x1001u);
  });
  Driver other("other", [](Driver&) {});
  driver.bus.bind(machine.processor[0]);
  other.bus.bind(machine.processor[1]);
  machine.start();
  machine.run(500);
  EXPECT_TRUE(driver.has_ended);
}

// A read of a byte that is still on its way gets an error response; a retry later does not.
TEST(TlmMachineTest, RefusesReadsOfBytesThatHaveNotArrived) {
  sim::TlmMachine machine("machine", cube(1), model::MachineSpec{});
  const auto memory = sim::program_memory(machine.machine());
  unsigned refused = 0;
  constexpr std::uint32_t kBytes = 2000;
  sim::TlmProcessor sender("sender", 0, 1, memory, [](sim::Messenger& messenger, sim::Region data) {
    const std::vector<std::uint8_t> bytes(kBytes, 0x77);
    messenger.write(data.begin, bytes.data(), kBytes);
    messenger.wait(messenger.send(1, 1, data.begin, kBytes));
  });
  sim::TlmProcessor receiver(
      "receiver", 1, 1, memory, [&](sim::Messenger& messenger, sim::Region data) {
        const sim::Ticket ticket = messenger.receive(0, 1, data.begin, kBytes);
        while (!messenger.has_begun(ticket)) messenger.port().pause(4);
        std::uint8_t last = 0;
        while (!messenger.port().read(data.begin + kBytes - 1, &last, 1)) {
          ++refused;
          messenger.port().pause(20);
        }
        EXPECT_EQ(last, 0x77);
        messenger.wait(ticket);
      });
  sender.bus.bind(machine.processor[0]);
  receiver.bus.bind(machine.processor[1]);
  machine.start();
  machine.run(5'000);
  sender.check();
  receiver.check();
  EXPECT_TRUE(receiver.has_ended());
  EXPECT_GT(refused, 10u);
}

}  // namespace
}  // namespace turnpike::test
