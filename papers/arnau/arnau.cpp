// arnau.cpp - the parts of the report on Arnau, Orduña, Ruiz & Duato.

#include "papers/arnau/arnau.h"

#include <fmt/format.h>

#include "papers/arnau/claims.h"
#include "papers/arnau/random_part.h"
#include "papers/arnau/settings_part.h"
#include "papers/arnau/tables.h"
#include "papers/arnau/ten_part.h"
#include "papers/lockstep_points.h"
#include "papers/network_runs.h"

namespace turnpike::sim::arnau {

namespace {

std::vector<Parameter> parameters(const PaperOptions& options) {
  const Effort wanted = effort(options);
  return {
      {"switches", "4 hosts each, 3 links to other switches, one between two neighbours", false},
      {"routing", "Up*/Down*, shortest legal routes, tables", false},
      {"messages", "16 flits, wormhole, the same rate at all hosts", false},
      {"ten switches", "links of Figs. 1 to 3, reconstructed from Tables 1 and 2; root 6", true},
      {"random networks",
       "each simple connected graph with three links a switch equally likely; generator seeds 1 to "
       "6 (16 switches), 1 (20), 1 (24)",
       true},
      {"root of random networks", "smallest eccentricity, then lowest number", true},
      {"several shortest routes",
       "the outputs of all of them are asked for at once, a free one is taken", true},
      {"node of \"flits/node/cycle\"", "a switch: .097 per host would be 80 % of saturation", true},
      {"loads",
       "S1 .. S8 at equal distances, offered; S1 and S8 of ten switches are the paper's .097 and "
       ".56 flits per switch and cycle, others the same shares of the load at which the first "
       "channel is full under uniform traffic; S9 is three times that load",
       true},
      {"low load, deep saturation of other networks", "S1, S9", true},
      {"arrivals", "Bernoulli", true},
      {"uniform traffic", "any host but the source", true},
      {"permutations of 80 hosts",
       "7-bit addresses are permuted; a host's destination is the host whose place is that of the "
       "result among the results of all 80. As a file: pattern = \"permutation\"",
       true},
      {"buffers", "no virtual channels, 4 flits at each input", true},
      {"delays", "a flit is at the next switch's output one cycle later", true},
      {"priorities",
       "passing traffic before a switch's own hosts, until a flit has waited 16 cycles "
       "(router.patience)",
       true},
      {"latency",
       "from the head on the injection pins to the delivery of the tail, of the messages delivered "
       "in the measurement",
       false},
      {"index", "Pearson's r over all ordered pairs of different switches with traffic", true},
      {"weighted index",
       "r over one point for each distance, the mean latency of its pairs, weighted with their "
       "number; distances within 1e-6 are equal",
       true},
      {"length of a run",
       fmt::format("{} messages for each pair of switches on average, after the warm-up rule of "
                   "`turnpike run`",
                   wanted.messages_per_pair),
       true},
      {"repetitions", fmt::format("{} seeds; an index is computed for each", wanted.seeds.size()),
       true}};
}

std::vector<LockstepRun> lockstep_runs() {
  const Case ten = ten_switches();
  const double bound = distances_of(ten).bound;
  const auto run_at = [&](unsigned load) {
    Experiment experiment =
        experiment_from(configuration_of(ten, {}, load_of(load, bound), ""), ten.id);
    experiment.run.warmup = 1000;
    experiment.run.measurement = 3000;
    return experiment;
  };
  return {{"low", "ten switches, S1", run_at(kLow)},
          {"saturated", "ten switches, S8", run_at(kS8)}};
}

// False: interrupted.
bool add_parts(const PaperOptions& options, PaperReport& report, Findings& findings) {
  if (options.wants("distances")) report.sections.push_back(tables_section());
  const bool ten =
      options.wants("5") || options.wants("6") || options.wants("7") || options.wants("8");
  if (ten && !add_ten_switches(options, report, findings)) return false;
  if (options.wants("networks") && !add_sixteen_switches(options, report, findings)) return false;
  if (options.wants("9") && !add_twenty_four_switches(options, report, findings)) return false;
  if (options.wants("10") && !add_twenty_switches(options, report, findings)) return false;
  return !options.wants("settings") || add_settings(options, report, findings);
}

}  // namespace

PaperReport run_arnau(const PaperOptions& options) {
  PaperReport report;
  report.seeds = effort(options).seeds;
  report.parameters = parameters(options);
  Findings findings;
  if (!add_parts(options, report, findings)) {
    report.interrupted = true;
    return report;
  }
  report.judgements = judge(table_facts(), findings);
  if (options.engine == EngineKind::lockstep) {
    add_lockstep_runs("arnau", lockstep_runs(), options, report);
  }
  return report;
}

Json run_lockstep_point(const std::string& point, const PaperOptions& options) {
  return run_lockstep(lockstep_runs(), point, options);
}

}  // namespace turnpike::sim::arnau
