// wormhole_wide.cpp - networks of any wormhole routers and interchanges with more than 64 lanes.

#include "model/network/wormhole_network_build.h"
#include "model/network/wormhole_network_cycle.h"
#include "model/network/wormhole_standstill.h"
#include "model/network/wormhole_state.h"

namespace turnpike::model {

template class WormholeNetwork<1, AnyShape<WideMask<2>>>;
template class WormholeNetwork<1, AnyShape<WideMask<4>>>;
template class WormholeNetwork<1, AnyShape<WidestMask>>;
template class WormholeNetwork<kMaxFlitWords, AnyShape<WidestMask>>;

}  // namespace turnpike::model
