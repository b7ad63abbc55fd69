// bank_driver.cpp - choosing the flit width.

#include "sim/systemc/bank_driver.h"

#include <stdexcept>

#include "sim/systemc/message_driver.h"

namespace turnpike::sim {

std::unique_ptr<BankDriver> make_bank_driver(const model::Network& network, model::Traffic& traffic,
                                             std::uint64_t seed, double sink_stall) {
  if (network.has_message_terminals()) {
    return std::make_unique<MessageDriver>(network, traffic, seed, sink_stall);
  }
  switch (network.router.format.words()) {
    case 1:
      return std::make_unique<BankDriverOf<1>>(network, traffic, seed, sink_stall);
    case 2:
      return std::make_unique<BankDriverOf<2>>(network, traffic, seed, sink_stall);
    case 3:
      return std::make_unique<BankDriverOf<3>>(network, traffic, seed, sink_stall);
    case 5:
      return std::make_unique<BankDriverOf<5>>(network, traffic, seed, sink_stall);
    default:
      throw std::invalid_argument("flit_bits out of range");
  }
}

}  // namespace turnpike::sim
