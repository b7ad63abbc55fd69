// repeat.cpp - the packets of memories.cpp once more, on the Verilated hardware.
//
//   repeat PACKETS [ENGINE]   ENGINE: rtl (default), lockstep, model
//
// Each packet is queued in the cycle in which it was, and must be delivered in the cycle in which
// it was. A process of its own, as SystemC runs once in a process.

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <turnpike.hpp>
#include <vector>

namespace {

struct Line {
  turnpike::Packet packet{};
  std::uint64_t queued = 0;
  std::uint64_t delivered = 0;
};

int repeat(const std::string& name, const std::string& engine) {
  std::ifstream file(name);
  std::string network;
  std::string text;
  while (std::getline(file, text) && text != "---") network += text + "\n";
  std::vector<Line> lines;
  std::map<std::uint64_t, std::uint64_t> delivered;  // [tag]
  for (Line line; std::getline(file, text);) {
    std::istringstream words(text);
    turnpike::Packet& packet = line.packet;
    if (!(words >> packet.tag >> line.queued >> packet.source >> packet.destination >>
          packet.flits >> packet.message_class >> line.delivered)) {
      throw std::runtime_error(name + ": \"" + text + "\" is no packet");
    }
    delivered[packet.tag] = line.delivered;
    lines.push_back(line);
  }
  if (lines.empty()) throw std::runtime_error(name + ": no packets");
  std::sort(lines.begin(), lines.end(),
            [](const Line& a, const Line& b) { return a.packet.tag < b.packet.tag; });

  turnpike::Options options;
  options.engine = engine;
  turnpike::Simulation mesh = turnpike::Simulation::from_text(network, options);
  std::size_t compared = 0;
  std::size_t different = 0;
  const auto compare = [&] {
    for (const turnpike::Delivery& d : mesh.take_deliveries()) {
      ++compared;
      different += d.delivered == delivered.at(d.tag) ? 0 : 1;
    }
  };
  for (const Line& line : lines) {
    if (mesh.cycle() < line.queued) mesh.step(line.queued - mesh.cycle());
    mesh.offer(line.packet);
  }
  mesh.step_until_idle(100000);
  compare();
  std::printf("%s: %zu packets of %zu, %zu in another cycle\n", engine.c_str(), compared,
              lines.size(), different);
  return compared == lines.size() && different == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char* argv[]) {
  if (argc < 2) {
    std::fprintf(stderr, "repeat PACKETS [ENGINE]\n");
    return 2;
  }
  try {
    return repeat(argv[1], argc > 2 ? argv[2] : "rtl");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
