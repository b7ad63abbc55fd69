#!/usr/bin/env python3
"""express_price.py - LUTs and registers of an interchange and of a router (docs/express.md, 6).

    scripts/express_price.py FOLDER     (`make price`)

Writes FOLDER/price.csv. Synthesis by Yosys for ECP5, without wide LUTs.
"""

import csv
import pathlib
import subprocess
import sys

DEPTH = 4  # flits a VC of an input buffer holds
SHAPES = (("router, 3 ports", "router", {"PORTS": 3, "DIMENSIONS": 1, "COORD_W": 6}),
          ("router, 5 ports", "router", {"PORTS": 5, "DIMENSIONS": 2, "COORD_W": 3}),
          ("interchange, level 1", "interchange", {"LEVELS": 1}),
          ("interchange, level 2", "interchange", {"LEVELS": 2, "DISTANCE_2": 16}))


def cells_of(root, top, parameters):
    """Cells of a component after synthesis, by name."""
    sources = " ".join(str(f) for folder in ("common", "router", "interchange")
                       for f in sorted((root / "rtl" / folder).glob("*.v")))
    settings = " ".join(f"-set {key} {value}" for key, value in parameters.items())
    done = subprocess.run(
        ["yosys", "-Q", "-T", "-p", f"read_verilog -DSYNTHESIS -I{root / 'rtl' / 'common'} "
         f"{sources}; chparam {settings} {top}; synth_ecp5 -top {top} -nowidelut; stat"],
        capture_output=True, text=True, check=True)
    last = done.stdout[done.stdout.rindex("Number of cells"):]
    words = [line.split() for line in last.splitlines()[1:]]
    return {w[0]: int(w[1]) for w in words if len(w) == 2 and w[1].isdigit()}


def buffered_flits(top, parameters):
    """Flits that the input buffers of a component hold."""
    ports = parameters["PORTS"] if top == "router" else 2 * (1 + parameters["LEVELS"])
    return ports * parameters["VCS"] * DEPTH


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = pathlib.Path(__file__).resolve().parent.parent
    rows = [["component", "vcs", "lut4", "registers", "lut_rams_16x4", "flits_of_buffer"]]
    for name, top, shape in SHAPES:
        for vcs in (1, 2, 4):
            parameters = {"VCS": vcs, "ADDR_W": 6, **shape}
            cells = cells_of(root, top, parameters)
            rows.append([name, vcs, cells.get("LUT4", 0), cells.get("TRELLIS_FF", 0),
                         cells.get("TRELLIS_DPR16X4", 0), buffered_flits(top, parameters)])
    table = pathlib.Path(sys.argv[1]) / "price.csv"
    table.parent.mkdir(parents=True, exist_ok=True)
    with table.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    print(table)


if __name__ == "__main__":
    main()
