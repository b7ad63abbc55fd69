// axi4_model.cpp - adapters stand at the terminals of a wormhole network as its driver.

#include "model/axi/axi4_model.h"

#include <optional>
#include <string>

#include "model/adapters/axi4_control.h"
#include "model/adapters/axi4_initiator.h"
#include "model/adapters/axi4_target.h"
#include "model/axi/axi4_observer.h"
#include "model/network/engine.h"
#include "model/network/terminal_driver.h"
#include "model/network/wormhole_network.h"

namespace turnpike::model {
namespace {

constexpr unsigned kMostWords = 5;  // of a flit

// An adapter and the pins around it.
struct AdapterAt {
  std::optional<Axi4Initiator> initiator;
  std::optional<Axi4Target> target;
  Axi4Manager manager;
  Axi4Subordinate subordinate;
  std::uint64_t flit[kMostWords] = {};  // on the injection pins

  void tick(const Axi4ChannelIn& in) {
    if (initiator) initiator->tick(manager, in);
    if (target) target->tick(subordinate, in);
  }
  Axi4ChannelOut channel() const { return initiator ? initiator->channel() : target->channel(); }
};

class Adapters final : public TerminalDriver {
 public:
  Adapters(const Network& network, const std::vector<Axi4Port>& ports)
      : words_(network.router.format.words()),
        port_of_(network.nodes(), kNoPort),
        at_(ports.size()) {
    for (std::size_t port = 0; port < ports.size(); ++port) {
      port_of_[ports[port].node] = port;
      if (ports[port].is_manager) {
        at_[port].initiator.emplace(ports[port].params);
      } else {
        at_[port].target.emplace(ports[port].params);
      }
    }
  }

  AdapterAt& at(std::size_t port) { return at_[port]; }
  const AdapterAt& at(std::size_t port) const { return at_[port]; }

  void cycle(NodeId node, unsigned, Cycle now, const NodeInputs& seen,
             TerminalOutputs* next) override {
    const std::size_t port = port_of_[node];
    if (port == kNoPort) {
      if (!seen.channel->valid) return;
      throw NetworkError("cycle " + std::to_string(now) + ": a flit comes to node " +
                         std::to_string(node) + ", which has no AXI4 port");
    }
    AdapterAt& adapter = at_[port];
    Axi4ChannelIn in;
    in.valid = seen.channel->valid;
    in.vc = seen.channel->vc;
    in.credits = seen.channel->inject_credit;
    for (unsigned word = 0; in.valid && word < words_; ++word) {
      in.flit.put(64 * word, 64, seen.channel->flit[word]);
    }
    adapter.tick(in);
    const Axi4ChannelOut out = adapter.channel();
    next->eject_credit = static_cast<VcMask>(out.credits);
    if (!out.valid) return;
    next->valid = true;
    next->vc = static_cast<VcId>(out.vc);
    for (unsigned word = 0; word < words_; ++word) adapter.flit[word] = out.flit.get(64 * word, 64);
    next->flit = adapter.flit;
  }

 private:
  static constexpr std::size_t kNoPort = ~std::size_t{0};

  unsigned words_;
  std::vector<std::size_t> port_of_;  // [node]
  std::vector<AdapterAt> at_;         // [port]
};

// The control block, and what it watches.
class WatchedNetwork {
 public:
  WatchedNetwork(const Network& network, const std::vector<Axi4Port>& ports)
      : observer_(network, ports),
        control_(observer_.map()),
        components_(network.components.size()),
        channels_(ports.size()),
        managers_(ports.size()),
        subordinates_(ports.size()) {}

  const Axi4Control& control() const { return control_; }
  const Axi4CounterMap& map() const { return observer_.map(); }
  // At the end of cycle `now`, before anything moves; adapters have their inputs of it.
  template <class AnyNetwork>
  void observe(const AnyNetwork& network, Cycle now, const Adapters& adapters,
               const AxiLiteIn& software) {
    bool error = false;
    for (ComponentId component = 0; component < components_.size(); ++component) {
      network.outputs(component, now, components_[component]);
      error = error || components_[component].error;
    }
    for (std::size_t port = 0; port < channels_.size(); ++port) {
      const AdapterAt& at = adapters.at(port);
      channels_[port] = at.channel();
      managers_[port] = at.target ? at.target->bus() : at.manager;
      subordinates_[port] = at.initiator ? at.initiator->bus() : at.subordinate;
    }
    observer_.observe(components_, channels_, managers_, subordinates_);
    control_.tick(software, observer_.events(), error);
  }

 private:
  Axi4Observer observer_;
  Axi4Control control_;
  std::vector<ComponentOutputs> components_;
  std::vector<Axi4ChannelOut> channels_;
  std::vector<Axi4Manager> managers_;
  std::vector<Axi4Subordinate> subordinates_;
};

template <unsigned kWords, class Shape>
class Model final : public Axi4Model {
 public:
  Model(const Network& network, const Axi4NetworkSpec& spec)
      : ports_(axi4_ports(network, spec)), network_(network, 1), adapters_(network, ports_) {
    if (spec.has_control) watched_.emplace(network, ports_);
  }

  const std::vector<Axi4Port>& ports() const override { return ports_; }
  Cycle now() const override { return now_; }
  Axi4Subordinate to_manager(std::size_t port) const override {
    return adapters_.at(port).initiator->bus();
  }
  Axi4Manager to_subordinate(std::size_t port) const override {
    return adapters_.at(port).target->bus();
  }
  const AxiLiteOut* control() const override {
    return watched_ ? &watched_->control().bus() : nullptr;
  }
  const Axi4CounterMap& counter_map() const override { return watched_.value().map(); }
  const std::vector<std::uint64_t>& counts() const override {
    return watched_.value().control().counts();
  }
  void advance(const std::vector<Axi4Manager>& managers,
               const std::vector<Axi4Subordinate>& subordinates,
               const AxiLiteIn& software) override {
    for (std::size_t port = 0; port < ports_.size(); ++port) {
      adapters_.at(port).manager = managers[port];
      adapters_.at(port).subordinate = subordinates[port];
    }
    if (watched_) watched_->observe(network_, now_, adapters_, software);
    network_.cycle_nodes(0, now_, adapters_);
    network_.cycle_components(0, now_);
    ++now_;
  }

 private:
  std::vector<Axi4Port> ports_;
  WormholeNetwork<kWords, Shape> network_;
  Adapters adapters_;
  std::optional<WatchedNetwork> watched_;  // where there is a control block
  Cycle now_ = 0;
};

}  // namespace

std::unique_ptr<Axi4Model> make_axi4_model(const Network& network, const Axi4NetworkSpec& spec) {
  const bool is_narrow = network.max_ports() * network.router.virtual_channels <= 64;
  const unsigned words = network.router.format.words();
  if (!is_narrow)
    return std::make_unique<Model<kMaxFlitWords, AnyShape<WidestMask>>>(network, spec);
  if (words == 1) return std::make_unique<Model<1, AnyShape<std::uint64_t>>>(network, spec);
  if (words == 2) return std::make_unique<Model<2, AnyShape<std::uint64_t>>>(network, spec);
  return std::make_unique<Model<kMaxFlitWords, AnyShape<std::uint64_t>>>(network, spec);
}

}  // namespace turnpike::model
