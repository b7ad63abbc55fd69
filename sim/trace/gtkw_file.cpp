// gtkw_file.cpp - the save file's lines: @flags, ^filter, then signals or {aliases} of bits.

#include "sim/trace/gtkw_file.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace turnpike::sim {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kPeriod = 10;  // waveform time units per cycle

constexpr const char* kBinary = "@28\n";
constexpr const char* kHex = "@22\n";
constexpr const char* kDecimal = "@24\n";
constexpr const char* kTranslated = "@2022\n";  // hex, then through a filter file
constexpr const char* kGroupBegin = "@800200\n";
constexpr const char* kClosedGroupBegin = "@c00200\n";
constexpr const char* kGroupEnd = "@1000200\n";
constexpr const char* kClosedGroupEnd = "@1401200\n";

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path.string());
}

unsigned count_bits(unsigned values) {
  unsigned bits = 1;
  while ((1u << bits) < values) ++bits;
  return bits;
}

std::string hex(std::uint64_t value, unsigned bits) {
  std::ostringstream text;
  text << std::uppercase << std::hex << value;
  std::string digits = text.str();
  const std::size_t width = (bits + 3) / 4;
  return digits.size() < width ? std::string(width - digits.size(), '0') + digits : digits;
}

std::string coordinates_text(const std::vector<unsigned>& coordinates, model::NodeId number) {
  if (coordinates.empty()) return std::to_string(number);
  std::string text;
  for (const unsigned coordinate : coordinates) {
    text += (text.empty() ? "" : ",") + std::to_string(coordinate);
  }
  return text;
}

// GTKWave has 26 markers beside the primary one.
std::string no_named_markers() {
  std::string text;
  for (int marker = 0; marker < 26; ++marker) text += " -1";
  return text;
}

class Writer {
 public:
  Writer(const fs::path& waveform, const model::Network& network)
      : network_(network), params_(network.router), stem_(fs::absolute(waveform)) {
    stem_.replace_extension();
    name_ports();
    write_filters();
  }

  std::string text(const fs::path& waveform, const WaveformView& view) {
    out_ << "[dumpfile] \"" << fs::absolute(waveform).string() << "\"\n"
         << "[timestart] " << view.from * kPeriod << "\n[size] 1600 900\n[pos] -1 -1\n"
         << "*-3.500000 " << view.marker * kPeriod << no_named_markers() << "\n[sst_expanded] 1\n";
    for (std::size_t i = 0; i < view.components.size(); ++i) {
      add_component(view.components[i], i == 0 ? view.ports : std::vector<model::PortId>{}, i == 0);
    }
    return out_.str();
  }

  fs::path file(const char* ending) const { return stem_.string() + ending; }

 private:
  void name_ports() {
    const std::size_t ports = network_.components.size() * params_.ports;
    in_names_.resize(ports, "not connected");
    out_names_.resize(ports, "not connected");
    for (const model::Channel& channel : network_.channels) {
      in_names_[channel.to * params_.ports + channel.to_port] =
          "from " + model::component_name(network_, channel.from);
      out_names_[channel.from * params_.ports + channel.from_port] =
          "to " + model::component_name(network_, channel.to);
    }
    for (model::NodeId node = 0; node < network_.terminals.size(); ++node) {
      const model::Terminal& terminal = network_.terminals[node];
      const std::string name = model::terminal_name(network_, node);
      in_names_[terminal.inject.component * params_.ports + terminal.inject.port] = "from " + name;
      out_names_[terminal.eject.component * params_.ports + terminal.eject.port] = "to " + name;
    }
  }

  void write_filters() const {
    write_file(file(".flit.txt"), "0 body\n1 head\n2 tail\n3 head+tail\n");
    write_file(file(".kind.txt"),
               "0 unicast\n1 broadcast\n2 near_neighbour_broadcast\n3 reserved\n");
    std::string addresses;
    for (model::NodeId node = 0; node < network_.terminals.size(); ++node) {
      addresses += hex(network_.terminals[node].address, params_.format.address_bits) + " " +
                   coordinates_text(model::terminal_coordinates(network_, node), node) + "\n";
    }
    write_file(file(".address.txt"), addresses);
  }

  void add_component(model::ComponentId id, const std::vector<model::PortId>& open, bool is_first) {
    const std::string name = model::component_name(network_, id);
    scope_ = name + ".";
    begin_group(name, is_first);
    out_ << kBinary;
    for (const char* signal : {"clk_i", "rst_i", "idle_o", "error_o"}) {
      out_ << scope_ << signal << "\n";
    }
    for (const bool wanted : {true, false}) {
      for (model::PortId port = 0; port < params_.ports; ++port) {
        const bool is_open = std::count(open.begin(), open.end(), port) != 0;
        if (is_open != wanted) continue;
        const std::size_t index = id * params_.ports + port;
        add_port("in", port, in_names_[index], is_open, "_i", "_o");
        add_port("out", port, out_names_[index], is_open, "_o", "_i");
      }
    }
    end_group(name, is_first);
  }

  void add_port(const std::string& side, model::PortId port, const std::string& neighbour,
                bool is_open, const char* forward, const char* backward) {
    const std::string name = side + " " + std::to_string(port) + " " + neighbour;
    const model::FlitFormat& format = params_.format;
    const unsigned vcs = params_.virtual_channels;
    const unsigned vc_bits = count_bits(vcs);
    const unsigned wire = format.wire_bits();
    const unsigned a = format.address_bits;
    const std::string flit = side + "_flit" + forward;
    const std::string title = side + "_" + std::to_string(port) + "_";
    begin_group(name, is_open);
    out_ << kBinary;
    add_bits(title + "valid", side + "_valid" + forward, params_.ports, port, 1);
    out_ << kDecimal;
    add_bits(title + "vc", side + "_vc" + forward, params_.ports * vc_bits, port * vc_bits,
             vc_bits);
    add_field(title + "flit", 1, ".flit.txt", flit, port * wire + format.flit_bits, 2);
    add_field(title + "destination", 2, ".address.txt", flit, port * wire, a);
    add_field(title + "source", 2, ".address.txt", flit, port * wire + a, a);
    add_field(title + "kind", 3, ".kind.txt", flit, port * wire + 2 * a, 2);
    out_ << kHex;
    add_bits(title + "data", flit, params_.ports * wire, port * wire, format.flit_bits);
    out_ << kBinary;
    add_bits(title + "credit", side + "_credit" + backward, params_.ports * vcs, port * vcs, vcs);
    end_group(name, is_open);
  }

  void add_field(const std::string& title, unsigned filter, const char* ending,
                 const std::string& signal, unsigned low, unsigned width) {
    out_ << kTranslated << "^" << filter << " " << file(ending).string() << "\n";
    add_bits(title, signal, params_.ports * params_.format.wire_bits(), low, width);
  }

  // Bits [low +: width] of a vector of `total` bits. GTKWave numbers bits from the left.
  void add_bits(const std::string& title, const std::string& signal, unsigned total, unsigned low,
                unsigned width) {
    const std::string vector =
        scope_ + signal + (total > 1 ? "[" + std::to_string(total - 1) + ":0]" : "");
    out_ << (width == 1 ? "+{" : "#{") << title << "}";
    for (unsigned bit = 0; bit < width; ++bit) {
      out_ << " (" << total - low - width + bit << ")" << vector;
    }
    out_ << "\n";
  }

  void begin_group(const std::string& name, bool is_open) {
    out_ << (is_open ? kGroupBegin : kClosedGroupBegin) << "-" << name << "\n";
  }
  void end_group(const std::string& name, bool is_open) {
    out_ << (is_open ? kGroupEnd : kClosedGroupEnd) << "-" << name << "\n";
  }

  const model::Network& network_;
  const model::RouterParams& params_;
  fs::path stem_;
  std::string scope_;                   // of the component that is being written
  std::vector<std::string> in_names_;   // [component * ports + port]
  std::vector<std::string> out_names_;  // [component * ports + port]
  std::ostringstream out_;
};

}  // namespace

fs::path write_gtkw(const fs::path& waveform, const model::Network& network,
                    const WaveformView& view) {
  Writer writer(waveform, network);
  const fs::path path = writer.file(".gtkw");
  write_file(path, writer.text(waveform, view));
  return path;
}

}  // namespace turnpike::sim
