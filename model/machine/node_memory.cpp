// node_memory.cpp - pages on demand, the co-processor's port, guard bytes.

#include "model/machine/node_memory.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "model/common/configuration_error.h"

namespace turnpike::model {

NodeMemory::NodeMemory(const MemorySpec& spec, NodeId node)
    : spec_(spec),
      node_(node),
      stalls_(spec.seed, Stream::memory_stall),
      latencies_(spec.seed, Stream::memory_latency),
      pattern_key_(mix(mix(spec.seed) ^ node)),
      pages_(spec.bytes >> kPageBits) {
  if (spec.bytes == 0 || spec.bytes % kPageBytes != 0) {
    throw ConfigurationError("memory.bytes", std::to_string(spec.bytes), "a multiple of 4096");
  }
  if (spec.latency == 0) throw ConfigurationError("memory.latency", "0", "1 and more cycles");
  if (!(spec.stall >= 0 && spec.stall < 1)) {
    throw ConfigurationError("memory.stall", std::to_string(spec.stall), "0 and more, less than 1");
  }
}

void NodeMemory::check(std::uint32_t address, std::size_t bytes) const {
  if (address <= spec_.bytes && bytes <= spec_.bytes - address) return;
  throw MemoryError("node " + std::to_string(node_) + ": access to " + std::to_string(bytes) +
                    " bytes at " + std::to_string(address) + ", outside the memory of " +
                    std::to_string(spec_.bytes) + " bytes");
}

NodeMemory::Page& NodeMemory::page(std::uint32_t address) {
  std::unique_ptr<Page>& found = pages_[address >> kPageBits];
  if (found == nullptr) {
    found = std::make_unique<Page>();
    const std::uint32_t first = address & ~(kPageBytes - 1);
    for (std::uint32_t at = 0; at < kPageBytes; ++at) (*found)[at] = pattern(first + at);
  }
  return *found;
}

void NodeMemory::take(const MemoryAccess& request, Cycle now) {
  if (request.address % 8 != 0) {
    throw MemoryError("node " + std::to_string(node_) + ": the co-processor asked for address " +
                      std::to_string(request.address) + ", no multiple of 8");
  }
  check(request.address, 8);
  if (!request.write) {
    if (reads_ == kReads) throw MemoryError("more reads outstanding than a co-processor may have");
    const Cycle extra =
        spec_.extra_latency == 0 ? 0 : below(latencies_.draw(node_, now), spec_.extra_latency + 1);
    // One word a cycle, in order.
    last_due_ = std::max(now + spec_.latency + extra, last_due_ + 1);
    Read& read = queue_[(front_ + reads_++) % kReads];
    read.due = last_due_;
    this->read(request.address, &read.data, 8);
    ++words_read_;
    return;
  }
  Page& bytes = page(request.address);
  const std::uint32_t at = request.address & (kPageBytes - 1);
  for (unsigned i = 0; i < 8; ++i) {
    if ((request.strobe >> i & 1) != 0) {
      bytes[at + i] = static_cast<std::uint8_t>(request.data >> (8 * i));
    }
  }
  ++words_written_;
  if (observer_) observer_(request, now);
}

bool NodeMemory::respond(Cycle now, std::uint64_t& data) {
  if (reads_ == 0 || queue_[front_].due > now) return false;
  data = queue_[front_].data;
  front_ = (front_ + 1) % kReads;
  --reads_;
  return true;
}

void NodeMemory::read(std::uint32_t address, void* to, std::size_t bytes) const {
  check(address, bytes);
  auto* out = static_cast<std::uint8_t*>(to);
  while (bytes != 0) {
    const std::uint32_t at = address & (kPageBytes - 1);
    const std::size_t here = std::min<std::size_t>(bytes, kPageBytes - at);
    if (const Page* found = pages_[address >> kPageBits].get()) {
      std::memcpy(out, found->data() + at, here);
    } else {
      for (std::size_t i = 0; i < here; ++i) {
        out[i] = pattern(address + static_cast<std::uint32_t>(i));
      }
    }
    out += here;
    bytes -= here;
    address += static_cast<std::uint32_t>(here);
  }
}

void NodeMemory::write(std::uint32_t address, const void* from, std::size_t bytes) {
  check(address, bytes);
  const auto* in = static_cast<const std::uint8_t*>(from);
  while (bytes != 0) {
    const std::uint32_t at = address & (kPageBytes - 1);
    const std::size_t here = std::min<std::size_t>(bytes, kPageBytes - at);
    std::memcpy(page(address).data() + at, in, here);
    in += here;
    bytes -= here;
    address += static_cast<std::uint32_t>(here);
  }
}

std::uint32_t NodeMemory::read_word(std::uint32_t address) const {
  std::uint8_t bytes[4];
  read(address, bytes, 4);
  return static_cast<std::uint32_t>(bytes[0] | bytes[1] << 8 | bytes[2] << 16) |
         static_cast<std::uint32_t>(bytes[3]) << 24;
}

void NodeMemory::write_word(std::uint32_t address, std::uint32_t value) {
  const std::uint8_t bytes[4] = {
      static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8),
      static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 24)};
  write(address, bytes, 4);
}

void NodeMemory::forget(std::uint32_t address, std::size_t bytes) {
  check(address, bytes);
  for (std::size_t i = 0; i < bytes; ++i) {
    const auto at = address + static_cast<std::uint32_t>(i);
    if (pages_[at >> kPageBits] != nullptr) page(at)[at & (kPageBytes - 1)] = pattern(at);
  }
}

std::size_t NodeMemory::untouched(std::uint32_t address, std::size_t bytes) const {
  check(address, bytes);
  std::size_t same = 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    const auto at = address + static_cast<std::uint32_t>(i);
    const Page* found = pages_[at >> kPageBits].get();
    same += found == nullptr || (*found)[at & (kPageBytes - 1)] == pattern(at) ? 1u : 0u;
  }
  return same;
}

}  // namespace turnpike::model
