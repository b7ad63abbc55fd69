// Sampled points of `turnpike regress`: sliced hardware beside Verilated hardware.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "sim/base/parse_json.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

// 64 routers of one shape, on the hardware alone: nothing but the cross-check could see that the
// gates are wrong.
std::string suite(const std::string& share) {
  return "[suite]\ncross_check = " + share +
         "\n[case.mesh]\nengines = [\"rtl\"]\n"
         "set.network = { topology = \"mesh\", radix = [8, 8] }\n"
         "set.traffic = { load = 0.2 }\n"
         "set.run = { warmup = 100, measurement = 300 }\n";
}

struct Night {
  ProgramResult result;
  sim::Json json;
};

Night run(const TemporaryFolder& folder, const std::string& share) {
  Night night;
  const std::string file = folder.write("suite.toml", suite(share));
  night.result = turnpike({"regress", "run", file, "--out", folder.file("night")});
  night.json = sim::Json::parse(read_file(folder.file("night/regress.json")));
  return night;
}

TEST(CrossCheckTest, VerilatedHardwareComesToTheSame) {
  const TemporaryFolder folder;
  const Night night = run(folder, "1");
  EXPECT_EQ(night.result.status, 0) << night.result.error << night.json.dump(1);
}

// Gates that are not those of the RTL, as in SlicedToolsTest.
class WrongGatesTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::string yosys =
        folder_.write("yosys",
                      "#!/bin/sh\n[ \"$1\" = -V ] && { echo planted; exit; }\n"
                      "/usr/bin/yosys \"$@\" || exit\nwhile [ \"$1\" != -o ]; do shift; done\n"
                      "sed -i 's/\"[$]_XOR_\"/\"$_OR_\"/' \"$2\"\n");
    fs::permissions(yosys, fs::perms(0755));
    const std::string path =
        fs::path(yosys).parent_path().string() + ":" + std::string(std::getenv("PATH"));
    ASSERT_EQ(::setenv("PATH", path.c_str(), 1), 0);
  }

  TemporaryFolder folder_;
};

TEST_F(WrongGatesTest, WrongGatesAreFound) {
  const Night night = run(folder_, "1");
  EXPECT_EQ(night.result.status, 1) << night.result.error;
  EXPECT_NE(night.json.dump().find("sliced and Verilated hardware came to different results"),
            std::string::npos)
      << night.json.dump(1);
}

TEST(CrossCheckTest, AShareIsANumberFrom0To1) {
  const TemporaryFolder folder;
  for (const std::string share : {"1.5", "-1", "\"all\""}) {
    const std::string file = folder.write("suite.toml", suite(share));
    const ProgramResult result = turnpike({"regress", "list", file});
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.error.find("suite.toml:2: key 'suite.cross_check'"), std::string::npos)
        << result.error;
    EXPECT_NE(result.error.find("allowed: number 0 .. 1"), std::string::npos) << result.error;
  }
}

}  // namespace
}  // namespace turnpike::test
