// graph_builder.h - checks and numbers the switches and links that the readers of graphs deliver.

#pragma once

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/common/configuration_error.h"
#include "model/common/printable.h"
#include "sim/experiment/config/graph_file.h"

namespace turnpike::sim {

// What a format says of a link, beside its ends.
struct LinkSaid {
  std::optional<unsigned> latency;       // registers from the first end to the second
  std::optional<unsigned> latency_back;  // and back
  model::LinkWidth width;
};

class GraphBuilder {
 public:
  // Latencies are registers on a channel, 0 .. kMaxRegisters.
  static constexpr unsigned kMaxRegisters = 65535;
  static constexpr unsigned kMaxTerminals = 31;  // of a switch

  [[noreturn]] static void refuse(const std::string& where, const std::string& found,
                                  const std::string& allowed) {
    throw model::ConfigurationError("network.file", where + ": " + found, allowed);
  }
  static std::string shown(const std::string& name) { return "'" + model::excerpt(name) + "'"; }

  bool has_switch(const std::string& name) const { return number_.count(name) != 0; }
  // The number of a switch, a new one if the name is new.
  unsigned switch_of(const std::string& where, const std::string& name);
  // A link with channels both ways.
  void add_link(const std::string& where, const std::string& a, const std::string& b,
                const LinkSaid& said);
  // The next terminals are at this switch.
  void add_terminals(const std::string& where, const std::string& name, unsigned count);
  void remark(std::string text) { reading_.remarks.push_back(std::move(text)); }

  GraphReading finish(const std::string& file);

 private:
  GraphReading reading_;
  std::map<std::string, unsigned> number_;
  std::map<std::string, std::string> original_;  // [name for Verilog] as the file has it
  bool has_latency_ = false;
};

// The readers, one for each format: fill the builder from the text of the file.
void read_edge_list(const std::string& text, const std::string& name, GraphBuilder& graph);
void read_node_link(const std::string& text, const std::string& name, GraphBuilder& graph);
void read_graphml(const std::string& text, const std::string& name, GraphBuilder& graph);
void read_dot(const std::string& text, const std::string& name, GraphBuilder& graph);
void read_netlist(const std::string& text, const std::string& name, GraphBuilder& graph);
void read_any_anynet(const std::string& text, const std::string& name, GraphBuilder& graph);

// Calls back for each line with its number, from 1; without a byte order mark.
template <class Visit>
void each_line(const std::string& text, const Visit& visit) {
  std::size_t at = model::has_byte_order_mark(text) ? model::kByteOrderMark : 0;
  for (std::size_t number = 1; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    visit(number, text.substr(at, end - at));
    at = end + 1;
  }
}

// The words between blanks.
std::vector<std::string> words_in(const std::string& line);
// A decimal number of at most nine digits; none: no number, or above `most`.
std::optional<unsigned> number_in_words(const std::string& word, unsigned most);

}  // namespace turnpike::sim
