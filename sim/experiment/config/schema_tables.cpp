// schema_tables.cpp - the rows of [traffic] and [run].

#include "sim/experiment/config/schema_tables.h"

#include "model/common/input_limits.h"
#include "model/common/types.h"
#include "model/topology/build.h"
#include "sim/experiment/config/schema_rows.h"

namespace turnpike::sim {

namespace {

constexpr std::int64_t kLongestMessage = 65535;  // flits; the flit index in a body flit has 16 bits
constexpr std::int64_t kMostCycles = 1'000'000'000'000;

using model::TrafficSpec;
using TrafficRow = RowOf<TrafficSpec>;

bool is_fixed(const TrafficSpec& t) { return t.length_kind == model::LengthKind::fixed; }
bool is_bimodal(const TrafficSpec& t) { return t.length_kind == model::LengthKind::bimodal; }
bool is_on_off(const TrafficSpec& t) { return t.arrivals == model::Arrivals::on_off; }

// Shows the row only where it means something.
template <class Target, class Condition>
RowOf<Target> shown_if(RowOf<Target> key, Condition condition) {
  key.show = [show = key.show, condition](const Target& target) {
    return condition(target) ? show(target) : std::string();
  };
  return key;
}

// `length = 5`, or `length = { kind = "bimodal", short = 5, long = 20, long_fraction = 0.1 }`.
void add_length_rows(std::vector<TrafficRow>& rows) {
  const auto length = [](auto& t) -> auto& { return t.length; };
  rows.push_back(
      shown_if(integer_row<TrafficSpec>(
                   "length", 1, kLongestMessage,
                   {"flits", "length of every message; or a table, below", "Shahrabi, M"}, length),
               is_fixed));
  rows.push_back(shown_if(word_row<TrafficSpec>(
                              "length.kind", model::kLengthWords,
                              {"", "distribution of message lengths", "Agarwal 1991"},
                              [](auto& t) -> auto& { return t.length_kind; }),
                          [](const TrafficSpec& t) { return !is_fixed(t); }));
  rows.push_back(shown_if(integer_row<TrafficSpec>(
                              "length.mean", 1, kLongestMessage,
                              {"flits", "fixed, exponential: mean length", "Agarwal 1991"}, length),
                          [](const TrafficSpec& t) { return !is_fixed(t) && !is_bimodal(t); }));
  rows.push_back(
      shown_if(integer_row<TrafficSpec>("length.short", 1, kLongestMessage,
                                        {"flits", "bimodal: short messages", "own choice"}, length),
               is_bimodal));
  rows.push_back(shown_if(
      integer_row<TrafficSpec>(
          "length.long", 1, kLongestMessage, {"flits", "bimodal: long messages", "own choice"},
          [](auto& t) -> auto& { return t.long_length; }),
      is_bimodal));
  rows.push_back(shown_if(real_row<TrafficSpec>(
                              "length.long_fraction", 0, 1,
                              {"", "bimodal: share of the messages that are long", "own choice"},
                              [](auto& t) -> auto& { return t.long_fraction; }),
                          is_bimodal));
}

void add_arrival_rows(std::vector<TrafficRow>& rows) {
  rows.push_back(word_row<TrafficSpec>(
      "arrivals", model::kArrivalsWords,
      {"",
       "how a source's messages come: at most one a cycle (bernoulli), any number (poisson), or as "
       "bernoulli in bursts, with pauses between them (on_off)",
       "Agarwal 1991; Shahrabi; BookSim"},
      [](auto& t) -> auto& { return t.arrivals; }));
  rows.push_back(
      shown_if(real_row<TrafficSpec>(
                   "burst_load", 0, model::kMaxPorts,
                   {"flits per node and cycle",
                    "on_off: offered traffic in a burst; pauses are as long as makes the "
                    "mean traffic.load",
                    "BookSim, burst_r1"},
                   [](auto& t) -> auto& { return t.burst_load; }),
               is_on_off));
  rows.push_back(shown_if(
      integer_row<TrafficSpec>(
          "burst_cycles", 1, 1'000'000,
          {"cycles", "on_off: mean length of a burst; lengths of bursts and pauses are geometric",
           "BookSim, 1 / burst_beta"},
          [](auto& t) -> auto& { return t.burst_cycles; }),
      is_on_off));
}

// Rows of [traffic] that [[traffic.class]] has as well.
std::vector<TrafficRow> drawn_rows() {
  std::vector<TrafficRow> rows;
  rows.push_back(descriptor_row<TrafficSpec>(
      "pattern", model::patterns(),
      {"", "who sends to whom; uniform may choose the source itself, uniform_other does not",
       "Agarwal 1991; Dally & Towles"},
      [](auto& t) -> auto& { return t.pattern; }));
  rows.push_back(real_row<TrafficSpec>(
      "load", 0, model::kMaxPorts,
      {"flits per node and cycle",
       "offered traffic, up to 1 for each local channel of a node; a trace file brings its own",
       "docs/timing.md 5"},
      [](auto& t) -> auto& { return t.load; }));
  add_arrival_rows(rows);
  add_length_rows(rows);
  rows.push_back(integer_row<TrafficSpec>(
      "hot_node", 0, model::kMaxTerminals - 1, {"node", "hot_spot: the node", "own choice"},
      [](auto& t) -> auto& { return t.hot_node; }));
  rows.push_back(real_row<TrafficSpec>(
      "hot_fraction", 0, 1, {"", "hot_spot: share of the messages that go to it", "own choice"},
      [](auto& t) -> auto& { return t.hot_fraction; }));
  rows.push_back(real_row<TrafficSpec>(
      "locality", 1e-9, 1, {"", "locality: share of all nodes in the window, l", "Agarwal 1991"},
      [](auto& t) -> auto& { return t.locality; }));
  TrafficRow file = text_row<TrafficSpec>(
      "file",
      {"file",
       "permutation: `source destination` a line; trace: "
       "`cycle source destination flits [class]` a line",
       "own format"},
      [](auto& t) -> auto& { return t.file; });
  file.default_text = "(permutation and trace: required)";
  rows.push_back(file);
  return rows;
}

void add_broadcast_rows(std::vector<Key>& rows) {
  rows.push_back(real_row(
      "traffic.broadcast_fraction", 0, 1,
      {"",
       model::topologies_with(&model::Topology::is_cube) +
           ": share of the messages that go to all other nodes; above 0 with a trace: its lines "
           "with * for the destination do",
       "Shahrabi, beta"},
      [](auto& e) -> auto& { return e.traffic.broadcast.fraction; }));
  const auto has_broadcasts = [](const Experiment& e) { return e.traffic.broadcast.fraction > 0; };
  rows.push_back(shown_if(
      word_row(
          "traffic.broadcast", model::kBroadcastWords,
          {"",
           "messages of one hop that the nodes send along a binomial tree, or packets that "
           "the packet routers copy",
           "Shahrabi; Buzzard & Mudge 1988"},
          [](auto& e) -> auto& { return e.traffic.broadcast.kind; }),
      has_broadcasts));
  rows.push_back(shown_if(
      word_row(
          "traffic.broadcast_base", model::kBaseWords,
          {"", "tree: the dimension that it takes first, the others follow downwards, cyclically",
           "Shahrabi; Abraham & Padmanabhan 1989"},
          [](auto& e) -> auto& { return e.traffic.broadcast.base; }),
      has_broadcasts));
  rows.push_back(
      shown_if(integer_row(
                   "traffic.broadcast_startup", 1, 1000000,
                   {"cycles", "from the arrival of a broadcast at a node until it sends it on",
                    "Shahrabi, Delta"},
                   [](auto& e) -> auto& { return e.traffic.broadcast.startup; }),
               has_broadcasts));
  rows.push_back(
      shown_if(integer_row(
                   kMessagesAtOnce, 1, model::kMaxVcs,
                   {"messages",
                    "wormhole, several local channels a node: messages that a channel sends at the "
                    "same time, each on a virtual channel of its own",
                    "own choice"},
                   [](auto& e) -> auto& { return e.traffic.messages_at_once; }),
               [](const Experiment& e) { return e.router.local_channels > 1; }));
}

}  // namespace

void add_traffic_rows(std::vector<Key>& all_rows) {
  std::vector<Key> rows;
  for (const TrafficRow& row : drawn_rows()) {
    rows.push_back(row_of_part(
        row, [](auto& e) -> auto& { return e.traffic; }));
    rows.back().name.insert(0, "traffic.");
  }
  rows.push_back(word_row(
      "traffic.generator", model::kGeneratorWords,
      {"",
       "where random numbers come from: a hash of seed, node and message, or a state of the node "
       "that is stepped each cycle, as the demonstrator on an FPGA has it",
       "docs/fpga.md; Marsaglia 2003"},
      [](auto& e) -> auto& { return e.traffic.generator; }));
  Key shares = integer_or_list_row(
      "traffic.class_shares", 0, 1000000,
      {"",
       "parts of the messages that are of each message class, class 0 first, such as [3, 1]; those "
       "of a trace have the class that its line says",
       "own choice"},
      [](auto& e) -> auto& { return e.class_shares; });
  shares.show = [](const Experiment& e) { return list_text(e.traffic.class_shares); };
  shares.default_text = "(all the same)";
  rows.push_back(shares);
  add_broadcast_rows(rows);
  // Other workloads take none of them but messages_at_once, which is the terminals'.
  for (const Key& key : rows) {
    const auto is_meant = [](const Experiment& e) {
      return e.traffic.workload == model::Workload::traffic;
    };
    all_rows.push_back(key.name == kMessagesAtOnce ? key : shown_if(key, is_meant));
  }
}

TableList traffic_classes() {
  TableList list;
  list.name = "traffic.class";
  list.meaning =
      "a table for each message class, class 0 first, whose messages are drawn apart from those of "
      "the others; what a table leaves out is as in [traffic]";
  list.like = "[traffic]";
  list.most = model::kMaxVcs;
  const auto classes = [](auto& e) -> auto& { return e.traffic.classes; };
  for (const TrafficRow& row : drawn_rows()) list.keys.push_back(row_of_element(row, classes));
  list.make = [](Experiment& e, std::size_t count) {
    const TrafficSpec all = e.traffic;
    e.traffic.classes.assign(count, all);
  };
  list.count = [](const Experiment& e) { return e.traffic.classes.size(); };
  return list;
}

void add_run_rows(std::vector<Key>& rows) {
  rows.push_back(integer_row(
      "run.warmup", 0, kMostCycles,
      {"cycles", "cycles before the measurement; auto: by the warm-up rule", "own rule, below"},
      [](auto& e) -> auto& { return e.run.warmup; }));
  rows.push_back(integer_row(
      "run.measurement", 1, kMostCycles,
      {"cycles", "messages queued in these cycles are measured", "own choice"},
      [](auto& e) -> auto& { return e.run.measurement; }));
  Key precision = text_row(
      "run.precision",
      {"",
       "measure on, from run.measurement up to run.max_cycles, until half the 95 % interval of the "
       "mean latency is at most this part of it",
       "docs/statistics.md 3"},
      [](auto& e) -> auto& { return e.precision; });
  precision.form = "\"0.1 %\" .. \"50 %\"";
  precision.default_text = "(run.measurement alone)";
  rows.push_back(precision);
  rows.push_back(integer_row(
      "run.max_cycles", 1, kMostCycles, {"cycles", "the run ends here at the latest", "own choice"},
      [](auto& e) -> auto& { return e.run.max_cycles; }));
  rows.push_back(integer_row(
      "run.seed", 0, model::kMaxSeed, {"", "key of all random numbers", "own choice"},
      [](auto& e) -> auto& { return e.run.seed; }));
  rows.push_back(integer_row(
      "run.threads", 1, 256,
      {"threads", "engine model only; results do not depend on it", "own choice"},
      [](auto& e) -> auto& { return e.run.threads; }));
  rows.push_back(real_row(
      "run.latency_limit", 1, 1e9,
      {"cycles",
       "mean latency at which a run is called saturated; auto: 500, or 20 times what a message "
       "takes where no other is under way, if that is more",
       "BookSim"},
      [](auto& e) -> auto& { return e.run.latency_limit; }));
  rows.push_back(real_row(
      "run.clock_mhz", 0.001, 1e6,
      {"MHz", "clock of the network; figures in cycles then appear in ns, too; auto: they do not",
       "own choice"},
      [](auto& e) -> auto& { return e.clock_mhz; }));
  rows.push_back(real_row(
      "run.sink_stall", 0, 0.99,
      {"", "probability that a sink takes nothing in a cycle", "own choice"},
      [](auto& e) -> auto& { return e.run.sink_stall; }));
  rows.push_back(integer_row(
      "run.watchdog", 1, kMostCycles,
      {"cycles", "cycles in which no flit moves before a deadlock is reported", "own choice"},
      [](auto& e) -> auto& { return e.run.watchdog; }));
  rows.push_back(word_row(
      "run.engine", kEngineWords,
      {"",
       "hardware beside model, hardware alone, model alone, emitted network beside model, or runs "
       "of one network in the bits of words, with the results of the model",
       "docs/verification.md"},
      [](auto& e) -> auto& { return e.engine; }));
  rows.push_back(word_row(
      "run.hardware", kHardwareWords,
      {"",
       "engines rtl and lockstep: sliced are components of which there are 32 of a shape, none, or "
       "those of which there are two; mixed: as sliced, but one of each shape, drawn from the "
       "seed, is Verilated",
       "docs/verification.md 2"},
      [](auto& e) -> auto& { return e.hardware; }));
}

}  // namespace turnpike::sim
