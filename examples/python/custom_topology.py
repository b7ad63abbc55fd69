#!/usr/bin/env python3
"""custom_topology.py - graphs of networkx as networks: three of 16 switches side by side.

Any connected graph is routed Up*/Down* (docs/analysis.md), so it cannot deadlock; short ways that
the tree of that routing forbids are lost.
"""

import networkx

import turnpike

GRAPHS = {
    "ring with chords": networkx.circulant_graph(16, [1, 4]),
    "random, 3 links a switch": networkx.random_regular_graph(3, 16, seed=3),
    "hypercube": networkx.hypercube_graph(4),
}


def main() -> None:
    print("                         | links | diameter | hops | latency at 0.05 | accepted at most")
    for name, graph in GRAPHS.items():
        config = turnpike.from_networkx(graph)
        config["run"] = {"measurement": 1000}
        light = turnpike.run(config, {"traffic.load": 0.05})
        full = turnpike.run(config, {"traffic.load": 1.0})
        print(f"{name:24} | {graph.number_of_edges():5} | {networkx.diameter(graph):8} | "
              f"{light['hops']:4.2f} | {light['latency']:15.1f} | {full['accepted']:.2f}")


if __name__ == "__main__":
    main()
