// make_engine.h - the body of engine_kinds.h.

#pragma once

#include "model/network/engine_kinds.h"
#include "model/network/network_engine.h"

namespace turnpike::model {

template <unsigned kWords, class Shape>
std::unique_ptr<ModelEngine> make_engine(const Network& network, Traffic& traffic,
                                         const RunSpec& run) {
  return std::make_unique<NetworkEngine<kWords, Shape>>(network, traffic, run);
}

}  // namespace turnpike::model
