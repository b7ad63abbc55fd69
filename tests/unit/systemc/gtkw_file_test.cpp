// What GTKWave will show of the pins of a router: read from the save file as GTKWave reads it.

#include "sim/hardware/trace/gtkw_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>

#include "tests/support/experiment.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBlank = "?black?";

// A vector of the waveform: bits as written, the highest first.
using Pins = std::map<std::string, std::string>;

class GtkwFile {
 public:
  explicit GtkwFile(const fs::path& path) : folder_(path.parent_path()) {
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) lines_.push_back(line);
  }

  const std::vector<std::string>& lines() const { return lines_; }

  // The text in the row `title`, of pins that are as `pins` says; "" where there is no such row.
  std::string shown(const std::string& title, const Pins& pins) const {
    std::string filter;
    for (const std::string& line : lines_) {
      if (line[0] == '@') filter.clear();
      if (line[0] == '^') filter = line.substr(line.find(' ') + 1);
      if (line.find("{" + title + "}") == 1) return translated(value(line, pins), filter);
    }
    return "";
  }

 private:
  static std::string value(const std::string& row, const Pins& pins) {
    std::string bits;
    const std::regex bit(R"((?:\((\d+)\))?(\w+(?:\.\w+(?:\[\d+\])?)+)(?:\[(\d+):0\])?)");
    const std::string list = row.substr(row.find('}') + 1);
    for (std::sregex_iterator at(list.begin(), list.end(), bit), end; at != end; ++at) {
      const std::string& vector = pins.at((*at)[2]);
      const std::size_t width = (*at)[3].matched ? std::stoul((*at)[3]) + 1 : 1;
      EXPECT_EQ(vector.size(), width) << row;
      bits += vector.at((*at)[1].matched ? std::stoul((*at)[1]) : 0);
    }
    return bits;
  }

  std::string translated(std::string bits, const std::string& filter) const {
    if (filter.empty()) return bits;
    bits.insert(0, (4 - bits.size() % 4) % 4, '0');
    std::string digits;
    for (std::size_t i = 0; i < bits.size(); i += 4) {
      digits += "0123456789ABCDEF"[std::stoul(bits.substr(i, 4), nullptr, 2)];
    }
    std::ifstream in(folder_ / filter);
    EXPECT_TRUE(in) << filter;
    for (std::string line; std::getline(in, line);) {
      const std::size_t space = line.find(' ');
      if (line.substr(0, space) == digits) return line.substr(space + 1);
    }
    return digits;
  }

  fs::path folder_;
  std::vector<std::string> lines_;
};

std::string binary(std::uint64_t value, unsigned bits) {
  std::string text;
  while (bits-- != 0) text += (value >> bits & 1) != 0 ? '1' : '0';
  return text;
}

class GtkwFileTest : public testing::Test {
 protected:
  GtkwFileTest() : network_(on(model::Topology::mesh, {3, 3}).build()) {
    sim::WaveformView view;
    view.components = {4};
    file_ = sim::write_gtkw(folder_.path() / "waves.fst", network_, view);
  }

  // Pins of the router in the middle, of which input 2 has this on it.
  Pins input_2(bool valid, bool tail, bool head, std::uint64_t data, model::VcId vc = 3) const {
    const unsigned wire = network_.router.format.wire_bits();
    const unsigned data_bits = network_.router.format.flit_bits;
    Pins pins;  // noise on those of the other four inputs
    pins["router_1_1.in_valid_i"] = std::string("10") + (valid ? "1" : "0") + "01";
    pins["router_1_1.in_vc_i"] = std::string(4, '1') + binary(vc, 2) + std::string(4, '0');
    pins["router_1_1.in_flit_i"] = std::string(2 * wire, '1') + (tail ? "1" : "0") +
                                   (head ? "1" : "0") + binary(data, data_bits) +
                                   std::string(2 * wire, '1');
    return pins;
  }

  std::string shown(const char* field, const Pins& pins) const {
    return GtkwFile(file_).shown(std::string("in_2_") + field, pins);
  }

  ScratchFolder folder_;
  const model::Network network_;
  fs::path file_;
};

// Destination 1,2 from source 2,0, two bits a dimension.
constexpr std::uint64_t kHead = 0b0010'00'1001;

TEST_F(GtkwFileTest, AHeadShowsItsFields) {
  const Pins pins = input_2(true, false, true, kHead);
  EXPECT_EQ(shown("flit", pins), "head");
  EXPECT_EQ(shown("vc", pins), "3");
  EXPECT_EQ(shown("destination", pins), "1,2");
  EXPECT_EQ(shown("source", pins), "2,0");
  EXPECT_EQ(shown("kind", pins), "unicast");
  EXPECT_EQ(shown("destination", input_2(true, true, true, kHead)), "1,2");
}

TEST_F(GtkwFileTest, PayloadOfBodiesAndTailsIsNoAddress) {
  for (const bool tail : {false, true}) {
    for (std::uint64_t data = 0; data < 1024; data += 7) {
      const Pins pins = input_2(true, tail, false, data);
      for (const char* field : {"destination", "source", "kind"}) {
        ASSERT_EQ(shown(field, pins), kBlank) << field << " " << data;
      }
    }
    EXPECT_EQ(shown("flit", input_2(true, tail, false, kHead)), tail ? "tail" : "body");
    EXPECT_EQ(shown("vc", input_2(true, tail, false, kHead)), "3");
  }
}

TEST_F(GtkwFileTest, IdlePinsShowNothingWhateverTheyHold) {
  for (unsigned held = 0; held < 4; ++held) {
    const Pins pins = input_2(false, (held & 2) != 0, (held & 1) != 0, kHead, held);
    for (const char* field : {"flit", "vc", "destination", "source", "kind"}) {
      EXPECT_EQ(shown(field, pins), kBlank) << field << " " << held;
    }
  }
}

constexpr const char* kCore = "router_1_1.router_cell.router.u_switch.u_core.";

TEST_F(GtkwFileTest, ARequestAndAGrantNameTheOutput) {
  // Ten lanes, five outputs each; lane 1 of input 2 is the sixth from below.
  const auto lanes = [](const std::string& lane) {
    return std::string(20, '1') + lane + std::string(25, '1');
  };
  for (unsigned output = 0; output < 5; ++output) {
    const Pins pins = {{kCore + std::string("lane_req"), lanes(binary(1u << output, 5))},
                       {kCore + std::string("lane_gnt"), lanes("00000")}};
    EXPECT_EQ(shown("request_vc_2_3", pins), std::to_string(output));
    EXPECT_EQ(shown("granted_vc_2_3", pins), kBlank);
  }
}

TEST_F(GtkwFileTest, AnOutputShowsTheLaneThatItGrants) {
  std::string grants(50, '0');
  grants.at(49 - (7 * 5 + 2)) = '1';  // lane 7, output 2
  const Pins pins = {{kCore + std::string("lane_gnt"), grants}};
  EXPECT_EQ(GtkwFile(file_).shown("out_2_granted", pins), "0010000000");
  EXPECT_EQ(GtkwFile(file_).shown("out_1_granted", pins), "0000000000");
}

TEST_F(GtkwFileTest, APortTellsTheStoryInItsOrder) {
  const GtkwFile file(file_);
  std::vector<std::string> steps;
  for (const std::string& line : file.lines()) {
    for (const char* step : {"arrive", "select", "offer", "grant", "leave"}) {
      for (const char* side : {"in_2_", "out_2_"}) {
        if (line == std::string("-") + side + step) steps.push_back(line.substr(1));
      }
    }
  }
  const std::vector<std::string> expected = {
      // begin and end
      "in_2_arrive", "in_2_arrive", "in_2_select", "in_2_select", "in_2_grant",
      "in_2_grant",  "in_2_leave",  "in_2_leave",  "out_2_offer", "out_2_offer",
      "out_2_grant", "out_2_grant", "out_2_leave", "out_2_leave"};
  EXPECT_EQ(steps, expected);
}

TEST_F(GtkwFileTest, TheWiresThemselvesAreInAFoldedGroup) {
  const GtkwFile file(file_);
  const std::vector<std::string>& lines = file.lines();
  const auto at = std::find(lines.begin(), lines.end(), "-in_2_pins");
  ASSERT_NE(at, lines.end());
  EXPECT_EQ(*(at - 1), "@c00200");
  const Pins pins = input_2(false, false, true, kHead);
  EXPECT_EQ(shown("data", pins), binary(kHead, network_.router.format.flit_bits));
}

TEST_F(GtkwFileTest, AFolderThatIsMovedIsWhole) {
  ScratchFolder other;
  const fs::path moved = other.path() / "moved";
  fs::rename(folder_.path(), moved);
  const GtkwFile file(moved / "waves.gtkw");
  const std::vector<std::string>& lines = file.lines();
  // Of these two GTKWave makes the place of all others (find_dumpfile in its savefile.c).
  EXPECT_EQ(lines.at(0), "[dumpfile] \"waves.fst\"");
  EXPECT_EQ(lines.at(1), "[savefile] \"waves.gtkw\"");
  unsigned filters = 0;
  for (const std::string& line : lines) {
    EXPECT_EQ(line.find('/'), std::string::npos) << line;
    if (line[0] != '^') continue;
    ++filters;
    EXPECT_TRUE(fs::is_regular_file(moved / line.substr(line.find(' ') + 1))) << line;
  }
  EXPECT_GT(filters, 0u);
  fs::rename(moved, folder_.path());
}

}  // namespace
}  // namespace turnpike::test
