// Responses of a node do not wait for its requests, in turnpike_tlm.hpp either.

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <cstdio>
#include <turnpike_tlm.hpp>
#include <vector>

namespace {

constexpr unsigned kWriters = 24;
constexpr unsigned kBytes = 64;

struct Memory : sc_core::sc_module {
  tlm_utils::simple_target_socket<Memory> socket{"socket"};
  explicit Memory(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    socket.register_b_transport(this, &Memory::transport);
  }
  void transport(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

// Accesses of 64 bytes, all at once; remembers when the last one came back.
struct Initiator : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Initiator> socket{"socket"};
  unsigned accesses;
  std::uint64_t address;
  bool writes;
  sc_core::sc_time last;

  Initiator(const sc_core::sc_module_name& name, unsigned count, std::uint64_t at, bool is_writer)
      : sc_core::sc_module(name), accesses(count), address(at), writes(is_writer) {}
  void start_of_simulation() override {
    for (unsigned i = 0; i < accesses; ++i) sc_core::sc_spawn([this] { access(); });
  }
  void access() {
    std::vector<unsigned char> data(kBytes);
    tlm::tlm_generic_payload payload;
    if (writes) {
      payload.set_write();
    } else {
      payload.set_read();
    }
    payload.set_address(address);
    payload.set_data_ptr(data.data());
    payload.set_data_length(kBytes);
    payload.set_streaming_width(kBytes);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->b_transport(payload, delay);
    if (payload.is_response_ok()) last = sc_core::sc_time_stamp();
  }
};

}  // namespace

int sc_main(int, char*[]) {
  turnpike::Options of_network;
  of_network.queue_limit = 1;
  turnpike::TlmOptions options;
  options.map = {{0x0000, 0x1000, 0}, {0x1000, 0x1000, 5}};
  turnpike::TlmNetwork network(
      "network",
      turnpike::Simulation::from_text("[network]\ntopology = 'mesh'\nradix = 4\ndimensions = 2\n"
                                      "[router]\nmessage_classes = 2\n[run]\nengine = 'model'\n",
                                      of_network),
      options);
  // Node 0 has far more requests than its queue holds, and must answer node 10.
  Initiator writer("writer", kWriters, 0x1000, true);
  Initiator reader("reader", 1, 0x0000, false);
  Memory of_node_0("of_node_0");
  Memory of_node_5("of_node_5");
  writer.socket.bind(network.from_initiator[0]);
  reader.socket.bind(network.from_initiator[10]);
  network.to_target[0].bind(of_node_0.socket);
  network.to_target[5].bind(of_node_5.socket);
  sc_core::sc_start(sc_core::sc_time(2000, sc_core::SC_NS));
  const double answered = reader.last.to_seconds() * 1e9;
  const double written = writer.last.to_seconds() * 1e9;
  std::printf("the read took %g cycles, the last write %g\n", answered, written);
  // The writes share the channel with the answer, flit by flit, and no more than that.
  return answered > 0 && answered < 100 && written > kWriters * 17 ? 0 : 1;
}
