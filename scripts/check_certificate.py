#!/usr/bin/env python3
"""check_certificate.py - verifies a proof of `turnpike check --certificate` from graph and routes.

    turnpike check NETWORK --certificate proof.json
    turnpike route NETWORK --all --format csv > routes.csv
    scripts/check_certificate.py proof.json routes.csv

The proof has the channels and an order of all their layers. This program follows every packet by
the rows alone, for all pairs of terminals or those of the proof, on each output and layer that a
row allows. It accepts if
- each row sends a packet over a channel that exists, and never back on its own link,
- each packet that comes to a router finds a row there, up to the router of its destination,
- whatever a packet may wait for stands later in the order than what it holds.
Then no packets can wait for each other in a circle (Dally & Seitz 1987). Of a proof that names an
escape layer the order is that of its channels alone; then every packet may take it wherever it is,
and stays there (Duato 1993). Exit status: 0 accepted, 1 refused, 2 files that cannot be read.
"""

import csv
import itertools
import json
import sys


class Refused(Exception):
    """The proof does not hold, and why."""


class Graph:
    """Channels and terminals of the certificate."""
    def __init__(self, proof):
        self.layers = proof["layers"]
        self.escape = proof.get("escape")
        self.channels = [tuple(channel) for channel in proof["channels"]]
        self.terminals = {name: router for name, router in proof["terminals"]}
        self.pairs = proof["pairs"] and {tuple(pair) for pair in proof["pairs"]}
        self.leaving = {}  # [router] numbers of channels
        for number, channel in enumerate(self.channels):
            self.leaving.setdefault(channel[0], []).append(number)
        self.rank = {}
        for place, (channel, layer) in enumerate(proof["order"]):
            if (channel, layer) in self.rank:
                raise Refused(f"the order has {self.text(channel, layer)} twice")
            self.rank[channel, layer] = place

    def text(self, channel, layer):
        return "layer {4} of {0}.{1} -> {2}.{3}".format(*self.channels[channel], layer)

    def find(self, router, name):
        """Channels from a router to a neighbour, or to one port of it: 'name' or 'name.port'."""
        return [number for number in self.leaving.get(router, [])
                if name in (self.channels[number][2], "{2}.{3}".format(*self.channels[number]))]


class Rows:
    """What the rows say."""
    def __init__(self, path):
        self.rows = {}  # [router, destination] the rows there
        with open(path, newline="", encoding="utf-8") as file:
            reader = csv.reader(line for line in file if line.strip() and line[0] != "#")
            columns = next(reader)
            for cells in reader:
                row = dict(zip(columns, cells))
                row["next"] = [cell for key, cell in zip(columns, cells) if cell and key == "next"]
                self.rows.setdefault((row["here"], row["destination"]), []).append(row)
        said = [int(row.get("path") or 0) for its in self.rows.values() for row in its]
        self.paths = 1 + max(said, default=0)

    def uses(self, router, destination, path, source):
        """Of the paths a source uses those for which its router has a row, or else path 0."""
        its = {row.get("path", "") for row in self.rows.get((router, destination), [])
               if row.get("from", "") in ["", source]} or {"0"}
        return not its.isdisjoint(["", str(path)])

    def find(self, router, destination, sources, **place):
        """The rows that say most of where a packet comes from; `sources`: names of that."""
        fits = [row for row in self.rows.get((router, destination), [])
                if row.get("from", "") in ["", *sources]
                and all(row.get(name, "") in ["", str(its)] for name, its in place.items())]
        if not fits:
            raise Refused(f"no row for {destination} at {router}, from {sources[-1]}, {place}")
        said = [[row.get(column, "") != "" for column in ("path", "from", "layer")] for row in fits]
        return [row for row, its in zip(fits, said) if its == max(said)]


def next_places(graph, row, layer, came_by):
    """Channels and layers that a packet may take."""
    layers = [int(word) for word in row.get("next_layer", "").split()] or [layer]
    for name in row["next"]:
        channels = graph.find(row["here"], name)
        if not channels:
            raise Refused(f"{row['here']} has no channel to {name}")
        for channel in channels:
            if came_by is not None and graph.channels[channel][1] == graph.channels[came_by][3]:
                raise Refused(f"a packet at {row['here']} turns back to {name}")
            for its in layers:
                yield channel, its


def follow(graph, rows, destination, path):
    """All places that packets come to by one path; each step goes up in the order."""
    end = graph.terminals[destination]
    seen, todo = set(), [(router, [source], 0, None) for source, router in graph.terminals.items()
                         if (graph.pairs is None or (source, destination) in graph.pairs)
                         and rows.uses(router, destination, path, source)]
    while todo:
        router, sources, layer, came_by = todo.pop()
        its = router != end and rows.find(router, destination, sources, layer=layer, path=path)
        onward = [to for row in its or [] for to in next_places(graph, row, layer, came_by)]
        if graph.escape is not None and came_by is not None and router != end:
            leaves = [its for _, its in onward if its != graph.escape]
            if len(leaves) == len(onward) or (leaves and layer == graph.escape):
                raise Refused(f"{destination}, {graph.text(came_by, layer)}: no way to the escape")
        for channel, its in onward:
            if graph.escape in (None, its):
                if (channel, its) not in graph.rank:
                    raise Refused(f"the order has no {graph.text(channel, its)}")
                if graph.rank.get((came_by, layer), -1) >= graph.rank[channel, its]:
                    raise Refused(f"{graph.text(came_by, layer)} stands behind what it waits for, "
                                  f"{graph.text(channel, its)}")
            name, port, target, _ = graph.channels[channel]
            if (channel, its) not in seen:
                todo.append((target, [name, f"{name}.{port}"], its, channel))
            seen.add((channel, its))


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            proof = json.load(file)
        graph = Graph(proof)
        rows = Rows(sys.argv[2])
        for destination, path in itertools.product(graph.terminals, range(rows.paths)):
            follow(graph, rows, destination, path)
    except Refused as error:
        print(f"refused: {error}")
        return 1
    except (OSError, ValueError, KeyError, TypeError, StopIteration) as error:
        print(f"cannot be read: {error!r}", file=sys.stderr)
        return 2
    print("accepted: {}: {} terminals, {} channels in {} layers".format(
        proof["name"], len(graph.terminals), len(graph.channels), graph.layers))
    return 0


if __name__ == "__main__":
    sys.exit(main())
