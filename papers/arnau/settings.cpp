// settings.cpp - switches, lengths of runs and permutations, one changed at a time.

#include "papers/arnau/experiments.h"
#include "papers/arnau/load_tables.h"
#include "papers/sheet.h"

namespace turnpike::sim::arnau {

namespace {

// A hop of so many cycles brings the latency at S1 to the paper's.
constexpr unsigned kLongHop = 6;

struct Row {
  const char* label;
  SwitchSetting setting;
};
// Buffers of longer hops hold what is under way, so that a channel can run at its full rate.
const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      {"as in the figures", {}},
      {"2 virtual channels", {2, 4, 1, 16}},
      {"4 virtual channels", {4, 4, 1, 16}},
      {"buffers of 16 flits", {1, 16, 1, 16}},
      {"a hop of 3 cycles, buffers of 8 flits", {1, 8, 3, 16}},
      {"a hop of 6 cycles, buffers of 14 flits", {1, 14, kLongHop, 16}},
      {"passing traffic first for 1 cycle at most", {1, 4, 1, 1}},
      {"passing traffic first for 256 cycles at most", {1, 4, 1, 256}}};
  return all;
}

Table switches_table(const Part& part, const std::vector<Study>& studies) {
  Table table = part.table("settings_switches");
  for (std::size_t i = 0; i < rows().size(); ++i) {
    const Study& s = studies[i];
    table.rows.push_back(
        {rows()[i].label, Cell(s.latency(kLow, LatencyFrom::injection), 2),
         Cell(s.plain_index(kLow), 1), Cell(s.weighted_index(kLow), 1), Cell(s.accepted(kS8), 3),
         Cell(s.latency(kS8, LatencyFrom::injection), 1), Cell(s.plain_index(kS8), 1),
         Cell(s.weighted_index(kS8), 1), Cell(s.plain_index(kS8, LatencyFrom::queueing), 1),
         Cell(s.plain_index(kS8, LatencyFrom::first_switch), 1),
         Cell(s.weighted_index(kS8, LatencyFrom::first_switch), 1), Cell(s.accepted(kDeep), 3),
         Cell(s.plain_index(kDeep), 1), Cell(s.weighted_index(kDeep), 1)});
  }
  return table;
}

Table lengths_table(const Part& part, const std::vector<Study>& studies) {
  Table table = part.table("settings_lengths");
  for (const Study& s : studies) {
    table.rows.push_back({exact(s.spec().messages_per_pair), Cell(s.plain_index(kLow), 1),
                          Cell(s.weighted_index(kLow), 1), Cell(s.plain_index(kDeep), 1),
                          Cell(s.weighted_index(kDeep), 1)});
  }
  return table;
}

std::vector<Study> switch_studies() {
  std::vector<Study> studies;
  for (const Row& row : rows()) {
    studies.emplace_back(StudySpec{ten_switches(), {kLow, kS8, kDeep}, row.setting, 0});
  }
  return studies;
}

std::vector<Study> length_studies(unsigned longest) {
  std::vector<Study> studies;
  for (const unsigned share : {40u, 20u, 5u, 1u}) {
    if (longest / share == 0) continue;
    studies.emplace_back(StudySpec{sixteen_switches(1), {kLow, kDeep}, {}, longest / share});
  }
  return studies;
}

std::vector<Study> walked_studies() {
  std::vector<Study> studies;
  for (const Pattern pattern : kPatterns) {
    Case one = twenty_switches(pattern);
    one.fit = Fit::walked;
    studies.emplace_back(StudySpec{one, {kLow, kS8, kDeep}, {}, 0});
  }
  return studies;
}

Indices less(const Indices& a, const Indices& b) {
  return {a.plain - b.plain, a.weighted - b.weighted};
}

SettingFacts setting_facts(const std::vector<Study>& switches, const std::vector<Study>& lengths,
                           const std::vector<Study>& walked) {
  SettingFacts facts;
  for (const Study& study : switches) {
    facts.switches.push_back({study.latency(kLow, LatencyFrom::injection).mean,
                              study.latency(kS8, LatencyFrom::injection).mean,
                              indices_at(study, kLow), indices_at(study, kS8)});
  }
  facts.longest_hop = kLongHop;
  facts.low_gain = less(indices_at(lengths.back(), kLow), indices_at(lengths.front(), kLow));
  facts.deep_gain = less(indices_at(lengths.back(), kDeep), indices_at(lengths.front(), kDeep));
  facts.walked = family_facts(walked);
  return facts;
}

}  // namespace

bool add_settings(const PaperOptions& options, PaperReport& report, Findings& findings) {
  std::vector<Study> switches = switch_studies();
  std::vector<Study> lengths = length_studies(effort(options).messages_per_pair);
  std::vector<Study> walked = walked_studies();
  if (!run_studies(switches, options, "settings") || !run_studies(lengths, options, "lengths") ||
      !run_studies(walked, options, "permutations")) {
    return false;
  }
  findings.settings = setting_facts(switches, lengths, walked);
  const Part part("arnau", "settings");
  Table permutations =
      family_table(walked, "settings_permutations",
                   "20 switches: permutations that go on until they come back among the hosts");
  permutations.note =
      "Bit reversal and butterfly undo themselves, so a host whose destination lies beyond the "
      "80th sends to itself here: 40 and 64 of 80 hosts.";
  part.add_to(report, options.quick, {},
              {switches_table(part, switches), lengths_table(part, lengths), permutations});
  return true;
}

}  // namespace turnpike::sim::arnau
