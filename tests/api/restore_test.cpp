// A network under offered packets that is written and restored does what it would have done.

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "api/turnpike.hpp"
#include "tests/system/commands/program.h"

namespace turnpike::test {
namespace {

struct RestoreCase {
  std::string name;
  std::string toml;
  unsigned threads;
};

std::vector<RestoreCase> restore_cases() {
  const std::string mesh =
      "[network]\ntopology = 'mesh'\nradix = 4\ndimensions = 2\n[router]\nmessage_classes = 2\n"
      "virtual_channels = 4\n[run]\nengine = 'model'\n";
  return {{"Mesh", mesh, 1},
          {"Threads", mesh, 2},
          {"Packet",
           "[network]\ntopology = 'hypercube'\ndimensions = 4\n[router]\nkind = 'packet'\n"
           "[run]\nengine = 'model'\n",
           1}};
}

// All that a caller can see from now on.
struct Seen {
  std::vector<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint32_t>> deliveries;
  std::vector<std::tuple<std::uint64_t, std::uint32_t, std::uint64_t, std::uint32_t>> events;
  std::vector<std::vector<unsigned char>> messages;
  std::string statistics;
};

void expect_same(const Seen& a, const Seen& b) {
  EXPECT_EQ(a.deliveries, b.deliveries);
  EXPECT_EQ(a.events, b.events);
  EXPECT_EQ(a.messages, b.messages);
  EXPECT_EQ(a.statistics, b.statistics);
}

void offer_some(Simulation& net, std::uint32_t seed) {
  std::uint32_t random = seed;
  const unsigned classes = net.shape().message_classes;
  for (std::uint64_t tag = 0; tag < 60; ++tag) {
    random = random * 1664525 + 1013904223;
    const std::uint32_t message_class = random >> 10 & (classes - 1);
    if (tag % 4 == 0) {
      const std::vector<unsigned char> bytes(random >> 20 & 0xff, static_cast<unsigned char>(tag));
      EXPECT_TRUE(net.send_bytes(random >> 28, random >> 24 & 15, bytes.data(), bytes.size(),
                                 message_class, tag));
    } else {
      EXPECT_TRUE(
          net.offer(random >> 28, random >> 24 & 3, 1 + (random >> 20 & 7), message_class, tag));
    }
  }
}

Seen rest_of(Simulation& net) {
  for (int i = 0; i < 10; ++i) {
    offer_some(net, 77 + static_cast<std::uint32_t>(i));
    net.step(20);
  }
  EXPECT_EQ(net.step_until_idle(1000000), Wait::reached);
  Seen seen;
  for (const Delivery& d : net.take_deliveries()) {
    seen.deliveries.emplace_back(d.tag, d.delivered, d.released, d.source);
  }
  for (const Event& e : net.take_events()) {
    seen.events.emplace_back(e.cycle, e.kind, e.tag, e.message_class);
  }
  while (const auto message = net.take_message()) seen.messages.push_back(message->data);
  seen.statistics = net.statistics_json();
  return seen;
}

class RestoreTest : public testing::TestWithParam<RestoreCase> {
 protected:
  Simulation make() const {
    Options options;
    options.ordered_classes = 1;
    options.packet_bytes = 16;
    options.threads = GetParam().threads;
    Simulation net = Simulation::from_text(GetParam().toml, options);
    net.record_events();
    return net;
  }
};

TEST_P(RestoreTest, GoesOnAsIfNothingHadHappened) {
  TemporaryFolder folder;
  const std::string file = (folder.path() / "state").string();
  Simulation net = make();
  for (std::uint32_t i = 0; i < 8; ++i) {
    offer_some(net, i);
    net.step(15);
  }
  EXPECT_GT(net.outstanding(), 0u);
  EXPECT_GT(net.deliveries_waiting(), 0u);
  EXPECT_GT(net.messages_waiting(), 0u);
  net.take_events();  // these are not in the file
  net.save(file);
  const std::uint64_t cycle = net.cycle();
  const Seen expected = rest_of(net);

  net.restore(file);  // once more the same
  EXPECT_EQ(net.cycle(), cycle);
  expect_same(rest_of(net), expected);

  Simulation other = make();  // another network, which was elsewhere
  offer_some(other, 1234);
  other.step(7);
  other.restore(file);
  EXPECT_EQ(other.cycle(), cycle);
  expect_same(rest_of(other), expected);

  Simulation without = make();
  offer_some(without, 1234);
  EXPECT_NE(rest_of(without).deliveries, expected.deliveries);
}

INSTANTIATE_TEST_SUITE_P(Networks, RestoreTest, testing::ValuesIn(restore_cases()),
                         [](const auto& of) { return of.param.name; });

void expect_refused(Simulation& net, const std::string& file, const std::string& words) {
  try {
    net.restore(file);
    FAIL() << words;
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), TURNPIKE_ERROR_CONFIGURATION);
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(RestoreFileTest, WhatIsNotItsOwnIsRefusedAndNothingChanges) {
  TemporaryFolder folder;
  const std::string file = (folder.path() / "state").string();
  Simulation net = Simulation::from_text(kSmallMesh);
  EXPECT_TRUE(net.offer(0, 3, 5));
  net.step(3);
  net.save(file);

  Options options;
  options.ordered_classes = 1;
  Simulation ordered = Simulation::from_text(kSmallMesh, options);
  EXPECT_TRUE(ordered.offer(0, 3, 5));
  ordered.step(1);
  expect_refused(ordered, file, "options.ordered_classes: found 0, allowed: 1");
  EXPECT_EQ(ordered.cycle(), 1u);
  EXPECT_EQ(ordered.step_until_idle(1000), Wait::reached);

  options = {};
  options.packet_bytes = 16;
  Simulation bytes = Simulation::from_text(kSmallMesh, options);
  expect_refused(bytes, file, "options.packet_bytes");
  options = {};
  options.overrides = {"router.buffer_depth=7"};
  Simulation deeper = Simulation::from_text(kSmallMesh, options);
  expect_refused(deeper, file, "buffer_depth");
  expect_refused(net, file + ".not", "no file");
  std::string contents = read_file(file);
  contents[contents.size() / 2] ^= 1;
  std::ofstream(file, std::ios::binary) << contents;
  expect_refused(net, file, "damaged");
  std::ofstream(file, std::ios::binary) << "something else";
  expect_refused(net, file, "another file");
  EXPECT_EQ(turnpike_restore(net.get(), nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_EQ(turnpike_save(net.get(), nullptr), TURNPIKE_ERROR_NULL);
  EXPECT_THROW(net.save((folder.path() / "no" / "folder").string()), Error);
}

// SystemC starts once in a process: hardware is written by one, and read by another.
class HardwareProcess : public testing::Test {
 protected:
  // A radix of 6 makes enough routers to slice them in engine rtl.
  static Simulation make(const std::string& engine, unsigned radix = 4) {
    Options options;
    options.ordered_classes = 1;
    options.packet_bytes = 16;
    options.engine = engine;
    Simulation net = Simulation::from_text(
        "[network]\ntopology = 'mesh'\ndimensions = 2\nradix = " + std::to_string(radix) +
            "\n[router]\nmessage_classes = 2\nvirtual_channels = 2\n",
        options);
    net.record_events();
    return net;
  }
  static void begin(Simulation& net) {
    for (std::uint32_t i = 0; i < 4; ++i) {
      offer_some(net, i);
      net.step(15);
    }
    net.take_events();
  }
  // Of what follows, a number a line.
  static std::string text_of(const Seen& seen) {
    std::ostringstream text;
    for (const auto& [tag, delivered, released, source] : seen.deliveries) {
      text << tag << ' ' << delivered << ' ' << released << ' ' << source << '\n';
    }
    for (const auto& [cycle, kind, tag, message_class] : seen.events) {
      text << cycle << ' ' << kind << ' ' << tag << ' ' << message_class << '\n';
    }
    for (const auto& message : seen.messages) text << message.size() << '\n';
    return text.str();
  }
  // What a process of its own returns; it has failed expectations of its own if that is empty.
  std::string in_child(const std::function<std::string()>& work) const {
    const std::string file = (folder_.path() / "child").string();
    std::filesystem::remove(file);
    const pid_t child = ::fork();
    if (child == 0) {
      try {
        const std::string text = work();
        if (!testing::Test::HasFailure()) std::ofstream(file) << text;
      } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
      }
      std::_Exit(0);
    }
    int status = -1;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return std::filesystem::exists(file) ? read_file(file) : "";
  }

  TemporaryFolder folder_;
};

struct HardwareCase {
  std::string name;
  std::string engine;
  unsigned radix;
};

class HardwareRestoreTest : public HardwareProcess,
                            public testing::WithParamInterface<HardwareCase> {
 protected:
  static Simulation make() { return HardwareProcess::make(GetParam().engine, GetParam().radix); }
};

TEST_P(HardwareRestoreTest, GoesOnInAnotherProcess) {
  const std::string file = (folder_.path() / "state").string();
  const std::string expected = in_child([&] {
    Simulation net = make();
    begin(net);
    EXPECT_GT(net.outstanding(), 0u);
    net.save(file);
    return text_of(rest_of(net));
  });
  EXPECT_GT(expected.size(), 1000u);
  EXPECT_EQ(in_child([&] {
              Simulation net = make();
              net.restore(file);
              EXPECT_EQ(net.cycle(), 60u);
              return text_of(rest_of(net));
            }),
            expected);
  Simulation model = HardwareProcess::make("model", GetParam().radix);
  begin(model);
  EXPECT_EQ(text_of(rest_of(model)), expected);
}

TEST_P(HardwareRestoreTest, WhatCannotBeIsRefused) {
  const std::string file = (folder_.path() / "state").string();
  const std::string said = in_child([&] {
    Simulation net = make();
    net.save(file);
    EXPECT_EQ(::chmod(file.c_str(), 0666), 0);
    expect_refused(net, file, "that other users may write to");
    EXPECT_EQ(::chmod(file.c_str(), 0644), 0);
    net.restore(file);
    net.step();
    EXPECT_EQ(turnpike_restore(net.get(), file.c_str()), TURNPIKE_ERROR_STATE);
    std::string refused = net.error();
    EXPECT_TRUE(net.offer(0, 3, 2));  // and nothing has changed
    EXPECT_EQ(net.step_until_idle(100), Wait::reached);
    return refused;
  });
  EXPECT_EQ(said,
            "restore: found hardware that has run or has packets, allowed: engine model, or a new "
            "network: SystemC starts once in a process");
}

INSTANTIATE_TEST_SUITE_P(Engines, HardwareRestoreTest,
                         testing::Values(HardwareCase{"Rtl", "rtl", 4},
                                         HardwareCase{"Sliced", "rtl", 6},
                                         HardwareCase{"Lockstep", "lockstep", 4}),
                         [](const auto& of) { return of.param.name; });

TEST_F(HardwareProcess, OfTheEmittedNetworkHasNoState) {
  EXPECT_EQ(in_child([&] {
              Simulation net = make("emitted");
              EXPECT_EQ(turnpike_save(net.get(), "x"), TURNPIKE_ERROR_STATE);
              EXPECT_EQ(turnpike_restore(net.get(), "x"), TURNPIKE_ERROR_STATE);
              return net.error();
            }),
            "restore: found engine emitted, which writes no state, allowed: model, rtl or "
            "lockstep");
}

TEST(ClockTest, TimesComeInNanosecondsWhereTheClockIsKnown) {
  Options options;
  options.overrides = {"run.clock_mhz=2000"};
  Simulation net = Simulation::from_text(kSmallMesh, options);
  EXPECT_EQ(net.clock_period(), 0.5);
  EXPECT_TRUE(net.offer(0, 3, 2));
  EXPECT_TRUE(net.step_until_ns(50.3));
  EXPECT_EQ(net.cycle(), 100u);
  EXPECT_EQ(net.time_ns(), 50);
  EXPECT_TRUE(net.step_until_ns(20));  // is over
  EXPECT_EQ(net.cycle(), 100u);
  const std::vector<Delivery> all = net.take_deliveries();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].delivered_ns, static_cast<double>(all[0].delivered) * 0.5);
  EXPECT_EQ(all[0].latency_ns, static_cast<double>(all[0].delivered - all[0].queued) * 0.5);
  EXPECT_EQ(turnpike_step_until_ns(net.get(), -1), TURNPIKE_ERROR_ARGUMENT);
  EXPECT_EQ(turnpike_step_until_ns(net.get(), 1e300), TURNPIKE_ERROR_ARGUMENT);
  EXPECT_EQ(turnpike_step_until_ns(net.get(), std::numeric_limits<double>::quiet_NaN()),
            TURNPIKE_ERROR_ARGUMENT);
}

// 0.1 ns is no binary number; a time that was computed from cycles still means these cycles.
TEST(ClockTest, ATimeOfSoManyPeriodsIsSoManyCycles) {
  Options options;
  options.overrides = {"run.clock_mhz=10000"};
  Simulation net = Simulation::from_text(kSmallMesh, options);
  for (std::uint64_t cycle = 1; cycle < 2000; ++cycle) {
    ASSERT_TRUE(net.step_until_ns(0.1 * static_cast<double>(cycle)));
    ASSERT_EQ(net.cycle(), cycle);
  }
}

TEST(ClockTest, WithoutAClockItIsAnError) {
  Simulation net = Simulation::from_text(kSmallMesh);
  double ns = 0;
  EXPECT_EQ(turnpike_clock_period(net.get(), &ns), TURNPIKE_ERROR_STATE);
  EXPECT_EQ(net.error(),
            "run.clock_mhz: found auto, allowed: a number, which gives a cycle its ns");
  EXPECT_EQ(turnpike_time_ns(net.get(), &ns), TURNPIKE_ERROR_STATE);
  EXPECT_EQ(turnpike_step_until_ns(net.get(), 1), TURNPIKE_ERROR_STATE);
}

}  // namespace
}  // namespace turnpike::test
