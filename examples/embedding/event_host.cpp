// event_host.cpp - a mesh in an event-driven system simulator, as gem5 and SST are.
//
//   event_host       prints what reads of a memory over the mesh take, as JSON
//
// MeshAdapter is what such a simulator needs: it sleeps while nothing is in the network.

#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <turnpike.hpp>
#include <utility>
#include <vector>

// The host: events in the order of their times, those of one time in the order of scheduling. gem5:
// EventQueue and Tick. SST: links and clock handlers.
class Host {
 public:
  using Tick = std::uint64_t;  // picoseconds
  Tick now() const { return now_; }
  std::uint64_t count() const { return count_; }  // of events
  void at(Tick time, std::function<void()> event) { events_.emplace(time, std::move(event)); }
  void run() {
    while (!events_.empty()) {
      auto next = events_.extract(events_.begin());
      now_ = next.key();
      ++count_;
      next.mapped()();
    }
  }

 private:
  std::multimap<Tick, std::function<void()>> events_;
  Tick now_ = 0;
  std::uint64_t count_ = 0;
};

// ---- The adapter ----
class MeshAdapter {
 public:
  MeshAdapter(Host& host, turnpike::Simulation mesh, Host::Tick period,
              std::function<void(const turnpike::Delivery&)> receive)
      : host_(host), mesh_(std::move(mesh)), period_(period), receive_(std::move(receive)) {}

  // In any event. False: the source's queue is full, and `retry` is called when a cycle has passed.
  bool send(const turnpike::Packet& packet, std::function<void()> retry) {
    catch_up();
    const bool taken = mesh_.offer(packet);
    if (!taken) retries_.push_back(std::move(retry));
    if (!std::exchange(is_awake_, true)) next_tick();
    return taken;
  }

 private:
  // Cycle c is the time from c to c + 1 periods. Cycles that were slept through are run here.
  void catch_up() {
    const std::uint64_t cycle = host_.now() / period_;
    if (cycle > mesh_.cycle()) mesh_.step(cycle - mesh_.cycle());
  }
  void next_tick() {
    host_.at((mesh_.cycle() + 1) * period_, [this] { tick(); });
  }
  void tick() {
    catch_up();
    for (const turnpike::Delivery& delivery : mesh_.take_deliveries()) receive_(delivery);
    for (const auto& retry : std::exchange(retries_, {})) retry();
    is_awake_ = mesh_.outstanding() > 0 || !retries_.empty();
    if (is_awake_) next_tick();
  }

  Host& host_;
  turnpike::Simulation mesh_;
  Host::Tick period_;
  std::function<void(const turnpike::Delivery&)> receive_;
  std::vector<std::function<void()>> retries_;
  bool is_awake_ = false;
};
// ---- End of the adapter ----

namespace {

constexpr Host::Tick kCycle = 1000;  // of the mesh
constexpr std::uint32_t kProcessor = 0;
constexpr std::uint32_t kMemory = 15;

// A processor that reads in bursts, and a memory that answers after 30 ns.
struct System {
  Host host;
  MeshAdapter mesh;
  std::map<std::uint64_t, Host::Tick> begun;  // [tag]
  std::uint64_t cycles = 0;
  std::uint64_t reads = 0;
  std::uint64_t refused = 0;

  explicit System(turnpike::Simulation network)
      : mesh(host, std::move(network), kCycle,
             [this](const turnpike::Delivery& delivery) { receive(delivery); }) {}

  void send(const turnpike::Packet& packet) {
    if (!mesh.send(packet, [this, packet] { send(packet); })) ++refused;
  }
  void read(std::uint64_t tag) {
    begun[tag] = host.now();
    send({tag, kProcessor, kMemory, 1, 0});
  }
  void receive(const turnpike::Delivery& delivery) {
    if (delivery.destination == kMemory) {
      const std::uint64_t tag = delivery.tag;
      host.at(host.now() + 30 * kCycle, [this, tag] { send({tag, kMemory, kProcessor, 5, 1}); });
      return;
    }
    cycles += (host.now() - begun.at(delivery.tag)) / kCycle;
    ++reads;
  }
  double burst(std::uint64_t first_tag, unsigned count) {
    cycles = reads = 0;
    host.at(host.now() + 1000000 * kCycle, [this, first_tag, count] {  // long after the last one
      for (unsigned i = 0; i < count; ++i) read(first_tag + i);
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
