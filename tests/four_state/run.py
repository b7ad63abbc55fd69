#!/usr/bin/env python3
"""run.py - idle_pins.v in Icarus, which knows X: routers, and one whose fault must be found.

  run.py --work FOLDER

The fault is one that an older router had: the VC on the pins is an index (input_lane.v), also where
no flit is, and requests become unknown. The exit status is 1 when a router shows something unknown,
or the one with the fault does not.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RTL = ROOT / "rtl"
GOOD = "stored, nonempty[select])"
BAD = "stored, nonempty[arrive[in_vc] ? in_vc : select])"


def simulate(work, lane, **parameters):
    program = work / "idle_pins.vvp"
    sources = [path for folder in ("common", "router", "routing")
               for path in sorted(RTL.glob(f"{folder}/*.v")) if path.name != "input_lane.v"]
    subprocess.run(["iverilog", "-g2005", "-s", "idle_pins", "-o", program, f"-I{RTL}/common",
                    f"-I{RTL}/router",
                    *(f"-Pidle_pins.{name}={value}" for name, value in parameters.items()),
                    lane, *sources, pathlib.Path(__file__).parent / "idle_pins.v"], check=True)
    return subprocess.run(["vvp", "-N", program], check=True, text=True,
                          capture_output=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", type=pathlib.Path, required=True)
    work = parser.parse_args().work.resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    lane = RTL / "router" / "input_lane.v"
    problems = []
    for parameters in ({"VCS": 2}, {"VCS": 4}, {"VCS": 4, "PIPELINE": 2}):
        said = simulate(work, lane, **parameters)
        print(parameters, said, end="")
        if not said.startswith("known"):
            problems.append(f"{parameters}: {said}")
    text = lane.read_text()
    if text.count(GOOD) != 1:
        sys.exit(f"input_lane.v has no line to plant the fault in: {GOOD}")
    planted = work / "input_lane.v"
    planted.write_text(text.replace(GOOD, BAD))
    said = simulate(work, planted, VCS=4)
    print("with the fault:", said, end="")
    if "is not known" not in said:
        problems.append(f"the fault is not found: {said}")
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
