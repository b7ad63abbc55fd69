#!/usr/bin/env python3
"""emitted.py - an emitted network is compiled cell by cell, as its README says.

    emitted.py --program TURNPIKE --work FOLDER

The commands are those of the folder's README.md; the bench in the folder must see its packet
arrive, in the cycle in which `turnpike route` expects it. Each cell must be compiled once.
newest.py does the same with another Verilator.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

NETWORKS = {
    "mesh": '[network]\ntopology = "mesh"\nradix = [3, 2]\ndimensions = 2\n'
            "[router]\nvirtual_channels = 1\nbuffer_depth = 2\n",
    # Two shapes of components, and links with registers.
    "express": '[network]\ntopology = "mesh"\nradix = 6\ndimensions = 1\n[network.express]\n'
               "spacing = 2\n[router]\nvirtual_channels = 1\nbuffer_depth = 2\n",
}


def run(words, folder, path=None):
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False,
                          env={**os.environ, "PATH": path or os.environ["PATH"]})
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: status {done.returncode}\n"
                 f"{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done.stdout


def commands_of(readme):
    """The indented lines of its section on Verilator, joined where they go on."""
    section = readme.split("## Simulation with Verilator")[1].split("\n## ")[0]
    block = "\n".join(line[4:] for line in section.splitlines() if line.startswith("    "))
    return [command.split() for command in block.replace("\\\n", " ").splitlines()]


def check_network(program, folder, name, path=None):
    """Emits, compiles and runs one of NETWORKS below `folder`; with the Verilator in `path`."""
    (folder / f"{name}.toml").write_text(NETWORKS[name])
    run([program, "emit", f"{name}.toml", "--out", name], folder)
    emitted = folder / name
    build, simulate = commands_of((emitted / "README.md").read_text())
    run(build, emitted, path)
    control = (emitted / f"{name}_network.vlt").read_text()
    cells = re.findall(r'^hier_block -module "(\w+)"', control, re.MULTILINE)
    libraries = {library.stem[3:] for library in emitted.glob("obj_dir/V*/lib*.a")}
    # Verilator puts a number behind the name of a module with parameters.
    if not cells or not all(any(library == cell or library.startswith(f"{cell}_")
                                for library in libraries) for cell in cells):
        sys.exit(f"{name}: cells {cells} are compiled apart, found {sorted(libraries)}")
    said = run(simulate, emitted, path)
    arrived = re.search(r"the packet has arrived, (\d+) cycles", said)
    if not arrived:
        sys.exit(f"{name}: the bench says\n{said}")
    route = run([program, "route", f"{name}.toml", "--from", "0", "--to", "5"], folder)  # the last
    # The bench puts the flit on the pins, one cycle after a terminal would have queued it.
    expected = int(re.search(r"head delivered after (\d+) cycles", route).group(1)) - 1
    if int(arrived.group(1)) != expected:
        sys.exit(f"{name}: {arrived.group(0)}, turnpike route says {expected}")
    return len(cells)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for option in ("--program", "--work"):
        parser.add_argument(option, type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    work = arguments.work.resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    cells = [check_network(arguments.program.resolve(), work, name) for name in NETWORKS]
    if cells[1] < 2:
        sys.exit("the network with interchanges has one cell alone")
    print(f"passed: {cells} cells")


if __name__ == "__main__":
    main()
