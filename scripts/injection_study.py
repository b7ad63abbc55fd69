#!/usr/bin/env python3
"""injection_study.py - the evidence of docs/router.md for router.injection and router.turns, by the
model.

    scripts/injection_study.py PROGRAM [--jobs N]   runs what docs/router/*.csv does not have yet
    scripts/injection_study.py --summary            prints the tables of the page from the CSV files
    scripts/injection_study.py --picture            draws docs/images/past_saturation.svg

`rules.csv` compares "last", "fair" and "auto" over networks, link latencies, message lengths and
buffer depths: accepted traffic far beyond saturation, and latency at half of the best of it.
`past_saturation.csv` has accepted traffic over the offered one, for six patterns, and `turns.csv`
with both values of router.turns and several of router.patience. To make a file anew, delete it
first: about ten minutes of one core for all.
"""

import argparse
import concurrent.futures
import csv
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RULES = ROOT / "docs" / "router" / "rules.csv"
CURVES = ROOT / "docs" / "router" / "past_saturation.csv"
TURNS = ROOT / "docs" / "router" / "turns.csv"
PICTURE = ROOT / "docs" / "images" / "past_saturation.svg"

CARTESIAN = {"mesh": "8x8 mesh", "torus": "8x8 torus", "hypercube": "6-cube"}
PATTERNS = ("uniform", "transpose", "bit_complement", "perfect_shuffle", "hot_spot", "tornado")
LOADS = (.1, .2, .25, .3, .35, .4, .5, .7, 1.0)
WORDS = ("last", "fair", "auto")
RULES_OF_TURNS = (("fair", 256), ("last", 256), ("fair", 4), ("last", 16), ("last", 4))
TURN_PATTERNS = ("uniform", "transpose", "tornado", "bit_complement", "hot_spot")
TURN_LOADS = (.2, .25, .3, .35, .5, 1.0)


def grid_links(side):
    """Links of side x side switches, as chiplets lie on an interposer."""
    return [[at, at + step] for at in range(side * side) for step in (1, side)
            if (at % side + 1 < side if step == 1 else at + side < side * side)]


# Links, hosts, the root of Up*/Down*, and what the page calls them; the links of "ten" are those of
# configs/irregular_10_switches.toml.
GRAPHS = {
    "ten": ([[0, 2], [0, 4], [0, 9], [1, 2], [1, 4], [1, 9], [2, 6], [3, 6], [3, 7], [3, 8],
             [4, 6], [5, 7], [5, 8], [5, 9], [7, 8]], 4, 0, "ten switches"),
    "chiplets": (grid_links(4), 2, 5, "4x4 chiplets"),
    "two": ([[0, 1]], 4, 0, "two switches"),
}
NAMES = {**CARTESIAN, **{key: graph[3] for key, graph in GRAPHS.items()}}
GRID = tuple(itertools.product(NAMES, (0, 3, 20, 100), (1, 5, 64), (4, 16, 64)))


def network_keys(network):
    if network in GRAPHS:
        links, hosts, root, _ = GRAPHS[network]
        return [f"network.links={links}", f"network.hosts={hosts}", f"network.root={root}",
                "network.topology=irregular"]
    shape = "" if network == "hypercube" else "network.radix=8"
    dimensions = 6 if network == "hypercube" else 2
    return [f"network.topology={network}", f"network.dimensions={dimensions}", *shape.split()]


def run(program, keys, warmup=2000, measurement=3000, drain=100):
    """The results of one run with four VCs."""
    keys = [*keys, "run.engine=model", f"run.warmup={warmup}", f"run.measurement={measurement}",
            f"run.max_cycles={warmup + measurement + drain}", "run.latency_limit=1000000"]
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write("# All keys of the study are on the command line.\n")
        file.flush()
        words = [word for key in keys for word in ("--set", key)]
        done = subprocess.run([program, "run", file.name, "--json", *words], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    # 1: the run ended before all of its packets came, which is no matter beyond saturation.
    if done.returncode not in (0, 1) or not done.stdout:
        sys.exit(f"{' '.join(done.args)}: {done.stderr}")
    return json.loads(done.stdout)


def chosen(results):
    """What "auto" stood for: the configuration of the results says it."""
    line = next(line for line in results["config"].splitlines() if line.startswith("injection"))
    return line.split("=")[1].strip().strip('"')


def compare(program, point):
    """A row of rules.csv."""
    network, latency, length, depth = point
    keys = [*network_keys(network), f"link.cycles_per_hop={latency}", f"traffic.length={length}",
            f"router.buffer_depth={depth}", "router.virtual_channels=4"]
    row = dict(zip(("network", "latency", "length", "depth"), point))
    full = {word: run(program, [*keys, "traffic.load=1.0", f"router.injection={word}"])
            for word in ("last", "fair")}
    half = max(results["accepted"] for results in full.values()) / 2
    part = {word: run(program, [*keys, f"traffic.load={half:.4f}", f"router.injection={word}"],
                      drain=20000) for word in ("last", "fair")}
    part["auto"] = run(program, [*keys, f"traffic.load={half:.4f}"], drain=20000)
    row["auto"] = chosen(part["auto"])
    full["auto"] = full[row["auto"]] if row["auto"] in full else \
        run(program, [*keys, "traffic.load=1.0"])
    row["half_load"] = f"{half:.4f}"
    for word in WORDS:
        row[f"accepted_{word}"] = f"{full[word]['accepted']:.4f}"
        row[f"latency_{word}"] = f"{part[word]['latency']:.2f}"
    return row


def curve(program, point):
    """A row of past_saturation.csv."""
    network, pattern, word, load = point
    row = dict(zip(("network", "pattern", "injection", "offered"), point))
    keys = [*network_keys(network), f"traffic.pattern={pattern}", f"traffic.load={load}",
            f"router.injection={word}", "router.virtual_channels=4"]
    row["accepted"] = f"{run(program, keys)['accepted']:.4f}"
    return row


def turn(program, point):
    """A row of turns.csv."""
    network, vcs, pattern, turns, patience, load = point
    row = dict(zip(("network", "vcs", "pattern", "turns", "patience", "offered"), point))
    keys = [*network_keys(network), f"traffic.pattern={pattern}", f"traffic.load={load}",
            f"router.turns={turns}", f"router.patience={patience}",
            f"router.virtual_channels={vcs}"]
    row["accepted"] = f"{run(program, keys, 4000, 10000)['accepted']:.4f}"
    return row


def read(path):
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def fill(path, points, columns, make, jobs):
    """Appends the rows of `points` that the file does not have."""
    rows = read(path)
    there = {tuple(row[column] for column in columns) for row in rows}
    missing = [point for point in points if tuple(map(str, point)) not in there]
    path.parent.mkdir(exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for row in pool.map(make, missing):
            is_first = not path.exists()
            with path.open("a", newline="") as file:
                writer = csv.DictWriter(file, row, lineterminator="\n")
                if is_first:
                    writer.writeheader()
                writer.writerow(row)


def of_the_better(row, word, key="accepted"):
    """What `word` gives, over the better of "last" and "fair"."""
    values = [float(row[f"{key}_{other}"]) for other in ("last", "fair")]
    best = max(values) if key == "accepted" else min(values)
    return float(row[f"{key}_{word}"]) / best if best > 0 else 1


def percent(ratio):
    return f"{100 * (ratio - 1):+.0f} %"


def summary():
    rows = read(RULES)
    print("| network | worst of last | worst of fair | worst of auto | mean of auto"
          " | latency of auto |\n|---|---|---|---|---|---|")
    for network, name in {**NAMES, "": "all"}.items():
        own = [row for row in rows if network in ("", row["network"])]
        worst = [percent(min(of_the_better(row, word) for row in own)) for word in WORDS]
        mean = sum(of_the_better(row, "auto") for row in own) / len(own)
        latency = max(of_the_better(row, "auto", "latency") for row in own)
        print(f"| {name} | {' | '.join(worst)} | {percent(mean)} | {percent(latency)} |")
    print()
    worse = sorted(rows, key=lambda row: of_the_better(row, "auto"))
    for row in worse[:12]:
        print(percent(of_the_better(row, "auto")), row)


def summary_of_turns():
    """Accepted traffic at a load of 1, and in brackets the most at any load."""
    rows = read(TURNS)
    print("\n| network, V | turns, patience | " + " | ".join(TURN_PATTERNS) + " |\n|---|---"
          + len(TURN_PATTERNS) * "|---" + "|")
    for network, vcs in itertools.product(("torus", "mesh"), ("4", "2")):
        for turns, patience in RULES_OF_TURNS:
            cells = []
            for pattern in TURN_PATTERNS:
                own = [row for row in rows if (row["network"], row["vcs"], row["pattern"],
                                               row["turns"], row["patience"])
                       == (network, vcs, pattern, turns, str(patience))]
                last = next(row["accepted"] for row in own if row["offered"] == "1.0")
                most = max(float(row["accepted"]) for row in own)
                cells.append(f"{float(last):.3f} ({most:.3f})".replace("0.", "."))
            print(f"| {NAMES[network]}, {vcs} | {turns}, {patience} | {' | '.join(cells)} |")


def panel(network, pattern):
    """The curves of one network under one pattern: offered, then accepted with each rule."""
    rows = [row for row in read(CURVES) if (row["network"], row["pattern"]) == (network, pattern)]
    return [(load, *(next(row["accepted"] for row in rows
                          if row["injection"] == word and float(row["offered"]) == load)
                     for word in ("auto", "fair"))) for load in LOADS]


def picture():
    """Six panels, one for each pattern."""
    colours = ("#2f6fb0", "#c2410c", "#4b7a36")
    lines = ["set terminal svg size 960,600 font 'DejaVu Sans,11' background '#ffffff'",
             f"set output '{PICTURE}'", "set multiplot layout 2,3", "set grid lc rgb '#dddddd'",
             "set xrange [0:1]", "set yrange [0:*]", "set key bottom right samplen 2",
             "set xlabel 'offered, flits per node and cycle'", "set ylabel 'accepted'"]
    for pattern in PATTERNS:
        plots = []
        for (network, name), colour in zip(CARTESIAN.items(), colours):
            if pattern == "tornado" and network == "hypercube":
                continue  # it sends nothing anywhere on two nodes a dimension
            block = f"${network}_{pattern}"
            lines += [f"{block} << EOD", *(" ".join(map(str, row)) for row in
                                           panel(network, pattern)), "EOD"]
            plots += [f"{block} using 1:2 with lines lw 2 lc rgb '{colour}' title '{name}'",
                      f"{block} using 1:3 with lines lw 2 dt 2 lc rgb '{colour}' notitle"]
        lines += [f"set title '{pattern.replace('_', ' ')}'", "plot " + ", ".join(plots),
                  "unset key"]
    subprocess.run(["gnuplot"], input="\n".join([*lines, "unset multiplot"]) + "\n", text=True,
                   check=True)


def measure(program, jobs):
    fill(RULES, GRID, ("network", "latency", "length", "depth"),
         lambda point: compare(program, point), jobs)
    points = [(network, pattern, word, load)
              for network, pattern in itertools.product(CARTESIAN, PATTERNS)
              if (network, pattern) != ("hypercube", "tornado")
              for word, load in itertools.product(("auto", "fair"), LOADS)]
    fill(CURVES, points, ("network", "pattern", "injection", "offered"),
         lambda point: curve(program, point), jobs)
    points = [(network, vcs, pattern, turns, patience, load)
              for network, vcs, pattern in itertools.product(("torus", "mesh"), (4, 2),
                                                             TURN_PATTERNS)
              for turns, patience in RULES_OF_TURNS for load in TURN_LOADS]
    fill(TURNS, points, ("network", "vcs", "pattern", "turns", "patience", "offered"),
         lambda point: turn(program, point), jobs)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program", nargs="?")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--summary", action="store_true")
    parser.add_argument("--picture", action="store_true")
    options = parser.parse_args()
    if options.program is None and not options.summary and not options.picture:
        sys.exit(__doc__)
    if options.program is not None:
        measure(options.program, options.jobs)
    if options.summary:
        summary()
        summary_of_turns()
    if options.picture:
        picture()


if __name__ == "__main__":
    main()
