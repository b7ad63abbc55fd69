// event_host.cpp - a mesh in an event-driven system simulator, as gem5 and SST are.
//
//   event_host       prints what reads of a memory over the mesh take, as JSON
//
// ClockedNetwork is what such a simulator needs: it sleeps while nothing is in the network.

#include <cstdint>
#include <cstdio>
#include <map>
#include <turnpike.hpp>
#include <utility>

#include "clocked_network.h"
#include "event_queue.h"

namespace {

constexpr EventQueue::Time kCycle = 1000;  // of the mesh, in picoseconds
constexpr std::uint32_t kProcessor = 0;
constexpr std::uint32_t kMemory = 15;

// A processor that reads in bursts, and a memory that answers after 30 ns.
struct System {
  EventQueue host;
  ClockedNetwork<std::uint64_t> mesh;               // a packet carries the number of its read
  std::map<std::uint64_t, EventQueue::Time> begun;  // [read]
  std::uint64_t cycles = 0;
  std::uint64_t reads = 0;
  std::uint64_t refused = 0;

  explicit System(turnpike::Simulation network)
      : mesh(HostClock::of(host), std::move(network), kCycle,
             [this](const turnpike::Delivery& delivery, std::uint64_t number) {
               receive(delivery, number);
             }) {}

  void send(const turnpike::Packet& packet, std::uint64_t number) {
    if (mesh.send(packet, number)) return;
    ++refused;
    mesh.next_cycle([this, packet, number] { send(packet, number); });
  }
  void read(std::uint64_t number) {
    begun[number] = host.now();
    send({0, kProcessor, kMemory, 1, 0}, number);
  }
  void receive(const turnpike::Delivery& delivery, std::uint64_t number) {
    if (delivery.destination == kMemory) {
      host.at(host.now() + 30 * kCycle, [this, number] {
        send({0, kMemory, kProcessor, 5, 1}, number);
      });
      return;
    }
    cycles += (host.now() - begun.at(number)) / kCycle;
    ++reads;
  }
  double burst(std::uint64_t first, unsigned count) {
    cycles = reads = 0;
    host.at(host.now() + 1000000 * kCycle, [this, first, count] {  // long after the last one
      for (unsigned i = 0; i < count; ++i) read(first + i);
    });
    host.run();
    return static_cast<double>(cycles) / static_cast<double>(reads);
  }
};

}  // namespace

int main() {
  turnpike::Options options;
  options.queue_limit = 8;
  try {
    System system(
        turnpike::Simulation::from_text("[network]\ntopology = 'mesh'\nradix = 4\ndimensions = 2\n"
                                        "[router]\nmessage_classes = 2\n[run]\nengine = 'model'\n",
                                        options));
    const double alone = system.burst(0, 1);
    const double together = system.burst(1, 32);
    std::printf("{\"one\": %g, \"of_32\": %g, \"refused\": %llu, \"events\": %llu}\n", alone,
                together, static_cast<unsigned long long>(system.refused),
                static_cast<unsigned long long>(system.host.count()));
  } catch (const turnpike::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
