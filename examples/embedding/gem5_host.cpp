// gem5_host.cpp - the Ruby network of gem5_network.h under messages of a file, between controllers.

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <turnpike.hpp>

#include "gem5_network.h"
#include "stand_ins/replay.h"

namespace {

using gem5::curTick;
using gem5::Tick;
namespace ruby = gem5::ruby;

class Coherence : public ruby::Message {
 public:
  Coherence(std::size_t message, ruby::NetDest destination, ruby::MessageSizeType size)
      : index(message), destination_(std::move(destination)), size_(size) {}
  ruby::MsgPtr clone() const override { return std::make_shared<Coherence>(*this); }
  ruby::MessageSizeType getMessageSize() const override { return size_; }
  const ruby::NetDest& getDestination() const override { return destination_; }

  std::size_t index;

 private:
  ruby::NetDest destination_;
  ruby::MessageSizeType size_;
};

// Sends while its buffer to the network has slots, and wakes up for what comes from the network.
class Controller : public gem5::ClockedObject, public ruby::Consumer {
 public:
  Controller(Replay& replay, Gem5Network& network, ruby::NodeID node)
      : ClockedObject(kPeriod),
        Consumer(static_cast<ClockedObject*>(this)),
        replay_(replay),
        to_network_(replay.queue_limit),
        from_network_(replay.receiver_cycles == 0 ? 0 : 2) {
    network.setToNetQueue(node, false, 0, "request", &to_network_);
    network.setFromNetQueue(node, false, 0, "request", &from_network_);
    from_network_.setConsumer(this);
  }

  void send(std::size_t message) {
    unsent_.push_back(message);
    if (unsent_.size() == 1) send_all();
  }
  void wakeup() override {
    replay_.most_waiting =
        std::max<std::uint64_t>(replay_.most_waiting, from_network_.getSize(curTick()));
    if (!from_network_.isReady(curTick())) return;
    if (curTick() < busy_until_) {
      scheduleEventAbsolute(busy_until_);
      return;
    }
    const auto& message = static_cast<const Coherence&>(*from_network_.peekMsgPtr());
    replay_.receive(message.index, curTick());
    from_network_.dequeue(curTick());
    busy_until_ = curTick() + replay_.receiver_cycles * kPeriod;
    if (!from_network_.isEmpty()) scheduleEventAbsolute(std::max(busy_until_, curTick() + 1));
  }
  void print(std::ostream&) const override {}

 private:
  // In the cycle before that of the file, because the message is in the buffer for a cycle.
  void send_all() {
    while (!unsent_.empty()) {
      if (!to_network_.areNSlotsAvailable(1, curTick())) {
        ++replay_.refused;
        gem5::kernel().at(curTick() + kPeriod, [this] { send_all(); });
        return;
      }
      Message& message = replay_.messages[unsent_.front()];
      const auto size =
          message.flits == 1 ? ruby::MessageSizeType_Control : ruby::MessageSizeType_Data;
      to_network_.enqueue(
          std::make_shared<Coherence>(unsent_.front(), ruby::NetDest({message.destination}), size),
          curTick(), kPeriod, false, false);
      message.accepted = curTick() + kPeriod;
      unsent_.pop_front();
    }
  }

  Replay& replay_;
  ruby::MessageBuffer to_network_;
  ruby::MessageBuffer from_network_;
  std::deque<std::size_t> unsent_;
  Tick busy_until_ = 0;
};

void run(Replay& replay) {
  turnpike::Options options;
  options.queue_limit = replay.queue_limit;
  turnpike::Simulation simulation = turnpike::Simulation::from_file(replay.config, options);
  const turnpike::Shape shape = simulation.shape();
  ruby::RubyNetworkParams params;
  params.clock = kPeriod;
  params.nodes = shape.nodes;
  params.number_of_virtual_networks = 1;
  params.control_msg_size = shape.flit_bits / 8;   // 1 flit
  params.data_msg_size = 4 * shape.flit_bits / 8;  // 5 flits with that of control
  Gem5Network network(params, std::move(simulation));
  std::deque<Controller> controllers;
  for (ruby::NodeID node = 0; node < shape.nodes; ++node) {
    controllers.emplace_back(replay, network, node);
  }
  network.init();
  for (std::size_t i = 0; i < replay.messages.size(); ++i) {
    const Message& message = replay.messages[i];
    gem5::kernel().at((message.cycle - 1) * kPeriod,
                      [&, i] { controllers[replay.messages[i].source].send(i); });
  }
  gem5::kernel().run();
}

}  // namespace

int main(int count, char** arguments) { return replay_main(count, arguments, run); }
