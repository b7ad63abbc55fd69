#!/usr/bin/env python3
"""area.py - area and clock of some modules by `turnpike synth`: beside a baseline, or as a table.

    scripts/area.py PROGRAM                         `make area`: beside docs/fpga/baseline.csv
    scripts/area.py PROGRAM --liberty [FILE]        `make area-asic`: beside docs/fpga/asic.csv
    scripts/area.py PROGRAM [--liberty] --update    measures what is missing there, and writes it
    scripts/area.py PROGRAM --express FOLDER        `make price`: FOLDER/price.csv
    scripts/area.py --self-test                     growth is refused

Ends with 1 when a module has grown by more than 3 %, or its clock, the median of three seeds of
place and route (nextpnr), is more than 3 % lower. With --liberty the figures are gate equivalents
and the delay of the longest path, in the cells of FILE or of the library that liberty.sh gets;
figures of another library than that of the baseline are not compared. The same
sources and tools give the same figures to the last digit, so while both are those of the baseline a
module is not synthesised; --again does it all the same. --no-clock looks at LUTs alone.
"""

import argparse
import csv
import functools
import hashlib
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

import passed

ROOT = pathlib.Path(__file__).resolve().parent.parent
FPGA = ROOT / "docs" / "fpga" / "baseline.csv"
ASIC = ROOT / "docs" / "fpga" / "asic.csv"
# Figures of a row: how many times the row's is still no complaint.
MOST = {"luts": 1.03, "gate_equivalents": 1.03, "delay_ps": 1.03}
LEAST = {"mhz": 0.97}
SEEDS = 3
DEPTH = 4  # flits a VC of an input buffer holds
EXPRESS = (("router, 3 ports", "router", {"PORTS": 3, "DIMENSIONS": 1, "COORD_W": 6}),
           ("router, 5 ports", "router", {"PORTS": 5, "DIMENSIONS": 2, "COORD_W": 3}),
           ("interchange, level 1", "interchange", {"LEVELS": 1}),
           ("interchange, level 2", "interchange", {"LEVELS": 2}))


def synth(program, module, parameters, *options):
    """What `turnpike synth --json` says."""
    words = [f"{name}={value}" for name, value in parameters.items()]
    run = subprocess.run([program, "synth", module, *words, *options, "--json"],
                         stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode != 0:
        sys.exit(run.returncode)
    return json.loads(run.stdout)


def luts_and_clock(program, row, seeds=SEEDS):
    found = synth(program, row["module"], parameters_of(row), "--seeds", str(seeds), "--jobs", "2")
    return {"luts": found["luts"], **({"mhz": round(found["mhz"], 1)} if seeds else {})}


def gates(program, row, liberty):
    found = synth(program, row["module"], parameters_of(row), "--liberty", liberty)
    return {name: round(found[name]) for name in ("gate_equivalents", "delay_ps")}


def usual_library(build):
    run = subprocess.run([ROOT / "scripts/liberty.sh", build / "liberty"],
                         stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode != 0:
        sys.exit(run.returncode)
    return run.stdout.strip()


def rows_of(table):
    with table.open(newline="") as file:
        return list(csv.DictReader(file))


def parameters_of(row):
    return dict(word.split("=") for word in row["parameters"].split())


def worse(row, found):
    """How what was found is worse than a row of the baseline."""
    return [f"{name} was {row[name]}, is {value}" for name, value in found.items()
            if value > MOST.get(name, math.inf) * float(row[name])
            or value < LEAST.get(name, 0) * float(row[name])]


def sources_of(root, module):
    """The files of a module, of those that it names or includes, and so on: of the others Yosys,
    which reads them all, elaborates nothing."""
    files = {path.stem: path for path in root.glob("rtl/*/*.v*")}
    found, new = set(), {module}
    while new:
        found |= new
        words = {word for name in new
                 for word in re.findall(r"\w+", passed.code_of(files[name]).decode())}
        new = (words & files.keys()) - found
    return [files[name] for name in found]


def digest(root, yosys, module):
    """Of all that the figures of a module depend on."""
    files = [*sources_of(root, module), *root.glob("sim/studies/synthesis/*.cpp"),
             root / "scripts/synthesis-packages.txt"]
    found = hashlib.sha256(yosys.encode())
    for path in sorted(files):
        found.update(f"{path.relative_to(root)}\0".encode() + passed.code_of(path))
    return found.hexdigest()[:16]


@functools.cache
def digest_here(module):
    version = subprocess.run(["yosys", "-V"], stdout=subprocess.PIPE, text=True, check=True)
    return digest(ROOT, version.stdout, module)


def compare(table, measure, again, library=None):
    """Exit status."""
    status = 0
    for row in rows_of(table):
        of_row = f"{row['module']} {row['parameters']}".strip()
        is_comparable = library in (None, row.get("library"))
        if is_comparable and row["made_of"] == digest_here(row["module"]) and not again:
            print(f"{of_row}: sources and tools are those of the baseline:", in_words(row))
            continue
        found = measure(row)
        complaints = worse(row, found) if is_comparable else []
        print(f"{of_row}: {in_words(found)}", *complaints, sep="; ", flush=True)
        status = 1 if complaints else status
    return status


def in_words(figures):
    return ", ".join(f"{figures[name]} {name}" for name in (*MOST, *LEAST) if name in figures)


def update(table, measure, library=None):
    rows = rows_of(table)
    for row in rows:
        made = {"made_of": digest_here(row["module"]), **({"library": library} if library else {})}
        if made.items() <= row.items():
            continue
        row.update(measure(row), **made)
        print(*row.values(), flush=True)
    with table.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def buffered_flits(module, parameters):
    """Flits that the input buffers of a component hold."""
    ports = parameters["PORTS"] if module == "router" else 2 * (1 + parameters["LEVELS"])
    return ports * parameters["VCS"] * DEPTH


def express(program, folder):
    """The table of docs/express.md, 6."""
    rows = [["component", "vcs", "lut4", "registers", "lut_rams_16x4", "flits_of_buffer"]]
    for name, module, shape in EXPRESS:
        for vcs in (1, 2, 4):
            parameters = {"VCS": vcs, "ADDR_W": 6, **shape}
            found = synth(program, module, parameters, "--seeds", "0")
            rows.append([name, vcs, found["luts"], found["flip_flops"], found["lut_rams"],
                         buffered_flits(module, parameters)])
    table = pathlib.Path(folder) / "price.csv"
    with table.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    print(table)


def self_test():
    fpga = {"luts": "1000", "mhz": "100"}
    asic = {"gate_equivalents": "1000", "delay_ps": "500"}
    for row, found, complaints in (
            (fpga, (1030,), 0), (fpga, (1031,), 1), (fpga, (1000, 97), 0), (fpga, (1000, 96.9), 1),
            (fpga, (1031, 96.9), 2), (asic, (1030, 515), 0), (asic, (1031, 516), 2)):
        if len(worse(row, dict(zip(row, found)))) != complaints:
            sys.exit(f"area.py: {found} beside {row}: {complaints} complaints were expected")
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "rtl/router").mkdir(parents=True)
        (root / "scripts").mkdir()
        (root / "scripts/synthesis-packages.txt").write_text("nextpnr\n")
        seen = set()
        for router, part, other, yosys in (
                ("part one", "in", "out", "0.23"), ("part two", "in", "out", "0.23"),
                ("part one", "other", "out", "0.23"), ("part one", "other", "in", "0.23"),
                ("part one", "in", "out", "0.24"), ("part one", "in", "out", "0.23"),
                ("part one  // a comment", "in", "out", "0.23"), ("part one", "in", "", "0.23"),
                ("// a comment\n\n  \npart one\n", "// another\nin\n", "out", "0.23")):
            for module, text in (("router", router), ("part", part), ("other", other)):
                (root / f"rtl/router/{module}.v").write_text(text)
            seen.add(digest(root, yosys, "router"))
        if len(seen) != 5:
            sys.exit(f"area.py: {len(seen)} digests of five sets of sources and tools")
    print("area.py: growth is refused, a change of sources or tools is seen")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program", nargs="?")
    parser.add_argument("--no-clock", action="store_true")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--liberty", nargs="?", const="", metavar="FILE")
    parser.add_argument("--express", metavar="FOLDER")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    if options.program is None:
        sys.exit(__doc__)
    if options.express:
        return express(options.program, options.express)
    if options.liberty is not None:
        file = options.liberty or usual_library(pathlib.Path(options.program).parent)
        try:
            library = hashlib.sha256(pathlib.Path(file).read_bytes()).hexdigest()[:16]
        except OSError as error:
            print(f"area.py: --liberty {file}: {error.strerror}", file=sys.stderr)
            return 2
        baseline = (ASIC, lambda row: gates(options.program, row, file))
    else:
        library = None
        seeds = 0 if options.no_clock else SEEDS
        baseline = (FPGA, lambda row: luts_and_clock(options.program, row, seeds))
    if options.update:
        return update(*baseline, library)
    return compare(*baseline, options.again, library)


if __name__ == "__main__":
    sys.exit(main())
