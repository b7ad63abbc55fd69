// axi4_slots.cpp - an address for each slot.

#include "model/axi/axi4_slots.h"

#include <algorithm>
#include <string>

#include "model/common/configuration_error.h"

namespace turnpike::model {
namespace {

constexpr unsigned kMostSlotBits = 4;
constexpr std::size_t kMostManagers = 16;

// Of a node's first region.
const Axi4MapRegion& region_at(NodeId node, const Axi4NetworkSpec& spec) {
  return *std::find_if(spec.regions.begin(), spec.regions.end(),
                       [&](const Axi4MapRegion& region) { return region.node == node; });
}

}  // namespace

Axi4Slots axi4_slots(const std::vector<Axi4Port>& ports, const Axi4NetworkSpec& spec) {
  Axi4Slots slots;
  slots.slot_bits = std::min(spec.id_bits, kMostSlotBits);
  const std::size_t managers = spec.managers.size();
  if (managers > kMostManagers) {
    throw ConfigurationError("axi.manager", std::to_string(managers) + " tables",
                             "at most " + std::to_string(kMostManagers) + " on a board");
  }
  while (std::size_t{1} << slots.word_bits < (managers << slots.slot_bits) * Axi4Slots::kBeats) {
    ++slots.word_bits;
  }
  const std::uint64_t beat_bytes = spec.data_bits / 8;
  const std::uint64_t memory_bytes = beat_bytes << slots.word_bits;
  std::vector<std::uint64_t> bases;
  for (const Axi4Port& port : ports) {
    if (port.is_manager) continue;
    const Axi4MapRegion& region = region_at(port.node, spec);
    if (region.size < memory_bytes) {
      throw ConfigurationError(
          "axi.region",
          "size " + std::to_string(region.size) + " at node " + std::to_string(port.node),
          std::to_string(memory_bytes) + " bytes or more in the first region of a node, for " +
              std::to_string(managers) + " managers on a board");
    }
    bases.push_back(region.base);
  }
  for (std::size_t manager = 0; manager < managers; ++manager) {
    slots.addresses.emplace_back();
    for (std::size_t slot = 0; slot < std::size_t{1} << slots.slot_bits; ++slot) {
      const std::uint64_t place = (manager << slots.slot_bits) + slot;
      slots.addresses.back().push_back(bases[slot % bases.size()] +
                                       place * Axi4Slots::kBeats * beat_bytes);
    }
  }
  return slots;
}

}  // namespace turnpike::model
