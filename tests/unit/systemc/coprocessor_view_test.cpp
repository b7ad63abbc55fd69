// The words that GTKWave shows for a co-processor's states and instructions.

#include "sim/hardware/trace/coprocessor_view.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <tuple>

#include "tests/support/places.h"
#include "tests/support/scratch_folder.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(CoprocessorViewTest, StatesAreThoseOfTheRtl) {
  const ScratchFolder scratch;
  const fs::path waveform = scratch.path() / "m.fst";
  sim::CoprocessorView view;
  view.nodes = {0};
  sim::write_coprocessor_view(waveform, {}, view);
  for (const auto& [words, source, digits] :
       {std::tuple("m.state.txt", "rtl/coprocessor/message_states.vh", 2),
        std::tuple("m.copy.txt", "rtl/coprocessor/copy_engine.v", 1)}) {
    const std::string text = text_of(source_path(source));
    const std::regex state("localparam \\[[24]:0\\] +(\\w+) *= [35]'d(\\d+);");
    std::string expected;
    for (std::sregex_iterator at(text.begin(), text.end(), state), end; at != end; ++at) {
      expected += fmt::format("{:0{}X} {}\n", std::stoul((*at)[2]), digits, (*at)[1].str());
    }
    EXPECT_FALSE(expected.empty()) << source;
    EXPECT_EQ(text_of(scratch.path() / words), expected) << source;
  }
}

TEST(CoprocessorViewTest, TheGuiltyPinComesFirstAndRemovingLeavesNothing) {
  const ScratchFolder scratch;
  const fs::path waveform = scratch.path() / "m.fst";
  sim::CoprocessorView view;
  view.nodes = {2, 0};
  view.marker = 7;
  view.remark = "at the marker expected 0x1, actual 0x0";
  view.pin = "memory_valid_o";
  const std::string text = text_of(sim::write_coprocessor_view(waveform, {}, view));
  EXPECT_NE(text.find("\n@200\n-at the marker expected 0x1, actual 0x0\n"
                      "@28\ncoprocessor_2.memory_valid_o\n@800200\n-coprocessor_2\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("*-3.500000 70 "), std::string::npos);
  EXPECT_NE(text.find("@c00200\n-coprocessor_0\n"), std::string::npos);
  sim::remove_coprocessor_view(waveform);
  EXPECT_TRUE(fs::is_empty(scratch.path()));
}

}  // namespace
}  // namespace turnpike::test
