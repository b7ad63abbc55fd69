#!/usr/bin/env python3
"""coverage.py - which lines of the RTL and of the C++ the tests reach, as pages.

  scripts/coverage.py [PART ...] [--jobs N]   builds, runs the tests of these parts (default: all of
                                              them), and reports
  scripts/coverage.py --again                 only reports what an earlier run has counted
  scripts/coverage.py --self-test             that what is not reached is found, and what is reached
                                              is not excused

Parts: modules, adapters and boards count in the RTL, through Verilator; unit and lockstep, and
modules too, in the C++, through gcov. In the RTL each line of a process, each branch and each bit
is looked at; there must be no line and no branch that is not reached, but for those that
tests/coverage/unreached.txt names, and these must not be reached: else exit 1. Lines that no test
even builds are known from the shapes of tests/lint/corners.txt. Bits and the C++ are only counted.

Leaves build/coverage/pages/index.html and summary.json.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "coverage"))
BUILD = ROOT / "build" / "coverage"
PYTHON = BUILD / "python"

# What of turnpike_lockstep_tests is run: a network of each kind.
LOCKSTEP = "LockstepTest.*:PacketLockstepTest.*:ExpressLockstepTest.*"
ADAPTERS = ("registers", "registers_small", "memory", "memory_single", "stream", "stream_bytes",
            "stream_words", "worms", "worms_classes", "worms_one_vc", "worms_keep",
            "worms_wide")  # nodes: in Icarus alone
BOARDS = ("mesh", "line", "axi")
PARTS = ("modules", "unit", "adapters", "boards", "lockstep")
CPP_FOLDERS = ("model", "sim", "api", "commands")


def run(*command, **environment):
    subprocess.run([str(word) for word in command], cwd=ROOT, check=True,
                   env={**os.environ, **{k: str(v) for k, v in environment.items()}})


def build(parts, jobs):
    programs = [*parts, "components"] if "modules" in parts else parts
    targets = ["turnpike", *(f"turnpike_{name}_tests" for name in programs
                             if name in ("modules", "components", "unit", "lockstep"))]
    run("cmake", "--preset", "coverage", "--log-level=WARNING")
    run("cmake", "--build", BUILD, "--parallel", jobs, "--target", *targets)
    # gcov adds to no counts of an object that has been compiled again since.
    for counts in BUILD.rglob("*.gcda"):
        if counts.stat().st_mtime < counts.with_suffix(".gcno").stat().st_mtime:
            counts.unlink()


def tests_of(program, wanted):
    """Names of its tests, for a process each: SystemC elaborates once in one."""
    said = subprocess.run([program, f"--gtest_filter={wanted}", "--gtest_list_tests"], check=True,
                          text=True, stdout=subprocess.PIPE).stdout
    names, suite = [], ""
    for line in said.splitlines():
        if line.startswith("  "):
            names.append(suite + line.split()[0])
        elif line.endswith("."):
            suite = line
    return names


def tests_of_part(part, data):
    """The commands of its tests, and what each needs of the environment. They leave counts of the
    RTL in data/PART_*, of the C++ beside the objects of the build."""
    shapes = {"TURNPIKE_SHAPES": ROOT / "build/shapes"}  # of every other build too
    if part == "modules":
        return [([BUILD / f"turnpike_{kind}_tests", "--gtest_brief=1"],
                 {"TURNPIKE_COVERAGE_DATA": data}) for kind in ("modules", "components")]
    if part == "unit":
        return [([BUILD / "turnpike_unit_tests", "--gtest_brief=1"], shapes)]
    if part == "lockstep":
        tests = BUILD / "turnpike_lockstep_tests"
        return [([tests, "--gtest_brief=1", f"--gtest_filter={name}"], shapes)
                for name in tests_of(tests, LOCKSTEP)]
    if part == "adapters":
        return [(["tests/adapters/run.py", name, "--python", PYTHON / "bin/python", "--program",
                  BUILD / "turnpike", "--work", BUILD / "adapters", "--coverage",
                  data / f"adapters_{name}.dat"], {}) for name in ADAPTERS]
    return [(["tests/fpga/run.py", name, "--program", BUILD / "turnpike", "--work",
              BUILD / "boards" / name, "--coverage", data / f"boards_{name}.dat"], {})
            for name in BOARDS]


def run_tests(parts, data, jobs):
    """So many commands at a time, the long ones of unit and modules first; the first that fails
    ends it."""
    if "adapters" in parts:
        run("scripts/python.sh", PYTHON, "python-packages.txt")
    for part in parts:
        for counts in data.glob(f"{part}_*"):
            counts.unlink()
    tests = [test for part in parts for test in tests_of_part(part, data)]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running = [pool.submit(run, *command, **environment) for command, environment in tests]
        try:
            for done, test in enumerate(concurrent.futures.as_completed(running), 1):
                test.result()
                print(f"coverage.py: {done} of {len(tests)} commands", flush=True)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def points_of_corners():
    """The lines and branches of all shapes of corners.txt, asked again when the RTL changes."""
    import rtl_points
    hash_of = hashlib.sha256()
    for path in [*sorted((ROOT / "rtl").glob("*/*.v*")), ROOT / "tests/lint/corners.txt",
                 ROOT / "tests/coverage/rtl_points.py"]:
        hash_of.update(path.read_bytes())
    kept = BUILD / f"corners_{hash_of.hexdigest()[:16]}.json"
    if not kept.is_file():
        kept.write_text(json.dumps(sorted(rtl_points.of_corners(ROOT))))
    return {rtl_points.Point(*point) for point in json.loads(kept.read_text())}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    unknown = [part for part in arguments.parts if part not in PARTS]
    if unknown:
        parser.error(f"{unknown[0]}: allowed: {', '.join(PARTS)}")
    import cpp_lines
    import pages
    import rtl_points
    if arguments.self_test:
        return rtl_points.self_test(ROOT)
    data = BUILD / "data"
    parts = arguments.parts or PARTS
    if not arguments.again:
        data.mkdir(parents=True, exist_ok=True)
        build(parts, arguments.jobs)
        for counts in [] if arguments.parts else BUILD.rglob("*.gcda"):
            counts.unlink()
        run_tests(parts, data, arguments.jobs)
    reached = rtl_points.reached(ROOT, data.glob("*.dat"))
    reached.add_missing(points_of_corners())
    cpp = cpp_lines.counts(ROOT, BUILD, CPP_FOLDERS)
    pages.write(ROOT, BUILD / "pages", reached, cpp)
    problems = rtl_points.judge(ROOT, reached.points, ROOT / "tests/coverage/unreached.txt")
    print("\n".join(problems) or "coverage.py: all lines and branches of the RTL: reached or named")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
