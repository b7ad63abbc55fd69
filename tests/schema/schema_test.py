#!/usr/bin/env python3
"""schema_test.py - what the program writes against the schemas of docs/schema, and that they bite.

  schema_test.py NAME --program TURNPIKE

NAME is that of a schema: NAME.schema.json. The program makes real output of that kind, which is
validated; then every key in it is renamed in turn, and the schema must refuse each result. Tables
are held against the columns in docs/schema/README.md.
"""

import argparse
import copy
import csv
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

try:
    import jsonschema
except ImportError:
    sys.exit("schema_test.py: no module jsonschema (Debian: python3-jsonschema)")

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCHEMAS = ROOT / "docs" / "schema"
CONFIGS = ROOT / "configs"
# Objects whose keys are names that the schema does not know beforehand.
OPEN = ("cycles", "refused", "parameters", "figures", "counters")

MESH = """[network]
topology = "mesh"
radix = 4
dimensions = 2
[traffic]
pattern = "uniform"
load = 0.1
[run]
engine = "model"
measurement = 1000
"""
TRACE = "0 0 5 4\n3 1 9 4\n7 15 0 4\n"


SUITE = """[case.network]
config = "mesh.toml"
engines = ["model"]
sweep.traffic.load = [0.1, 0.2]
[case.slow]
config = "mesh.toml"
engines = ["model"]
expect.latency = [0, 1]
[case.machine]
engines = ["model"]
machine = { program = "ring", dimensions = 2 }
"""


class Failure(Exception):
    """What was written is not what the schema says."""


def check(is_right, what):
    if not is_right:
        raise Failure(what)


class Program:
    def __init__(self, path, folder):
        self.path = path
        self.folder = folder

    def __call__(self, *arguments, status=0):
        """Standard output; a wrong exit status is a failure."""
        run = subprocess.run([self.path, *map(str, arguments)], text=True, capture_output=True,
                             check=False, timeout=240)
        text = " ".join(map(str, arguments))
        check(run.returncode == status, f"turnpike {text}: status {run.returncode}: {run.stderr}")
        return run.stdout

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path


def columns():
    """Table -> its columns, from docs/schema/README.md."""
    found = {}
    for line in (SCHEMAS / "README.md").read_text().splitlines():
        row = re.match(r"\| `([\w.]+\.csv)` \| (.*) \|$", line)
        if row:
            found[row[1]] = re.findall(r"`(\w+)`", row[2])
    return found


def figures():
    """Columns of results.csv: the keys of a run up to its standstill, without the schema."""
    keys = list(json.loads((SCHEMAS / "run.schema.json").read_text())["properties"])
    return keys[1:keys.index("standstill")]


def check_table(path, expected, last=None):
    """Header and rows; `last`: a pattern for any number of further columns."""
    with path.open(newline="") as file:
        rows = list(csv.reader(file))
    head = rows[0]
    check(head[:len(expected)] == expected, f"{path}: columns {head}, documented: {expected}")
    more = [name for name in head[len(expected):] if last is None or not re.fullmatch(last, name)]
    check(not more, f"{path}: columns {more} are not documented")
    check(all(len(row) == len(head) for row in rows), f"{path}: rows of different lengths")


def check_run_folder(folder):
    names = {path.name for path in folder.iterdir()}
    known = columns()
    for name in names & set(known):
        check_table(folder / name, known[name], r"occupancy_vc\d+")
    check_table(folder / "results.csv", figures(), r"workload\.\w+")
    extra = names - set(known) - {"results.csv", "results.json", "config.toml"}
    check(not extra, f"{folder}: {extra} is not documented")
    return json.loads((folder / "results.json").read_text())


def runs(turnpike):
    mesh = turnpike.write("mesh.toml", MESH)
    turnpike.write("messages.trace", TRACE)
    trace = turnpike.write("trace.toml", MESH.replace('"uniform"', '"trace"').replace(
        "load = 0.1", 'file = "messages.trace"'))
    short = ("--set", "run.measurement=500", "--set", "run.warmup=500", "--set",
             "run.max_cycles=20000")
    cases = {
        "mesh": (mesh,),
        "idle": (mesh, "--set", "traffic.load=0"),
        "saturated": (mesh, "--set", "traffic.load=1.0"),
        "trace": (trace,),
        "packets": (CONFIGS / "hypercube_6_packets.toml", *short),
        "express": (CONFIGS / "express_flat.toml", *short),
        "butterfly": (CONFIGS / "butterfly_4ary_3fly.toml", *short),
        "irregular": (CONFIGS / "irregular_10_switches.toml", *short),
        "broadcasts": (CONFIGS / "hypercube_6_broadcasts.toml", *short, "--set",
                       "traffic.load=0.1"),
        "requests": (CONFIGS / "memory_8x8.toml", *short),
        "flows": (CONFIGS / "flows_4x4.toml", *short),
        "collective": (CONFIGS / "all_reduce_4x4x4.toml",),
        "graph": (CONFIGS / "layers_4x4.toml", "--set", "workload.latencies=true"),
    }
    unfinished = {
        "unfinished": (mesh, "--set", "run.warmup=0", "--set", "run.measurement=2000", "--set",
                       "run.max_cycles=2001", "--set", "traffic.length=40", "--set",
                       "traffic.load=0.2"),
        "deadlock": (CONFIGS / "torus_deadlock.toml", "--allow-deadlock"),
    }
    outputs = []
    for name, arguments in {**cases, **unfinished}.items():
        folder = turnpike.folder / name
        output = turnpike("run", *arguments, "--engine", "model", "--json", "--out", folder,
                          status=1 if name in unfinished else 0)
        outputs.append(json.loads(output))
        check(check_run_folder(folder) == outputs[-1], f"{folder}: not what was printed")
    check({output["status"] for output in outputs} >= {"done", "saturated", "unfinished",
                                                       "deadlock"}, "a status is not tried")
    return [*outputs, json.loads(turnpike("run", mesh, "--json"))]


def sweeps(turnpike):
    mesh = turnpike.write("mesh.toml", MESH)
    run = validator("run")
    swept = {"loads": ["router.buffer_depth", "traffic.load", "file", *figures()],
             "search": ["traffic.load", "file", *figures()]}
    outputs = []
    for name, options in {"loads": ("--load", "0.1,0.2", "--set", "router.buffer_depth=2,4"),
                          "search": ()}.items():
        folder = turnpike.folder / name
        outputs.append(json.loads(turnpike("sweep", mesh, "--json", *options, "--out", folder)))
        check(json.loads((folder / "sweep.json").read_text()) == outputs[-1], "sweep.json")
        check_table(folder / "sweep.csv", swept[name])
        with (folder / "sweep.csv").open(newline="") as file:
            for row in csv.DictReader(file):
                check((folder / row["file"]).is_file(), f"{folder}: no {row['file']}")
        points = sorted((folder / "points").glob("*.json"))
        check(len(points) >= 4, f"{folder}: points are missing")
        for point in points:
            run.validate(json.loads(point.read_text()))
            run.validate(check_run_folder(point.with_suffix("")))
    return outputs


def events(turnpike):
    mesh = turnpike.write("mesh.toml", MESH)
    folder = turnpike.folder
    for name in ("events.jsonl", "events.csv"):
        turnpike("run", mesh, "--events", folder / name, "--set", "run.measurement=50")
    table = (folder / "events.csv").read_text().split("\n", 1)
    check(table[0] == "# turnpike.events/1", f"events.csv begins with {table[0]}")
    turnpike.write("rows.csv", table[1])
    check_table(folder / "rows.csv", columns()["events.csv"])
    lines = (folder / "events.jsonl").read_text().splitlines()
    check(len(lines) > 100, "hardly any events")
    return [json.loads(line) for line in lines]


def checks(turnpike):
    return [json.loads(turnpike("check", CONFIGS / "mesh_8x8.toml", "--json")),
            json.loads(turnpike("check", CONFIGS / "irregular_10_switches.toml", "--json")),
            json.loads(turnpike("check", CONFIGS / "torus_deadlock.toml", "--json", status=1))]


def emitted(turnpike):
    mesh = turnpike.write("mesh.toml", MESH)
    return [json.loads(turnpike("emit", mesh, "--json", "--out", turnpike.folder / "emitted"))]


def exercised(turnpike):
    network = CONFIGS / "axi_2x2.toml"
    return [json.loads(turnpike("axi", network, "--json", "--cycles", 2000)),
            json.loads(turnpike("axi", network, "--json", "--cycles", 5, "--pace", 0)),
            json.loads(turnpike("axi", CONFIGS / "fpga_axi.toml", "--board", "--json",
                                "--cycles", 500))]


def synthesized(turnpike):
    line = turnpike.write("line.toml", MESH.replace("radix = 4", "radix = 2").replace(
        "dimensions = 2", "dimensions = 1") + "[router]\nvirtual_channels = 1\n")
    cells = ("--seeds", 0, "--json")
    return [json.loads(turnpike("synth", "credit_counter", "DEPTH=2", "ROOM=2", *cells)),
            json.loads(turnpike("synth", "express_distance", "DISTANCES=4,16", *cells)),
            json.loads(turnpike("synth", line, *cells))]


def mapped(turnpike):
    cells = ("--liberty", ROOT / "tests/data/five_cells.lib", "--json")
    return [json.loads(turnpike("synth", "credit_counter", "DEPTH=2", "ROOM=2", *cells))]


def routes(turnpike):
    ways = {"mesh_8x8.toml": (0, 63), "express_flat.toml": (3, 60),
            "hypercube_6_packets.toml": (0, 5)}
    choice = turnpike("route", CONFIGS / "hypercube_6_packets.toml", "--json", "--from", 0, "--to",
                      5, "--set", 'router.first_hop="shortest_queue"')
    return [json.loads(choice)] + [
        json.loads(turnpike("route", CONFIGS / name, "--json", "--from", way[0], "--to", way[1]))
        for name, way in ways.items()]


def formulas(turnpike):
    return [json.loads(turnpike("formula", "agarwal.latency", "n=3", "kd=4.5", "m=0.01", "B=8",
                                "--json"))]


def lists(turnpike):
    return [json.loads(turnpike("formula", "--list", "--json"))]


def plans(turnpike):
    plan = ("express-plan", "--spacing", 4, "--channels", 6, "--json")
    return [json.loads(turnpike(*plan, "--radix", 64, "--levels", 2)),
            json.loads(turnpike(*plan, "--radix", 9, "--levels", 1))]


def distances(turnpike):
    switches = ("distance", CONFIGS / "irregular_10_switches.toml", "--json")
    return [json.loads(turnpike(*switches)),
            json.loads(turnpike(*switches, "--without-resistances"))]


def analyses(turnpike):
    mesh = turnpike.write("mesh.toml", MESH)
    names = ("torus_packets", "express_hierarchical", "hypercube_8", "butterfly_4ary_3fly",
             "irregular_10_switches", "all_reduce_4x4x4")
    measured = turnpike("analyze", mesh, "--measure", "--json", "--set", "network.radix=2")
    return [json.loads(measured)] + [
        json.loads(turnpike("analyze", CONFIGS / f"{name}.toml", "--json")) for name in names]


def machines(turnpike):
    machine = ("machine", "--dimensions", 2, "--json")
    return [json.loads(turnpike(*machine, "--bytes", 64)),
            json.loads(turnpike(*machine, "--random", 300, "--seed", 3)),
            json.loads(turnpike(*machine, "--measure"))]


def papers(turnpike):
    folder = turnpike.folder / "paper"
    output = json.loads(turnpike("paper", "agarwal", "--figure", "8", "--quick", "--json", "--out",
                                 folder))
    check(json.loads((folder / "report.json").read_text()) == output, "report.json")
    return [output]


def suite_file(turnpike):
    turnpike.write("mesh.toml", MESH)
    return turnpike.write("suite.toml", SUITE)


def nights(turnpike):
    suite = suite_file(turnpike)
    folder = turnpike.folder / "night"
    output = json.loads(turnpike("regress", "run", suite, "--out", folder, "--json", status=1))
    check(json.loads((folder / "regress.json").read_text()) == output, "regress.json")
    check({point["verdict"] for point in output["points"]} == {"passed", "failed"}, "verdicts")
    next((folder / "points").iterdir()).unlink()
    missing = json.loads(turnpike("regress", "collect", suite, "--out", folder, "--json",
                                  status=1))
    return [output, missing]


def points(turnpike):
    return [json.loads(turnpike("regress", "list", suite_file(turnpike), "--json"))]


def bisections(turnpike):
    mesh = turnpike.write("tight.toml", MESH + "max_cycles = 1100\nwarmup = 0\n")
    suite = turnpike.write("tight_suite.toml", '[case.tight]\nconfig = "tight.toml"\n'
                           'engines = ["model"]\nexpect.accepted_at_least = 0.5\n')
    check(mesh.is_file(), "no configuration")
    folder = turnpike.folder / "bisect"
    output = json.loads(turnpike("bisect", CONFIGS / "torus_deadlock.toml", "--engine", "model",
                                 "--allow-deadlock", "--json", "--out", folder))
    check(json.loads((folder / "bisect.json").read_text()) == output, "bisect.json")
    return [output, json.loads(turnpike("bisect", suite, "--point", 0, "--json", "--out",
                                        turnpike.folder / "tight"))]


def commits(turnpike):
    folder = turnpike.folder / "repository"
    shutil.copytree(ROOT / "rtl", folder / "rtl")
    mux = folder / "rtl/router/switch_mux.v"
    right = "assign word_o = g_node[1].word;"
    wrong = right.replace(";", " ^ {{(WIDTH-1){1'b0}}, 1'b1};")

    def git(*words):
        subprocess.run(["git", "-C", folder, "-c", "user.name=T", "-c",
                        "user.email=t@example.org", *words], check=True, capture_output=True)

    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "right")
    check(right in mux.read_text(), f"{mux}: no such line")
    mux.write_text(mux.read_text().replace(right, wrong))
    git("commit", "-qam", "wrong")
    line = turnpike.write("line.toml", MESH.replace("radix = 4", "radix = 2").replace(
        "dimensions = 2", "dimensions = 1") + "[router]\nvirtual_channels = 1\n")
    return [json.loads(turnpike("bisect", line, "--engine", "lockstep", "--json", "--commits",
                                "HEAD~1..HEAD", "--repository", folder, "--out",
                                turnpike.folder / "commits"))]


# Schema -> real output of that kind.
OUTPUTS = {"run": runs, "regress": nights, "regress-list": points, "sweep": sweeps,
           "events": events, "check": checks, "emit": emitted, "axi": exercised,
           "synth": synthesized, "synth-gates": mapped,
           "route": routes, "bisect": bisections, "bisect-commits": commits,
           "formula": formulas, "formulas": lists, "express-plan": plans, "distance": distances,
           "analysis": analyses, "machine": machines, "paper": papers}


def validator(name):
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def renamed(value, top):
    """Copies of `top`, one for each key in `value`, a part of it, with that key renamed."""
    if isinstance(value, list):
        # A few of a long list, the last among them.
        for item in [*value[:3], *value[-1:]]:
            yield from renamed(item, top)
    if not isinstance(value, dict):
        return
    for key in list(value):
        if isinstance(value[key], (dict, list)) and key not in OPEN:
            yield from renamed(value[key], top)
        value["renamed"] = value.pop(key)
        yield key, top
        value[key] = value.pop("renamed")


def check_bite(schema, output):
    count = 0
    whole = copy.deepcopy(output)
    for key, wrong in renamed(whole, whole):
        check(not schema.is_valid(wrong), f"'{key}' renamed is not refused")
        count += 1
    check(count >= len(output), "no key was renamed")
    for wrong in ({**output, "more": 1}, {}, [], None):
        check(not schema.is_valid(wrong), f"{wrong} is not refused")
    if "schema" in output:
        version = re.sub(r"\d+$", "99", output["schema"])
        check(not schema.is_valid({**output, "schema": version}), "version 99 is not refused")
    for key, value in output.items():
        for wrong in (-1, "word"):
            is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if not is_number or (key == "value" and wrong == -1):
                continue
            check(not schema.is_valid({**output, key: wrong}), f"'{key}': {wrong} is not refused")


FIRST = "[0]"  # of a list of tables
# What such a table has to have.
REQUIRED = {"class[0]": {}, "phase[0]": {"kind": "batch"}, "manager[0]": {"node": 0},
            "region[0]": {"base": 0, "size": 4096, "node": 0}}


def leaves(schema, path=()):
    """Path -> schema of every key that is no table; of a list of tables those of its first one."""
    for kind in schema.get("oneOf", [schema]):
        if kind.get("type") == "object":
            for name, inner in kind["properties"].items():
                yield from leaves(inner, (*path, name))
        elif kind.get("items", {}).get("type") == "object":
            yield from leaves(kind["items"], (*path[:-1], path[-1] + FIRST))
        else:
            yield path, kind


def values_of(schema):
    """Values that a key may have by its schema, and some that it may not."""
    wrong = [True, {"more": 1}, [[]], ""]
    if "anyOf" in schema:
        kinds = [values_of(kind) for kind in schema["anyOf"]]
        return sum((right for right, _ in kinds), []), wrong
    if "const" in schema:
        return [schema["const"]], wrong
    if "enum" in schema:
        return schema["enum"], [*wrong, "unifrom", 1]
    if schema["type"] in ("integer", "number"):
        low, high = schema["minimum"], schema["maximum"]
        return [low, high], [*wrong, low - 1, high + 1, "1"]
    if schema["type"] == "array":
        right, _ = values_of(schema["items"])
        return [right[:2]], [*wrong, [], [True], 7.5]
    if schema["type"] == "boolean":
        return [True, False], [*wrong[1:], "true", 1]
    return ["a"], [*wrong, "a" * 5000, 1]


def assignment(value):
    """As --set takes it."""
    if isinstance(value, dict):
        return "{ more = 1 }"
    return json.dumps(value)


def allowed(kind):
    """The range of a number in messages; nothing else that is allowed is told apart here."""
    return f"integer {kind.get('minimum')} .. {kind.get('maximum')}"


def configuration(turnpike):
    """The schema of configurations takes what the program's reader takes, and nothing else."""
    printed = json.loads(turnpike("schema", "configuration"))
    check(json.loads(turnpike("schema"))["configuration"] == printed, "turnpike schema: another")
    jsonschema.Draft202012Validator.check_schema(printed)
    schema = jsonschema.Draft202012Validator(printed)
    files = [*CONFIGS.glob("*.toml"), *(ROOT / "tests" / "emit").glob("*.toml"),
             *(ROOT / "examples").rglob("*.toml")]
    for file in files:
        config = tomllib.loads(file.read_text())
        for error in schema.iter_errors(config):
            raise Failure(f"{file}: {list(error.path)}: {error.message[:400]}")
        for key, wrong in renamed(config, config):
            check(not schema.is_valid(wrong), f"{file}: '{key}' renamed is not refused")
    check(len(files) > 20 and not schema.is_valid({}), "an empty configuration is not refused")
    count = 0
    for path, kind in leaves(printed):
        name = ".".join(path)
        right, wrong = values_of(kind)
        for value, fits in [*((v, True) for v in right), *((v, False) for v in wrong)]:
            config = value
            for word in reversed(path):
                config = {word: config}
                if word.endswith(FIRST):
                    config = {word.removesuffix(FIRST): [{**REQUIRED[word], **config[word]}]}
            config.setdefault("network", {}).setdefault("topology", "mesh")
            text = f"{name}={assignment(value)}"
            check(schema.is_valid(config) == fits, f"schema, {text[:100]}: not {fits}")
            run = subprocess.run([turnpike.path, "check", CONFIGS / "mesh_8x8.toml", "--set", text],
                                 text=True, capture_output=True, check=False, timeout=60)
            if fits:
                # What other keys forbid is said with another range than that of the row.
                check(f"allowed: {allowed(kind)}\n" not in run.stderr,
                      f"program, {text[:100]}: {run.stderr}")
            else:
                check(run.returncode == 2 and f"'{name}" in run.stderr,
                      f"program, {text[:100]}: {run.returncode} {run.stderr}")
            count += 1
    print(f"{len(files)} configurations, {count} values as the reader has them")


def suite(turnpike):
    """The schema of suites takes this project's own, and with no key of it renamed."""
    printed = json.loads(turnpike("schema", "suite"))
    check(json.loads(turnpike("schema"))["suite"] == printed, "turnpike schema: another")
    jsonschema.Draft202012Validator.check_schema(printed)
    schema = jsonschema.Draft202012Validator(printed)
    for text in (SUITE, *(file.read_text() for file in (CONFIGS / "suites").glob("*.toml"))):
        found = tomllib.loads(text)
        for error in schema.iter_errors(found):
            raise Failure(f"{list(error.path)}: {error.message[:400]}")
        for one in found["case"].values():
            one.pop("set", None)  # keys of a configuration, which has a schema of its own
            one.pop("sweep", None)
            for key in list(one):
                one["renamed"] = one.pop(key)
                check(not schema.is_valid(found), f"'{key}' renamed is not refused")
                one[key] = one.pop("renamed")
    check(not schema.is_valid({}), "an empty suite is not refused")
    print("suites as the reader has them")


def test(name, program):
    for schema_in in (configuration, suite):
        if name == schema_in.__name__:
            schema_in(Program(program, None))
            return
    check(name in OUTPUTS, f"nothing here makes output for {name}.schema.json")
    schema = validator(name)
    printed = json.loads(Program(program, None)("schema", name))
    check(printed == schema.schema, f"turnpike schema {name}: not {name}.schema.json")
    with tempfile.TemporaryDirectory() as folder:
        outputs = OUTPUTS[name](Program(program, pathlib.Path(folder)))
    for number, output in enumerate(outputs):
        for error in sorted(schema.iter_errors(output), key=lambda e: len(e.path)):
            raise Failure(f"output {number}: {list(error.path)}: {error.message[:400]}")
    for output in outputs[:20]:
        check_bite(schema, output)
    print(f"{len(outputs)} outputs as in {name}.schema.json")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name")
    parser.add_argument("--program", required=True)
    options = parser.parse_args()
    try:
        test(options.name, options.program)
    except Failure as failure:
        sys.exit(f"{options.name}: {failure}")


if __name__ == "__main__":
    main()
