// graph_netlist.cpp - InfiniBand netlists, as `ibnetdiscover` prints them and ibsim reads them.
//
// Records of switches and of hosts (Hca, Ca), each with a line for each port that is joined:
//   Switch  8 "S-0002"   # "spine 1"
//   [3]     "S-0001"[5]
//   [4]     "H-0007"[1](8f1)
// Each cable is stated from both sides and is one link; a port of a host is a terminal.

#include <tuple>

#include "sim/experiment/config/graph_builder.h"

namespace turnpike::sim {

namespace {

constexpr unsigned kMaxPort = 255;

using Port = std::pair<std::string, unsigned>;  // device, port

class NetlistReader {
 public:
  explicit NetlistReader(const std::string& name) : name_(name) {}

  void read_line(std::size_t number, const std::string& line) {
    where_ = fmt::format("{}:{}", name_, number);
    const std::vector<std::string> words = words_in(line);
    if (words.empty()) {
      device_.clear();
      return;
    }
    const std::string& first = words[0];
    if (first[0] == '#') return;
    if (first[0] == '[') return cable(line);
    if (first == "Switch" || first == "Hca" || first == "Ca" || first == "Rt") return device(words);
    // What ibnetdiscover says besides: vendid=0x8f1, caguid=0x..., switchguid=0x...(...)
    if (first.find('=') != std::string::npos) return;
    GraphBuilder::refuse(where_, GraphBuilder::shown(first),
                         "\"Switch\", \"Hca\", \"Ca\" or a line of a port, [1] \"device\"[2]");
  }

  void finish(GraphBuilder& graph) {
    for (const std::string& name : switches_) graph.switch_of(name_, name);
    std::set<std::pair<Port, Port>> done;
    for (const auto& [end, far] : cables_) {
      const auto back = cables_.find(far.first);
      if (back == cables_.end() || back->second.first != end) {
        GraphBuilder::refuse(
            far.second,
            text_of(end) + " to " + text_of(far.first) + ", which does not say so from its side",
            "each cable from both sides");
      }
      const bool is_switch = is_switch_.at(end.first);
      const bool leads_to_switch = is_switch_.at(far.first.first);
      if (!is_switch && !leads_to_switch) {
        GraphBuilder::refuse(far.second, text_of(end) + " to " + text_of(far.first),
                             "a switch at one end");
      }
      if (!is_switch) graph.add_terminals(far.second, far.first.first, 1);
      if (!is_switch || !leads_to_switch || done.count({far.first, end}) != 0) continue;
      done.insert({end, far.first});
      graph.add_link(far.second, end.first, far.first.first, {});
    }
  }

 private:
  static std::string text_of(const Port& port) {
    return fmt::format("port {} of {}", port.second, GraphBuilder::shown(port.first));
  }

  // "device" in quotes.
  std::string quoted(const std::string& text, std::size_t from, std::size_t& end) const {
    const std::size_t open = text.find('"', from);
    const std::size_t close = open == std::string::npos ? open : text.find('"', open + 1);
    if (close == std::string::npos || close == open + 1) {
      GraphBuilder::refuse(where_, GraphBuilder::shown(text), "the name of a device in quotes");
    }
    end = close + 1;
    return text.substr(open + 1, close - open - 1);
  }

  void device(const std::vector<std::string>& words) {
    if (words.size() < 3 || !number_in_words(words[1], kMaxPort)) {
      GraphBuilder::refuse(where_, GraphBuilder::shown(words[0]) + " without its number of ports",
                           fmt::format("as in: {} 8 \"name\"", words[0]));
    }
    std::string rest;
    for (std::size_t i = 2; i < words.size(); ++i) rest += (i == 2 ? "" : " ") + words[i];
    std::size_t end = 0;
    device_ = quoted(rest, 0, end);
    ports_ = *number_in_words(words[1], kMaxPort);
    if (!is_switch_.emplace(device_, words[0] == "Switch").second) {
      GraphBuilder::refuse(where_, GraphBuilder::shown(device_) + " for the second time", "once");
    }
    if (words[0] == "Switch") switches_.push_back(device_);
  }

  // [3] "device"[5]; ibnetdiscover puts a GUID in parentheses behind either number.
  unsigned port(const std::string& line, std::size_t open, std::size_t& end) const {
    const std::size_t close = open == std::string::npos ? open : line.find(']', open);
    const auto number = close == std::string::npos || line[open] != '['
                            ? std::nullopt
                            : number_in_words(line.substr(open + 1, close - open - 1), kMaxPort);
    if (!number) {
      GraphBuilder::refuse(where_, GraphBuilder::shown(line),
                           fmt::format("[port] \"device\"[port], ports 0 .. {}", kMaxPort));
    }
    end = close + 1;
    return *number;
  }

  void cable(const std::string& line) {
    if (device_.empty()) {
      GraphBuilder::refuse(where_, "a port without a device",
                           "ports behind the line of their device");
    }
    std::size_t at = 0;
    const unsigned own = port(line, line.find('['), at);
    const std::string far = quoted(line, at, at);
    const unsigned its = port(line, line.find_first_not_of(" \t", at), at);
    if (own > ports_) {
      GraphBuilder::refuse(where_, text_of({device_, own}), fmt::format("ports up to {}", ports_));
    }
    const auto said = cables_.emplace(Port{device_, own}, std::pair{Port{far, its}, where_});
    if (!said.second) {
      GraphBuilder::refuse(where_, text_of({device_, own}) + " for the second time",
                           "one cable for a port");
    }
  }

  std::string name_;
  std::string where_;
  std::string device_;  // of the record; empty: between two
  unsigned ports_ = 0;
  std::vector<std::string> switches_;
  std::map<std::string, bool> is_switch_;                // [device]
  std::map<Port, std::pair<Port, std::string>> cables_;  // as stated, and where
};

}  // namespace

void read_netlist(const std::string& text, const std::string& name, GraphBuilder& graph) {
  NetlistReader reader(name);
  each_line(text,
            [&](std::size_t number, const std::string& line) { reader.read_line(number, line); });
  reader.finish(graph);
}

}  // namespace turnpike::sim
