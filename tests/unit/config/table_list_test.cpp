// Lists of tables in a configuration: [[traffic.class]] and [[workload.phase]].

#include <gtest/gtest.h>

#include "model/traffic/workload_kinds.h"
#include "sim/base/config_error.h"
#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/config/schema.h"

namespace turnpike::test {
namespace {

using sim::Experiment;
using sim::Overrides;

const std::string kMesh =
    "[network]\ntopology = 'mesh'\nradix = 4\ndimensions = 2\n"
    "[router]\nvirtual_channels = 4\nmessage_classes = 2\n";
const std::string kClasses =
    kMesh +
    "[traffic]\nload = 0.3\npattern = 'transpose'\n"
    "[[traffic.class]]\nlength = 1\n"
    "[[traffic.class]]\nload = 0.2\nlength = {kind = 'bimodal', short = 2, long = 30}\n";
const std::string kPhases = kMesh +
                            "[workload]\nkind = 'phases'\n"
                            "[[workload.phase]]\nkind = 'batch'\nbatch = 7\n"
                            "[[workload.phase]]\nkind = 'collective'\nbytes = 64\npause = 9\n";

Experiment parse(const std::string& text, const std::vector<std::string>& sets = {},
                 const std::vector<std::string>& unset = {}) {
  Overrides overrides;
  for (const std::string& set : sets) overrides.set(set);
  for (const std::string& key : unset) overrides.unset(key);
  return sim::make_experiment(sim::parse_settings(text, "exp.toml"), overrides);
}

std::string complaint_of(const std::string& text, const std::vector<std::string>& sets = {}) {
  try {
    parse(text, sets);
  } catch (const sim::ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(TableListTest, WhatATableLeavesOutIsAsInTheTableThatHoldsIt) {
  const Experiment e = parse(kClasses);
  ASSERT_EQ(e.traffic.classes.size(), 2u);
  EXPECT_EQ(e.traffic.classes[0].load, 0.3);
  EXPECT_EQ(e.traffic.classes[0].length, 1u);
  EXPECT_EQ(e.traffic.classes[1].load, 0.2);
  EXPECT_EQ(e.traffic.classes[1].long_length, 30u);
  EXPECT_EQ(e.traffic.classes[1].pattern, model::Pattern::transpose);
}

TEST(TableListTest, TablesInOneLineAreTheSame) {
  EXPECT_EQ(sim::to_toml(parse(kMesh + "[traffic]\nclass = [{load = 0.1}, {length = 3}]\n")),
            sim::to_toml(parse(kMesh + "[[traffic.class]]\nload = 0.1\n"
                                       "[[traffic.class]]\nlength = 3\n")));
}

TEST(TableListTest, AnOptionReachesOneTable) {
  const Experiment e = parse(kClasses, {"traffic.class[1].load=0.25", "traffic.load=0.4"});
  EXPECT_EQ(e.traffic.classes[0].load, 0.4);
  EXPECT_EQ(e.traffic.classes[1].load, 0.25);
  EXPECT_EQ(parse(kMesh, {"traffic.class[0].load=0.1", "traffic.class[1].load=0.2"})
                .traffic.classes.size(),
            2u);
  EXPECT_TRUE(parse(kClasses, {}, {"traffic.class"}).traffic.classes.empty());
  EXPECT_EQ(parse(kPhases, {}, {"workload.phase[1]"}).traffic.phases.size(), 1u);
}

TEST(TableListTest, WhatIsShownReadsBackTheSame) {
  for (const std::string& text : {kClasses, kPhases}) {
    const std::string shown = sim::to_toml(parse(text));
    EXPECT_EQ(sim::to_toml(parse(shown)), shown);
  }
  const Experiment e = parse(sim::to_toml(parse(kPhases)));
  ASSERT_EQ(e.traffic.phases.size(), 2u);
  EXPECT_EQ(e.traffic.phases[1].workload, model::collective_workload());
  EXPECT_EQ(e.traffic.phases[1].pause, 9u);
}

TEST(TableListTest, MistakesAreToldWithTheirTableAndLine) {
  const std::string more = "lod = 1\n";
  EXPECT_EQ(complaint_of(kClasses + more),
            "exp.toml:16: key 'traffic.class[1].lod': unknown, found 1, nearest known key: "
            "'traffic.class[0].load'");
  EXPECT_EQ(complaint_of(kClasses, {"traffic.class[0].load=x"}),
            "--set traffic.class[0].load=x: key 'traffic.class[0].load': found \"x\", allowed: "
            "number 0 .. 32");
  EXPECT_EQ(complaint_of(kClasses, {"traffic.class[3].load=0.1"}),
            "--set traffic.class[3].load=0.1: key 'traffic.class[3]': found table number 3, "
            "allowed: 0 .. 2, none left out");
  const std::string allowed = "allowed: tables that begin with [[traffic.class]]";
  EXPECT_NE(complaint_of(kMesh + "[traffic.class]\nload = 1\n").find(allowed), std::string::npos);
  EXPECT_NE(complaint_of(kMesh + "[traffic]\nclass = 3\n").find(allowed), std::string::npos);
  EXPECT_NE(complaint_of(kClasses, {"traffic.class[1].pattern=trace"}).find("a pattern but trace"),
            std::string::npos);
  EXPECT_NE(complaint_of(kClasses, {"traffic.class_shares=[1,1]"}).find("[[traffic.class]]"),
            std::string::npos);
  EXPECT_NE(complaint_of(kClasses, {"traffic.class[0].burst_load=0.5"})
                .find("only with arrivals \"on_off\""),
            std::string::npos);
  EXPECT_NE(complaint_of(kPhases, {"workload.phase[0].bytes=4"})
                .find("only with workload.phase[0].kind \"collective\""),
            std::string::npos);
  EXPECT_NE(complaint_of(kPhases, {"workload.kind=batch"}).find("no [[workload.phase]]"),
            std::string::npos);
  EXPECT_NE(complaint_of(kPhases + "[[workload.phase]]\nbatch = 3\n")
                .find("key 'workload.phase[2].kind': found nothing"),
            std::string::npos);
  EXPECT_NE(complaint_of(kMesh + "[workload]\nkind = 'phases'\n").find("tables [[workload.phase]]"),
            std::string::npos);
}

TEST(TableListTest, NamesThatAreNoKeysOfATableAreNone) {
  for (const char* name :
       {"traffic.class", "traffic.class[]", "traffic.class[1", "traffic.class[x]",
        "traffic.class[1]load", "traffic.class[1].", "traffic.class[9999999].a",
        "traffic.clas[1].load", "traffic.class[-1].load"}) {
    EXPECT_FALSE(sim::element_name(name)) << name;
  }
  const auto name = sim::element_name("traffic.class[12].length.kind");
  ASSERT_TRUE(name);
  EXPECT_EQ(name->list, "traffic.class");
  EXPECT_EQ(name->number, 12u);
  EXPECT_EQ(name->key, "length.kind");
}

}  // namespace
}  // namespace turnpike::test
