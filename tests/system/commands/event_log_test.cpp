// `turnpike run --events`: the latency table can be made again from the log.

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "sim/experiment/results/result_keys.h"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

using sim::Json;

struct Packet {
  double queued = -1;
  double injected = -1;
  double head = -1;
  double delivered = -1;
  int hops = 0;
  std::string flits;
};

// [source/number], from the CSV; the few packets of a short run do not repeat a number.
std::map<std::string, Packet> packets_of(const std::string& csv) {
  std::map<std::string, Packet> packets;
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "# turnpike.events/1");
  std::getline(lines, line);
  EXPECT_EQ(line, "cycle,event,source,packet,destination,flits,component,port,vc");
  while (std::getline(lines, line)) {
    std::vector<std::string> field;
    std::istringstream row(line + ",");
    for (std::string text; std::getline(row, text, ',');) field.push_back(text);
    EXPECT_EQ(field.size(), 9u) << line;
    if (field.size() != 9) return packets;
    Packet& packet = packets[field[2] + "/" + field[3]];
    const double cycle = std::stod(field[0]);
    if (field[1] == "queued") {
      packet.queued = cycle;
      packet.flits = field[5];
    } else if (field[1] == "injected") {
      packet.injected = cycle;
    } else if (field[1] == "hop") {
      ++packet.hops;
      EXPECT_EQ(field[6].rfind("router_", 0), 0u) << line;
    } else if (field[1] == "head") {
      packet.head = cycle;
    } else {
      EXPECT_EQ(field[1], "delivered");
      EXPECT_EQ(field[5], packet.flits) << line;
      packet.delivered = cycle;
    }
  }
  return packets;
}

class EventLogTest : public testing::Test {
 protected:
  ProgramResult run(const std::string& events, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"run", config_, "--json", "--events", events};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return turnpike(arguments);
  }

  TemporaryFolder folder_;
  const std::string config_ = folder_.write("small.toml", kSmallMesh);
};

TEST_F(EventLogTest, LatencyTableComesOutOfTheLog) {
  const std::string file = folder_.file("events.csv");
  const ProgramResult result = run(file);
  ASSERT_EQ(result.status, 0) << result.error;
  const Json json = Json::parse(result.out);
  const double start = json.at("warmup_cycles").get<double>();
  const double end = start + json.at("measurement_cycles").get<double>();

  double count = 0;
  double latency = 0;
  double head_latency = 0;
  double waited = 0;
  double slowest = 0;
  for (const auto& [name, packet] : packets_of(read_file(file))) {
    if (packet.queued < start || packet.queued >= end) continue;
    ASSERT_GT(packet.delivered, packet.head) << name;
    EXPECT_GE(packet.hops, 1) << name;
    ++count;
    latency += packet.delivered - packet.queued;
    head_latency += packet.head - packet.queued;
    waited += packet.injected - packet.queued;
    slowest = std::max(slowest, packet.delivered - packet.queued);
  }
  EXPECT_EQ(count, json.at("packets").get<double>());
  EXPECT_NEAR(latency / count, json.at("latency").get<double>(), 1e-9);
  EXPECT_NEAR(head_latency / count, json.at("head_latency").get<double>(), 1e-9);
  EXPECT_NEAR(waited / latency, json.at("source_queue_share").get<double>(), 1e-9);
  EXPECT_EQ(slowest, json.at("latency_max").get<double>());
}

TEST_F(EventLogTest, DoesNotDependOnThreads) {
  const std::string one = folder_.file("one.csv");
  const std::string two = folder_.file("two.csv");
  ASSERT_EQ(run(one, {"--set", "run.threads=1"}).status, 0);
  ASSERT_EQ(run(two, {"--set", "run.threads=3"}).status, 0);
  EXPECT_EQ(read_file(one), read_file(two));
}

TEST_F(EventLogTest, JsonLinesSayTheSame) {
  const std::string csv = folder_.file("events.csv");
  const std::string lines = folder_.file("events.jsonl");
  ASSERT_EQ(run(csv).status, 0);
  ASSERT_EQ(run(lines).status, 0);
  const std::string csv_text = read_file(csv);
  std::istringstream rows(csv_text);
  std::istringstream objects(read_file(lines));
  std::string row;
  std::string object;
  std::getline(rows, row);  // format
  std::getline(rows, row);  // columns
  std::getline(objects, object);
  EXPECT_EQ(Json::parse(object).at("schema"), "turnpike.events/1");
  while (std::getline(rows, row)) {
    ASSERT_TRUE(std::getline(objects, object)) << "the JSON lines end before: " << row;
    const Json event = Json::parse(object);
    const std::string start = std::to_string(event.at("cycle").get<long>()) + "," +
                              event.at("event").get<std::string>() + "," +
                              std::to_string(event.at("source").get<long>()) + ",";
    ASSERT_EQ(row.compare(0, start.size(), start), 0) << row << "\n" << object;
  }
  EXPECT_FALSE(std::getline(objects, object));
}

TEST_F(EventLogTest, TheHardwareAloneKeepsTheSame) {
  const std::string model = folder_.file("model.csv");
  const std::string rtl = folder_.file("rtl.csv");
  ASSERT_EQ(run(model, {"--engine", "model"}).status, 0);
  const ProgramResult result = run(rtl, {"--engine", "rtl"});
  ASSERT_EQ(result.status, 0) << result.error;
  EXPECT_EQ(read_file(rtl), read_file(model));
}

TEST_F(EventLogTest, AFullDiskLeavesNoHalfLog) {
  const std::string file = folder_.file("events.csv");
  const ProgramResult result = turnpike_in_shell("ulimit -f 8; trap '' XFSZ; exec \"$0\" \"$@\"",
                                                 {"run", config_, "--events", file});
  EXPECT_EQ(result.status, 2) << result.error;
  EXPECT_NE(result.error.find("events.csv"), std::string::npos) << result.error;
  EXPECT_TRUE(read_file(file).empty());
}

}  // namespace
}  // namespace turnpike::test
