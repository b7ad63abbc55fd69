// The rows of the schema agree with themselves and with docs/configuration.md.

#include "sim/experiment/config/schema.h"
#include "sim/base/text_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sim/base/nearest.h"
#include "sim/base/other_words.h"
#include "sim/experiment/config/schema_text.h"
#include "sim/experiment/config/settings.h"
#include "tests/support/places.h"

namespace turnpike::test {
namespace {

TEST(SchemaTest, NamesAreUniqueAndEveryRowIsComplete) {
  std::set<std::string> names;
  for (const sim::Key& key : sim::schema()) {
    EXPECT_TRUE(names.insert(key.name).second) << key.name;
    EXPECT_FALSE(key.meaning.empty()) << key.name;
    EXPECT_FALSE(key.source.empty()) << key.name;
    EXPECT_FALSE(key.default_text.empty()) << key.name;
    EXPECT_TRUE(key.store && key.show) << key.name;
    EXPECT_FALSE(key.allowed().empty()) << key.name;
  }
}

TEST(SchemaTest, DocumentedDefaultIsAllowedAndIsWhatAnExperimentHas) {
  for (const sim::Key& key : sim::schema()) {
    if (key.default_text[0] == '(') continue;
    const sim::Setting setting = sim::parse_override(key.name + "=" + key.default_text, "--set");
    EXPECT_EQ(sim::misfit(key, setting.value), "") << key.name;
    sim::Experiment changed;
    key.store(changed, setting.value);
    EXPECT_EQ(key.show(changed), key.show(sim::Experiment{})) << key.name;
  }
}

std::string keys_as_markdown() {
  std::string text =
      "| key | allowed | default | unit | meaning | source |\n|---|---|---|---|---|---|\n";
  for (const sim::Key& key : sim::schema()) {
    text += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", key.name, key.allowed(),
                        key.default_text, key.unit, key.meaning, key.source);
  }
  for (const sim::TableList& list : sim::table_lists()) {
    if (list.like.empty()) {
      text += fmt::format("| `[[{}]]` | at most {} tables | (none) |  | {} | own choice |\n",
                          list.name, list.most, list.meaning);
      for (const sim::ElementKey& key : list.keys) {
        text += fmt::format("| `{}` in `[[{}]]` | {} | {} | {} | {} | {} |\n", key.name, list.name,
                            key.allowed(), key.default_text, key.unit, key.meaning, key.source);
      }
      continue;
    }
    std::string names;
    for (const sim::ElementKey& key : list.keys) names += fmt::format(" `{}`", key.name);
    text += fmt::format(
        "| `[[{}]]` | at most {} tables | (none) |  | {}; keys as those of {}:{} | own choice |\n",
        list.name, list.most, list.meaning, list.like, names);
  }
  return text;
}

TEST(SchemaTest, TableOfTheDocumentationIsTheSchemas) {
  const std::string page = sim::read_text_file(test::source_path("docs/configuration.md"));
  const std::string expected = "<!-- keys: begin -->\n" + keys_as_markdown() + "<!-- keys: end -->";
  EXPECT_NE(page.find(expected), std::string::npos)
      << "docs/configuration.md must hold this between its marks:\n"
      << expected;
}

TEST(SchemaTest, HelpNamesEveryKey) {
  const std::string help = sim::keys_as_help();
  for (const sim::Key& key : sim::schema()) {
    const std::string leaf = key.name.substr(key.name.find('.') + 1);
    EXPECT_NE(help.find("  " + leaf + ": "), std::string::npos) << key.name;
  }
  for (const sim::TableList& list : sim::table_lists()) {
    EXPECT_NE(help.find("[[" + list.name + "]]"), std::string::npos) << list.name;
  }
}

TEST(NearestTest, DistanceCountsSlipsOfThePen) {
  EXPECT_EQ(sim::edit_distance("", ""), 0u);
  EXPECT_EQ(sim::edit_distance("radix", "radix"), 0u);
  EXPECT_EQ(sim::edit_distance("radx", "radix"), 1u);
  EXPECT_EQ(sim::edit_distance("raddix", "radix"), 1u);
  EXPECT_EQ(sim::edit_distance("rodix", "radix"), 1u);
  EXPECT_EQ(sim::edit_distance("raidx", "radix"), 1u);
  EXPECT_EQ(sim::edit_distance("", "radix"), 5u);
  EXPECT_EQ(sim::edit_distance("kitten", "sitting"), 3u);
}

TEST(NearestTest, RightKeyInAWrongTableIsNear) {
  const std::vector<std::string> known = {"network.radix", "router.kind", "traffic.load"};
  EXPECT_EQ(sim::nearest_key("load", known), "traffic.load");
  EXPECT_EQ(sim::nearest_key("run.load", known), "traffic.load");
  EXPECT_EQ(sim::nearest_key("network.raddix", known), "network.radix");
  EXPECT_EQ(sim::nearest_key("traffic_load", known), "traffic.load");
}

TEST(NearestTest, AWordThatIsNearToNoneGetsNoHint) {
  const std::vector<std::string> keys = sim::key_names();
  for (const char* word : {"", "k", "num_vcs", "injection_rate", "length.fraction", "network.foo",
                           "router.colour", "simulate"}) {
    EXPECT_EQ(sim::nearest_key(word, keys), "") << word;
  }
  EXPECT_EQ(sim::nearest_key("--load", {"--seed", "--out"}), "");
  EXPECT_EQ(sim::nearest_key("simulate", {"run", "route", "emit"}), "");
  EXPECT_EQ(sim::nearest_text(", nearest: ", "simulate", {"route"}), "");
  EXPECT_EQ(sim::nearest_text(", nearest: ", "rout", {"route"}), ", nearest: 'route'");
}

TEST(OtherWordsTest, EachLeadsToAKeyThatThereIsAndIsNoKeyItself) {
  const std::vector<std::string> keys = sim::key_names();
  std::set<std::string> words;
  for (const sim::OtherWord& other : sim::other_words_for_keys()) {
    EXPECT_EQ(std::count(keys.begin(), keys.end(), other.here), 1) << other.word;
    EXPECT_EQ(sim::key_meant(other.word, keys), other.here) << other.word;
    EXPECT_TRUE(words.insert(other.word).second) << other.word;
  }
}

TEST(OtherWordsTest, AreReadWithDashesAndCapitals) {
  const std::vector<std::string> keys = sim::key_names();
  EXPECT_EQ(sim::key_meant("--vcs-per-vnet", keys), "router.virtual_channels");
  EXPECT_EQ(sim::key_meant("--Load", keys), "traffic.load");
  EXPECT_EQ(sim::key_meant("--buffer-depth", keys), "router.buffer_depth");
  EXPECT_EQ(sim::key_meant("--nothing", keys), "");
}

}  // namespace
}  // namespace turnpike::test
