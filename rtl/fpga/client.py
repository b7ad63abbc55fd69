#!/usr/bin/env python3
"""client.py - runs traffic on a network in an FPGA, and compares with what the model says.

  client.py DEVICE [--config config.toml] [--load L] [--seed S] [--pattern P] [--out FOLDER]
            [--expect FOLDER]

DEVICE is a serial line (/dev/ttyUSB0) or a pseudo-terminal, behind which is a network that
`turnpike emit --terminals traffic` wrote. Its configuration says pattern, load, length, seed,
warm-up and measurement. FOLDER of --expect is one that `turnpike run --out FOLDER` left, with
traffic.generator = "xorshift" and otherwise the same configuration: every counter must be the same.

Leaves counters.csv (one row a node) and histogram.csv in FOLDER of --out. Status: 0 done; 1 a check
failed, in the network or against --expect; 2 bad arguments, no answer.
"""

import argparse
import csv
import json
import math
import pathlib
import sys
import time
import tomllib

sys.dont_write_bytecode = True  # The folder stays as `turnpike emit` wrote it.

from serial_line import SELF, Line, Refused, rounded, state_of

ALL = 255
MAGIC = 0x54504B31
BINS = 256


# ---- Patterns that are fixed, as model/traffic/destinations.cpp has them

def bits_of(nodes, pattern):
    bits = nodes.bit_length() - 1
    if nodes != 1 << bits:
        raise Refused(f"traffic.pattern: {pattern} needs a power of two nodes, not {nodes}")
    return bits


def transpose(node, radix, nodes):
    if len(radix) == 2 and radix[0] == radix[1]:
        return node % radix[0] * radix[0] + node // radix[0]
    half, odd = divmod(bits_of(nodes, "transpose"), 2)
    if odd:
        raise Refused("traffic.pattern: transpose needs a square, or a power of four nodes")
    return (node >> half) | (node << half) & (nodes - 1)


def bit_reversal(node, bits):
    return int(format(node, f"0{bits}b")[::-1], 2) if bits else node


def ends_swapped(node, bits):
    if bits < 2:
        return node
    ends = 1 << (bits - 1) | 1
    return node & ~ends | (node & 1) << (bits - 1) | node >> (bits - 1)


def shifted(node, radix, step):
    """Every coordinate moved up by step(k), modulo k."""
    result, stride = 0, 1
    for k in radix:
        result += (node % k + step(k)) % k * stride
        node //= k
        stride *= k
    return result


def fixed_destination(pattern, node, radix, nodes):
    if pattern == "transpose":
        return transpose(node, radix, nodes)
    if pattern == "tornado":
        return shifted(node, radix, lambda k: (k + 1) // 2 - 1)
    if pattern == "neighbour":
        return shifted(node, radix, lambda k: 1)
    bits = bits_of(nodes, pattern)
    if pattern == "bit_complement":
        return ~node & (nodes - 1)
    if pattern == "bit_reversal":
        return bit_reversal(node, bits)
    if pattern == "perfect_shuffle":
        return node << 1 & (nodes - 1) | (node >> (bits - 1) if bits else 0)
    if pattern == "butterfly":
        return ends_swapped(node, bits)
    raise Refused(f"traffic.pattern: {pattern}; allowed: uniform, uniform_other, hot_spot, "
                  "transpose, bit_complement, bit_reversal, perfect_shuffle, butterfly, tornado, "
                  "neighbour")


# ---- A run

def read_config(path):
    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise Refused(f"{path}: {error}") from error


def check_expected(folder):
    """A run of the model with other random numbers than those of the FPGA says nothing."""
    generator = read_config(folder / "config.toml")["traffic"].get("generator")
    if generator != "xorshift":
        raise Refused(f"{folder}: this run had traffic.generator = {generator}; to be compared, run"
                      " the model with --set traffic.generator=xorshift")


class Experiment:
    """What the configuration and the options say."""

    def __init__(self, options):
        config = read_config(options.config)
        traffic, run = config["traffic"], config["run"]
        self.radix = config["network"].get("radix", [])
        self.pattern = options.pattern or traffic["pattern"]
        self.load = traffic["load"] if options.load is None else options.load
        self.length = traffic.get("length")
        self.hot_node = traffic["hot_node"]
        self.hot_fraction = traffic["hot_fraction"]
        self.seed = run["seed"] if options.seed is None else options.seed
        self.warmup, self.measurement = run.get("warmup"), run["measurement"]
        if not isinstance(self.length, int) or not 1 <= self.length <= 255:
            raise Refused(f"{options.config}: traffic.length: 1 .. 255 flits, all packets alike")
        if not isinstance(self.warmup, int):
            raise Refused(f"{options.config}: run.warmup: must be a number of cycles")
        if self.warmup + self.measurement >= 1 << 32:
            raise Refused(f"{options.config}: run.measurement: at most 2^32 cycles with warm-up")
        if not 0 <= self.load <= self.length:
            raise Refused(f"traffic.load: 0 .. {self.length}, at most one message a cycle")

    def target_word(self, node, nodes):
        """Register 2 of a terminal."""
        others, hot, to = 0, 0, 0
        if self.pattern == "uniform_other":
            others = 1
        elif self.pattern == "hot_spot":
            others, hot, to = 1, rounded(self.hot_fraction * 256), self.hot_node
        elif self.pattern != "uniform":
            radix = self.radix if isinstance(self.radix, list) else [self.radix]
            return 1 << 31 | fixed_destination(self.pattern, node, radix, nodes)
        return others << 30 | hot << 16 | to


def start(line, experiment):
    """Resets, loads the registers; returns the number of nodes."""
    if line.read(SELF, 2) != MAGIC:
        raise Refused(f"{line.device}: what answers is not a demonstrator")
    line.write(SELF, 0, 2)
    nodes = line.read(0, 8)
    line.write(SELF, 1, experiment.warmup)
    line.write(SELF, 2, experiment.measurement)
    line.write(ALL, 1, rounded(experiment.load / experiment.length * 65536))
    line.write(ALL, 3, experiment.length)
    for node in range(nodes):
        line.write(node, 0, state_of(experiment.seed, node))
        line.write(node, 2, experiment.target_word(node, nodes))
    return nodes


def run(line, nodes, limit):
    """Until every measured packet has arrived, or `limit` seconds have gone."""
    line.write(SELF, 0, 1)
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if line.read(SELF, 1) == 2:
            queued = sum(line.read(node, 0) for node in range(nodes))
            if queued == sum(line.read(node, 1) for node in range(nodes)):
                break
    else:
        print(f"not all measured packets have arrived in {limit} s", file=sys.stderr)
    line.write(SELF, 0, 0)


FIELDS = ("queued", "packets", "flits", "latency_low", "latency_high", "slowest", "flags")


def collect(line, nodes):
    """Counters of each node, and the histogram of all."""
    rows, bins = [], [0] * BINS
    for node in range(nodes):
        row = {name: line.read(node, register) for register, name in enumerate(FIELDS)}
        low, high = row.pop("latency_low"), row.pop("latency_high")
        flags = row.pop("flags")
        row = {"node": node, **row, "latency_sum": high << 32 | low, "lost": flags >> 1,
               "wrong": flags & 1}
        rows.append(row)
        line.write(node, 4, 0)
        for i in range(min(row["slowest"], BINS - 1) + 1):  # the others are empty
            bins[i] += line.read(node, 7)
    return rows, bins


def complaints(rows, bins, status, expected):
    """What is wrong in itself, or against a run of the model."""
    found = []
    for row in rows:
        if row["wrong"]:
            found.append(f"node {row['node']}: a flit that arrived was wrong")
    if status & 2:
        found.append("error_o of the network is high")
    lost = [str(row["node"]) for row in rows if row["lost"]]
    if lost:
        return [*found, f"a queue was full at node {', '.join(lost)}: past saturation, where the "
                        "model's queues grow; choose a lower load"]
    total = {key: sum(row[key] for row in rows) for key in ("queued", "packets", "flits",
                                                            "latency_sum")}
    if total["queued"] != total["packets"] or sum(bins) != total["packets"]:
        found.append(f"{total['queued']} packets were queued, {total['packets']} arrived, "
                     f"{sum(bins)} are in the histogram")
    if expected is None:
        return found
    results = json.loads((expected / "results.json").read_text())
    cycles = results["measurement_cycles"] * results["nodes"]
    wanted = {"packets": results["packets"], "flits": round(results["accepted"] * cycles),
              "latency_sum": round(results["latency"] * results["packets"])}
    wanted_bins = [0] * BINS
    with open(expected / "histogram.csv", newline="", encoding="ascii") as file:
        for row in csv.DictReader(file):
            wanted_bins[min(int(row["low"]), BINS - 1)] += int(row["packets"])
    found += [f"{key}: {total[key]}, the model has {value}" for key, value in wanted.items()
              if total[key] != value]
    slowest = max(row["slowest"] for row in rows)
    if slowest != results["latency_max"]:
        found.append(f"slowest packet: {slowest} cycles, the model has {results['latency_max']}")
    found += [f"{here} packets of {i} cycles, the model has {there}"
              for i, (here, there) in enumerate(zip(bins, wanted_bins)) if here != there]
    return found


def leave(folder, rows, bins):
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "counters.csv", "w", newline="", encoding="ascii") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    with open(folder / "histogram.csv", "w", newline="", encoding="ascii") as file:
        writer = csv.writer(file)
        writer.writerow(("latency", "packets"))
        writer.writerows((i, count) for i, count in enumerate(bins) if count)


def parse(arguments):
    parser = argparse.ArgumentParser(description="Traffic on a network in an FPGA.")
    parser.add_argument("device", help="serial line of the board")
    here = pathlib.Path(__file__).parent
    parser.add_argument("--config", type=pathlib.Path, default=here / "config.toml")
    parser.add_argument("--baud", type=int, default=115200)
    parser.add_argument("--load", type=float, help="flits per node and cycle")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--pattern")
    parser.add_argument("--limit", type=float, default=60, help="seconds of a run")
    parser.add_argument("--timeout", type=float, default=5, help="seconds for an answer")
    parser.add_argument("--out", type=pathlib.Path, help="folder for counters and histogram")
    parser.add_argument("--expect", type=pathlib.Path, help="folder of `turnpike run`")
    return parser.parse_args(arguments)


def main(arguments):
    options = parse(arguments)
    try:
        try:
            experiment = Experiment(options)
        except KeyError as error:
            raise Refused(f"{options.config}: has no key {error}; --config is the config.toml that"
                          " `turnpike emit` wrote beside this file, with every key") from error
        if options.expect:
            check_expected(options.expect)
        line = Line(options.device, options.baud, options.timeout)
        nodes = start(line, experiment)
        run(line, nodes, options.limit)
        rows, bins = collect(line, nodes)
        status = line.read(SELF, 0)
        if options.out:
            leave(options.out, rows, bins)
        found = complaints(rows, bins, status, options.expect)
    except (Refused, OSError, KeyError, ValueError) as error:
        print(f"client.py: {error}", file=sys.stderr)
        return 2
    packets = sum(row["packets"] for row in rows)
    accepted = sum(row["flits"] for row in rows) / (nodes * experiment.measurement)
    latency = sum(row["latency_sum"] for row in rows) / packets if packets else math.nan
    print(f"{nodes} nodes, {packets} packets: accepted {accepted:.4f} flits per node and cycle, "
          f"latency {latency:.3f} cycles, slowest {max(row['slowest'] for row in rows)}")
    for complaint in found:
        print(f"client.py: {complaint}", file=sys.stderr)
    if options.expect and not found:
        print("every counter is the model's")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
