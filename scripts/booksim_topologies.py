#!/usr/bin/env python3
"""booksim_topologies.py - the topologies of BookSim 2 on Turnpike's model, beside BookSim itself.

    BOOKSIM=/path/to/booksim2/src scripts/booksim_topologies.py [--program PROGRAM] [--speed]
                                                                [NAME ...]

Each topology runs with BookSim's own example configuration, and tree4 and qtree, which have none,
with a short one. `turnpike import-booksim` makes Turnpike's from the same file. Traffic is uniform
in single flits where the figures are compared: latency at a load of 0.005, and accepted flits per
cycle and terminal at a load of 1. Writes docs/booksim/topologies.csv; with names of topologies,
prints these lines alone. --speed: cycles per CPU-second of both at half of what BookSim accepts,
one after the other, REPEATS times, and the median of the ratios: docs/booksim/speed.csv.
"""

import argparse
import csv
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs/booksim/topologies.csv"
COLUMNS = ["topology", "example", "terminals", "hops_booksim", "latency_booksim",
           "latency_turnpike", "accepted_booksim", "accepted_turnpike"]
TREE = """k = 4; n = 3; routing_function = nca;
num_vcs = 4; vc_buf_size = 16; routing_delay = 0;
"""
EXAMPLES = {
    "mesh": "mesh88_lat", "torus": "torus88", "cmesh": "cmeshconfig", "flatfly": "flatflyconfig",
    "fly": "singleconfig", "fattree": "fattree_config", "dragonflynew": "dragonflyconfig",
    "anynet": "anynet/anynet_config",
    "tree4": "topology = tree4;\n" + TREE, "qtree": "topology = qtree;\n" + TREE,
}
WIDE = ["mesh:16"]  # routers with many virtual channels, of which there is no example
UNIFORM = """traffic = uniform; packet_size = 1;
injection_rate_uses_flits = 1; use_read_write = 0;
"""
LOW = 0.005
SAMPLES = 3  # of BookSim above saturation, where it would go on
SPEED_TABLE = ROOT / "docs/booksim/speed.csv"
SPEED_COLUMNS = ["topology", "virtual_channels", "load", "cycles", "booksim_s", "turnpike_s",
                 "ratio", "least", "most"]
REPEATS = 3


def configuration(name, examples, folder):
    """The example with the traffic of the comparison, as a file."""
    example = EXAMPLES[name]
    is_file = "\n" not in example
    text = (examples / example).read_text(encoding="utf-8") if is_file else example
    if name == "anynet":
        net = (examples / "anynet/anynet_file").resolve()
        text = re.sub(r"network_file *= *[^;]*;", f"network_file = {net};", text)
    path = folder / f"{name}.cfg"
    path.write_text(text + "\n" + UNIFORM, encoding="utf-8")
    return path, example if is_file else "(none)"


def booksim(binary, path, folder, load, period):
    """Figures of a run: (latency, hops, accepted); it is ended after some samples."""
    command = [str(binary), str(path), f"injection_rate={float(load)}", f"sample_period={period}",
               "warmup_periods=1", "sim_type=latency", "latency_thres=1000000.0"]
    found = {"Packet latency average": None, "Hops average": None,
             "Accepted flit rate average": None}
    samples = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          cwd=folder) as process:
        for line in process.stdout:
            for key in found:
                match = re.match(key + r" *= *([0-9.]+)", line.strip())
                if match:
                    found[key] = float(match.group(1))
                    samples += key.startswith("Accepted")
            if samples >= SAMPLES and load == 1:
                process.kill()
                break
    return (found["Packet latency average"], found["Hops average"],
            found["Accepted flit rate average"])


def turnpike(program, path, load, period):
    """(latency, accepted, terminals) of the same configuration."""
    toml = path.with_suffix(".toml")
    made = subprocess.run([program, "import-booksim", str(path)], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, check=True).stdout
    toml.write_text(made, encoding="utf-8")
    run = subprocess.run(
        [program, "run", str(toml), "--engine", "model", "--json", "--set", f"traffic.load={load}",
         "--set", f"run.warmup={period}", "--set", f"run.measurement={2 * period}",
         "--set", f"run.max_cycles={3 * period}"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
    json_run = json.loads(run)
    check = json.loads(subprocess.run([program, "check", str(toml), "--json"],
                                      stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                      check=False).stdout)
    return json_run["latency"], json_run["accepted"], check["nodes"]


def figures(topology, options, source, folder):
    """A row of COLUMNS."""
    path, example = configuration(topology, source / "examples", folder)
    period = 1000
    low, hops, _ = booksim(source / "booksim", path, folder, LOW, 4 * period)
    accepted = booksim(source / "booksim", path, folder, 1, period)[2]
    our_low, _, terminals = turnpike(options.program, path, LOW, 4 * period)
    our_accepted = turnpike(options.program, path, 1, period)[1]
    return [topology, example, terminals, f"{hops:.2f}", f"{low:.1f}", f"{our_low:.1f}",
            f"{accepted:.3f}", f"{our_accepted:.3f}"]


def cpu_seconds(command, folder):
    """What a command prints, and the processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    text = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                          cwd=folder, check=False).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return text, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def speed(name, options, source, folder):
    """A row of SPEED_COLUMNS. NAME:V is the example NAME with V virtual channels."""
    topology, _, vcs = name.partition(":")
    path, _ = configuration(topology, source / "examples", folder)
    if vcs:
        with open(path, "a", encoding="utf-8") as file:
            file.write(f"num_vcs = {vcs};\n")
    with open(TABLE, newline="", encoding="utf-8") as file:
        load = next(float(row["accepted_booksim"]) for row in csv.DictReader(file)
                    if row["topology"] == topology) / 2
    toml = path.with_suffix(".toml")
    toml.write_text(subprocess.run([options.program, "import-booksim", str(path)],
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                   check=True).stdout, encoding="utf-8")
    runs = []
    for _ in range(REPEATS):
        text, theirs = cpu_seconds(
            [str(source / "booksim"), str(path), f"injection_rate={load}", "sample_period=5000",
             "warmup_periods=1", "max_samples=3", "sim_type=latency", "latency_thres=1e6"], folder)
        cycles = int(re.search(r"Time taken is (\d+) cycles", text).group(1))
        # Ten times as many cycles of ours, so that the start of the program does not count.
        text, ours = cpu_seconds(
            [options.program, "run", str(toml), "--engine", "model", "--json", "--set",
             f"traffic.load={load}", "--set", "run.warmup=0", "--set",
             f"run.measurement={10 * cycles}", "--set", f"run.max_cycles={10 * cycles}"], folder)
        ours /= json.loads(text)["cycles"] / cycles
        runs.append((theirs / ours, theirs, ours, cycles))
    ratios = sorted(run[0] for run in runs)
    ratio, theirs, ours, cycles = sorted(runs)[REPEATS // 2]
    configured = re.search(r"virtual_channels = (\d+)", toml.read_text(encoding="utf-8"))
    return [topology, configured.group(1), f"{load:.4f}", cycles, f"{theirs:.2f}", f"{ours:.4f}",
            f"{ratio:.1f}", f"{ratios[0]:.1f}", f"{ratios[-1]:.1f}"]


def write(table, columns, rows):
    table.parent.mkdir(exist_ok=True)
    with open(table, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([columns, *rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", choices=[[], *EXAMPLES, *WIDE])
    parser.add_argument("--program", default=str(ROOT / "build/turnpike"))
    parser.add_argument("--speed", action="store_true")
    options = parser.parse_args()
    source = os.environ.get("BOOKSIM")
    if not source:
        sys.exit("BOOKSIM: found nothing, allowed: the folder booksim2/src, with its program")
    source = pathlib.Path(source)
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for topology in options.names or (*EXAMPLES, *(WIDE if options.speed else ())):
            rows.append(speed(topology, options, source, folder) if options.speed else
                        figures(topology, options, source, folder))
            print(",".join(str(one) for one in rows[-1]), flush=True)
    if options.names:
        return
    if options.speed:
        write(SPEED_TABLE, SPEED_COLUMNS, rows)
    else:
        write(TABLE, COLUMNS, rows)


if __name__ == "__main__":
    main()
