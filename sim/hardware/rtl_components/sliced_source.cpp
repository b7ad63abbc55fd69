// sliced_source.cpp - gates in an order in which each comes after what it needs, cut into functions
// that a compiler takes little time for.

#include "sim/hardware/rtl_components/sliced_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>

namespace turnpike::sim {
namespace {

using Kind = GateNetlist::Kind;

constexpr std::size_t kStatements = 300;  // of a function; compilers take more than linear time
constexpr unsigned kRow = 8;              // words of a memory's row come in multiples of this
constexpr unsigned kMostWords = 1024;     // of a memory: all are looked at in each cycle

[[noreturn]] void refuse(const std::string& what) { throw std::runtime_error(what); }

unsigned padded(unsigned width) { return (width + kRow - 1) / kRow * kRow; }

// What makes a net.
struct Source {
  enum class Of { nothing, pin, state, gate, read } of = Of::nothing;
  std::size_t index = 0;  // of the register, gate or memory
  std::size_t port = 0;   // of the memory
  std::string pin;
};

std::vector<int> inputs_of(const GateNetlist::Gate& gate) { return {gate.a, gate.b, gate.s}; }

class Writer {
 public:
  Writer(const GateNetlist& netlist, const Shape& shape, const std::vector<std::string>& texts)
      : netlist_(netlist), shape_(shape), texts_(texts) {
    sources_.resize(static_cast<std::size_t>(netlist.nets));
    place_.assign(sources_.size(), -1);
    part_of_.assign(sources_.size(), -1);
  }

  std::string source() {
    find_sources();
    write_edge();
    const std::string outputs = write_outputs();
    return constants() + memories() + "namespace sliced {\n\n" + body_ +
           "inline void edge(const Inputs& in, const Word* q, Word* t, Memories& m, Word* x, "
           "Word* c) {\n" +
           calls_ + "}\n\n" + outputs + "}  // namespace sliced\n";
  }

 private:
  // Pins.

  unsigned vc_bits() const {
    unsigned bits = 1;
    while ((1u << bits) < shape_.virtual_channels) ++bits;
    return bits;
  }

  const GateNetlist::Port* find(const std::string& name) const {
    const auto at = std::find_if(netlist_.ports.begin(), netlist_.ports.end(),
                                 [&](const GateNetlist::Port& port) { return port.name == name; });
    return at == netlist_.ports.end() ? nullptr : &*at;
  }

  unsigned route_bits(const char* name) const { return find(name) ? shape_.route_bits : 0; }

  // Of one channel's rows (sliced_pins.h), where bit `bit` of a pin over all ports lies.
  std::string in_channel(const std::string& part, unsigned width, unsigned first,
                         std::size_t bit) const {
    return fmt::format("{}channel[{}][{}]", part, bit / width, first + bit % width);
  }

  // The word of bit `bit` of a pin.
  std::string word_of(const std::string& name, std::size_t bit) const {
    const bool is_in = name.rfind("in_", 0) == 0;
    const unsigned route = vc_bits() + 1;
    const unsigned flit = route + route_bits(is_in ? "in_route_i" : "out_route_o");
    const char* in = "in.";
    const char* out = "out.";
    if (name == "in_valid_i") return in_channel(in, 1, 0, bit);
    if (name == "in_vc_i") return in_channel(in, vc_bits(), 1, bit);
    if (name == "in_route_i") return in_channel(in, shape_.route_bits, route, bit);
    if (name == "in_flit_i") return in_channel(in, shape_.wire_bits, flit, bit);
    if (name == "out_valid_o") return in_channel(out, 1, 0, bit);
    if (name == "out_vc_o") return in_channel(out, vc_bits(), 1, bit);
    if (name == "out_route_o") return in_channel(out, shape_.route_bits, route, bit);
    if (name == "out_flit_o") return in_channel(out, shape_.wire_bits, flit, bit);
    for (const char* pin : {"rst_i", "table_we_i"}) {
      if (name == pin) return fmt::format("in.{}", name);
    }
    for (const char* pin :
         {"out_credit_i", "node_i", "limit_i", "dimension_i", "connected_i", "paced_i", "pauses_i",
          "table_port_i", "table_dest_i", "table_mask_i"}) {
      if (name == pin) return fmt::format("in.{}[{}]", name, bit);
    }
    if (name == "in_credit_o") return fmt::format("out.{}[{}]", name, bit);
    for (const char* pin : {"error_o", "idle_o"}) {
      if (name == pin) return fmt::format("out.{}", name);
    }
    refuse("no place for the pin " + name);
  }

  Source& source_of(int net) { return sources_[static_cast<std::size_t>(net)]; }
  int& place_of(int net) { return place_[static_cast<std::size_t>(net)]; }
  int& part_of(int net) { return part_of_[static_cast<std::size_t>(net)]; }

  void find_sources() {
    for (const GateNetlist::Port& port : netlist_.ports) {
      if (!port.is_input || port.name == "clk_i") continue;
      for (std::size_t bit = 0; bit < port.bits.size(); ++bit) {
        Source& source = source_of(port.bits[bit]);
        source.of = Source::Of::pin;
        source.pin = word_of(port.name, bit);
      }
    }
    for (std::size_t i = 0; i < netlist_.registers.size(); ++i) {
      source_of(netlist_.registers[i].q) = {Source::Of::state, i, 0, {}};
    }
    for (std::size_t i = 0; i < netlist_.gates.size(); ++i) {
      source_of(netlist_.gates[i].y) = {Source::Of::gate, i, 0, {}};
    }
    for (std::size_t i = 0; i < netlist_.memories.size(); ++i) {
      const GateNetlist::Memory& memory = netlist_.memories[i];
      if (memory.words > kMostWords) {
        refuse(fmt::format("a memory of {} words", memory.words));
      }
      for (std::size_t port = 0; port < memory.reads.size(); ++port) {
        for (const int net : memory.reads[port].data) {
          if (net >= 0) source_of(net) = {Source::Of::read, i, port, {}};
        }
      }
    }
    read_place_.resize(netlist_.memories.size());
    for (std::size_t i = 0; i < netlist_.memories.size(); ++i) {
      read_place_[i].assign(netlist_.memories[i].reads.size(), -1);
    }
  }

  // The edge: what is in a function, which is a part of it.

  struct Statement {
    std::string text;
    std::vector<int> uses;
    int makes = GateNetlist::kLow;
  };

  void write_edge() {
    for (std::size_t i = 0; i < netlist_.registers.size(); ++i) {
      const GateNetlist::Register& state = netlist_.registers[i];
      need(state.d);
      need(state.enable);
      const std::string next = state.enable == GateNetlist::kHigh
                                   ? name(state.d)
                                   : fmt::format("{0} ^ (({0} ^ {1}) & {2})", name(state.q),
                                                 name(state.d), name(state.enable));
      add({fmt::format("t[{}] = {};", i, next), {state.d, state.q, state.enable}});
    }
    for (std::size_t i = 0; i < netlist_.checks.size(); ++i) {
      const GateNetlist::Check& check = netlist_.checks[i];
      need(check.enable);
      need(check.holds);
      add({fmt::format("c[{}] = {} & ~{};", i, name(check.enable), name(check.holds)),
           {check.enable, check.holds}});
    }
    write_memories();
    keep_between_parts();
    write_parts();
  }

  void write_memories() {
    for (const GateNetlist::Memory& memory : netlist_.memories) {
      for (const GateNetlist::WritePort& port : memory.writes) {
        for (const int net : port.address) need(net);
        for (const int net : port.data) need(net);
        need(port.enable);
      }
    }
    for (std::size_t i = 0; i < netlist_.memories.size(); ++i) {
      const GateNetlist::Memory& memory = netlist_.memories[i];
      for (const GateNetlist::WritePort& port : memory.writes) {
        Statement statement;
        statement.text = fmt::format(
            "{{ const Word a[] = {{{}}}; const Word d[{}] = {{{}}}; write_rows<{}, {}>(m.of_{}, "
            "{}, a, d); }}",
            names(port.address), padded(memory.width), names(port.data), memory.words,
            padded(memory.width), i, name(port.enable));
        statement.uses = port.address;
        statement.uses.insert(statement.uses.end(), port.data.begin(), port.data.end());
        statement.uses.push_back(port.enable);
        add(statement);
      }
    }
  }

  // Puts everything that makes `net` before what comes.
  void need(int net) {
    if (net < 0) return;
    const Source& source = source_of(net);
    if (source.of == Source::Of::nothing) refuse("a net without a source");
    if (source.of != Source::Of::gate && source.of != Source::Of::read) return;
    if (const auto begun = begun_.find(net); begun != begun_.end()) {
      if (!begun->second) refuse("a loop of gates");
      return;
    }
    begun_[net] = false;
    if (source.of == Source::Of::gate) {
      const GateNetlist::Gate& gate = netlist_.gates[source.index];
      for (const int input : inputs_of(gate)) need(input);
      add({fmt::format("const Word {} = {};", name(net), expression(gate)), inputs_of(gate), net});
    } else {
      read(source.index, source.port);
    }
    begun_[net] = true;
  }

  void read(std::size_t index, std::size_t port_index) {
    int& place = read_place_[index][port_index];
    if (place >= 0) return;
    const GateNetlist::Memory& memory = netlist_.memories[index];
    const GateNetlist::ReadPort& port = memory.reads[port_index];
    for (const int net : port.address) need(net);
    place = kept_;
    kept_ += static_cast<int>(padded(memory.width));
    for (std::size_t bit = 0; bit < port.data.size(); ++bit) {
      if (port.data[bit] >= 0) place_of(port.data[bit]) = place + static_cast<int>(bit);
    }
    add({fmt::format("{{ const Word a[] = {{{}}}; read_rows<{}, {}>(m.of_{}, a, x + {}); }}",
                     names(port.address), memory.words, padded(memory.width), index, place),
         port.address});
  }

  static std::string name(int net) {
    if (net == GateNetlist::kHigh) return "kHigh";
    return net == GateNetlist::kLow ? "kLow" : "n" + std::to_string(net);
  }

  static std::string names(const std::vector<int>& nets) {
    std::string text;
    for (const int net : nets) text += (text.empty() ? "" : ", ") + name(net);
    return text;
  }

  static std::string expression(const GateNetlist::Gate& gate) {
    const std::string a = name(gate.a);
    const std::string b = name(gate.b);
    switch (gate.kind) {
      case Kind::and_gate:
        return a + " & " + b;
      case Kind::or_gate:
        return a + " | " + b;
      case Kind::xor_gate:
        return a + " ^ " + b;
      case Kind::and_not:
        return a + " & ~" + b;
      case Kind::or_not:
        return a + " | ~" + b;
      case Kind::not_gate:
        return "~" + a;
      case Kind::mux:
        break;
    }
    return fmt::format("{0} ^ (({0} ^ {1}) & {2})", a, b, name(gate.s));
  }

  void add(const Statement& statement) {
    if (statement.makes >= 0) part_of(statement.makes) = part_of_next();
    statements_.push_back(statement);
  }

  int part_of_next() const { return static_cast<int>(statements_.size() / kStatements); }

  // A net that another part uses than the one that makes it has a place in x.
  void keep_between_parts() {
    for (std::size_t i = 0; i < statements_.size(); ++i) {
      for (const int net : statements_[i].uses) {
        if (net < 0 || source_of(net).of != Source::Of::gate || place_of(net) >= 0) continue;
        if (part_of(net) != static_cast<int>(i / kStatements)) place_of(net) = kept_++;
      }
    }
  }

  void write_parts() {
    for (std::size_t first = 0; first < statements_.size(); first += kStatements) {
      const std::size_t part = first / kStatements;
      body_ += fmt::format(
          "[[gnu::noinline]] void part_{}(const Inputs& __restrict in, const Word* __restrict q, "
          "Word* __restrict t, Memories& __restrict m, Word* __restrict x, Word* __restrict c) "
          "{{\n",
          part);
      std::vector<bool> is_here(sources_.size());
      const std::size_t end = std::min(first + kStatements, statements_.size());
      for (std::size_t i = first; i < end; ++i) write(statements_[i], is_here);
      body_ += "}\n\n";
      calls_ += fmt::format("  part_{}(in, q, t, m, x, c);\n", part);
    }
  }

  void write(const Statement& statement, std::vector<bool>& is_here) {
    for (const int net : statement.uses) {
      if (net < 0 || is_here[static_cast<std::size_t>(net)]) continue;
      is_here[static_cast<std::size_t>(net)] = true;
      body_ += fmt::format("  const Word {} = {};\n", name(net), fetched(net));
    }
    body_ += "  " + statement.text + "\n";
    if (statement.makes < 0) return;
    is_here[static_cast<std::size_t>(statement.makes)] = true;
    if (place_of(statement.makes) >= 0) {
      body_ += fmt::format("  x[{}] = {};\n", place_of(statement.makes), name(statement.makes));
    }
  }

  std::string fetched(int net) {
    const Source& source = source_of(net);
    if (source.of == Source::Of::pin) return source.pin;
    if (source.of == Source::Of::state) return fmt::format("q[{}]", source.index);
    return fmt::format("x[{}]", place_of(net));
  }

  // The pins that are seen after an edge: registers, and gates behind them.
  std::string write_outputs() {
    std::string text = "void outputs(const Word* __restrict q, Outputs& __restrict out) {\n";
    std::vector<bool> is_here(sources_.size());
    const std::function<void(int)> settle = [&](int net) {
      if (net < 0 || is_here[static_cast<std::size_t>(net)]) return;
      is_here[static_cast<std::size_t>(net)] = true;
      const Source& source = source_of(net);
      std::string value = fmt::format("q[{}]", source.index);
      if (source.of == Source::Of::gate) {
        const GateNetlist::Gate& gate = netlist_.gates[source.index];
        for (const int input : inputs_of(gate)) settle(input);
        value = expression(gate);
      } else if (source.of != Source::Of::state) {
        refuse("an output that is not of registers");
      }
      text += fmt::format("  const Word {} = {};\n", name(net), value);
    };
    for (const GateNetlist::Port& port : netlist_.ports) {
      if (port.is_input) continue;
      for (std::size_t bit = 0; bit < port.bits.size(); ++bit) {
        settle(port.bits[bit]);
        text += fmt::format("  {} = {};\n", word_of(port.name, bit), name(port.bits[bit]));
      }
    }
    return text + "}\n";
  }

  // What surrounds them.

  std::string constants() const {
    std::string text = fmt::format(
        "namespace sliced {{\n"
        "constexpr unsigned kInRouteBits = {};\n"
        "constexpr unsigned kOutRouteBits = {};\n"
        "constexpr unsigned kRegisters = {};\n"
        "constexpr unsigned kKept = {};\n"
        "constexpr unsigned kChecks = {};\n"
        "const char* const kCheckTexts[kChecks + 1] = {{\n",
        route_bits("in_route_i"), route_bits("out_route_o"), netlist_.registers.size(), kept_ + 1,
        netlist_.checks.size());
    for (const std::string& check : texts_) text += fmt::format("    R\"~({})~\",\n", check);
    return text + "    nullptr};\n\n";
  }

  std::string memories() const {
    std::string text = "struct Memories {\n";
    for (std::size_t i = 0; i < netlist_.memories.size(); ++i) {
      const GateNetlist::Memory& memory = netlist_.memories[i];
      text += fmt::format("  Word of_{}[{}][{}];\n", i, memory.words, padded(memory.width));
    }
    return text +
           "  Word last;\n};\n"
           "using Inputs = SlicedInputs<Shape, kInRouteBits>;\n"
           "using Outputs = SlicedOutputs<Shape, kOutRouteBits>;\n"
           "}  // namespace sliced\n\n";
  }

  const GateNetlist& netlist_;
  const Shape& shape_;
  const std::vector<std::string>& texts_;
  std::vector<Source> sources_;               // [net]
  std::vector<int> place_;                    // [net] in x; -1: none
  std::vector<int> part_of_;                  // [net] that makes it
  std::map<int, bool> begun_;                 // gates: whether they are done
  std::vector<std::vector<int>> read_place_;  // [memory][port]
  std::vector<Statement> statements_;
  int kept_ = 0;  // words of x
  std::string body_;
  std::string calls_;
};

}  // namespace

std::string sliced_source(const GateNetlist& netlist, const Shape& shape,
                          const std::vector<std::string>& texts) {
  return Writer(netlist, shape, texts).source();
}

}  // namespace turnpike::sim
