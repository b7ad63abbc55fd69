// anynet.cpp - reads lines of links, then numbers what they named.

#include "model/topology/anynet.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

#include "model/common/configuration_error.h"
#include "model/common/printable.h"
#include "model/topology/build.h"

namespace turnpike::model {

namespace {

constexpr unsigned kMaxCycles = 65536;

struct Thing {
  bool is_router = false;
  unsigned number = 0;

  friend bool operator<(const Thing& a, const Thing& b) {
    return std::tie(a.is_router, a.number) < std::tie(b.is_router, b.number);
  }
};

std::string text_of(const Thing& thing) {
  return (thing.is_router ? "router " : "node ") + std::to_string(thing.number);
}

constexpr const char* kBlanks = " \t\r\v\f";

std::optional<unsigned> number_of(std::string_view word, unsigned highest) {
  if (word.empty() || word.size() > 9) return std::nullopt;
  unsigned number = 0;
  for (const char c : word) {
    if (c < '0' || c > '9') return std::nullopt;
    number = 10 * number + static_cast<unsigned>(c - '0');
  }
  if (number > highest) return std::nullopt;
  return number;
}

class Reader {
 public:
  explicit Reader(const std::string& name) : name_(printable(name)) {}

  void read_line(std::string_view line) {
    if (++line_ == 1 && has_byte_order_mark(line)) line.remove_prefix(kByteOrderMark);
    rest_ = line;
    next_word();
    if (word_.empty()) return;
    const Thing head = thing();
    if (head.is_router) routers_.insert(head.number);
    while (!word_.empty()) {
      const Thing body = thing();
      std::optional<unsigned> cycles;
      if (!word_.empty() && word_ != "router" && word_ != "node") {
        cycles = number_of(word_, kMaxCycles);
        if (!cycles || *cycles == 0) {
          fail(shown_word(),
               "\"router\", \"node\" or a latency, 1 .. " + std::to_string(kMaxCycles));
        }
        next_word();
      }
      join(head, body, cycles);
    }
  }

  TopologySpec finish() const {
    TopologySpec spec;
    spec.kind = Topology::irregular;
    if (switch_of_.empty()) fail_file("no nodes", "at least 1 node, as in 'router 0 node 0'");
    unsigned expected = 0;
    for (const unsigned router : routers_) require_next(Thing{true, router}, expected++);
    expected = 0;
    for (const auto& [node, router] : switch_of_) {
      require_next(Thing{false, node}, expected++);
      spec.terminal_switches.push_back(router);
    }
    spec.hosts.assign(routers_.size(), 0);
    for (const unsigned router : spec.terminal_switches) ++spec.hosts[router];
    spec.links = links_;
    spec.anynet.links_from_both_sides = links_from_both_sides_;
    if (!has_latency_) return spec;
    for (const auto& [a, b] : links_) {
      spec.link_latency.emplace_back(registers(a, b));
      spec.link_latency_back.emplace_back(registers(b, a));
    }
    spec.anynet.assumed_cycles = 2 * links_.size() - cycles_.size();
    return spec;
  }

 private:
  [[noreturn]] void fail(const std::string& found, const std::string& allowed) const {
    throw ConfigurationError("network.anynet", name_ + ":" + std::to_string(line_) + ": " + found,
                             allowed);
  }
  [[noreturn]] void fail_file(const std::string& found, const std::string& allowed) const {
    throw ConfigurationError("network.anynet", name_ + ": " + found, allowed);
  }

  void require_next(const Thing& found, unsigned expected) const {
    if (found.number == expected) return;
    const Thing missing{found.is_router, expected};
    fail_file(text_of(missing) + " is missing, " + text_of(found) + " is there",
              "numbers from 0 without gaps: name " + text_of(missing) + ", or number " +
                  text_of(found) + " and those above anew");
  }

  // Empty at the end of the line.
  void next_word() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlanks), rest_.size()));
    word_ = rest_.substr(0, rest_.find_first_of(kBlanks));
    rest_.remove_prefix(word_.size());
  }

  std::string shown_word() const { return "'" + excerpt(word_) + "'"; }

  Thing thing() {
    const bool is_router = word_ == "router";
    if (!is_router && word_ != "node") fail(shown_word(), "\"router\" or \"node\"");
    const std::string kind(word_);
    const unsigned highest = static_cast<unsigned>(kMaxTerminals) - 1;
    next_word();
    if (word_.empty()) {
      fail("the line ends after '" + kind + "'", "a number, 0 .. " + std::to_string(highest));
    }
    const std::optional<unsigned> number = number_of(word_, highest);
    if (!number) {
      fail(shown_word() + " after '" + kind + "'", "a number, 0 .. " + std::to_string(highest));
    }
    next_word();
    return {is_router, *number};
  }

  void join(const Thing& head, const Thing& body, std::optional<unsigned> cycles) {
    const std::string what = text_of(head) + " to " + text_of(body);
    if (!head.is_router && !body.is_router) {
      fail(what, "links with a router at one end: join both nodes to a router");
    }
    if (head.is_router && body.is_router && head.number == body.number) {
      fail(what, "links between two routers: leave the second out");
    }
    if (!stated_.insert({head, body}).second) {
      fail(what + " for the second time",
           body.is_router && head.is_router
               ? "once from each side: leave one out, as links side by side are not built"
               : "once: leave one out");
    }
    if (body.is_router) routers_.insert(body.number);
    if (!head.is_router || !body.is_router) {
      const unsigned node = head.is_router ? body.number : head.number;
      const unsigned router = head.is_router ? head.number : body.number;
      return attach(node, router, cycles.value_or(1));
    }
    if (stated_.count({body, head}) == 0) {
      links_.emplace_back(head.number, body.number);
    } else if (!cycles) {  // else it is there for the latency back
      ++links_from_both_sides_;
    }
    if (!cycles) return;
    has_latency_ = true;
    cycles_[{head.number, body.number}] = *cycles;
  }

  void attach(unsigned node, unsigned router, unsigned cycles) {
    if (cycles != 1) {
      fail("node " + std::to_string(node) + " at a distance of " + std::to_string(cycles) +
               " cycles",
           "1, or no number, as terminals have no channel of their own; the cycles may stand at a "
           "channel to a router that is the node's alone");
    }
    const auto known = switch_of_.emplace(node, router).first;
    if (known->second != router) {
      fail("node " + std::to_string(node) + " at router " + std::to_string(router) +
               ", it is at router " + std::to_string(known->second),
           "one router for a node: number the second node anew");
    }
  }

  unsigned registers(unsigned from, unsigned to) const {
    const auto found = cycles_.find({from, to});
    return found == cycles_.end() ? 0 : found->second - 1;
  }

  std::string name_;
  std::size_t line_ = 0;
  std::string_view rest_;  // of the line, behind word_
  std::string_view word_;
  std::set<unsigned> routers_;
  std::map<unsigned, unsigned> switch_of_;                    // [node]
  std::vector<std::pair<unsigned, unsigned>> links_;          // in order of appearance
  std::map<std::pair<unsigned, unsigned>, unsigned> cycles_;  // [from, to], where stated
  std::set<std::pair<Thing, Thing>> stated_;                  // each as it was said
  std::size_t links_from_both_sides_ = 0;
  bool has_latency_ = false;
};

}  // namespace

TopologySpec read_anynet(std::istream& in, const std::string& name) {
  Reader reader(name);
  for (std::string line; std::getline(in, line);) reader.read_line(line);
  if (in.bad()) throw ConfigurationError("network.anynet", name, "a file that can be read");
  return reader.finish();
}

}  // namespace turnpike::model
