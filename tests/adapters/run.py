#!/usr/bin/env python3
"""run.py - one test of a bus adapter: its bench under cocotb, in Icarus.

  run.py TEST --python PYTHON --work FOLDER --program TURNPIKE [--sources ROOT] [--coverage FILE]

TEST is a row of TESTS, one of EMITTED or EMITTED_NODES, or of EMITTED_AXI4: `make test` in the
folder of an AXI4 network, or `two_networks`: an AXI4 network twice in one design, or `registered`:
no output of an adapter depends on an input of the same cycle (Yosys), or `faults`: the other tests
must find each fault of faults.txt, planted in a copy of the sources.
PYTHON has the packages of scripts/python-packages.txt
(scripts/python.sh). SEED in the environment is the seed of the random traffic, CASE the one case
of a test that runs. With --coverage it is Verilator that simulates, and leaves in FILE which lines
are reached; for benches that are driven at their own pins, not at those of nodes inside. The exit
status is 1 when a test fails or none ran.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TIME_LIMIT = 500  # seconds

# Name of the test: its bench, the module with the cocotb tests, parameters of the bench.
TESTS = {
    "registers": ("registers_bench", "registers_test", {}),
    "registers_small": ("registers_bench", "registers_test", {"DIMENSIONS": 1}),
    "memory": ("memory_bench", "memory_test", {}),
    "memory_single": ("memory_bench", "memory_test", {"READS": 1, "WRITES": 1}),
    "stream": ("stream_bench", "stream_test", {}),
    "stream_bytes": ("stream_bench", "stream_test", {"DATA_W": 8, "DEPTH": 20, "FLITS": 20}),
    "stream_words": ("stream_bench", "stream_test",
                     {"DATA_W": 64, "DEPTH": 4, "FLITS": 3, "BUFFER": 8, "VCS": 1, "WHOLE": 0}),
    "worms": ("worms_bench", "worms_test", {"DEPTH": 8}),
    "worms_classes": ("worms_bench", "worms_test",
                      {"VCS": 6, "CLASSES": 2, "ADDR_W": 4, "DATA_W": 16, "DEPTH": 3}),
    "worms_one_vc": ("worms_bench", "worms_test",
                     {"VCS": 1, "DEPTH": 5, "DATA_W": 64, "LATENCY": 1}),
    "worms_keep": ("worms_bench", "worms_test",
                   {"VCS": 2, "CLASSES": 2, "DATA_W": 38, "TDATA_W": 32, "KEEP": 1, "ID_W": 5}),
    "worms_wide": ("worms_bench", "worms_test",
                   {"DATA_W": 512, "TDATA_W": 448, "KEEP": 1, "ID_W": 16, "DEPTH": 8}),
    "axi4": ("axi4_bench", "axi4_test", {}),
    "axi4_words": ("axi4_bench", "axi4_test",
                   {"DATA_W": 32, "AXI_DATA_W": 128, "AXI_ID_W": 1, "BEATS": 16, "READS": 3,
                    "WRITES": 2, "PER_ID": 2, "SLICES": 1}),
    "axi4_vcs": ("axi4_bench", "axi4_test", {"VCS": 6, "AXI_DATA_W": 32, "DATA_W": 48}),
    "coprocessor": ("coprocessor_bench", "coprocessor_test", {}),
    "coprocessor_bound": ("coprocessor_bench", "coprocessor_test", {"ROUTERS": 0}),
}

# Networks of tests/emit as `turnpike emit --terminals axi_stream` writes them.
# Configuration, and more options of `turnpike emit`.
EMITTED = {"emitted_mesh": ("mesh", ()), "emitted_torus": ("torus_pairs", ()),
           "emitted_butterfly": ("butterfly", ()), "emitted_irregular": ("irregular", ()),
           "emitted_hypercube": ("hypercube_two_channels", ()),
           "emitted_order": ("mesh", ("--streams", "1", "--set", "network.radix=[3,2]",
                                      "--set", "router.message_classes=2",
                                      "--set", "router.virtual_channels=2")),
           "emitted_keep": ("mesh", ("--tkeep", "--tid", "6", "--set", "router.flit_bits=72"))}
# The same with `--terminals coprocessor`, under the tests of two nodes.
# Configurations of tests/emit; the second one has three clocks of different periods.
EMITTED_AXI4 = {"emitted_axi4": "axi", "emitted_axi4_clocks": "clock_domains"}
EMITTED_NODES = {"emitted_coprocessor": "packet_hypercube"}
# Adapters whose outputs come from registers, and the one output that may depend on a fence.
REGISTERED = {"axi4_lite_registers": "", "axi4_memory": "o:memory_ready_o %d",
              "axi_stream_packets": "", "axi_stream_worms": "", "axi_coprocessor": "",
              "axi4_initiator": "", "axi4_target": "",
              "axi4_target -chparam TIMEOUT 100": ""}


# With the counts of --coverage. A process that is split would count what its variables are in the
# end.
VERILATE = ["verilator", "--cc", "--exe", "--build", "-Wno-fatal", "-Wno-lint", "--no-timing",
            "--coverage-line", "--coverage-toggle", "--coverage-max-width", "64", "-fno-split",
            "-fno-reorder", "--vpi", "--public-flat-rw", "--default-language", "1364-2005",
            "--prefix", "Vtop"]


def includes(rtl):
    return [f"-I{folder}" for folder in sorted(rtl.iterdir()) if folder.is_dir()]


def sources(rtl):
    return [str(path) for path in sorted(rtl.glob("*/*.v"))]


def registered(rtl):
    """No combinational path leads from an input to an output."""
    for top, but in REGISTERED.items():
        script = (f"read_verilog {' '.join(includes(rtl))} {' '.join(sources(rtl))};"
                  f" hierarchy -check -top {top}; proc; flatten; memory_map; opt_clean;"
                  f" select -assert-any o:*; select -assert-none o:* {but} %ci*:-$dff i:* %i")
        found = subprocess.run(["yosys", "-q", "-p", script], text=True, capture_output=True,
                               check=False)
        print(f"{top}: {'registers only' if found.returncode == 0 else found.stderr.strip()}")
        if found.returncode != 0:
            return False
    return True


def results(path):
    """Whether all tests of a results file passed, and there were any."""
    cases = list(xml.etree.ElementTree.parse(path).iter("testcase")) if path.is_file() else []
    failed = [case.get("name") for case in cases if case.find("failure") is not None
              or case.find("error") is not None]
    print(f"{len(cases) - len(failed)} passed, {len(failed)} failed {' '.join(failed)}")
    return bool(cases) and not failed


class Icarus:
    """Compiles a design into a file and runs it under cocotb."""

    def __init__(self, libraries):
        self.libraries = libraries  # cocotb's

    def compile(self, program, top, arguments, parameters=(), cwd=None):
        """`arguments`: files and folders, or -c and a file that has them."""
        subprocess.run(["iverilog", "-g2005", "-s", top, "-o", program,
                        *[f"-P{top}.{key}={value}" for key, value in parameters], *arguments],
                       cwd=cwd, check=True)

    def command(self, program):
        return ["vvp", "-N", "-M", self.libraries, "-m", "libcocotbvpi_icarus", program]


class Verilator:
    """The same, with counts of the lines that are reached, left in coverage.dat."""

    def __init__(self, libraries):
        self.libraries = libraries

    def compile(self, program, top, arguments, parameters=(), cwd=None):
        files = ["-f" if word == "-c" else word for word in arguments]
        # What is not warned of in Icarus is not here; scripts/lint.py looks at the RTL.
        subprocess.run([*VERILATE, "--top-module", top, "--Mdir", program.parent / "verilated",
                        "-o", program, "-CFLAGS", f"-O1 -DBENCH='\"{top}\"'", "-LDFLAGS",
                        f"-Wl,-rpath,{self.libraries} -L{self.libraries} -lcocotbvpi_verilator",
                        *[f"-G{key}={value}" for key, value in parameters], *files,
                        HERE / "simulation.cpp"],
                       cwd=cwd, check=True, stdout=subprocess.DEVNULL,
                       env={"OBJCACHE": shutil.which("ccache") or "", **os.environ})

    def command(self, program):
        return [program]


def compile_bench(name, program, rtl, simulator):
    """The bench of a test; its top, the module with the tests, words for them."""
    bench, module, parameters = TESTS[name]
    folder = HERE / "bench"
    simulator.compile(program, bench, [*includes(rtl), f"-I{folder}", folder / f"{bench}.v",
                                       *sources(rtl)], parameters.items())
    return bench, module, {}


def emit(config, terminals, folder, rtl, turnpike, more=()):
    """A network in a folder; its top, the text of that, names and addresses of its terminals."""
    subprocess.run([turnpike, "emit", ROOT / "tests/emit" / f"{config}.toml", "--out", folder,
                    "--terminals", terminals, *more], check=True,
                   env={**os.environ, "TURNPIKE_ROOT": str(rtl.parent)})
    top = next(folder.glob("*.f")).stem
    text = (folder / f"{top}.v").read_text()
    return top, text, re.findall(r"^    // (\w+), address (\d+)$", text, re.M)


def compile_folder(folder, top, program, bench, simulator, more=()):
    """An emitted network and more files, of which the bench is one or is the top."""
    (folder / "time.v").write_text("`timescale 1ns / 1ps\n")
    listed = (folder / f"{top}.f").read_text().split()
    (folder / "all.f").write_text("\n".join(["time.v", *listed, *more]) + "\n")
    simulator.compile(program, bench, ["-c", "all.f"], cwd=folder)


def compile_network(name, program, rtl, turnpike, simulator):
    """The same of an emitted network."""
    network = program.parent / "network"
    config, more = EMITTED[name]
    top, _, terminals = emit(config, "axi_stream", network, rtl, turnpike, more)
    compile_folder(network, top, program, top, simulator)
    return top, "emitted_test", {"TERMINALS": "\n".join(map(" ".join, terminals)),
                                 "IN_ORDER": "1" if "--streams" in more else "0"}


def bench_of_nodes(top, text, terminals):
    """A bench as coprocessor_bench.v is one: the pins of node n at an instance u_node_n, where
    cocotb drives what goes into the network."""
    pins = [(way, width, pin) for way, width, pin in
            re.findall(rf"^    (input|output) +wire *(\[\S+\])? *{terminals[0][0]}_(\w+)_[io],?$",
                       text, re.M)]
    inputs = "".join(f"    input wire {width} {pin},\n" for _, width, pin in pins)
    copies = "".join(f"    output wire {width} {pin}_out,\n" for way, width, pin in pins
                     if way == "input")
    assigns = "".join(f"    assign {pin}_out = {pin};\n" for way, _, pin in pins if way == "input")
    wires, nodes, places = "", "", []
    for terminal, address in terminals:
        at = []
        for way, width, pin in pins:
            wire = f"n{address}_{pin}"
            wires += f"    wire {width} {wire};\n"
            at.append(f".{pin + '_out' if way == 'input' else pin}({wire})")
            places.append(f".{terminal}_{pin}_{way[0]}({wire})")
        nodes += (f"    node_pins u_node_{address} (.clk(clk), .rst(rst), .enable(enable),\n"
                  f"        {', '.join(at)});\n")
    return f"""
module node_pins (
{inputs}{copies}    input wire clk, input wire rst, input wire enable);
{assigns}endmodule
module nodes_bench #(parameter ROUTERS = 1) (input wire clk, input wire rst, input wire enable);
    wire error, idle;
{wires}{nodes}    {top} u_network (.clk_i(clk), .rst_i(rst), .enable_i(enable), .error_o(error),
        .idle_o(idle), {', '.join(places)});
endmodule
"""


def compile_nodes(name, program, rtl, turnpike, simulator):
    """The same of an emitted network with co-processors."""
    network = program.parent / "network"
    top, text, terminals = emit(EMITTED_NODES[name], "coprocessor", network, rtl, turnpike)
    (network / "nodes_bench.v").write_text(bench_of_nodes(top, text, terminals))
    compile_folder(network, top, program, "nodes_bench", simulator, ["nodes_bench.v"])
    return "nodes_bench", "coprocessor_test", {}


def simulate(name, python, work, rtl, case="", turnpike=None, coverage=None):
    folder = work / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    program = folder / "bench.vvp"
    asked = subprocess.run([python, "-c", "import os, cocotb.config as c, find_libpython as f;"
                            "print(c.libs_dir, f.find_libpython())"],
                           text=True, capture_output=True, check=True).stdout.split()
    simulator = Verilator(asked[0]) if coverage else Icarus(asked[0])
    if name in EMITTED:
        bench, module, words = compile_network(name, program, rtl, turnpike, simulator)
    elif name in EMITTED_NODES:
        bench, module, words = compile_nodes(name, program, rtl, turnpike, simulator)
    else:
        bench, module, words = compile_bench(name, program, rtl, simulator)
    environment = {**os.environ, **words, "MODULE": module, "TOPLEVEL": bench,
                   "TOPLEVEL_LANG": "verilog", "PYTHONPATH": str(HERE),
                   "VIRTUAL_ENV": str(python.parent.parent), "LIBPYTHON_LOC": asked[1],
                   "LD_LIBRARY_PATH": asked[0], "RANDOM_SEED": os.environ.get("SEED", "1"),
                   "COCOTB_RESULTS_FILE": str(folder / "results.xml"), "COCOTB_ANSI_OUTPUT": "0",
                   "TESTCASE": case or os.environ.get("CASE", ""),
                   "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        run = subprocess.run(simulator.command(program), env=environment, cwd=folder, check=False,
                             timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired:
        print(f"not finished after {TIME_LIMIT} seconds")
        return False
    if coverage:
        shutil.copyfile(folder / "coverage.dat", coverage)
    return results(folder / "results.xml") and run.returncode == 0


def make_test(name, python, work, rtl, turnpike, case=""):
    """`make test` of an emitted AXI4 network, as its README says."""
    folder = work / name
    shutil.rmtree(folder, ignore_errors=True)
    emit(EMITTED_AXI4[name], "axi4", folder / "network", rtl, turnpike)
    try:
        return subprocess.run(["make", "-C", folder / "network", "test", f"PYTHON={python}"],
                              env={**os.environ, **({"TESTCASE": case} if case else {})},
                              check=False, timeout=TIME_LIMIT).returncode == 0
    except subprocess.TimeoutExpired:
        print(f"not finished after {TIME_LIMIT} seconds")
        return False


# In a module of its own, without a timescale, as that of a user may be.
BOTH = """module both (input wire clk);
    axi_network u_one (.clk_i(clk));
    left_axi_network u_two (.clk_i(clk));
endmodule
"""


def two_networks(work, rtl, turnpike):
    """A network and the same with --prefix are one design, in which nobody warns of timescales."""
    folder = work / "two_networks"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "both.v").write_text(BOTH)
    files = ["both.v"]
    for name, more in {"one": [], "two": ["--prefix", "left"]}.items():
        emit("axi", "axi4", folder / name, rtl, turnpike, [*more, "--timescale", "none"])
        files += [f"{name}/{path}" for path in
                  next((folder / name).glob("*.f")).read_text().split()[1:]]
    for command in (["verilator", "--lint-only", "-Wall", "-Wno-PINMISSING", "--language",
                     "1364-2005", "--top-module", "both", "+incdir+one/rtl"],
                    ["iverilog", "-g2005", "-Wtimescale", "-s", "both", "-o", "both.vvp",
                     "-Ione/rtl"]):
        said = subprocess.run([*command, *files], cwd=folder, text=True, capture_output=True,
                              check=False)
        print(f"{command[0]}: status {said.returncode} {said.stdout}{said.stderr}")
        if said.returncode != 0 or said.stdout or said.stderr:
            return False
    return True


def faults(python, work, turnpike):
    """Whether each planted fault is found by its test, and not by the compiler."""
    missed = 0
    lines = [line.strip() for line in (HERE / "faults.txt").read_text().splitlines()
             if line.strip() and not line.startswith("#")]
    for place, change in zip(lines[::2], lines[1::2]):
        test, file = place.split()
        name, _, case = test.partition(":")
        shutil.rmtree(work / "faults", ignore_errors=True)
        shutil.copytree(ROOT / "rtl", work / "faults/rtl")
        subprocess.run(["sed", "-i", change, work / "faults" / file], check=True)
        applied = (work / "faults" / file).read_text() != (ROOT / file).read_text()
        if name == "registered":
            found = not registered(work / "faults/rtl")
        elif name in EMITTED_AXI4:
            found = not make_test(name, python, work / "faults", work / "faults/rtl", turnpike,
                                  case)
            found = found and (work / "faults" / name / "network.test/results.xml").exists()
        else:
            found = not simulate(name, python, work / "faults", work / "faults/rtl", case,
                                 turnpike)
        verdict = "found" if applied and found else "MISSED" if applied else "DOES NOT APPLY"
        print(f"==== {verdict}: {test}: {change}", flush=True)
        missed += verdict != "found"
    print(f"{len(lines) // 2 - missed} of {len(lines) // 2} planted faults found")
    return missed == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("test", choices=(*TESTS, *EMITTED, *EMITTED_NODES, *EMITTED_AXI4,
                                         "two_networks", "registered", "faults"))
    parser.add_argument("--python", type=pathlib.Path, default=ROOT / "build/python/bin/python")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/turnpike")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build/adapters")
    parser.add_argument("--sources", type=pathlib.Path, default=ROOT, help="whose rtl/ is tested")
    parser.add_argument("--coverage", type=pathlib.Path)
    arguments = parser.parse_args()
    work, python = arguments.work.resolve(), arguments.python.absolute()
    turnpike = arguments.program.resolve()
    rtl = arguments.sources.resolve() / "rtl"
    if arguments.test == "registered":
        passed = registered(rtl)
    elif arguments.test == "faults":
        passed = faults(python, work, turnpike)
    elif arguments.test == "two_networks":
        passed = two_networks(work, rtl, turnpike)
    elif arguments.test in EMITTED_AXI4:
        passed = make_test(arguments.test, python, work, rtl, turnpike)
    else:
        passed = simulate(arguments.test, python, work, rtl, turnpike=turnpike,
                          coverage=arguments.coverage and arguments.coverage.resolve())
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
