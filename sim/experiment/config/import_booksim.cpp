// import_booksim.cpp - keys of BookSim 2, one topic after the other.
//
// Defaults are those of BookSim's booksim_config.cpp: what a file leaves out is written down too.

#include "sim/experiment/config/import_booksim.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "sim/experiment/config/booksim_draft.h"

namespace turnpike::sim {

namespace {

// Keys that say how BookSim prints or checks itself.
bool is_of_output(const std::string& key) {
  static const std::set<std::string> keys = {"print_activity", "print_csv_results", "viewer_trace",
                                             "sim_power",      "tech_file",         "channel_width",
                                             "channel_sweep",  "power_output_file", "measure_stats",
                                             "pair_stats",     "include_queuing",   "sim_count"};
  return keys.count(key) != 0 || key.rfind("watch_", 0) == 0 ||
         (key.size() > 4 && key.compare(key.size() - 4, 4, "_out") == 0);
}

// Why other keys have no counterpart.
const std::map<std::string, const char*>& reasons() {
  static const std::map<std::string, const char*> all = {
      {"vc_allocator", "the router has one allocator (docs/timing/router.md, 2)"},
      {"sw_allocator", "the router has one allocator (docs/timing/router.md, 2)"},
      {"spec_sw_allocator", "the router has one allocator (docs/timing/router.md, 2)"},
      {"alloc_iters", "the router allocates once a cycle"},
      {"arb_type", "arbiters are round robin, with a guard against starvation"},
      {"input_speedup", "each input has two lanes into the switch, and there is no other speedup"},
      {"output_speedup", "an output takes one flit a cycle"},
      {"internal_speedup", "the router has the clock of its channels"},
      {"wait_for_tail_credit", "a VC is taken again as soon as its tail has left the output"},
      {"hold_switch_for_packet", "the switch is given away flit by flit"},
      {"credit_delay", "a credit is back one cycle after the flit has left the buffer"},
      {"speculative", "allocation of VC and switch take one cycle"},
      {"output_buffer_size", "an output has one register"},
      {"noq", "routes are always computed one router ahead"},
      {"priority", "no packet goes first"},
      {"class_priority", "no packet goes first"},
      {"buf_policy", "each VC has a buffer of its own"},
      {"subnets", "a network is one network: run the subnets apart"},
      {"sim_type", "runs are as docs/statistics.md says"},
      {"warmup_thres", "the warm-up is stated, or found by a rule (run.warmup)"},
      {"stopping_thres", "the measurement is stated; run.precision is a similar key"},
      {"max_samples", "the measurement is one interval"},
      {"start_vc", "classes have equal shares of the VCs"},
      {"end_vc", "classes have equal shares of the VCs"},
      {"in_ports", "ports follow from the topology"},
      {"out_ports", "ports follow from the topology"},
      {"perm_seed", "a random permutation has to come as a file (traffic.pattern \"permutation\")"},
      {"link_failures", "faulty links are left out of a graph (docs/graphs.md)"},
  };
  return all;
}

// Values that BookSim has where nothing special happens: nothing is lost.
bool is_neutral(const std::string& key, const std::string& value) {
  static const std::map<std::string, std::set<std::string>> neutral = {
      {"input_speedup", {"1"}},
      {"output_speedup", {"1"}},
      {"internal_speedup", {"1", "1.0"}},
      {"subnets", {"1"}},
      {"priority", {"none"}},
      {"sim_count", {"1"}},
      {"wait_for_tail_credit", {"0"}},
      {"speculative", {"0"}},
      {"noq", {"0"}},
      {"hold_switch_for_packet", {"0"}},
      {"class_priority", {"0"}}};
  const auto found = neutral.find(key);
  return found != neutral.end() && found->second.count(value) != 0;
}

class Importer {
 public:
  Importer(const std::string& text, const std::string& name)
      : d_{BookSimFile(text, name), name, 1, {}, {}} {}

  BookSimImport run() {
    convert_network(d_);
    convert_traffic(d_);
    run_control();
    for (const std::string& key : d_.file.left()) leave(key);
    return {text(), d_.remarks};
  }

 private:
  void leave(const std::string& key) {
    const std::string value = d_.file.text(key, "");
    if (is_neutral(key, value)) return;
    if (is_of_output(key)) return d_.remark(key, "left out: it concerns BookSim's own output");
    const auto reason = reasons().find(key);
    const bool is_read_write = key.rfind("read_", 0) == 0 || key.rfind("write_", 0) == 0 ||
                               key == "use_read_write" || key == "max_outstanding_requests";
    if (is_read_write) {
      const bool is_off = key == "use_read_write" && value == "0";
      if (is_off || d_.file.text("use_read_write", "0") == "0")
        return;  // of no effect there either
      return d_.remark(key, "left out: workload.kind \"request_reply\" sends requests and replies");
    }
    d_.remark(key, reason == reasons().end() ? "left out: Turnpike has no such key"
                                             : std::string("left out: ") + reason->second);
  }

  void run_control() {
    const unsigned period = d_.positive("sample_period", 1000);
    const unsigned warmups = d_.file.whole("warmup_periods", 3);
    const double limit = d_.file.number("latency_thres", 500);
    const bool is_batch = d_.tables.count("workload") != 0;
    if (!is_batch) {
      d_.set("run", "warmup", std::to_string(std::uint64_t{period} * warmups));
      d_.set("run", "measurement", period);
      const std::uint64_t most = std::uint64_t{period} * (warmups + 10);
      if (most > 200000) d_.set("run", "max_cycles", std::to_string(most));
      if (limit >= 1) d_.set("run", "latency_limit", fmt::format("{:.6g}", limit));
    }
    const std::string seed = d_.file.text("seed", "0");
    const auto number = number_in(seed);
    if (number && *number >= 0 && *number == std::floor(*number)) {
      d_.set("run", "seed", static_cast<unsigned>(*number));
    } else {
      d_.remark("seed", "1: a seed is a whole number");
    }
    const unsigned patience = d_.file.whole("deadlock_warn_timeout", 256);
    if (d_.file.has("deadlock_warn_timeout") && patience > 0) d_.set("run", "watchdog", patience);
    d_.set("run", "engine", toml_text("model"));
  }

  std::string text() const {
    std::string text =
        fmt::format("# From {}, a configuration of BookSim 2, by turnpike import-booksim.\n",
                    std::filesystem::path(d_.file.name()).filename().string());
    for (const std::string& remark : d_.remarks) text += "# " + remark + "\n";
    for (const char* table : {"network", "router", "link", "traffic", "workload"}) {
      append(text, fmt::format("[{}]", table), table);
    }
    for (unsigned c = 0; c < d_.classes && d_.classes > 1; ++c) {
      append(text, "[[traffic.class]]", fmt::format("traffic.class {}", c));
    }
    append(text, "[run]", "run");
    return text;
  }

  void append(std::string& text, const std::string& title, const std::string& table) const {
    const auto found = d_.tables.find(table);
    if (found == d_.tables.end()) return;
    text += "\n" + title + "\n";
    for (const std::string& line : found->second) text += line + "\n";
  }

  BookSimDraft d_;
};

}  // namespace

std::string toml_text(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

BookSimImport import_booksim(const std::string& text, const std::string& name) {
  return Importer(text, name).run();
}

}  // namespace turnpike::sim
