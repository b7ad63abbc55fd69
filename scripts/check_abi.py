#!/usr/bin/env python3
"""check_abi.py - turnpike.h keeps what it promised at the last tag: api/turnpike.abi, by abidiff.

    scripts/check_abi.py             functions may be added; nothing else may change
    scripts/check_abi.py --self-test plants changes that programs would notice; each must be found
    scripts/check_abi.py --update    writes api/turnpike.abi anew: at a tag, and where a struct with
                                     a size grew at its end; abidiff cannot know that it may

A library is made of the header alone: its functions without their bodies, with debugging
information, and one function for each constant and its value. That libturnpike.so exports the same
functions is a test (tests/api/outside.sh).
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADER = ROOT / "api" / "turnpike.h"
STORED = ROOT / "api" / "turnpike.abi"

FUNCTION = re.compile(r"^TURNPIKE_API\s+([^;(]*?)\b(turnpike_\w+)\(([^;]*)\);", re.M)
CONSTANT = re.compile(r"^\s*(?:#define\s+)?(TURNPIKE_\w+)(?:\s*=\s*|\s+)(-?\d+)", re.M)
CONSTANT_IN_LINE = re.compile(r"\b(TURNPIKE_\w+) = (-?\d+)")


def library_of(header):
    """C whose functions and constants are those of the header."""
    code = re.sub(r"//[^\n]*", "", header)
    text = '#include "turnpike.h"\n'
    for result, name, arguments in FUNCTION.findall(code):
        body = "{ }" if result.strip() == "void" else "{ return 0; }"
        text += f"{result}{name}({arguments}) {body}\n"
    constants = set(CONSTANT.findall(code)) | set(CONSTANT_IN_LINE.findall(code))
    for name, value in sorted(constants):
        if name in ("TURNPIKE_API_MINOR",):
            continue  # rises with what is added
        text += f"void value_{name}_{value.replace('-', 'minus_')}(void) {{ }}\n"
    return text


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, **options)


def describe(header):
    """The ABI of the header, as abidw writes it; exits where it cannot."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "turnpike.h").write_text(header)
        (folder / "turnpike.c").write_text(library_of(header))
        for command in (
                ["cc", "-std=c99", "-g", "-fPIC", "-shared", "-o", "libturnpike.so", "turnpike.c"],
                ["abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--out-file",
                 "turnpike.abi", "libturnpike.so"]):
            result = run(command, cwd=folder)
            if result.returncode != 0:
                sys.exit(f"check_abi.py: {' '.join(command)}: {result.stdout}")
        return (folder / "turnpike.abi").read_text()


def difference(header):
    """What a program compiled with the stored header would notice; empty: nothing."""
    with tempfile.TemporaryDirectory() as scratch:
        new = pathlib.Path(scratch) / "turnpike.abi"
        new.write_text(describe(header))
        result = run(["abidiff", "--no-added-syms", str(STORED), str(new)])
    if result.returncode == 0:
        return ""
    return result.stdout or f"abidiff: status {result.returncode}"


# What is written in place of what, and a word of the report.
FAULTS = (
    ("a function goes", "TURNPIKE_API turnpike_status turnpike_reset(turnpike_network* network);",
     "", "turnpike_reset"),
    ("a parameter becomes wider", "turnpike_set_queue_limit(turnpike_network* network, uint32_t",
     "turnpike_set_queue_limit(turnpike_network* network, uint64_t", "turnpike_set_queue_limit"),
    ("a field comes in between", "  uint32_t hops;", "  uint32_t turns;\n  uint32_t hops;",
     "turnpike_delivery"),
    ("fields change places", "  double generated;\n  double accepted;",
     "  double accepted;\n  double generated;", "turnpike_summary"),
    ("a status gets another number", "TURNPIKE_IDLE = 3", "TURNPIKE_IDLE = 30",
     "value_TURNPIKE_IDLE_3"),
)


def self_test():
    header = HEADER.read_text()
    problems = []
    for name, before, after, word in FAULTS:
        if before not in header:
            problems.append(f"{name}: the header has no `{before}`")
        elif word not in difference(header.replace(before, after)):
            problems.append(f"not found: {name}")
    end = "#ifdef __cplusplus\n}"
    more = header.replace(end, "TURNPIKE_API turnpike_status turnpike_more(void);\n" + end)
    if more == header or difference(more):
        problems.append("a function more is blamed")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    if arguments.update:
        STORED.write_text(describe(HEADER.read_text()))
        return
    if arguments.self_test:
        problems = self_test()
    else:
        found = difference(HEADER.read_text())
        problems = [found] if found else []
    for problem in problems:
        print(f"check_abi.py: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
