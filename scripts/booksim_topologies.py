#!/usr/bin/env python3
"""booksim_topologies.py - the topologies of BookSim 2 on Turnpike's model, beside BookSim itself.

    BOOKSIM=/path/to/booksim2/src scripts/booksim_topologies.py [NAME ...] [--program PROGRAM]

Each topology runs with BookSim's own example configuration, and tree4 and qtree, which have none,
with a short one. `turnpike import-booksim` makes Turnpike's from the same file. Traffic is uniform
in single flits where the figures are compared: latency at a load of 0.005, and accepted flits per
cycle and terminal at a load of 1. Writes docs/booksim/topologies.csv; with names of topologies,
prints these lines alone.
"""

import argparse
import csv
import json
import os
import pathlib
import re
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
UNIFORM = """traffic = uniform; packet_size = 1;
injection_rate_uses_flits = 1; use_read_write = 0;
"""
LOW = 0.005
SAMPLES = 3  # of BookSim above saturation, where it would go on


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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", choices=[[], *EXAMPLES])
    parser.add_argument("--program", default=str(ROOT / "build/turnpike"))
    options = parser.parse_args()
    source = os.environ.get("BOOKSIM")
    if not source:
        sys.exit("BOOKSIM: found nothing, allowed: the folder booksim2/src, with its program")
    source = pathlib.Path(source)
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for topology in options.names or EXAMPLES:
            path, example = configuration(topology, source / "examples", folder)
            period = 1000
            low, hops, _ = booksim(source / "booksim", path, folder, LOW, 4 * period)
            accepted = booksim(source / "booksim", path, folder, 1, period)[2]
            our_low, _, terminals = turnpike(options.program, path, LOW, 4 * period)
            our_accepted = turnpike(options.program, path, 1, period)[1]
            rows.append([topology, example, terminals, f"{hops:.2f}", f"{low:.1f}",
                         f"{our_low:.1f}", f"{accepted:.3f}", f"{our_accepted:.3f}"])
            print(",".join(str(one) for one in rows[-1]), flush=True)
    if options.names:
        return
    TABLE.parent.mkdir(exist_ok=True)
    with open(TABLE, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])


if __name__ == "__main__":
    main()
