// make_case.cpp - [run], and the parts of a case put together.

#include "tests/network_fuzz/fuzz_case.h"
#include "tests/network_fuzz/sketch.h"

namespace turnpike::test {
namespace {

constexpr const char* kRun = "run";

void draw_length_of_run(Sketch& s) {
  const unsigned measurement = s.draw.between(50, 400);
  unsigned warmup = 0;
  unsigned rest = s.draw.between(0, 600);
  if (s.draw.chance(80)) {
    warmup = s.draw.between(0, 200);
    s.set(kRun, "warmup", warmup);
  } else {
    rest += 200;  // for the warm-up rule
    if (s.draw.chance(50)) s.set_word(kRun, "warmup", "auto");
  }
  if (s.may_deadlock) {
    rest += 2000;  // for the watchdog
    s.set(kRun, "watchdog", 800);
  } else if (s.draw.chance(40)) {
    // Far more than any flit of these runs waits.
    s.set(kRun, "watchdog", s.draw.between(800, 20000));
  }
  s.set(kRun, "measurement", measurement);
  if (!s.trace && s.draw.chance(10)) {
    s.set_word(kRun, "precision", s.draw.pick({"0.1 %", "5 %", "50 %"}));
  }
  s.set(kRun, "max_cycles", warmup + measurement + rest);
}

void draw_run(Sketch& s) {
  draw_length_of_run(s);
  if (s.draw.chance(90)) s.set(kRun, "seed", s.draw.bits() >> 11);
  // Several threads wait for each other in every cycle, which is slow on a busy machine.
  if (s.draw.chance(92)) {
    if (s.draw.chance(10)) s.set(kRun, "threads", 1);
  } else {
    s.set(kRun, "threads", s.draw.chance(95) ? s.draw.between(2, 4) : s.draw.between(5, 9));
  }
  if (s.draw.chance(20)) s.set(kRun, "latency_limit", s.draw.pick({"1", "20.5", "100"}));
  if (s.draw.chance(10)) s.set(kRun, "clock_mhz", s.draw.pick({"0.5", "800", "1000"}));
  if (s.draw.chance(40)) {
    s.set(kRun, "sink_stall", s.draw.pick({"0", "0.01", "0.1", "0.3", "0.5", "0.8", "0.95"}));
  }
  if (s.draw.chance(50))
    s.set_word(kRun, "engine", s.draw.pick({"model", "rtl", "lockstep", "emitted", "batch"}));
  if (s.draw.chance(10)) {
    s.set_word(kRun, "hardware", s.draw.pick({"auto", "verilated", "sliced", "mixed"}));
  }
}

std::string text_of(const Sketch& s) {
  std::string text;
  for (const auto& [table, lines] : s.tables) {
    text += fmt::format("[{}]\n{}\n", table, fmt::join(lines, "\n"));
  }
  return text;
}

}  // namespace

FuzzCase make_case(std::uint64_t seed) {
  Sketch sketch(seed);
  FuzzCase made;
  made.seed = seed;
  if (seed % kMachineEvery == kMachineEvery / 2) {
    made.machine = draw_machine(sketch.draw);
    made.toml = made.machine->to_text();
    return made;
  }
  made.lockstep = seed % kLockstepEvery == 0;
  if (made.lockstep) {
    draw_known_components(sketch);
  } else {
    draw_network(sketch);
    draw_router(sketch);
    draw_link(sketch);
    draw_clocks(sketch);
  }
  if (sketch.draw.chance(20)) {
    draw_workload(sketch);
  } else {
    draw_traffic(sketch);
  }
  draw_run(sketch);
  made.allow_deadlock = sketch.draw.chance(70);
  made.toml = fmt::format("# Case {} of the fuzz of networks.\n{}", seed, text_of(sketch));
  made.files = std::move(sketch.files);
  return made;
}

}  // namespace turnpike::test
