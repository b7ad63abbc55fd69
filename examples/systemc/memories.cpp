// memories.cpp - two initiators and two memories on a 4 x 4 mesh: TLM-2.0 over turnpike_tlm.hpp.
//
//   memories [ENGINE]   prints latencies as JSON; ENGINE: model (default), rtl, lockstep
//
// With rtl the network is the Verilated hardware, with lockstep hardware and model side by side.
//
// First one read at a time, loosely timed and approximately timed: what an idle network takes. Then
// both initiators read from both memories as often as a gap says: latency grows with the load.

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <turnpike_tlm.hpp>
#include <vector>

namespace {

constexpr unsigned kBytes = 64;  // of an access
constexpr std::uint64_t kMemoryBytes = 4096;
constexpr std::uint32_t kInitiators[] = {0, 3};
constexpr std::uint32_t kMemories[] = {12, 15};
const sc_core::sc_time kCycle(1, sc_core::SC_NS);

const char kNetwork[] =
    "[network]\ntopology = 'mesh'\nradix = 4\ndimensions = 2\n"
    "[router]\nvirtual_channels = 4\nmessage_classes = 2\n";

struct Memory : sc_core::sc_module {
  tlm_utils::simple_target_socket<Memory> socket{"socket"};
  std::vector<unsigned char> bytes = std::vector<unsigned char>(kMemoryBytes);

  explicit Memory(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    socket.register_b_transport(this, &Memory::transport);
  }
  void transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    unsigned char* const at = bytes.data() + payload.get_address();
    if (payload.is_write()) std::memcpy(at, payload.get_data_ptr(), payload.get_data_length());
    if (payload.is_read()) std::memcpy(payload.get_data_ptr(), at, payload.get_data_length());
    delay += 10 * kCycle;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

// Payloads with their data, used again when nobody holds them.
struct Pool : tlm::tlm_mm_interface {
  struct Access : tlm::tlm_generic_payload {
    unsigned char data[kBytes] = {};
    sc_core::sc_time begun;
  };
  std::vector<std::unique_ptr<Access>> all;
  std::vector<Access*> unused;

  Access* take() {
    if (unused.empty()) {
      all.push_back(std::make_unique<Access>());
      all.back()->set_mm(this);
      unused.push_back(all.back().get());
    }
    Access* const access = unused.back();
    unused.pop_back();
    access->acquire();
    return access;
  }
  void free(tlm::tlm_generic_payload* payload) override {
    payload->reset();
    unused.push_back(static_cast<Access*>(payload));
  }
};

struct Initiator : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Initiator> socket{"socket"};
  Pool pool;
  unsigned under_way = 0;
  unsigned wrong = 0;
  double cycles = 0;  // of the accesses that came back
  unsigned done = 0;
  bool waits_for_end = false;
  sc_core::sc_event ended;
  sc_core::sc_event all_back;
  std::uint64_t random = 1;

  explicit Initiator(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    socket.register_nb_transport_bw(this, &Initiator::backward);
  }

  Pool::Access* prepare(std::uint64_t address, bool is_read) {
    Pool::Access* const access = pool.take();
    access->set_command(is_read ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
    access->set_address(address);
    access->set_data_ptr(access->data);
    access->set_data_length(kBytes);
    access->set_streaming_width(kBytes);
    for (unsigned i = 0; i < kBytes; ++i) {
      access->data[i] = static_cast<unsigned char>(is_read ? 0 : address / kBytes + i);
    }
    return access;
  }
  // Every access of a memory has the bytes that were written there.
  void finish(Pool::Access& access) {
    bool is_right = access.is_response_ok();
    for (unsigned i = 0; i < kBytes && access.is_read(); ++i) {
      is_right &= access.data[i] == static_cast<unsigned char>(access.get_address() / kBytes + i);
    }
    wrong += is_right ? 0 : 1;
    cycles += (sc_core::sc_time_stamp() - access.begun) / kCycle;
    ++done;
  }

  // Loosely timed; the cycles that it took.
  double access_once(std::uint64_t address, bool is_read) {
    Pool::Access* const access = prepare(address, is_read);
    access->begun = sc_core::sc_time_stamp();
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->b_transport(*access, delay);
    sc_core::wait(delay);
    const double taken = (sc_core::sc_time_stamp() - access->begun) / kCycle;
    finish(*access);
    access->release();
    return taken;
  }

  // Approximately timed; the mean of `count` reads, one every `gap` cycles if END_REQ comes in
  // time.
  double read_many(unsigned count, unsigned gap) {
    cycles = 0;
    done = 0;
    for (unsigned i = 0; i < count; ++i) {
      const sc_core::sc_time next = sc_core::sc_time_stamp() + gap * kCycle;
      random = random * 6364136223846793005u + 1442695040888963407u;
      const std::uint64_t block = (random >> 33) % (2 * kMemoryBytes / kBytes);
      Pool::Access* const access = prepare(block * kBytes, true);
      access->begun = sc_core::sc_time_stamp();
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      ++under_way;
      waits_for_end = true;
      socket->nb_transport_fw(*access, phase, delay);
      if (waits_for_end) sc_core::wait(ended);
      if (sc_core::sc_time_stamp() < next) sc_core::wait(next - sc_core::sc_time_stamp());
    }
    while (under_way > 0) sc_core::wait(all_back);
    return cycles / done;
  }

  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                              sc_core::sc_time&) {
    if (phase == tlm::END_REQ) {
      waits_for_end = false;
      ended.notify();
      return tlm::TLM_ACCEPTED;
    }
    finish(static_cast<Pool::Access&>(payload));
    payload.release();
    if (--under_way == 0) all_back.notify(sc_core::SC_ZERO_TIME);
    return tlm::TLM_COMPLETED;
  }
};

struct Experiment : sc_core::sc_module {
  SC_HAS_PROCESS(Experiment);
  Initiator first{"first"};
  Initiator second{"second"};
  unsigned gap = 0;  // of the second, while it reads
  bool is_over = false;
  sc_core::sc_event begin_second;
  sc_core::sc_event end_second;
  double of_second = 0;
  bool second_is_done = false;

  explicit Experiment(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    SC_THREAD(run);
    SC_THREAD(run_second);
  }
  void run_second() {
    for (;;) {
      sc_core::wait(begin_second);
      const unsigned half = gap / 2;
      sc_core::wait(half * kCycle);  // not in the same cycles as the first
      of_second = second.read_many(500, gap);
      second_is_done = true;
      end_second.notify(sc_core::SC_ZERO_TIME);
    }
  }
  void run() {
    for (std::uint64_t address = 0; address < 2 * kMemoryBytes; address += kBytes) {
      first.access_once(address, false);
    }
    std::printf("{\n  \"write\": %g,\n", first.access_once(0, false));
    std::printf("  \"read_near\": %g,\n", first.access_once(0, true));
    std::printf("  \"read_far\": %g,\n", first.access_once(kMemoryBytes, true));
    std::printf("  \"read_alone\": %g,\n  \"loads\": [", first.read_many(1, 1));
    const char* comma = "";
    for (const unsigned each : {400u, 30u, 24u, 20u, 18u}) {
      gap = each;
      first.random = 1;  // the same reads at each load
      second.random = 2;
      second_is_done = false;
      begin_second.notify(sc_core::SC_ZERO_TIME);
      const double of_first = first.read_many(500, each);
      if (!second_is_done) sc_core::wait(end_second);
      std::printf("%s\n    {\"gap\": %u, \"latency\": %.2f}", comma, each,
                  (of_first + of_second) / 2);
      comma = ",";
    }
    std::printf("\n  ],\n  \"wrong\": %u\n}\n", first.wrong + second.wrong);
    is_over = true;
    sc_core::sc_stop();
  }
};

}  // namespace

int sc_main(int argc, char* argv[]) {
  turnpike::Options network;
  network.engine = argc > 1 ? argv[1] : "model";
  network.in_systemc = true;
  network.queue_limit = 4;
  turnpike::TlmOptions options;
  options.period = kCycle;
  options.map = {{0, kMemoryBytes, kMemories[0]}, {kMemoryBytes, kMemoryBytes, kMemories[1]}};
  turnpike::TlmNetwork mesh("mesh", turnpike::Simulation::from_text(kNetwork, network), options);

  Experiment experiment("experiment");
  experiment.first.socket.bind(mesh.from_initiator[kInitiators[0]]);
  experiment.second.socket.bind(mesh.from_initiator[kInitiators[1]]);
  Memory low("low");
  Memory high("high");
  mesh.to_target[kMemories[0]].bind(low.socket);
  mesh.to_target[kMemories[1]].bind(high.socket);
  sc_core::sc_start();

  return experiment.is_over ? 0 : 1;
}
