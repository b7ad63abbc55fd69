// `cmake --install`: a tree that can be moved, and needs neither the checkout nor the build folder.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

class InstallTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::string build = fs::path(program_path()).parent_path().string();
    const std::string first = folder_.file("first");
    const ProgramResult result = run_command({"cmake", "--install", build, "--prefix", first});
    ASSERT_EQ(result.status, 0) << result.error;
    fs::rename(first, moved());
  }

  fs::path moved() const { return folder_.path() / "moved"; }

  // In a world where the checkout is an empty folder, if that can be made; with nothing in the
  // environment that says where things are.
  ProgramResult run(const std::string& arguments) const {
    const std::string program = (moved() / "bin/turnpike").string();
    const std::string script = "mount -t tmpfs none '" + source_path("") +
                               "' && cd / && exec env -i PATH=\"$PATH\" HOME='" +
                               folder_.file("home") + "' " + program + " " + arguments;
    return run_command({"unshare", "--mount", "sh", "-c", script});
  }

  static bool can_hide_the_checkout() {
    return run_command({"unshare", "--mount", "mount", "-t", "tmpfs", "none", source_path("")})
               .status == 0;
  }

  TemporaryFolder folder_;
};

TEST_F(InstallTest, HoldsNoPathOfTheMachineThatBuiltIt) {
  const std::string checkout = source_path("");
  for (const auto& entry : fs::recursive_directory_iterator(moved())) {
    if (!entry.is_regular_file()) continue;
    EXPECT_EQ(read_file(entry.path()).find(checkout), std::string::npos) << entry.path();
  }
}

TEST_F(InstallTest, RunsHardwareAfterItWasMovedAndTheCheckoutIsGone) {
  if (!can_hide_the_checkout()) GTEST_SKIP() << "needs the right to mount";
  const std::string config = (moved() / "share/turnpike/configs/mesh_8x8.toml").string();
  const ProgramResult result =
      run("run " + config +
          " --engine lockstep --set network.radix=2 --set network.dimensions=1 --set "
          "router.virtual_channels=1"
          " --set router.flit_bits=32 --set run.warmup=10 --set run.measurement=100");
  EXPECT_EQ(result.status, 0) << result.error;
  EXPECT_TRUE(fs::exists(folder_.path() / "home/.cache/turnpike/shapes"));
}

// The words after `begin` in text, one a line, up to an empty line.
std::set<std::string> commands_in(const std::string& help) {
  std::set<std::string> names;
  std::istringstream lines(help.substr(help.find("Subcommands:\n")));
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line) && !line.empty()) {
    const std::string name = line.substr(2, line.find(' ', 2) - 2);
    if (!name.empty()) names.insert(name);
  }
  return names;
}

TEST_F(InstallTest, ManualPageHasEveryCommand) {
  std::string page = read_file(moved() / "share/man/man1/turnpike.1");
  page.erase(std::remove(page.begin(), page.end(), '\\'), page.end());
  const std::set<std::string> names = commands_in(turnpike({"--help"}).out);
  EXPECT_GE(names.size(), 11u);
  for (const std::string& name : names) {
    EXPECT_NE(page.find("\n.B " + name + "\n"), std::string::npos) << name;
  }
}

// What bash would offer for the last of the words.
std::string offered(const fs::path& tree, const std::string& words) {
  const std::string script = ". " + (tree / "share/bash-completion/completions/turnpike").string() +
                             "; compopt() { :; }; COMP_WORDS=(" + (tree / "bin/turnpike").string() +
                             " " + words +
                             "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _turnpike; "
                             "echo ${COMPREPLY[@]}";
  return run_command({"bash", "-c", script}).out;
}

TEST_F(InstallTest, CompletesCommandsAndOptions) {
  EXPECT_EQ(offered(moved(), "rep"), "report\n");
  EXPECT_EQ(offered(moved(), "regress co"), "collect\n");
  EXPECT_EQ(offered(moved(), "regress run --sub"), "--submit-only\n");
  EXPECT_EQ(offered(moved(), "run --trace-"), "--trace-from --trace-to --trace-scope\n");
  EXPECT_EQ(offered(moved(), "emit --prefix left --terminals axi4 --time"), "--timescale\n");
  EXPECT_EQ(offered(moved(), "run conf"), "\n");
}

TEST_F(InstallTest, CompletesTheWordsOfAnOption) {
  EXPECT_EQ(offered(moved(), "emit --terminals axi"), "axi_stream axi4\n");
  EXPECT_EQ(offered(moved(), "emit --prefix axi"), "\n");
}

}  // namespace
}  // namespace turnpike::test
