// machine_mismatch.h - the first pin of a machine in which hardware and model differ.

#pragma once

#include <cstdint>
#include <string>

#include "model/common/types.h"
#include "model/network/engine.h"

namespace turnpike::sim {

struct MachineMismatch : model::NetworkError {
  MachineMismatch(model::Cycle at, model::NodeId in, const std::string& where,
                  const std::string& signal, std::uint64_t expected_value,
                  std::uint64_t actual_value, int at_port = -1);

  model::Cycle cycle;
  model::NodeId node;
  int port;                // of the pin; -1: it has none
  std::string pin;         // "coprocessor memory_address_o", "router out_flit_o 3"
  std::uint64_t expected;  // by the model
  std::uint64_t actual;    // by the hardware
};

}  // namespace turnpike::sim
