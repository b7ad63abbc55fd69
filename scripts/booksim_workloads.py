#!/usr/bin/env python3
"""booksim_workloads.py - closed loops on Turnpike's model beside BookSim 2: table and picture.

    BOOKSIM=/path/to/booksim scripts/booksim_workloads.py [--program build/turnpike]

8x8 mesh, dimension order, 4 virtual channels of 4 flits, uniform traffic. Two loops, over the
window of each node:

- batch: 200 messages of 5 flits; the cycles until the last one has come.
- reads and writes, half each: 1 flit to ask for 5, or 5 flits answered by 1, in two classes of two
  virtual channels; requests per cycle and node. BookSim counts requests and replies of its batch
  alike, and a node that has a reply to send asks nothing.

BookSim has its fastest allocators (islip), and all delays are one cycle. Writes
docs/router/closed_loop.csv and docs/images/closed_loop.svg.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs/router/closed_loop.csv"
PICTURE = ROOT / "docs/images/closed_loop.svg"
WINDOWS = (1, 2, 4, 8, 16, 32)
MESSAGES = 200

BOOKSIM = f"""
topology = mesh; k = 8; n = 2; routing_function = dor; num_vcs = 4; vc_buf_size = 4;
wait_for_tail_credit = 0; vc_allocator = islip; sw_allocator = islip; alloc_iters = 1;
credit_delay = 1; routing_delay = 0; vc_alloc_delay = 1; sw_alloc_delay = 1; st_final_delay = 1;
traffic = uniform; packet_size = 5; sim_type = batch; batch_size = {MESSAGES}; batch_count = 1;
"""
READ_WRITE = """
use_read_write = 1; write_fraction = 0.5;
read_request_size = 1; read_reply_size = 5; write_request_size = 5; write_reply_size = 1;
read_request_begin_vc = 0; read_request_end_vc = 1; write_request_begin_vc = 0;
write_request_end_vc = 1; read_reply_begin_vc = 2; read_reply_end_vc = 3;
write_reply_begin_vc = 2; write_reply_end_vc = 3;
"""
MESH = """
[network]
topology = "mesh"
radix = 8
dimensions = 2
[router]
virtual_channels = 4
buffer_depth = 4
"""
BATCH = f"""
[workload]
kind = "batch"
batch = {MESSAGES}
pattern = "uniform"
"""
REQUESTS = """
message_classes = 2
[workload]
kind = "request_reply"
write_fraction = 0.5
request_class = 0
reply_class = 1
"""


def booksim(binary, text, window):
    """Cycles of the batch."""
    with tempfile.NamedTemporaryFile("w", suffix=".cfg") as file:
        file.write(text.replace("; ", ";\n"))
        file.flush()
        said = subprocess.run([binary, file.name, f"max_outstanding_requests={window}"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False).stdout
    found = re.search(r"Overall average batch duration = ([0-9.]+)|"
                      r"Average batch duration = ([0-9.]+)", said)
    if not found:
        sys.exit(f"booksim_workloads.py: BookSim gave no batch duration:\n{said[-500:]}")
    return float(found.group(1) or found.group(2))


def turnpike(program, text, key, window):
    """The workload's figures."""
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write(MESH + text)
        file.flush()
        said = subprocess.run([program, "run", file.name, "--engine", "model", "--json", "--set",
                               f"workload.{key}={window}"],
                              stdout=subprocess.PIPE, text=True, check=True).stdout
    return json.loads(said)["workload"]["figures"]


def rows(binary, program):
    """One for each window."""
    for window in WINDOWS:
        requests = turnpike(program, REQUESTS, "window", window)
        yield (window,
               booksim(binary, BOOKSIM, window),
               turnpike(program, BATCH, "batch_window", window)["makespan"],
               MESSAGES / 2 / booksim(binary, BOOKSIM + READ_WRITE, window),
               requests["requests_per_cycle"],
               requests["round_trip"])


def draw():
    """The table as a picture."""
    script = f"""
set terminal svg size 760,300 font "sans-serif,13" background "white"
set output "{PICTURE}"
set datafile separator ","
set multiplot layout 1,2
set key top right
set logscale x 2
set xlabel "window, messages"
set yrange [0:*]
set grid
set title "Batch of {MESSAGES} messages a node: cycles"
plot "{TABLE}" skip 1 using 1:2 with linespoints pt 4 lc "#888888" title "BookSim", \\
     "{TABLE}" skip 1 using 1:3 with linespoints pt 7 lc "#1f6fb4" title "Turnpike"
set key bottom right
set xlabel "window, requests"
set title "Reads and writes: requests per cycle and node"
plot "{TABLE}" skip 1 using 1:4 with linespoints pt 4 lc "#888888" title "BookSim", \\
     "{TABLE}" skip 1 using 1:5 with linespoints pt 7 lc "#1f6fb4" title "Turnpike"
"""
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def main():
    """Measures, writes, draws."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=ROOT / "build/turnpike")
    options = parser.parse_args()
    binary = os.environ.get("BOOKSIM")
    if not binary or not os.access(binary, os.X_OK):
        parser.error("BOOKSIM: allowed: the path of BookSim 2's program")
    text = "window,booksim_batch,batch,booksim_requests,requests,round_trip\n"
    for row in rows(binary, options.program):
        text += ",".join(f"{value:.5g}" for value in row) + "\n"
        print(text.splitlines()[-1], flush=True)
    TABLE.write_text(text, encoding="utf-8")
    draw()


if __name__ == "__main__":
    main()
