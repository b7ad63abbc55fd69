#!/usr/bin/env python3
"""import_traffic.py - traffic files of other programs become those that Turnpike reads.

    scripts/import_traffic.py events FILE --flit-bytes 4       cycle source destination size
    scripts/import_traffic.py popnet FILE --radix 4,4          time sx sy dx dy flits
    scripts/import_traffic.py vtr FILE --clock-mhz 800 --flit-bytes 4

events  One message a line: cycle, source, destination and size in bytes, with blanks or commas
        between them; with --flits the size is in flits. Further columns are not read.
        Gives a trace (traffic.pattern = "trace").
popnet  One packet a line: time, coordinates of source and destination, flits. A "T" may stand
        before the time. The node is the first coordinate + k0 * the second + ...
        Gives a trace.
vtr     <single_flow src= dst= bandwidth= latency_cons=/> as VTR reads it: bits per second and
        seconds. Routers become nodes in the order in which they are named first, or as
        --nodes FILE says, lines of "node name". Gives flows (workload.kind = "rate_matrix").

Messages are sorted by cycle. "#" begins a comment. --out FILE writes a file instead of standard
output, whole or not at all. Exit status: 0, or 2 with a message that names file and line.
"""

import argparse
import math
import os
import sys
import tempfile
import xml.etree.ElementTree

LONGEST = 65535  # flits of a message


class Refused(Exception):
    """What is wrong, with its place."""


def lines_of(path):
    """(place, fields) of the lines that have any."""
    try:
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                fields = line.split("#", 1)[0].replace(",", " ").split()
                if fields:
                    yield f"{path}:{number}", fields
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{path}: {error}") from error


def number(place, text, what, least=0):
    """A whole number; 12.0 counts as one."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value == int(value) and least <= value < 2**53):
        raise Refused(f"{place}: {what} '{text}', allowed: whole numbers from {least}")
    return int(value)


def flits_of(place, size, flit_bytes):
    """Flits of a message of so many bytes."""
    flits = math.ceil(size / flit_bytes)
    if not 1 <= flits <= LONGEST:
        raise Refused(f"{place}: a message of {flits} flits, allowed: 1 .. {LONGEST}")
    return flits


def trace(messages):
    """Messages as a trace."""
    text = "# cycle source destination flits\n"
    for cycle, source, destination, flits in sorted(messages, key=lambda message: message[0]):
        text += f"{cycle} {source} {destination} {flits}\n"
    return text


def read_events(options):
    """cycle source destination size"""
    messages = []
    for place, fields in lines_of(options.file):
        if len(fields) < 4:
            raise Refused(f"{place}: {len(fields)} fields, allowed: cycle source destination size")
        cycle, source, destination = (
            number(place, fields[i], what) for i, what in enumerate(("cycle", "node", "node")))
        size = number(place, fields[3], "size", 1)
        flits = flits_of(place, size, 1 if options.flits else options.flit_bytes)
        messages.append((cycle, source, destination, flits))
    return trace(messages)


def read_popnet(options):
    """time, coordinates of source and destination, flits"""
    radix = [number("--radix", text, "radix", 1) for text in options.radix.split(",")]
    dimensions = len(radix)
    messages = []
    for place, fields in lines_of(options.file):
        if fields[0] == "T":
            fields = fields[1:]
        if len(fields) != 2 + 2 * dimensions:
            raise Refused(f"{place}: {len(fields)} fields, allowed: time, {dimensions} coordinates "
                          f"of the source, {dimensions} of the destination, flits")
        ends = []
        for first in (1, 1 + dimensions):
            node = 0
            weight = 1
            for dimension, k in enumerate(radix):
                at = number(place, fields[first + dimension], "coordinate")
                if at >= k:
                    raise Refused(f"{place}: coordinate {at}, allowed: 0 .. {k - 1} (--radix)")
                node += at * weight
                weight *= k
            ends.append(node)
        try:
            cycle = math.floor(float(fields[0]))
        except (ValueError, OverflowError) as error:
            raise Refused(f"{place}: time '{fields[0]}', allowed: numbers from 0") from error
        if cycle < 0:
            raise Refused(f"{place}: time '{fields[0]}', allowed: numbers from 0")
        flits = flits_of(place, number(place, fields[-1], "flits", 1), 1)
        messages.append((cycle, ends[0], ends[1], flits))
    return trace(messages)


def real(place, text, what):
    """A number above 0."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value > 0):
        raise Refused(f"{place}: {what} '{text}', allowed: numbers above 0")
    return value


def read_vtr(options):
    """Flows of VTR, with bandwidth and latency limits."""
    nodes = {}
    if options.nodes:
        for place, fields in lines_of(options.nodes):
            if len(fields) != 2 or fields[1] in nodes:
                raise Refused(f"{place}: allowed: node name, each name once")
            nodes[fields[1]] = number(place, fields[0], "node")
    try:
        root = xml.etree.ElementTree.parse(options.file).getroot()
    except (OSError, xml.etree.ElementTree.ParseError) as error:
        raise Refused(f"{options.file}: {error}") from error
    flit_bits = 8 * options.flit_bytes
    text = "# source destination rate flits class bandwidth latency\n"
    flows = root.findall(".//single_flow")
    if not flows:
        raise Refused(f"{options.file}: no <single_flow>, allowed: VTR's <traffic_flows>")
    for count, flow in enumerate(flows, 1):
        place = f"{options.file}: flow {count}"
        ends = []
        for end in ("src", "dst"):
            name = flow.get(end)
            if name is None:
                raise Refused(f"{place}: no {end}, allowed: src, dst and bandwidth")
            if name not in nodes:
                if options.nodes:
                    raise Refused(f"{place}: '{name}', allowed: names of {options.nodes}")
                nodes[name] = len(nodes)
            ends.append(nodes[name])
        rate = real(place, flow.get("bandwidth", ""), "bandwidth") / flit_bits / (
            1e6 * options.clock_mhz)
        if rate > 1:
            raise Refused(f"{place}: {rate:g} flits per cycle, allowed: at most 1 with "
                          "--clock-mhz and --flit-bytes as they are")
        limit = flow.get("latency_cons")
        cycles = "-" if limit is None else (
            f"{real(place, limit, 'latency_cons') * 1e6 * options.clock_mhz:g}")
        text += f"{ends[0]} {ends[1]} {rate:.9g} 1 0 {rate:.9g} {cycles}\n"
    names = "".join(f"# node {node}: {name}\n" for name, node in nodes.items())
    return names + text


def write(path, text):
    """The whole file, or nothing."""
    if path is None:
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    folder = os.path.dirname(os.path.abspath(path))
    handle, name = tempfile.mkstemp(dir=folder)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def parse_arguments():
    """The options of the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="events | popnet | vtr")
    for name, reader in (("events", read_events), ("popnet", read_popnet), ("vtr", read_vtr)):
        kind = kinds.add_parser(name)
        kind.set_defaults(reader=reader)
        kind.add_argument("file")
        kind.add_argument("--out", help="file to write")
        if name != "popnet":
            kind.add_argument("--flit-bytes", type=float, default=4, help="default 4")
        if name == "events":
            kind.add_argument("--flits", action="store_true", help="sizes are in flits")
        if name == "popnet":
            kind.add_argument("--radix", required=True, help="nodes of each dimension: 4,4")
        if name == "vtr":
            kind.add_argument("--clock-mhz", type=float, required=True)
            kind.add_argument("--nodes", help="lines of `node name`")
    options = parser.parse_args()
    for key in ("flit_bytes", "clock_mhz"):
        if key in options and not (math.isfinite(getattr(options, key)) and
                                   getattr(options, key) > 0):
            parser.error(f"--{key.replace('_', '-')}: allowed: numbers above 0")
    return options


def main():
    """Reads, writes, and says what is wrong."""
    options = parse_arguments()
    try:
        write(options.out, options.reader(options))
    except (Refused, OSError) as error:
        print(f"import_traffic.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
