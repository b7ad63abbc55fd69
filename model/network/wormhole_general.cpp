// wormhole_general.cpp - networks of any wormhole routers and interchanges with at most 64 lanes.

#include "model/network/wormhole_network_build.h"
#include "model/network/wormhole_network_cycle.h"
#include "model/network/wormhole_standstill.h"
#include "model/network/wormhole_state.h"

namespace turnpike::model {

template class WormholeNetwork<1, AnyShape<std::uint64_t>>;
template class WormholeNetwork<2, AnyShape<std::uint64_t>>;
template class WormholeNetwork<kMaxFlitWords, AnyShape<std::uint64_t>>;

}  // namespace turnpike::model
