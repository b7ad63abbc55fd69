// traffics.cpp - [traffic]: every pattern that the network can have, lengths, broadcasts, files.

#include <fmt/ranges.h>

#include "tests/network_fuzz/sketch.h"

namespace turnpike::test {
namespace {

constexpr const char* kTraffic = "traffic";

bool is_power_of_two(unsigned n) { return (n & (n - 1)) == 0; }

std::vector<std::string> possible_patterns(const Sketch& s) {
  std::vector<std::string> patterns = {"uniform", "permutation", "trace"};
  if (s.nodes >= 2) patterns.insert(patterns.end(), {"uniform_other", "hot_spot", "hot_spot"});
  const bool square = s.radix.size() == 2 && s.radix[0] == s.radix[1];
  const bool power = is_power_of_two(s.nodes);
  if (square || (power && bits_for(s.nodes) % 2 == 0 && s.nodes > 1)) {
    patterns.emplace_back("transpose");
  }
  if (power) {
    patterns.insert(patterns.end(),
                    {"bit_complement", "bit_reversal", "perfect_shuffle", "butterfly"});
  }
  if (!s.radix.empty()) patterns.insert(patterns.end(), {"tornado", "neighbour", "locality"});
  return patterns;
}

std::string permutation_text(Sketch& s) {
  const bool whole = s.draw.chance(50);
  std::string text = "# source destination\n";
  for (unsigned node = 0; node < s.nodes; ++node) {
    if (whole || s.draw.chance(60)) text += fmt::format("{} {}\n", node, s.draw.below(s.nodes));
  }
  return text;
}

std::string trace_text(Sketch& s) {
  const unsigned longest = s.draw.pick({1u, 4u, 20u, 60u});
  std::string text;
  unsigned cycle = 0;
  for (unsigned lines = s.draw.between(1, 200); lines > 0; --lines) {
    if (s.draw.chance(50)) cycle += s.draw.below(6);
    text += fmt::format("{} {} {} {}\n", cycle, s.draw.below(s.nodes), s.draw.below(s.nodes),
                        s.draw.between(1, longest));
  }
  return text;
}

void draw_pattern(Sketch& s) {
  const std::vector<std::string> patterns = possible_patterns(s);
  const std::string& pattern = patterns[s.draw.below(static_cast<unsigned>(patterns.size()))];
  if (pattern != "uniform" || s.draw.chance(50)) s.set_word(kTraffic, "pattern", pattern);
  if (pattern == "permutation" || pattern == "trace") {
    s.files.emplace_back("traffic.txt", pattern == "trace" ? trace_text(s) : permutation_text(s));
    s.set_word(kTraffic, "file", "traffic.txt");
  }
  s.trace = pattern == "trace";  // which says all itself
  s.is_plain = !s.trace && pattern != "locality" && s.message_classes == 1;
  if (pattern == "hot_spot") {
    if (s.draw.chance(70)) s.set(kTraffic, "hot_node", s.draw.below(s.nodes));
    if (s.draw.chance(70)) {
      s.set(kTraffic, "hot_fraction", s.draw.pick({"0", "0.05", "0.3", "0.9", "1"}));
    }
  }
  s.has_classes = s.message_classes > 1 && !s.trace && s.draw.chance(30);
  if (s.message_classes > 1 && !s.has_classes && s.draw.chance(60)) {
    std::vector<unsigned> shares = {1};  // not all 0
    while (shares.size() < s.message_classes) shares.push_back(s.draw.below(4));
    s.set(kTraffic, "class_shares", fmt::format("[{}]", fmt::join(shares, ", ")));
  }
  if (pattern == "locality" && s.draw.chance(80)) {
    s.set(kTraffic, "locality", s.draw.pick({"0.000001", "0.1", "0.25", "0.5", "0.99"}));
  }
}

void draw_length(Sketch& s) {
  const auto flits = [&] {
    return s.draw.chance(93) ? s.draw.pick({1u, 2u, 3u, 4u, 5u, 6u, 8u, 16u, 20u, 33u})
                             : s.draw.pick({100u, 300u, 1000u});
  };
  const unsigned kind = s.draw.below(4);
  s.is_plain = s.is_plain && (kind == 0 || kind == 3);
  if (kind == 0) {
    s.mean_length = flits();
    s.set(kTraffic, "length", s.mean_length);
  } else if (kind == 1) {
    s.mean_length = flits();
    const char* const word = s.draw.pick({"exponential", "exponential", "exponential", "fixed"});
    s.set(kTraffic, "length", fmt::format("{{kind = \"{}\", mean = {}}}", word, s.mean_length));
  } else if (kind == 2) {
    const unsigned brief = flits();
    const unsigned longer = brief + s.draw.below(40);
    const double share = s.draw.pick({0.0, 0.1, 0.5, 1.0});
    s.mean_length = brief + share * (longer - brief);
    s.set(kTraffic, "length",
          fmt::format("{{kind = \"bimodal\", short = {}, long = {}, long_fraction = {}}}", brief,
                      longer, share));
  }
}

void draw_load(Sketch& s) {
  const bool poisson = s.draw.chance(30);
  const bool bursts = !poisson && s.draw.chance(20);
  if (poisson || bursts) s.is_plain = false;
  if (poisson || bursts || s.draw.chance(10)) {
    s.set_word(kTraffic, "arrivals", poisson ? "poisson" : bursts ? "on_off" : "bernoulli");
  }
  if (bursts && s.draw.chance(70)) {
    s.set(kTraffic, "burst_load", s.draw.pick({"0.2", "0.5", "1"}));
    s.set(kTraffic, "burst_cycles", s.draw.pick({1u, 5u, 60u}));
  }
  if (s.draw.chance(10)) return;
  double load = s.draw.pick({0.0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.0});
  if (s.local_channels > 1 && s.draw.chance(30)) load *= s.local_channels;
  if (!poisson) load = std::min(load, s.mean_length);
  s.set(kTraffic, "load", load);
}

void draw_broadcasts(Sketch& s) {
  if (s.topology != "hypercube") return;
  if (s.local_channels > 1 && !s.packets && s.draw.chance(50)) {
    s.set(kTraffic, "messages_at_once", s.draw.between(1, s.virtual_channels));
  }
  if (s.trace || (!s.packets && s.local_channels == 1) || s.draw.chance(50)) return;
  s.is_plain = false;
  s.set(kTraffic, "broadcast_fraction", s.draw.pick({"0.01", "0.05", "0.2", "1"}));
  if (s.packets && s.draw.chance(60)) {
    s.set_word(kTraffic, "broadcast", s.draw.pick({"tree", "router"}));
  }
  if (s.draw.chance(50)) {
    s.set_word(kTraffic, "broadcast_base", s.draw.pick({"rotating", "random", "fixed"}));
  }
  if (s.draw.chance(50)) s.set(kTraffic, "broadcast_startup", s.draw.pick({1u, 2u, 7u, 50u}));
}

// In the place of class_shares.
void draw_classes(Sketch& s) {
  std::vector<std::string> tables;
  for (unsigned c = 0; c < s.message_classes; ++c) {
    std::vector<std::string> lines;
    if (s.draw.chance(70)) lines.push_back(fmt::format("load = 0.{}", s.draw.below(5)));
    if (s.draw.chance(50)) lines.push_back(fmt::format("length = {}", s.draw.between(1, 9)));
    if (s.draw.chance(30)) lines.emplace_back("arrivals = \"poisson\"");
    tables.push_back(fmt::format("{{{}}}", fmt::join(lines, ", ")));
  }
  s.set(kTraffic, "class", fmt::format("[{}]", fmt::join(tables, ", ")));
}

}  // namespace

void draw_traffic(Sketch& s) {
  draw_pattern(s);
  draw_length(s);
  draw_load(s);
  if (s.has_classes) return draw_classes(s);
  draw_broadcasts(s);
  if (s.is_plain && s.draw.chance(30)) {
    s.set_word(kTraffic, "generator", s.draw.pick({"xorshift", "xorshift", "counter"}));
  }
}

}  // namespace turnpike::test
