// finish.cpp - what follows from several keys together.

#include "sim/experiment/config/finish.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <sstream>

#include "model/common/configuration_error.h"
#include "model/common/joined_words.h"
#include "model/common/printable.h"
#include "model/topology/anynet.h"
#include "model/topology/build.h"
#include "model/traffic/traffic.h"
#include "sim/base/config_error.h"
#include "sim/base/stream.h"
#include "sim/base/text_file.h"
#include "sim/experiment/config/finish_router.h"
#include "sim/experiment/config/finishing.h"
#include "sim/experiment/config/graph_file.h"
#include "sim/experiment/config/route_file.h"

namespace turnpike::sim {

namespace {

using model::RadixRule;
using model::Topology;

class Finisher : private Finishing {
 public:
  using Finishing::Finishing;

  void run() {
    if (!given("network.topology")) {
      complain("network.topology", "nothing",
               model::joined_words(model::topologies(), false, [](auto&) { return true; }));
      return;
    }
    refuse_other_keys();
    e_.topology.clock_domains = e_.clock_domains.values;
    if (topology().is_generated) e_.topology.hosts = e_.hosts.values;
    if (topology().radix != RadixRule::none) finish_radix();
    if (topology().takes_links) finish_links();
    finish_routes();
    finish_express();
    finish_traffic(e_, errors_);
    finish_axi(e_, errors_);
    finish_run();
    for (const auto& [key, why] : keys_of_other_routers(e_)) refuse(key, why);
    if (!errors_.empty()) return;
    finish_router(e_);
    if (e_.router.room > e_.router.buffer_depth) {
      complain("router.injection", written("router.injection"),
               fmt::format(
                   "integer 1 .. {}, as router.buffer_depth, or \"auto\" or \"last\" or \"fair\"",
                   e_.router.buffer_depth));
    }
    try {
      model::check_load(e_.traffic, e_.router.local_channels);
    } catch (const model::ConfigurationError& error) {
      complain(error.key.c_str(), written(error.key.c_str()), error.allowed);
    }
  }

 private:
  const Topology& topology() const { return *e_.topology.kind; }

  static std::string only_with(bool Topology::*property) {
    return "only with topology " + model::quoted_topologies_with(property);
  }

  // Keys of [network] that mean nothing for this topology.
  void refuse_other_keys() {
    const std::string nothing = fmt::format("nothing with topology \"{}\": ", topology().word);
    if (topology().radix == RadixRule::none) {
      refuse("network.radix", nothing + "links or anynet say the shape");
      refuse("network.dimensions", nothing + "links or anynet say the shape");
      refuse("network.direction", nothing + "its links go both ways");
      refuse("network.dimension_order", nothing + "it has no dimensions");
    }
    for (const char* key : {"network.links", "network.anynet"}) {
      if (!topology().takes_links) refuse(key, only_with(&Topology::takes_links));
    }
    if (!topology().takes_hosts) refuse("network.hosts", only_with(&Topology::takes_hosts));
    refuse_keys_of_others();
    for (const char* key : {"network.file", "network.format"}) {
      if (!topology().takes_file) refuse(key, only_with(&Topology::takes_file));
    }
    if (!topology().takes_root) {
      refuse("network.root", only_with(&Topology::takes_root));
    } else if (!e_.topology.routes_up_down()) {
      refuse("network.root", "nothing with this routing: only Up*/Down* has a root");
    }
    const bool is_one_way = topology().radix != RadixRule::none && !e_.topology.bidirectional;
    if (is_one_way && !topology().takes_direction) {
      complain("network.direction", written("network.direction"),
               "\"unidirectional\" " + only_with(&Topology::takes_direction));
    }
  }

  // Keys that other topologies bring along.
  void refuse_keys_of_others() {
    std::map<std::string, std::vector<std::string>> owners;
    for (const Topology* one : model::topologies()) {
      for (const model::TopologyKey& key : one->keys()) owners[key.name].emplace_back(one->word);
    }
    for (const auto& [name, words] : owners) {
      if (std::find(words.begin(), words.end(), topology().word) != words.end()) continue;
      refuse(("network." + name).c_str(),
             fmt::format("only with topology \"{}\"", fmt::join(words, "\" or \"")));
    }
  }

  void finish_radix() {
    std::vector<unsigned>& radix = e_.radix.values;
    const std::size_t listed = radix.size();
    if (listed > 24) {
      return complain("network.radix", fmt::format("{} dimensions", listed), "at most 24");
    }
    if (radix.empty() && topology().radix == RadixRule::two) radix = {2};
    if (radix.empty()) return complain("network.radix", "nothing", "integer from 2");
    if (e_.radix.is_list) {
      if (e_.dimensions && *e_.dimensions != listed) {
        return complain("network.dimensions", written("network.dimensions"),
                        fmt::format("{}, as many as radix lists, or leave it out", listed));
      }
      e_.topology.radix = radix;
    } else {
      if (topology().radix == RadixRule::one && !e_.dimensions) e_.dimensions = 1;
      if (!e_.dimensions) return complain("network.dimensions", "nothing", "integer 1 .. 24");
      e_.topology.radix.assign(*e_.dimensions, radix[0]);
    }
    try {
      model::check_shape(e_.topology);
    } catch (const model::ConfigurationError& error) {
      const char* key = error.key.c_str();
      complain(key, given(key) ? written(key) : error.value, error.allowed);
    }
  }

  // A graph's file; its switches have the terminals that it says, or those of network.hosts.
  void finish_graph() {
    const bool is_anynet = given("network.anynet");
    const char* const key = is_anynet ? "network.anynet" : "network.file";
    const int ways =
        (given("network.links") ? 1 : 0) + (is_anynet ? 1 : 0) + (given("network.file") ? 1 : 0);
    if (ways != 1) {
      return complain("network.file", written("network.file"), "either this or links or anynet");
    }
    if (!given("network.file")) refuse("network.format", "only with network.file");
    if (given("network.links")) return finish_hosts();
    std::string& file = is_anynet ? e_.anynet : e_.graph;
    file = resolved(key, file);
    if (is_stream(file)) {
      return complain(key, model::printable(file) + " is no regular file",
                      "a regular file: it is read more than once");
    }
    try {
      const std::string format = is_anynet ? "anynet" : e_.graph_format;
      GraphReading reading = read_graph(read_text_file(file), file, format);
      if (reading.most_phits > e_.router.flit_bits + 2) {
        throw model::ConfigurationError(
            key, fmt::format("{}, phits: {}", reading.most_phits_at, reading.most_phits),
            fmt::format(
                "1 .. {}: a phit has at least one of the bits of a flit, its head and its tail",
                e_.router.flit_bits + 2));
      }
      e_.topology.names = std::move(reading.spec.names);
      e_.topology.links = std::move(reading.spec.links);
      e_.topology.link_latency = std::move(reading.spec.link_latency);
      e_.topology.link_latency_back = std::move(reading.spec.link_latency_back);
      e_.topology.link_width = std::move(reading.spec.link_width);
      e_.topology.hosts = std::move(reading.spec.hosts);
      e_.topology.terminal_switches = std::move(reading.spec.terminal_switches);
      if (!reading.says_terminals) return finish_hosts();
      refuse("network.hosts", "nothing with a file that says where the terminals are");
    } catch (const model::ConfigurationError& error) {
      complain(key, error.value, error.allowed);
    } catch (const ConfigError& error) {
      complain(key, error.what(), "a file that can be read");
    }
  }

  void finish_links() {
    if (topology().takes_file) return finish_graph();
    if (given("network.links") == given("network.anynet")) {
      return complain("network.links", written("network.links"), "either this or anynet");
    }
    if (given("network.anynet")) {
      refuse("network.hosts", "nothing with anynet: its file says where the terminals are");
      e_.anynet = resolved("network.anynet", e_.anynet);
      return read_anynet();
    }
    finish_hosts();
  }

  void finish_hosts() {
    auto switches = static_cast<unsigned>(e_.topology.names.size());
    for (const auto& [a, b] : e_.topology.links) switches = std::max({switches, a + 1, b + 1});
    if (!e_.hosts.is_list) {
      e_.topology.hosts.assign(switches, e_.hosts.values.empty() ? 1 : e_.hosts.values[0]);
    } else if (e_.hosts.values.size() == switches) {
      e_.topology.hosts = e_.hosts.values;
    } else {
      complain("network.hosts", fmt::format("{} numbers", e_.hosts.values.size()),
               fmt::format("one number, or {}: one for each switch", switches));
    }
  }

  void read_anynet() {
    if (is_stream(e_.anynet)) {
      return complain("network.anynet", model::printable(e_.anynet) + " is no regular file",
                      "a regular file: it is read more than once");
    }
    try {
      std::istringstream in(read_text_file(e_.anynet));
      const model::TopologySpec said = e_.topology;
      e_.topology = model::read_anynet(in, e_.anynet);
      e_.topology.kind = said.kind;
      e_.topology.routing = said.routing;
      e_.topology.tables = said.tables;
      e_.topology.root = said.root;
      e_.topology.tries_every_root = said.tries_every_root;
    } catch (const model::ConfigurationError& error) {
      complain("network.anynet", error.value, error.allowed);
    } catch (const ConfigError& error) {
      complain("network.anynet", error.what(), "a file that can be read");
    }
  }

  void finish_routes() {
    const bool has_paths = e_.topology.tables != nullptr && e_.topology.tables->has_paths;
    if (!has_paths) {
      refuse("network.paths", "only with network.routing \"valiant\" or \"romm\"");
    }
    const bool takes_rows = e_.topology.tables != nullptr && e_.topology.tables->takes_rows;
    if (!takes_rows) return refuse("network.routes", "only with network.routing \"table\"");
    if (!given("network.routes")) {
      return complain("network.routes", "nothing", "file name: routing \"table\" reads it");
    }
    e_.routes = resolved("network.routes", e_.routes);
    if (is_stream(e_.routes)) {
      return complain("network.routes", model::printable(e_.routes) + " is no regular file",
                      "a regular file: it is read more than once");
    }
    try {
      e_.topology.routes = parse_routes(read_text_file(e_.routes), e_.routes);
    } catch (const model::ConfigurationError& error) {
      complain("network.routes", error.value, error.allowed);
    } catch (const ConfigError& error) {
      complain("network.routes", error.what(), "a file that can be read");
    }
  }

  void finish_express() {
    constexpr const char* kTable = "network.express";
    bool is_given = e_.settings.tables.count(kTable) != 0;
    for (const Setting& setting : e_.settings.list) {
      if (setting.key.compare(0, 16, "network.express.") == 0) is_given = true;
    }
    if (!is_given) return;
    if (!given("network.express.spacing")) {
      return complain("network.express.spacing", "nothing", "integer from 2, or one per level");
    }
    if (!topology().is_grid) {
      return refuse("network.express.spacing", only_with(&Topology::is_grid));
    }
    e_.express.spacing = e_.express_spacing.values;
    e_.express.channels = e_.express_channels.values;
    if (e_.express.channels.empty()) e_.express.channels = {1};
    e_.express.buffer_depth = e_.express_depth.value_or(0);
    if (given("network.express.boundary.nodes")) {
      e_.express.boundary = e_.boundary;
    } else {
      for (const char* key : {"phits", "clock_ratio", "channels"}) {
        refuse((std::string(kTable) + ".boundary." + key).c_str(), "only with boundary.nodes");
      }
    }
    e_.topology.express = e_.express;
  }

  void finish_run() {
    const model::Cycle warmup = e_.run.warmup.value_or(0);
    if (e_.run.max_cycles < warmup + e_.run.measurement) {
      complain("run.max_cycles", fmt::format("{}", e_.run.max_cycles),
               fmt::format("from warmup + measurement, {}", warmup + e_.run.measurement));
    }
    if (!given("run.precision")) return;
    const std::optional<double> precision = read_share(e_.precision);
    if (!precision || *precision < 0.001 || *precision > 0.5) {
      complain("run.precision", written("run.precision"), "\"0.1 %\" .. \"50 %\"");
    } else if (model::workload_of(e_.traffic).is_finite) {
      refuse("run.precision", fmt::format("nothing with a {}: it is measured whole and then ends",
                                          model::workload_of(e_.traffic).word));
    } else {
      e_.run.precision = *precision;
    }
  }

  // "2 %", "2%" or "0.5 %".
  static std::optional<double> read_share(const std::string& text) {
    std::size_t digits = text.find_first_not_of("0123456789.");
    if (digits == 0 || digits == std::string::npos) return std::nullopt;
    double percent = 0;
    const auto read = std::from_chars(text.data(), text.data() + digits, percent);
    if (read.ec != std::errc() || read.ptr != text.data() + digits) return std::nullopt;
    digits = text.find_first_not_of(' ', digits);
    if (digits == std::string::npos || text.substr(digits) != "%") return std::nullopt;
    return percent / 100;
  }
};

}  // namespace

void finish(Experiment& experiment, std::vector<std::string>& errors) {
  Finisher(experiment, errors).run();
}

}  // namespace turnpike::sim
