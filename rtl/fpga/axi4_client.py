#!/usr/bin/env python3
"""axi4_client.py - runs bursts on an AXI4 network in an FPGA, and compares with the model.

  client.py DEVICE --expect REPORT [--baud B] [--limit S] [--timeout S] [--out FILE]

It is client.py in the folder that `turnpike emit --terminals traffic` writes from a configuration
with [axi]. DEVICE is a serial line (/dev/ttyUSB0) or a pseudo-terminal, behind which is that
network. REPORT is what `turnpike axi --board --json` printed for the same configuration. It says
seed, pace, cycles and beats; the FPGA runs the same bursts, and every counter of its control block
must be the model's.

Leaves the counters as CSV in FILE of --out. Status: 0 done; 1 a check failed, on the FPGA or
against REPORT; 2 bad arguments, no answer.
"""

import argparse
import csv
import json
import pathlib
import re
import sys
import time

sys.dont_write_bytecode = True  # The folder stays as `turnpike emit` wrote it.

from serial_line import SELF, Line, Refused, rounded, state_of

MAGIC = 0x54504B41
FIRST_STATE = 16  # register of the first manager's generator
SNAPSHOT = 0x14
ENDLESS = ("cycles", "network_cycles")  # They go on after the last burst.


def read_report(path):
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Refused(f"{path}: {error}") from error
    if report.get("schema") != "turnpike.axi/1":
        raise Refused(f"{path}: is no report of `turnpike axi --json`")
    if report["traffic"]["kind"] != "board":
        raise Refused(f"{path}: this run had other bursts; to be compared, run the model with "
                      "--board")
    if "counters" not in report:
        raise Refused(f"{path}: has no counters; to be compared, run the model with "
                      "--set axi.control=true")
    return report


def read_offsets(folder):
    """Where each counter is, by the C header beside this file."""
    header = next(folder.glob("*_control.h"))
    top = header.name.removesuffix("_control.h").upper()
    found = re.findall(rf"#define {re.escape(top)}_(\w+) (0x\w+)u", header.read_text())
    offsets = {name.lower(): int(offset, 16) for name, offset in found}
    return {name: offset for name, offset in offsets.items() if offset >= 0x1000}


def word(offset):
    """Node and register of a word of the control block."""
    return divmod(offset // 4, 256)


def run(line, report, limit):
    """Until every burst is answered."""
    if line.read(SELF, 2) != MAGIC:
        raise Refused(f"{line.device}: what answers is no demonstrator of an AXI4 network")
    traffic = report["traffic"]
    line.write(SELF, 0, 0)
    line.write(SELF, 1, traffic["cycles"])
    line.write(SELF, 2, rounded(traffic["pace"] * 65536))
    line.write(SELF, 3, traffic["beats"] - 1)
    for number, manager in enumerate(report["managers"]):
        line.write(SELF, FIRST_STATE + number, state_of(report["seed"], manager["node"]))
    line.write(SELF, 0, 1)
    end = time.monotonic() + limit
    while line.read(SELF, 0) & 1:
        if time.monotonic() > end:
            raise Refused(f"{line.device}: bursts are not answered in {limit} s")


def collect(line, offsets):
    """All counters, of one cycle."""
    line.write(*word(SNAPSHOT), 1)
    return {name: line.read(*word(offset)) | line.read(*word(offset + 4)) << 32
            for name, offset in offsets.items()}


def complaints(counters, status, report):
    """What is wrong in itself, or against the model."""
    found = []
    if status & 4:
        found.append("a manager got an answer that was wrong")
    if status & 2:
        found.append("error_o of the network is high")
    wanted = report["counters"]
    if counters["cycles"] != counters["network_cycles"] or counters["cycles"] < wanted["cycles"]:
        found.append(f"{counters['cycles']} cycles, of which the network counted "
                     f"{counters['network_cycles']}; the model needed {wanted['cycles']}")
    return found + [f"{name}: {counters[name]}, the model has {value}"
                    for name, value in wanted.items()
                    if name not in ENDLESS and counters[name] != value]


def leave(path, counters):
    with open(path, "w", newline="", encoding="ascii") as file:
        writer = csv.writer(file)
        writer.writerow(("counter", "value"))
        writer.writerows(counters.items())


def parse(arguments):
    parser = argparse.ArgumentParser(description="Bursts on an AXI4 network in an FPGA.")
    parser.add_argument("device", help="serial line of the board")
    parser.add_argument("--expect", type=pathlib.Path, required=True,
                        help="report of `turnpike axi --board --json`")
    parser.add_argument("--baud", type=int, default=115200)
    parser.add_argument("--limit", type=float, default=60, help="seconds of a run")
    parser.add_argument("--timeout", type=float, default=5, help="seconds for an answer")
    parser.add_argument("--out", type=pathlib.Path, help="file for the counters")
    return parser.parse_args(arguments)


def main(arguments):
    options = parse(arguments)
    try:
        report = read_report(options.expect)
        offsets = read_offsets(pathlib.Path(__file__).parent)
        if offsets.keys() != report["counters"].keys():
            raise Refused(f"{options.expect}: has other counters than this network; run the model "
                          "with the config.toml beside this file")
        line = Line(options.device, options.baud, options.timeout)
        run(line, report, options.limit)
        counters = collect(line, offsets)
        status = line.read(SELF, 0)
        if options.out:
            leave(options.out, counters)
        found = complaints(counters, status, report)
    except (Refused, OSError, KeyError) as error:
        print(f"client.py: {error}", file=sys.stderr)
        return 2
    for manager in report["managers"]:
        port = manager["port"]
        reads, read_cycles = counters[f"reads_{port}"], counters[f"read_wait_{port}"]
        writes, write_cycles = counters[f"writes_{port}"], counters[f"write_wait_{port}"]
        print(f"{port}: {reads} reads in {read_cycles} cycles, {writes} writes in {write_cycles}")
    for complaint in found:
        print(f"client.py: {complaint}", file=sys.stderr)
    if not found:
        print("every counter is the model's")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
