// What turnpike_tlm.hpp promises: wrong use answered, back-pressure by END_REQ, both ways of
// calling.

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdio>
#include <string>
#include <turnpike_tlm.hpp>
#include <vector>

namespace {

const sc_core::sc_time kCycle(1, sc_core::SC_NS);
constexpr unsigned kWrites = 8;
constexpr unsigned kBytes = 64;

unsigned failed = 0;

void expect(bool holds, const std::string& what) {
  if (holds) return;
  ++failed;
  std::printf("failed: %s\n", what.c_str());
}

turnpike::Simulation mesh(const std::string& engine) {
  turnpike::Options options;
  options.engine = engine;
  options.in_systemc = true;
  options.queue_limit = 2;
  return turnpike::Simulation::from_text(
      "[network]\ntopology = 'mesh'\nradix = 4\ndimensions = 2\n"
      "[router]\nmessage_classes = 2\nvirtual_channels = 2\n",  // one a class: in order
      options);
}

// Keeps every request for 50 cycles before END_REQ, and answers then. One at a time.
struct SlowTarget : sc_core::sc_module {
  SC_HAS_PROCESS(SlowTarget);
  tlm_utils::simple_target_socket<SlowTarget> socket{"socket"};
  tlm::tlm_generic_payload* held = nullptr;
  sc_core::sc_event came;
  unsigned taken = 0;
  unsigned ended = 0;  // END_RESP
  unsigned debugged = 0;

  explicit SlowTarget(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    socket.register_nb_transport_fw(this, &SlowTarget::forward);
    socket.register_transport_dbg(this, &SlowTarget::debug);
    SC_THREAD(run);
  }
  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time&) {
    if (phase == tlm::END_RESP) {
      ++ended;
      return tlm::TLM_COMPLETED;
    }
    expect(held == nullptr, "no request before the END_REQ of the last one");
    held = &payload;
    came.notify(sc_core::SC_ZERO_TIME);
    return tlm::TLM_ACCEPTED;
  }
  unsigned debug(tlm::tlm_generic_payload& payload) {
    expect(payload.get_address() == 0x10, "the target's own address, by transport_dbg");
    ++debugged;
    return payload.get_data_length();
  }
  void run() {
    for (;;) {
      while (held == nullptr) sc_core::wait(came);
      tlm::tlm_generic_payload& payload = *held;
      expect(payload.get_address() == taken * kBytes, "the target's own address, in order");
      ++taken;
      sc_core::wait(50 * kCycle);
      payload.set_response_status(tlm::TLM_OK_RESPONSE);
      held = nullptr;
      tlm::tlm_phase phase = tlm::BEGIN_RESP;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      socket->nb_transport_bw(payload, phase, delay);
    }
  }
};

struct Initiator : sc_core::sc_module {
  SC_HAS_PROCESS(Initiator);
  tlm_utils::simple_initiator_socket<Initiator> socket{"socket"};
  sc_core::sc_event ended;
  bool is_accepted = false;
  unsigned responses = 0;
  std::vector<sc_core::sc_time> accepted;

  explicit Initiator(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    socket.register_nb_transport_bw(this, &Initiator::backward);
    SC_THREAD(run);
  }
  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                              sc_core::sc_time&) {
    expect(payload.get_address() >= 0x1000, "the initiator's own address");
    if (phase == tlm::END_REQ) {
      is_accepted = true;
      ended.notify();
      return tlm::TLM_ACCEPTED;
    }
    expect(payload.is_response_ok(), "the response of the target");
    ++responses;
    return tlm::TLM_COMPLETED;
  }
  void set(tlm::tlm_generic_payload& payload, std::uint64_t address, unsigned char* data) const {
    payload.set_write();
    payload.set_address(address);
    payload.set_data_ptr(data);
    payload.set_data_length(kBytes);
    payload.set_streaming_width(kBytes);
  }
  void run() {
    std::vector<unsigned char> data(kBytes);
    tlm::tlm_generic_payload bad;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    for (const std::uint64_t address : {0x0u, 0x1fe0u, 0x2000u}) {
      set(bad, address, data.data());
      bad.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
      socket->b_transport(bad, delay);
      expect(bad.get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE, "not in the map");
      expect(socket->transport_dbg(bad) == 0, "not in the map, by transport_dbg");
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      expect(socket->nb_transport_fw(bad, phase, delay) == tlm::TLM_COMPLETED &&
                 bad.get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE,
             "not in the map, by nb_transport");
    }
    expect(sc_core::sc_time_stamp() == sc_core::SC_ZERO_TIME, "an address error takes no time");
    set(bad, 0x1010, data.data());
    expect(socket->transport_dbg(bad) == kBytes && bad.get_address() == 0x1010, "transport_dbg");

    std::vector<tlm::tlm_generic_payload> writes(kWrites);
    for (unsigned i = 0; i < kWrites; ++i) {
      set(writes[i], 0x1000 + i * kBytes, data.data());
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      is_accepted = false;
      expect(socket->nb_transport_fw(writes[i], phase, delay) == tlm::TLM_ACCEPTED, "BEGIN_REQ");
      if (!is_accepted) sc_core::wait(ended);
      accepted.push_back(sc_core::sc_time_stamp());
    }
    // Two wait in the queue; a third place is there when the first one's head has left.
    expect(accepted[1] == sc_core::SC_ZERO_TIME, "two requests go into the queue at once");
    expect(accepted[2] > sc_core::SC_ZERO_TIME, "the third one waits for a place");
    expect(accepted[7] > 50 * kCycle, "writes of 17 flits are accepted as the network takes them");
    sc_core::wait(2000 * kCycle);
    expect(responses == kWrites, "every write has its response");
    sc_core::sc_stop();
  }
};

void expect_refused(const turnpike::TlmOptions& options, const char* text) {
  try {
    const turnpike::TlmNetwork network(sc_core::sc_gen_unique_name("bad"), mesh("model"), options);
    expect(false, std::string("taken: ") + text);
  } catch (const std::invalid_argument& error) {
    expect(std::string(error.what()).find(text) != std::string::npos, error.what());
  }
}

// Hardware that runs before SystemC does is refused, and nothing has happened.
void expect_not_ready(turnpike::Simulation& network) {
  try {
    network.step();
    expect(false, "a cycle before SystemC runs");
  } catch (const turnpike::Error& error) {
    expect(error.status() == TURNPIKE_ERROR_STATE, error.what());
  }
  expect(network.cycle() == 0, "cycle 0 before SystemC runs");
}

}  // namespace

int sc_main(int argc, char* argv[]) {
  const std::string engine = argc > 1 ? argv[1] : "model";
  turnpike::TlmOptions options;
  options.map = {{0, 0x1000, 16}};
  expect_refused(options, "node 16; allowed: 0 to 15");
  options.map = {{0, 0x1000, 1}, {0xfff, 1, 2}};
  expect_refused(options, "an address is in two ranges");
  options.map = {{~std::uint64_t{0}, 2, 1}};
  expect_refused(options, "beyond 2^64");
  options.map = {{0, 0, 1}};
  expect_refused(options, "no bytes");
  options.map.clear();
  options.header_flits = 0;
  expect_refused(options, "above 0");

  options = turnpike::TlmOptions();
  options.map = {{0x1000, 0x1000, 5}};
  turnpike::TlmNetwork network("network", mesh(engine), options);
  if (engine != "model") expect_not_ready(network.network());
  Initiator initiator("initiator");
  SlowTarget target("target");
  initiator.socket.bind(network.from_initiator[0]);
  network.to_target[5].bind(target.socket);
  sc_core::sc_start();
  expect(target.taken == kWrites && target.ended == kWrites, "END_RESP of every response");
  expect(target.debugged == 1, "transport_dbg comes to the target");
  std::printf("%u failed\n", failed);
  return failed == 0 ? 0 : 1;
}
