#!/usr/bin/env python3
"""express_figures.py - measures the express cubes and draws the figures of docs/express.md.

    scripts/express_figures.py PROGRAM FOLDER [FIGURE...]     (`make express`)

FIGURE: latency, limits, throughput, levels, plane, decompositions, price; none: all. Each writes
FOLDER/<figure>.csv; latency, throughput and plane also FOLDER/<figure>.svg. All runs are of the
model, which is equal to the hardware in every cycle; price is synthesis by Yosys.
"""

import collections
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

TERMINAL_CYCLES = 2  # out of the source and into the sink: docs/timing.md, section 5
DISTANCES = (8, 16, 23, 24, 32, 64, 256, 768, 1024)


class Bench:
    """Runs of the program, in a folder that goes away."""

    def __init__(self, program, folder):
        self.program = str(pathlib.Path(program).resolve())
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.scratch = tempfile.TemporaryDirectory()
        self.work = pathlib.Path(self.scratch.name)

    def run(self, network, rest, *options):
        """One run; returns its JSON object."""
        config = self.work / "config.toml"
        config.write_text(network + rest)
        command = [self.program, "run", str(config), "--engine", "model", "--json", *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}\n{network}{rest}\n{done.stderr}")
        return json.loads(done.stdout)

    def latencies(self, network, messages, cycles):
        """Zero-load latency of single-flit messages (cycle, source, destination), without the
        terminals' cycles, by (source, destination)."""
        trace = self.work / "messages.trace"
        trace.write_text("".join(f"{c} {s} {d} 1\n" for c, s, d in sorted(messages)))
        events = self.work / "events.csv"
        self.run(network, f'[traffic]\npattern = "trace"\nfile = "{trace}"\n[run]\nwarmup = 0\n'
                 f"measurement = {cycles}\nmax_cycles = {cycles}\nwatchdog = {cycles}\n",
                 "--events", str(events))
        queued, found = {}, {}
        with events.open() as file:
            next(file)
            for row in csv.DictReader(file):
                key = int(row["source"]), int(row["destination"])
                if row["event"] == "queued":
                    queued[key] = int(row["cycle"])
                elif row["event"] == "delivered":
                    found[key] = int(row["cycle"]) - queued[key] - TERMINAL_CYCLES
        if len(found) != len(messages):
            sys.exit(f"{len(messages) - len(found)} of {len(messages)} messages were not delivered")
        return found

    def write(self, name, header, rows):
        with (self.folder / f"{name}.csv").open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([header, *rows])
        print(f"{name}: {self.folder / name}.csv")

    def plot(self, name, commands):
        svg = self.folder / f"{name}.svg"
        setup = (f'set terminal svg size 720,480 font "sans,13" background "white"\n'
                 f'set output "{svg}"\nset datafile separator ","\nset grid\n')
        subprocess.run(["gnuplot"], input=setup + commands, text=True, check=True)
        print(f"{name}: {svg}")


def array(k, express="", link="", flit_bits=32):
    """An array of k nodes: [network], [network.express], [router], [link]."""
    return (f'[network]\ntopology = "mesh"\nradix = {k}\ndimensions = 1\n'
            + (f"[network.express]\n{express}\n" if express else "")
            + f"[router]\nvirtual_channels = 4\nbuffer_depth = 4\nflit_bits = {flit_bits}\n"
            + (f"[link]\n{link}\n" if link else ""))


# T_n = 64 cycles (the component's own and 63 of its channel), T_w = 1: alpha = 64.
ALPHA_64 = "cycles_per_unit = 1\ncycles_per_hop = 63"
FLAT = "spacing = 16\nlevels = 1"
HIERARCHICAL = "spacing = 4\nlevels = 3"


def latency(bench):
    """Dally 1991, Fig. 4: latency over distance, alpha = 64."""
    radix, apart = 1280, 4000

    def measured(express, source):
        messages = [(10 * n, source, source + d) for n, d in enumerate(DISTANCES)]
        found = bench.latencies(array(radix, express, ALPHA_64), messages, 100000)
        return [found[source, source + d] for d in DISTANCES]

    def mean(express, period):
        messages = [(apart * s + 10 * n, period + s, period + s + d)
                    for s in range(period) for n, d in enumerate(DISTANCES)]
        found = bench.latencies(array(radix, express, ALPHA_64), messages, apart * (period + 4))
        return [sum(found[s, s + d] for s in range(period, 2 * period)) / period for d in DISTANCES]

    def wire(distance):
        """A channel of D registers alone, between two routers; the sender's own cycle left out."""
        network = (f'[network]\ntopology = "irregular"\nlinks = [[0, 1, {distance}]]\n')
        return bench.latencies(network, [(0, 0, 1)], 4000)[0, 1] - 1

    rows = list(zip(DISTANCES, map(wire, DISTANCES), measured("", 8), measured(FLAT, 8),
                    mean(FLAT, 16), measured(HIERARCHICAL, 32), mean(HIERARCHICAL, 64)))
    bench.write("latency", ["distance", "wire", "conventional", "flat_source_8", "flat_mean",
                            "hierarchical_source_32", "hierarchical_mean"], rows)
    data = bench.folder / "latency.csv"
    bench.plot("latency", f"""
set logscale xy
set key outside bottom center horizontal
set xlabel "distance D (nodes)"
set ylabel "latency of the head (T_w)"
set xrange [6:1400]
set yrange [6:100000]
a = 64.0
flat(d) = a * (d / 16.0 + 16) + d
hier(d) = a * (d / 64.0 + 3 * 3 + 1) + d
plot x title "wire" with lines dt 2 lc "gray40", \\
  "{data}" using 1:2 notitle with points pt 7 ps 0.7 lc "gray40", \\
  (a + 1) * x title "conventional, (2)" with lines lc 1, \\
  (x < 16 ? 1/0 : flat(x)) title "flat i = 16, (3)" with lines lc 2, \\
  (x < 64 ? 1/0 : hier(x)) title "hierarchical i = 4, l = 3, (5)" with lines lc 3, \\
  "{data}" using 1:3 notitle with points pt 7 ps 0.7 lc 1, \\
  "{data}" using 1:5 title "measured, mean over sources" with points pt 7 ps 0.7 lc 2, \\
  "{data}" using 1:7 notitle with points pt 7 ps 0.7 lc 3, \\
  "{data}" using 1:4 title "measured, source 8" with points pt 6 ps 0.8 lc 2, \\
  "{data}" using 1:6 title "measured, source 32" with points pt 6 ps 0.8 lc 3
""")


def limits(bench):
    """What one interchange adds, and how near a long message comes to the wire."""
    near = bench.latencies(array(64), [(0, 14, 17)], 1000)[14, 17]
    crossed = bench.latencies(array(64, "spacing = 16\nlevels = 1"), [(0, 14, 17)], 1000)[14, 17]
    source, far = 32, 16320
    link = array(16384, HIERARCHICAL, ALPHA_64)
    long = bench.latencies(link, [(0, source, source + far)], 60000)[source, source + far]
    ideal = (1 + 64 / 4 ** 3) * far
    bench.write("limits", ["what", "cycles", "of"], [
        ["local message from node 14 to 17, no interchange", near, ""],
        ["the same across the interchange before node 16", crossed, ""],
        [f"D = {far}, alpha = 64, i = 4, l = 3", long, f"{long / ideal:.4f} of (1 + alpha/i^l) D"]])


def accepted_at_overload(bench, network, offered, pattern="uniform", length=4):
    result = bench.run(network, f'[traffic]\npattern = "{pattern}"\nload = {offered}\n'
                       f"length = {length}\n[run]\nwarmup = 6000\nmeasurement = 20000\n"
                       "max_cycles = 26000\nlatency_limit = 1000000\n")
    return result["accepted"]


def bound(bench, network, length=4):
    """Accepted traffic at which the busiest channel is full, parallel channels taken together: from
    the loads in a run at low load."""
    out = bench.work / "out"
    result = bench.run(network, f'[traffic]\npattern = "uniform"\nload = 0.02\nlength = {length}\n'
                       "[run]\nwarmup = 2000\nmeasurement = 200000\nmax_cycles = 300000\n",
                       "--out", str(out))
    groups = collections.defaultdict(list)
    with (out / "channels.csv").open() as file:
        for row in csv.DictReader(file):
            ends = row["from"], row["to"]
            groups[ends].append(float(row["utilisation"]))
    return result["accepted"] / max(sum(group) / len(group) for group in groups.values())


def throughput(bench):
    """Dally 1991, III-B: throughput with m express channels, both methods of insertion."""
    k = 64
    plain = accepted_at_overload(bench, array(k), 0.2)
    rows = [["plain", "", 0, f"{plain:.4f}", "1.00",
             f"{bound(bench, array(k)):.4f}"]]
    for spacing in (4, 8, 16):
        for insertion in ("multichannel", "interleaved"):
            for m in (1, 2, 4):
                network = array(k, f'spacing = {spacing}\nlevels = 1\nchannels = {m}\n'
                                f'insertion = "{insertion}"')
                accepted = accepted_at_overload(bench, network, 0.6)
                rows.append([insertion, spacing, m, f"{accepted:.4f}", f"{accepted / plain:.2f}",
                             f"{bound(bench, network):.4f}"])
    bench.write("throughput", ["insertion", "spacing", "m", "accepted", "times_plain",
                               "bound_by_loads"], rows)
    curves = []
    for spacing in (4, 8, 16):
        for insertion, point in (("multichannel", 7), ("interleaved", 6)):
            rows_of = [r for r in rows if r[0] == insertion and r[1] == spacing]
            block = "\n".join(f"{r[2]},{r[4]}" for r in [["", "", 0, "", "1"]] + rows_of)
            curves.append((f"{insertion}, i = {spacing}", point, spacing, block))
    text = "".join(f"$c{n} << END\n{c[3]}\nEND\n" for n, c in enumerate(curves))
    text += ('set xlabel "express channels m"\nset ylabel "throughput, times the plain array"\n'
             'set key top left\nset xrange [0:4.3]\nset yrange [0:6]\n'
             'plot x + 1 title "m + 1" with lines dt 2 lc "gray40"')
    for n, (title, point, spacing, _) in enumerate(curves):
        colour = {4: 1, 8: 2, 16: 3}[spacing]
        text += f', $c{n} title "{title}" with linespoints pt {point} lc {colour}'
    bench.plot("throughput", text + "\n")


def levels(bench):
    """Dally 1991, III-E: share of the messages that cross the centre on each level."""
    k, spacing, count = 64, 2, 3
    out = bench.work / "out"
    bench.run(array(k, f"spacing = {spacing}\nlevels = {count}"),
              '[traffic]\npattern = "uniform"\nload = 0.02\nlength = 1\n[run]\nwarmup = 2000\n'
              "measurement = 400000\nmax_cycles = 500000\n", "--out", str(out))
    ends = {f"router_{k // 2}": 0}
    ends.update({f"interchange_0_{k // 2 + spacing ** p}": p for p in range(1, count + 1)})
    crossing = [0.0] * (count + 1)
    with (out / "channels.csv").open() as file:
        for row in csv.DictReader(file):
            if row["from"] == f"interchange_0_{k // 2}" and row["to"] in ends:
                crossing[ends[row["to"]]] += float(row["utilisation"])
    plan = subprocess.run(
        [bench.program, "express-plan", "--radix", str(k), "--spacing", str(spacing), "--levels",
         str(count), "--channels", "8", "--json"], capture_output=True, text=True, check=True)
    shares = json.loads(plan.stdout)["fractions"]
    bench.write("levels", ["level", "equations_6_7", "exact_count", "measured"], [
        [p, f"{estimate:.4f}", f"{exact:.4f}", f"{measured / sum(crossing):.4f}"]
        for p, (estimate, exact, measured) in enumerate(zip(shares["equations"], shares["random"],
                                                            crossing))])


def plane(bench):
    """Express against plain on 16 x 16: latency over load, equal channel width and equal wires."""
    def mesh(express, link=""):
        return ('[network]\ntopology = "mesh"\nradix = 16\ndimensions = 2\n'
                + (f"[network.express]\n{express}\n" if express else "")
                + "[router]\nvirtual_channels = 4\nbuffer_depth = 4\n"
                + (f"[link]\n{link}\n" if link else ""))

    # A message of 512 bits. The express mesh has twice the wires of the plain one across each cut.
    kinds = (("plain, W = 32", mesh(""), 16, 32), ("plain, W = 64", mesh(""), 8, 64),
             ("express i = 4, W = 32", mesh("spacing = 4\nlevels = 1"), 16, 32))
    rows = []
    for name, network, flits, width in kinds:
        for step in range(1, 33):
            bits = step * 0.5  # offered bits per node and cycle
            result = bench.run(network, f'[traffic]\npattern = "uniform"\nload = {bits / width}\n'
                               f"length = {flits}\n[run]\nmeasurement = 10000\n")
            rows.append([name, bits, f"{result['accepted'] * width:.3f}",
                         "" if result["saturated"] else f"{result['latency']:.2f}",
                         f"{result['hops']:.3f}" if result["hops"] else ""])
            if result["saturated"]:
                break
    bench.write("plane", ["network", "offered_bits", "accepted_bits", "latency", "hops"], rows)
    text = ""
    for n, (name, *_) in enumerate(kinds):
        block = "\n".join(f"{r[1]},{r[3]}" for r in rows if r[0] == name and r[3])
        text += f"$c{n} << END\n{block}\nEND\n"
    text += ('set xlabel "offered traffic (bits per node and cycle)"\n'
             'set ylabel "latency (cycles)"\n'
             "set key top left\nset yrange [0:250]\nplot ")
    text += ", ".join(f'$c{n} title "{name}" with linespoints pt 7 ps 0.5'
                      for n, (name, *_) in enumerate(kinds))
    bench.plot("plane", text + "\n")


def decompositions(bench):
    """Dally 1991, Fig. 5: hops of all pairs over the hops with single-module interchanges."""
    k, spacing, levels = 64, 2, 3
    pairs = [(s, d) for s in range(k) for d in range(k) if d != s]
    messages = [(100 * n, *pair) for n, pair in enumerate(pairs)]  # one at a time
    hops = {}
    for kind in ("single", "full", "no_ascent", "top_only"):
        express = f'spacing = {spacing}\nlevels = {levels}\ndecomposition = "{kind}"'
        hops[kind] = bench.latencies(array(k, express), messages, 100 * len(pairs) + 1000)
    rows = []
    for kind, found in hops.items():
        extra = [found[pair] - hops["single"][pair] for pair in found]
        rows.append([kind, f"{sum(found.values()) / len(found):.4f}",
                     f"{sum(extra) / len(extra):.4f}", min(extra), max(extra)])
    bench.write("decompositions", ["decomposition", "mean_hops", "mean_extra", "least_extra",
                                   "most_extra"], rows)


def price(bench):
    """LUTs and registers of an interchange and of a router (Yosys, ECP5, without wide LUTs)."""
    root = pathlib.Path(__file__).resolve().parent.parent
    sources = " ".join(str(f) for folder in ("common", "router", "interchange")
                       for f in sorted((root / "rtl" / folder).glob("*.v")))
    include = f"-I{root / 'rtl' / 'common'}"
    shapes = (("router, 3 ports", "router", {"PORTS": 3, "DIMENSIONS": 1, "COORD_W": 6}),
              ("router, 5 ports", "router", {"PORTS": 5, "DIMENSIONS": 2, "COORD_W": 3}),
              ("interchange, level 1", "interchange", {"LEVELS": 1}),
              ("interchange, level 2", "interchange", {"LEVELS": 2, "DISTANCE_2": 16}))
    rows = []
    for name, top, parameters in shapes:
        for vcs in (1, 2, 4):
            given = {"VCS": vcs, "ADDR_W": 6, **parameters}
            settings = " ".join(f"-set {key} {value}" for key, value in given.items())
            done = subprocess.run(
                ["yosys", "-Q", "-T", "-p", f"read_verilog -DSYNTHESIS {include} {sources}; "
                 f"chparam {settings} {top}; synth_ecp5 -top {top} -nowidelut; stat"],
                capture_output=True, text=True, check=True)
            last = done.stdout[done.stdout.rindex("Number of cells"):]
            cells = dict((cell, int(count)) for cell, count in
                         (line.split() for line in last.splitlines()[1:]
                          if len(line.split()) == 2 and line.split()[1].isdigit()))
            flits = buffered_flits(given, top)
            rows.append([name, vcs, cells.get("LUT4", 0), cells.get("TRELLIS_FF", 0),
                         cells.get("TRELLIS_DPR16X4", 0), flits])
    bench.write("price", ["component", "vcs", "lut4", "registers", "lut_rams_16x4",
                          "flits_of_buffer"], rows)


def buffered_flits(given, top):
    """Flits that the input buffers of a component hold: ports times VCs times the depth of 4."""
    ports = given["PORTS"] if top == "router" else 2 * (1 + given["LEVELS"])
    return ports * given["VCS"] * 4


FIGURES = {f.__name__: f
           for f in (latency, limits, throughput, levels, plane, decompositions, price)}


def main():
    if len(sys.argv) < 3 or any(name not in FIGURES for name in sys.argv[3:]):
        sys.exit(__doc__)
    bench = Bench(sys.argv[1], sys.argv[2])
    for name in sys.argv[3:] or FIGURES:
        FIGURES[name](bench)


if __name__ == "__main__":
    main()
