#!/usr/bin/env python3
"""run.py - the demonstrator in Verilator, under its client, against the model: `turnpike run`, or
`turnpike axi` for networks with [axi].

  run.py CASE --program TURNPIKE --work FOLDER [--again OUT] [--limit SECONDS] [--coverage FILE]

CASE is a row of CASES or FAULTS. A case must end with every counter equal to the model's. A fault
is planted in the Verilog that was emitted, or in what is asked of it, and the client must tell it.
--again runs what an earlier call has built in FOLDER, and leaves what it finds in OUT. The client
has --limit seconds, 120 without. --coverage has the design count which of its lines are reached.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent

RUN = """
[run]
warmup = {warmup}
measurement = {measurement}
seed = {seed}
"""

TORUS = """
[network]
topology = "torus"
radix = [4, 2]
dimensions = 2
[router]
virtual_channels = 2
buffer_depth = 8
[link]
cycles_per_hop = 1
[traffic]
pattern = "uniform_other"
load = 0.35
length = 5
generator = "xorshift"
"""
MESH = """
[network]
topology = "mesh"
radix = 2
dimensions = 2
[router]
virtual_channels = 1
flit_bits = 16
[traffic]
pattern = "bit_complement"
load = 0.3
length = 3
generator = "xorshift"
"""
CUBE = """
[network]
topology = "hypercube"
dimensions = 3
[router]
virtual_channels = 4
flit_bits = 64
buffer_depth = 8
[traffic]
pattern = "hot_spot"
hot_node = 5
hot_fraction = 0.2
load = 0.25
length = 1
generator = "xorshift"
"""
LINE = """
[network]
topology = "mesh"
radix = 5
dimensions = 1
[router]
virtual_channels = 3
pipeline_cycles = 2
[traffic]
pattern = "uniform"
load = 0.4
length = 20
generator = "xorshift"
"""

AXI = (ROOT / "configs" / "fpga_axi.toml").read_text()
# Reorder buffers, two slots a manager, memories of other sizes, addresses that are no numbers of
# nodes, beats of two flits over links with registers, USER signals and a watchdog.
AXI_WIDE = """
[network]
topology = "mesh"
radix = [3, 2]
dimensions = 2
[router]
flit_bits = 80
[link]
cycles_per_hop = 2
[axi]
control = true
order = "reorder"
data_bits = 128
address_bits = 40
id_bits = 1
user_bits = 3
watchdog = 2000
read_beats = 64
manager = [{ node = 5 }, { node = 0 }, { node = 2 }]
region = [
  { base = 0x0000_0000, size = 0x1_0000, node = 1 },
  { base = 0xff_0000_0000, size = 0x2000, node = 4 },
  { base = 0x0010_0000, size = 0x1000, node = 1 },
]
"""

# name: configuration, run
CASES = {
    "torus": (TORUS.replace("buffer_depth = 8", "buffer_depth = 8\npipeline_cycles = 2"),
              {"warmup": 500, "measurement": 3000, "seed": 1}),
    "torus_neighbour": (TORUS.replace("uniform_other", "neighbour").replace("0.35", "0.45"),
                        {"warmup": 0, "measurement": 1000, "seed": 9007199254740992}),
    "mesh": (MESH, {"warmup": 100, "measurement": 5000, "seed": 3}),
    "mesh_transpose": (MESH.replace("bit_complement", "transpose"),
                       {"warmup": 100, "measurement": 1000, "seed": 4}),
    "cube": (CUBE, {"warmup": 1, "measurement": 4000, "seed": 2}),
    "line": (LINE, {"warmup": 1000, "measurement": 2000, "seed": 5}),
    "axi": (AXI, {"warmup": 0, "measurement": 20000, "seed": 1}),
    "axi_wide": (AXI_WIDE, {"warmup": 0, "measurement": 5000, "seed": 6}),
}
# Of those with [axi]
PACES = {"axi_wide": ["--pace", "0.4", "--beats", "8"]}
SHORT = {"warmup": 100, "measurement": 500, "seed": 1}
# name: configuration, file of the emitted Verilog, what is there, what the fault makes of it, what
# the client says
FAULTS = {
    "bit": (MESH, "rtl/switch_mux.v", "assign word_o = ",
            "assign word_o = (1 << 9) ^ ", "was wrong"),
    "seed": (MESH, "rtl/traffic_source.v", "(from << 13)", "(from << 12)", "the model has"),
    "order": (MESH, "rtl/traffic_source.v", "{!old[0], old[DATA_W-1:1]}", "old", "was wrong"),
    "queue": (MESH.replace("bit_complement", "hot_spot").replace("load = 0.3",
                                                                "load = 0.9\nhot_fraction = 0.9"),
              None, None, None, "a queue was full"),
    "latency": (MESH, "rtl/traffic_sink.v", "time_q - stamp[TIME_W:1]",
                "time_q - stamp[TIME_W:1] + 1'b1", "the model has"),
    "bin": (MESH.replace("length = 3", "length = 1").replace("0.3", "0.9"), "rtl/traffic_sink.v",
            "past_q ? last_q : read_q", "read_q", "the model has"),
    "axi_data": (AXI, "rtl/axi4_block_memory.v", "<= wdata_i[8*lane +: 8]",
                 "<= wdata_i[8*lane +: 8] ^ 8'h10", "an answer that was wrong"),
    "axi_seed": (AXI, "rtl/axi4_slot_manager.v", "(from << 13)", "(from << 12)", "the model has"),
    "axi_slot": (AXI, "rtl/axi4_slot_manager.v", "!busy_q[write_slot];", "1'b1;", "wrong"),
    "axi_occupancy": (AXI, "rtl/channel_monitor.v", "occupancy_o = all_q", "occupancy_o = back",
                      "occupancy_"),
}


def command(arguments, **options):
    ran = subprocess.run([str(a) for a in arguments], text=True, capture_output=True, check=False,
                         **options)
    if ran.returncode != 0:
        said = (ran.stdout + ran.stderr)[-2000:]
        sys.exit(f"{' '.join(map(str, arguments))}: {ran.returncode}\n{said}")
    return ran.stdout


def plant(path, there, fault):
    text = path.read_text()
    if there not in text:
        sys.exit(f"{path}: has no '{there}'")
    path.write_text(text.replace(there, fault))


PROGRAM = "build/Vboard"


def build(folder, coverage):
    """The demonstrator as a program; routers and terminals are compiled once. Verilator then cannot
    see that their outputs are registers, and warns of circles (UNOPTFLAT). What counts the lines
    that are reached is compiled as a whole: of parts, Verilator would keep no counts."""
    top = next(folder.glob("*.f")).stem
    (folder / "board.vlt").write_text(
        "`verilator_config\n" + "".join(
            f'hier_block -module "{top}_{cell}"\n'
            for cell in ("router", "terminal", "manager", "subordinate")
            if (folder / f"{top}_{cell}.v").exists()))
    way = (["--coverage-line", "-fno-split", "-fno-reorder"] if coverage
           else ["--hierarchical", "board.vlt"])
    command(["verilator", "--cc", "--exe", "--build", "-j", "2", *way, "--assert",
             "-Wno-UNOPTFLAT", "--x-initial", "unique", "-MAKEFLAGS", "OPT_FAST=-O1",
             HERE / "board.v", "-f", f"{top}.f", "--top-module", "board", "--Mdir", "build",
             HERE / "board.cpp"],
            cwd=folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("case", choices=(*CASES, *(f"fault_{name}" for name in FAULTS)))
    for option in ("--program", "--work"):
        parser.add_argument(option, type=pathlib.Path, required=True)
    parser.add_argument("--again", type=pathlib.Path)
    parser.add_argument("--limit", type=int, default=120)
    parser.add_argument("--coverage", type=pathlib.Path)
    arguments = parser.parse_args()
    work = arguments.work.resolve()
    if not arguments.again:
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
    fault = None
    if arguments.case in CASES:
        network, run = CASES[arguments.case]
    else:
        fault = FAULTS[arguments.case.removeprefix("fault_")]
        network, run = fault[0], SHORT
    config = work / "board.toml"
    program, folder, model = arguments.program.resolve(), work / "network", work / "model"
    if not arguments.again:
        config.write_text(network + RUN.format(**run))
        command([program, "emit", config, "--out", folder, "--terminals", "traffic"])
        if "[axi]" in network:
            pace = PACES.get(arguments.case, [])
            model.write_text(command([program, "axi", config, "--board", "--json", "--cycles",
                                      run["measurement"], *pace]))
        else:
            command([program, "run", config, "--engine", "model", "--out", model])
        if fault and fault[1]:
            plant(folder / fault[1], fault[2], fault[3])
        build(folder, arguments.coverage)
    counts = [arguments.coverage.resolve()] if arguments.coverage else []
    board = subprocess.Popen([folder / PROGRAM, *counts], stdout=subprocess.PIPE, text=True)
    try:
        device = board.stdout.readline().strip()
        client = subprocess.run(
            [sys.executable, folder / "client.py", device, "--expect", model, "--out",
             arguments.again or work / "out", "--limit",
             "20" if fault else str(arguments.limit)],
            text=True, capture_output=True, check=False)
    finally:
        board.terminate()
        board.wait()
    print(client.stdout + client.stderr)
    if fault:
        return 0 if client.returncode == 1 and fault[4] in client.stderr else 1
    return 0 if client.returncode == 0 and "every counter is the model's" in client.stdout else 1


if __name__ == "__main__":
    sys.exit(main())
