#!/usr/bin/env python3
"""run.py - the examples of a network in somebody else's simulator, and what they must measure.

  run.py event_host|systemc --build BUILD --work FOLDER

What one packet takes in an idle network is computed here from docs/timing.md, section 5. The exit
status is 1 when something differs.
"""

import argparse
import json
import pathlib
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("test", choices=("event_host", "systemc"))
    for option in ("--build", "--work"):
        parser.add_argument(option, type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    work = arguments.work.resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    tests = {"event_host": event_host, "systemc": systemc}
    problems = tests[arguments.test](arguments.build.resolve(), work)
    for problem in problems:
        print(problem)
    print("failed" if problems else "passed")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
