// booksim_network.cpp - topology, routing function and router of BookSim.

#include <algorithm>
#include <filesystem>
#include <set>

#include "sim/experiment/config/booksim_draft.h"

namespace turnpike::sim {

namespace {

class NetworkConverter {
 public:
  explicit NetworkConverter(BookSimDraft& draft) : d_(draft) {}

  void run() {
    topology();
    routing();
    router();
  }

 private:
  void grid(const char* word, unsigned k, unsigned n) {
    d_.set("network", "topology", toml_text(word));
    d_.set("network", "radix", k);
    d_.set("network", "dimensions", n);
  }

  // Registers on each channel, of channels that take so many cycles in BookSim.
  void channels(unsigned cycles) {
    const bool is_noc = d_.file.whole("use_noc_latency", 1) == 1;
    if (is_noc && cycles > 1) d_.set("link", "cycles_per_hop", cycles - 1);
  }

  void topology() {
    topology_ = d_.file.text("topology", "torus");
    if (topology_ == "anynet") return anynet();
    const unsigned k = d_.positive("k", 8);
    const unsigned n = d_.positive("n", 2);
    if (topology_ == "mesh" || topology_ == "torus") {
      grid(topology_.c_str(), k, n);
      order();
      return channels(topology_ == "torus" ? 2 : 1);
    }
    if (topology_ == "cmesh" || topology_ == "flatfly") return concentrated(k, n);
    if (topology_ == "fly") return grid("butterfly", k, n);
    if (topology_ == "fattree") return grid("fat_tree", k, n);
    if (topology_ == "qtree") return grid("tree", k, n);
    if (topology_ == "tree4") return tree4(k, n);
    if (topology_ == "dragonflynew") return dragonfly(k, n);
    d_.refuse("topology",
              "mesh, torus, cmesh, flatfly, fly, fattree, qtree, tree4, dragonflynew or anynet");
  }

  void order() { d_.set("network", "dimension_order", toml_text("lowest_first")); }

  void concentrated(unsigned k, unsigned n) {
    const unsigned c = d_.positive("c", 1);
    for (const char* key : {"x", "y", "xr", "yr"}) d_.file.text(key, "");
    if (topology_ == "cmesh") {
      grid("cmesh", k, n);
      d_.remark("topology", "BookSim's express channels along the edges are left out");
      channels(d_.positive("xr", 2));
    } else {
      grid("hyperx", k, n);
      if (d_.file.whole("use_noc_latency", 1) == 1) {
        d_.remark("topology",
                  "channels of any length have one cycle; BookSim's have more if they are "
                  "longer (use_noc_latency)");
      }
    }
    d_.set("network", "hosts", c);
    order();
    d_.remark("c",
              "terminals of a router have consecutive numbers, in BookSim they lie in a square: "
              "patterns by number differ");
  }

  // All middle switches are joined to all roots, which no fat tree by levels is.
  void tree4(unsigned k, unsigned n) {
    if (k != 4) d_.refuse("k", "4 with topology tree4");
    if (n != 3) d_.refuse("n", "3 with topology tree4");
    std::string links;
    for (unsigned leaf = 0; leaf < 16; ++leaf) {
      for (unsigned side = 0; side < 2; ++side) {
        links += fmt::format("[{}, {}], ", leaf, 16 + leaf / 4 * 2 + side);
      }
    }
    for (unsigned middle = 16; middle < 24; ++middle) {
      for (unsigned root = 24; root < 28; ++root) links += fmt::format("[{}, {}], ", middle, root);
    }
    links.resize(links.size() - 2);
    d_.set("network", "topology", toml_text("graph"));
    d_.set("network", "links", "[" + links + "]");
    std::string hosts;
    for (unsigned s = 0; s < 28; ++s) hosts += s == 0 ? "4" : s < 16 ? ", 4" : ", 0";
    d_.set("network", "hosts", "[" + hosts + "]");
    d_.set("network", "routing", toml_text("layered_shortest"));
    d_.remark("topology",
              "as a graph: switches 0 .. 15 are leaves, 16 .. 23 are above them, 24 .. 27 "
              "are roots; each pair has one shortest route");
  }

  void dragonfly(unsigned k, unsigned n) {
    if (n != 1) d_.refuse("n", "1 with topology dragonflynew");
    d_.set("network", "topology", toml_text("dragonfly"));
    d_.set("network", "radix", 2 * k);
    d_.set("network", "global_channels", k);
    d_.set("network", "hosts", k);
    d_.set("link", "cycles_per_hop", 9);
    d_.remark("topology",
              "all channels have 10 cycles; BookSim's have 10 in a group, and 100 between "
              "groups");
  }

  void anynet() {
    namespace fs = std::filesystem;
    if (!d_.file.has("network_file")) d_.refuse("network_file", "the file of topology anynet");
    const std::string named = d_.file.text("network_file", "");
    const fs::path beside = fs::path(d_.path).parent_path() / named;
    d_.set("network", "topology", toml_text("graph"));
    d_.set("network", "anynet",
           toml_text(fs::exists(beside) ? fs::absolute(beside).string() : named));
    d_.set("network", "routing", toml_text("layered_shortest"));
  }

  // Which functions are those of the topology, and what is said of others.
  void routing() {
    static const std::set<std::string> alike = {"dor",      "dim_order", "dor_no_express",
                                                "dest_tag", "min",       "nca",
                                                "ran_min",  "none",      "dor_cmesh"};
    std::string function = d_.file.text("routing_function", "none");
    if (function == "anca") {
      return d_.remark("routing_function",
                       "nca: a switch of Turnpike takes any parent that is free, "
                       "and does not compare queues");
    }
    if (function == "ran_min") {
      return d_.remark("routing_function", "dimension order in the place of a random order");
    }
    if (alike.count(function) != 0) return;
    d_.remark(
        "routing_function",
        "left out: the network has the routes of its topology (network.routing lists others)");
  }

  void router() {
    limited("num_vcs", 16, "virtual_channels", 16);
    limited("vc_buf_size", 8, "buffer_depth", 64);
    if (d_.file.has("buf_size")) d_.remark("buf_size", "left out: each VC has a buffer of its own");
    d_.file.text("buf_size", "");
    const unsigned stages = d_.file.whole("routing_delay", 1) + d_.file.whole("vc_alloc_delay", 1) +
                            d_.file.whole("sw_alloc_delay", 1) +
                            d_.file.whole("st_prepare_delay", 0) +
                            d_.file.whole("st_final_delay", 1);
    d_.set("router", "pipeline_cycles", stages > 2 ? 2u : 1u);
    if (stages > 2) {
      d_.remark(
          "routing_delay",
          fmt::format("BookSim's router has {} stages of a cycle by its delays, and a channel "
                      "behind it; a hop of Turnpike takes 2 cycles; link.cycles_per_hop adds "
                      "some",
                      stages));
    }
    const std::string kind = d_.file.text("router", "iq");
    if (kind != "iq") d_.remark("router", "the input-queued router of Turnpike takes its place");
  }

  void limited(const char* key, unsigned by_default, const char* here, unsigned most) {
    const unsigned value = d_.positive(key, by_default);
    if (value > most) d_.remark(key, fmt::format("{}, the most that a router has", most));
    d_.set("router", here, std::min(value, most));
  }

  BookSimDraft& d_;
  std::string topology_;
};

}  // namespace

void convert_network(BookSimDraft& draft) { NetworkConverter(draft).run(); }

}  // namespace turnpike::sim
