#!/usr/bin/env python3
"""fpga_figures.py - the tables of docs/fpga/figures.md, by `turnpike synth`.

    scripts/fpga_figures.py PROGRAM [--only WORD]   measures what docs/fpga/figures.csv has not
    scripts/fpga_figures.py --page                  writes the page anew from the CSV

A row that was made of these sources by these tools (area.py has the digest) is not measured again,
so a run that was stopped goes on where it was; --only WORD looks at the rows whose name has the
WORD. On the page a star marks rows that were made of others. A design that does not fit a device
has a row that says so.
"""

import argparse
import csv
import json
import pathlib
import subprocess
import sys

import area

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs" / "fpga" / "figures.csv"
PAGE = ROOT / "docs" / "fpga" / "figures.md"
COLUMNS = ("subject", "parameters", "device", "luts", "luts_default_flow", "carries", "flip_flops",
           "lut_rams", "block_rams", "mhz", "least", "most", "made_of")


# The router of which there are most questions has three seeds.
ROUTERS = [(f"VCS={vcs} DATA_W={bits} DEPTH={depth}", 3 if (bits, depth) == (32, 4) else 1)
           for vcs in (1, 2, 4) for bits, depth in ((32, 4), (64, 4), (32, 16))]


CONFIGS = {"2 x 2 mesh": "network.topology=mesh network.radix=2",
           "4 x 4 mesh": "network.topology=mesh network.radix=4",
           "4 x 4 torus": "network.topology=torus network.radix=4"}

# Title, what it says, rows: subject, parameters, device, seeds.
TABLES = (
    ("Router: virtual channels, width of a flit, flits a VC",
     "Mesh, 5 ports.",
     [("router", parameters, "ecp5-25k", seeds) for parameters, seeds in ROUTERS]),
    ("Router: torus, two cycles a hop, message classes, fair injection",
     "32 bits, 4 flits a VC. `ROUTING=2`: torus of both directions. `PIPELINE=2`: two cycles"
     " a hop. `ROOM=1`: injection that is fair.",
     [("router", parameters, "ecp5-25k", 1)
      for parameters in ("VCS=2 ROUTING=2", "VCS=4 ROUTING=2", "VCS=2 PIPELINE=2",
                         "VCS=4 PIPELINE=2", "VCS=2 MESSAGE_CLASSES=2",
                         "VCS=4 MESSAGE_CLASSES=2", "VCS=2 ROOM=1")]),
    ("Router: routes from tables",
     "32 bits, 4 flits a VC, 64 destinations. `ROUTING=5`: a table for each input port, whose"
     " entries may name several outputs; `CHOICES=0`: they name one at most; `LOADED=0`: the table"
     " is beside the router, and its lookup is none of these figures.",
     [("router", parameters, "ecp5-25k", 1)
      for parameters in ("VCS=1 ROUTING=5", "VCS=2 ROUTING=5", "VCS=4 ROUTING=5",
                         "VCS=2 ROUTING=5 CHOICES=0", "VCS=4 ROUTING=5 CHOICES=0",
                         "VCS=2 ROUTING=5 LOADED=0", "VCS=2 ROUTING=5 PIPELINE=2",
                         "VCS=2 ROUTING=5 CHOICES=0 PIPELINE=2", "VCS=4 ROUTING=5 PIPELINE=2")]),
    ("The other components",
     "Interchanges of one to three levels; a packet router with its defaults; the co-processor of a"
     " 6-cube.",
     [("interchange", "VCS=2 LEVELS=1", "ecp5-25k", 3),
      ("interchange", "VCS=2 LEVELS=2", "ecp5-25k", 1),
      ("interchange", "VCS=2 LEVELS=3", "ecp5-25k", 1),
      ("packet_router", "", "ecp5-25k", 3),
      ("coprocessor", "DIMENSIONS=6 DATA_W=16", "ecp5-85k", 1)]),
    ("Other devices",
     "16 bits where a device is small.",
     [("router", f"VCS={vcs} DATA_W=16 DEPTH=4", device, 1)
      for device in ("hx8k", "up5k", "gowin-9k") for vcs in (1, 2)] +
     [("interchange", "VCS=2 LEVELS=1 DATA_W=16", "hx8k", 1)]),
    ("Networks",
     "Sums of their routers, 32 bits, 4 flits a VC; the clock is that of the slowest.",
     [("2 x 2 mesh", "VCS=1", "ecp5-25k", 1), ("2 x 2 mesh", "VCS=2", "ecp5-25k", 1),
      ("4 x 4 mesh", "VCS=2", "ecp5-85k", 1), ("4 x 4 torus", "VCS=2", "ecp5-85k", 1)]),
)


def command(program, subject, parameters, device, seeds):
    if subject in CONFIGS:
        keys = CONFIGS[subject].split() + [
            "network.dimensions=2", "router.virtual_channels=" + parameters.split("=")[1]]
        words = [str(ROOT / "configs" / "mesh_8x8.toml")]
        for key in keys:
            words += ["--set", key]
    else:
        words = [subject, *parameters.split()]
    return [program, "synth", *words, "--device", device, "--seeds", str(seeds), "--json"]


def measured(program, row):
    """The row of the CSV; what does not fit has no figures."""
    run = subprocess.run(command(program, *row), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         text=True, check=False)
    found = dict(zip(COLUMNS, row[:3]))
    if run.returncode == 2 and "too large" in run.stderr:
        return {**found, "luts": "too large"}
    if run.returncode != 0:
        sys.exit(f"{' '.join(run.args)}: {run.stderr}")
    said = json.loads(run.stdout)
    found.update({key: said[key] for key in COLUMNS[3:9]})
    if said["mhz"] is not None:
        slowest = min(said["parts"], key=lambda part: part["mhz"])
        clocks = slowest["mhz_of_seeds"]
        found.update(mhz=round(said["mhz"], 1), least=round(min(clocks), 1),
                     most=round(max(clocks), 1))
    return found


def digest_of(subject):
    return area.digest_here("router" if subject in CONFIGS else subject)


def key_of(row):
    return (row["subject"], row["parameters"], row["device"])


def read():
    if not TABLE.exists():
        return {}
    with TABLE.open(newline="") as file:
        return {key_of(row): {"made_of": "", **row} for row in csv.DictReader(file)}


def write(rows):
    with TABLE.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows.values())


def measure(program, only):
    asked = {row[:3] for _, _, subjects in TABLES for row in subjects}
    rows = {key: row for key, row in read().items() if key in asked}
    for _, _, subjects in TABLES:
        for row in subjects:
            name = " ".join(row[:3])
            made_of = digest_of(row[0])
            if only not in name or rows.get(row[:3], {}).get("made_of") == made_of:
                continue
            rows[row[:3]] = {**measured(program, row), "made_of": made_of}
            write(rows)
            print(name, rows[row[:3]].get("luts"), rows[row[:3]].get("mhz"), flush=True)


def line(row):
    star = "" if row["made_of"] == digest_of(row["subject"]) else " *"
    name = [row["subject"] + star, row["parameters"], row["device"]]
    if row["luts"] == "too large":
        return [*name, "too large", "", "", "", ""]
    clock = row["mhz"]
    if row["least"] != row["most"]:
        clock += f" ({row['least']} to {row['most']})"
    return [*name, f"{row['luts']} / {row['luts_default_flow']}", row["flip_flops"],
            row["lut_rams"], row["block_rams"], clock]


def page():
    rows = read()
    text = ["# Figures of the synthesis", "",
            "`turnpike synth SUBJECT PARAMETERS --device DEVICE` ([fpga.md](../fpga.md)). What is",
            "not up to date is measured again by `scripts/fpga_figures.py build/turnpike`; a star",
            "marks it: its Verilog has changed since. A",
            "clock with two in parentheses is the median of three seeds, least to most; else it is",
            "that of one. LUTs: without and with wide LUTs. [The same as CSV](figures.csv).", ""]
    for title, says, subjects in TABLES:
        if not any(row[:3] in rows for row in subjects):
            continue
        text += [f"## {title}", "", says, "",
                 "| | parameters | device | LUTs | flip-flops | LUT RAMs | block RAMs | MHz |",
                 "|---|---|---|---|---|---|---|---|"]
        text += ["| " + " | ".join(line(rows[row[:3]])) + " |" for row in subjects
                 if row[:3] in rows]
        text.append("")
    PAGE.write_text("\n".join(text).rstrip("\n") + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program", nargs="?")
    parser.add_argument("--only", metavar="WORD", default="")
    parser.add_argument("--page", action="store_true")
    options = parser.parse_args()
    if options.program is None and not options.page:
        sys.exit(__doc__)
    if options.program is not None:
        measure(options.program, options.only)
    page()


if __name__ == "__main__":
    main()
