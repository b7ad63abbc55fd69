#!/usr/bin/env python3
"""mutation.py - how good the tests are: small faults in the RTL, one at a time, looked for by them.

  scripts/mutation.py BUILD [--sample N] [--seed S] [--file TEXT] [--jobs N] [--go-on]
                            about N mutants (default 120; 0: all) of the sources whose names hold
                            TEXT, at least one of each; --go-on keeps what an earlier run has found,
                            and looks for the others and for its survivors again
  scripts/mutation.py --list [--file TEXT]   only says which there are
  scripts/mutation.py --self-test            that mutants are what they should be

BUILD is a build folder with the program, and in BUILD/mutation is kept what is built here. A mutant
is a wrong operator, condition or constant, or a statement left out (tests/mutation/mutants.py).
It is looked for by module tests, lockstep, tests of boards, lint corners, proofs and tests of
adapters (tests/mutation/killers.py). One that nothing finds is either proved to be equivalent
(tests/mutation/equivalence.py), or it survives. Writes BUILD/mutation/report.json and report.md;
exit 1 when one survives that tests/mutation/survivors.txt does not name.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import checking

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "mutation"))
BATCH = 300  # mutants that are built in at once: each makes what Verilator writes larger

CHOICE = """
    integer planted;
    integer planted_file;
    initial begin
        planted      = 0;
        planted_file = $fopen("planted", "r");
        if (planted_file != 0) begin
            if ($fscanf(planted_file, "%d", planted) != 1) planted = 0;
            $fclose(planted_file);
        end
    end
"""
# Of what a mutant may do, and a tool may see: the lint is asked later, with the mutant alone.
WAIVED = "".join(f"/* verilator lint_off {name} */ " for name in ("WIDTH", "LATCH", "UNOPTFLAT"))


def in_python_of_lint(build):
    """Runs this script again with the Python that has slang, unless it is that one."""
    packages = build / "lint"
    for name in ("lint", "python"):  # python: for the tests of adapters
        subprocess.run([ROOT / "scripts/python.sh", build / name, f"{name}-packages.txt"],
                       check=True)
    python = packages / "bin/python"
    if pathlib.Path(sys.prefix).resolve() != packages.resolve():
        os.execv(python, [str(python), *sys.argv])
    return packages


def all_mutants(text):
    import mutants
    found = []
    for path in sorted((ROOT / "rtl").glob("*/*.v")):
        name = str(path.relative_to(ROOT))
        if text in name:
            found += mutants.mutants_of(ROOT, name)
    return found


def sample_of(found, wanted, seed):
    """About `wanted` of the mutants, of each source its share and at least one; 0: all. A larger
    sample has what a smaller one of the same seed has."""
    files = collections.defaultdict(list)
    for mutant in found:
        files[mutant.file].append(mutant)
    taken = []
    for file, of_file in sorted(files.items()):
        count = -(-len(of_file) * wanted // len(found)) if wanted else len(of_file)
        random.Random(f"{seed} {file}").shuffle(of_file)
        taken += enumerate(sorted(of_file[:count], key=lambda m: m.begin))
    # One of each source, then the second of each: a run that is stopped has looked at all of them.
    return [mutant for _, mutant in sorted(taken, key=lambda one: (one[0], one[1].file))]


def write_all(batch, folder):
    """The sources with a batch of mutants [(number, mutant)]; other files as they are. A file that
    would stay the same is left alone. Returns whether one changed: then all is built again."""
    import mutants
    files = collections.defaultdict(list)
    for number, mutant in batch:
        files[mutant.file].append((number, mutant))
    changed = False
    for part in ("rtl", "sim/hardware/rtl_components"):
        for source in sorted(path for path in (ROOT / part).rglob("*") if path.is_file()):
            file = str(source.relative_to(ROOT))
            text = source.read_text()
            if file in files:
                text = mutants.with_all(text, files[file], "planted")
                at = text.index("\n);\n") + 4
                text = WAIVED + text[:at] + CHOICE + text[at:]
            copy = folder / file
            if copy.is_file() and copy.read_text() == text:
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text)
            changed = True
    return changed


def build_tests(build, work, jobs):
    """The module tests on work/all/rtl."""
    subprocess.run(["cmake", "-B", build, "--log-level=WARNING", "-DTURNPIKE_TESTS=ON",
                    f"-DTURNPIKE_MUTANTS={work / 'all'}"], cwd=ROOT, check=True)
    subprocess.run(["cmake", "--build", build, "--parallel", str(jobs), "--target",
                    "turnpike_mutants_tests"], check=True, stdout=subprocess.DEVNULL)


def look_for(batch, build, work, packages, jobs, known):
    """[(mutant, what found it)]; known: {mutant: what has found it before}"""
    import killers
    numbered = list(enumerate(sorted(batch, key=lambda mutant: mutant.file), 1))
    if write_all(numbered, work / "all"):
        shutil.rmtree(work / "boards", ignore_errors=True)
    build_tests(build, work, jobs)
    order = {mutant: place for place, mutant in enumerate(batch)}
    asked = sorted((one for one in numbered if one[1] not in known), key=lambda one: order[one[1]])
    trouble = killers.Killers(ROOT, build, work, packages).without_a_mutant(asked)
    if trouble:
        sys.exit(f"mutation.py: without a mutant: {trouble}")
    results = [(mutant, known[mutant]) for mutant in batch if mutant in known]
    with concurrent.futures.ProcessPoolExecutor(jobs, initializer=start,
                                                initargs=(build, work, packages)) as pool:
        for (_, mutant), found in zip(asked, pool.map(find, asked)):
            print(f"{found or 'SURVIVES':50} {mutant.file}:{mutant.line}: "
                  f"{one_line(mutant.old)} -> {one_line(mutant.new)}", flush=True)
            results.append((mutant, found))
            with (work / "found.jsonl").open("a") as kept:
                kept.write(json.dumps([dataclasses.astuple(mutant), found]) + "\n")
    return results


def found_before(work, found):
    """{mutant: what has found it} of the runs before, of mutants that are still the same. What had
    survived is looked for again."""
    path = work / "found.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path.is_file() else []
    now = {dataclasses.astuple(mutant): mutant for mutant in found}
    return {now[tuple(key)]: what for key, what in rows if what and tuple(key) in now}


def one_line(text):
    return " ".join(text.split())[:70]


def start(build, work, packages):
    import killers
    global KILLERS
    KILLERS = killers.Killers(ROOT, build, work, packages)


def find(numbered):
    return KILLERS.find(*numbered)


def report(results, arguments, work):
    """Writes what was found; how many survive without a reason."""
    known = checking.reasons(ROOT / "tests/mutation/survivors.txt")
    rows = collections.defaultdict(collections.Counter)
    survivors = []
    for mutant, found in results:
        what = found.split(":")[0] if found else "survives"
        rows[mutant.file.split("/")[1]][what] += 1
        if not found:
            survivors.append({"file": mutant.file, "line": mutant.line, "old": mutant.old,
                              "new": mutant.new, "name": mutant.name(ROOT),
                              "reason": known.get(mutant.name(ROOT), "")})
    kinds = ["module tests", "lockstep", "lint", "proof", "adapter tests", "board tests",
             "equivalent", "survives"]
    total = sum(rows.values(), collections.Counter())
    judged = len(results) - total["equivalent"]
    killed = judged - total["survives"]
    lines = ["| folder | mutants | " + " | ".join(kinds) + " |",
             "|---|" + "---|" * (len(kinds) + 1)]
    for name, row in [*sorted(rows.items()), ("all", total)]:
        lines.append(f"| {name} | {sum(row.values())} | " + " | ".join(str(row[k]) for k in kinds)
                     + " |")
    lines += ["", f"{killed} of {judged} that are not equivalent are found: "
                  f"{100 * killed / max(judged, 1):.1f} %."]
    for one in survivors:
        lines.append(f"- `{one['name']}`: {one['reason'] or 'no reason known'}")
    (work / "report.md").write_text("\n".join(lines) + "\n")
    (work / "report.json").write_text(json.dumps(
        {"sample": arguments.sample, "seed": arguments.seed, "file": arguments.file,
         "found": killed, "judged": judged, "survivors": survivors,
         "mutants": [{"file": m.file, "line": m.line, "old": m.old, "new": m.new, "found": f}
                     for m, f in results]}, indent=1) + "\n")
    print("\n".join(lines))
    return sum(not one["reason"] for one in survivors)


SAMPLE = """module sample #(parameter N = 2)
    (input wire clk_i, input wire [N-1:0] a_i, output wire b_o);
    localparam M = N + 1;
    reg  [M-1:0] c_q;
    wire         unused = &{1'b0, a_i};
    genvar g;
    generate if (N == 2) begin : g_two
        always @(posedge clk_i)
            if (a_i[0] && !a_i[N-1] && b_o) c_q <= {M{1'b0}};
            else if (a_i == 2'd2) c_q[0] <= a_i[0];
            else c_q <= 3'd5;
    end endgenerate
    assign b_o = |c_q ? a_i[0] : a_i[1];
endmodule
"""
# What of the sample becomes what: nothing of parameters, ranges, conditions of generate, `unused`.
CHANGES = [
    ("a_i[0] && !a_i[N-1] && b_o", "!(a_i[0] && !a_i[N-1] && b_o)"),
    ("a_i[0] && !a_i[N-1] && b_o", "a_i[0] && !a_i[N-1] || b_o"),
    ("a_i[0] && !a_i[N-1]", "a_i[0] || !a_i[N-1]"), ("a_i == 2'd2", "!(a_i == 2'd2)"),
    ("a_i == 2'd2", "a_i != 2'd2"), ("c_q[0] <= a_i[0];", ";"), ("c_q <= 3'd5;", ";"),
    ("!a_i[N-1]", "(a_i[N-1])"), ("c_q <= {M{1'b0}};", ";"), ("1'b0", "1'b1"),
    ("|c_q ? a_i[0] : a_i[1]", "|c_q ? a_i[1] : a_i[0]"), ("|c_q", "&c_q"),
]


# A module with what becomes of a register and of its input, in two versions; whether these are the
# same: register by register; since nobody sees the word before it is written again; since a duty is
# kept; not at all.
PAIR = """`include "check.vh"
module pair
    (input wire clk_i, input wire rst_i, input wire go_i, input wire bit_i, output wire b_o);
    reg       valid_q;
    reg [3:0] word_q [0:1];
    always @(posedge clk_i)
        if (rst_i) valid_q <= 1'b0;
        else begin
            valid_q       <= go_i;
            word_q[bit_i] <= IT;
        end
    assign b_o = valid_q && word_q[0] != word_q[1];
    `REQUIRE(goes_with_the_bit_alone, !go_i || bit_i)
endmodule
"""
PAIRS = [("go_i && bit_i ? 4'd3 : 4'd4", "!(go_i && bit_i) ? 4'd4 : 4'd3", True),
         ("go_i && bit_i ? 4'd3 : 4'd4", "bit_i ? 4'd3 : 4'd4", True),
         ("go_i && bit_i ? 4'd3 : 4'd4", "go_i ? 4'd3 : 4'd4", True),
         ("go_i && bit_i ? 4'd3 : 4'd4", "4'd3", False),
         ("word_q[0] + 4'd1", "word_q[1] + 4'd1", False)]
# The same with that module as a box: what goes into it counts, and what comes out may be anything.
AROUND = """module around (input wire clk_i, input wire rst_i, input wire a_i, output wire b_o);
    wire seen;
    pair u_pair (.clk_i(clk_i), .rst_i(rst_i), .go_i(IT), .bit_i(1'b1), .b_o(seen));
    assign b_o = a_i && seen;
endmodule
"""
AROUNDS = [("a_i && !rst_i", "!(!a_i || rst_i)", True), ("a_i", "!a_i", False)]


def are_same(texts, gold, gate, top, boxes):
    """What the judge of equivalence says of sources {module: text}, with gold and gate for IT."""
    import equivalence
    with tempfile.TemporaryDirectory() as name:
        for folder, it in (("gold", gold), ("gate", gate)):
            root = pathlib.Path(name) / folder
            shutil.copytree(ROOT / "rtl/common", root / "rtl/common")
            for module, text in texts.items():
                (root / f"rtl/common/{module}.v").write_text(text.replace("IT", it))
        return equivalence.same(pathlib.Path(name) / "gold", pathlib.Path(name) / "gate", top,
                                (set(texts), boxes), [])


def wrong_pairs():
    """Of PAIRS and AROUNDS those that the judge of equivalence takes for what they are not."""
    inside = PAIR.replace("IT", "4'd3")
    asked = [({"pair": PAIR}, "pair", set(), *pair) for pair in PAIRS]
    asked += [({"pair": inside, "around": AROUND}, "around", {"pair"}, *pair) for pair in AROUNDS]
    return [f"{gold} and {gate} in {top}: {'not ' if is_same else ''}called the same"
            for texts, top, boxes, gold, gate, is_same in asked
            if are_same(texts, gold, gate, top, boxes) != is_same]


def self_test():
    """The mutants of a sample; with each of them chosen it is what it is with that one alone.
    Modules that are the same are called so, and no others."""
    import mutants
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        (root / "rtl/sample").mkdir(parents=True)
        (root / "rtl/sample/sample.v").write_text(SAMPLE)
        found = mutants.mutants_of(root, "rtl/sample/sample.v")
    wrong = [] if sorted((m.old, m.new) for m in found) == sorted(CHANGES) else [
        f"mutants are {[(m.old, m.new) for m in found]}"]
    numbered = list(enumerate(found, 1))
    for number, mutant in numbered:
        together = mutants.with_all(SAMPLE, numbered, "planted")
        alone = mutants.mutated(SAMPLE, mutant)
        script = "; ".join(
            f"read_verilog {path}; hierarchy -top sample; proc; flatten; opt_clean; "
            f"rename -top {top}; design -stash {top}; design -reset" for top, path in
            (("gold", "alone.v"), ("gate", "together.v"))) + (
            "; design -copy-from gold gold; design -copy-from gate gate; equiv_make gold gate both;"
            " hierarchy -top both; equiv_simple; equiv_induct; equiv_status -assert")
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            at = together.index(");\n") + 3
            (folder / "together.v").write_text(
                f"{together[:at]}    localparam planted = {number};\n{together[at:]}")
            (folder / "alone.v").write_text(alone)
            done = subprocess.run(["yosys", "-q", "-p", script], cwd=folder, text=True, check=False,
                                  capture_output=True)
        if done.returncode != 0:
            wrong.append(f"{mutant.old} -> {mutant.new}: {done.stderr.strip()}")
    wrong += wrong_pairs()
    print("\n".join(wrong) or f"self-test: {len(found)} mutants as they should be")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, nargs="?", default=ROOT / "build")
    parser.add_argument("--sample", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", default="")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--go-on", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    packages = in_python_of_lint(build)
    if arguments.self_test:
        return self_test()
    found = all_mutants(arguments.file)
    if not found:
        parser.error(f"--file {arguments.file}: allowed: part of a name of rtl/*/*.v with hardware")
    if arguments.sample < 0:
        parser.error("--sample: 0 (all) or more")
    found = sample_of(found, arguments.sample, arguments.seed)
    if arguments.list:
        for mutant in found:
            print(f"{mutant.line}: {mutant.name(ROOT)}")
        return 0
    if not (build / "turnpike").is_file():
        parser.error(f"{build} has no program; `make` builds it")
    work = build / "mutation"
    if not arguments.go_on:
        (work / "found.jsonl").unlink(missing_ok=True)
    known = found_before(work, found)
    results = []
    for first in range(0, len(found), BATCH):
        batch = found[first:first + BATCH]
        results += look_for(batch, build, work, packages, arguments.jobs, known)
    return 1 if report(results, arguments, work) else 0


if __name__ == "__main__":
    sys.exit(main())
