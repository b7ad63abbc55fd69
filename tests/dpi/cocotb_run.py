#!/usr/bin/env python3
"""cocotb_run.py - examples/testbench/crossroads_test.py in Icarus: the good router and a bad one.

  cocotb_run.py --python PYTHON --work FOLDER

PYTHON has the wheel and the packages of scripts/wheel-packages.txt. The exit status is 1 when the
good router fails, or the fault is not reported in the cycle in which crossroads.sv says that it was
planted.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLE = ROOT / "examples" / "testbench"


def simulate(arguments, work, *words):
    asked = subprocess.run([arguments.python, "-c",
                            "import cocotb.config as c, find_libpython as f;"
                            "print(c.libs_dir, f.find_libpython())"],
                           text=True, capture_output=True, check=True).stdout.split()
    environment = {**os.environ, "MODULE": "crossroads_test", "TOPLEVEL": "crossroads_adapter",
                   "TOPLEVEL_LANG": "verilog", "PYTHONPATH": str(EXAMPLE),
                   "VIRTUAL_ENV": str(arguments.python.parent.parent), "LIBPYTHON_LOC": asked[1],
                   "LD_LIBRARY_PATH": asked[0], "COCOTB_ANSI_OUTPUT": "0",
                   "COCOTB_RESULTS_FILE": str(work / "results.xml"),
                   "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(["vvp", "-N", "-M", asked[0], "-m", "libcocotbvpi_icarus",
                          work / "crossroads.vvp", *words], env=environment, cwd=work, text=True,
                         check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return ran.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for option in ("--python", "--work"):
        parser.add_argument(option, type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    arguments.python = arguments.python.absolute()
    work = arguments.work.resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    (work / "time.v").write_text("`timescale 1ns / 1ps\n")
    subprocess.run(["iverilog", "-g2012", "-s", "crossroads_adapter", "-o", work / "crossroads.vvp",
                    f"-I{ROOT}/rtl/common", f"-I{ROOT}/rtl/router", work / "time.v",
                    EXAMPLE / "crossroads.sv", EXAMPLE / "crossroads_adapter.sv",
                    *sorted(ROOT.glob("rtl/common/*.v")), *sorted(ROOT.glob("rtl/router/*.v")),
                    *sorted(ROOT.glob("rtl/routing/*.v"))],
                   check=True)
    good = simulate(arguments, work)
    if "packets delivered, no difference" not in good or "FAIL=0" not in good:
        sys.exit(f"the good router: {good}")
    bad = simulate(arguments, work, "+fault=3", "+from=20")
    planted = re.search(r"fault 3 planted in cycle (\d+)", bad)
    if not planted or f"cycle {planted[1]}, port 2, out_flit_o: expected" not in bad:
        sys.exit(f"the bad router: {bad}")
    print(f"found in cycle {planted[1]}")


if __name__ == "__main__":
    main()
