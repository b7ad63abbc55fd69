#!/usr/bin/env python3
"""run.py - emitted networks under the real LiteX.

  run.py TEST --python PYTHON --program TURNPIKE --work FOLDER

PYTHON has LiteX. TEST is `mesh_soc`: the design of examples/litex is elaborated, Verilator reads
all of it, and a folder with raw terminals is refused by name. Or `axi4_soc`: `make litex` in the
folder of an AXI4 network with two managers and two memories; it must also notice a network that
mixes up data and strobes. The exit status is 1 when one of these fails.
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


def axi4_soc(arguments, work):
    """The testers find nothing, and find a fault that is planted in the emitted network."""
    folder = work / "axi_2x2"
    said = run(arguments.program, "emit", ROOT / "configs/axi_2x2.toml", "--terminals", "axi4",
               "--out", folder)
    if said.returncode != 0:
        sys.exit(said.stdout)
    litex = ("make", "-C", folder, "litex", f"PYTHON={arguments.python.absolute()}")
    passed = run(*litex, f"BUILD={work}/sound")
    if passed.returncode != 0 or "done 1, errors 0" not in passed.stdout:
        sys.exit(passed.stdout)
    faulty = folder / "rtl" / "axi4_target.v"
    text = faulty.read_text()
    fault = text.replace("m_axi_wstrb_o, m_axi_wdata_o})", "m_axi_wdata_o, m_axi_wstrb_o})")
    faulty.write_text(fault)
    if fault == text or run(*litex, f"BUILD={work}/faulty").returncode == 0:
        sys.exit("data and strobes that are mixed up are not noticed")
    print(next(line for line in passed.stdout.splitlines() if "done 1" in line))


def mesh_soc(arguments, work):
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("test", choices=("mesh_soc", "axi4_soc"))
    for option in ("--python", "--program", "--work"):
        parser.add_argument(option, type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    work = arguments.work.resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    {"mesh_soc": mesh_soc, "axi4_soc": axi4_soc}[arguments.test](arguments, work)


if __name__ == "__main__":
    main()
