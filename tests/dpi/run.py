#!/usr/bin/env python3
"""run.py - examples/testbench under Verilator: the good router passes, planted faults are found.

  run.py --library LIBTURNPIKE_DPI --work FOLDER

A fault that shows at once must be reported in the cycle in which crossroads.sv says that it was
planted, at its port and pin; a lost credit later. The exit status is 1 when something differs.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLE = ROOT / "examples" / "testbench"
CACHED = "OBJCACHE=ccache" if shutil.which("ccache") else "OBJCACHE="


def build(library, folder, top, *sources):
    """Verilates a testbench with the scoreboards; warnings are errors."""
    command = ["verilator", "--timing", "--top-module", top, "--Mdir", folder,
               f"-I{ROOT}/rtl/common", f"-I{ROOT}/rtl/router", f"-I{ROOT}/rtl/routing",
               f"-I{ROOT}/rtl/packet_router",
               f"-I{ROOT}/rtl/interchange", ROOT / "api/dpi/turnpike_dpi.sv", *sources]
    command[1:1] = ["--binary", "-MAKEFLAGS", f"{CACHED} OPT_FAST=-O1 OPT_SLOW=-O0",
                    "-CFLAGS", f"-I{ROOT}/api/dpi", "-LDFLAGS",
                    f"{library} -Wl,-rpath,{library.parent}"]
    command.append(ROOT / "api/dpi/turnpike_dpi_sv.cpp")
    ran = subprocess.run([str(word) for word in command], text=True, check=False,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if ran.returncode != 0:
        sys.exit(f"{top}: {ran.stdout}")
    return folder / f"V{top}"


def said_by(program, *arguments):
    ran = subprocess.run([program, *arguments], text=True, check=False, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT)
    return ran.stdout


def found(said):
    """Cycle and the rest of the first difference."""
    match = re.search(r"u_scoreboard: cycle (\d+), (.*)", said)
    return (int(match[1]), match[2]) if match else (None, "")


def check_crossroads(program):
    problems = []
    good = said_by(program, "+cycles=50000")
    flits = re.search(r"PASSED: 50000 cycles, (\d+) flits, no difference", good)
    if not flits or int(flits[1]) < 50000:
        problems.append(f"the good router: {good}")
    for fault, start in (("+fault=1", "port 1, out_vc_o: expected"),
                         ("+fault=3", "port 2, out_flit_o: expected")):
        said = said_by(program, fault, "+from=700")
        planted = re.search(r"planted in cycle (\d+)", said)
        cycle, text = found(said)
        if not planted or cycle != int(planted[1]) or not text.startswith(start):
            problems.append(f"{fault}: {said}")
    lost = said_by(program, "+fault=2", "+from=700")
    planted = re.search(r"planted in cycle (\d+)", lost)
    cycle, text = found(lost)
    if not planted or cycle is None or not int(planted[1]) < cycle < int(planted[1]) + 500:
        problems.append(f"a lost credit: {lost}")
    return problems


def check_network(program):
    problems = []
    good = said_by(program)
    packets = re.search(r"PASSED: (\d+) packets, all delivered; error 0", good)
    if not packets or int(packets[1]) < 4000:
        problems.append(f"the good router in a network: {good}")
    # Other faults are those of SurroundingsTest: the modules in crossroads.sv stop at them first.
    said = said_by(program, "+fault=3", "+from=100")
    planted = re.search(r"planted in cycle (\d+)", said)
    told = re.search(r"u_network: cycle (\d+), at node (\d+), VC \d: flit 3 of packet \d+ from "
                     r"node (\d+) is not as it was sent", said)
    if not planted or not told or not 0 <= int(told[1]) - int(planted[1]) < 100:
        problems.append(f"a turned bit in a network: {said}")
    elif max(int(told[2]), int(told[3])) > 15:  # nodes, no addresses: a mesh of 4 x 4
        problems.append(f"a turned bit in a network: {said}")
    return problems


def check_bound(program):
    said = said_by(program)
    packets = re.search(r"PASSED: (\d+) packets", said)
    if packets and int(packets[1]) > 1000:
        return []
    return [f"scoreboards bound to rtl/: {said}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for option in ("--library", "--work"):
        parser.add_argument(option, type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    work = arguments.work.resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)

    names = ("crossroads.sv", "crossroads_adapter.sv", "testbench.sv")
    program = build(arguments.library.resolve(), work / "crossroads", "testbench",
                    *(EXAMPLE / name for name in names))
    problems = check_crossroads(program)
    network = build(arguments.library.resolve(), work / "network", "network_testbench",
                    *(EXAMPLE / name for name in (*names[:2], "network_testbench.sv")))
    problems += check_network(network)
    bound = pathlib.Path(__file__).parent / "bound.sv"
    problems += check_bound(build(arguments.library.resolve(), work / "bound", "bound", bound))
    for problem in problems:
        print(problem)
    print("failed" if problems else "passed")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
