#!/usr/bin/env python3
"""design_space.py - 500 configurations of a 16-node network, several at a time.

    design_space.py [CONFIGURATIONS]     500 without it

Draws configurations at random: topology, virtual channels and depth of the buffers, all at the same
load. Prints the configurations that no other one beats: every other one that has no more flits in
its buffers has more latency.
"""

import random
import sys
from concurrent.futures import ThreadPoolExecutor

import turnpike

LOAD = 0.15  # flits per node and cycle
NETWORKS = {
    "mesh 4x4": {"topology": "mesh", "radix": [4, 4]},
    "torus 4x4": {"topology": "torus", "radix": [4, 4]},
    "hypercube": {"topology": "hypercube", "dimensions": 4},
    "ring of 16": {"topology": "torus", "radix": [16]},
}


def draw(generator: random.Random) -> dict:
    """One point of the space; a torus needs two virtual channels against deadlock."""
    name = generator.choice(list(NETWORKS))
    return {"name": name,
            "virtual_channels": generator.choice([2, 4, 6, 8]),
            "buffer_depth": generator.choice([1, 2, 3, 4, 6, 8, 12, 16]),
            "seed": generator.randrange(1, 1000)}


def evaluate(point: dict) -> dict:
    """Latency, and the flits that all buffers of the network hold. Threads run side by side, as
    the library does not hold the lock of Python while it runs cycles."""
    config = {"network": NETWORKS[point["name"]],
              "router": {"virtual_channels": point["virtual_channels"],
                         "buffer_depth": point["buffer_depth"]},
              "traffic": {"pattern": "uniform", "load": LOAD},
              "run": {"measurement": 1000, "seed": point["seed"]}}
    results = turnpike.run(config)
    buffers = results["channels"] * point["virtual_channels"] * point["buffer_depth"]
    return {**point, "status": results["status"], "latency": results["latency"],
            "buffers": buffers}


def best(points: list[dict]) -> list[dict]:
    """Those with less latency than all that have no more buffers."""
    front: list[dict] = []
    for point in sorted(points, key=lambda each: (each["buffers"], each["latency"])):
        if not front or point["latency"] < front[-1]["latency"]:
            front.append(point)
    return front


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    generator = random.Random(1)
    with ThreadPoolExecutor() as pool:
        found = list(pool.map(evaluate, [draw(generator) for _ in range(count)]))
    done = [point for point in found if point["status"] == "done"]
    print(f"{count} configurations at load {LOAD}, {count - len(done)} of them saturated")
    print("network    | virtual channels | depth | flits in all buffers | latency")
    for point in best(done):
        print(f"{point['name']:10} | {point['virtual_channels']:16} | {point['buffer_depth']:5} | "
              f"{point['buffers']:20} | {point['latency']:7.1f}")


if __name__ == "__main__":
    main()
