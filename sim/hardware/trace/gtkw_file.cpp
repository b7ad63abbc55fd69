// gtkw_file.cpp - the save file's lines: @flags, ^filter, then signals or {aliases} of bits.

#include "sim/hardware/trace/gtkw_file.h"

#include <algorithm>
#include <sstream>

#include "sim/base/temporary_file.h"
#include "sim/hardware/shapes/shape.h"
#include "sim/hardware/systemc/bank_driver.h"
#include "sim/hardware/trace/gtkw_lines.h"
#include "sim/hardware/trace/router_story.h"
#include "sim/hardware/trace/surfer_file.h"

namespace turnpike::sim {
namespace {

namespace fs = std::filesystem;

// What GTKWave paints where a filter answers with it: no text, on the colour behind all.
constexpr const char* kNothing = "?black?";
// Of wider addresses only those that exist are translated; others would be too many lines.
constexpr unsigned kWidestListed = 16;  // bits

// Endings in place of the waveform's.
constexpr const char* kVcWords = ".vc.txt";
constexpr const char* kFlitWords = ".flit.txt";
constexpr const char* kKindWords = ".kind.txt";
constexpr const char* kAddressWords = ".address.txt";
constexpr const char* kPortWords = ".port.txt";
constexpr const char* kSecondLaneWords = ".lane.txt";

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

class Writer {
 public:
  Writer(const fs::path& waveform, const model::Network& network)
      : network_(network), stride_(network.max_ports()), waveform_(waveform) {
    name_ports();
    write_filters();
  }

  std::string text(const WaveformView& view) {
    out_ << gtkw_head(waveform_, view.from, view.marker);
    for (std::size_t i = 0; i < view.components.size(); ++i) {
      has_expected_ = view.has_expected && i == 0;
      add_component(view.components[i], i == 0 ? view.ports : std::vector<model::PortId>{}, i == 0);
    }
    return out_.str();
  }

 private:
  void name_ports() {
    in_names_.resize(network_.components.size() * stride_, "not connected");
    out_names_.resize(network_.components.size() * stride_, "not connected");
    for (const model::Channel& channel : network_.channels) {
      const std::string level =
          channel.level == 0 ? "" : " (level " + std::to_string(channel.level) + ")";
      in_names_[channel.to * stride_ + channel.to_port] =
          "from " + model::component_name(network_, channel.from) + level;
      out_names_[channel.from * stride_ + channel.from_port] =
          "to " + model::component_name(network_, channel.to) + level;
    }
    for (model::NodeId node = 0; node < network_.terminals.size(); ++node) {
      const model::Terminal& terminal = network_.terminals[node];
      const std::string name = model::terminal_name(network_, node);
      in_names_[terminal.inject.component * stride_ + terminal.inject.port] = "from " + name;
      out_names_[terminal.eject.component * stride_ + terminal.eject.port] = "to " + name;
    }
  }

  const model::FlitFormat& format() const { return network_.router.format; }

  void write_filter(const char* ending, const std::string& lines) const {
    write_whole_file(path_beside(waveform_, ending), lines);
  }

  // What the pins hold while valid is low, or behind a head, is no field of a packet: there the
  // filters show nothing. So a field is translated together with {valid, ...} above it.
  void write_filters() const {
    write_filter(kVcWords, vc_words());
    std::string flits;  // {valid, tail, head}
    for (unsigned idle = 0; idle < 4; ++idle) flits += line_of(idle, 3, kNothing);
    write_filter(kFlitWords, flits + "4 body\n5 head\n6 tail\n7 head+tail\n");
    std::string kinds;  // {valid, head, kind}
    for (unsigned none = 0; none < 12; ++none) kinds += line_of(none, 4, kNothing);
    write_filter(kKindWords,
                 kinds + "C unicast\nD broadcast\nE near_neighbour_broadcast\nF reserved\n");
    write_filter(kAddressWords, address_words());
    write_filter(kPortWords, port_words());
    write_filter(kSecondLaneWords, second_lane_words());
  }

  static std::string line_of(std::uint64_t value, unsigned bits, const std::string& words) {
    return hex(value, bits) + " " + words + "\n";
  }

  // {valid, vc}
  std::string vc_words() const {
    const unsigned vcs = network_.router.virtual_channels;
    const unsigned bits = count_bits(vcs);
    std::string lines;
    for (unsigned vc = 0; vc < 1u << bits; ++vc) lines += line_of(vc, bits + 1, kNothing);
    for (unsigned vc = 0; vc < vcs; ++vc) {
      lines += line_of((1u << bits) + vc, bits + 1, std::to_string(vc));
    }
    return lines;
  }

  // One bit for each port of a component, none or one of them high. Components of a network differ
  // in their ports, and so in the digits.
  std::string port_words() const {
    std::string lines;
    for (unsigned bits = 4; bits < stride_ + 4; bits += 4) {
      lines += line_of(0, bits, kNothing);
      for (unsigned port = 0; port < bits; ++port) {
        lines += line_of(std::uint64_t{1} << port, bits, std::to_string(port));
      }
    }
    return lines;
  }

  // The VCs of the second lane (docs/timing/router.md, 2.3), counted from its lowest.
  std::string second_lane_words() const {
    const unsigned vcs = network_.router.virtual_channels;
    std::string lines;
    for (unsigned vc = (vcs + 1) / 2; vc < vcs; ++vc) {
      lines += line_of(vc - (vcs + 1) / 2, 4, std::to_string(vc));
    }
    return lines;
  }

  // {valid, head, address}
  std::string address_words() const {
    const unsigned bits = format().address_bits + 2;
    const std::uint64_t shown = std::uint64_t{3} << format().address_bits;
    std::string lines;
    if (format().address_bits <= kWidestListed) {
      for (std::uint64_t none = 0; none < shown; ++none) lines += line_of(none, bits, kNothing);
    }
    for (model::NodeId node = 0; node < network_.terminals.size();
         node += network_.local_channels) {
      const std::string words =
          coordinates_text(model::terminal_coordinates(network_, node), network_.node_of(node));
      lines += line_of(shown | network_.terminals[node].address, bits, words);
    }
    return lines;
  }

  void add_component(model::ComponentId id, const std::vector<model::PortId>& open, bool is_first) {
    const std::string name = model::component_name(network_, id);
    scope_ = name + ".";
    component_ = id;
    ports_ = network_.ports_of(id);
    const model::ComponentKind kind = network_.components[id].kind;
    const bool is_packet_router = kind == model::ComponentKind::packet_router;
    begin_group(name, is_first);
    out_ << kBinaryRow;
    for (const char* signal : {"clk_i", "rst_i", "idle_o", "error_o"}) {
      out_ << scope_ << signal << "\n";
    }
    if (has_expected_) out_ << scope_ << "expected_error_i\n";
    for (const bool wanted : {true, false}) {
      for (model::PortId port = 0; port < ports_; ++port) {
        const bool is_open = std::count(open.begin(), open.end(), port) != 0;
        if (is_open != wanted) continue;
        const std::string number = std::to_string(port);
        const std::string in = "in " + number + " " + in_names_[id * stride_ + port];
        begin_group(in, is_open);
        add_channel("in", port, "_i", "_o");
        end_group(in, is_open);
        const std::string out = "out " + number + " " + out_names_[id * stride_ + port];
        begin_group(out, is_open);
        add_channel("out", port, "_o", "_i");
        if (is_packet_router) add_queue(port);
        end_group(out, is_open);
      }
    }
    end_group(name, is_first);
  }

  void add_channel(const std::string& side, model::PortId port, const char* forward,
                   const char* backward) {
    const unsigned vcs = network_.router.virtual_channels;
    const std::string title = side + "_" + std::to_string(port) + "_";
    const bool is_in = side == "in";
    const std::vector<StoryStep> inside = is_in ? story_of_input(network_, component_, port)
                                                : story_of_output(network_, component_, port);
    if (!is_in) add_steps(title, inside);
    begin_group(title + (is_in ? "arrive" : "leave"), true);
    add_flit(title, side + "_", forward, port);
    if (has_expected_ && !is_in) add_flit(title + "expected_", "expected_", "_i", port);
    end_group(title + (is_in ? "arrive" : "leave"), true);
    if (is_in) add_steps(title, inside);
    out_ << kBinaryRow;
    add_bits(title + "credit", {{side + "_credit" + backward, ports_ * vcs, port * vcs, vcs}});
    if (has_expected_ && is_in) {
      add_bits(title + "expected_credit", {{"expected_credit_i", ports_ * vcs, port * vcs, vcs}});
    }
    // As they are on the wires, whatever valid says.
    const std::string pins = title + "pins";
    begin_group(pins, false);
    add_wires(title, side + "_", forward, port, side == "out");
    if (has_expected_ && side == "out") {
      add_wires(title + "expected_", "expected_", "_i", port, true);
    }
    end_group(pins, false);
  }

  void add_steps(const std::string& title, const std::vector<StoryStep>& steps) {
    for (const StoryStep& step : steps) {
      begin_group(title + step.title, true);
      for (const StoryRow& row : step.rows) add_row(title + row.title, row);
      end_group(title + step.title, true);
    }
  }

  void add_row(const std::string& title, const StoryRow& row) {
    if (row.words == StoryWords::port) return add_field(title, 5, kPortWords, row.slices);
    if (row.words == StoryWords::vc && row.first_vc != 0) {
      return add_field(title, 6, kSecondLaneWords, row.slices);
    }
    out_ << (row.words == StoryWords::vc ? kDecimalRow : kBinaryRow);
    add_bits(title, row.slices);
  }

  // A flit's fields; the signals are named `before`, what it is, `after`.
  void add_flit(const std::string& title, const std::string& before, const char* after,
                model::PortId port) {
    const unsigned vc_bits = count_bits(network_.router.virtual_channels);
    const unsigned wire = format().wire_bits();
    const unsigned a = format().address_bits;
    const auto flit = [&, signal = before + "flit" + after](unsigned low, unsigned width) {
      return WaveSlice{signal, ports_ * wire, port * wire + low, width};
    };
    const WaveSlice valid{before + "valid" + after, ports_, port, 1};
    const WaveSlice head = flit(format().flit_bits, 1);
    out_ << kBinaryRow;
    add_bits(title + "valid", {valid});
    add_field(title + "vc", 4, kVcWords,
              {valid, {before + "vc" + after, ports_ * vc_bits, port * vc_bits, vc_bits}});
    add_field(title + "flit", 1, kFlitWords, {valid, flit(format().flit_bits, 2)});
    add_field(title + "destination", 2, kAddressWords, {valid, head, flit(0, a)});
    add_field(title + "kind", 3, kKindWords, {valid, head, flit(a, 2)});
    // Further fields of a packet lie where its flits' width puts them.
    if (!network_.has_message_terminals()) {
      add_field(title + "source", 2, kAddressWords, {valid, head, flit(a + 2, a)});
    }
  }

  void add_wires(const std::string& title, const std::string& before, const char* after,
                 model::PortId port, bool is_output) {
    const unsigned wire = format().wire_bits();
    out_ << kHexRow;
    add_bits(title + "data",
             {{before + "flit" + after, ports_ * wire, port * wire, format().flit_bits}});
    // An interchange makes the routes of what comes in.
    const model::ComponentKind kind = network_.components[component_].kind;
    if (kind == model::ComponentKind::router ||
        (kind == model::ComponentKind::interchange && is_output)) {
      const unsigned bits = route_bits(network_.router);
      out_ << kBinaryRow;
      add_bits(title + "route", {{before + "route" + after, ports_ * bits, port * bits, bits}});
    }
  }

  // Slots of the output that are not free.
  void add_queue(model::PortId port) {
    const unsigned bits = count_bits(network_.packets->slots + 1);
    out_ << kDecimalRow;
    add_bits("out_" + std::to_string(port) + "_queue",
             {{"queue_o", ports_ * bits, port * bits, bits}});
    if (!has_expected_) return;
    add_bits("out_" + std::to_string(port) + "_expected_queue",
             {{"expected_queue_i", ports_ * bits, port * bits, bits}});
  }

  void add_field(const std::string& title, unsigned filter, const char* ending,
                 const std::vector<WaveSlice>& slices) {
    out_ << kTranslatedRow << "^" << filter << " " << name_beside(waveform_, ending) << "\n";
    add_bits(title, slices);
  }

  // The first slice is the highest. GTKWave numbers bits of a vector from the left.
  void add_bits(const std::string& title, const std::vector<WaveSlice>& slices) {
    const bool is_one_bit = slices.size() == 1 && slices.front().width == 1;
    out_ << (is_one_bit ? "+{" : "#{") << title << "}";
    for (const WaveSlice& slice : slices) {
      const unsigned bits = slice.bits;
      const std::string name = scope_ + slice.signal;
      for (unsigned bit = 0; bit < slice.width; ++bit) {
        out_ << " (" << bits - slice.low - slice.width + bit << ")" << name << "[" << bits - 1
             << ":0]";
      }
    }
    out_ << "\n";
  }

  void begin_group(const std::string& name, bool is_open) {
    out_ << gtkw_group_begin(name, is_open);
  }
  void end_group(const std::string& name, bool is_open) { out_ << gtkw_group_end(name, is_open); }

  const model::Network& network_;
  std::size_t stride_;  // the most ports that a component has
  fs::path waveform_;
  std::string scope_;                   // of the component that is being written
  model::ComponentId component_ = 0;    // that component
  unsigned ports_ = 0;                  // its ports
  bool has_expected_ = false;           // its outputs by the model are there
  std::vector<std::string> in_names_;   // [component * stride + port]
  std::vector<std::string> out_names_;  // [component * stride + port]
  std::ostringstream out_;
};

}  // namespace

fs::path write_gtkw(const fs::path& waveform, const model::Network& network,
                    const WaveformView& view) {
  Writer writer(waveform, network);
  const std::string path = path_beside(waveform, kSaveFileEnding);
  write_whole_file(path, writer.text(view));
  write_whole_file(path_beside(waveform, kSurferEnding), surfer_commands(network, view));
  return path;
}

void remove_view(const fs::path& waveform) {
  for (const char* ending : {kSaveFileEnding, kVcWords, kFlitWords, kKindWords, kAddressWords,
                             kPortWords, kSecondLaneWords, kSurferEnding}) {
    std::error_code ignored;
    fs::remove(path_beside(waveform, ending), ignored);
  }
}

}  // namespace turnpike::sim
