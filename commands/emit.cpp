// emit.cpp - `turnpike emit`: a network as Verilog in a folder.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <memory>
#include <utility>

#include "commands/command.h"
#include "model/common/printable.h"
#include "sim/base/config_error.h"
#include "sim/base/data_folder.h"
#include "sim/base/interrupt.h"
#include "sim/base/staged_folder.h"
#include "sim/base/standard_error.h"
#include "sim/experiment/results/result_keys.h"
#include "sim/experiment/results/standard_output.h"
#include "sim/experiment/run/config_options.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/hardware/emit/emitted.h"

namespace turnpike::sim {

namespace {

struct EmitOptions : ConfigOptions {
  std::string out;
  std::string terminals = "raw";
  std::string prefix;
  std::string timescale = "auto";
  StreamSpec streams;
  bool allow_deadlock = false;
};

// Verilog's identifiers, of a length that file names can have.
void check_prefix(const std::string& prefix) {
  const auto is_word = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  const bool fits = prefix.size() <= 64 && std::all_of(prefix.begin(), prefix.end(), is_word) &&
                    (prefix.empty() || std::isdigit(static_cast<unsigned char>(prefix[0])) == 0);
  if (fits) return;
  throw ConfigError(
      fmt::format("--prefix: found '{}', allowed: a letter or _, then letters, "
                  "digits and _, in all at most 64 characters",
                  model::excerpt(prefix)));
}

// Femtoseconds of `1ns`, `10ps` and so on; 0 if it is no time of IEEE 1364, 19.8.
std::uint64_t femtoseconds(const std::string& text) {
  std::uint64_t unit = 1;
  for (const char* name : {"fs", "ps", "ns", "us", "ms", "s"}) {
    for (const auto& [number, factor] :
         {std::pair("1", 1u), std::pair("10", 10u), std::pair("100", 100u)}) {
      if (text == std::string(number) + name) return unit * factor;
    }
    unit *= 1000;
  }
  return 0;
}

// As a directive has it: unit / precision; empty for none. The top of a network with traffic is
// a board's, and those of constraint files and vendors' cells have no timescale.
std::string timescale_of(const std::string& text, TerminalKind terminals) {
  if (text == "none") return "";
  if (text == "auto") return terminals == TerminalKind::traffic ? "" : "1ns / 1ps";
  const std::size_t slash = text.find('/');
  if (slash != std::string::npos) {
    const std::string unit = text.substr(0, slash);
    const std::string precision = text.substr(slash + 1);
    const std::uint64_t finest = femtoseconds(precision);
    if (finest != 0 && finest <= femtoseconds(unit)) return unit + " / " + precision;
  }
  throw ConfigError(fmt::format(
      "--timescale: found '{}', allowed: 'auto', 'none', or unit/precision such as "
      "1ns/1ps: 1, 10 or 100 of s, ms, us, ns, ps or fs, the precision at most the unit",
      model::excerpt(text)));
}

int emit(const EmitOptions& options) {
  StandardOutput out;
  check_prefix(options.prefix);
  const TerminalKind terminals = model::value_of(kTerminalWords, options.terminals).value();
  const std::string timescale = timescale_of(options.timescale, terminals);
  const Experiment experiment = options.read();
  const model::Network network = build_network(experiment);
  const std::string remark = refuse_unsound(network, options.allow_deadlock);
  if (!remark.empty()) tell(remark);
  const EmitSpec spec{experiment.name, terminals, experiment.axi,
                      options.prefix,  timescale, options.streams};
  watch_for_interrupts();  // else a signal would leave the folder's hidden place
  StagedFolder folder(options.out);
  const std::vector<GeneratedSource> files =
      located(experiment, [&] { return emitted_files(network, spec, data_folder()); });
  for (const GeneratedSource& file : files) {
    stop_if_interrupted("before " + options.out + " was whole: it is as before");
    folder.write(file.name, file.text);
  }
  folder.write("config.toml", to_toml(experiment));
  folder.keep();
  const std::string top = files.front().name.substr(0, files.front().name.size() - 2);
  if (options.json) {
    Json json;
    json["schema"] = "turnpike.emit/1";
    json["name"] = experiment.name;
    json["folder"] = options.out;
    json["top"] = top;
    json["terminals"] = network.terminals.size();
    json["components"] = network.components.size();
    json["channels"] = network.channels.size();
    json["files"] = Json::array();
    for (const GeneratedSource& file : files) json["files"].push_back(file.name);
    out.print(json);
  } else {
    out.print(fmt::format("{}: module {}, {} terminals, {} components, {} links, {} files\n",
                          model::printable(options.out), top, network.terminals.size(),
                          network.components.size(), network.channels.size(), files.size() + 2));
  }
  return kDone;
}

}  // namespace

Command add_emit(CommandLine& program) {
  CommandLine line = program.command("emit", "writes a network as Verilog-2005 into a folder");
  auto options = std::make_shared<EmitOptions>();  // shared by the parser and the function below
  options->add_to(line);
  line.text("--out", options->out,
            "folder to write; an existing one is replaced only if this command has made it")
      .required();
  line.choice("--terminals", options->terminals, model::texts_of(kTerminalWords),
              "kind of terminals: the pins of routers, AXI4-Streams, co-processors with AXI4 "
              "(docs/adapters.md), the AXI4 ports of [axi] (docs/axi.md), or generators and "
              "checkers of traffic (docs/fpga.md)")
      .show_default();
  line.text("--prefix", options->prefix,
            "prefix of the names of all modules, so that several networks fit into one design");
  line.text("--timescale", options->timescale,
            "unit/precision of all modules, such as 1ns/1ps; none: no directive, for designs whose "
            "other modules have none; auto: none with --terminals traffic, else 1ns/1ps")
      .show_default();
  line.number(
          "--streams", options->streams.streams, {0, model::kMaxMessageClasses},
          "with --terminals axi_stream: streams each way of a terminal; if fewer than "
          "router.message_classes, each has several classes and keeps the order of packets from "
          "one source to one destination; 0: one for each class")
      .show_default();
  line.flag("--tkeep", options->streams.has_keep,
            "with --terminals axi_stream of wormhole routers: TKEEP goes with TDATA; a flit holds "
            "nine bits for each byte, so TDATA has 448 bits at most");
  line.number(
          "--tid", options->streams.id_bits, {0, 32},
          "with --terminals axi_stream of wormhole routers: bits of TID, which goes in the head "
          "of a packet; 0: there is none")
      .show_default();
  line.flag("--allow-deadlock", options->allow_deadlock,
            "also a network in which packets can wait for each other in a circle");
  line.footer(
      "The folder appears whole or not at all; the same configuration gives the same bytes.");
  return {line, [options] { return emit(*options); }};
}

}  // namespace turnpike::sim
