#!/usr/bin/env python3
"""run.py - examples/litex under the real LiteX: a design around an emitted network.

  run.py --python PYTHON --program TURNPIKE --work FOLDER

PYTHON has LiteX. The design is elaborated, Verilator reads all of it, and a folder with raw
terminals is refused by name. The exit status is 1 when one of these fails.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLE = ROOT / "examples" / "litex" / "mesh_soc.py"


def run(*command, cwd=None):
    return subprocess.run([str(word) for word in command], cwd=cwd, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def emit(program, folder, terminals):
    said = run(program, "emit", ROOT / "configs/mesh_8x8.toml", "--set", "network.radix=[2,2]",
               "--set", "router.virtual_channels=1", "--out", folder, "--terminals", terminals)
    if said.returncode != 0:
        sys.exit(said.stdout)


def lint(network, soc):
    """What Verilator says of the whole design; warnings are those of LiteX's own Verilog."""
    lists = next(network.glob("*.f")).read_text().split()
    sources = [network / line for line in lists if not line.startswith("+")]
    return run("verilator", "--lint-only", "-Wno-lint", "-Wno-style", "-Wno-TIMESCALEMOD",
               "-Wno-COMBDLY", "-Werror-PINMISSING", "-Werror-WIDTH", "-Werror-MULTIDRIVEN",
               f"-I{network}/rtl", "--top-module", "mesh_soc", soc / "gateware/mesh_soc.v",
               *sources)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for option in ("--python", "--program", "--work"):
        parser.add_argument(option, type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    work = arguments.work.resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)

    emit(arguments.program, work / "raw", "raw")
    refused = run(arguments.python, EXAMPLE, work / "raw", "--out", work / "refused")
    if refused.returncode == 0 or "--terminals axi_stream" not in refused.stdout:
        sys.exit(f"raw terminals are not refused: {refused.stdout}")

    emit(arguments.program, work / "network", "axi_stream")
    elaborated = run(arguments.python, EXAMPLE, work / "network", "--out", work / "soc")
    if elaborated.returncode != 0:
        sys.exit(elaborated.stdout)
    registers = (work / "soc/csr.csv").read_text()
    for name in ("node_0_0_send", "node_1_1_received"):
        if name not in registers:
            sys.exit(f"no register {name}")
    said = lint(work / "network", work / "soc")
    if said.returncode != 0:
        sys.exit(said.stdout)
    print("elaborated, and Verilator accepts it")


if __name__ == "__main__":
    main()
