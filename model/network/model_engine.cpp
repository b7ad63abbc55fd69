// model_engine.cpp - which kind of model a network needs.

#include "model/network/model_engine.h"

#include "model/network/engine_kinds.h"
#include "model/network/message_engine.h"

namespace turnpike::model {
namespace {

using Make = std::unique_ptr<ModelEngine> (*)(const Network&, Traffic&, const RunSpec&);

// Narrow flits and a common shape: all sizes are constants. The others share a general one.
Make common_kind(const RouterParams& router) {
  if (router.format.words() != 1) return nullptr;
  if (FixedShape<3, 2>::fits(router)) return make_engine<1, FixedShape<3, 2>>;
  if (FixedShape<5, 1>::fits(router)) return make_engine<1, FixedShape<5, 1>>;
  if (FixedShape<5, 2>::fits(router)) return make_engine<1, FixedShape<5, 2>>;
  if (FixedShape<5, 4>::fits(router)) return make_engine<1, FixedShape<5, 4>>;
  if (FixedShape<5, 8>::fits(router)) return make_engine<1, FixedShape<5, 8>>;
  if (FixedShape<7, 2>::fits(router)) return make_engine<1, FixedShape<7, 2>>;
  if (FixedShape<7, 4>::fits(router)) return make_engine<1, FixedShape<7, 4>>;
  if (FixedShape<9, 4>::fits(router)) return make_engine<1, FixedShape<9, 4>>;
  return nullptr;
}

template <unsigned kWords>
Make general_kind(unsigned lanes) {
  if (lanes <= 64) return make_engine<kWords, AnyShape<std::uint64_t>>;
  return make_engine<kWords, AnyShape<WideMask>>;
}

Make general_kind(const Network& network) {
  const unsigned lanes = network.max_ports() * network.router.virtual_channels;
  switch (network.router.format.words()) {
    case 1:
      return general_kind<1>(lanes);
    case 2:
      return general_kind<2>(lanes);
    case 3:
      return general_kind<3>(lanes);
    default:
      return general_kind<5>(lanes);
  }
}

}  // namespace

std::unique_ptr<ModelEngine> make_model_engine(const Network& network, Traffic& traffic,
                                               const RunSpec& run) {
  // The fast engines know one local channel a node and wormhole routers.
  if (network.has_message_terminals()) {
    return std::make_unique<MessageEngine>(network, &traffic, run, message_bank_spec(network, run));
  }
  const Make common = network.interchanges.empty() ? common_kind(network.router) : nullptr;
  return (common != nullptr ? common : general_kind(network))(network, traffic, run);
}

}  // namespace turnpike::model
