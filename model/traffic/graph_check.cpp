// graph_check.cpp - is a graph file one that a run can carry to its end?

#include <algorithm>
#include <unordered_map>

#include "model/traffic/graph_file.h"
#include "model/traffic/number_set.h"

namespace turnpike::model {
namespace {

constexpr std::size_t kShown = 20;  // messages of a circle

std::string name_of(std::uint64_t id) { return "message " + std::to_string(id); }

// A message that waits for one that no line before it has.
struct Forward {
  std::uint64_t id;
  std::uint64_t waits_for;
  std::uint64_t line;
};

void refuse_at(const GraphReader& reader, std::uint64_t line, const std::string& found,
               const std::string& allowed) {
  reader.lines().refuse("line " + std::to_string(line) + ": " + found, allowed);
}

// Who waits for whom, of a whole file.
class WaitingGraph {
 public:
  void add(const GraphMessage& message) {
    place_.emplace(message.id, ids_.size());
    ids_.push_back(message.id);
    after_.push_back(message.after);
  }

  // Ids of a circle, each of which waits for the next and the last for the first; empty: none.
  // Messages are taken away when all that they wait for are; those that stay wait for one another.
  std::vector<std::uint64_t> circle() const {
    std::vector<std::size_t> missing(ids_.size());
    std::vector<std::vector<std::size_t>> waiters(ids_.size());
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      missing[i] = after_[i].size();
      if (missing[i] == 0) free.push_back(i);
      for (const std::uint64_t id : after_[i]) waiters[place_.at(id)].push_back(i);
    }
    std::size_t taken = 0;
    for (; !free.empty(); ++taken) {
      const std::size_t i = free.back();
      free.pop_back();
      for (const std::size_t waiter : waiters[i]) {
        if (--missing[waiter] == 0) free.push_back(waiter);
      }
    }
    return taken == ids_.size() ? std::vector<std::uint64_t>() : walk(missing);
  }

 private:
  // From a message that stays to one that it waits for and that stays too, until one comes again.
  std::vector<std::uint64_t> walk(const std::vector<std::size_t>& missing) const {
    std::size_t at = 0;
    while (missing[at] == 0) ++at;
    std::vector<std::size_t> seen_at(ids_.size(), ids_.size());
    std::vector<std::uint64_t> way;
    while (seen_at[at] == ids_.size()) {
      seen_at[at] = way.size();
      way.push_back(ids_[at]);
      for (const std::uint64_t id : after_[at]) {
        const std::size_t next = place_.at(id);
        if (missing[next] == 0) continue;
        at = next;
        break;
      }
    }
    way.erase(way.begin(), way.begin() + static_cast<std::ptrdiff_t>(seen_at[at]));
    return way;
  }

  std::vector<std::uint64_t> ids_;
  std::vector<std::vector<std::uint64_t>> after_;
  std::unordered_map<std::uint64_t, std::size_t> place_;
};

void refuse_circle(const std::string& path, const GraphLimits& limits) {
  GraphReader reader(path, limits);
  WaitingGraph graph;
  for (GraphMessage message; reader.next(message);) graph.add(message);
  const std::vector<std::uint64_t> circle = graph.circle();
  if (circle.empty()) return;
  std::string text;
  for (std::size_t i = 0; i < std::min(circle.size(), kShown); ++i) {
    text += name_of(circle[i]) + " waits for ";
  }
  if (circle.size() > kShown) text += std::to_string(circle.size() - kShown) + " others, then ";
  reader.lines().refuse(text + name_of(circle[0]),
                        "messages that do not wait for each other in a circle");
}

}  // namespace

GraphSummary check_graph(const std::string& path, const GraphLimits& limits) {
  GraphReader reader(path, limits);
  GraphSummary summary;
  NumberSet ids;
  std::vector<Forward> forward;
  Cycle cycle = 0;
  bool ascends = true;
  for (GraphMessage message; reader.next(message);) {
    ++summary.messages;
    if (!ids.insert(message.id)) reader.lines().fail("each id once: it was there before");
    for (const std::uint64_t id : message.after) {
      if (id == message.id) reader.lines().fail("other messages to wait for than itself: a circle");
      if (!ids.contains(id)) forward.push_back({message.id, id, reader.line_number()});
    }
    ascends = ascends && message.cycle >= cycle;
    cycle = message.cycle;
    if (!message.after.empty()) summary.read_ahead = std::max(summary.read_ahead, message.delay);
  }
  for (const Forward& one : forward) {
    if (ids.contains(one.waits_for)) continue;
    refuse_at(reader, one.line, name_of(one.id) + " waits for " + name_of(one.waits_for),
              "ids that the file has: unknown id");
  }
  if (!forward.empty()) refuse_circle(path, limits);
  if (!ascends) summary.read_ahead = kReadWhole;
  return summary;
}

}  // namespace turnpike::model
