// token.cpp - tokens that go round: the example of CONTRIBUTING.md for a source of messages of
// one's own.
//
// Every node begins with a token. A node that is delivered one holds it for some cycles and passes
// it on to the next node; each token goes round the network as often as workload.laps says.

#include "model/common/configuration_error.h"
#include "model/common/ring.h"
#include "model/topology/network.h"
#include "model/traffic/traffic_spec.h"

namespace turnpike::model {

namespace {

constexpr WorkloadKey kKeys[] = {
    integer_key("laps", 1, 1000000, 10, "rounds", "how often each token goes round"),
    integer_key("hold", 1, 1000000, 1, "cycles", "from a token's arrival until it is passed on"),
    integer_key("flits", 1, 65535, 5, "flits", "length of a token")};

class TokenSource final : public MessageSource {
 public:
  TokenSource(const TrafficSpec& spec, NodeId nodes)
      : MessageSource(nodes, {false, true}),
        hold_(static_cast<Cycle>(workload_integer(spec, kKeys[1]))),
        flits_(static_cast<std::uint32_t>(workload_integer(spec, kKeys[2]))),
        held_(nodes) {
    const auto laps = static_cast<std::uint64_t>(workload_integer(spec, kKeys[0]));
    for (NodeId node = 0; node < nodes; ++node) hold(node, {0, laps * nodes});
  }

  Message take(NodeId node) override {
    const Held token = held_[node][0];
    held_[node].pop_front();
    next_[node] = held_[node].empty() ? kNever : held_[node][0].until;
    const NodeId to = node + 1 == nodes() ? 0 : node + 1;
    return {token.until, to, flits_, false, token.passes - 1};
  }

  void delivered(const Delivery& delivery) override {
    if (delivery.tag != 0) hold(delivery.destination, {delivery.last + hold_, delivery.tag});
  }

  void visit_state(StateStream& state) override {
    MessageSource::visit_state(state);
    for (Ring<Held>& tokens : held_) tokens.visit_state(state);
  }

 private:
  struct Held {
    Cycle until = 0;
    std::uint64_t passes = 0;  // that are left
  };

  void hold(NodeId node, Held token) {
    held_[node].push_back(token);
    next_[node] = held_[node][0].until;
  }

  Cycle hold_;
  std::uint32_t flits_;
  std::vector<Ring<Held>> held_;  // [node] in the order of their arrival
};

class Token final : public Workload {
 public:
  constexpr Token() : Workload("token") {
    keys = kKeys;
    key_count = std::size(kKeys);
    is_finite = true;
    is_closed_loop = true;
  }

  std::unique_ptr<MessageSource> make(const TrafficSpec& spec, const Network& network,
                                      std::uint64_t) const override {
    if (network.nodes() < 2) throw ConfigurationError("workload.kind", word, "2 nodes or more");
    return std::make_unique<TokenSource>(spec, network.nodes());
  }
};

constexpr Token kToken;
[[maybe_unused]] const bool kHasToken = add_workload(kToken);

}  // namespace

}  // namespace turnpike::model
