#!/usr/bin/env python3
"""run.py - the examples of a network in somebody else's simulator, and what they must measure.

  run.py TEST --build BUILD --work FOLDER

What one packet takes in an idle network is computed here from docs/timing.md, section 5. Hosts that
stand in for ASTRA-sim, SST and gem5 send messages of a file through their adapters; `turnpike run`
sends the same messages, and the times are compared. The exit status is 1 when something differs.
"""

import argparse
import csv
import json
import pathlib
import random
import shutil
import subprocess
import sys


def packet(hops, flits):
    """Cycles from the moment in which it is sent, at the beginning of a cycle, to its delivery.

    Section 5: the head, queued in cycle t, is delivered in t + 1 + (hops + 1) with one cycle a hop
    and channels of no latency; each further flit a cycle later. It is there when that cycle ends.
    """
    return 1 + (hops + 1) + (flits - 1) + 1


def output(*command):
    ran = subprocess.run([str(word) for word in command], text=True, check=False,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if ran.returncode != 0:
        sys.exit(f"{command[0]}: status {ran.returncode}: {ran.stdout}")
    return ran.stdout


def event_host(build, _work):
    said = json.loads(output(build / "turnpike_example_event_host"))
    problems = []
    alone = packet(6, 1) + 30 + packet(6, 5)
    if said["one"] != alone:
        problems.append(f"one read takes {said['one']} cycles, not {alone}")
    if said["of_32"] <= alone:
        problems.append(f"32 reads at once take {said['of_32']} cycles each")
    if said["refused"] == 0:
        problems.append("a queue of 8 took 32 packets at once")
    if not 0 < said["events"] < 1000:
        problems.append(f"{said['events']} events: it does not sleep between the bursts")
    return problems


CYCLE = 1000  # picoseconds
MESH = """[network]
topology = "mesh"
radix = 4
dimensions = 2
[traffic]
pattern = "trace"
file = "messages.trace"
[run]
engine = "model"
"""


def write_messages(folder, messages):
    folder.mkdir()
    (folder / "messages.trace").write_text(
        "".join(" ".join(map(str, message)) + "\n" for message in messages))
    (folder / "mesh.toml").write_text(MESH)
    return folder / "mesh.toml", folder / "messages.trace"


def delivered(build, folder, messages):
    """The cycle of the last flit of each message, as the program has it."""
    output(build / "turnpike", "run", folder / "mesh.toml", "--events", folder / "events.csv")
    with open(folder / "events.csv", encoding="utf-8") as log:
        log.readline()  # the version
        cycles = {(int(row["source"]), int(row["packet"])): int(row["cycle"])
                  for row in csv.DictReader(log) if row["event"] == "delivered"}
    number = dict.fromkeys(range(16), -1)
    for _, source, _, _ in messages:
        number[source] += 1
        yield cycles[source, number[source]]


def adapter(build, work, name, later, flits):
    """`later`: cycles from the end of the cycle of the last flit until the receiver has a message;
    `flits`: of a message in the flood."""
    host = build / f"turnpike_example_{name}_host"
    problems = []

    def said(folder, *options):
        return json.loads(output(host, folder / "mesh.toml", folder / "messages.trace", *options))

    draw = random.Random(1)
    begins = sorted(draw.choice((1, 5000)) + draw.randrange(300) for _ in range(600))
    messages = []
    for cycle in begins:
        source = draw.randrange(16)
        messages.append((cycle, source, (source + draw.randrange(1, 16)) % 16, draw.choice((1, 5))))
    write_messages(work / "drawn", messages)
    expected = [[cycle * CYCLE, (last + 1 + later) * CYCLE, 1]
                for (cycle, *_), last in zip(messages, delivered(build, work / "drawn", messages))]
    found = said(work / "drawn", 0, 0)
    differing = [pair for pair in zip(found["messages"], expected) if pair[0] != pair[1]]
    if differing or found["refused"] != 0:
        problems.append(f"times are not those of turnpike run: {differing[:5]}")

    # Three nodes send to node 0 faster than its channel, and later than its receiver, takes it.
    flood = [(cycle, source, 0, flits) for cycle in range(1, 61) for source in (5, 10, 15)]
    write_messages(work / "flood", flood)
    free, limited, slow = (said(work / "flood", *options) for options in ((0, 0), (1, 0), (1, 100)))
    for case in (free, limited, slow):
        if any(times != 1 for _, _, times in case["messages"]):
            problems.append(f"a message is lost or comes twice: {case['messages']}")
        case["accepted"] = [accepted - cycle * CYCLE
                            for (accepted, _, _), (cycle, *_) in zip(case["messages"], flood)]
    if free["refused"] != 0 or any(free["accepted"]):
        problems.append("a sender waits though its queue has no limit")
    if limited["refused"] == 0 or max(limited["accepted"]) < 10 * flits * CYCLE:
        problems.append(f"the sender does not wait for its queue: {limited['accepted']}")
    if name != "astra":  # whose receivers have no buffer that can be full
        if slow["most_waiting"] != 2:
            problems.append(f"{slow['most_waiting']} messages wait in a buffer for 2")
        # 180 messages; some 50 of them fit into buffers, the others wait at their sources.
        if max(slow["accepted"]) < 100 * 100 * CYCLE:
            problems.append(f"the sender does not wait for the receiver: {slow['accepted']}")
    return problems


def astra_host(build, work):
    return adapter(build, work, "astra", later=0, flits=40)  # three packets each


def sst_host(build, work):
    return adapter(build, work, "sst", later=0, flits=5)


def gem5_host(build, work):
    return adapter(build, work, "gem5", later=1, flits=5)  # a cycle in the MessageBuffer


def systemc(build, _work):
    text = output(build / "turnpike_example_memories", "model")
    said = json.loads(text[text.index("{"):text.rindex("}") + 1])
    problems = []
    # 4 x 4: node 0 is 3 hops from node 12 and 6 from node 15. 64 bytes are 16 flits of data.
    expected = {"write": packet(3, 17) + 10 + packet(3, 1),
                "read_near": packet(3, 1) + 10 + packet(3, 17),
                "read_far": packet(6, 1) + 10 + packet(6, 17)}
    for name, cycles in expected.items():
        if said[name] != cycles:
            problems.append(f"{name}: {said[name]} cycles, not {cycles}")
    if said["read_alone"] not in (expected["read_near"], expected["read_far"]):
        problems.append(f"approximately timed, alone: {said['read_alone']} cycles")
    latencies = [load["latency"] for load in said["loads"]]
    if len(latencies) != 5 or any(a >= b for a, b in zip(latencies, latencies[1:])):
        problems.append(f"latency does not grow with the load: {said['loads']}")
    if not expected["read_near"] < latencies[0] < expected["read_far"]:
        problems.append(f"reads that do not meet: {latencies[0]} cycles")
    if latencies[-1] < 2 * latencies[0]:
        problems.append(f"latency hardly grows with the load: {said['loads']}")
    if said["wrong"] != 0:
        problems.append(f"{said['wrong']} accesses brought other bytes")
    print(text)
    for engine in ("rtl", "lockstep"):
        hardware = output(build / "turnpike_example_memories", engine)
        if hardware != text:
            problems.append(f"the same payloads through engine {engine}: {hardware}")
    return problems


TESTS = {test.__name__: test for test in (event_host, astra_host, sst_host, gem5_host, systemc)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("test", choices=TESTS)
    for option in ("--build", "--work"):
        parser.add_argument(option, type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    work = arguments.work.resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    problems = TESTS[arguments.test](arguments.build.resolve(), work)
    for problem in problems:
        print(problem)
    print("failed" if problems else "passed")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
