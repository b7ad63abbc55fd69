#!/usr/bin/env python3
"""verilated_router.py - cycles per CPU-second of one Verilated router, beside those of a commit.

    scripts/verilated_router.py FOLDER [--commit 8e969d9] [--repeats 5] [--only NAME]
    scripts/verilated_router.py --self-test

Verilates the router of this tree, plainly and with ONCE_A_CYCLE (rtl/common/settled.vh), and that
of the commit, which git must have, below FOLDER, once for each row of CASES. They then run in
turns, so that a ratio holds on a machine that drifts. The pins are random but lawful, and change
while the clock is high (verilated_router.cpp). With ONCE_A_CYCLE all outputs must be those without
it. Prints a table and writes it to FOLDER/verilated_router.csv. Without the commit in git's history
the table has no ratios.
"""

import argparse
import csv
import pathlib
import shutil
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HARNESS = ROOT / "scripts" / "verilated_router.cpp"
# 5 ports, buffers of 4 flits, 32 bits, in the middle of an 8x8 network. ROUTING as in router.v.
CASES = {f"{name}, V = {vcs}": {"ROUTING": routing, "VCS": vcs}
         for name, routing in (("mesh", 0), ("table", 5)) for vcs in (1, 2, 4)}


def checked_out(commit, folder):
    """The RTL of a commit in a folder of its own; None if git does not have it."""
    tree = folder / f"rtl_{commit}"
    if not tree.is_dir():
        archive = subprocess.run(["git", "-C", ROOT, "archive", commit, "rtl"],
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        if archive.returncode != 0:
            return None
        tree.mkdir(parents=True)
        subprocess.run(["tar", "-x", "-C", tree], input=archive.stdout, check=True)
    return tree


def built(tree, parameters, folder, *flags):
    """The program that runs the router of a tree with these parameters."""
    folders = [tree / "rtl" / name for name in ("common", "router", "routing")]
    has_routes = "in_route_i" in (tree / "rtl/router/router.v").read_text()
    defines = [f"-D{name}={value}" for name, value in parameters.items()]
    defines += ["-DHAS_ROUTES"] if has_routes else []
    run = subprocess.run(
        ["verilator", "--cc", "--exe", "--build", "-O3", "--noassert", "--top-module", "router",
         "--prefix", "Vrouter", "--Mdir", folder, "-o", "run", "-Wno-fatal",
         *(f"-I{path}" for path in folders if path.is_dir()),
         *(f"-G{name}={value}" for name, value in parameters.items()),
         *flags, "-MAKEFLAGS", "OPT_FAST=-O2", "-CFLAGS", " ".join(defines),
         tree / "rtl/router/router.v", HARNESS],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if run.returncode != 0:
        sys.exit(run.stdout)
    return folder / "run"


def run_of(program):
    """Router-cycles per CPU-second of one run, and a number that tells of its outputs."""
    run = subprocess.run([program], stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{program}: {run.stdout}")
    speed, outputs = run.stdout.split()
    return float(speed), outputs


def row_of(name, plain, once, before):
    """A row of the table from the speeds of the runs, taken in turns."""
    row = {"router": name, "before": round(statistics.median(before)) if before else ""}
    for way, speeds in (("plain", plain), ("once", once)):
        row[way] = round(statistics.median(speeds))
        row[f"{way}_ratio"] = (round(statistics.median(a / b for a, b in zip(speeds, before)), 2)
                               if before else "")
    return row


def measure(options):
    folder = pathlib.Path(options.folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    before = checked_out(options.commit, folder)
    if before is None:
        print(f"git does not have commit {options.commit}: no ratios")
    rows = []
    print(f"{'cycles/s':14} {options.commit:>12} {'plain':>12} {'ratio':>6} "
          f"{'once':>12} {'ratio':>6}")
    for name, parameters in CASES.items():
        if options.only and options.only not in name:
            continue
        place = name.replace(", V = ", "_")
        programs = [built(ROOT, parameters, folder / f"plain_{place}"),
                    built(ROOT, parameters, folder / f"once_{place}", "-DONCE_A_CYCLE")]
        if before:
            programs.append(built(before, parameters, folder / f"before_{place}"))
        turns = [[run_of(program) for program in programs] for _ in range(options.repeats)]
        if any(turn[0][1] != turn[1][1] for turn in turns):
            sys.exit(f"verilated_router.py: {name}: with ONCE_A_CYCLE the outputs are others")
        row = row_of(name, *([turn[way][0] for turn in turns] for way in (0, 1)),
                     [turn[2][0] for turn in turns] if before else [])
        rows.append(row)
        print(f"{name:14} {row['before'] or 0:>12,} {row['plain']:>12,} {row['plain_ratio']:>6} "
              f"{row['once']:>12,} {row['once_ratio']:>6}", flush=True)
    with (folder / "verilated_router.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def self_test():
    row = row_of("a", [10.0, 30.0, 20.0], [20.0, 20.0, 20.0], [5.0, 10.0, 20.0])
    if row != {"router": "a", "before": 10, "plain": 20, "plain_ratio": 2.0, "once": 20,
               "once_ratio": 2.0}:
        sys.exit(f"verilated_router.py: {row}")
    if row_of("a", [1.0], [1.0], [])["plain_ratio"] != "":
        sys.exit("verilated_router.py: a ratio to nothing")
    print("verilated_router.py: ratios are those of runs beside each other")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--commit", default="8e969d9")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--only", metavar="NAME", help="the rows whose name has this in it")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        self_test()
    elif options.folder is None:
        sys.exit(__doc__)
    elif shutil.which("verilator") is None:
        sys.exit("verilated_router.py: verilator is not installed")
    else:
        measure(options)


if __name__ == "__main__":
    main()
