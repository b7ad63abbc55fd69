#!/usr/bin/env python3
"""run.py - a core file under FuseSoC: its targets lint, sim and synth.

  run.py router|emitted|streams --fusesoc FUSESOC --program TURNPIKE --work FOLDER

`router` is turnpike.core, with one VC, as synthesis is slow; `emitted` and `streams` are the core
of a network that TURNPIKE emits, with raw channels and with AXI4-Streams. The exit status is 1
when a target fails, the packet of `sim` does not arrive or `synth` leaves no netlist.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def emit(program, folder, terminals):
    """Name of the core of the network."""
    subprocess.run([program, "emit", ROOT / "tests/emit/hypercube.toml", "--out", folder,
                    "--terminals", terminals], check=True)
    return "turnpike:networks:hypercube_network"


def run(fusesoc, cores, core, target, work, options):
    command = [fusesoc, "--cores-root", cores, "run", "--build-root", work / target, "--target",
               target, core, *options]
    ran = subprocess.run(command, cwd=work, text=True, capture_output=True, check=False)
    said = ran.stdout + ran.stderr
    if ran.returncode != 0:
        return f"status {ran.returncode}: {said}"
    if target == "lint" and "%Warning" in said:
        return said
    if target == "sim" and "the packet has arrived" not in said:
        return f"no packet: {said}"
    if target == "synth":
        netlists = [path for path in (work / target).rglob("*.json")
                    if '"modules"' in path.read_text()]
        if not netlists:
            return f"no netlist: {said}"
        cells = sum(len(module.get("cells", {})) for module in
                    json.loads(netlists[0].read_text())["modules"].values()
                    if not int(module["attributes"].get("blackbox", "0"), 2))
        if cells < 500:
            return f"a netlist of {cells} cells"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("test", choices=("router", "emitted", "streams"))
    for option in ("--fusesoc", "--program", "--work"):
        parser.add_argument(option, type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    work = arguments.work.resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    cores, core, options = ROOT, "turnpike:noc:router", ["--VCS", "1"]
    if arguments.test != "router":
        cores, options = work / "network", []
        core = emit(arguments.program.resolve(), cores,
                    "raw" if arguments.test == "emitted" else "axi_stream")
    failed = 0
    for target in ("lint", "sim", "synth"):
        problem = run(arguments.fusesoc.absolute(), cores, core, target, work, options)
        print(f"{arguments.test}, {target}: {problem or 'passed'}", flush=True)
        failed += bool(problem)
    print(f"{3 - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
