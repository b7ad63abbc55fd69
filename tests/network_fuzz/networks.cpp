// networks.cpp - [network] and [link]: every topology, with all its keys.

#include <set>

#include "tests/network_fuzz/sketch.h"

namespace turnpike::test {
namespace {

constexpr const char* kNetwork = "network";
constexpr const char* kExpress = "network.express";
constexpr const char* kBoundary = "network.express.boundary";

// Most networks are small, so that many can be run.
unsigned most_nodes(Draws& draw) {
  const unsigned size = draw.below(100);
  return size < 70 ? 32 : size < 95 ? 128 : 600;
}

std::string list_of(const std::vector<unsigned>& values) {
  return fmt::format("[{}]", fmt::join(values, ", "));
}

// One number and how many, or a list.
void write_radix(Sketch& s) {
  const bool equal = std::equal(s.radix.begin() + 1, s.radix.end(), s.radix.begin());
  if (equal && s.draw.chance(60)) {
    s.set(kNetwork, "radix", s.radix[0]);
    s.set(kNetwork, "dimensions", s.radix.size());
    return;
  }
  s.set(kNetwork, "radix", list_of(s.radix));
  if (s.draw.chance(20)) s.set(kNetwork, "dimensions", s.radix.size());
}

void draw_order(Sketch& s) {
  if (s.draw.chance(50)) {
    s.set_word(kNetwork, "dimension_order", s.draw.pick({"highest_first", "lowest_first"}));
  }
}

void draw_direction(Sketch& s) {
  if (s.draw.chance(50)) {
    s.set_word(kNetwork, "direction", s.draw.pick({"bidirectional", "unidirectional"}));
  }
}

void draw_grid(Sketch& s) {
  const unsigned most = most_nodes(s.draw);
  const unsigned dimensions = s.draw.pick({1u, 2u, 2u, 2u, 3u, 3u, 4u});
  const bool equal = s.draw.chance(30);
  std::vector<unsigned> radix;
  unsigned nodes = 1;
  for (unsigned d = 0; d < dimensions; ++d) {
    unsigned k = equal && d > 0 ? radix[0] : s.draw.between(2, dimensions == 1 ? 20 : 9);
    while (nodes * k > most && k > 2) --k;
    nodes *= k;
    radix.push_back(k);
  }
  set_radix(s, radix);
  s.switches = s.nodes;
  write_radix(s);
  draw_order(s);
  if (s.topology == "torus") draw_direction(s);
}

// What the rules of express channels ask for, docs/configuration.md.
void draw_express(Sketch& s) {
  s.express = true;
  const bool ring = s.topology == "torus";
  const unsigned dimensions = s.draw.pick({1u, 1u, 2u});
  const unsigned levels = dimensions == 2 ? s.draw.pick({1u, 1u, 2u}) : s.draw.between(1, 3);
  std::vector<unsigned> spacing(levels, s.draw.between(2, 4));
  const bool several = s.draw.chance(40);
  if (several) {
    for (unsigned& i : spacing) i = s.draw.between(2, 3);
  }
  unsigned longest = 1;  // channels of the top level
  for (const unsigned i : spacing) longest *= i;
  std::vector<unsigned> radix;
  for (unsigned d = 0; d < dimensions; ++d) {
    const unsigned times = s.draw.between(dimensions == 1 ? 3 : 2, 4);
    radix.push_back(longest * times + (ring ? 0 : s.draw.below(longest)));
  }
  if (dimensions == 2 && radix[0] * radix[1] > 300) radix.pop_back();
  set_radix(s, radix);
  write_radix(s);
  draw_order(s);
  if (several) {
    s.set(kExpress, "spacing", list_of(spacing));
  } else {
    s.set(kExpress, "spacing", spacing[0]);
  }
  if (levels > 1 || s.draw.chance(30)) s.set(kExpress, "levels", levels);

  const unsigned kind = s.draw.below(10);
  const bool modules = levels > 1 && kind < 4;
  const bool interleaved = !modules && levels == 1 && !ring && kind < 3;
  const bool joint = !interleaved && !ring && kind == 3;
  const bool boundary = !modules && !interleaved && !joint && kind > 6;
  unsigned channels = modules ? 1 : s.draw.pick({1u, 1u, 2u, 3u});
  if (modules) {
    s.set_word(kExpress, "decomposition",
               ring ? s.draw.pick({"full", "no_ascent", "single"})
                    : s.draw.pick({"full", "no_ascent", "top_only", "single"}));
  }
  if (interleaved) {
    s.set_word(kExpress, "insertion", "interleaved");
    if (spacing[0] % channels != 0) channels = spacing[0];
  } else if (s.draw.chance(20)) {
    s.set_word(kExpress, "insertion", "multichannel");
  }
  if (joint || s.draw.chance(10)) {
    s.set_word(kExpress, "dimensions", joint ? "joint" : "separate");
  }
  if (levels > 1 && channels > 1 && s.draw.chance(50)) {
    std::vector<unsigned> each(levels, channels);
    each.back() = 1;
    s.set(kExpress, "channels", list_of(each));
  } else if (channels > 1 || s.draw.chance(30)) {
    s.set(kExpress, "channels", channels);
  }
  if (!modules && s.draw.chance(40)) {
    s.set(kExpress, "buffer_depth", s.draw.pick({1u, 2u, 5u, 64u}));
  }
  if (boundary) {
    s.set(kBoundary, "nodes", longest * s.draw.between(1, 2));
    if (s.draw.chance(70)) s.set(kBoundary, "phits", s.draw.pick({1u, 2u, 3u, 8u, 17u}));
    if (s.draw.chance(50)) s.set(kBoundary, "clock_ratio", s.draw.pick({1u, 2u, 16u}));
    if (s.draw.chance(50)) s.set(kBoundary, "channels", s.draw.between(0, channels));
  } else if (ring) {
    draw_direction(s);
  }
}

void draw_hypercube(Sketch& s) {
  const unsigned dimensions = s.draw.between(1, bits_for(most_nodes(s.draw)));
  set_radix(s, std::vector<unsigned>(dimensions, 2));
  s.switches = s.nodes;
  const unsigned form = s.draw.below(10);
  if (form == 0) {
    s.set(kNetwork, "radix", list_of(s.radix));
  } else {
    if (form == 1) s.set(kNetwork, "radix", 2);
    s.set(kNetwork, "dimensions", dimensions);
  }
  draw_order(s);
}

void draw_butterfly(Sketch& s) {
  const unsigned most = most_nodes(s.draw);
  const unsigned k = s.draw.between(2, 6);
  std::vector<unsigned> radix = {k};
  unsigned nodes = k;
  for (const unsigned stages = s.draw.between(1, 5); radix.size() < stages && nodes * k <= most;) {
    radix.push_back(k);
    nodes *= k;
  }
  set_radix(s, radix);
  write_radix(s);
}

struct Link {
  unsigned a;
  unsigned b;
};

// A tree, so that it is connected, and more.
std::vector<Link> draw_links(Draws& draw, unsigned switches) {
  std::vector<Link> links;
  std::set<std::pair<unsigned, unsigned>> seen;
  const auto add = [&](unsigned a, unsigned b) {
    if (a == b || !seen.insert(std::minmax(a, b)).second) return;
    links.push_back(draw.chance(50) ? Link{a, b} : Link{b, a});
  };
  for (unsigned i = 1; i < switches; ++i) add(i, draw.below(i));
  for (unsigned more = draw.below(switches + 1); more > 0; --more) {
    add(draw.below(switches), draw.below(switches));
  }
  for (std::size_t i = links.size(); i > 1; --i) {
    std::swap(links[i - 1], links[draw.below(static_cast<unsigned>(i))]);
  }
  return links;
}

std::string links_text(Draws& draw, const std::vector<Link>& links) {
  const bool latencies = draw.chance(40);
  std::string text;
  for (const Link& link : links) {
    text += fmt::format("{}[{}, {}", text.empty() ? "" : ", ", link.a, link.b);
    if (latencies) text += fmt::format(", {}", draw.below(5));
    text += "]";
  }
  return "[" + text + "]";
}

// BookSim's format; its latency counts from 1.
std::string anynet_text(Draws& draw, const std::vector<Link>& links,
                        const std::vector<unsigned>& hosts) {
  const bool latencies = draw.chance(50);
  std::string text;
  unsigned node = 0;
  for (std::size_t router = 0; router < hosts.size(); ++router) {
    text += fmt::format("router {}", router);
    for (unsigned h = 0; h < hosts[router]; ++h) text += fmt::format(" node {}", node++);
    for (const Link& link : links) {
      if (link.a != router) continue;
      text += fmt::format(" router {}", link.b);
      if (latencies) text += fmt::format(" {}", draw.between(1, 4));
    }
    text += "\n";
  }
  return text;
}

std::string csv_text(Draws& draw, const std::vector<Link>& links,
                     const std::vector<unsigned>& hosts) {
  const bool latencies = draw.chance(50);
  std::string text = latencies ? "from,to,latency,terminals\n" : "from,to,terminals\n";
  const char* const comma = latencies ? "," : "";
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    text += fmt::format("s{},{},{}\n", i, comma, hosts[i]);
  }
  for (const Link& link : links) {
    text += fmt::format("s{},s{},", link.a, link.b);
    text += latencies ? fmt::format("{},\n", draw.below(5)) : "\n";
  }
  return text;
}

std::string json_text(const std::vector<Link>& links, const std::vector<unsigned>& hosts) {
  std::vector<std::string> nodes;
  nodes.reserve(hosts.size());
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    nodes.push_back(fmt::format("{{\"id\": {}, \"terminals\": {}}}", i, hosts[i]));
  }
  std::vector<std::string> edges;
  edges.reserve(links.size());
  for (const Link& link : links) {
    edges.push_back(fmt::format("{{\"source\": {}, \"target\": {}}}", link.a, link.b));
  }
  return fmt::format("{{\"nodes\": [{}], \"links\": [{}]}}\n", fmt::join(nodes, ", "),
                     fmt::join(edges, ", "));
}

// Every switch with its cables from port 1 up, then its hosts.
std::string netlist_text(const std::vector<Link>& links, const std::vector<unsigned>& hosts) {
  std::vector<std::string> ports(hosts.size());
  std::vector<unsigned> used(hosts.size(), 0);
  for (const Link& link : links) {
    const unsigned a = ++used[link.a];
    const unsigned b = ++used[link.b];
    ports[link.a] += fmt::format("[{}]\t\"S-{}\"[{}]\n", a, link.b, b);
    ports[link.b] += fmt::format("[{}]\t\"S-{}\"[{}]\n", b, link.a, a);
  }
  std::string text;
  std::string adapters;
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    for (unsigned h = 0; h < hosts[i]; ++h) {
      const unsigned port = ++used[i];
      ports[i] += fmt::format("[{}]\t\"H-{}-{}\"[1]\n", port, i, h);
      adapters += fmt::format("Ca\t1 \"H-{}-{}\"\n[1]\t\"S-{}\"[{}]\n", i, h, i, port);
    }
    text += fmt::format("Switch\t{} \"S-{}\"\n{}\n", used[i], i, ports[i]);
  }
  return text + adapters;
}

std::string dot_text(const std::vector<Link>& links, const std::vector<unsigned>& hosts) {
  std::string text = "graph drawn {\n";
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    text += fmt::format("  n{} [terminals={}];\n", i, hosts[i]);
  }
  for (const Link& link : links) text += fmt::format("  n{} -- n{};\n", link.a, link.b);
  return text + "}\n";
}

std::string graphml_text(const std::vector<Link>& links, const std::vector<unsigned>& hosts) {
  std::string text =
      "<graphml>\n<key id=\"t\" for=\"node\" attr.name=\"terminals\"/>\n"
      "<graph edgedefault=\"undirected\">\n";
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    text += fmt::format("<node id=\"n{}\"><data key=\"t\">{}</data></node>\n", i, hosts[i]);
  }
  for (const Link& link : links) {
    text += fmt::format("<edge source=\"n{}\" target=\"n{}\"/>\n", link.a, link.b);
  }
  return text + "</graph>\n</graphml>\n";
}

// In a file of any format, which its name or network.format says.
void draw_graph_file(Sketch& s, const std::vector<Link>& links,
                     const std::vector<unsigned>& hosts) {
  const std::string word =
      s.draw.pick({"csv", "json", "anynet", "ibnetdiscover", "graphml", "dot"});
  s.files.emplace_back("graph." + word, word == "csv"       ? csv_text(s.draw, links, hosts)
                                        : word == "json"    ? json_text(links, hosts)
                                        : word == "anynet"  ? anynet_text(s.draw, links, hosts)
                                        : word == "dot"     ? dot_text(links, hosts)
                                        : word == "graphml" ? graphml_text(links, hosts)
                                                            : netlist_text(links, hosts));
  s.set_word(kNetwork, "file", "graph." + word);
  if (s.draw.chance(60)) s.set_word(kNetwork, "format", s.draw.chance(50) ? "auto" : word);
}

// Up*/Down* by any of its names, shortest routes, or rows of a file, which hardly ever fit.
void draw_table_routing(Sketch& s) {
  const char* const routing =
      s.draw.pick({"up_down", "layered_shortest", "minimal_adaptive", "valiant", "romm", "table"});
  s.set_word(kNetwork, "routing", routing);
  if (s.draw.chance(10)) s.set(kNetwork, "paths", s.draw.between(1, 9));
  if (std::string(routing) != "table") return;
  s.files.emplace_back("routes.csv", "here,destination,next\n0,1,1\n1,0,0\n");
  s.set_word(kNetwork, "routes", "routes.csv");
}

void draw_irregular(Sketch& s) {
  const unsigned switches = s.draw.chance(90) ? s.draw.between(2, 12) : s.draw.between(13, 40);
  const std::vector<Link> links = draw_links(s.draw, switches);
  std::vector<unsigned> hosts(switches, 1);
  const bool anynet = s.draw.chance(30);
  const unsigned form = s.draw.below(3);
  if (anynet || form == 1) {
    for (unsigned& h : hosts) h = s.draw.below(4);
    hosts[s.draw.below(switches)] = s.draw.between(1, 3);
  } else if (form == 2) {
    hosts.assign(switches, s.draw.between(1, 3));
  }
  s.switches = switches;
  s.nodes = 0;
  for (const unsigned h : hosts) s.nodes += h;
  s.address_bits = bits_for(s.nodes);
  if (s.topology == "graph") {
    draw_graph_file(s, links, hosts);
  } else if (anynet) {
    s.files.emplace_back("network.any", anynet_text(s.draw, links, hosts));
    s.set_word(kNetwork, "anynet", "network.any");
  } else {
    s.set(kNetwork, "links", links_text(s.draw, links));
    if (form == 1) s.set(kNetwork, "hosts", list_of(hosts));
    if (form == 2) s.set(kNetwork, "hosts", hosts[0]);
  }
  if (s.draw.chance(30)) {
    s.set(kNetwork, "root", s.draw.below(switches));
  } else if (s.draw.chance(10)) {
    s.set_word(kNetwork, "root", "best");
  }
}

}  // namespace

void draw_network(Sketch& s) {
  const unsigned kind = s.draw.below(100);
  const bool express = kind < 15;
  if (kind >= 67 && kind < 73) return draw_named_network(s);
  s.topology = kind < 9    ? "mesh"
               : kind < 15 ? "torus"
               : kind < 33 ? "mesh"
               : kind < 53 ? "torus"
               : kind < 73 ? "hypercube"
               : kind < 86 ? "butterfly"
               : kind < 93 ? "irregular"
                           : "graph";
  s.set_word(kNetwork, "topology", s.topology);
  const bool has_tables = s.topology == "irregular" || s.topology == "graph";
  if (has_tables && s.draw.chance(40)) {
    draw_table_routing(s);
  } else if (s.draw.chance(20)) {
    const char* own = s.topology == "butterfly" ? "destination_tag"
                      : has_tables              ? "up_down"
                                                : "dimension_order";
    s.set_word(kNetwork, "routing", s.draw.chance(50) ? own : "auto");
  }
  if (express) return draw_express(s);
  if (s.topology == "hypercube") return draw_hypercube(s);
  if (s.topology == "butterfly") return draw_butterfly(s);
  if (has_tables) return draw_irregular(s);
  draw_grid(s);
}

void draw_link(Sketch& s) {
  if (s.draw.chance(30)) {
    const unsigned size = s.draw.below(20);
    s.set("link", "cycles_per_unit",
          size == 0 ? "37" : s.draw.pick({"0", "0.5", "1", "1.25", "2", "3"}));
  }
  if (s.draw.chance(20)) {
    s.set("link", "cycles_per_hop", s.draw.chance(5) ? 100 : s.draw.between(0, 5));
  }
}

void draw_clocks(Sketch& s) {
  if (s.switches < 2 || !s.draw.chance(10)) return;
  const unsigned most = std::min(s.switches, 4u);
  std::vector<unsigned> clocks;
  // The first switches have one each, so that no number is left out.
  const unsigned domains = s.draw.between(1, most);
  for (unsigned i = 0; i < s.switches; ++i)
    clocks.push_back(i < domains ? i : s.draw.below(domains));
  s.set(kNetwork, "clock_domains", list_of(clocks));
}

}  // namespace turnpike::test
