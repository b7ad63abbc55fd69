// astra_host.cpp - the backend of astra_network.h under messages of a file, as ASTRA-sim calls it.

#include <cstdint>
#include <deque>
#include <memory>
#include <turnpike.hpp>
#include <vector>

#include "astra_network.h"
#include "stand_ins/replay.h"

namespace {

// A message of the file, in the hands of its two ranks.
struct Transfer {
  Replay* replay;
  AstraRank* source;
  AstraRank* destination;
  std::size_t index;
  std::uint64_t bytes;

  std::uint64_t now() const {
    return static_cast<std::uint64_t>(source->sim_get_time().time_val * 1000);
  }
  void send() {
    const auto handler = [](void* arg) {
      const auto& self = *static_cast<Transfer*>(arg);
      Message& message = self.replay->messages[self.index];
      message.accepted = self.now();
      if (message.accepted > message.cycle * kPeriod) ++self.replay->refused;
    };
    source->sim_send(nullptr, bytes, 0, destination->sim_comm_get_rank(), static_cast<int>(index),
                     nullptr, handler, this);
  }
  void receive() {
    const auto handler = [](void* arg) {
      const auto& self = *static_cast<Transfer*>(arg);
      self.replay->receive(self.index, self.now());
    };
    destination->sim_recv(nullptr, bytes, 0, source->sim_comm_get_rank(), static_cast<int>(index),
                          nullptr, handler, this);
  }
};

void run(Replay& replay) {
  turnpike::Options options;
  options.queue_limit = replay.queue_limit;
  turnpike::Simulation network = turnpike::Simulation::from_file(replay.config, options);
  const turnpike::Shape shape = network.shape();
  AstraFabric fabric(std::move(network));
  std::deque<AstraRank> ranks;
  for (unsigned rank = 0; rank < shape.nodes; ++rank) {
    ranks.emplace_back(static_cast<int>(rank), fabric);
  }
  std::deque<Transfer> transfers;
  for (std::size_t i = 0; i < replay.messages.size(); ++i) {
    const Message& message = replay.messages[i];
    transfers.push_back({&replay, &ranks[message.source], &ranks[message.destination], i,
                         std::uint64_t{message.flits} * shape.flit_bits / 8});
    const auto begin = static_cast<long double>(message.cycle);
    ranks[message.source].sim_schedule(
        {AstraSim::NS, begin}, [](void* arg) { static_cast<Transfer*>(arg)->send(); },
        &transfers.back());
    // RECEIVER_CYCLES later than the message is sent: before it arrives, or long after.
    ranks[message.destination].sim_schedule(
        {AstraSim::NS, begin + static_cast<long double>(replay.receiver_cycles)},
        [](void* arg) { static_cast<Transfer*>(arg)->receive(); }, &transfers.back());
  }
  fabric.events().run();
}

}  // namespace

int main(int count, char** arguments) { return replay_main(count, arguments, run); }
