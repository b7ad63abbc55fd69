// axi4_control.cpp - the map of docs/axi.md, section 9.

#include "model/adapters/axi4_control.h"

#include <optional>

namespace turnpike::model {
namespace {

constexpr std::uint32_t kFirstWord = kAxi4Counters / 4;

}  // namespace

bool Axi4Control::is_counter(std::uint32_t word) const {
  return word >= kFirstWord && (word - kFirstWord) / 2 < map_.count();
}

AxiLiteSlave::Read Axi4Control::read(std::uint32_t word, bool error) const {
  if (is_counter(word)) {
    return {static_cast<std::uint32_t>(word % 2 == 0 ? fetched_value_ : fetched_value_ >> 32)};
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
  if (write.word * 4 > kAxi4Snapshot && !is_counter(write.word)) return AxiResponse::decerr;
  const bool good = write.word * 4 == kAxi4Snapshot && write.over(0) <= 1;
  return good || write.strobe == 0 ? AxiResponse::okay : AxiResponse::slverr;
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
  slave_.tick(in, written, found);
  turn(events, take);
}

}  // namespace turnpike::model
