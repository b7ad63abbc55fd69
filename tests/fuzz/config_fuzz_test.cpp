// Mutated configurations: the reader refuses or accepts, it never crashes, hangs or throws
// anything but ConfigError; what it accepts it writes in full and reads back as the same.

#include <gtest/gtest.h>

#include <random>

#include "sim/base/text_file.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/run/network_checks.h"
#include "tests/support/places.h"

namespace turnpike::test {
namespace {

constexpr unsigned kSeed = 20240501;
constexpr unsigned kRounds = 20000;

std::vector<std::string> corpus() {
  std::vector<std::string> texts;
  for (const std::string& path : test::example_configurations()) {
    texts.push_back(sim::read_text_file(path));
  }
  texts.push_back(
      "[network]\ntopology='torus'\nradix=[4,6]\ndirection='unidirectional'\n[traffic]\n"
      "length={kind='bimodal', short=2, long=30, long_fraction=0.75}\n[run]\nwarmup=\"auto\"\n");
  texts.push_back(
      "[network]\ntopology='hypercube'\ndimensions=3\n[router]\nkind='packet'\nflit_bits=8\n"
      "packet_flits=20\nbuffer_depth=21\npacket_buffers=4\nswitching='store_and_forward'\n"
      "first_hop='shortest_queue'\nvirtual_channels=2\n");
  return texts;
}

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  std::string mutate(std::string text, const std::vector<std::string>& all) {
    const unsigned times = 1 + below(4);
    for (unsigned i = 0; i < times; ++i) step(text, all);
    return text;
  }

 private:
  unsigned below(std::size_t bound) {
    return static_cast<unsigned>(random_() % (bound == 0 ? 1 : bound));
  }

  void step(std::string& text, const std::vector<std::string>& all) {
    static const std::vector<std::string> kTokens = {"=",
                                                     "[",
                                                     "]",
                                                     "{",
                                                     "}",
                                                     "\"",
                                                     "'",
                                                     ",",
                                                     ".",
                                                     "\n",
                                                     "#",
                                                     "-1",
                                                     "0",
                                                     "1e999",
                                                     "nan",
                                                     "inf",
                                                     "9223372036854775807",
                                                     "-9223372036854775808",
                                                     "18446744073709551616",
                                                     "true",
                                                     "[[",
                                                     "]]",
                                                     "radix = ",
                                                     "links = [[0, 1]]\n",
                                                     "[network]\n",
                                                     "length = {",
                                                     "\"\"\"",
                                                     "\\u0000",
                                                     "\xff",
                                                     "2024-01-01",
                                                     "hosts = []\n",
                                                     "topology = \"irregular\"\n",
                                                     "kind = \"packet\"\n",
                                                     "first_hop = \"shortest_queue\"\n",
                                                     std::string(1, '\0')};
    const unsigned at = below(text.size() + 1);
    switch (below(6)) {
      case 0:
        text.insert(at, kTokens[below(kTokens.size())]);
        break;
      case 1:
        text.erase(at, below(12));
        break;
      case 2:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      case 3:  // a number becomes another
        for (std::size_t i = at; i < text.size(); ++i) {
          if (text[i] < '0' || text[i] > '9') continue;
          text.replace(i, 1, kTokens[11 + below(8)]);
          break;
        }
        break;
      case 4: {  // a piece of another file
        const std::string& other = all[below(all.size())];
        const unsigned from = below(other.size());
        text.insert(at, other.substr(from, below(80)));
        break;
      }
      default:
        text.resize(at);
    }
  }

  std::mt19937_64 random_;
};

TEST(ConfigFuzzTest, MutatedConfigurationsAreReadOrRefused) {
  const std::vector<std::string> texts = corpus();
  ASSERT_GE(texts.size(), 2u);
  Mutator mutator(kSeed);
  unsigned accepted = 0;
  unsigned refused = 0;
  for (unsigned round = 0; round < kRounds; ++round) {
    const std::string text = mutator.mutate(texts[round % texts.size()], texts);
    try {
      const sim::Experiment e = sim::make_experiment(sim::parse_settings(text, "fuzz.toml"));
      const std::string full = sim::to_toml(e);
      EXPECT_EQ(sim::to_toml(sim::make_experiment(sim::parse_settings(full, "full.toml"))), full)
          << "seed " << kSeed << " round " << round << "\n"
          << text;
      ++accepted;
    } catch (const sim::ConfigError& error) {
      EXPECT_EQ(std::string(error.what()).rfind("fuzz.toml", 0), 0u)
          << "seed " << kSeed << " round " << round << ": " << error.what() << "\n"
          << text;
      ++refused;
    } catch (const std::exception& error) {
      FAIL() << "seed " << kSeed << " round " << round << ": " << error.what() << "\n" << text;
    }
  }
  // Both ways must have been tried in earnest.
  EXPECT_GT(accepted, 100u);
  EXPECT_GT(refused, 1000u);
}

// Whether the network can be built in next to no time.
bool is_small(const model::TopologySpec& topology) {
  constexpr std::uint64_t kMostNodes = 2000;
  if (topology.kind == model::Topology::irregular) {
    std::uint64_t nodes = topology.hosts.size();
    for (const unsigned hosts : topology.hosts) nodes += hosts;
    return nodes <= 200;
  }
  std::uint64_t nodes = 1;
  for (const unsigned k : topology.radix) nodes = std::min(kMostNodes + 1, nodes * k);
  // What is much too large must be refused before it is built.
  return nodes <= kMostNodes || topology.radix.size() > 20;
}

TEST(ConfigFuzzTest, NetworksOfMutatedConfigurationsAreBuiltOrRefused) {
  const std::vector<std::string> texts = corpus();
  Mutator mutator(kSeed + 2);
  unsigned built = 0;
  unsigned refused = 0;
  for (unsigned round = 0; round < kRounds; ++round) {
    const std::string text = mutator.mutate(texts[round % texts.size()], texts);
    sim::Experiment experiment;
    try {
      experiment = sim::make_experiment(sim::parse_settings(text, "fuzz.toml"));
    } catch (const sim::ConfigError&) {
      continue;  // the test above
    }
    if (!is_small(experiment.topology)) continue;
    try {
      const model::Network network = sim::build_network(experiment);
      EXPECT_FALSE(network.terminals.empty()) << text;
      ++built;
    } catch (const sim::ConfigError& error) {
      EXPECT_NE(std::string(error.what()).find("allowed: "), std::string::npos) << error.what();
      ++refused;
    } catch (const std::exception& error) {
      FAIL() << "seed " << kSeed + 2 << " round " << round << ": " << error.what() << "\n" << text;
    }
  }
  EXPECT_GT(built, 100u);
  EXPECT_GT(refused, 0u);
}

TEST(ConfigFuzzTest, MutatedOverridesAreReadOrRefused) {
  const std::vector<std::string> texts = {"router.virtual_channels=4", "network.radix=[4,4]",
                                          "traffic.length.kind=bimodal", "run.warmup=auto",
                                          "traffic.pattern=\"uniform\""};
  const sim::Settings settings =
      sim::parse_settings("[network]\ntopology='mesh'\nradix=4\ndimensions=2\n", "base.toml");
  Mutator mutator(kSeed + 1);
  unsigned accepted = 0;
  for (unsigned round = 0; round < kRounds; ++round) {
    const std::string text = mutator.mutate(texts[round % texts.size()], texts);
    try {
      sim::Overrides overrides;
      overrides.set(text);
      sim::make_experiment(settings, overrides);
      ++accepted;
    } catch (const sim::ConfigError&) {
    } catch (const std::exception& error) {
      FAIL() << "seed " << kSeed + 1 << " round " << round << ": " << error.what() << "\n" << text;
    }
  }
  EXPECT_GT(accepted, 100u);
}

}  // namespace
}  // namespace turnpike::test
