// lane_batch.cpp - a cycle of all lanes: messages that are due, heads that enter, packets that
// leave.

#include "model/batch/lane_batch.h"

#include <algorithm>

#include "model/common/check.h"

namespace turnpike::model {
namespace {

// Cycles for which the messages of a lane are taken at once.
constexpr Cycle kPiece = 64;
// Events ahead whose lanes are fetched, and then what of the lanes they need.
constexpr std::size_t kFar = 24;
constexpr std::size_t kNear = 12;

unsigned lowest(std::uint64_t lanes) { return static_cast<unsigned>(__builtin_ctzll(lanes)); }

}  // namespace

LaneBatch::LaneBatch(const Network& network, const BatchTraffic& traffic, const BatchKernel& kernel,
                     const std::vector<Traffic*>& traffics)
    : graph_(network),
      network_(network, traffic, kernel),
      parts_(kernel.lanes / 64),
      due_(kPiece),
      receiving_(std::size_t{network.nodes()} * network_.shape().vcs * kernel.lanes) {
  require(traffics.size() <= kernel.lanes, "no more runs than lanes");
  for (Traffic* one : traffics) {
    const auto number = static_cast<unsigned>(lanes_.size());
    lanes_.push_back(std::make_unique<Lane>(network, network_, number, *one, now_));
  }
}

void LaneBatch::advance(Cycle cycles) {
  for (const Cycle end = now_ + cycles; now_ < end;) {
    const Cycle piece_end = std::min(end, now_ + kPiece);
    queue_until(piece_end);
    for (std::size_t at = 0; now_ < piece_end; ++at) cycle(due_[at]);
  }
}

void LaneBatch::queue_until(Cycle end) {
  for (auto& due : due_) due.clear();
  for (std::uint32_t lane = 0; lane < lanes_.size(); ++lane) {
    if (lanes_[lane]->is_stopped()) continue;
    lanes_[lane]->queue_until(end, [&](Cycle cycle, NodeId node) {
      due_[cycle - now_].push_back({node, lane});
    });
  }
}

// docs/timing.md, section 5: a message that is queued in a cycle may begin in it.
void LaneBatch::cycle(const std::vector<Due>& due) {
  for (const Due& one : due) network_.set_waits(one.node, LaneBit(one.lane), true);
  network_.cycle_sources(now_);
  for (auto* events : {&starts_, &heads_, &tails_}) events->clear();
  for (NodeId node = 0; node < graph_.nodes(); ++node) {
    find_starts(node);
    find_ejected(node);
  }
  begin_messages();
  receive();
  network_.cycle_routers(now_);
  ++now_;
}

void LaneBatch::find_starts(NodeId node) {
  for (VcId vc = 0; vc < network_.shape().vcs; ++vc) {
    const std::uint64_t* const starts = network_.starts(node, vc);
    for (unsigned part = 0; part < parts_; ++part) {
      for (std::uint64_t left = starts[part]; left != 0; left &= left - 1) {
        starts_.push_back({node, static_cast<std::uint16_t>(vc),
                           static_cast<std::uint16_t>(64 * part + lowest(left)), 0});
      }
    }
  }
}

// What the sink of the node finds on its pins, in all lanes.
void LaneBatch::find_ejected(NodeId node) {
  const KernelShape& s = network_.shape();
  const std::uint64_t* const head = network_.ejection(node, now_, s.head());
  const std::uint64_t* const tail = network_.ejection(node, now_, s.tail());
  for (VcId vc = 0; vc < s.vcs; ++vc) {
    const std::uint64_t* const flits = network_.ejection(node, now_, vc);
    for (unsigned part = 0; part < parts_; ++part) {
      if (((head[part] | tail[part]) & flits[part]) == 0) continue;
      find_ejected_on(node, vc, part, flits[part] & head[part], flits[part] & tail[part]);
    }
  }
}

void LaneBatch::find_ejected_on(NodeId node, VcId vc, unsigned part, std::uint64_t heads,
                                std::uint64_t tails) {
  const KernelShape& s = network_.shape();
  std::uint32_t* const receiving = receiving_.data() +
                                   (std::size_t{node} * s.vcs + vc) * network_.lanes() +
                                   std::size_t{64} * part;
  const std::uint64_t* const info = network_.ejection(node, now_, s.info());
  const auto event = [&](unsigned at) -> Event {
    return {node, static_cast<std::uint16_t>(vc), static_cast<std::uint16_t>(64 * part + at),
            receiving[at]};
  };
  for (std::uint64_t left = heads; left != 0; left &= left - 1) {
    const unsigned at = lowest(left);
    std::uint32_t number = 0;
    for (unsigned plane = 0; plane < s.id_planes; ++plane) {
      number |= static_cast<std::uint32_t>(info[plane * parts_ + part] >> at & 1) << plane;
    }
    receiving[at] = number;
    heads_.push_back(event(at));
  }
  for (std::uint64_t left = tails; left != 0; left &= left - 1) {
    tails_.push_back(event(lowest(left)));
  }
}

// Each event is of another lane, which is not in the nearest cache: those to come are fetched.
void LaneBatch::begin_messages() {
  for (std::size_t i = 0; i < starts_.size(); ++i) {
    if (i + kFar < starts_.size()) lanes_[starts_[i + kFar].lane]->expect();
    if (i + kNear < starts_.size()) {
      const Event& next = starts_[i + kNear];
      lanes_[next.lane]->expect_begin(next.node);
    }
    lanes_[starts_[i].lane]->begin(starts_[i].node, starts_[i].vc, now_);
  }
}

void LaneBatch::receive() {
  const auto expect = [this](const std::vector<Event>& events, std::size_t i) {
    if (i + kFar < events.size()) lanes_[events[i + kFar].lane]->expect();
    if (i + kNear >= events.size()) return;
    const Event& next = events[i + kNear];
    lanes_[next.lane]->expect_packet(next.number);
  };
  for (std::size_t i = 0; i < heads_.size(); ++i) {
    expect(heads_, i);
    lanes_[heads_[i].lane]->receive_head(heads_[i].number, now_);
  }
  for (std::size_t i = 0; i < tails_.size(); ++i) {
    expect(tails_, i);
    lanes_[tails_[i].lane]->receive_tail(tails_[i].number, tails_[i].node, now_);
  }
}

}  // namespace turnpike::model
