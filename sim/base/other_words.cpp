// other_words.cpp - the lists.

#include "sim/base/other_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "sim/base/nearest.h"

namespace turnpike::sim {

namespace {

std::string last_word(const std::string& key) { return key.substr(key.rfind('.') + 1); }

// As the lists have it.
std::string plain(std::string word) {
  word.erase(0, std::min(word.find_first_not_of('-'), word.size()));
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) {
    return c == '-' ? '_' : static_cast<char>(std::tolower(c));
  });
  return word;
}

}  // namespace

const std::vector<OtherWord>& other_words_for_keys() {
  static const std::vector<OtherWord> words = {
      {"k", "network.radix", "BookSim"},
      {"n", "network.dimensions", "BookSim"},
      {"network_file", "network.anynet", "BookSim"},
      {"routing_function", "network.dimension_order", "BookSim"},
      {"num_vcs", "router.virtual_channels", "BookSim"},
      {"vc_buf_size", "router.buffer_depth", "BookSim"},
      {"buf_size", "router.buffer_depth", "BookSim"},
      {"routing_delay", "router.pipeline_cycles", "BookSim"},
      {"vc_alloc_delay", "router.pipeline_cycles", "BookSim"},
      {"sw_alloc_delay", "router.pipeline_cycles", "BookSim"},
      {"classes", "router.message_classes", "BookSim"},
      {"traffic", "traffic.pattern", "BookSim"},
      {"injection_rate", "traffic.load", "BookSim"},
      {"injection_process", "traffic.arrivals", "BookSim"},
      {"packet_size", "traffic.length", "BookSim"},
      {"const_flits_per_packet", "traffic.length", "BookSim"},
      {"warmup_periods", "run.warmup", "BookSim"},
      {"sample_period", "run.measurement", "BookSim"},
      {"max_samples", "run.max_cycles", "BookSim"},
      {"latency_thres", "run.latency_limit", "BookSim"},
      {"deadlock_warn_timeout", "run.watchdog", "BookSim"},
      {"use_read_write", "workload.kind", "BookSim"},
      {"max_outstanding_requests", "workload.window", "BookSim"},
      {"batch_size", "workload.batch", "BookSim"},
      {"read_request_size", "workload.read_request_flits", "BookSim"},
      {"read_reply_size", "workload.read_reply_flits", "BookSim"},
      {"write_request_size", "workload.write_request_flits", "BookSim"},
      {"write_reply_size", "workload.write_reply_flits", "BookSim"},
      {"mesh_dim_x", "network.radix", "Noxim"},
      {"mesh_dim_y", "network.radix", "Noxim"},
      {"n_virtual_channels", "router.virtual_channels", "Noxim"},
      {"flit_size", "router.flit_bits", "Noxim"},
      {"min_packet_size", "traffic.length", "Noxim"},
      {"max_packet_size", "traffic.length", "Noxim"},
      {"packet_injection_rate", "traffic.load", "Noxim"},
      {"pir", "traffic.load", "Noxim"},
      {"traffic_distribution", "traffic.pattern", "Noxim"},
      {"traffic_table_filename", "workload.file", "Noxim"},
      {"hotspots", "traffic.hot_node", "Noxim"},
      {"simulation_time", "run.measurement", "Noxim"},
      {"stats_warm_up_time", "run.warmup", "Noxim"},
      {"rnd_generator_seed", "run.seed", "Noxim"},
      {"mesh_rows", "network.radix", "garnet"},
      {"vcs_per_vnet", "router.virtual_channels", "garnet"},
      {"buffers_per_data_vc", "router.buffer_depth", "garnet"},
      {"buffers_per_ctrl_vc", "router.buffer_depth", "garnet"},
      {"ni_flit_size", "router.flit_bits", "garnet"},
      {"link_width_bits", "router.flit_bits", "garnet"},
      {"router_latency", "router.pipeline_cycles", "garnet"},
      {"link_latency", "link.cycles_per_hop", "garnet"},
      {"injectionrate", "traffic.load", "garnet"},
      {"synthetic", "traffic.pattern", "garnet"},
      {"sim_cycles", "run.measurement", "garnet"},
      {"garnet_deadlock_threshold", "run.watchdog", "garnet"},
      {"routing", "network.routing", ""},
      {"routing_algorithm", "network.routing", ""},
      {"vcs", "router.virtual_channels", ""},
      {"vc_depth", "router.buffer_depth", ""},
      {"flit_width", "router.flit_bits", ""},
      {"rate", "traffic.load", ""},
      {"message_length", "traffic.length", ""},
      {"packet_length", "traffic.length", ""},
      {"fraction", "traffic.length.long_fraction", ""},
      {"cycles", "run.measurement", ""},
      {"timeout", "run.max_cycles", ""},
  };
  return words;
}

const std::vector<OtherWord>& other_words_for_options() {
  static const std::vector<OtherWord> words = {
      {"o", "--out", ""},          {"output", "--out", ""}, {"outdir", "--out", ""},
      {"out_dir", "--out", ""},    {"j", "--jobs", ""},     {"parallel", "--jobs", ""},
      {"vcd", "--trace", ""},      {"wave", "--trace", ""}, {"waves", "--trace", ""},
      {"waveform", "--trace", ""}, {"log", "--events", ""}, {"random_seed", "--seed", ""},
      {"loads", "--load", ""},     {"v", "--version", ""},
  };
  return words;
}

const std::vector<OtherWord>& other_words_for_commands() {
  static const std::vector<OtherWord> words = {
      {"simulate", "run", ""},    {"simulation", "run", ""},   {"sim", "run", ""},
      {"start", "run", ""},       {"curve", "sweep", ""},      {"saturation", "sweep", ""},
      {"plot", "report", ""},     {"draw", "report", ""},      {"page", "report", ""},
      {"show", "report", ""},     {"verify", "check", ""},     {"validate", "check", ""},
      {"lint", "check", ""},      {"path", "route", ""},       {"trace", "route", ""},
      {"verilog", "emit", ""},    {"generate", "emit", ""},    {"export", "emit", ""},
      {"synthesis", "synth", ""}, {"synthesize", "synth", ""}, {"fpga", "synth", ""},
      {"area", "synth", ""},      {"predict", "analyze", ""},  {"test", "regress", ""},
      {"suite", "regress", ""},   {"shrink", "bisect", ""},    {"reduce", "bisect", ""},
  };
  return words;
}

const OtherWord* find_other_word(const std::vector<OtherWord>& words, const std::string& word) {
  const auto found = std::find_if(words.begin(), words.end(),
                                  [&](const OtherWord& one) { return one.word == plain(word); });
  return found == words.end() ? nullptr : &*found;
}

std::string key_meant(const std::string& word, const std::vector<std::string>& known) {
  std::string same;  // of several one that is not deeper in tables
  for (const std::string& key : known) {
    const auto dots = std::count(key.begin(), key.end(), '.');
    if (last_word(key) != plain(word)) continue;
    if (same.empty() || dots < std::count(same.begin(), same.end(), '.')) same = key;
  }
  if (!same.empty()) return same;
  const OtherWord* other = find_other_word(other_words_for_keys(), word);
  const bool is_known =
      other != nullptr && std::find(known.begin(), known.end(), other->here) != known.end();
  return is_known ? other->here : "";
}

std::string other_word_hint(const std::string& key, const std::vector<std::string>& known) {
  const OtherWord* other = find_other_word(other_words_for_keys(), last_word(key));
  if (other == nullptr || key_meant(last_word(key), known) != other->here) return "";
  if (other->tool.empty()) return fmt::format(", nearest known key: '{}'", other->here);
  return fmt::format(", {}'s {} is '{}'", other->tool, other->word, other->here);
}

std::string key_hint(const std::string& key, const std::vector<std::string>& known,
                     const std::string& otherwise) {
  const std::string other = other_word_hint(key, known);
  if (!other.empty()) return other;
  const std::string near = nearest_text(", nearest known key: ", key, known);
  return near.empty() ? "; " + otherwise : near;
}

}  // namespace turnpike::sim
