// `turnpike regress` on disks of many sizes that are too small: it says so, and with room it ends
// as if nothing had been.

#include <gtest/gtest.h>

#include "tests/system/faults/failing_disk.h"

namespace turnpike::test {
namespace {

const std::string kNight =
    "[case.mesh]\nengines = [\"model\"]\nseeds = 6\nset.run.measurement = 300\n"
    "set.network = {topology = \"mesh\", radix = [4, 4]}\n"
    "[case.slow]\nengines = [\"model\"]\nset.run.measurement = 300\nexpect.latency = [0, 1]\n"
    "set.network = {topology = \"mesh\", radix = [4, 4]}\n";

TEST(RegressDiskTest, AFullDiskIsToldAndWithRoomTheNightEndsAsInPeace) {
  if (!can_mount()) GTEST_SKIP() << kNoMount;
  const TemporaryFolder inputs;
  const std::string suite = inputs.write("night.toml", kNight);
  const TemporaryFolder disk;
  const std::vector<std::string> arguments = {
      "regress", "run", suite, "--out", disk.path().string(), "--jobs", "2"};
  const std::string peace = inputs.file("peace");
  ASSERT_EQ(turnpike({"regress", "run", suite, "--out", peace}).status, 1);
  int refused = 0;
  for (const unsigned kib : {8u, 24u, 40u, 56u, 72u, 88u, 104u, 136u, 200u}) {
    const ProgramResult result = turnpike_on_small_disk(kib, disk.path().string(), arguments);
    if (result.status == 2) {
      ++refused;
      const bool is_told = result.error.find("No space left") != std::string::npos ||
                           result.error.find("full") != std::string::npos;
      EXPECT_TRUE(is_told) << kib << ": " << result.error;
    } else {
      EXPECT_EQ(result.status, 1) << kib << ": " << result.error;  // there was room
    }
  }
  EXPECT_GE(refused, 5);
  ASSERT_EQ(turnpike(arguments).status, 1);
  EXPECT_EQ(read_file(disk.file("regress.json")), read_file(peace + "/regress.json"));
}

}  // namespace
}  // namespace turnpike::test
