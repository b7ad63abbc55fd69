#!/usr/bin/env python3
"""caches_and_memories.py - a closed loop: caches that miss, memories that answer, over a 4x4 mesh.

Every node has a cache with at most so many misses under way; the memories are at the corners. A
miss is a request of one flit, an answer a line of five flits, 20 cycles after the request has come.
Requests and answers are of two message classes, so that answers are never behind requests
(docs/deadlock.md). The more misses a cache may have under way, the more lines a cycle arrive, up to
what the channels of the corners carry; and the longer each of them takes.
"""

import heapq

import numpy as np

import turnpike

MESH = {
    "network": {"topology": "mesh", "radix": 4, "dimensions": 2},
    "router": {"message_classes": 2, "class_order": [0, 1]},
}
MEMORIES = np.array([0, 3, 12, 15])
MEMORY_CYCLES = 20
LINE_FLITS = 5


def simulate(misses: int, cycles: int, seed: int = 1) -> tuple[float, float]:
    """Lines a cycle that arrived at all caches, and mean cycles from a miss to its line."""
    draw = np.random.default_rng(seed)
    net = turnpike.Network(MESH)
    caches = np.repeat(np.arange(net.nodes), misses)
    net.offer(caches, draw.choice(MEMORIES, caches.size), message_class=0, tag=0)
    answers: list[tuple[int, int, int, int]] = []  # when, memory, cache, cycle of the miss
    waits = []
    while net.cycle < cycles:
        # To the next delivery, but not beyond the next answer that a memory has ready.
        until = min(answers[0][0], cycles) if answers else cycles
        if not net.step_until_delivery(until - net.cycle):
            net.step(until - net.cycle)  # nothing was under way
        for packet in net.take_deliveries():
            source, here = int(packet["source"]), int(packet["destination"])
            if packet["message_class"] == 0:
                ready = int(packet["delivered"]) + MEMORY_CYCLES
                heapq.heappush(answers, (ready, here, source, int(packet["queued"])))
            else:
                waits.append(int(packet["delivered"]) - int(packet["tag"]))
                net.offer(here, int(draw.choice(MEMORIES)), message_class=0)
        while answers and answers[0][0] <= net.cycle:
            _, memory, cache, missed = heapq.heappop(answers)
            net.offer(memory, cache, LINE_FLITS, message_class=1, tag=missed)
    return len(waits) / cycles, float(np.mean(waits))


def main() -> None:
    print("misses under way | lines a cycle | cycles a miss")
    for misses in (1, 2, 4, 8):
        lines, wait = simulate(misses, 2000)
        print(f"{misses:16} | {lines:13.2f} | {wait:13.1f}")


if __name__ == "__main__":
    main()
