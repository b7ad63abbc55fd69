#!/usr/bin/env python3
"""design_space.py - 500 configurations of a 16-node network, several at a time.

    design_space.py [CONFIGURATIONS]     500 without it: 10 designs; 6400: all 128

Draws designs at random (topology, virtual channels and depth of the buffers) and runs each at 50
loads. Prints the designs that no other one beats: every other one that has no more flits in its
buffers carries less traffic.
"""

import random
import sys
from concurrent.futures import ThreadPoolExecutor

import turnpike

LOADS = [0.02 * step for step in range(1, 51)]  # flits per node and cycle
NETWORKS = {
    "mesh 4x4": {"topology": "mesh", "radix": [4, 4]},
    "torus 4x4": {"topology": "torus", "radix": [4, 4]},
    "hypercube": {"topology": "hypercube", "dimensions": 4},
    "ring of 16": {"topology": "torus", "radix": [16]},
}


def designs() -> list[dict]:
    """All of them, in random order; a torus needs two virtual channels against deadlock."""
    found = [{"name": name, "virtual_channels": vcs, "buffer_depth": depth}
             for name in NETWORKS for vcs in (2, 4, 6, 8) for depth in (1, 2, 3, 4, 6, 8, 12, 16)]
    random.Random(1).shuffle(found)
    return found


def evaluate(design: dict) -> dict:
    """The most traffic that it carries, and the flits that all buffers of the network hold.

    The loads of a design share a network. `sweep` therefore runs them at once, in the batch engine,
    where this engine supports the network (mesh and hypercube); it runs the others one by one. The
    designs run side by side in threads, as the library does not hold the lock of Python."""
    config = {"network": NETWORKS[design["name"]],
              "router": {"virtual_channels": design["virtual_channels"],
                         "buffer_depth": design["buffer_depth"]},
              "traffic": {"pattern": "uniform"}, "run": {"measurement": 1000}}
    frame = turnpike.sweep(config, LOADS, jobs=1)
    buffers = int(frame["channels"][0]) * design["virtual_channels"] * design["buffer_depth"]
    sound = frame[~frame["saturated"].astype(bool)]
    return {**design, "buffers": buffers, "carried": float(sound["accepted"].max())}


def best(points: list[dict]) -> list[dict]:
    """Those that carry more than all that have no more buffers."""
    front: list[dict] = []
    for point in sorted(points, key=lambda each: (each["buffers"], -each["carried"])):
        if not front or point["carried"] > front[-1]["carried"]:
            front.append(point)
    return front


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    chosen = designs()[:max(1, count // len(LOADS))]
    with ThreadPoolExecutor() as pool:
        found = list(pool.map(evaluate, chosen))
    print(f"{len(chosen) * len(LOADS)} configurations: {len(chosen)} designs at {len(LOADS)} loads")
    print("network    | virtual channels | depth | flits in all buffers | flits per node and cycle")
    for point in best(found):
        print(f"{point['name']:10} | {point['virtual_channels']:16} | {point['buffer_depth']:5} | "
              f"{point['buffers']:20} | {point['carried']:.2f}")


if __name__ == "__main__":
    main()
