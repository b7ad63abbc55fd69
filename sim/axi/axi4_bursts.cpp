// axi4_bursts.cpp - from lists of bursts to pins and back.

#include "sim/axi/axi4_bursts.h"

#include <algorithm>
#include <utility>

namespace turnpike::sim {

void Axi4BurstManager::begin(Axi4Burst& burst) {
  (burst.is_write ? writes_ : reads_).push_back(&burst);
  (burst.is_write ? writing_ : reading_)[burst.request.id].push_back(&burst);
  if (burst.is_write) data_.push_back(&burst);
  ++waiting_;
}

model::Axi4Manager Axi4BurstManager::pins() const {
  model::Axi4Manager pins;
  pins.aw_valid = !writes_.empty();
  if (pins.aw_valid) pins.aw = writes_.front()->request;
  pins.w_valid = !data_.empty();
  if (pins.w_valid) pins.w = data_.front()->beats[beat_];
  pins.ar_valid = !reads_.empty();
  if (pins.ar_valid) pins.ar = reads_.front()->request;
  pins.b_ready = true;
  pins.r_ready = true;
  return pins;
}

void Axi4BurstManager::finish(OfIds& of_ids, std::uint32_t id, std::vector<Axi4Burst*>& done) {
  std::deque<Axi4Burst*>& bursts = of_ids.at(id);
  bursts.front()->is_done = true;
  done.push_back(bursts.front());
  bursts.pop_front();
  if (bursts.empty()) of_ids.erase(id);
  --waiting_;
}

void Axi4BurstManager::observe(const model::Axi4Subordinate& seen, std::vector<Axi4Burst*>& done) {
  if (!writes_.empty() && seen.aw_ready) writes_.pop_front();
  if (!reads_.empty() && seen.ar_ready) reads_.pop_front();
  if (!data_.empty() && seen.w_ready && ++beat_ == data_.front()->beats.size()) {
    data_.pop_front();
    beat_ = 0;
  }
  if (seen.b_valid) {
    writing_.at(seen.b.id).front()->response = seen.b.response;
    finish(writing_, seen.b.id, done);
  }
  if (seen.r_valid) {
    Axi4Burst& read = *reading_.at(seen.r.id).front();
    read.data.push_back(seen.r.data);
    read.response = std::max(read.response, seen.r.response);
    if (seen.r.last) finish(reading_, seen.r.id, done);
  }
}

model::Axi4Subordinate Axi4BurstSubordinate::pins() const {
  model::Axi4Subordinate pins;
  pins.aw_ready = true;
  pins.w_ready = true;
  pins.ar_ready = true;
  if (!writes_.empty() && writes_.front()->is_done) {
    pins.b_valid = true;
    pins.b = {writes_.front()->request.id, writes_.front()->response, 0};
  }
  if (!reads_.empty() && reads_.front()->is_done) {
    const Axi4Burst& read = *reads_.front();
    pins.r_valid = true;
    pins.r.data = read.data[beat_];
    pins.r.id = read.request.id;
    pins.r.response = read.response;
    pins.r.last = beat_ == read.request.length;
  }
  return pins;
}

// Beats go to the oldest write that lacks some.
void Axi4BurstSubordinate::join_beats(std::vector<Axi4Burst*>& begun) {
  while (whole_ < writes_.size() && !beats_.empty()) {
    Axi4Burst& write = *writes_[whole_];
    write.beats.push_back(beats_.front());
    beats_.pop_front();
    if (!write.beats.back().last) continue;
    begun.push_back(&write);
    ++whole_;
  }
}

void Axi4BurstSubordinate::observe(const model::Axi4Manager& seen, std::vector<Axi4Burst*>& begun) {
  if (pins().b_valid && seen.b_ready) {
    writes_.pop_front();
    --whole_;
  }
  if (pins().r_valid && seen.r_ready && ++beat_ > reads_.front()->request.length) {
    reads_.pop_front();
    beat_ = 0;
  }
  if (seen.aw_valid) {
    writes_.push_back(std::make_unique<Axi4Burst>());
    writes_.back()->is_write = true;
    writes_.back()->request = seen.aw;
  }
  if (seen.ar_valid) {
    reads_.push_back(std::make_unique<Axi4Burst>());
    reads_.back()->request = seen.ar;
    begun.push_back(reads_.back().get());
  }
  if (seen.w_valid) beats_.push_back(seen.w);
  join_beats(begun);
}

}  // namespace turnpike::sim
