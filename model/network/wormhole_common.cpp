// wormhole_common.cpp - networks of the routers that most have, narrow flits: all sizes are
// constants.

#include "model/network/wormhole_network_build.h"
#include "model/network/wormhole_network_cycle.h"
#include "model/network/wormhole_standstill.h"
#include "model/network/wormhole_state.h"

namespace turnpike::model {

template class WormholeNetwork<1, FixedShape<3, 2>>;
template class WormholeNetwork<1, FixedShape<5, 1>>;
template class WormholeNetwork<1, FixedShape<5, 2>>;
template class WormholeNetwork<1, FixedShape<5, 4>>;
template class WormholeNetwork<1, FixedShape<5, 8>>;
template class WormholeNetwork<1, FixedShape<7, 2>>;
template class WormholeNetwork<1, FixedShape<7, 4>>;
template class WormholeNetwork<1, FixedShape<9, 4>>;

}  // namespace turnpike::model
