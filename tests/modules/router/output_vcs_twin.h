// output_vcs_twin.h - the VCs of one output as docs/timing.md, 2.2 and 2.5, has them.

#pragma once

#include <cstdint>
#include <vector>

namespace turnpike::test {

class OutputVcsTwin {
 public:
  static constexpr int kNone = -1;

  OutputVcsTwin(unsigned vcs, unsigned depth, unsigned room, unsigned groups)
      : depth_(depth), room_(room), credits_(vcs, depth), busy_(vcs, false) {
    for (unsigned group = 0; group < groups; ++group) {
      const unsigned first = group * vcs / groups;
      const unsigned end = (group + 1) * vcs / groups;
      groups_.push_back({first, end, static_cast<int>(first), true});
    }
  }

  unsigned vcs() const { return static_cast<unsigned>(credits_.size()); }
  unsigned groups() const { return static_cast<unsigned>(groups_.size()); }
  unsigned credits(unsigned vc) const { return credits_[vc]; }
  bool is_full(unsigned vc) const { return credits_[vc] == depth_; }
  bool is_busy(unsigned vc) const { return busy_[vc]; }
  // The VC that a group offers, or none.
  int offer(unsigned group) const {
    const Group& of = groups_[group];
    if (of.end - of.first > 1) return of.offered;
    return !busy_[of.first] && credits_[of.first] != 0 ? static_cast<int>(of.first) : kNone;
  }
  bool has_room(unsigned group) const { return groups_[group].has_room; }
  bool has_two(unsigned vc, std::uint32_t credited) const {
    return credits_[vc] + (credited >> vc & 1) >= 2;
  }

  // The end of a cycle: credits that came, the VC on which a flit was granted (or none), whether it
  // was a tail, and the group whose offer it took (or none).
  void end_cycle(std::uint32_t credited, int sent, bool is_tail, int taken) {
    std::vector<unsigned> next = credits_;  // credits_next of the page
    for (unsigned vc = 0; vc < vcs(); ++vc) next[vc] += credited >> vc & 1;
    for (unsigned number = 0; number < groups(); ++number) {
      Group& group = groups_[number];
      if (group.end - group.first == 1) {
        group.has_room = next[group.first] >= room_;
        continue;
      }
      if (group.offered == kNone || taken == static_cast<int>(number)) {
        const int before = group.offered;
        group.offered = kNone;
        for (unsigned vc = group.end; vc-- > group.first;) {
          const bool is_free = !busy_[vc] && static_cast<int>(vc) != before && next[vc] != 0;
          if (is_free) group.offered = static_cast<int>(vc);
        }
      }
      group.has_room =
          group.offered != kNone && next[static_cast<unsigned>(group.offered)] >= room_;
    }
    credits_ = next;
    if (sent == kNone) return;
    --credits_[static_cast<unsigned>(sent)];
    busy_[static_cast<unsigned>(sent)] = !is_tail;
  }

 private:
  struct Group {
    unsigned first;
    unsigned end;
    int offered;
    bool has_room;
  };
  unsigned depth_;
  unsigned room_;
  std::vector<unsigned> credits_;
  std::vector<bool> busy_;
  std::vector<Group> groups_;
};

}  // namespace turnpike::test
