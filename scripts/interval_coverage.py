#!/usr/bin/env python3
"""interval_coverage.py - how often the 95 % interval of the mean latency holds the true mean.

Of the closed loop of requests and replies, the mean round trip. For each network and load, or
window, it runs as many seeds and one long run, whose mean counts as the true one.
It prints a table: of all runs the share whose interval holds the true mean, the share that says it
is too short, and of the others the share that holds it. docs/statistics.md, section 3, has it.

    scripts/interval_coverage.py                    # all networks, minutes
    scripts/interval_coverage.py mesh torus --seeds 40
"""

import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
from dataclasses import dataclass

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SHARES = (0.10, 0.25, 0.50, 0.75, 0.90, 0.95)
FIRST_SEED = 1001
LONG_SEED = 7  # none of those


@dataclass
class Network:
    config: str
    sets: tuple[str, ...]
    saturation: float  # flits per node and cycle, by `turnpike sweep`
    measurement: int  # cycles, as the configuration has it
    long: int  # cycles of the long run
    windows: tuple[int, ...] = ()  # of a closed loop, in the place of loads


NETWORKS = {
    "mesh": Network("mesh_8x8", (), 0.39, 10000, 600000),
    "torus": Network("torus_8ary_2cube", (), 0.595, 10000, 600000),
    "cube": Network(
        "hypercube_8", ("network.dimensions=6", "traffic.length=5"), 0.83, 10000, 400000
    ),
    "packets": Network("torus_packets", (), 0.215, 10000, 600000),
    "requests": Network(
        "memory_8x8",
        ('workload.targets="all"', 'workload.choice="random"', 'workload.think="geometric"',
         "workload.think_time=40"),
        0,
        10000,
        400000,
        (1, 2, 4, 8, 16),
    ),
}


@dataclass
class Found:
    mean: float
    half_width: float
    is_reliable: bool


def run(program: str, network: Network, load: float, seed: int, measurement: int) -> Found:
    command = [program, "run", f"{ROOT}/configs/{network.config}.toml", "--json"]
    command += ["--engine", "model", "--seed", str(seed)]
    offered = f"workload.window={load:.0f}" if network.windows else f"traffic.load={load:.4f}"
    sets = network.sets + (
        offered,
        f"run.measurement={measurement}",
        f"run.max_cycles={4 * measurement + 200000}",
        "run.latency_limit=1000000",
    )
    for one in sets:
        command += ["--set", one]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: status {done.returncode}: {done.stderr}")
    figures = json.loads(done.stdout)
    name = "latency"
    if network.windows:
        figures, name = figures["workload"]["figures"], "round_trip"
    half_width = figures[f"{name}_ci95"]
    return Found(
        figures[name],
        float("inf") if half_width is None else half_width,
        figures[f"{name}_ci95_reliable"],
    )


def row(name: str, label: str, measurement: int, truth: Found, runs: list[Found]) -> str:
    def percent(part: int, whole: int) -> str:
        return f"{100 * part / whole:.0f} %" if whole else "-"

    hits = [abs(one.mean - truth.mean) <= one.half_width for one in runs]
    reliable = [hit for one, hit in zip(runs, hits) if one.is_reliable]
    width = sum(one.half_width for one in runs) / len(runs)
    return (
        f"| {name} | {label} | {measurement} "
        f"| {truth.mean:.2f} ± {truth.half_width:.2f} | ± {width:.2f} "
        f"| {percent(sum(hits), len(hits))} "
        f"| {percent(len(runs) - len(reliable), len(runs))} "
        f"| {percent(sum(reliable), len(reliable))} |"
    )


def main() -> None:
    line = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    line.add_argument("networks", nargs="*", metavar="NETWORK", help=f"of {', '.join(NETWORKS)}")
    line.add_argument("--seeds", type=int, default=20)
    line.add_argument("--shares", help="of saturation, in %%, such as 10,90; default: all six")
    line.add_argument("--times", type=int, default=1, help="that many times the measurement")
    line.add_argument("--program", default=f"{ROOT}/build/turnpike")
    line.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = line.parse_args()
    unknown = set(options.networks) - set(NETWORKS)
    if unknown:
        line.error(f"found {', '.join(sorted(unknown))}, allowed: {', '.join(NETWORKS)}")
    shares = SHARES
    if options.shares:
        shares = tuple(float(share) / 100 for share in options.shares.split(","))
    print("| network | of saturation | cycles measured | true mean | mean half width ", end="")
    print("| covered | says it is too short | covered of the others |")
    print("|---|---|---|---|---|---|---|---|")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name in options.networks or NETWORKS:
            network = NETWORKS[name]
            measurement = options.times * network.measurement
            points = [(f"{100 * share:.0f} %", share * network.saturation) for share in shares]
            if network.windows:
                points = [(f"window {window}", float(window)) for window in network.windows]
            for label, load in points:
                seeds = range(FIRST_SEED, FIRST_SEED + options.seeds)
                truth = pool.submit(run, options.program, network, load, LONG_SEED, network.long)
                runs = [
                    pool.submit(run, options.program, network, load, seed, measurement)
                    for seed in seeds
                ]
                results = [one.result() for one in runs]
                print(row(name, label, measurement, truth.result(), results), flush=True)


if __name__ == "__main__":
    main()
