#!/usr/bin/env python3
"""run.py - idle_pins.v in Icarus, which knows X: routers, and one whose fault must be found.

  run.py --work FOLDER

The fault is one that was in flit_selector.v: the VC on the pins was an index, also where no flit
was, and requests became unknown. The exit status is 1 when a router shows something unknown, or the
one with the fault does not.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RTL = ROOT / "rtl"
GOOD = "wire                  sure   = sure_q || (PIPELINE == 1 && passes_by);"
BAD = "wire                  sure   = sure_q || (PIPELINE == 1 && body_pass_i[in_vc_i]);"


def simulate(work, selector, **parameters):
    program = work / "idle_pins.vvp"
    sources = [path for folder in ("common", "router", "routing")
               for path in sorted(RTL.glob(f"{folder}/*.v")) if path.name != "flit_selector.v"]
    subprocess.run(["iverilog", "-g2005", "-s", "idle_pins", "-o", program, f"-I{RTL}/common",
                    f"-I{RTL}/router",
                    *(f"-Pidle_pins.{name}={value}" for name, value in parameters.items()),
                    selector, *sources, pathlib.Path(__file__).parent / "idle_pins.v"], check=True)
    return subprocess.run(["vvp", "-N", program], check=True, text=True,
                          capture_output=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", type=pathlib.Path, required=True)
    work = parser.parse_args().work.resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    selector = RTL / "router" / "flit_selector.v"
    problems = []
    for parameters in ({"VCS": 2}, {"VCS": 4}, {"VCS": 4, "PIPELINE": 2}):
        said = simulate(work, selector, **parameters)
        print(parameters, said, end="")
        if not said.startswith("known"):
            problems.append(f"{parameters}: {said}")
    text = selector.read_text()
    if text.count(GOOD) != 1:
        sys.exit(f"flit_selector.v has no line to plant the fault in: {GOOD}")
    planted = work / "flit_selector.v"
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
