// axi4_control.cpp - the map of docs/axi.md, section 9.

#include "model/adapters/axi4_control.h"

#include <optional>

namespace turnpike::model {
namespace {

constexpr std::uint32_t kFirstWord = kAxi4Counters / 4;

// Of region_.
enum { kNumber, kLow, kHigh, kLog2, kLeadsTo };

}  // namespace

void Axi4Control::load_from(const std::vector<Axi4Region>& regions, unsigned address_bits) {
  regions_ = regions;
  address_bits_ = address_bits;
  for (const Axi4Region& region : regions) nodes_.insert(region.node);
}

bool Axi4Control::is_map(std::uint32_t offset) const {
  return !regions_.empty() && offset >= kAxi4MapShape && offset <= kAxi4Load;
}

bool Axi4Control::is_good_region() const {
  const std::uint64_t base = std::uint64_t{region_[kHigh]} << 32 | region_[kLow];
  const std::uint32_t log2 = region_[kLog2];
  const auto low = [base](unsigned bits) {
    return bits >= 64 ? base : base & ((std::uint64_t{1} << bits) - 1);
  };
  const bool has_size = log2 == 0 || (log2 >= 12 && log2 <= address_bits_ && low(log2) == 0);
  return region_[kNumber] < regions_.size() && nodes_.count(region_[kLeadsTo]) != 0 &&
         low(address_bits_) == base && has_size;
}

bool Axi4Control::is_counter(std::uint32_t word) const {
  return word >= kFirstWord && (word - kFirstWord) / 2 < map_.count();
}

AxiLiteSlave::Read Axi4Control::read(std::uint32_t word, bool error) const {
  if (is_counter(word)) {
    return {static_cast<std::uint32_t>(word % 2 == 0 ? fetched_value_ : fetched_value_ >> 32)};
  }
  if (is_map(word * 4) && word * 4 >= kAxi4Region && word * 4 <= kAxi4Node) {
    return {region_[word - kAxi4Region / 4]};
  }
  if (is_map(word * 4)) {
    const auto count = static_cast<std::uint32_t>(regions_.size());
    return {word * 4 == kAxi4MapShape ? address_bits_ << 8 | count : 0};
  }
  switch (word * 4) {
    case kAxi4Identity:
      return {0x54504b4e};
    case kAxi4Version:
      return {0x100};
    case kAxi4Shape:
      return {static_cast<std::uint32_t>(map_.ports << 16 | map_.channels)};
    case kAxi4CounterCount:
      return {static_cast<std::uint32_t>(map_.count())};
    case kAxi4Status:
      return {(error ? 2u : 0u) | (is_busy() ? 1u : 0u)};
    case kAxi4Snapshot:
      return {0};
    default:
      return {0, AxiResponse::decerr};
  }
}

AxiResponse Axi4Control::judge() const {
  const AxiLiteSlave::Write& write = slave_.write();
  const std::uint32_t offset = write.word * 4;
  const bool is_defined = offset <= kAxi4Snapshot || is_map(offset) || is_counter(write.word);
  if (!is_defined) return AxiResponse::decerr;
  const std::uint32_t bit = write.over(0);
  const bool good =
      (offset == kAxi4Snapshot && bit <= 1) ||
      (is_map(offset) && offset >= kAxi4Region && offset <= kAxi4Node) ||
      (is_map(offset) && offset == kAxi4Load && (bit == 0 || (bit == 1 && is_good_region())));
  return good || write.strobe == 0 ? AxiResponse::okay : AxiResponse::slverr;
}

// Of a write of the map that is not refused.
void Axi4Control::carry_out() {
  const AxiLiteSlave::Write& write = slave_.write();
  const std::uint32_t offset = write.word * 4;
  if (!is_map(offset)) return;
  if (offset >= kAxi4Region && offset <= kAxi4Node) {
    std::uint32_t& word = region_[write.word - kAxi4Region / 4];
    word = write.over(word);
  }
  if (offset != kAxi4Load || write.over(0) != 1) return;
  Axi4Region& region = regions_[region_[kNumber]];
  region.is_on = region_[kLog2] != 0;
  region.base = std::uint64_t{region_[kHigh]} << 32 | region_[kLow];
  region.log2 = region_[kLog2];
  region.node = region_[kLeadsTo];
}

// One cycle of the round.
void Axi4Control::turn(const std::vector<std::uint32_t>& events, bool take) {
  const bool is_last = at_ + 1 == map_.count();
  if (is_last) {
    if (wanted_) shown_ = counts_;
    takes_ = wanted_;
  }
  wanted_ = take || (wanted_ && !is_last);
  at_ = is_last ? 0 : at_ + 1;
  for (std::size_t counter = 0; counter < counts_.size(); ++counter) {
    counts_[counter] += events[counter];
  }
}

void Axi4Control::tick(const AxiLiteIn& in, const std::vector<std::uint32_t>& events, bool error) {
  const std::uint32_t word = slave_.read_word();
  const bool is_ready = slave_.has_read() && (!is_counter(word) || fetched_);
  std::optional<AxiLiteSlave::Read> found;
  if (is_ready) found = read(word, error);
  fetched_ = slave_.has_read() && !is_ready && !is_busy();
  if (fetched_) fetched_value_ = shown_[(word - kFirstWord) / 2];
  std::optional<AxiResponse> written;
  if (slave_.has_write()) written = judge();
  const bool take = written == AxiResponse::okay && slave_.write().word * 4 == kAxi4Snapshot &&
                    slave_.write().over(0) == 1;
  if (written == AxiResponse::okay) carry_out();
  slave_.tick(in, written, found);
  turn(events, take);
}

}  // namespace turnpike::model
