// graph_anynet.cpp - BookSim's anynet in every form that BookSim reads.
//
// A line names a router or a node and what it is joined to, each with the cycles of its channel
// from the head of the line:
//   router 0 node 0 node 1 router 1 15 router 2
// Numbers may have gaps. A link may be stated from either side or from both; stated from both it is
// one link, and each side gives the latency of its own way. BookSim's latency w is w - 1 registers.

#include <algorithm>

#include "sim/experiment/config/graph_builder.h"

namespace turnpike::sim {

namespace {

constexpr unsigned kMaxNumber = 999999999;
constexpr unsigned kMaxCycles = GraphBuilder::kMaxRegisters + 1;

struct Part {
  bool is_router = false;
  unsigned number = 0;
  unsigned cycles = 1;
  bool has_cycles = false;

  std::string text() const { return fmt::format("{} {}", is_router ? "router" : "node", number); }
};

class AnynetReader {
 public:
  explicit AnynetReader(const std::string& name) : name_(name) {}

  void read_line(std::size_t number, const std::string& line) {
    where_ = fmt::format("{}:{}", name_, number);
    const std::vector<std::string> words = words_in(line);
    if (words.empty() || words[0][0] == '#') return;
    std::vector<Part> parts;
    for (std::size_t i = 0; i < words.size();) parts.push_back(part(words, i));
    if (parts[0].has_cycles) {
      GraphBuilder::refuse(where_, "cycles behind the head of the line",
                           "cycles behind what it is joined to");
    }
    if (parts[0].is_router) routers_.insert(parts[0].number);
    for (std::size_t i = 1; i < parts.size(); ++i) join(parts[0], parts[i]);
  }

  void finish(GraphBuilder& graph) {
    for (const unsigned router : routers_) graph.switch_of(name_, std::to_string(router));
    if (switch_of_.empty()) GraphBuilder::refuse(name_, "no nodes", "at least 1 node");
    for (const auto& [node, router] : switch_of_) {
      graph.add_terminals(name_, std::to_string(router), 1);
    }
    for (const auto& [a, b] : links_) {
      std::optional<unsigned> forth;
      std::optional<unsigned> back;
      if (has_latency_) forth = registers(a, b);
      if (has_latency_) back = registers(b, a);
      graph.add_link(name_, std::to_string(a), std::to_string(b), {forth, back, {}});
    }
    std::string gaps;
    unsigned terminal = 0;
    unsigned told = 0;
    for (const auto& [node, router] : switch_of_) {
      if (node != terminal && told++ < 4)
        gaps += fmt::format(", node {} is terminal {}", node, terminal);
      ++terminal;
    }
    if (told > 0)
      graph.remark("anynet: the numbers of its nodes have gaps" + gaps + (told > 4 ? ", ..." : ""));
    if (far_terminals_ > 0) {
      graph.remark(
          fmt::format("anynet: {} node{} a latency, {} at most, which is left out: terminals have "
                      "no channel of "
                      "their own, so add it to figures that are compared with BookSim's",
                      far_terminals_, far_terminals_ == 1 ? " has" : "s have", farthest_));
    }
  }

 private:
  Part part(const std::vector<std::string>& words, std::size_t& i) const {
    Part part;
    part.is_router = words[i] == "router";
    if (!part.is_router && words[i] != "node") {
      GraphBuilder::refuse(where_, GraphBuilder::shown(words[i]), "\"router\" or \"node\"");
    }
    const std::string word = words[i++];
    const auto number = i < words.size() ? number_in_words(words[i], kMaxNumber) : std::nullopt;
    if (!number) {
      GraphBuilder::refuse(where_,
                           i < words.size()
                               ? GraphBuilder::shown(words[i]) + " after '" + word + "'"
                               : "the line ends after '" + word + "'",
                           "a number");
    }
    part.number = *number;
    ++i;
    if (i == words.size() || words[i] == "router" || words[i] == "node") return part;
    const auto cycles = number_in_words(words[i], kMaxCycles);
    if (!cycles || *cycles == 0) {
      GraphBuilder::refuse(where_, GraphBuilder::shown(words[i]),
                           fmt::format("\"router\", \"node\" or a latency, 1 .. {}", kMaxCycles));
    }
    part.cycles = *cycles;
    part.has_cycles = true;
    ++i;
    return part;
  }

  void join(const Part& head, const Part& body) {
    if (!head.is_router && !body.is_router) {
      GraphBuilder::refuse(where_, head.text() + " to " + body.text(), "a router at one end");
    }
    if (body.is_router) routers_.insert(body.number);
    if (!head.is_router) return attach(head.number, body.number, body.cycles);
    if (!body.is_router) return attach(body.number, head.number, body.cycles);
    if (head.number == body.number) {
      GraphBuilder::refuse(where_, head.text() + " to itself", "links between two routers");
    }
    const std::pair<unsigned, unsigned> way{head.number, body.number};
    if (!cycles_.emplace(way, body.cycles).second) {
      GraphBuilder::refuse(where_, head.text() + " to " + body.text() + " for the second time",
                           "once from each side: BookSim keeps one of them");
    }
    has_latency_ |= body.has_cycles;
    if (cycles_.count({body.number, head.number}) == 0) links_.push_back(way);
  }

  void attach(unsigned node, unsigned router, unsigned cycles) {
    const auto known = switch_of_.emplace(node, router).first;
    if (known->second != router) {
      GraphBuilder::refuse(where_, fmt::format("node {} at router {}", node, router),
                           fmt::format("one router for a node: it is at router {}", known->second));
    }
    if (cycles == 1) return;
    ++far_terminals_;
    farthest_ = std::max(farthest_, cycles);
  }

  unsigned registers(unsigned from, unsigned to) const {
    const auto found = cycles_.find({from, to});
    return found == cycles_.end() ? 0 : found->second - 1;
  }

  std::string name_;
  std::string where_;
  std::set<unsigned> routers_;
  std::map<unsigned, unsigned> switch_of_;                    // [node]
  std::vector<std::pair<unsigned, unsigned>> links_;          // in order of appearance
  std::map<std::pair<unsigned, unsigned>, unsigned> cycles_;  // [from, to]
  bool has_latency_ = false;
  unsigned far_terminals_ = 0;
  unsigned farthest_ = 0;
};

}  // namespace

void read_any_anynet(const std::string& text, const std::string& name, GraphBuilder& graph) {
  AnynetReader reader(name);
  each_line(text,
            [&](std::size_t number, const std::string& line) { reader.read_line(number, line); });
  reader.finish(graph);
}

}  // namespace turnpike::sim
