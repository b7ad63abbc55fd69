// TLM-2.0 payloads through the AXI4 adapters: the Verilated network is equal at all pins in every
// cycle, and each access takes as long as a manager and a memory measure at the pins alone.

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <systemc>
#include <vector>

#include "sim/axi/tlm_axi4.h"
#include "tests/support/axi4_run.h"

namespace turnpike::test {
namespace {

constexpr model::Cycle kMemoryCycles = 5;  // until a memory has an answer
const sc_core::sc_time kPeriod(2, sc_core::SC_NS);

// An access that begins in a cycle; `end`: the cycle after that of its answer.
struct Access {
  std::size_t port = 0;
  model::Cycle begin = 0;
  bool is_write = false;
  std::uint64_t address = 0;
  unsigned bytes = 8;
  std::uint32_t id = 0;
  model::Cycle end = 0;
  tlm::tlm_response_status status = tlm::TLM_INCOMPLETE_RESPONSE;
  std::vector<unsigned char> data = {};
};

class Memory final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory> socket;
  explicit Memory(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    socket.register_b_transport(this, &Memory::transport);
    socket.register_transport_dbg(this, &Memory::debug);
  }
  std::map<std::uint64_t, unsigned char> bytes;

 private:
  void transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    debug(payload);
    delay += kPeriod * static_cast<double>(kMemoryCycles);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  unsigned debug(tlm::tlm_generic_payload& payload) {
    const unsigned char* const enables = payload.get_byte_enable_ptr();
    for (unsigned i = 0; i < payload.get_data_length(); ++i) {
      unsigned char& byte = bytes[payload.get_address() + i];
      if (payload.is_read()) payload.get_data_ptr()[i] = byte;
      if (payload.is_write() && (enables == nullptr || enables[i] != 0)) {
        byte = payload.get_data_ptr()[i];
      }
    }
    return payload.get_data_length();
  }
};

// The emitted network of tests/emit/axi.toml without USER signals, with TLM at its ports.
class TlmAxi4Test : public testing::TestWithParam<const char*> {
 protected:
  TlmAxi4Test()
      : experiment_(
            axi_network({std::string("axi.order=\"") + GetParam() + "\"", "axi.user_bits=0"})),
        network_(sim::build_network(experiment_)),
        hardware_(network_, experiment_.axi, 1),
        tlm_("axi", network_, experiment_.axi, kPeriod, &hardware_) {
    for (std::size_t port = 0; port < tlm_.ports().size(); ++port) {
      if (tlm_.ports()[port].is_manager) {
        managers_.push_back(port);
        continue;
      }
      memories_.push_back(std::make_unique<Memory>(("memory_" + std::to_string(port)).c_str()));
      tlm_.subordinate[port].bind(memories_.back()->socket);
    }
    for (const std::size_t port : managers_) {
      initiators_.push_back(
          std::make_unique<Initiator>(("initiator_" + std::to_string(port)).c_str()));
      initiators_.back()->socket.bind(tlm_.manager[port]);
    }
  }

  struct Initiator : sc_core::sc_module {
    explicit Initiator(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}
    tlm_utils::simple_initiator_socket<Initiator> socket;
  };

  // Bytes to both memories and to an address without one, of both managers, several at once.
  std::vector<Access> accesses() const {
    std::vector<Access> all;
    model::Cycle at = 3;
    for (unsigned i = 0; i < 60; ++i) {
      const std::uint64_t bases[] = {0x0, 0x40000000, 0x50000000, 0x70000000};
      Access access;
      access.port = managers_[i % 2];
      access.begin = at;
      access.is_write = i % 3 == 1;
      access.address = bases[(i / 2) % (i % 7 == 0 ? 4 : 3)] + i * 24 % 0x800;
      access.bytes = 1 + i * 37 % 100;
      access.id = i / 4 % 3;
      all.push_back(access);
      at += i % 5 == 0 ? 40 : i % 4;
    }
    return all;
  }

  void transport(Access& access) {
    tlm::tlm_generic_payload payload;
    sim::TlmAxi4Attributes attributes;
    attributes.id = access.id;
    access.data.resize(access.bytes);
    for (unsigned i = 0; access.is_write && i < access.bytes; ++i) {
      access.data[i] = static_cast<unsigned char>(access.address + 3 * i + access.begin);
    }
    payload.set_command(access.is_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    payload.set_address(access.address);
    payload.set_data_ptr(access.data.data());
    payload.set_data_length(access.bytes);
    payload.set_streaming_width(access.bytes);
    payload.set_extension(&attributes);
    sc_core::sc_time delay = kPeriod * static_cast<double>(access.begin);
    const std::size_t at = access.port == managers_[0] ? 0 : 1;
    initiators_[at]->socket->b_transport(payload, delay);
    payload.clear_extension(&attributes);
    access.status = payload.get_response_status();
    access.end = sc_core::sc_time_stamp().value() / kPeriod.value();
  }

  sim::Experiment experiment_;
  model::Network network_;
  sim::Axi4Hardware hardware_;
  sim::TlmAxi4Network tlm_;
  std::vector<std::size_t> managers_;
  std::vector<std::unique_ptr<Initiator>> initiators_;
  std::vector<std::unique_ptr<Memory>> memories_;
};

// At the pins of the model alone, by what the page says of them: a manager that shows a request in
// its cycle, or behind the one before, and a memory that answers kMemoryCycles later.
class PinRun {
 public:
  PinRun(const model::Network& network, const model::Axi4NetworkSpec& spec)
      : model_(model::make_axi4_model(network, spec)) {}

  void run(std::vector<Access>& all) {
    const std::size_t count = model_->ports().size();
    std::vector<Port> ports(count);
    std::size_t open = all.size();
    while (open > 0) {
      const model::Cycle now = model_->now();
      ASSERT_LT(now, 20'000u) << "an access is not answered";
      for (Access& access : all) {
        if (access.begin == now) begin(ports[access.port], access);
      }
      std::vector<model::Axi4Manager> managers(count);
      std::vector<model::Axi4Subordinate> subordinates(count);
      std::vector<model::Axi4Subordinate> seen(count);
      std::vector<model::Axi4Manager> asked(count);
      for (std::size_t port = 0; port < count; ++port) {
        managers[port] = drive_manager(ports[port]);
        subordinates[port] = drive_memory(ports[port], now);
        if (model_->ports()[port].is_manager) seen[port] = model_->to_manager(port);
        if (!model_->ports()[port].is_manager) asked[port] = model_->to_subordinate(port);
      }
      model_->advance(managers, subordinates);
      for (std::size_t port = 0; port < count; ++port) {
        if (model_->ports()[port].is_manager) {
          open -= see_manager(ports[port], seen[port], now);
        } else {
          see_memory(ports[port], asked[port], subordinates[port], now);
        }
      }
    }
  }

 private:
  struct Answer {
    std::uint32_t id = 0;
    unsigned beats = 0;  // of a read
    model::Cycle due = 0;
  };
  struct Port {
    std::deque<Access*> aw, ar, w;
    unsigned beat = 0;
    std::map<std::uint32_t, std::deque<Access*>> writing, reading;
    std::deque<Answer> writes, reads;     // at a memory
    std::size_t wlasts = 0;               // last beats without their request
    std::deque<std::uint32_t> addresses;  // IDs of writes
    unsigned given = 0;                   // beats of the first read
  };
  static unsigned beats_of(const Access& access) {
    return static_cast<unsigned>((access.address % 8 + access.bytes + 7) / 8);
  }
  static model::Axi4Request request_of(const Access& access) {
    model::Axi4Request request;
    request.address = access.address;
    request.id = access.id;
    request.length = beats_of(access) - 1;
    request.size = 3;
    return request;
  }
  static void begin(Port& port, Access& access) {
    (access.is_write ? port.aw : port.ar).push_back(&access);
    if (access.is_write) port.w.push_back(&access);
    (access.is_write ? port.writing : port.reading)[access.id].push_back(&access);
  }
  static model::Axi4Manager drive_manager(const Port& port) {
    model::Axi4Manager pins;
    pins.b_ready = pins.r_ready = true;
    pins.aw_valid = !port.aw.empty();
    if (pins.aw_valid) pins.aw = request_of(*port.aw.front());
    pins.ar_valid = !port.ar.empty();
    if (pins.ar_valid) pins.ar = request_of(*port.ar.front());
    pins.w_valid = !port.w.empty();
    if (pins.w_valid) pins.w.last = port.beat + 1 == beats_of(*port.w.front());
    return pins;
  }
  static std::size_t see_manager(Port& port, const model::Axi4Subordinate& seen, model::Cycle now) {
    if (!port.aw.empty() && seen.aw_ready) port.aw.pop_front();
    if (!port.ar.empty() && seen.ar_ready) port.ar.pop_front();
    if (!port.w.empty() && seen.w_ready && ++port.beat == beats_of(*port.w.front())) {
      port.w.pop_front();
      port.beat = 0;
    }
    std::size_t answered = 0;
    const auto end = [&](std::deque<Access*>& of_id) {
      of_id.front()->end = now + 1;
      of_id.pop_front();
      ++answered;
    };
    if (seen.b_valid) end(port.writing[seen.b.id]);
    if (seen.r_valid && seen.r.last) end(port.reading[seen.r.id]);
    return answered;
  }
  static model::Axi4Subordinate drive_memory(const Port& port, model::Cycle now) {
    model::Axi4Subordinate pins;
    pins.aw_ready = pins.w_ready = pins.ar_ready = true;
    if (!port.writes.empty() && port.writes.front().due <= now) {
      pins.b_valid = true;
      pins.b.id = port.writes.front().id;
    }
    if (!port.reads.empty() && port.reads.front().due <= now) {
      pins.r_valid = true;
      pins.r.id = port.reads.front().id;
      pins.r.last = port.given + 1 == port.reads.front().beats;
    }
    return pins;
  }
  static void see_memory(Port& port, const model::Axi4Manager& seen,
                         const model::Axi4Subordinate& shown, model::Cycle now) {
    if (shown.b_valid && seen.b_ready) port.writes.pop_front();
    if (shown.r_valid && seen.r_ready && ++port.given == port.reads.front().beats) {
      port.reads.pop_front();
      port.given = 0;
    }
    if (seen.ar_valid) {
      port.reads.push_back({seen.ar.id, seen.ar.length + 1, now + 1 + kMemoryCycles});
    }
    if (seen.aw_valid) port.addresses.push_back(seen.aw.id);
    if (seen.w_valid && seen.w.last) ++port.wlasts;
    while (port.wlasts > 0 && !port.addresses.empty()) {
      port.writes.push_back({port.addresses.front(), 0, now + 1 + kMemoryCycles});
      port.addresses.pop_front();
      --port.wlasts;
    }
  }

  std::unique_ptr<model::Axi4Model> model_;
};

TEST_P(TlmAxi4Test, AccessesTakeTheTimesOfThePins) {
  std::vector<Access> all = accesses();
  for (Access& access : all) {
    sc_core::sc_spawn([this, &access] { transport(access); });
  }
  sc_core::sc_start(kPeriod * 20'000.0);
  std::vector<Access> pins = accesses();
  PinRun(network_, experiment_.axi).run(pins);
  std::map<std::uint64_t, unsigned char> written[2];
  for (std::size_t i = 0; i < all.size(); ++i) {
    SCOPED_TRACE(testing::Message() << "access " << i);
    EXPECT_EQ(all[i].end, pins[i].end);
    EXPECT_EQ(all[i].status, all[i].address >= 0x70000000 ? tlm::TLM_ADDRESS_ERROR_RESPONSE
                                                          : tlm::TLM_OK_RESPONSE);
  }
}

// Longer than a burst and over a page, unaligned, with byte enables.
TEST_P(TlmAxi4Test, LongAccessesAreCutAndTheirBytesArrive) {
  std::vector<unsigned char> written(5000);
  for (std::size_t i = 0; i < written.size(); ++i) written[i] = static_cast<unsigned char>(i * 7);
  std::vector<unsigned char> read(written.size());
  unsigned char enables[] = {0xff, 0xff, 0x00};
  bool is_over = false;
  sc_core::sc_spawn([&] {
    tlm::tlm_generic_payload payload;
    payload.set_address(0x40000ffd);
    payload.set_data_length(static_cast<unsigned>(written.size()));
    payload.set_streaming_width(static_cast<unsigned>(written.size()));
    for (const bool is_write : {true, false}) {
      sc_core::sc_time delay;
      payload.set_command(is_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
      payload.set_data_ptr(is_write ? written.data() : read.data());
      payload.set_byte_enable_ptr(is_write ? enables : nullptr);
      payload.set_byte_enable_length(is_write ? 3 : 0);
      initiators_[0]->socket->b_transport(payload, delay);
      EXPECT_EQ(payload.get_response_status(), tlm::TLM_OK_RESPONSE);
    }
    payload.set_streaming_width(4);
    sc_core::sc_time delay;
    initiators_[0]->socket->b_transport(payload, delay);
    EXPECT_EQ(payload.get_response_status(), tlm::TLM_BURST_ERROR_RESPONSE);
    is_over = true;
  });
  sc_core::sc_start(kPeriod * 20'000.0);
  ASSERT_TRUE(is_over);
  for (std::size_t i = 0; i < read.size(); ++i) {
    ASSERT_EQ(read[i], i % 3 == 2 ? 0 : written[i]) << "byte " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Orders, TlmAxi4Test, testing::Values("stall", "reorder"));

}  // namespace
}  // namespace turnpike::test
